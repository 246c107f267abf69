//! Mistakes in texts, as people and scripts read them.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use grundy::{Diagnostic, StopReason};
use serde::Serialize;
use std::io::{IsTerminal, Write};
use std::ops::Range;

/// The most characters of a line that are shown on each side of a mistake.
const CONTEXT: usize = 60;

/// The JSON object for a bad line; the span counts characters from 0.
#[derive(Serialize)]
pub struct LineError<'d> {
    /// The line's number, from 1.
    pub line: usize,
    /// What is wrong.
    pub error: &'d str,
    /// From which character to before which.
    pub span: [usize; 2],
    /// What to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<&'d str>,
    /// What stopped the reading, where nothing is wrong with the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

impl<'d> LineError<'d> {
    /// The object for a mistake in the text of a line.
    pub fn new(line: usize, text: &str, diagnostic: &'d Diagnostic) -> LineError<'d> {
        let start = text[..diagnostic.span.start].chars().count();
        let length = text[diagnostic.span.clone()].chars().count();
        LineError {
            line,
            error: &diagnostic.message,
            span: [start, start + length],
            help: diagnostic.help.as_deref(),
            stopped: None,
        }
    }

    /// The same for a line that was not read because of a limit or an interruption.
    pub fn stopped(self, reason: StopReason) -> LineError<'d> {
        LineError { stopped: Some(reason.to_string()), ..self }
    }
}

impl LineError<'_> {
    /// Writes the object as a line.
    pub fn write(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        serde_json::to_writer(&mut *out, self)?;
        writeln!(out)?;
        Ok(())
    }
}

/// How grave a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gravity {
    /// The text cannot be read.
    Error,
    /// Something in the text was skipped.
    Warning,
    /// The text was read as it stands, but there is something to know.
    Note,
}

impl Gravity {
    /// How grave a note of a position is.
    pub fn of_note(note: &Diagnostic) -> Gravity {
        if note.is_of_skipped() { Gravity::Warning } else { Gravity::Note }
    }
}

/// Whether what is written there may have colours: a terminal, unless NO_COLOR is set
/// (<https://no-color.org>).
pub fn has_colour(to: &impl IsTerminal) -> bool {
    to.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// The message with the line and a caret under the mistake, and the remedy. `origin` names where the
/// text is from, `line` counts from 1. It is for standard error.
pub fn render(gravity: Gravity, origin: &str, line: usize, text: &str, diagnostic: &Diagnostic) -> String {
    render_in(has_colour(&std::io::stderr()), gravity, origin, line, text, diagnostic)
}

/// A message on a place in a file of several lines.
pub fn render_in_file(gravity: Gravity, origin: &str, text: &str, error: &Diagnostic) -> String {
    let start = text[..error.span.start].rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].lines().next().unwrap_or("");
    let number = text[..start].matches('\n').count() + 1;
    let from = (error.span.start - start).min(line.len());
    let end = error.span.end.min(start + line.len()).max(start + from);
    let within = Diagnostic { span: from..end - start, ..error.clone() };
    render(gravity, origin, number, line, &within)
}

/// The same, in colour or not.
pub fn render_in(
    is_coloured: bool,
    gravity: Gravity,
    origin: &str,
    line: usize,
    text: &str,
    diagnostic: &Diagnostic,
) -> String {
    let (excerpt, span, is_cut) = excerpt(text, &diagnostic.span);
    let level = match gravity {
        Gravity::Error => Level::ERROR,
        Gravity::Warning => Level::WARNING,
        Gravity::Note => Level::NOTE,
    };
    let shown_column = excerpt[..span.start].chars().count() + 1;
    let snippet =
        Snippet::source(excerpt).line_start(line).path(origin).annotation(AnnotationKind::Primary.span(span));
    let mut group = Group::with_title(level.primary_title(diagnostic.message.as_str())).element(snippet);
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let renderer = if is_coloured { Renderer::styled() } else { Renderer::plain() };
    let rendered = renderer.render(&[group]);
    if !is_cut {
        return rendered;
    }
    // The excerpt does not begin where the line does: the renderer's column is that of the excerpt.
    let column = text[..diagnostic.span.start].chars().count() + 1;
    rendered.replacen(&format!("{origin}:{line}:{shown_column}"), &format!("{origin}:{line}:{column}"), 1)
}

/// The part of a line around a mistake, the mistake's place in it, and whether anything was cut.
fn excerpt(text: &str, span: &Range<usize>) -> (String, Range<usize>, bool) {
    let back = text[..span.start].char_indices().rev().take(CONTEXT).last().map_or(span.start, |(at, _)| at);
    let marked_end =
        text[span.start..].char_indices().nth(CONTEXT).map_or(span.end, |(at, _)| span.start + at);
    let marked = span.start..span.end.min(marked_end);
    let ahead = text[marked.end..].char_indices().nth(CONTEXT).map_or(text.len(), |(at, _)| marked.end + at);
    let before = if back > 0 { "..." } else { "" };
    let after = if ahead < text.len() { "..." } else { "" };
    // Control characters would disturb the terminal, and the caret below them.
    let plain = |part: &str| part.replace('\t', " ").replace(|c: char| c.is_control(), "\u{fffd}");
    let head = format!("{before}{}", plain(&text[back..marked.start]));
    let middle = plain(&text[marked.clone()]);
    let place = head.len()..head.len() + middle.len();
    let cut = !before.is_empty() || !after.is_empty();
    (format!("{head}{middle}{}{after}", plain(&text[marked.end..ahead])), place, cut)
}

/// Writes a message to standard error. Nobody may be reading it, which is no reason to fail.
pub fn tell(message: impl std::fmt::Display) {
    let _ = writeln!(std::io::stderr(), "{message}");
}
