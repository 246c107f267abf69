//! The console that a game is played on: a terminal with history and colour, or a pipe.

use crate::diagnostics::{Gravity, has_colour, render_in};
use crate::report::filled;
use grundy::Diagnostic;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use std::io::{self, BufRead, IsTerminal, Write};

/// What a person or a script entered.
pub enum ConsoleInput {
    /// A line, without its end.
    Line(String),
    /// There will be no more lines.
    End,
}

/// Where questions are asked and answers read.
pub struct Console {
    /// The line editor of a terminal; none when the lines come through a pipe.
    editor: Option<DefaultEditor>,
    has_colour: bool,
}

impl Console {
    /// A console at standard input and output.
    pub fn new() -> anyhow::Result<Console> {
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let editor = if is_terminal { Some(DefaultEditor::new()?) } else { None };
        Ok(Console { editor, has_colour: has_colour(&io::stdout()) })
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
        match editor.readline(question) {
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
