//! Bubbles within bubbles, in a terminal.

use super::Bubbly;
use super::forest::{Bubble, Forest};
use grundy_core::{Notation, Show, Word};
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

/// Boxes within boxes are readable to about this size.
const MOST_BOXED: usize = 200;
/// A list of bubbles shows this many lines.
const MOST_LINES: usize = 60;

/// A rectangle of text; every line has the same number of characters.
struct Picture {
    lines: Vec<String>,
    width: usize,
}

impl Show for Bubbly {
    /// Boxes within boxes where they fit the width, else one line a bubble, indented.
    fn show(&self, at: &Forest, width: usize) -> String {
        if at.is_empty() {
            return "(no bubbles)\n".to_owned();
        }
        if at.len() <= MOST_BOXED
            && let Some(boxed) = boxes(at, width)
        {
            return boxed;
        }
        outline(at, width)
    }
}

/// The outer bubbles side by side, in as many rows as the width asks for.
fn boxes(at: &Forest, width: usize) -> Option<String> {
    let labels = Bubbly.labels(at, &at.bubbles().collect::<Vec<_>>());
    // From the last bubble to the first, the pictures that wait for what contains them.
    let mut waiting: Vec<Vec<Picture>> = Vec::new();
    for (index, &depth) in at.depths().iter().enumerate().rev() {
        let level = depth as usize;
        waiting.resize_with(waiting.len().max(level + 2), Vec::new);
        let mut inside = std::mem::take(&mut waiting[level + 1]);
        inside.reverse();
        let picture = match inside.is_empty() {
            true => single(&labels[index]),
            false => around(&labels[index], inside),
        };
        if picture.width > width {
            return None;
        }
        waiting[level].push(picture);
    }
    let mut text = String::new();
    let mut row: Vec<Picture> = Vec::new();
    let mut taken = 0;
    for picture in waiting.into_iter().next().unwrap_or_default().into_iter().rev() {
        if !row.is_empty() && taken + 1 + picture.width > width {
            print_row(&mut text, std::mem::take(&mut row));
            taken = 0;
        }
        taken += picture.width + usize::from(!row.is_empty());
        row.push(picture);
    }
    print_row(&mut text, row);
    Some(text)
}

fn print_row(text: &mut String, row: Vec<Picture>) {
    for line in beside(row).lines {
        text.push_str(line.trim_end());
        text.push('\n');
    }
}

fn single(label: &str) -> Picture {
    let line = format!("({label})");
    Picture { width: line.width(), lines: vec![line] }
}

/// Pictures side by side, standing on one floor, a blank between them.
fn beside(pictures: Vec<Picture>) -> Picture {
    let height = pictures.iter().map(|picture| picture.lines.len()).max().unwrap_or(0);
    let width = pictures.iter().map(|picture| picture.width + 1).sum::<usize>().saturating_sub(1);
    let mut lines = vec![String::new(); height];
    for (index, picture) in pictures.into_iter().enumerate() {
        let above = height - picture.lines.len();
        for (row, line) in lines.iter_mut().enumerate() {
            if index > 0 {
                line.push(' ');
            }
            match row.checked_sub(above) {
                Some(inner) => line.push_str(&picture.lines[inner]),
                None => line.extend(std::iter::repeat_n(' ', picture.width)),
            }
        }
    }
    Picture { lines, width }
}

/// A bubble with its label on the rim.
fn around(label: &str, inside: Vec<Picture>) -> Picture {
    let inner = beside(inside);
    let name = label.width();
    let across = (inner.width + 2).max(name + 2);
    let mut lines = Vec::with_capacity(inner.lines.len() + 2);
    lines.push(format!("╭─{label}{}╮", "─".repeat(across - name - 1)));
    for line in &inner.lines {
        lines.push(format!("│ {line}{} │", " ".repeat(across - 2 - inner.width)));
    }
    lines.push(format!("╰{}╯", "─".repeat(across)));
    Picture { lines, width: across + 2 }
}

/// One line a bubble, what it contains indented below it; a chain of single bubbles on one line.
fn outline(at: &Forest, width: usize) -> String {
    let mut text = String::new();
    let holds_one = |bubble: Bubble| at.inside(bubble).take(2).count() == 1;
    let mut lines = 0;
    let mut index = 0;
    let mut indent: Vec<usize> = Vec::new();
    while index < at.len() && lines < MOST_LINES {
        let bubble = Bubble(index as u32);
        let depth = at.depths()[index] as usize;
        indent.truncate(depth);
        let columns = 2 * indent.iter().filter(|&&starts_line| starts_line == 1).count();
        let mut line = format!("{}{}", " ".repeat(columns.min(width / 2)), name(at, bubble));
        indent.push(1);
        // What is alone in its bubble goes on the same line.
        let mut last = bubble;
        while line.width() < width.saturating_sub(8) && at.len() <= 100_000 && holds_one(last) {
            last = Bubble(last.0 + 1);
            let _ = write!(line, "({}", name(at, last));
            indent.push(0);
        }
        let closing = last.index() - index;
        line.extend(std::iter::repeat_n(')', closing));
        text.push_str(&line);
        text.push('\n');
        lines += 1;
        index = last.index() + 1;
    }
    if index < at.len() {
        let deepest = at.depths().iter().max().map_or(0, |depth| u128::from(*depth) + 1);
        let _ = writeln!(
            text,
            "... too large to show whole: {} more; {} in all, {} outer, nested {} deep",
            Word::count((at.len() - index) as u128, "bubble"),
            at.len(),
            at.roots().count(),
            deepest
        );
    }
    text
}

/// The label as it stands, or the place: unlike [`Notation::label`], it asks no other bubble.
fn name(at: &Forest, bubble: Bubble) -> String {
    match at.label(bubble) {
        "" => format!("#{}", bubble.index() + 1),
        label => label.to_owned(),
    }
}
