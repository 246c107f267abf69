//! `grundy convert`: a position as heaps, stalks or nests.

use crate::Ending;
use crate::arguments::ConvertArguments;
use crate::diagnostics::{Gravity, render, tell};
use crate::input::report_notes;
use crate::interrupt::Interrupt;
use grundy::{
    Convention, Diagnostic, Limits, NotConverted, NotRead, Position, Reading, Request, Run, SameGame,
    StopReason,
};
use serde_json::json;
use std::io::Write;
use std::time::Duration;

pub fn run(arguments: &ConvertArguments) -> anyhow::Result<Ending> {
    let text = arguments.position.join(" ");
    let complain = |origin: &str, text: &str, error: &Diagnostic| {
        tell(render(Gravity::Error, origin, 1, text, error));
        Ok(Ending::Mistaken)
    };
    let stopped = |position: &str, reason: StopReason| {
        if arguments.json {
            let object = json!({"position": position, "stopped": reason.to_string()});
            writeln!(std::io::stdout(), "{object}")?;
        }
        Ok(Ending::Stopped)
    };
    let interrupt = Interrupt::listen()?;
    let run = Run::new(arguments.limits.limits()).with_cancel(interrupt.button());
    let position = match interrupt.during(|_| Position::parse_within(&text, Reading::default(), &run)) {
        Ok(position) => position,
        Err(NotRead::Mistake(error)) => return complain("position", &text, &error),
        Err(NotRead::Stopped(end)) => {
            tell(format_args!("{end}\nhelp: give more with --time or --memory"));
            return stopped(&text, end.reason);
        }
    };
    report_notes("position", 1, &text, &position);
    let converted = interrupt
        .during(|_| position.convert(&arguments.to, &Request { run: run.clone(), ..Request::default() }));
    let converted = match converted {
        Ok(converted) => converted,
        Err(NotConverted::Game(error)) => return complain("--to", &arguments.to, &error),
        Err(NotConverted::NoNimber(error) | NotConverted::TooLong(error)) => {
            return complain("position", &position.to_string(), &error);
        }
        Err(NotConverted::Stopped(reason, error)) => {
            complain("position", &position.to_string(), &error)?;
            return stopped(&position.to_string(), reason);
        }
    };
    // Trees of large heaps are not worth a wait.
    let limits = Limits { time: Some(Duration::from_secs(1)), memory: Some(1 << 30), ..Limits::default() };
    let likeness = SameGame::new(Convention::Normal, Run::new(limits)).compare(&position, &converted);
    let mut out = std::io::stdout().lock();
    if arguments.json {
        let object = json!({
            "position": position.to_string(),
            "converted": converted.to_string(),
            "same_value": likeness.same_value,
            "same_tree": likeness.same_tree,
        });
        writeln!(out, "{object}")?;
        return Ok(Ending::Answered);
    }
    writeln!(out, "{converted}")?;
    if position.usual_convention() == Convention::Misere {
        tell("note: compared under normal play; solve it with --misere to play it by the misère convention");
    }
    tell(match likeness.same_tree {
        Some(true) => "note: the same game: the trees of options are the same",
        Some(false) => "note: another game of the same value, under normal play",
        None => {
            "note: of the same value; whether the trees of options are the same was not found in a second"
        }
    });
    Ok(Ending::Answered)
}
