//! The output of lines is printed in the order of the lines.

use crate::Ending;
use crate::diagnostics::tell;
use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};

/// The output of a line, or of several lines, in order: answers for the standard output, and notices for
/// people.
#[derive(Debug, Default)]
pub struct LineOutput {
    text: Vec<u8>,
    /// What stands where in the text.
    marks: Vec<(usize, Mark)>,
    is_set_apart: bool,
}

#[derive(Debug)]
enum Mark {
    /// Something for people.
    Notice(String),
    /// A note on how a line was read, and what it says of any line that is read so.
    Note { says: String, shown: String },
    /// The start of an answer that is set apart from the one before.
    Answer,
}

impl LineOutput {
    /// Nothing yet; answers are set apart by a blank line, or not.
    pub fn new(is_set_apart: bool) -> LineOutput {
        LineOutput { is_set_apart, ..LineOutput::default() }
    }

    /// Adds a notice for people.
    pub fn notice(&mut self, message: impl ToString) {
        self.marks.push((self.text.len(), Mark::Notice(message.to_string())));
    }

    /// Adds a note on how a line was read, which `says` the same of every line that is read so: people see it
    /// with the first of them only.
    pub fn note(&mut self, says: &str, shown: String) {
        self.marks.push((self.text.len(), Mark::Note { says: says.to_owned(), shown }));
    }

    /// Marks that an answer follows.
    pub fn begin_answer(&mut self) {
        if self.is_set_apart {
            self.marks.push((self.text.len(), Mark::Answer));
        }
    }

    /// Drops all output.
    pub fn clear(&mut self) {
        self.text.clear();
        self.marks.clear();
    }

    /// Moves the output of `other` behind this one.
    fn append(&mut self, other: &mut LineOutput) {
        let start = self.text.len();
        self.text.append(&mut other.text);
        self.marks.extend(other.marks.drain(..).map(|(at, mark)| (start + at, mark)));
    }
}

impl Write for LineOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The output of some lines that follow each other.
#[derive(Debug)]
pub struct Chunk {
    /// The number of the first line.
    first: u64,
    lines: u64,
    worst: Ending,
    output: LineOutput,
}

impl Default for Chunk {
    fn default() -> Chunk {
        Chunk::from(0)
    }
}

impl Chunk {
    /// A chunk that begins with the line of this number.
    pub fn from(first: u64) -> Chunk {
        Chunk { first, lines: 0, worst: Ending::Answered, output: LineOutput::default() }
    }

    /// Whether there is no line on it.
    pub fn is_empty(&self) -> bool {
        self.lines == 0
    }

    /// The number of the line after the last one.
    pub fn end(&self) -> u64 {
        self.first + self.lines
    }

    /// Adds a line: how it ended, and its output, which is taken.
    pub fn add(&mut self, ending: Ending, output: &mut LineOutput) {
        self.lines += 1;
        self.worst = worse(self.worst, ending);
        self.output.append(output);
    }

    /// What is on it; an empty chunk that goes on from there is left.
    pub fn take(&mut self) -> Chunk {
        let next = Chunk::from(self.end());
        std::mem::replace(self, next)
    }
}

/// The ending of two lines together.
fn worse(one: Ending, other: Ending) -> Ending {
    if one == Ending::Failed || other == Ending::Answered { one } else { other }
}

/// At most this number of different notes is printed.
const MOST_SAID: usize = 1000;

/// Prints pages in the order of their lines.
pub struct Printer<'a> {
    out: &'a mut (dyn Write + Send),
    waiting: BTreeMap<u64, Chunk>,
    printed: u64,
    has_answered: bool,
    /// What notes have said.
    said: HashSet<String>,
    worst: Ending,
    error: Option<anyhow::Error>,
    /// How many threads have not ended.
    pub working: usize,
    /// How many threads wait for lines to be printed.
    pub awaited: usize,
}

impl<'a> Printer<'a> {
    /// A printer for the answers of `working` threads.
    pub fn new(out: &'a mut (dyn Write + Send), working: usize) -> Printer<'a> {
        Printer {
            out,
            waiting: BTreeMap::new(),
            printed: 0,
            has_answered: false,
            said: HashSet::new(),
            worst: Ending::Answered,
            error: None,
            working,
            awaited: 0,
        }
    }

    /// How many lines have been printed.
    pub fn printed(&self) -> u64 {
        self.printed
    }

    /// Prints a chunk, once all lines before it have been printed.
    pub fn print(&mut self, chunk: Chunk) -> io::Result<()> {
        self.worst = worse(self.worst, chunk.worst);
        self.waiting.insert(chunk.first, chunk);
        while let Some(chunk) = self.waiting.remove(&self.printed) {
            self.printed = chunk.end();
            self.write(&chunk.output)?;
        }
        Ok(())
    }

    fn write(&mut self, output: &LineOutput) -> io::Result<()> {
        let mut written = 0;
        for (at, mark) in &output.marks {
            self.out.write_all(&output.text[written..*at])?;
            written = *at;
            match mark {
                Mark::Notice(message) => {
                    self.out.flush()?;
                    tell(message);
                }
                Mark::Note { says, shown } => {
                    if self.said.len() < MOST_SAID && self.said.insert(says.clone()) {
                        self.out.flush()?;
                        tell(shown);
                    }
                }
                Mark::Answer if std::mem::replace(&mut self.has_answered, true) => writeln!(self.out)?,
                Mark::Answer => {}
            }
        }
        self.out.write_all(&output.text[written..])
    }

    /// Hands on what was printed.
    pub fn flush(&mut self) {
        if let Err(error) = self.out.flush() {
            self.fail(error.into());
        }
    }

    /// Notes an error; the first one is that of the batch.
    pub fn fail(&mut self, error: anyhow::Error) {
        self.error.get_or_insert(error);
    }

    /// Hands on all that was printed, and says how the lines ended.
    ///
    /// # Errors
    /// The first error that was noted.
    pub fn end(self) -> anyhow::Result<Ending> {
        match self.error {
            Some(error) => Err(error),
            None => {
                self.out.flush()?;
                Ok(self.worst)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A chunk of one line.
    fn chunk(first: u64, text: &str) -> Chunk {
        let (mut chunk, mut output) = (Chunk::from(first), LineOutput::new(true));
        output.begin_answer();
        write!(output, "{text}").expect("it is in memory");
        chunk.add(Ending::Answered, &mut output);
        chunk
    }

    #[test]
    fn chunks_wait_for_those_before_them_and_answers_are_set_apart() {
        let mut out = Vec::new();
        let mut printer = Printer::new(&mut out, 1);
        for (first, text) in [(2, "c"), (1, "b\n"), (0, "a\n")] {
            printer.print(chunk(first, text)).expect("it is in memory");
        }
        assert_eq!(printer.printed(), 3);
        assert_eq!(printer.end().expect("no error"), Ending::Answered);
        assert_eq!(out, b"a\n\nb\n\nc");
    }

    #[test]
    fn a_chunk_that_is_taken_goes_on_from_there() {
        let mut all = chunk(5, "a");
        all.add(Ending::Stopped, &mut LineOutput::default());
        let taken = all.take();
        assert_eq!((taken.first, taken.end(), taken.worst), (5, 7, Ending::Stopped));
        assert_eq!((all.first, all.is_empty(), all.worst), (7, true, Ending::Answered));
    }
}
