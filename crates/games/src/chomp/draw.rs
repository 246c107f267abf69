//! Chocolate, in a terminal and as a picture.

use super::Chomp;
use super::rules::{Bar, Bite};
use crate::grid::{self, Board};
use grundy_core::{Explain, Marks, Notation, Show};
use grundy_picture::{Picture, Shape};

/// The side of a square in a picture.
const SIDE: f64 = 38.0;

impl Show for Chomp {
    /// Squares with the numbers of rows and columns; the poisoned one is marked.
    fn show(&self, at: &Bar, width: usize) -> String {
        let rows = at.lengths();
        if rows.len() * usize::from(rows[0]) > grid::MOST_CELLS as usize {
            // A hook of one long row and one long column, wider and higher than a board.
            return format!(
                "rows of {} squares\n",
                rows.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
            );
        }
        let mut board = Board::empty(rows.len() as u16, rows[0].into());
        for (row, &length) in rows.iter().enumerate() {
            for column in 0..u16::from(length) {
                board = board.with_cell(row as u16, column);
            }
        }
        grid::show(&board, '□', ' ', width).replacen('□', "☠", 1)
    }

    /// Squares, the poisoned one in the corner marked. A square stands for the bite that begins there.
    fn draw(&self, at: &Bar, marks: &Marks<Bite>) -> Picture {
        let mut picture = Picture::new("a bar of chocolate");
        for (row, &length) in (0u8..).zip(at.lengths()) {
            for column in 0..length {
                let bite = Bite { row, column };
                let corner = (SIDE * f64::from(column), SIDE * f64::from(row));
                let is_eaten = marks.making.is_some_and(|mv| row >= mv.row && column >= mv.column);
                let square = Shape::rectangle(corner, (SIDE, SIDE)).class("cell");
                let square = square.class_if(is_eaten, "taken");
                picture.add(match (row, column) {
                    (0, 0) => square,
                    _ => {
                        let square = square.class_if(marks.wins(&bite) && !is_eaten, "winning");
                        square.stands_for(self.label(at, &bite)).title(self.say(at, &bite))
                    }
                });
            }
        }
        picture.add(Shape::text((SIDE / 2.0, SIDE / 2.0), "☠", 22.0).class("label"));
        picture
    }
}

impl Explain for Chomp {
    fn zero_without_search(&self) -> &'static str {
        "as two equal Nim heaps or by the table of all bars inside"
    }
}
