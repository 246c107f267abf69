//! `grundy sequence`: nimbers of heaps, and the proven period.

mod boards;
mod codes;
mod files;
pub mod genera;
mod misere;
mod proof;
mod report;

use crate::Ending;
use crate::arguments::SequenceArguments as Arguments;
use crate::diagnostics::{Gravity, render, tell};
use crate::error::{CliError, refuse};
use crate::files::{Sort, replace};
use crate::interrupt::Interrupt;
use crate::lock::Lock;
use crate::spinner::Spinner;
use grundy::heaps::{CheckpointError, ClaimVerdict, Code, EngineError, Memory, Sequence, SequenceError};
use grundy::{Findings, Limits, Run, StopReason, Stopped, Word};
use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// What is known is kept this often.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(10);
/// A disk is taken to be as fast as this until it has been seen at work, in bytes a second.
const DISK: f64 = 3e8;
/// A checkpoint of more bytes shows how fast the disk is.
const BYTES_TO_MEASURE: u64 = 1 << 20;
/// Work that could go on for less than this before the checkpoint has to be written is not begun.
const LEAST_WORK: Duration = Duration::from_millis(5);
/// How many nimbers are remembered with `--claim`, beside those that the proof needs.
const REMEMBERED: u64 = 1 << 20;

pub fn run(arguments: &Arguments) -> anyhow::Result<Ending> {
    let Some(text) = &arguments.code else {
        files::check(arguments)?;
        return codes::run(arguments);
    };
    if let Some(family) = boards::family(text) {
        files::check(arguments)?;
        return boards::run(text, &family, arguments);
    }
    let read = if arguments.misere { grundy::read_misere_code } else { grundy::read_code };
    let code = match read(text) {
        Ok(code) => code,
        Err(error) => {
            // What has n in braces is meant as a family of positions.
            let error = boards::mistake(text).unwrap_or(error);
            tell(render(Gravity::Error, "code", 1, text, &error));
            return Ok(Ending::Mistaken);
        }
    };
    if arguments.from.is_some() {
        refuse!("--from is for positions with n in braces", "the nimbers of a code begin with heap 0");
    }
    if arguments.misere {
        files::check(arguments)?;
        return misere::run(&code, arguments);
    }
    let interrupt = Interrupt::listen()?;
    files::check(arguments)?;
    // What is no regular file, such as /dev/stdout, is nobody's alone.
    let checkpoint = arguments.checkpoint.as_deref().filter(|path| !path.exists() || path.is_file());
    let _lock = checkpoint.map(|path| Lock::take(path, "sequence")).transpose()?;
    let started = Instant::now();
    let limits = Limits { time: arguments.time, memory: Some(arguments.memory), nodes: None };
    let run = Run::new(limits).with_cancel(interrupt.button()).with_resident(crate::resident);
    let sequence = match interrupt.during(|_| open(&code, arguments, &run)) {
        Err(error) if error.is::<NotReadWhole>() => {
            tell(format_args!("error: {error}"));
            return Ok(Ending::Stopped);
        }
        opened => opened?,
    };
    let kept = Kept { at: started, nimbers: sequence.known(), bytes_a_second: DISK };
    let mut work = Work {
        arguments,
        started,
        found: Findings {
            sequence: sequence.with_threads(arguments.threads()),
            terms: arguments.terms(),
            period: None,
            stopped: None,
            elapsed: Duration::ZERO,
        },
        verdict: None,
        kept,
    };
    interrupt.during(|_| work.compute(run))?;
    // A proof is reported once it is where it was asked for. A report that nobody reads to its end, or one file that
    // cannot be written, is no reason to lose the rest.
    let proof = work.write_proof();
    let reported = work.report(proof);
    let written = interrupt.during(|pressed| work.write_files(&pressed));
    reported?;
    Ok(match (&work.verdict, worse(proof.ending(), written)) {
        (_, Ending::Mistaken) => Ending::Mistaken,
        _ if work.found.stopped.is_some() => Ending::Stopped,
        (None | Some(ClaimVerdict::Proved(_)), ending) => ending,
        (Some(_), _) => Ending::Failed,
    })
}

/// The graver of two endings of writing: a file that cannot be written, then one that was cut short.
fn worse(one: Ending, other: Ending) -> Ending {
    if one == Ending::Mistaken || other == Ending::Answered { one } else { other }
}

/// A checkpoint that was not read to its end: a limit or the stop button came first.
#[derive(Debug)]
struct NotReadWhole {
    path: PathBuf,
    reason: StopReason,
}

impl fmt::Display for NotReadWhole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, reason) = (self.path.display(), self.reason);
        write!(f, "{path}: stopped ({reason}) while it was read\nhelp: it was left as it is")?;
        if reason == StopReason::Time { f.write_str("; allow more --time") } else { Ok(()) }
    }
}

impl std::error::Error for NotReadWhole {}

/// A new sequence, or the one that a checkpoint holds.
fn open(code: &Code, arguments: &Arguments, run: &Run) -> anyhow::Result<Sequence> {
    // What is no regular file, such as /dev/full, is written to and never read.
    let checkpoint = arguments.checkpoint.as_deref();
    let Some(path) = checkpoint.filter(|path| path.is_file()) else {
        return Ok(match arguments.claim {
            Some((preperiod, period)) => Sequence::claiming(code, preperiod, period),
            None => Sequence::new(code),
        }
        .with_limit(arguments.memory));
    };
    let stopped = |stopped: Stopped| NotReadWhole { path: path.to_owned(), reason: stopped.reason };
    let sort = Sort::limited("a checkpoint that --memory has room for", arguments.memory);
    let bytes = sort.read_within(path, run).map_err(|error| match error.downcast() {
        Ok(found) => stopped(found).into(),
        Err(error) => error,
    })?;
    let refused = |why: &str, remedy: &str| {
        let message = format!("{}: {why}", path.display());
        anyhow::Error::from(CliError::new(message, format!("it was left as it is; {remedy}")))
    };
    let sequence = Sequence::resume_within(code, &bytes, run).map_err(|error| {
        let remedy = match error {
            CheckpointError::Stopped(found) => return stopped(found).into(),
            CheckpointError::Memory { .. } => "allow more --memory, or name another --checkpoint file",
            _ => "name another --checkpoint file, or remove it",
        };
        refused(&error.to_string(), remedy)
    })?;
    let may_go_on = match arguments.claim {
        Some((preperiod, period)) => sequence.may_prove(preperiod, period),
        None => sequence.memory() == Memory::Full,
    };
    if may_go_on {
        if sequence.believed() > 0 {
            tell(format_args!(
                "note: {} tells {}: they are believed for the search, and what they prove is proved again \
                 from heap 0",
                path.display(),
                Word::count(sequence.believed().into(), "nimber")
            ));
        }
        return Ok(sequence);
    }
    Err(match sequence.claim() {
        Some((preperiod, period)) => refused(
            &format!("this checkpoint remembers only what the claim {preperiod},{period} needs"),
            &format!("go on with --claim {preperiod},{period}, or name another --checkpoint file"),
        ),
        None => refused(
            "this checkpoint remembers only what its own claim needs",
            "go on with the --claim that it was begun with, or name another --checkpoint file",
        ),
    })
}

/// A sequence on its way.
struct Work<'a> {
    arguments: &'a Arguments,
    started: Instant,
    found: Findings,
    /// What became of the claim.
    verdict: Option<ClaimVerdict>,
    kept: Kept,
}

/// The checkpoint that was written last.
#[derive(Clone, Copy)]
struct Kept {
    at: Instant,
    /// So many nimbers are in it.
    nimbers: u64,
    /// How fast that was.
    bytes_a_second: f64,
}

impl Work<'_> {
    /// Computes until the goal, a limit, or the stop button; keeps checkpoints on the way.
    fn compute(&mut self, run: Run) -> anyhow::Result<()> {
        let spinner = Spinner::new();
        let started = self.started;
        let run = spinner.follow(run, move |progress| {
            let rate = progress.done as f64 / started.elapsed().as_secs_f64().max(0.001);
            format!("{} nimbers, {rate:.0} a second (Ctrl-C stops)", progress.done)
        });
        let mut has_warned = false;
        loop {
            // The work pauses when a checkpoint is due.
            let run_to_checkpoint = match self.arguments.checkpoint {
                Some(_) => match self.until_pause(&run) {
                    None => {
                        self.found.stopped = Some(StopReason::Time);
                        break;
                    }
                    Some(time) => run.for_at_most(time),
                },
                None => run.clone(),
            };
            match self.advance(&run_to_checkpoint) {
                Ok(()) => break,
                Err(SequenceError::Stopped(stopped)) => {
                    self.found.stopped = match (stopped.reason, run.check()) {
                        (StopReason::Time, Ok(())) => None, // a checkpoint is due
                        (reason, Ok(())) => Some(reason),
                        (_, Err(stopped)) => Some(stopped.reason),
                    };
                }
                Err(SequenceError::Engine(EngineError::Limit { .. })) => {
                    self.found.stopped = Some(StopReason::Memory);
                }
                Err(error) => return Err(why_not(&error, self.arguments.checkpoint.is_some()).into()),
            }
            if self.found.stopped.is_some() {
                break;
            }
            if self.kept.at.elapsed() < CHECKPOINT_EVERY {
                continue;
            }
            // The disk may have room again later: hours of work do not end here.
            if let Err(error) = self.keep()
                && !has_warned
            {
                tell(format_args!("warning: {error:#}; the work goes on"));
                has_warned = true;
            }
        }
        drop(spinner);
        self.found.elapsed = self.started.elapsed();
        if self.found.stopped.is_some() && self.arguments.claim.is_none() {
            if self.found.period.is_none() {
                self.found.period = self.found.sequence.proved();
            }
            if self.found.period.is_some() && !self.arguments.every {
                self.found.stopped = None; // there is nothing left to do
            }
        }
        Ok(())
    }

    /// How long the work may go on before it pauses: until a checkpoint is due, or half of the time that is left
    /// after the last checkpoint has been written, which takes the longer the more is known. `None` when there is
    /// no such time left.
    fn until_pause(&self, run: &Run) -> Option<Duration> {
        let due = CHECKPOINT_EVERY.saturating_sub(self.kept.at.elapsed());
        let Some(most) = run.limits().time else { return Some(due) };
        let bytes = self.found.sequence.checkpoint_bytes();
        let writing = Duration::from_secs_f64(bytes as f64 / self.kept.bytes_a_second);
        let left = most.saturating_sub(run.elapsed()).saturating_sub(writing);
        (left >= LEAST_WORK).then(|| (left / 2).max(LEAST_WORK).min(due))
    }

    /// Goes on until the goal, or until the run stops.
    fn advance(&mut self, run: &Run) -> Result<(), SequenceError> {
        let arguments = self.arguments;
        let is_bounded = self.found.sequence.memory() == Memory::Bounded;
        if let Some((preperiod, period)) = arguments.claim {
            let verdict = self.found.sequence.prove_claimed(preperiod, period, run)?;
            if let ClaimVerdict::Proved(period) | ClaimVerdict::Other(period) = &verdict {
                self.found.period = Some(period.clone());
            }
            let is_known = self.found.period.is_some();
            self.verdict = Some(verdict);
            if !is_known {
                let most = if is_bounded { REMEMBERED } else { u64::MAX };
                self.found.sequence.extend_to(arguments.terms().min(most), run)?;
            }
        } else if arguments.every {
            // Once the period is proved, no more repeats are looked for.
            if self.found.period.is_none() {
                self.found.period = self.found.sequence.prove(arguments.terms(), run)?;
            }
            self.found.sequence.extend_to(arguments.terms(), run)?;
        } else {
            let limit = if arguments.prove { u64::MAX } else { arguments.terms() };
            self.found.period = self.found.sequence.prove(limit, run)?;
        }
        Ok(())
    }

    /// Writes the checkpoint, unless the file tells more: what is proved again from heap 0 is less at first.
    fn keep(&mut self) -> anyhow::Result<()> {
        let Some(path) = &self.arguments.checkpoint else { return Ok(()) };
        let nimbers = self.found.sequence.known();
        if nimbers < self.kept.nimbers {
            self.kept.at = Instant::now();
            return Ok(());
        }
        let (begun, bytes) = (Instant::now(), self.found.sequence.checkpoint_bytes());
        let written = replace(path, |file| self.found.sequence.write_checkpoint(file));
        self.kept.at = Instant::now();
        if written.is_ok() {
            self.kept.nimbers = nimbers;
        }
        // A small file says little of how fast a disk is.
        if bytes > BYTES_TO_MEASURE {
            self.kept.bytes_a_second = bytes as f64 / begun.elapsed().as_secs_f64().max(0.001);
        }
        written
    }
}

/// Why the engine cannot go on, with what to do.
fn why_not(error: &SequenceError, has_checkpoint: bool) -> CliError {
    match (error, has_checkpoint) {
        (SequenceError::Engine(EngineError::Memory { .. }), false) => CliError::new(
            error,
            "write --prove instead of --claim: it remembers every nimber, as far as --memory goes",
        ),
        (SequenceError::Engine(EngineError::Memory { .. }), true) => CliError::new(
            error,
            "this checkpoint cannot go on; write --prove instead of --claim, and name another --checkpoint file: \
             it remembers every nimber, as far as --memory goes",
        ),
        (SequenceError::Engine(EngineError::Checkpoint { .. }), _) => {
            CliError::new(error, "remove the --checkpoint file, or name another")
        }
        _ => CliError::new(error, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_memory_is_too_short_it_is_told_what_remembers_more() {
        let error = SequenceError::Engine(EngineError::Memory { heap: 1_697_097 });
        let message = |has_checkpoint| why_not(&error, has_checkpoint).to_string();
        assert!(
            message(false).starts_with("heap 1697097 needs nimbers that bounded memory has dropped\nhelp: ")
        );
        assert!(
            message(false).contains("--prove instead of --claim") && !message(false).contains("checkpoint")
        );
        assert!(
            message(true).contains("--prove instead of --claim")
                && message(true).contains("another --checkpoint")
        );
        assert_eq!(
            why_not(&SequenceError::Engine(EngineError::Nimbers), true).to_string().lines().count(),
            1
        );
    }
}
