//! Tuples in a terminal and as pictures.

use super::notation::joined;
use super::rules::{Leap, TupleGame, Tuples};
use grundy_core::{Marks, Notation, Ruleset, Show, Word};
use grundy_picture::{Anchor, Picture, Shape};
use std::fmt::Write;
use std::ops::ControlFlow;

/// From one cell of a board to the next, and from one row to the next.
const STEP: f64 = 30.0;
/// Two numbers of at most this are drawn as a place on a board.
const MOST_ON_BOARD: i64 = 32;
/// More rows than this are summed up.
const MOST_ROWS: usize = 40;
/// Moves that are written below rows, and how wide they stand side by side.
const MOST_MOVES: usize = 120;
const MOVES_WIDTH: f64 = 720.0;
/// The most letters of a move that are written, and the width of a letter and of what is around a move.
const MOST_LETTERS: usize = 40;
const LETTER: f64 = 8.6;
const AROUND: f64 = 26.0;

impl Show for TupleGame {
    /// A row of counters for each number, with its name or its place before and itself behind.
    fn show(&self, at: &Tuples, width: usize) -> String {
        if at.0.is_empty() {
            return "(nothing)\n".to_owned();
        }
        let rows = self.rows(at);
        let name_width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(1);
        let room = width.saturating_sub(name_width + 26) / 2;
        let mut text = String::new();
        for (name, number) in rows.iter().take(MOST_ROWS) {
            let counters = match usize::try_from(*number) {
                Ok(few) if few <= room => "● ".repeat(few),
                _ => "● ".repeat(room.saturating_sub(3)) + "... ",
            };
            let _ = writeln!(text, "{name:>name_width$} │ {counters}{number}");
        }
        let hidden = rows.len().saturating_sub(MOST_ROWS);
        if hidden > 0 {
            let _ = writeln!(text, "... and {}", Word::count(hidden as u128, "more number"));
        }
        text
    }

    /// Two small numbers as a place on a board whose moves are the places that it reaches; other positions as rows of
    /// counters with their moves below.
    fn draw(&self, at: &Tuples, marks: &Marks<Leap>) -> Picture {
        let moves = self.first_moves(at);
        match &at.0[..] {
            [tuple] if self.is_on_board(tuple, &moves) => self.board(at, tuple, &moves, marks),
            _ => self.counters(at, &moves, marks),
        }
    }
}

impl TupleGame {
    fn title(&self) -> String {
        let spec = self.spec();
        let title = spec.preamble.title.as_ref().map_or(spec.name(), |title| &title.text);
        format!("a position of {title}")
    }

    /// What stands before each number, and the number.
    fn rows(&self, at: &Tuples) -> Vec<(String, i64)> {
        let name = |place: usize, index: usize| match (self.is_heap(), at.0.len()) {
            (true, _) => (place + 1).to_string(),
            (false, 1) => self.spec().names[index].text.clone(),
            (false, _) => format!("{} {}", place + 1, self.spec().names[index].text),
        };
        let tuples = at.tuples().enumerate();
        let row = |(place, tuple): (usize, &[i64])| -> Vec<(String, i64)> {
            tuple.iter().enumerate().map(|(index, &number)| (name(place, index), number)).collect()
        };
        tuples.flat_map(row).collect()
    }

    fn first_moves(&self, at: &Tuples) -> Vec<Leap> {
        let mut moves = Vec::new();
        let _ = self.moves(at, |mv| {
            moves.push(mv);
            if moves.len() > MOST_ON_BOARD as usize * MOST_ON_BOARD as usize {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        moves
    }

    /// Whether a position is two small numbers, and every move leaves two.
    fn is_on_board(&self, tuple: &[i64], moves: &[Leap]) -> bool {
        let is_small = |number: &i64| *number <= MOST_ON_BOARD;
        tuple.len() == 2
            && tuple.iter().all(is_small)
            && moves.iter().all(|mv| mv.left.len() == 2 && mv.left.iter().all(is_small))
    }

    /// The first number counts rows, the second columns.
    fn board(&self, at: &Tuples, tuple: &[i64], moves: &[Leap], marks: &Marks<Leap>) -> Picture {
        let mut picture = Picture::new(self.title());
        let all = || moves.iter().map(|mv| &mv.left[..]).chain([tuple]);
        let (rows, columns) = (all().map(|two| two[0]).max(), all().map(|two| two[1]).max());
        let (rows, columns) = (rows.unwrap_or(0), columns.unwrap_or(0));
        let place = |row: i64, column: i64| (STEP * column as f64, STEP * row as f64);
        for column in 0..=columns {
            let (x, _) = place(0, column);
            picture.add(Shape::text((x, -STEP * 0.8), column.to_string(), 13.0).class("number"));
        }
        for row in 0..=rows {
            let (_, y) = place(row, 0);
            picture.add(Shape::text((-STEP * 0.8, y), row.to_string(), 13.0).class("number"));
            for column in 0..=columns {
                let (x, y) = place(row, column);
                let corner = (x - STEP / 2.0, y - STEP / 2.0);
                picture.add(Shape::rectangle(corner, (STEP, STEP)).class("cell"));
            }
        }
        for mv in moves {
            let is_made = marks.making.as_ref() == Some(mv);
            let shape = Shape::circle(place(mv.left[0], mv.left[1]), 6.0)
                .class("handle")
                .class_if(is_made, "taken")
                .class_if(marks.wins(mv) && !is_made, "winning");
            picture.add(shape.stands_for(self.label(at, mv)).title(self.said(at, mv)));
        }
        picture.add(Shape::circle(place(tuple[0], tuple[1]), 11.0).class("stone"));
        let names = format!("{} down, {} across", self.spec().names[0].text, self.spec().names[1].text);
        let below = (STEP * columns as f64 / 2.0, STEP * (rows as f64 + 1.0));
        picture.add(Shape::text(below, names, 13.0).class("note"));
        picture
    }

    /// Rows of counters, and below them the moves by their labels.
    fn counters(&self, at: &Tuples, moves: &[Leap], marks: &Marks<Leap>) -> Picture {
        let mut picture = Picture::new(self.title());
        let rows = self.rows(at);
        let mut y = 0.0;
        for (name, number) in rows.iter().take(MOST_ROWS) {
            picture.add(Shape::text((-14.0, y), name.clone(), 15.0).anchor(Anchor::End).class("number"));
            let few = (*number).clamp(0, MOST_ON_BOARD);
            for index in 0..few {
                let centre = (STEP * (index as f64 + 0.5), y);
                picture.add(Shape::circle(centre, 11.0).class("counter"));
            }
            let more = if *number > few { format!("... {number}") } else { number.to_string() };
            let behind = (STEP * few as f64 + 14.0, y);
            picture.add(Shape::text(behind, more, 15.0).anchor(Anchor::Start).class("number"));
            y += STEP * 1.2;
        }
        if rows.len() > MOST_ROWS || rows.is_empty() {
            let hidden = Word::count(rows.len().saturating_sub(MOST_ROWS) as u128, "more number");
            let told = if rows.is_empty() { "nothing".to_owned() } else { format!("and {hidden}") };
            picture.add(Shape::text((0.0, y), told, 15.0).anchor(Anchor::Start).class("note"));
            y += STEP * 1.2;
        }
        let written = |mv: &Leap| {
            let left = self.left_text(&mv.left);
            // Where the numbers are one position, every move is from all of them.
            let told = match (self.is_heap(), at.0.len()) {
                (false, 1) => format!("→ {left}"),
                _ => format!("{} → {left}", joined(&at.0[mv.place])),
            };
            grundy_picture::shortened(&told, MOST_LETTERS)
        };
        let texts: Vec<String> = moves.iter().take(MOST_MOVES).map(written).collect();
        let longest = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
        let width = LETTER * longest as f64 + AROUND;
        let in_row = ((MOVES_WIDTH / width) as usize).max(1);
        for (index, (mv, told)) in moves.iter().zip(&texts).enumerate() {
            let (row, column) = (index / in_row, index % in_row);
            let at_text = (width * column as f64 + width / 2.0, y + STEP * row as f64);
            let corner = (at_text.0 - width / 2.0 + 3.0, at_text.1 - 12.0);
            let is_made = marks.making.as_ref() == Some(mv);
            let shape = Shape::rectangle(corner, (width - 6.0, 24.0))
                .rounded(6.0)
                .class("bar")
                .class_if(is_made, "taken")
                .class_if(marks.wins(mv) && !is_made, "winning");
            picture.add(shape.stands_for(self.label(at, mv)).title(self.said(at, mv)));
            picture.add(Shape::text(at_text, told.clone(), 13.0).class("label"));
        }
        let hidden = self.count_moves(at).saturating_sub(MOST_MOVES as u128);
        if hidden > 0 {
            let below = (0.0, y + STEP * MOST_MOVES.div_ceil(in_row) as f64);
            let note = format!("and {}", Word::count(hidden, "more move"));
            picture.add(Shape::text(below, note, 15.0).anchor(Anchor::Start).class("note"));
        }
        picture
    }
}
