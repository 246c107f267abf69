//! Positions from the arguments, a file or standard input.

use crate::Ending;
use crate::arguments::Source;
use crate::diagnostics::{Gravity, LineError, render, tell};
use crate::edges::EdgeFile;
use anyhow::Context;
use grundy::{Diagnostic, Position};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

/// What some editors put before the first character of a file; it says nothing and is skipped.
pub const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// What became of a position.
pub enum Reply {
    /// It was answered, or stopped.
    Ended(Ending),
    /// What was asked about it makes no sense: the option, its value, and the mistake in it.
    Refused(&'static str, String, Diagnostic),
}

/// What positions are taken from.
enum From {
    Argument(String),
    Edges(EdgeFile),
    Lines { origin: String, reader: Box<dyn BufRead> },
}

/// The end of a single answer; where an option was refused, why.
fn told(reply: Reply) -> Ending {
    match reply {
        Reply::Ended(ending) => ending,
        Reply::Refused(option, value, error) => {
            tell(render(Gravity::Error, option, 1, &value, &error));
            Ending::Mistaken
        }
    }
}

/// Answers every position of the source in order with `answer`, which says how it ended; bad lines
/// of a file are reported with their numbers, and the rest go on. A text becomes a position by `read`, with
/// what else the answer needs.
///
/// `json` puts the errors of a file as objects among the answers.
pub fn for_each_position<T>(
    source: &Source,
    json: bool,
    out: &mut dyn Write,
    read: impl Fn(&str) -> Result<(Position, T), Diagnostic>,
    mut answer: impl FnMut(Position, T, &mut dyn Write) -> anyhow::Result<Reply>,
) -> anyhow::Result<Ending> {
    match open(source)? {
        From::Argument(text) => match read(&text) {
            Ok((position, with)) => {
                report_notes("position", 1, &text, &position);
                Ok(told(answer(position, with, out)?))
            }
            Err(error) => {
                tell(render(Gravity::Error, "position", 1, &text, &error));
                Ok(Ending::Mistaken)
            }
        },
        From::Edges(file) => match read(&file.text) {
            Ok((position, with)) => {
                for note in position.notes() {
                    tell(file.render(Gravity::of_note(note), note));
                }
                drop(file); // it may be larger than the position itself
                Ok(told(answer(position, with, out)?))
            }
            Err(error) => {
                tell(file.render(Gravity::Error, &error));
                Ok(Ending::Mistaken)
            }
        },
        From::Lines { origin, mut reader } => {
            let mut worst = Ending::Answered;
            let mut number = 0;
            let mut answered = 0;
            loop {
                let mut bytes = Vec::new();
                if reader.read_until(b'\n', &mut bytes).with_context(|| format!("cannot read {origin}"))? == 0
                {
                    return Ok(worst);
                }
                number += 1;
                let line = match line_of(bytes, number == 1) {
                    Ok(line) => line,
                    Err((line, error)) => {
                        report_bad_line(&origin, number, &line, &error, json, out)?;
                        worst = Ending::Failed;
                        continue;
                    }
                };
                if line.trim().is_empty() || line.trim_start().starts_with('#') {
                    continue;
                }
                match read(&line) {
                    Ok((position, with)) => {
                        report_notes(&origin, number, &line, &position);
                        let characters = line.chars().count();
                        drop(line); // it may be as large as the position itself
                        if answered > 0 && !json {
                            writeln!(out)?;
                        }
                        answered += 1;
                        let ending = match answer(position, with, out)? {
                            Reply::Ended(ending) => ending,
                            Reply::Refused(option, value, error) if json => {
                                let message = format!("{option} {value}: {error}");
                                let whole = [0, characters];
                                let help = error.help.as_deref();
                                LineError { line: number, error: &message, span: whole, help }.write(out)?;
                                Ending::Failed
                            }
                            Reply::Refused(option, value, error) => {
                                out.flush()?;
                                let place = format!("{origin}:{number}: {option}");
                                tell(render(Gravity::Error, &place, 1, &value, &error));
                                Ending::Failed
                            }
                        };
                        out.flush()?;
                        if worst != Ending::Failed && ending != Ending::Answered {
                            worst = ending;
                        }
                    }
                    Err(error) => {
                        report_bad_line(&origin, number, &line, &error, json, out)?;
                        worst = Ending::Failed;
                    }
                }
            }
        }
    }
}

/// Why a file cannot be read, with what to do.
pub fn cannot_read(path: &Path, error: &io::Error) -> anyhow::Error {
    anyhow::anyhow!("cannot read {}: {error}\nhelp: check the name and its folder", path.display())
}

fn open(source: &Source) -> anyhow::Result<From> {
    let lines = |origin: &str, reader| From::Lines { origin: origin.to_owned(), reader };
    if let Some(path) = &source.edges {
        return Ok(From::Edges(EdgeFile::read(&source.position, path)?));
    }
    if source.file.as_ref().is_some_and(|path| path.as_os_str() == "-") {
        return Ok(lines("standard input", Box::new(io::stdin().lock())));
    }
    if let Some(path) = &source.file {
        let origin = path.display().to_string();
        let file = File::open(path).map_err(|error| {
            anyhow::anyhow!("cannot read {origin}: {error}\nhelp: check the name; `-` reads standard input")
        })?;
        if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
            anyhow::bail!("cannot read {origin}: it is a folder; give a file with one position a line");
        }
        return Ok(lines(&origin, Box::new(BufReader::with_capacity(1 << 16, file))));
    }
    match source.position.as_slice() {
        [] => anyhow::bail!(
            "no position given\nhelp: write one, such as `\"nim 3 5 7\"`, or read several with \
             --file FILE, or with - from standard input"
        ),
        [dash] if dash == "-" => Ok(lines("standard input", Box::new(io::stdin().lock()))),
        words => Ok(From::Argument(words.join(" "))),
    }
}

/// A line as text, without its end, and without the mark that some editors put before the first;
/// or the line with what is not UTF-8 replaced, and where that is.
fn line_of(mut bytes: Vec<u8>, is_first: bool) -> Result<String, (String, Diagnostic)> {
    while bytes.last().is_some_and(|&byte| byte == b'\n' || byte == b'\r') {
        bytes.pop();
    }
    if is_first && bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let line = String::from_utf8_lossy(error.as_bytes()).into_owned();
        let diagnostic = Diagnostic::new("this byte is not UTF-8 text", valid..valid + '\u{fffd}'.len_utf8())
            .help("save the file as UTF-8, or remove the byte");
        (line, diagnostic)
    })
}

fn report_bad_line(
    origin: &str,
    number: usize,
    line: &str,
    error: &Diagnostic,
    json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if json {
        LineError::new(number, line, error).write(out)?;
    } else {
        out.flush()?;
        tell(render(Gravity::Error, origin, number, line, error));
    }
    Ok(())
}

/// Tells what should be known of how a position was read.
pub fn report_notes(origin: &str, number: usize, line: &str, position: &Position) {
    for note in position.notes() {
        tell(render(Gravity::of_note(note), origin, number, line, note));
    }
}
