//! Bubbles within bubbles, in a terminal and as a picture.

use super::Bubbly;
use super::circles::{Named, TEXT, circles, drawn};
use super::forest::{Bubble, Forest};
use super::pinned::pinned;
use grundy_core::{Marks, Notation, Show, Word};
use grundy_picture::{Anchor, Picture, Shape, shortened};
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

/// Boxes within boxes are readable to about this size.
const MOST_BOXED: usize = 200;
/// A list of bubbles shows this many lines.
const MOST_LINES: usize = 60;

/// The class of a label whose bubble is marked as winning: who reads the picture reads these.
pub(super) const LABEL_OF_WINNING: &str = "wins";

/// Labels longer than this are cut in pictures.
const LONGEST_LABEL: usize = 12;

/// A rectangle of text; every line has the same number of characters.
struct Tile {
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

    /// Circles where they were given; else circles in circles, the outer ones in rows; a bubble's label stands in the
    /// upper part of it. Of a forest too large to be read, the bubbles near the outside, with how many each holds.
    fn draw(&self, at: &Forest, marks: &Marks<Bubble>) -> Picture {
        let bubbles = drawn(at);
        let labels = self.labels(at, &bubbles);
        let popped = marks.making.map(|bubble| at.path(bubble)).unwrap_or_default();
        let mut winning = marks.winning.clone();
        winning.sort_unstable();
        let named: Vec<Named> = bubbles.iter().map(|&bubble| named(at, bubble, &bubbles)).collect();
        let circles = match at.places() {
            Some(places) => pinned(&named, places),
            None => circles(&named),
        };
        let mut picture = Picture::new("bubbles within bubbles");
        for ((circle, named), label) in circles.iter().zip(&named).zip(labels) {
            let title = match named.depth {
                0 => format!("pop {label}"),
                1 => format!("pop {label} and the bubble around it"),
                around => format!("pop {label} and the {around} bubbles around it"),
            };
            let bubble = Shape::circle(circle.centre, circle.radius).class("bubble");
            let is_popped = popped.binary_search(&circle.bubble).is_ok();
            let bubble =
                bubble.class_if(winning.binary_search(&circle.bubble).is_ok() && !is_popped, "winning");
            picture.add(bubble.class_if(is_popped, "taken").stands_for(label).title(title));
        }
        for (circle, named) in circles.iter().zip(named) {
            let wins = winning.binary_search(&circle.bubble).is_ok();
            let label = Shape::text(circle.label, named.text, circle.size).class("label");
            picture.add(label.class_if(wins, LABEL_OF_WINNING));
        }
        if bubbles.len() < at.len() || at.is_empty() {
            let told = if at.is_empty() { "no bubbles".to_owned() } else { hidden(at, bubbles.len()) };
            let below = (picture.bounds().left.min(0.0), picture.bounds().bottom.max(0.0) + 24.0);
            let below = if below.0.is_finite() { below } else { (0.0, 0.0) };
            picture.add(Shape::text(below, told, TEXT).anchor(Anchor::Start).class("note"));
        }
        picture
    }
}

/// What a picture says of a bubble: its label, and how many it holds where those are not drawn.
fn named(at: &Forest, bubble: Bubble, drawn: &[Bubble]) -> Named {
    let depth = at.depths()[bubble.index()] as usize;
    let text = shortened(&name(at, bubble), LONGEST_LABEL);
    let holds_some = at.depths().get(bubble.index() + 1).is_some_and(|&next| next as usize > depth);
    let next_is_drawn = || drawn.binary_search(&Bubble(bubble.0 + 1)).is_ok();
    let text = match holds_some && !next_is_drawn() {
        true => format!("{text} +{}", at.end(bubble) - bubble.index() - 1),
        false => text,
    };
    Named { bubble, depth, text }
}

/// What is not shown of a large forest.
fn hidden(at: &Forest, shown: usize) -> String {
    let deepest = at.depths().iter().max().map_or(0, |depth| u128::from(*depth) + 1);
    format!(
        "too large to show whole: {} more; {} in all, {} outer, nested {deepest} deep",
        Word::count((at.len() - shown) as u128, "bubble"),
        at.len(),
        at.roots().count(),
    )
}

/// The outer bubbles side by side, in as many rows as the width asks for.
fn boxes(at: &Forest, width: usize) -> Option<String> {
    let labels = Bubbly.labels(at, &at.bubbles().collect::<Vec<_>>());
    // From the last bubble to the first, the tiles that wait for what contains them.
    let mut waiting: Vec<Vec<Tile>> = Vec::new();
    for (index, &depth) in at.depths().iter().enumerate().rev() {
        let level = depth as usize;
        waiting.resize_with(waiting.len().max(level + 2), Vec::new);
        let mut inside = std::mem::take(&mut waiting[level + 1]);
        inside.reverse();
        let tile = match inside.is_empty() {
            true => single(&labels[index]),
            false => around(&labels[index], inside),
        };
        if tile.width > width {
            return None;
        }
        waiting[level].push(tile);
    }
    let mut text = String::new();
    let mut row: Vec<Tile> = Vec::new();
    let mut taken = 0;
    for tile in waiting.into_iter().next().unwrap_or_default().into_iter().rev() {
        if !row.is_empty() && taken + 1 + tile.width > width {
            print_row(&mut text, std::mem::take(&mut row));
            taken = 0;
        }
        taken += tile.width + usize::from(!row.is_empty());
        row.push(tile);
    }
    print_row(&mut text, row);
    Some(text)
}

fn print_row(text: &mut String, row: Vec<Tile>) {
    for line in beside(row).lines {
        text.push_str(line.trim_end());
        text.push('\n');
    }
}

fn single(label: &str) -> Tile {
    let line = format!("({label})");
    Tile { width: line.width(), lines: vec![line] }
}

/// Tiles side by side, standing on one floor, a blank between them.
fn beside(tiles: Vec<Tile>) -> Tile {
    let height = tiles.iter().map(|tile| tile.lines.len()).max().unwrap_or(0);
    let width = tiles.iter().map(|tile| tile.width + 1).sum::<usize>().saturating_sub(1);
    let mut lines = vec![String::new(); height];
    for (index, tile) in tiles.into_iter().enumerate() {
        let above = height - tile.lines.len();
        for (row, line) in lines.iter_mut().enumerate() {
            if index > 0 {
                line.push(' ');
            }
            match row.checked_sub(above) {
                Some(inner) => line.push_str(&tile.lines[inner]),
                None => line.extend(std::iter::repeat_n(' ', tile.width)),
            }
        }
    }
    Tile { lines, width }
}

/// A bubble with its label on the rim.
fn around(label: &str, inside: Vec<Tile>) -> Tile {
    let inner = beside(inside);
    let name = label.width();
    let across = (inner.width + 2).max(name + 2);
    let mut lines = Vec::with_capacity(inner.lines.len() + 2);
    lines.push(format!("╭─{label}{}╮", "─".repeat(across - name - 1)));
    for line in &inner.lines {
        lines.push(format!("│ {line}{} │", " ".repeat(across - 2 - inner.width)));
    }
    lines.push(format!("╰{}╯", "─".repeat(across)));
    Tile { lines, width: across + 2 }
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
        let _ = writeln!(text, "... {}", hidden(at, index));
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
