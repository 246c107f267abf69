//! Rows of counters, in a terminal.

use super::Nim;
use super::rules::Heaps;
use grundy_core::{Show, Word};
use std::fmt::Write;

/// More rows than this are summed up.
const MOST_ROWS: usize = 40;

impl Show for Nim {
    /// A row of counters for each heap, with its number before and its size after.
    fn show(&self, at: &Heaps, width: usize) -> String {
        show_rows(at, width, "●", "counter")
    }
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
        let _ = writeln!(
            text,
            "... too many to show: {} more; {} in all",
            Word::count((at.0.len() - shown.len()) as u128, "heap"),
            Word::count(at.0.iter().map(|&heap| u128::from(heap)).sum(), noun)
        );
    }
    text
}
