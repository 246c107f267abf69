//! The strip, in a terminal and as a picture.

use super::Treblecross;
use super::rules::Strip;
use grundy_core::{Marks, Notation, Show, WinsAtOnce, Word};
use grundy_picture::{Anchor, Path, Picture, Shape};

/// More rows of cells than this are left out.
const MOST_ROWS: usize = 20;

/// A picture's cells: their side, and how many stand in a row.
const CELL: f64 = 36.0;
const PER_ROW: usize = 25;

impl Show for Treblecross {
    /// The cells, with the number of every fifth below; long strips go on in the next row.
    fn show(&self, at: &Strip, width: usize) -> String {
        let per_row = (width.saturating_sub(4) / 2 / 5 * 5).max(5);
        if at.0.is_empty() {
            return "(no cells)\n".to_owned();
        }
        let mut text = String::new();
        for (row, cells) in at.0.chunks(per_row).enumerate().take(MOST_ROWS) {
            let marks: Vec<&str> = cells.iter().map(|&has_x| if has_x { "X" } else { "·" }).collect();
            text += &format!("│{}│\n", marks.join(" "));
            let mut ruler = String::new();
            let places = std::iter::once(1).chain((5..=cells.len()).step_by(5));
            for place in places {
                let column = 2 * place - 1;
                let number = (row * per_row + place).to_string();
                // The number ends below its cell, if it can; a blank stands between two.
                let gap = (column + 1).saturating_sub(ruler.len() + number.len());
                if gap > 0 || ruler.is_empty() {
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

    /// The cells in rows; an empty one has its number and stands for the move that fills it.
    fn draw(&self, at: &Strip, marks: &Marks<usize>) -> Picture {
        let mut picture = Picture::new("a strip of cells");
        let is_open = !self.is_won(at);
        // Where nobody wins at once, the moves that let the opponent do so are struck out.
        let strikes = is_open && !self.is_sunny(at) && !at.is_short();
        let shown = at.0.len().min(PER_ROW * MOST_ROWS);
        for (cell, &has_x) in at.0.iter().enumerate().take(shown) {
            let (row, column) = (cell / PER_ROW, cell % PER_ROW);
            let corner = (CELL * column as f64, 1.4 * CELL * row as f64);
            let middle = (corner.0 + CELL / 2.0, corner.1 + CELL / 2.0);
            let is_made = marks.making == Some(cell);
            let square = Shape::rectangle(corner, (CELL, CELL)).class("cell").class_if(is_made, "taken");
            let square = square.class_if(marks.wins(&cell) && !is_made, "winning");
            picture.add(match !has_x && is_open {
                true => square.stands_for(self.label(at, &cell)).title(self.say(at, &cell)),
                false => square,
            });
            if has_x || is_made {
                picture.add(cross(middle).class_if(is_made, "taken"));
            } else {
                if strikes && !at.is_free(cell) {
                    picture.add(stroke(middle));
                }
                picture.add(Shape::text(middle, (cell + 1).to_string(), 12.0).class("number"));
            }
        }
        if shown < at.0.len() {
            let more = Word::count((at.0.len() - shown) as u128, "more cell");
            let below = (0.0, 1.4 * CELL * MOST_ROWS as f64);
            let note = Shape::text(below, format!("and {more}: too long to show"), 15.0).class("note");
            picture.add(note.anchor(Anchor::Start));
        }
        picture
    }
}

/// A line through a cell that nobody should touch.
fn stroke((x, y): (f64, f64)) -> Shape {
    let arm = CELL * 0.36;
    Shape::path(Path::from((x - arm, y + arm)).line_to((x + arm, y - arm))).class("gap")
}

/// An X around a point.
fn cross((x, y): (f64, f64)) -> Shape {
    let arm = CELL * 0.27;
    let down = Path::from((x - arm, y - arm)).line_to((x + arm, y + arm));
    Shape::path(down.move_to((x - arm, y + arm)).line_to((x + arm, y - arm))).class("edge")
}
