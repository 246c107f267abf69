//! Rows of pins or beans, in a terminal and as a picture.

use super::HeapGame;
use super::rules::HeapMove;
use crate::counters::{BAR, MOST_COUNTERS, RADIUS, ROW, STEP, TEXT, beside_row};
use crate::nim::{Heaps, MOST_ROWS, hidden, show_rows};
use grundy_core::{Marks, Notation, Show, Word};
use grundy_picture::{Anchor, Picture, Point, Shape};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Moves that take up to so many can be pointed at; so far below the row their handles go down.
const MOST_TAKEN: u64 = 4;
const HANDLE_STEP: f64 = 14.0;
const HANDLE: f64 = 5.5;

impl Show for HeapGame {
    /// A row of pins for each heap, with its number before and its size after.
    fn show(&self, at: &Heaps, width: usize) -> String {
        show_rows(at, width, "╿", self.preset.noun)
    }

    /// A row for each heap. A pin stands for the move that takes it alone; a small circle below the
    /// middle of several pins for the move that takes them; one between two pins for the move that
    /// parts the heap there.
    fn draw(&self, at: &Heaps, marks: &Marks<HeapMove>) -> Picture {
        let mut picture = Picture::new("heaps in rows");
        let shown = &at.0[..at.0.len().min(MOST_ROWS)];
        let short = shown.iter().filter(|&&size| size <= MOST_COUNTERS);
        let widest = STEP * short.copied().max().unwrap_or(1).max(1) as f64;
        let mut middle = 0.0;
        for (heap, &size) in shown.iter().enumerate() {
            picture.add(beside_row((-14.0, middle), (heap + 1).to_string(), Anchor::End));
            if size <= MOST_COUNTERS {
                picture.add(beside_row((widest + 14.0, middle), size.to_string(), Anchor::Start));
            }
            let row = Row { game: self, at, heap, marks };
            let lowest = if size > MOST_COUNTERS {
                row.bar(&mut picture, middle)
            } else {
                row.pins(&mut picture, middle)
            };
            middle = lowest + ROW;
        }
        if shown.len() < at.0.len() || shown.is_empty() {
            let told = if shown.is_empty() {
                "no heaps".to_owned()
            } else {
                hidden(at, shown.len(), self.preset.noun)
            };
            picture.add(beside_row((0.0, middle), told, Anchor::Start));
        }
        picture
    }
}

/// One heap of a position.
struct Row<'r> {
    game: &'r HeapGame,
    at: &'r Heaps,
    heap: usize,
    marks: &'r Marks<HeapMove>,
}

impl Row<'_> {
    fn size(&self) -> u64 {
        self.at.0[self.heap]
    }

    /// A long heap as a bar with its winning moves told.
    fn bar(&self, picture: &mut Picture, middle: f64) -> f64 {
        let is_taken = self.marks.making.as_ref().is_some_and(|mv| mv.heap == self.heap);
        let bar = Shape::rectangle((0.0, middle - RADIUS), (BAR, 2.0 * RADIUS)).rounded(6.0).class("bar");
        picture.add(bar.class_if(is_taken, "taken"));
        let mut told = Word::count(self.size().into(), self.game.preset.noun);
        let winning: Vec<&HeapMove> = self.marks.winning.iter().filter(|mv| mv.heap == self.heap).collect();
        if let Some(first) = winning.first() {
            told += &format!(", winning {}", self.game.label(self.at, first));
            if winning.len() > 1 {
                told += &format!(" and {} more", winning.len() - 1);
            }
        }
        picture.add(Shape::text((BAR / 2.0, middle), told, TEXT).class("label"));
        middle
    }

    /// A short heap pin by pin; gives the height of the lowest thing drawn.
    fn pins(&self, picture: &mut Picture, middle: f64) -> f64 {
        let size = self.size();
        let mut moves = Vec::new();
        // Beans that are added have no place in the row: such moves are not pointed at.
        let _ = self.game.code().options_within(size, MOST_TAKEN, 2, |split| {
            moves.push(HeapMove { heap: self.heap, split });
            ControlFlow::<()>::Continue(())
        });
        let making = self.marks.making.as_ref().filter(|mv| mv.heap == self.heap);
        let taken = making.map_or(0..0, |mv| {
            let first = starts(mv).first().copied().unwrap_or(0);
            first..(first + mv.split.taken()).min(size)
        });
        if size == 0 {
            picture.add(Shape::circle((STEP / 2.0, middle), RADIUS / 2.0).class("gap"));
        }
        for place in 0..size {
            let alone = moves.iter().find(|mv| mv.split.taken() == 1 && starts(mv).contains(&place));
            let pin = pin(self.game.preset.noun, (STEP * (place as f64 + 0.5), middle))
                .class_if(taken.contains(&place), "taken");
            picture.add(match alone {
                Some(mv) => self.standing(pin, mv),
                None => pin,
            });
        }
        let mut lowest = middle;
        let levels: BTreeSet<u64> =
            moves.iter().map(|mv| mv.split.taken()).filter(|&taken| taken > 1).collect();
        for mv in moves.iter().filter(|mv| mv.split.taken() != 1) {
            let taken = mv.split.taken();
            let level = levels.iter().position(|&level| level == taken);
            let below = level.map_or(0.0, |level| ROW / 2.0 + 2.0 + HANDLE_STEP * level as f64);
            lowest = lowest.max(middle + below);
            for start in starts(mv) {
                let centre = (STEP * (start as f64 + taken as f64 / 2.0), middle + below);
                let is_made = making == Some(mv) && taken == 0;
                let handle = Shape::circle(centre, HANDLE).class("handle").class_if(is_made, "taken");
                picture.add(self.standing(handle, mv));
            }
        }
        lowest
    }

    fn standing(&self, shape: Shape, mv: &HeapMove) -> Shape {
        let is_winning = self.marks.wins(mv) && !shape.is("taken");
        let shape = shape.class_if(is_winning, "winning");
        shape.stands_for(self.game.label(self.at, mv)).title(self.game.say(self.at, mv))
    }
}

/// Where in its row a move can take its pins: behind either of the two heaps that it leaves.
fn starts(mv: &HeapMove) -> BTreeSet<u64> {
    match *mv.split.heaps() {
        [] => BTreeSet::from([0]),
        [only] => BTreeSet::from([only, 0]),
        [small, large, ..] => BTreeSet::from([small, large]),
    }
}

/// A thing of the row: a pin stands tall, a bean is round.
fn pin(noun: &str, centre: Point) -> Shape {
    match noun {
        "pin" => {
            let (width, height) = (0.8 * RADIUS, 2.2 * RADIUS);
            let corner = (centre.0 - width / 2.0, centre.1 - height / 2.0);
            Shape::rectangle(corner, (width, height)).rounded(width / 2.0).class("pin")
        }
        _ => Shape::circle(centre, RADIUS).class("counter"),
    }
}
