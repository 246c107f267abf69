//! Positions from the arguments, a file or standard input.

use crate::Ending;
use crate::arguments::Source;
use crate::batch::{Batch, LineOutput, LineResult, ReadLines, Shared};
use crate::diagnostics::{Gravity, LineError, render, tell};
use crate::edges::EdgeFile;
use crate::error::{CliError, refuse};
use crate::interrupt::Interrupt;
use crate::lines::{FileLine, LONGEST_LINE, Lines};
use crate::ranges::Ranges;
use anyhow::Context;
use grundy::{Convention, Diagnostic, Entry, Expected, NotRead, Position, StopReason, Stopped, Workbench};
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// What some editors put before the first character of a file; it says nothing and is skipped.
pub const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// What became of a position.
pub enum PositionResult {
    /// It was answered, or stopped.
    Ended(Ending),
    /// It was stopped by the limit of memory.
    ShortOfMemory,
    /// What was asked about it makes no sense: the option, its value, and the mistake in it.
    Refused(&'static str, String, Diagnostic),
    /// What its line expects of it makes no sense; places are counted in the line.
    Mistaken(Diagnostic),
}

/// A text to be read as a position, and what its line says besides.
#[derive(Clone, Copy)]
pub struct PositionText<'a> {
    /// The position.
    pub text: &'a str,
    /// How its line says it is played.
    pub convention: Option<Convention>,
    /// What its line expects of it.
    pub expected: Option<&'a Expected>,
    /// The number of its line in a file.
    pub line: Option<usize>,
    /// What it shares with the other positions.
    pub shared: &'a Shared,
}

/// Where an answer goes.
pub struct AnswerOutput<'a> {
    /// The standard output, or what will be written there when it is the line's turn.
    pub out: &'a mut dyn Write,
    /// Whether the answer may take all threads: it is the only one.
    pub is_only_one: bool,
}

/// How positions are gone through.
pub struct Round<'a> {
    /// Where they come from.
    pub source: &'a Source,
    /// Whether errors of a file are objects among the answers.
    pub json: bool,
    /// Whether the answers for lines of a file are set apart by a blank line.
    pub is_set_apart: bool,
    /// The number of lines of a file that are answered at the same time.
    pub threads: usize,
    /// The memory that the program may take, in bytes: a line of a file may have an eighth of it.
    pub memory: u64,
    /// The stop button.
    pub interrupt: &'a Interrupt,
    /// What is done with memos before they are given up.
    pub save: &'a (dyn Fn(&Workbench) -> anyhow::Result<()> + Sync),
}

/// How positions were gone through.
pub struct Rounded {
    /// The worst ending.
    pub ending: Ending,
    /// How many lines were refused.
    pub refused: u64,
    /// The number of lines of the file that were answered, with blank ones and comments.
    pub lines: u64,
}

/// Nothing is to be saved of memos.
pub const UNSAVED: &(dyn Fn(&Workbench) -> anyhow::Result<()> + Sync) = &|_| Ok(());

/// What positions are taken from.
enum From {
    Argument(String),
    Edges(EdgeFile),
    Lines { origin: String, reader: Box<dyn Read + Send> },
}

/// A line of a file.
struct Numbered {
    number: usize,
    line: FileLine,
}

impl Round<'_> {
    /// Answers every position of the source in order with `answer`, which says how it ended; bad lines of a
    /// file are reported with their numbers, and the rest go on. A text becomes a position by `read`, with what
    /// else the answer needs.
    ///
    /// # Errors
    /// When the source cannot be read, an answer cannot be written, or memos cannot be saved.
    pub fn answer<T>(
        &self,
        out: &mut (dyn Write + Send),
        read: impl Fn(PositionText<'_>) -> Result<(Position, T), NotRead> + Sync,
        answer: impl Fn(Position, T, &PositionText<'_>, AnswerOutput<'_>) -> anyhow::Result<PositionResult> + Sync,
    ) -> anyhow::Result<Ending> {
        Ok(self.answer_counting(out, read, answer)?.ending)
    }

    /// The same, and returns how many lines were refused and how many answered.
    ///
    /// # Errors
    /// When the source cannot be read, an answer cannot be written, or memos cannot be saved.
    pub fn answer_counting<T>(
        &self,
        out: &mut (dyn Write + Send),
        read: impl Fn(PositionText<'_>) -> Result<(Position, T), NotRead> + Sync,
        answer: impl Fn(Position, T, &PositionText<'_>, AnswerOutput<'_>) -> anyhow::Result<PositionResult> + Sync,
    ) -> anyhow::Result<Rounded> {
        let one = |text: &str, out: &mut (dyn Write + Send), tell_of: &dyn Fn(Gravity, &Diagnostic)| {
            let shared = Shared::default();
            let question =
                PositionText { text, convention: None, expected: None, line: None, shared: &shared };
            let (position, with) = match read(question) {
                Ok(found) => found,
                Err(error) => {
                    let reason = match &error {
                        NotRead::Stopped(stopped) => Some(stopped.reason),
                        NotRead::Mistake(_) => None,
                    };
                    let ending = ending_of(&error);
                    let told = error.told(text);
                    tell_of(Gravity::Error, &told);
                    // Whoever waits for objects hears that there is no answer.
                    if let Some(reason) = reason.filter(|_| self.json) {
                        LineError::new(1, text, &told).stopped(reason).write(out)?;
                    }
                    return Ok(ending);
                }
            };
            position.notes().iter().for_each(|note| tell_of(Gravity::of_note(note), note));
            let reply =
                answer(position, with, &question, AnswerOutput { out: &mut *out, is_only_one: true })?;
            (self.save)(&shared.workbench)?;
            Ok(match reply {
                PositionResult::Ended(ending) => ending,
                PositionResult::ShortOfMemory => Ending::Stopped,
                PositionResult::Mistaken(error) => {
                    tell_of(Gravity::Error, &error);
                    Ending::Mistaken
                }
                PositionResult::Refused(option, value, error) => {
                    tell(render(Gravity::Error, option, 1, &value, &error));
                    Ending::Mistaken
                }
            })
        };
        let alone = |ending: anyhow::Result<Ending>| Ok(Rounded { ending: ending?, refused: 0, lines: 1 });
        match open(self.source, self.memory)? {
            From::Argument(text) => alone(one(&text, out, &|gravity, message| {
                tell(render(gravity, "position", 1, &text, message));
            })),
            From::Edges(file) => {
                alone(one(&file.text, out, &|gravity, message| tell(file.render(gravity, message))))
            }
            From::Lines { origin, reader } => {
                let reader = BufReader::with_capacity(1 << 16, reader);
                let longest = usize::try_from(self.memory / 8).unwrap_or(usize::MAX).min(LONGEST_LINE);
                let lines = LineSource {
                    lines: Lines::new(reader, longest),
                    origin: &origin,
                    number: 0,
                    ranges: None,
                };
                let batch = Batch {
                    threads: self.threads,
                    is_set_apart: self.is_set_apart,
                    interrupt: self.interrupt,
                    save: self.save,
                };
                let refused = AtomicU64::new(0);
                let ended = batch.answer(lines, out, |line, shared, output| {
                    let (number, refused) = (line.number, &refused);
                    let page = LinePage { origin: &origin, json: self.json, number, refused };
                    match entry_of(line, longest) {
                        Ok(None) => Ok(LineResult::Ended(Ending::Answered)),
                        Ok(Some((line, entry))) => page.answer(line, &entry, shared, output, &read, &answer),
                        Err((line, error)) => page.refuse(&line, &error, output),
                    }
                })?;
                Ok(Rounded { ending: ended.ending, refused: refused.into_inner(), lines: ended.lines })
            }
        }
    }
}

/// The lines of a file, numbered from 1.
struct LineSource<'a> {
    lines: Lines<BufReader<Box<dyn Read + Send>>>,
    origin: &'a str,
    number: usize,
    /// The rest of the last line, where that stands for several.
    ranges: Option<Ranges>,
}

impl ReadLines for LineSource<'_> {
    type Line = Numbered;

    fn has_line(&self) -> bool {
        self.ranges.as_ref().is_some_and(|ranges| !ranges.is_over()) || self.lines.has_line()
    }

    fn read_line(&mut self) -> anyhow::Result<Option<Numbered>> {
        let whole = |number, line| Some(Numbered { number, line: FileLine::Whole(line) });
        if let Some(line) = self.ranges.as_mut().and_then(Iterator::next) {
            return Ok(whole(self.number, line));
        }
        let line = self.lines.read().with_context(|| format!("cannot read {}", self.origin))?;
        self.number += 1;
        if let Some(FileLine::Whole(bytes)) = &line {
            self.ranges = Ranges::of(bytes);
            if let Some(line) = self.ranges.as_mut().and_then(Iterator::next) {
                return Ok(whole(self.number, line));
            }
        }
        Ok(line.map(|line| Numbered { number: self.number, line }))
    }
}

/// What a line of at most `longest` bytes asks, with its text; nothing where it is blank or a comment. Or the
/// text, as far as there is one, with the mistake in it.
fn entry_of(line: &Numbered, longest: usize) -> Result<Option<(&str, Entry)>, (String, Diagnostic)> {
    let FileLine::Whole(bytes) = &line.line else {
        let most = longest.div_ceil(1 << 20);
        let help = format!("a line has at most {most} MiB; is this a file with one position a line?");
        return Err((String::new(), Diagnostic::new("this line is too long", 0..0).help(help)));
    };
    let text = text_of(bytes, line.number == 1)?;
    match Entry::read(text) {
        Ok(entry) => Ok(entry.map(|entry| (text, entry))),
        Err(error) => Err((text.to_owned(), error)),
    }
}

/// A line that is answered.
struct LinePage<'a> {
    origin: &'a str,
    json: bool,
    number: usize,
    /// Counts the lines that are refused.
    refused: &'a AtomicU64,
}

impl LinePage<'_> {
    fn answer<T>(
        &self,
        line: &str,
        entry: &Entry,
        shared: &Shared,
        output: &mut LineOutput,
        read: &impl Fn(PositionText<'_>) -> Result<(Position, T), NotRead>,
        answer: &impl Fn(Position, T, &PositionText<'_>, AnswerOutput<'_>) -> anyhow::Result<PositionResult>,
    ) -> anyhow::Result<LineResult> {
        let question = PositionText {
            text: &line[entry.position.clone()],
            convention: entry.convention,
            expected: entry.expected.as_ref(),
            line: Some(self.number),
            shared,
        };
        let start = entry.position.start;
        let tried = catch_unwind(AssertUnwindSafe(|| {
            let (position, with) = match read(question) {
                Ok(found) => found,
                Err(NotRead::Mistake(error)) => return self.refuse(line, &error.shifted(start), output),
                Err(NotRead::Stopped(stopped)) => return self.stop(line, start, stopped, output),
            };
            for note in position.notes() {
                let (gravity, says) = (Gravity::of_note(note), &note.message);
                let mut note = note.clone().shifted(start);
                if gravity == Gravity::Note {
                    note.message += " (said only once)";
                }
                let shown = render(gravity, self.origin, self.number, line, &note);
                match gravity {
                    Gravity::Note => output.note(says, shown),
                    _ => output.notice(shown),
                }
            }
            output.begin_answer();
            match answer(position, with, &question, AnswerOutput { out: output, is_only_one: false })? {
                PositionResult::Ended(ending) => Ok(LineResult::Ended(ending)),
                PositionResult::ShortOfMemory => Ok(LineResult::ShortOfMemory),
                PositionResult::Mistaken(error) => self.refuse(line, &error, output),
                PositionResult::Refused(option, value, error) if self.json => {
                    let error = Diagnostic { message: format!("{option} {value}: {error}"), ..error };
                    self.refuse(line, &Diagnostic { span: 0..line.len(), ..error }, output)
                }
                PositionResult::Refused(option, value, error) => {
                    let place = format!("{}:{}: {option}", self.origin, self.number);
                    output.notice(render(Gravity::Error, &place, 1, &value, &error));
                    self.refused.fetch_add(1, Ordering::Relaxed);
                    Ok(LineResult::Ended(Ending::Failed))
                }
            }
        }));
        tried.unwrap_or_else(|_| {
            output.clear();
            self.refuse(line, &crate::fault(entry.position.clone()), output)?;
            Ok(LineResult::Faulty)
        })
    }

    /// Says that the line, whose position begins at `start`, was not read to its end.
    fn stop(
        &self,
        line: &str,
        start: usize,
        stopped: Stopped,
        output: &mut LineOutput,
    ) -> anyhow::Result<LineResult> {
        let told = NotRead::Stopped(stopped).told(&line[start..]).shifted(start);
        match self.json {
            true => LineError::new(self.number, line, &told).stopped(stopped.reason).write(output)?,
            false => output.notice(render(Gravity::Error, self.origin, self.number, line, &told)),
        }
        Ok(match stopped.reason {
            StopReason::Memory => LineResult::ShortOfMemory,
            _ => LineResult::Ended(Ending::Stopped),
        })
    }

    /// Says what is wrong with the line.
    fn refuse(&self, line: &str, error: &Diagnostic, output: &mut LineOutput) -> anyhow::Result<LineResult> {
        self.refused.fetch_add(1, Ordering::Relaxed);
        match self.json {
            true => LineError::new(self.number, line, error).write(output)?,
            false => output.notice(render(Gravity::Error, self.origin, self.number, line, error)),
        }
        Ok(LineResult::Ended(Ending::Failed))
    }
}

/// How the program ends when a position was not read.
pub fn ending_of(error: &NotRead) -> Ending {
    match error {
        NotRead::Mistake(_) => Ending::Mistaken,
        NotRead::Stopped(_) => Ending::Stopped,
    }
}

/// What a file is called in messages.
pub fn name_of(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".to_owned() } else { path.display().to_string() }
}

/// Opens the source of positions; a file of edges may take its share of this memory.
fn open(source: &Source, memory: u64) -> anyhow::Result<From> {
    let lines = |origin: &str, reader| From::Lines { origin: origin.to_owned(), reader };
    if let Some(path) = &source.edges {
        return Ok(From::Edges(EdgeFile::read(&source.position, path, memory)?));
    }
    if let Some(path) = &source.circles {
        return Ok(From::Edges(EdgeFile::of_circles(&source.position, path, memory)?));
    }
    if let Some(path) = &source.board {
        return Ok(From::Edges(EdgeFile::read_board(&source.position, path)?));
    }
    if source.file.as_ref().is_some_and(|path| path.as_os_str() == "-") {
        return Ok(lines("standard input", Box::new(io::stdin())));
    }
    if let Some(path) = &source.file {
        let origin = name_of(path);
        let file = File::open(path).map_err(|error| {
            CliError::new(
                format!("cannot read {origin}: {error}"),
                "check the name; `-` reads standard input",
            )
        })?;
        if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
            refuse!(format!("cannot read {origin}: it is a folder"), "give a file with one position a line");
        }
        return Ok(lines(&origin, Box::new(file)));
    }
    match source.position.as_slice() {
        [] => refuse!(
            "no position given",
            "write one, such as `\"nim 3 5 7\"`, or read several with --file FILE, or with - from standard input"
        ),
        [dash] if dash == "-" => Ok(lines("standard input", Box::new(io::stdin()))),
        words => Ok(From::Argument(words.join(" "))),
    }
}

/// A line as text, without the mark that some editors put before the first; or the line with what is not
/// UTF-8 replaced, and where that is.
fn text_of(bytes: &[u8], is_first: bool) -> Result<&str, (String, Diagnostic)> {
    let mark = if is_first { BYTE_ORDER_MARK } else { b"" };
    let bytes = bytes.strip_prefix(mark).unwrap_or(bytes);
    str::from_utf8(bytes).map_err(|error| {
        let valid = error.valid_up_to();
        let line = String::from_utf8_lossy(bytes).into_owned();
        let diagnostic = Diagnostic::new("this byte is not UTF-8 text", valid..valid + '\u{fffd}'.len_utf8())
            .help("save the file as UTF-8, or remove the byte");
        (line, diagnostic)
    })
}

/// Tells what should be known of how a position was read.
pub fn report_notes(origin: &str, number: usize, line: &str, position: &Position) {
    for note in position.notes() {
        tell(render(Gravity::of_note(note), origin, number, line, note));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_in_a_line_is_its_error_and_the_others_are_answered() {
        let file = tempfile::NamedTempFile::new().expect("there is room");
        std::fs::write(file.path(), "nim 1\nnim 2\n  misere: nim 3 = N\nnim 4\n").expect("there is room");
        let source = Source {
            position: Vec::new(),
            file: Some(file.path().to_owned()),
            edges: None,
            circles: None,
            board: None,
            lenient: false,
            drop_floating: false,
        };
        for threads in [1, 2] {
            let interrupt = Interrupt::default();
            let (source, interrupt) = (&source, &interrupt);
            let round = Round {
                source,
                json: true,
                is_set_apart: false,
                threads,
                memory: u64::MAX,
                interrupt,
                save: UNSAVED,
            };
            let mut out = Vec::new();
            let read = |question: PositionText<'_>| Ok((question.text.parse::<Position>()?, ()));
            let ending = round.answer(&mut out, read, |position, (), question, page| {
                assert_ne!(position.to_string(), "nim 3", "a fault");
                writeln!(page.out, "{} {position}", question.line.expect("it is one of a file"))?;
                Ok(PositionResult::Ended(Ending::Answered))
            });
            assert_eq!(ending.expect("it goes on"), Ending::Failed);
            let text = String::from_utf8(out).expect("it is text");
            let lines: Vec<&str> = text.lines().collect();
            assert_eq!((lines[0], lines[1], lines[3]), ("1 nim 1", "2 nim 2", "4 nim 4"));
            assert!(lines[2].contains("fault of the program") && lines[2].contains("\"span\":[10,15]"));
        }
    }
}
