//! `grundy proof`: proofs put together, looked into, shortened.

use crate::Ending;
use crate::arguments::ProofCommand;
use crate::commands::check::{claim_json, claim_of, members, read_proof};
use crate::diagnostics::tell;
use crate::error::CliError;
use crate::files::replace;
use crate::interrupt::Interrupt;
use anyhow::Context;
use grundy::check::proof::{ProofBody, ProofFile};
use grundy::{Limits, NotProved, Run};
use serde_json::json;
use std::io::Write;
use std::path::Path;

pub fn run(command: &ProofCommand) -> anyhow::Result<Ending> {
    match command {
        ProofCommand::Merge { files, output } => merge(files, output),
        ProofCommand::Stats { file, json } => stats(file, *json),
        ProofCommand::Minimise { file, output, time, memory } => {
            minimise(file, output, Limits { time: *time, memory: Some(*memory), nodes: None })
        }
    }
}

fn named(path: &Path) -> anyhow::Result<ProofFile> {
    measured(path).map(|(file, _)| file)
}

/// A proof, and how many bytes it has.
fn measured(path: &Path) -> anyhow::Result<(ProofFile, usize)> {
    read_proof(path).with_context(|| format!("{} cannot be read as a proof", path.display()))
}

fn write(file: &ProofFile, path: &Path) -> anyhow::Result<usize> {
    let bytes = file.bytes();
    replace(path, |to| to.write_all(&bytes))
        .map_err(|error| CliError::new(format!("{error:#}"), "check the folder"))?;
    Ok(bytes.len())
}

fn merge(files: &[std::path::PathBuf], output: &Path) -> anyhow::Result<Ending> {
    let proofs = files.iter().map(|path| named(path)).collect::<anyhow::Result<Vec<_>>>()?;
    let merged = grundy::merge(&proofs).map_err(|told| {
        CliError::new(told.to_string(), "`grundy check` says of each whether it proves what it claims")
    })?;
    let bytes = write(&merged, output)?;
    let mut out = std::io::stdout().lock();
    merged.claims.iter().try_for_each(|claim| writeln!(out, "{}", claim_of(claim, merged.convention)))?;
    writeln!(out, "{}: {}, {bytes} bytes.", output.display(), members(&merged))?;
    Ok(Ending::Answered)
}

fn stats(path: &Path, json: bool) -> anyhow::Result<Ending> {
    let (file, bytes) = measured(path)?;
    let parts = match &file.body {
        ProofBody::Couples(couples) => couples.len(),
        ProofBody::Sums { parts, .. } => parts.len(),
    };
    let mut out = std::io::stdout().lock();
    if json {
        let claims: Vec<_> = file.claims.iter().map(|claim| claim_json(claim, file.convention)).collect();
        let games: Vec<&str> = file.games.iter().map(|game| game.heading.as_str()).collect();
        let object = json!({"claims": claims, "games": games, "lemmas": file.lemmas, "members": file.body.len(),
                            "parts": parts, "bytes": bytes});
        writeln!(out, "{object}")?;
        return Ok(Ending::Answered);
    }
    file.claims.iter().try_for_each(|claim| writeln!(out, "{}", claim_of(claim, file.convention)))?;
    let games: Vec<&str> = file.games.iter().map(|game| game.heading.as_str()).collect();
    writeln!(out, "games: {}", games.join(", "))?;
    let lemmas = if file.lemmas.is_empty() { "none".to_owned() } else { file.lemmas.join(", ") };
    writeln!(out, "lemmas: {lemmas}")?;
    let each = bytes as f64 / file.body.len().max(1) as f64;
    writeln!(
        out,
        "{} of {}, {bytes} bytes, {each:.1} each",
        members(&file),
        grundy::Word::count(parts as u128, "part")
    )?;
    Ok(Ending::Answered)
}

fn minimise(path: &Path, output: &Path, limits: Limits) -> anyhow::Result<Ending> {
    let file = named(path)?;
    let shorter = Interrupt::listen()?.during(|pressed| {
        grundy::minimise(&file, &Run::new(limits).with_cancel(pressed).with_resident(crate::resident))
    });
    let shorter = match shorter {
        Ok(shorter) => shorter,
        Err(NotProved::Stopped(reason)) => {
            tell(format_args!("error: stopped ({reason}), and nothing was written"));
            return Ok(Ending::Stopped);
        }
        Err(told) => {
            let told = format!("{}: {told}", path.display());
            return Err(CliError::new(told, "`grundy check` says whether it proves what it claims").into());
        }
    };
    let bytes = write(&shorter, output)?;
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "{}: {} in place of {}, {bytes} bytes.",
        output.display(),
        members(&shorter),
        members(&file)
    )?;
    Ok(Ending::Answered)
}
