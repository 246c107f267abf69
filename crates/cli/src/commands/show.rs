//! `grundy show`: the board drawn in the terminal, or a game move by move.

use crate::Ending;
use crate::arguments::ShowArguments;
use crate::diagnostics::{Gravity, render_in_file, tell};
use crate::files::RECORD;
use crate::input::{PositionResult, PositionText, Round, UNSAVED};
use crate::interrupt::Interrupt;
use grundy::{Diagnostic, Position, Record};
use serde_json::json;
use std::io::{BufWriter, Write};
use std::path::Path;

/// The width of boards, as the terminal reports it.
pub fn width() -> usize {
    terminal_size::terminal_size().map_or(USUAL_WIDTH, |(width, _)| usize::from(width.0).max(20))
}

/// The width of boards where the terminal does not report its own.
const USUAL_WIDTH: usize = 100;

pub fn run(arguments: &ShowArguments) -> anyhow::Result<Ending> {
    if let Some(path) = &arguments.record {
        return replay(path, arguments.json);
    }
    let width = width();
    let mut out = BufWriter::new(std::io::stdout());
    let interrupt = Interrupt::default();
    let (source, json) = (&arguments.source, arguments.json);
    let round = Round {
        source,
        json,
        is_set_apart: !json,
        threads: 1,
        memory: u64::MAX,
        interrupt: &interrupt,
        save: UNSAVED,
    };
    let read = |question: PositionText<'_>| Ok((Position::parse(question.text, source.reading())?, ()));
    let ending = round.answer(&mut out, read, |position, (), _, page| {
        let number = match arguments.number.then(|| position.by_number()) {
            None => None,
            Some(Ok(number)) => Some(number),
            Some(Err(term)) => {
                let (title, text) = (&position.terms()[term].card().title, position.to_string());
                let error = Diagnostic::new(format!("this position of {title} has no number"), 0..text.len());
                let error = error.help("boards of stones of at most 64 cells have one; leave --number out");
                return Ok(PositionResult::Refused("--number", text, error));
            }
        };
        if json {
            let pictures: Vec<String> = position.terms().iter().map(|term| term.show(width)).collect();
            let mut object = json!({"position": position.to_string(), "picture": pictures.join("+\n")});
            number.into_iter().for_each(|number| object["number"] = number.into());
            writeln!(page.out, "{object}")?;
            return Ok(PositionResult::Ended(Ending::Answered));
        }
        page.out.write_all(position.show(width).as_bytes())?;
        number.map_or(Ok(()), |number| writeln!(page.out, "{number}"))?;
        Ok(PositionResult::Ended(Ending::Answered))
    })?;
    out.flush()?;
    Ok(ending)
}

/// Shows a recorded game: every move as it was said, and the board after it.
fn replay(path: &Path, json: bool) -> anyhow::Result<Ending> {
    let text = RECORD.read_text(path)?;
    let record = match Record::parse(&text) {
        Ok(record) => record,
        Err(error) => {
            tell(render_in_file(Gravity::Error, &path.display().to_string(), &text, &error));
            return Ok(Ending::Mistaken);
        }
    };
    let mut out = BufWriter::new(std::io::stdout().lock());
    let width = width();
    if json {
        write_objects(&mut out, &record, width)?;
        out.flush()?;
        return Ok(Ending::Answered);
    }
    write!(out, "{}", record.start().show(width))?;
    for (index, label) in record.moves().iter().enumerate() {
        let before = record.position_after(index).expect("the record holds every position");
        let after = record.position_after(index + 1).expect("the record holds every position");
        let said = before.say(label)?;
        writeln!(out, "\n{}. {}: {label} ({said})", index + 1, record.side_of(index))?;
        write!(out, "{}", after.show(width))?;
    }
    match (record.resigned, record.winner()) {
        (Some(side), _) => writeln!(out, "\n{side} resigned")?,
        (None, Some(winner)) => writeln!(out, "\n{winner} won")?,
        (None, None) => writeln!(out, "\nnot finished")?,
    }
    out.flush()?;
    Ok(Ending::Answered)
}

/// Every position of a game as an object with the move that led to it; the last one says who has won.
fn write_objects(out: &mut dyn Write, record: &Record, width: usize) -> anyhow::Result<()> {
    for index in 0..=record.moves().len() {
        let position = record.position_after(index).expect("the record holds every position");
        let mut object = json!({"position": position.to_string(), "picture": position.show(width)});
        if let Some(before) = index.checked_sub(1) {
            let label = &record.moves()[before];
            let from = record.position_after(before).expect("the record holds every position");
            object["number"] = index.into();
            object["side"] = record.side_of(before).to_string().into();
            object["move"] = label.as_str().into();
            object["said"] = from.say(label)?.into();
        }
        if index == record.moves().len() {
            object["winner"] = record.winner().map(|side| side.to_string()).into();
            object["resigned"] = record.resigned.map(|side| side.to_string()).into();
        }
        writeln!(out, "{object}")?;
    }
    Ok(())
}
