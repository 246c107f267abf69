//! `grundy check --expected`: positions are held to what their lines expect of them.

use super::solve::reply;
use crate::Ending;
use crate::arguments::{CheckArguments, Source};
use crate::error::CliError;
use crate::input::{PositionResult, PositionText, Round, Rounded, UNSAVED, name_of};
use crate::interrupt::Interrupt;
use grundy::check::proof::{ProofClaim, ProofGame, check_proof};
use grundy::{Comparison, Convention, Diagnostic, Expected, Limits, NotRead, Position, Request, Run, Word};
use serde_json::json;
use std::collections::{BTreeSet, HashMap};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What is said of a line that expects nothing.
const NOTHING_EXPECTED: &str = "nothing is expected of this position";

/// How many lines ended in which way.
#[derive(Default)]
struct Count {
    agree: AtomicU64,
    differ: AtomicU64,
    /// Of both together, how many were shown by a proof.
    shown: AtomicU64,
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
    let claims = Claims::verified(arguments, &interrupt)?;
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
            let line = question.line.unwrap_or_default();
            let mut by_proofs =
                claims.of(&position, &request).map(|claim| expected.compare_with(&position, claim));
            // A claim may be of less than the line says: of the outcome alone.
            let told = by_proofs.find(|compared| !matches!(compared, Ok(Comparison::Stopped)));
            let mut compared = told.unwrap_or(Ok(Comparison::Stopped));
            let mut result = PositionResult::Ended(Ending::Answered);
            let mut stopped = None;
            match compared {
                // No proof says it: it is searched.
                Ok(Comparison::Stopped) => {
                    let answer = interrupt.during(|_| position.solve(&request));
                    compared = expected.compare(&answer);
                    result = reply(&answer);
                    stopped = answer.stopped;
                }
                Ok(_) => _ = count.shown.fetch_add(1, Ordering::Relaxed),
                Err(_) => {}
            }
            count.stopped().remove(&line);
            let found = match compared {
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
                    let stopped = stopped.filter(|_| found.is_none()).map(|reason| reason.to_string());
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
            Ok(if found.is_some() { PositionResult::Ended(Ending::Failed) } else { result })
        })?;
    let by_proofs = !arguments.by.is_empty();
    let summary = Summary::of(&count, &rounded, interrupt.is_pressed(), by_proofs);
    match json {
        true => writeln!(out, "{}", summary.object())?,
        false => writeln!(out, "{}", summary.sentence(&origin))?,
    }
    out.flush()?;
    Ok(rounded.ending)
}

/// What proofs claim that have been verified, by the convention and the position.
struct Claims(HashMap<(Convention, String), Vec<VerifiedClaim>>);

/// What a proof claims, and its games: the same name may stand for other rules in another proof.
struct VerifiedClaim {
    claim: ProofClaim,
    games: Arc<[ProofGame]>,
}

impl Claims {
    fn verified(arguments: &CheckArguments, interrupt: &Interrupt) -> anyhow::Result<Claims> {
        let mut claims: HashMap<_, Vec<VerifiedClaim>> = HashMap::new();
        for path in &arguments.by {
            let wrong = |told: String| {
                let told = format!("{} shows nothing: {told}", path.display());
                CliError::new(
                    told,
                    "`grundy prove POSITION -o FILE` writes a proof, and `grundy check` verifies it",
                )
            };
            let (file, _) = super::check::read_proof(path).map_err(|error| wrong(error.to_string()))?;
            let checked = interrupt.during(|pressed| {
                let limits = Limits { memory: Some(arguments.memory), ..Limits::default() };
                check_proof(&file, &Run::new(limits).with_cancel(pressed))
            });
            let verified = checked.map_err(|refusal| wrong(refusal.to_string()))?;
            if arguments.no_lemmas && !verified.lemmas.is_empty() {
                let told = format!(
                    "it stands on lemmas, and --no-lemmas allows none: {}",
                    verified.lemmas.join(", ")
                );
                return Err(wrong(told).into());
            }
            let convention = file.convention;
            let games: Arc<[ProofGame]> = file.games.into();
            for claim in file.claims {
                let of_position = claims.entry((convention, claim.position.clone())).or_default();
                of_position.push(VerifiedClaim { claim, games: Arc::clone(&games) });
            }
        }
        Ok(Claims(claims))
    }

    /// What is claimed of a position by proofs that have the rules of its games.
    fn of(&self, position: &Position, request: &Request) -> impl Iterator<Item = &ProofClaim> {
        let of_position = match self.0.is_empty() {
            true => None,
            false => {
                let convention = request.convention.unwrap_or_else(|| position.usual_convention());
                self.0.get(&(convention, position.in_proofs()))
            }
        };
        let verified = of_position.into_iter().flatten();
        verified
            .filter(|verified| position.other_game_than_in(&verified.games).is_none())
            .map(|verified| &verified.claim)
    }
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
struct Summary {
    agree: u64,
    differ: u64,
    /// Of both together how many were shown by proofs, where there are any.
    shown: Option<u64>,
    stopped: u64,
    refused: u64,
    /// After an interruption, the first line that was not asked.
    unasked_from: Option<u64>,
}

impl Summary {
    fn of(count: &Count, rounded: &Rounded, is_interrupted: bool, by_proofs: bool) -> Summary {
        Summary {
            agree: count.agree.load(Ordering::Relaxed),
            differ: count.differ.load(Ordering::Relaxed),
            shown: by_proofs.then(|| count.shown.load(Ordering::Relaxed)),
            stopped: count.stopped().len() as u64,
            refused: rounded.refused,
            unasked_from: is_interrupted.then_some(rounded.lines + 1),
        }
    }

    fn object(&self) -> serde_json::Value {
        let Summary { agree, differ, shown, stopped, refused, unasked_from } = self;
        let mut object = json!({"agree": agree, "differ": differ, "stopped": stopped, "refused": refused});
        if let Some(shown) = shown {
            object["by_proof"] = json!(shown);
        }
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
        if let Some(shown) = self.shown {
            text += &format!("; {shown} by a proof");
        }
        if self.stopped > 0 {
            text += &format!("; a limit left {} open", self.stopped);
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
        let sentence = |agree, differ, stopped, refused, unasked_from| {
            Summary { agree, differ, shown: None, stopped, refused, unasked_from }.sentence("a.txt")
        };
        assert_eq!(sentence(4, 2, 0, 0, None), "6 positions: 4 as expected, 2 not.");
        assert_eq!(sentence(1, 0, 0, 1, None), "1 position: 1 as expected, 0 not; 1 line refused.");
        assert_eq!(sentence(0, 0, 0, 2, None), "No position was compared; 2 lines refused.");
        assert_eq!(sentence(0, 0, 0, 0, None), "Nothing was compared: a.txt has no positions.");
        assert_eq!(
            sentence(1, 0, 2, 0, Some(4)),
            "3 positions: 1 as expected, 0 not; a limit left 2 open; interrupted: from line 4 on not all \
             were asked."
        );
    }
}
