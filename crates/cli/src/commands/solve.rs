//! `grundy solve`: outcome, nimber, parts, every winning move.

use super::checkpoint::Checkpoint;
use crate::arguments::{MethodArgument, SolveArguments, Solving};
use crate::diagnostics::tell;
use crate::input::{AnswerOutput, PositionResult, PositionText, Round};
use crate::interrupt::Interrupt;
use crate::spinner::Spinner;
use crate::{Ending, report};
use grundy::{Answer, NotRead, Outcome, Position, Progress, Request, StopReason};
use std::io::{BufWriter, Write};
use std::sync::{Arc, Mutex, PoisonError};

pub fn run(arguments: &SolveArguments) -> anyhow::Result<Ending> {
    let solving = &arguments.solving;
    let interrupt = Interrupt::listen()?;
    let store = super::store::of(solving)?;
    let oracle = super::oracle::of(solving.dir.as_deref())?;
    let quotients =
        match super::quotients::Quotients::read(&arguments.answering.certificate, solving, &interrupt)? {
            Ok(quotients) => quotients,
            Err(ending) => return Ok(ending),
        };
    let mut out = BufWriter::new(std::io::stdout());
    let keeper = super::store::Keeper::new(store);
    let checkpoint = Checkpoint::of(arguments)?;
    let round = round(solving, &interrupt, &keeper);
    let read = |question: PositionText<'_>| {
        let (position, mut request) = read(solving, &interrupt, question)?;
        request.named_moves = arguments.answering.moves;
        request.lists_options = arguments.options;
        Ok((position, request))
    };
    let answer_all = || {
        round.answer(&mut out, read, |position, request, question, page| {
            oracle.attach(&position);
            quotients.attach(&position);
            keeper.attach(&position, question.shared)?;
            interrupt.during(|_| checkpoint.resume(&position, &request, page.is_only_one))?;
            let answer = solved(&position, request, solving.json, &interrupt, page)?;
            oracle.tell_of(&answer);
            tell_of_quotient(&answer, solving);
            Ok(reply(&answer))
        })
    };
    let ending = keeper.during(|| checkpoint.during(answer_all));
    let flushed = out.flush();
    // Whatever else failed, the search is not lost.
    let written = interrupt.during(|_| checkpoint.finish());
    let ending = ending?;
    flushed?;
    written?;
    Ok(ending)
}

/// How positions are gone through to be solved.
pub fn round<'a>(
    solving: &'a Solving,
    interrupt: &'a Interrupt,
    keeper: &'a super::store::Keeper,
) -> Round<'a> {
    Round {
        source: &solving.source,
        json: solving.json,
        is_set_apart: !solving.json,
        threads: solving.threads,
        memory: solving.limits.memory,
        interrupt,
        save: keeper.save(),
    }
}

/// Solves a position and writes the answer: as text the outcome and the nimber as soon as they are known.
fn solved(
    position: &Position,
    request: Request,
    json: bool,
    interrupt: &Interrupt,
    page: AnswerOutput<'_>,
) -> anyhow::Result<Answer> {
    let AnswerOutput { out, is_only_one } = page;
    let mut head = Ok(false);
    let answer = with_request(request, is_only_one, interrupt, |request, bar| {
        let mut tell_head = |answer: &Answer| {
            bar.found(answer);
            // The nimber is printed once.
            if answer.nimber.is_some() || answer.convention == grundy::Convention::Misere {
                head = bar.aside(|| report::head(out, answer).and_then(|()| out.flush())).map(|()| true);
            }
        };
        position.solve_reporting(request, (is_only_one && !json).then_some(&mut tell_head))
    });
    match head? {
        _ if json => {
            serde_json::to_writer(&mut *out, &answer)?;
            writeln!(out)?;
        }
        true => {
            report::stopped_after_head(out, &answer)?;
            report::rest(out, &answer)?;
        }
        false => report::answer(out, &answer)?,
    }
    // Notices for people come after the answer.
    out.flush()?;
    Ok(answer)
}

/// What to do where a misère search of heaps was stopped before it knew who wins.
fn tell_of_quotient(answer: &Answer, solving: &Solving) {
    let is_misere = answer.convention == grundy::Convention::Misere;
    let is_asked = is_misere && solving.method == MethodArgument::Best && answer.outcome.is_none();
    if let Some(code) = answer.position.heap_code().filter(|_| is_asked) {
        tell(format_args!(
            "help: no misère quotient that tells this sum was found in time; `grundy misere {code} --time 10m \
             --certificate FILE` looks for that of {code}, and `solve --certificate FILE` answers by it"
        ));
    }
}

/// How an answer ends.
pub fn reply(answer: &Answer) -> PositionResult {
    match answer.stopped {
        None => PositionResult::Ended(Ending::Answered),
        Some(StopReason::Memory) => PositionResult::ShortOfMemory,
        Some(_) => PositionResult::Ended(Ending::Stopped),
    }
}

/// Reads a position with the request for its answer, whose limits begin to count and which can be interrupted.
pub fn read(
    solving: &Solving,
    interrupt: &Interrupt,
    question: PositionText<'_>,
) -> Result<(Position, Request), NotRead> {
    interrupt.during(|pressed| {
        // Lines of a file share the threads among them.
        let threads = if question.line.is_none() { solving.threads } else { 1 };
        let run = question.shared.run(solving.limits.limits()).with_threads(threads).with_cancel(pressed);
        let mut request = solving.request(run);
        request.convention = question.convention.or(request.convention);
        let reading = solving.source.reading();
        let position = Position::parse_on(&question.shared.workbench, question.text, reading, &request.run)?;
        Ok((position, request))
    })
}

/// Answers a request that was read so; a line on the terminal shows its progress.
pub fn with_request<T>(
    mut request: Request,
    is_only_one: bool,
    interrupt: &Interrupt,
    answer: impl FnOnce(&Request, &ProgressLine) -> T,
) -> T {
    let bar = ProgressLine::new(is_only_one);
    let found = Arc::clone(&bar.found);
    request.run = bar.spinner.follow(request.run, move |progress| {
        let found = found.lock().unwrap_or_else(PoisonError::into_inner);
        format!("{found}{}", far(progress))
    });
    interrupt.during(|_| answer(&request, &bar))
}

/// A line on the terminal with the progress of a search, where there is a terminal.
pub struct ProgressLine {
    spinner: Spinner,
    /// What has been found.
    found: Arc<Mutex<String>>,
}

impl ProgressLine {
    fn new(is_only_one: bool) -> ProgressLine {
        ProgressLine { spinner: Spinner::only_if(is_only_one), found: Arc::default() }
    }

    /// Tells who wins.
    fn found(&self, answer: &Answer) {
        let found = match answer.outcome {
            Some(Outcome::N) => "N, the next player wins; ",
            Some(Outcome::P) => "P, the previous player wins; ",
            None => "",
        };
        found.clone_into(&mut self.found.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Writes something else while the line is hidden.
    fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.spinner.aside(write)
    }
}

/// How far a search is.
fn far(progress: &Progress) -> String {
    let seconds = progress.elapsed.as_secs_f64();
    format!(
        "{} nodes, {:.0} a second, {} held, {seconds:.0} s (Ctrl-C stops)",
        progress.nodes,
        progress.nodes as f64 / seconds.max(0.001),
        bytesize::ByteSize(progress.bytes)
    )
}
