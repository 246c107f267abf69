//! Proofs of positions, as `grundy prove` writes them.

use crate::Ending;
use crate::arguments::CheckArguments;
use crate::diagnostics::tell;
use crate::files::{PROOF, cannot_read};
use crate::interrupt::Interrupt;
use crate::spinner::Spinner;
use grundy::check::proof::{
    PROOF_TITLE, ProofClaim, ProofFile, ProofRefusal, ProofVerified, check_proof, each_line,
};
use grundy::{Convention, Limits, Outcome, Run, Word, games_of_other_rules};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

/// Whether a file begins as a proof does.
pub fn is_proof(path: &Path) -> bool {
    path.is_file() && first_bytes(path).is_ok_and(|first| ProofFile::is_title(&first))
}

/// As many bytes as tell a proof from other files.
fn first_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut first = Vec::new();
    File::open(path)?.take(PROOF_TITLE.len() as u64).read_to_end(&mut first)?;
    Ok(first)
}

/// Reads a proof, and says how many bytes it has. What is none is a [`ProofRefusal`], and is not read to its end.
pub fn read_proof(path: &Path) -> anyhow::Result<(ProofFile, usize)> {
    let first = first_bytes(path).map_err(|error| cannot_read(path, &error))?;
    let bytes = if ProofFile::is_title(&first) { PROOF.read(path)? } else { first };
    Ok((ProofFile::read(&bytes)?, bytes.len()))
}

/// Verifies a proof, or prints its lines.
pub fn check(path: &Path, arguments: &CheckArguments) -> anyhow::Result<Ending> {
    let file = match read_proof(path) {
        Ok((file, _)) => file,
        Err(error) if error.is::<ProofRefusal>() => {
            return refused(&format!("{} is no proof: {error}", path.display()), arguments.json);
        }
        Err(error) => return Err(error),
    };
    if arguments.list {
        return list(&file);
    }
    let limits = Limits { time: arguments.time, memory: Some(arguments.memory), nodes: None };
    let members = file.body.len();
    let checked = Interrupt::listen()?.during(|pressed| {
        let spinner = Spinner::new();
        let run = Run::new(limits).with_cancel(pressed).with_resident(crate::resident);
        let run = spinner
            .follow(run, move |progress| format!("{} of {members} shown (Ctrl-C stops)", progress.done));
        check_proof(&file, &run)
    });
    match checked {
        Ok(verified) if arguments.no_lemmas && !verified.lemmas.is_empty() => {
            let lemmas = verified.lemmas.join(", ");
            refused(&format!("it stands on lemmas, and --no-lemmas allows none: {lemmas}"), arguments.json)
        }
        Ok(verified) => accepted(&file, &verified, arguments.json),
        Err(ProofRefusal::Stopped(stopped)) => {
            tell(format_args!("NOT verified: stopped ({}) before all was shown", stopped.reason));
            Ok(Ending::Stopped)
        }
        Err(refusal) => refused(&refusal.to_string(), arguments.json),
    }
}

fn refused(told: &str, json: bool) -> anyhow::Result<Ending> {
    match json {
        true => writeln!(io::stdout().lock(), "{}", json!({"valid": false, "reason": told}))?,
        false => tell(format_args!("error: {told}")),
    }
    Ok(Ending::Failed)
}

fn list(file: &ProofFile) -> anyhow::Result<Ending> {
    let mut out = BufWriter::new(io::stdout().lock());
    each_line(file, |line| -> anyhow::Result<()> { Ok(writeln!(out, "{line}")?) })?;
    out.flush()?;
    Ok(Ending::Answered)
}

/// What a proof is made of.
pub fn members(file: &ProofFile) -> String {
    let count = file.body.len() as u128;
    match file.convention {
        Convention::Normal => Word::count(count, "couple"),
        Convention::Misere => Word::count(count, "sum"),
    }
}

/// A claim as an object.
pub fn claim_json(claim: &ProofClaim, convention: Convention) -> Value {
    json!({
        "position": claim.position,
        "convention": convention.to_string(),
        "outcome": claim.outcome.to_string(),
        "nimber": claim.nimber,
        "winning": claim.winning,
    })
}

/// A claim in a sentence that says how the game is played.
pub fn claim_of(claim: &ProofClaim, convention: Convention) -> String {
    let play = if convention == Convention::Misere { "misère play of " } else { "" };
    format!("{play}{}", claim_text(claim))
}

/// A claim in a sentence.
fn claim_text(claim: &ProofClaim) -> String {
    let who = match claim.outcome {
        Outcome::N => "the next player wins (N)",
        Outcome::P => "the previous player wins (P)",
    };
    let nimber = claim.nimber.map_or(String::new(), |nimber| format!(", nimber *{nimber}"));
    let winning = match claim.winning.as_deref() {
        None => String::new(),
        Some([]) => "; no move wins".to_owned(),
        Some(labels) => format!("; exactly these moves win: {}", labels.join(" ")),
    };
    format!("{}: {who}{nimber}{winning}.", claim.position)
}

fn accepted(file: &ProofFile, verified: &ProofVerified, json: bool) -> anyhow::Result<Ending> {
    let mut out = io::stdout().lock();
    if json {
        let claims: Vec<Value> = file.claims.iter().map(|claim| claim_json(claim, file.convention)).collect();
        let object = json!({"valid": true, "claims": claims, "members": verified.members,
                            "options": verified.looked_at, "lemmas": verified.lemmas,
                            "other_rules": games_of_other_rules(file)});
        writeln!(out, "{object}")?;
        return Ok(Ending::Answered);
    }
    let play = match file.convention {
        Convention::Normal => "",
        Convention::Misere => ", under misère play",
    };
    writeln!(out, "Verified{play}:")?;
    for claim in &file.claims {
        writeln!(out, "  {}", claim_text(claim))?;
    }
    for game in games_of_other_rules(file) {
        writeln!(
            out,
            "The rules of `{game}` are those of the proof: the game of this name that is known here has others."
        )?;
    }
    let lemmas = match &verified.lemmas[..] {
        [] => "no lemma".to_owned(),
        lemmas => lemmas.join(" and "),
    };
    let looked_at = Word::count(verified.looked_at.into(), "option");
    writeln!(out, "{} shown from the rules and {lemmas}; {looked_at} looked at.", members(file))?;
    Ok(Ending::Answered)
}
