//! `grundy sequence` of positions with a number in them, such as boards that grow.

use super::Arguments;
use crate::Ending;
use crate::commands::draw;
use crate::diagnostics::{Gravity, render, tell};
use crate::files::replace;
use crate::interrupt::Interrupt;
use crate::report::filled;
use crate::spinner::Spinner;
use anyhow::bail;
use grundy::heaps::Observed;
use grundy::picture::Chart;
use grundy::{
    Answer, Convention, Diagnostic, Family, Goal, Limits, NotRead, Position, Reading, Request, Run, Workbench,
};
use grundy::{StopReason, Word};
use serde_json::json;
use std::io::{BufWriter, Write};

/// The number of positions where none is said.
const FEW_TERMS: u64 = 20;

/// What was found of a family.
struct Found {
    first: u64,
    nimbers: Vec<u32>,
    stopped: Option<StopReason>,
    seconds: f64,
}

/// The family that a text tells, if it has a number in it.
pub fn family(text: &str) -> Option<Family> {
    text.parse::<Family>().ok().filter(Family::has_number)
}

/// What is wrong with the braces of a text that names a game and has a letter in them.
pub fn mistake(text: &str) -> Option<Diagnostic> {
    let (game, rest) = text.trim_start().split_once(' ')?;
    let braced = rest.split_once('{')?.1;
    let has_letter = braced.split('}').next()?.contains(|sign: char| sign.is_ascii_alphabetic());
    let is_game = game.starts_with(|sign: char| sign.is_ascii_alphabetic());
    if has_letter && is_game { text.parse::<Family>().err() } else { None }
}

pub fn run(text: &str, family: &Family, arguments: &Arguments) -> anyhow::Result<Ending> {
    let for_codes = [
        ("--prove", arguments.prove),
        ("--every", arguments.every),
        ("--claim", arguments.claim.is_some()),
        ("--misere", arguments.misere),
        ("--certificate", arguments.certificate.is_some()),
        ("--checkpoint", arguments.checkpoint.is_some()),
    ];
    if let Some((option, _)) = for_codes.iter().find(|(_, is_given)| *is_given) {
        bail!("{option} is for codes, and this is a sequence of positions\nhelp: leave it out");
    }
    let interrupt = Interrupt::listen()?;
    let found = interrupt.during(|pressed| {
        let limits = Limits { time: arguments.time, memory: Some(arguments.memory), nodes: None };
        let run = Run::new(limits).with_threads(arguments.threads()).with_cancel(pressed);
        let spinner = Spinner::new();
        let run = spinner.follow(run.with_resident(crate::resident), |progress| {
            format!("{} positions (Ctrl-C stops)", progress.nodes)
        });
        find(text, family, arguments, &run)
    });
    let found = match found {
        Ok(found) => found,
        Err(error) => {
            tell(render(Gravity::Error, "position", 1, text, &error));
            return Ok(Ending::Mistaken);
        }
    };
    let mut out = BufWriter::new(std::io::stdout().lock());
    match arguments.json {
        true => writeln!(out, "{}", as_json(text, &found, arguments))?,
        false => as_text(&mut out, text, &found)?,
    }
    out.flush()?;
    write_files(text, &found, arguments)?;
    Ok(if found.stopped.is_some() { Ending::Stopped } else { Ending::Answered })
}

/// The nimbers of the positions, as far as the limits go. All are read on one workbench, whose memos they share.
fn find(text: &str, family: &Family, arguments: &Arguments, run: &Run) -> Result<Found, Diagnostic> {
    let workbench = Workbench::default();
    let read = |n: u64| -> Result<Position, NotRead> {
        Position::parse_on(&workbench, &family.text(n)?, Reading::default(), run)
    };
    let first = match arguments.from {
        Some(first) => first,
        None => u64::from(read(0).is_err() && read(1).is_ok()),
    };
    let mut found = Found { first, nimbers: Vec::new(), stopped: None, seconds: 0.0 };
    for n in first..first.saturating_add(terms(arguments)) {
        // Where a theorem answers, nothing else looks at the time.
        if let Err(stopped) = run.check() {
            found.stopped = Some(stopped.reason);
            break;
        }
        let position = match read(n) {
            Ok(position) => position,
            Err(NotRead::Stopped(stopped)) => {
                found.stopped = Some(stopped.reason);
                break;
            }
            Err(NotRead::Mistake(mistake)) => return Err(mistaken(text, family, n, mistake)),
        };
        let request = Request {
            goal: Goal::Nimber,
            convention: Some(Convention::Normal),
            run: run.clone(),
            ..Request::default()
        };
        let answer = position.solve(&request);
        match answer.nimber.and_then(|nimber| u32::try_from(nimber.0).ok()) {
            Some(nimber) => found.nimbers.push(nimber),
            None => {
                found.stopped = answer.stopped;
                if answer.stopped.is_none() {
                    return Err(no_nimber(text, n, &answer));
                }
                break;
            }
        }
    }
    found.seconds = run.elapsed().as_secs_f64();
    Ok(found)
}

/// What is wrong with a position, with the text that it stands for. Its own mistake points into that.
fn mistaken(text: &str, family: &Family, n: u64, mistake: Diagnostic) -> Diagnostic {
    family.position(n).err().unwrap_or_else(|| {
        let told = Diagnostic::new(format!("n = {n}: {}", mistake.message), 0..text.len());
        match mistake.help {
            Some(help) => told.help(help),
            None => told,
        }
    })
}

fn no_nimber(text: &str, n: u64, answer: &Answer) -> Diagnostic {
    let position = &answer.position;
    let (message, help) = match answer.nimber {
        Some(nimber) => (
            format!("n = {n}: the nimber of `{position}`, {nimber}, has more than 32 bits"),
            "end the sequence before it with --terms",
        ),
        None => (
            format!("n = {n}: `{position}` has no nimber"),
            "where a move wins the whole game at once, a position may have none; end the sequence before it with --terms",
        ),
    };
    Diagnostic::new(message, 0..text.len()).help(help)
}

/// How many positions are asked for: few where it was not said.
fn terms(arguments: &Arguments) -> u64 {
    arguments.terms.unwrap_or(FEW_TERMS)
}

fn as_text(out: &mut dyn Write, text: &str, found: &Found) -> anyhow::Result<()> {
    let count = found.nimbers.len() as u64;
    if count > 0 {
        writeln!(out, "{text}, n from {} to {}:", found.first, found.first + count - 1)?;
        let nimbers: Vec<String> = found.nimbers.iter().map(u32::to_string).collect();
        writeln!(out, "{}", filled(&nimbers.join(" "), "", ""))?;
    }
    match Observed::in_nimbers(&found.nimbers) {
        Some(seen) => {
            let adds = if seen.saltus > 0 { format!(", each adding {}", seen.saltus) } else { String::new() };
            let from = found.first + seen.preperiod;
            writeln!(out, "Observed, not proved: period {} from n = {from} on{adds}.", seen.period)?;
        }
        None if found.stopped.is_none() => writeln!(out, "No repeat is observed.")?,
        None => {}
    }
    if let Some(reason) = found.stopped {
        writeln!(out, "Stopped ({reason}) after {}.", Word::count(count.into(), "position"))?;
    }
    Ok(())
}

fn as_json(text: &str, found: &Found, arguments: &Arguments) -> serde_json::Value {
    let mut object = json!({
        "positions": text,
        "from": found.first,
        "terms": terms(arguments),
        "nimbers": found.nimbers,
        "proved": false,
        "max": found.nimbers.iter().max(),
        "seconds": found.seconds,
    });
    if let Some(seen) = Observed::in_nimbers(&found.nimbers) {
        object["observed_not_proved"] = json!({
            "period": seen.period,
            "preperiod": found.first + seen.preperiod,
            "saltus": seen.saltus,
            "nimbers": seen.nimbers,
        });
    }
    if let Some(reason) = found.stopped {
        object["stopped"] = json!(reason.to_string());
        object["known"] = json!(found.nimbers.len());
    }
    object
}

fn write_files(text: &str, found: &Found, arguments: &Arguments) -> anyhow::Result<()> {
    let numbered = || (found.first..).zip(&found.nimbers);
    if let Some(path) = &arguments.csv {
        replace(path, |file| numbered().try_for_each(|(n, nimber)| writeln!(file, "{n},{nimber}")))?;
    }
    if let Some(path) = &arguments.plot {
        let points = numbered().map(|(n, &nimber)| (n as f64, f64::from(nimber)));
        let chart = Chart::new(format!("Nimbers of {text}"), "n", "nimber").points(points);
        let chart = match Observed::in_nimbers(&found.nimbers) {
            Some(seen) => {
                let from = (found.first + seen.preperiod) as f64;
                let label = format!("period {} from {from} on, observed and not proved", seen.period);
                chart.band(from, from + seen.period as f64, label)
            }
            None => chart,
        };
        draw::write(path, &chart.picture())?;
    }
    Ok(())
}
