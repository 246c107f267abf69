//! The console that a game is played on: a terminal with history and colour, or a pipe.

use crate::diagnostics::{Gravity, has_colour, render_in};
use crate::report::filled;
use grundy::Diagnostic;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};
use std::io::{self, BufRead, IsTerminal, Write};

/// What a person or a script entered.
pub enum ConsoleInput {
    /// A line, without its end.
    Line(String),
    /// There will be no more lines.
    End,
}

/// The words that Tab completes.
#[derive(Default)]
struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let begun = line[..at].trim_start();
        let start = at - begun.len();
        Ok((start, self.0.iter().filter(|word| word.starts_with(begun)).cloned().collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

/// Where questions are asked and answers read.
pub struct Console {
    /// The line editor of a terminal; none when the lines come through a pipe.
    editor: Option<Editor<Words, DefaultHistory>>,
    has_colour: bool,
}

impl Console {
    /// A console at standard input and output.
    pub fn new() -> anyhow::Result<Console> {
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let mut editor = if is_terminal { Some(Editor::new()?) } else { None };
        if let Some(editor) = &mut editor {
            editor.set_helper(Some(Words::default()));
        }
        Ok(Console { editor, has_colour: has_colour(&io::stdout()) })
    }

    /// From now on Tab completes these words.
    pub fn complete_with(&mut self, words: Vec<String>) {
        if let Some(editor) = &mut self.editor {
            editor.set_helper(Some(Words(words)));
        }
    }

    /// Says something, on lines of its own as long as the terminal has room for.
    pub fn say(&mut self, text: &str) -> anyhow::Result<()> {
        self.show(&filled(text, "", ""))
    }

    /// Shows lines as they are: a board, or what was filled before.
    pub fn show(&mut self, text: &str) -> anyhow::Result<()> {
        let mut out = io::stdout().lock();
        writeln!(out, "{text}")?;
        out.flush()?;
        Ok(())
    }

    /// Says something that matters.
    pub fn strong(&mut self, text: &str) -> anyhow::Result<()> {
        let text = filled(text, "", "");
        if self.has_colour { self.show(&format!("\x1b[1;36m{text}\x1b[0m")) } else { self.show(&text) }
    }

    /// Says what was wrong with an entry. It belongs to the talk, so it goes where the talk goes.
    pub fn complain(&mut self, what: &str, text: &str, error: &Diagnostic) -> anyhow::Result<()> {
        self.show(&render_in(self.has_colour, Gravity::Error, what, 1, text, error))
    }

    /// Asks for a line. Through a pipe, the line is written after the question, so that the talk reads
    /// as it would in a terminal.
    pub fn ask(&mut self, question: &str) -> anyhow::Result<ConsoleInput> {
        let Some(editor) = &mut self.editor else { return Self::ask_pipe(question) };
        // The editor counts what is seen of a prompt, and not its colours.
        let prompt =
            if self.has_colour { format!("\x1b[1;32m{question}\x1b[0m") } else { question.to_owned() };
        match editor.readline(&prompt) {
            Ok(line) => {
                editor.add_history_entry(line.as_str())?;
                Ok(ConsoleInput::Line(line))
            }
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(ConsoleInput::End),
            Err(error) => Err(error.into()),
        }
    }

    fn ask_pipe(question: &str) -> anyhow::Result<ConsoleInput> {
        let mut line = Vec::new();
        let is_end = io::stdin().lock().read_until(b'\n', &mut line)? == 0;
        let line = String::from_utf8_lossy(&line).trim_end().to_owned();
        let mut out = io::stdout().lock();
        writeln!(out, "{}", format!("{question}{line}").trim_end())?;
        out.flush()?;
        Ok(if is_end { ConsoleInput::End } else { ConsoleInput::Line(line) })
    }
}
