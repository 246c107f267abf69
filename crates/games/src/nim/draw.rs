//! Rows of counters, in a terminal and as a picture.

use super::Nim;
use super::rules::{Heaps, Take};
use crate::counters::{Heap, ROW, beside_row};
use grundy_core::{Marks, Notation, Show, Word};
use grundy_picture::{Anchor, Picture};
use std::fmt::Write;

/// More rows than this are summed up.
pub(crate) const MOST_ROWS: usize = 40;

impl Show for Nim {
    /// A row of counters for each heap, with its number before and its size after.
    fn show(&self, at: &Heaps, width: usize) -> String {
        show_rows(at, width, "●", "counter")
    }

    /// A row of counters for each heap, its place before it and its size after it. A counter stands for
    /// the move that takes it and all to its right.
    fn draw(&self, at: &Heaps, marks: &Marks<Take>) -> Picture {
        let mut picture = Picture::new("heaps of counters");
        let shown = &at.0[..at.0.len().min(MOST_ROWS)];
        let mut winning = vec![Vec::new(); shown.len()];
        for mv in marks.winning.iter().filter(|mv| mv.heap < shown.len()) {
            winning[mv.heap].push(mv.leave);
        }
        let rows: Vec<Heap<'_>> = shown
            .iter()
            .zip(&winning)
            .enumerate()
            .map(|(heap, (&size, winning))| {
                let making = marks.making.filter(|mv| mv.heap == heap).map(|mv| mv.leave);
                Heap { size, winning, making }
            })
            .collect();
        let widest = rows.iter().filter_map(Heap::width).fold(30.0, f64::max);
        for (heap, row) in rows.iter().enumerate() {
            let middle = ROW * heap as f64;
            let take = |leave| Take { heap, leave };
            picture.add(beside_row((-14.0, middle), (heap + 1).to_string(), Anchor::End));
            let say = |leave| self.say(at, &take(leave));
            row.draw(&mut picture, (0.0, middle), |leave| self.label(at, &take(leave)), say);
            if row.width().is_some() {
                picture.add(beside_row((widest + 14.0, middle), row.size.to_string(), Anchor::Start));
            }
        }
        if shown.len() < at.0.len() || shown.is_empty() {
            let told =
                if shown.is_empty() { "no heaps".to_owned() } else { hidden(at, shown.len(), "counter") };
            picture.add(beside_row((0.0, ROW * shown.len() as f64), told, Anchor::Start));
        }
        picture
    }
}

/// What is not shown of many heaps.
pub(crate) fn hidden(at: &Heaps, shown: usize, noun: &str) -> String {
    format!(
        "too many to show: {} more; {} in all",
        Word::count((at.0.len() - shown) as u128, "heap"),
        Word::count(at.0.iter().map(|&heap| u128::from(heap)).sum(), noun)
    )
}

/// Heaps as rows of this symbol, one narrow character, with each heap's number before and its size after.
pub(crate) fn show_rows(at: &Heaps, width: usize, symbol: &str, noun: &str) -> String {
    if at.0.is_empty() {
        return "(no heaps)\n".to_owned();
    }
    let shown = &at.0[..at.0.len().min(MOST_ROWS)];
    let place_width = shown.len().to_string().len();
    let size_width = shown.iter().map(|heap| heap.to_string().len()).max().unwrap_or(1);
    let room = width.saturating_sub(place_width + size_width + 6) / 2;
    let longest = shown.iter().copied().max().unwrap_or(0).min(room as u64) as usize;
    let mut text = String::new();
    for (index, &heap) in shown.iter().enumerate() {
        let counters = match usize::try_from(heap) {
            Ok(few) if few <= room => format!("{symbol} ").repeat(few),
            _ => format!("{symbol} ").repeat(room.saturating_sub(3)) + "...",
        };
        let columns = 2 * longest;
        let _ = writeln!(text, "{:>place_width$} │ {counters:<columns$} {heap:>size_width$}", index + 1);
    }
    if shown.len() < at.0.len() {
        let _ = writeln!(text, "... {}", hidden(at, shown.len(), noun));
    }
    text
}
