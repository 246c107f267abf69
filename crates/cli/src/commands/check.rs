//! `grundy check`: a certificate is verified by code that shares nothing with the search.

#[cfg(feature = "packing")]
mod packing;
mod pieces;
mod proof;
mod refused;

use crate::Ending;
use crate::arguments::CheckArguments;
use crate::diagnostics::tell;
use crate::error::{CliError, refuse};
use crate::files::CERTIFICATE;
use crate::interrupt::Interrupt;
use crate::lock::Lock;
use crate::spinner::Spinner;
use grundy::check::period::{self, CheckState, Cut, PartialCheck, PeriodCheck, Recomputed};
use grundy::check::quotient::QuotientRefusal;
use grundy::heaps::{PeriodCertificate, QuotientCertificate, Theorem, Valued};
use grundy::{CertifiedQuotient, EngineGuesses, Limits, Run, Word};
#[cfg(feature = "packing")]
use packing::check_packing;
pub use proof::{claim_json, claim_of, members, read_proof};
use refused::refused;
use serde_json::json;
use std::io::Write;
use std::path::Path;

pub fn run(arguments: &CheckArguments) -> anyhow::Result<Ending> {
    if let Some(lines) = &arguments.expected {
        if arguments.no_lemmas && arguments.by.is_empty() {
            refuse!("--no-lemmas is for proofs, and none is named", "name one: `--by FILE.proof`");
        }
        return super::expected::run(lines, arguments);
    }
    let path = arguments.file.as_deref().expect("a certificate is required where no lines are checked");
    if proof::is_proof(path) {
        if arguments.checkpoint.is_some() {
            return Err(no_period(path));
        }
        return proof::check(path, arguments);
    }
    if arguments.no_lemmas || arguments.list {
        refuse!(
            format!("{} is no proof: --no-lemmas and --list are for those", path.display()),
            "`grundy prove POSITION -o FILE` writes one"
        );
    }
    let text = CERTIFICATE.read_text(path)?;
    if arguments.checkpoint.is_some() && !text.trim_start().starts_with(PERIOD_TITLE) {
        return Err(no_period(path));
    }
    if QuotientCertificate::is_title(&text) {
        return check_quotient(&text, path, arguments);
    }
    if is_headless_quotient(&text) {
        anyhow::bail!(
            "{} has the lines of a misère quotient, but not the first\nhelp: a certificate of one begins with `grundy \
             misere quotient 1`",
            path.display()
        );
    }
    if is_book(&text) {
        return check_book(&text, path, arguments);
    }
    match text.trim_start().starts_with('{') {
        true => check_packing(&text, path, arguments),
        false => check_period(&text, path, arguments),
    }
}

/// Why `--checkpoint` is refused for a file.
fn no_period(path: &Path) -> anyhow::Error {
    let told = format!("--checkpoint is for certificates of periods, and {} is none", path.display());
    CliError::new(told, "it is checked whole without one").into()
}

/// How certificates of periods begin.
const PERIOD_TITLE: &str = "grundy heap period";

/// Whether a text is a certificate of a quotient but for its title: no other one has such lines.
fn is_headless_quotient(text: &str) -> bool {
    let has = |keyword: &str| text.lines().any(|line| line.trim_start().starts_with(keyword));
    has("order ") && has("values")
}

/// A misère quotient, as `grundy misere` writes it.
fn check_quotient(text: &str, path: &Path, arguments: &CheckArguments) -> anyhow::Result<Ending> {
    let origin = path.display();
    let certified: CertifiedQuotient = text.parse().map_err(|error| {
        let message = format!("{origin} is no certificate: {error}");
        CliError::new(message, "`grundy misere CODE --certificate FILE` writes one")
    })?;
    let certificate = &certified.certificate;
    let limits = Limits { time: arguments.time, memory: Some(arguments.memory), nodes: None };
    let checked = Interrupt::listen()?.during(|pressed| {
        let spinner = Spinner::new();
        let run = Run::new(limits).with_cancel(pressed);
        let run = spinner.follow(run, |progress| format!("{} heaps (Ctrl-C stops)", progress.done));
        certified.check(&run)
    });
    let of = match &certificate.of {
        Valued::Heaps { code, .. } => format!("all heaps of {code}"),
        Valued::Parts(parts) => Word::count(parts.len() as u128, "part"),
    };
    let mut out = std::io::stdout().lock();
    match checked {
        Ok(verified) if arguments.json => {
            let mut object = json!({"valid": true, "of": of, "order": verified.order, "p": verified.p,
                                    "tame": verified.is_tame, "components": verified.components});
            if let Valued::Heaps { code, preperiod, period } = &certificate.of {
                object["code"] = json!(code.to_string());
                (object["preperiod"], object["period"]) = (json!(preperiod), json!(period));
            }
            writeln!(out, "{object}")?;
            Ok(Ending::Answered)
        }
        Ok(verified) => {
            let tame = if verified.is_tame { "tame" } else { "wild" };
            writeln!(
                out,
                "Verified: the misère quotient of {of} has order {}, {} for the second player, {tame}.",
                verified.order,
                Word::count(verified.p as u128, "element")
            )?;
            if let Valued::Heaps { preperiod, period, .. } = &certificate.of {
                writeln!(out, "The values of heaps have period {period} from heap {preperiod} on.")?;
                writeln!(
                    out,
                    "The options of heaps 0 to {} were made again by the rules.",
                    verified.components
                )?;
            }
            Ok(Ending::Answered)
        }
        Err(refusal) => {
            let is_part = matches!(refusal, QuotientRefusal::Stopped(_));
            refused(&mut out, arguments.json, ("of", json!(of)), &refusal, is_part)
        }
    }
}

/// Whether a text is a book, as `grundy book --json` writes it.
fn is_book(text: &str) -> bool {
    let object = text.trim_start().strip_prefix('{').map(str::trim_start);
    object.is_some_and(|object| object.starts_with("\"book\""))
}

/// A book, as `grundy book --json` writes it.
fn check_book(text: &str, path: &Path, arguments: &CheckArguments) -> anyhow::Result<Ending> {
    let mut out = std::io::stdout().lock();
    match grundy::verify_book(text) {
        Ok(entries) if arguments.json => writeln!(out, "{}", json!({"valid": true, "entries": entries}))?,
        Ok(entries) => {
            let entries = Word::count(entries as u128, "position");
            writeln!(out, "Verified: the book wins. Every move in each of its {entries} has an answer.")?;
        }
        Err(refused) => {
            match arguments.json {
                true => writeln!(out, "{}", json!({"valid": false, "reason": refused.to_string()}))?,
                false => tell(format_args!("error: {}: {refused}", path.display())),
            }
            return Ok(Ending::Failed);
        }
    }
    Ok(Ending::Answered)
}

#[cfg(not(feature = "packing"))]
fn check_packing(_: &str, path: &Path, _: &CheckArguments) -> anyhow::Result<Ending> {
    anyhow::bail!("{} is a packing: this program was built without the feature `packing`", path.display())
}

/// A period, as `grundy sequence --certificate` writes it.
fn check_period(text: &str, path: &Path, arguments: &CheckArguments) -> anyhow::Result<Ending> {
    let origin = path.display();
    let certificate: PeriodCertificate = text.parse().map_err(|error| {
        let message = format!("{origin} is no certificate: {error}");
        CliError::new(
            message,
            "`grundy sequence CODE --prove --certificate FILE` writes one, and `grundy pack --json`",
        )
    })?;
    let mut out = std::io::stdout().lock();
    let (code, period) = (&certificate.code, &certificate.period);
    let limits = Limits { time: arguments.time, memory: Some(arguments.memory), nodes: None };
    let needed = period.proof_terms;
    let checkpoint = arguments.checkpoint.as_deref();
    let regular = checkpoint.filter(|path| !path.exists() || path.is_file());
    let _lock = regular.map(|path| Lock::take(path, "check")).transpose()?;
    let state = match checkpoint {
        Some(path) => pieces::open(&certificate, path, arguments)?,
        None => None,
    };
    let believed = state.as_ref().map_or(0, CheckState::terms).min(needed);
    let checked = Interrupt::listen()?.during(|pressed| {
        let spinner = Spinner::new();
        let run = spinner.follow(Run::new(limits).with_cancel(pressed), move |progress| {
            format!("{} of {needed} nimbers (Ctrl-C stops)", progress.done)
        });
        match checkpoint {
            Some(path) => pieces::check(&certificate, path, state, arguments.terms, &run),
            None => Ok(period::verify_within(&certificate, arguments.terms, Some(&EngineGuesses), &run)),
        }
    })?;
    let verified = match checked {
        Ok(PeriodCheck::Whole(verified)) => verified,
        Ok(PeriodCheck::Part(part)) => {
            return tell_part(&certificate, &part, believed, arguments, &mut out);
        }
        Err(refused) if arguments.json => {
            let object = json!({"valid": false, "code": code.to_string(), "reason": refused.to_string()});
            writeln!(out, "{object}")?;
            return Ok(Ending::Failed);
        }
        Err(refused) => {
            tell(format_args!("error: {refused}"));
            return Ok(Ending::Failed);
        }
    };
    if arguments.json {
        let mut object = json!({
            "valid": true,
            "code": code.to_string(),
            "period": period.period,
            "preperiod": period.preperiod,
            "saltus": period.saltus,
            "theorem": period.theorem.name(),
            "terms": verified.terms,
        });
        if checkpoint.is_some() {
            object["believed"] = json!(believed);
        }
        writeln!(out, "{object}")?;
    } else {
        let by = way(verified.by);
        writeln!(
            out,
            "Verified: {code} has period {} from heap {} on{}.",
            period.period,
            period.preperiod,
            saltus(period.saltus)
        )?;
        writeln!(
            out,
            "{} nimbers were computed again {by}; {}.",
            verified.terms,
            theorem_name(&period.theorem)
        )?;
        tell_believed(believed, arguments, &mut out)?;
    }
    Ok(Ending::Answered)
}

/// Says how many nimbers this check has taken from its checkpoint.
fn tell_believed(believed: u64, arguments: &CheckArguments, out: &mut impl Write) -> std::io::Result<()> {
    if believed == 0 || arguments.json {
        return Ok(());
    }
    let nimbers = Word::count(believed.into(), "nimber");
    writeln!(out, "Of these, {nimbers} were computed again by earlier checks, if the checkpoint is true.")
}

/// How nimbers were computed again, in words.
fn way(by: Recomputed) -> &'static str {
    match by {
        Recomputed::Plainly => "by the plain rule",
        Recomputed::Sparsely => "by the sparse rule, with an option for every rare value",
    }
}

/// Says of a certificate that was not checked to its end that it is not verified.
fn tell_part(
    certificate: &PeriodCertificate,
    part: &PartialCheck,
    believed: u64,
    arguments: &CheckArguments,
    out: &mut impl Write,
) -> anyhow::Result<Ending> {
    let (code, needed, known) = (&certificate.code, certificate.period.proof_terms, part.terms);
    if arguments.json {
        let reason = match known < needed {
            true => format!("only {known} of {needed} nimbers were computed again"),
            false => "not all conditions were looked at".to_owned(),
        };
        let mut object = json!({
            "valid": false,
            "partial": true,
            "code": code.to_string(),
            "reason": reason,
            "terms": known,
            "terms_needed": needed,
        });
        if arguments.checkpoint.is_some() {
            object["believed"] = json!(believed.min(known));
        }
        writeln!(out, "{object}")?;
    } else {
        let far = if known == 0 {
            "No nimber was computed again.".to_owned()
        } else {
            format!(
                "It is consistent as far as heap {}: {} computed again {}.",
                known - 1,
                Word::count(known.into(), "nimber"),
                way(part.by)
            )
        };
        let why = if known < needed {
            format!("needs {needed} nimbers, and this was a part of them")
        } else {
            "has conditions on these nimbers, and not all were looked at".to_owned()
        };
        writeln!(out, "NOT verified: the period of {code} {why}.")?;
        writeln!(out, "{far}")?;
        tell_believed(believed.min(known), arguments, out)?;
    }
    match part.cut {
        Cut::Terms => tell(format_args!("help: --terms {needed} goes through all of them")),
        Cut::Memory { needed } => tell(format_args!(
            "help: to go on takes about {} MB; --memory allows {} MB",
            needed.div_ceil(1_000_000),
            arguments.memory / 1_000_000
        )),
        Cut::Stopped(_) => {}
    }
    Ok(Ending::Stopped)
}

/// What every period adds, in words.
pub fn saltus(saltus: u64) -> String {
    if saltus == 0 { String::new() } else { format!(", each period adding {saltus}") }
}

/// The theorem for people.
pub fn theorem_name(theorem: &Theorem) -> &'static str {
    match theorem {
        Theorem::GuySmith => "the bound of Guy and Smith makes them enough",
        Theorem::SparseWindow(_) => "a window of the sparse space repeats whole, which makes them enough",
        Theorem::AllButState => "the state of the recurrence repeats, which makes them enough",
        Theorem::ThreeHeaps => {
            "every smaller value has an option that moves with the period, which makes them enough"
        }
    }
}
