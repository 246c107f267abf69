//! `grundy solve`: outcome, nimber, parts, every winning move.

use crate::arguments::{Solve, Solving};
use crate::input::{Reply, for_each_position};
use crate::interrupt::Interrupt;
use crate::{Ending, report};
use grundy::{Answer, Diagnostic, Position, Progress, Request};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{BufWriter, IsTerminal, Write};
use std::time::Duration;

pub fn run(arguments: &Solve) -> anyhow::Result<Ending> {
    let solving = &arguments.solving;
    let interrupt = Interrupt::listen()?;
    let store = super::store::of(solving)?;
    let oracle = super::oracle::of(solving.dir.as_deref())?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    let read = |text: &str| read(solving, &interrupt, text);
    let ending =
        for_each_position(&solving.source, solving.json, &mut out, read, |position, request, out| {
            oracle.attach(&position);
            let answer = super::store::keep(store.as_ref(), &position, || {
                with_request(request, &interrupt, |request| position.solve(request))
            })?;
            drop(position);
            if solving.json {
                serde_json::to_writer(&mut *out, &answer)?;
                writeln!(out)?;
            } else {
                report::answer(out, &answer)?;
            }
            out.flush()?;
            oracle.tell_of(&answer);
            end(&answer, &interrupt, out).map(Reply::Ended)
        })?;
    out.flush()?;
    Ok(ending)
}

/// How an answer ends the program; after an interruption it ends at once, with what is printed.
pub fn end(answer: &Answer, interrupt: &Interrupt, out: &mut dyn Write) -> anyhow::Result<Ending> {
    if interrupt.is_pressed() {
        out.flush()?;
        std::process::exit(Ending::Stopped as i32);
    }
    Ok(if answer.stopped.is_some() { Ending::Stopped } else { Ending::Answered })
}

/// Reads a position with the request for its answer, whose limits begin to count and which can be interrupted.
pub fn read(solving: &Solving, interrupt: &Interrupt, text: &str) -> Result<(Position, Request), Diagnostic> {
    interrupt.during(|pressed| {
        let mut request = solving.request();
        request.run = request.run.with_cancel(pressed);
        let position = Position::parse_within(text, solving.source.reading(), &request.run)?;
        Ok((position, request))
    })
}

/// Answers a request that was read so; a line on the terminal tells how far it is.
pub fn with_request<T>(mut request: Request, interrupt: &Interrupt, answer: impl FnOnce(&Request) -> T) -> T {
    let bar = progress_bar();
    if let Some(bar) = bar.clone() {
        request.run = request.run.with_sink(move |progress| bar.set_message(told(progress)));
    }
    let answer = interrupt.during(|_| answer(&request));
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    answer
}

fn progress_bar() -> Option<ProgressBar> {
    if !std::io::stderr().is_terminal() {
        return None;
    }
    let bar = ProgressBar::new_spinner();
    let style = ProgressStyle::with_template("{spinner} {msg}").expect("the template is well formed");
    bar.set_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    Some(bar)
}

fn told(progress: &Progress) -> String {
    let seconds = progress.elapsed.as_secs_f64();
    format!(
        "{} nodes, {:.0} a second, {} held, {seconds:.0} s (Ctrl-C stops)",
        progress.nodes,
        progress.nodes as f64 / seconds.max(0.001),
        bytesize::ByteSize(progress.bytes)
    )
}
