//! `grundy convert`: a position as heaps, stalks or nests.

use crate::Ending;
use crate::arguments::ConvertArguments;
use crate::diagnostics::{Gravity, render, tell};
use crate::input::report_notes;
use grundy::{Convention, Diagnostic, Limits, Position, Reading, Request, SameGame};
use serde_json::json;
use std::io::Write;
use std::time::Duration;

pub fn run(arguments: &ConvertArguments) -> anyhow::Result<Ending> {
    let text = arguments.position.join(" ");
    let complain = |origin: &str, text: &str, error: &Diagnostic| {
        tell(render(Gravity::Error, origin, 1, text, error));
        Ok(Ending::Mistaken)
    };
    let position = match Position::parse(&text, Reading::default()) {
        Ok(position) => position,
        Err(error) => return complain("position", &text, &error),
    };
    report_notes("position", 1, &text, &position);
    let converted = match position.convert(&arguments.to, &Request::default()) {
        Ok(converted) => converted,
        Err(error)
            if error.span.end <= arguments.to.len() && error.help.as_deref().is_some_and(is_about_game) =>
        {
            return complain("--to", &arguments.to, &error);
        }
        Err(error) => return complain("position", &position.to_string(), &error),
    };
    // Trees of large heaps are not worth a wait.
    let limits = Limits { time: Some(Duration::from_secs(1)), memory: Some(1 << 30), ..Limits::default() };
    let likeness = SameGame::new(Convention::Normal, limits).compare(&position, &converted);
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
    tell(match likeness.same_tree {
        Some(true) => "note: the same game: the trees of options are the same",
        Some(false) => "note: another game of the same value, under normal play",
        None => {
            "note: of the same value; whether the trees of options are the same was not found in a second"
        }
    });
    Ok(Ending::Answered)
}

/// Whether a help is about the game that was asked for.
fn is_about_game(help: &str) -> bool {
    help.starts_with("it can become") || help.contains("grundy list") || help.starts_with("the games are")
}
