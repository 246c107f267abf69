//! `grundy check --expected`: positions are held to what their lines expect of them.

use super::solve::reply;
use crate::Ending;
use crate::arguments::{Check, Source};
use crate::input::{Question, Reply, Round, UNSAVED};
use crate::interrupt::Interrupt;
use grundy::{Comparison, Diagnostic, Expected, Limits, Position, Request, Word};
use serde_json::json;
use std::collections::BTreeSet;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is asked of the text of a position.
const NOTHING_EXPECTED: &str = "nothing is expected of this position";

/// How many lines ended in which way.
#[derive(Default)]
struct Count {
    agree: AtomicU64,
    differ: AtomicU64,
    /// The numbers of the lines that a limit left open; a line can be tried again.
    stopped: Mutex<BTreeSet<usize>>,
}

impl Count {
    fn stopped(&self) -> MutexGuard<'_, BTreeSet<usize>> {
        self.stopped.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub fn run(path: &Path, arguments: &Check) -> anyhow::Result<Ending> {
    let interrupt = Interrupt::listen()?;
    let source = Source {
        position: Vec::new(),
        file: Some(path.to_owned()),
        edges: None,
        lenient: false,
        drop_floating: false,
    };
    let (json, threads) = (arguments.json, arguments.threads);
    let round = Round {
        source: &source,
        json,
        is_set_apart: false,
        threads,
        memory: arguments.memory,
        interrupt: &interrupt,
        save: UNSAVED,
    };
    let count = Count::default();
    let mut out = BufWriter::new(std::io::stdout());
    let read = |question: Question<'_>| read(arguments, &interrupt, question);
    let ending = round.answer(&mut out, read, |position, (request, expected), question, page| {
        let answer = interrupt.during(|_| position.solve(&request));
        let line = question.line.unwrap_or_default();
        count.stopped().remove(&line);
        let found = match expected.compare(&answer) {
            Err(mistake) => return Ok(Reply::Mistaken(mistake)),
            Ok(Comparison::Agrees) => {
                count.agree.fetch_add(1, Ordering::Relaxed);
                return Ok(Reply::Ended(Ending::Answered));
            }
            Ok(Comparison::Differs(found)) => Some(found),
            Ok(Comparison::Stopped) => None,
        };
        match &found {
            Some(_) => _ = count.differ.fetch_add(1, Ordering::Relaxed),
            None => _ = count.stopped().insert(line),
        }
        let text = question.text;
        match (&found, json) {
            (_, true) => {
                let stopped = answer.stopped.filter(|_| found.is_none()).map(|reason| reason.to_string());
                let object = json!({"line": line, "position": text, "expected": expected.to_string(),
                    "found": found, "stopped": stopped});
                writeln!(page.out, "{object}")?;
            }
            (Some(found), _) => {
                let origin = path.display();
                writeln!(page.out, "{origin}:{line}: {text}: expected {expected}, found {found}")?;
            }
            (None, _) => {
                let by = if interrupt.is_pressed() { "an interruption" } else { "a limit" };
                writeln!(page.out, "{}:{line}: {text}: stopped by {by}", path.display())?;
            }
        }
        Ok(if found.is_some() { Reply::Ended(Ending::Failed) } else { reply(&answer) })
    })?;
    tell_of(&count, json, &mut out)?;
    out.flush()?;
    Ok(ending)
}

/// Reads a position with the request for what is expected of it.
fn read(
    arguments: &Check,
    interrupt: &Interrupt,
    question: Question<'_>,
) -> Result<(Position, (Request, Expected)), Diagnostic> {
    let text = question.text;
    let Some(expected) = question.expected.cloned() else {
        let error = Diagnostic::new(NOTHING_EXPECTED, 0..text.len());
        return Err(error.help("write what its value should be: `nim 1 5 7 = *3`, `cram 3x4 = N`"));
    };
    interrupt.during(|pressed| {
        let limits = Limits { nodes: arguments.nodes, time: arguments.time, memory: Some(arguments.memory) };
        let request = Request {
            convention: question.convention,
            goal: expected.goal(),
            named_moves: usize::MAX,
            run: question.shared.run(limits).with_cancel(pressed),
            ..Request::default()
        };
        let reading = Default::default();
        let position = Position::parse_on(&question.shared.workbench, text, reading, &request.run)?;
        Ok((position, (request, expected)))
    })
}

/// Says how many lines ended in which way.
fn tell_of(count: &Count, json: bool, out: &mut impl Write) -> std::io::Result<()> {
    let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
    let (agree, differ, stopped) = (of(&count.agree), of(&count.differ), count.stopped().len() as u64);
    if json {
        let object = json!({"agree": agree, "differ": differ, "stopped": stopped});
        return writeln!(out, "{object}");
    }
    let open = if stopped > 0 { format!("; of {stopped} a limit left it open") } else { String::new() };
    let positions = Word::count(u128::from(agree + differ + stopped), "position");
    writeln!(out, "{positions}: {agree} as expected, {differ} not{open}.")
}
