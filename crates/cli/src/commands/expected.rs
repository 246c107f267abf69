//! `grundy check --expected`: positions are held to what their lines expect of them.

use super::solve::reply;
use crate::Ending;
use crate::arguments::{CheckArguments, Source};
use crate::input::{PositionResult, PositionText, Round, Rounded, UNSAVED, name_of};
use crate::interrupt::Interrupt;
use grundy::{Comparison, Diagnostic, Expected, Limits, NotRead, Position, Request, Word};
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

pub fn run(path: &Path, arguments: &CheckArguments) -> anyhow::Result<Ending> {
    let interrupt = Interrupt::listen()?;
    let source = Source {
        position: Vec::new(),
        file: Some(path.to_owned()),
        edges: None,
        circles: None,
        board: None,
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
    let (count, origin) = (Count::default(), name_of(path));
    let mut out = BufWriter::new(std::io::stdout());
    let read = |question: PositionText<'_>| {
        let found = read(arguments, &interrupt, question);
        if let Err(NotRead::Stopped(_)) = found {
            count.stopped().insert(question.line.unwrap_or_default());
        }
        found
    };
    let rounded =
        round.answer_counting(&mut out, read, |position, (request, expected), question, page| {
            let answer = interrupt.during(|_| position.solve(&request));
            let line = question.line.unwrap_or_default();
            count.stopped().remove(&line);
            let found = match expected.compare(&answer) {
                Err(mistake) => return Ok(PositionResult::Mistaken(mistake)),
                Ok(Comparison::Agrees) => {
                    count.agree.fetch_add(1, Ordering::Relaxed);
                    return Ok(PositionResult::Ended(Ending::Answered));
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
                    writeln!(page.out, "{origin}:{line}: {text}: expected {expected}, found {found}")?;
                }
                (None, _) => {
                    let by = if interrupt.is_pressed() { "an interruption" } else { "a limit" };
                    writeln!(page.out, "{origin}:{line}: {text}: stopped by {by}")?;
                }
            }
            Ok(if found.is_some() { PositionResult::Ended(Ending::Failed) } else { reply(&answer) })
        })?;
    let told = Told::of(&count, &rounded, interrupt.is_pressed());
    match json {
        true => writeln!(out, "{}", told.object())?,
        false => writeln!(out, "{}", told.sentence(&origin))?,
    }
    out.flush()?;
    Ok(rounded.ending)
}

/// Reads a position with the request for what is expected of it.
fn read(
    arguments: &CheckArguments,
    interrupt: &Interrupt,
    question: PositionText<'_>,
) -> Result<(Position, (Request, Expected)), NotRead> {
    let text = question.text;
    let Some(expected) = question.expected.cloned() else {
        let error = Diagnostic::new(NOTHING_EXPECTED, 0..text.len());
        return Err(error.help("write what its value should be: `nim 1 5 7 = *3`, `cram 3x4 = N`").into());
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

/// The summary: how many lines ended in which way.
struct Told {
    agree: u64,
    differ: u64,
    stopped: u64,
    refused: u64,
    /// After an interruption, the first line that was not asked.
    unasked_from: Option<u64>,
}

impl Told {
    fn of(count: &Count, rounded: &Rounded, is_interrupted: bool) -> Told {
        Told {
            agree: count.agree.load(Ordering::Relaxed),
            differ: count.differ.load(Ordering::Relaxed),
            stopped: count.stopped().len() as u64,
            refused: rounded.refused,
            unasked_from: is_interrupted.then_some(rounded.lines + 1),
        }
    }

    fn object(&self) -> serde_json::Value {
        let Told { agree, differ, stopped, refused, unasked_from } = self;
        let mut object = json!({"agree": agree, "differ": differ, "stopped": stopped, "refused": refused});
        if let Some(line) = unasked_from {
            object["unasked_from"] = json!(line);
        }
        object
    }

    fn sentence(&self, origin: &str) -> String {
        let compared = self.agree + self.differ + self.stopped;
        let mut text = match (compared, self.refused, self.unasked_from) {
            (0, 0, None) => return format!("Nothing was compared: {origin} has no positions."),
            (0, _, _) => "No position was compared".to_owned(),
            _ => {
                let positions = Word::count(compared.into(), "position");
                format!("{positions}: {} as expected, {} not", self.agree, self.differ)
            }
        };
        if self.stopped > 0 {
            text += &format!("; of {} a limit left it open", self.stopped);
        }
        if self.refused > 0 {
            text += &format!("; {} refused", Word::count(self.refused.into(), "line"));
        }
        if let Some(line) = self.unasked_from {
            text += &format!("; interrupted: from line {line} on not all were asked");
        }
        text + "."
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_says_what_was_refused_left_open_and_not_asked() {
        let told = |agree, differ, stopped, refused, unasked_from| {
            Told { agree, differ, stopped, refused, unasked_from }.sentence("a.txt")
        };
        assert_eq!(told(4, 2, 0, 0, None), "6 positions: 4 as expected, 2 not.");
        assert_eq!(told(1, 0, 0, 1, None), "1 position: 1 as expected, 0 not; 1 line refused.");
        assert_eq!(told(0, 0, 0, 2, None), "No position was compared; 2 lines refused.");
        assert_eq!(told(0, 0, 0, 0, None), "Nothing was compared: a.txt has no positions.");
        assert_eq!(
            told(1, 0, 2, 0, Some(4)),
            "3 positions: 1 as expected, 0 not; of 2 a limit left it open; interrupted: from line 4 on not all \
             were asked."
        );
    }
}
