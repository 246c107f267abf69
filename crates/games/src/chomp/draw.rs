//! Chocolate, in a terminal and as a picture.

use super::Chomp;
use super::rules::{Bar, Bite};
use crate::grid::{self, Cell};
use grundy_core::{Explain, Marks, Notation, Show};
use grundy_picture::{Picture, Shape};

impl Show for Chomp {
    /// Squares with the numbers of rows and columns; the poisoned one is marked.
    fn show(&self, at: &Bar, width: usize) -> String {
        let lengths = at.lengths();
        let square = |row: u16, column: u16| match (row, column) {
            (0, 0) => '☠',
            _ if column < lengths[usize::from(row)].into() => '□',
            _ => ' ',
        };
        let shown = grid::show_cells(lengths.len() as u16, at.longest().into(), square, width);
        shown.lines().map(|line| format!("{}\n", line.trim_end())).collect()
    }

    /// Squares with the numbers of rows and columns, the poisoned one in the corner marked. A square stands for
    /// the bite that begins there.
    fn draw(&self, at: &Bar, marks: &Marks<Bite>) -> Picture {
        let mut picture = Picture::new("a bar of chocolate");
        grid::add_numbers(&mut picture, at.lengths().len() as u16, at.longest().into());
        for (row, &length) in (0u8..).zip(at.lengths()) {
            for column in 0..length {
                let bite = Bite { row, column };
                let cell = Cell { row: row.into(), column: column.into() };
                let is_eaten = marks.making.is_some_and(|mv| row >= mv.row && column >= mv.column);
                let square = grid::square(cell).class("cell").class_if(is_eaten, "taken");
                picture.add(match (row, column) {
                    (0, 0) => square,
                    _ => {
                        let square = square.class_if(marks.wins(&bite) && !is_eaten, "winning");
                        square.stands_for(self.label(at, &bite)).title(self.say(at, &bite))
                    }
                });
            }
        }
        if *at == Bar::NOTHING {
            return picture;
        }
        let poison = grid::middle(Cell { row: 0, column: 0 });
        picture.add(Shape::text(poison, "☠", 22.0).class("label"));
        picture
    }
}

impl Explain for Chomp {
    fn zero_without_search(&self) -> &'static str {
        "as two equal Nim heaps or by the table of all bars inside"
    }
}
