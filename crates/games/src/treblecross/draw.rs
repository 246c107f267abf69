//! The strip in a terminal.

use super::Treblecross;
use super::rules::Strip;
use grundy_core::{Show, Word};

/// More rows of cells than this are left out.
const MOST_ROWS: usize = 20;

impl Show for Treblecross {
    /// The cells, with the number of every fifth below; long strips go on in the next row.
    fn show(&self, at: &Strip, width: usize) -> String {
        let per_row = (width.saturating_sub(4) / 2 / 5 * 5).max(5);
        let mut text = String::new();
        for (row, cells) in at.0.chunks(per_row).enumerate().take(MOST_ROWS) {
            let marks: Vec<&str> = cells.iter().map(|&has_x| if has_x { "X" } else { "·" }).collect();
            text += &format!("│{}│\n", marks.join(" "));
            let mut ruler = String::new();
            let places = std::iter::once(1).chain((5..=cells.len()).step_by(5));
            for place in places {
                let column = 2 * place - 1;
                let number = (row * per_row + place).to_string();
                // The number ends below its cell.
                if let Some(gap) = (column + 1).checked_sub(ruler.len() + number.len()) {
                    ruler += &format!("{}{number}", " ".repeat(gap));
                }
            }
            text += &format!("{ruler}\n");
        }
        if at.0.len() > per_row * MOST_ROWS {
            let more = Word::count((at.0.len() - per_row * MOST_ROWS) as u128, "more cell");
            text += &format!("... and {more}: too long to show\n");
        }
        text
    }
}
