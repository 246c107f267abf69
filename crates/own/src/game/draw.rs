//! Boards as pictures.

use super::change::Change;
use super::rules::OwnGame;
use crate::board::Field;
use grundy_core::{Marks, Notation, Ruleset, Word};
use grundy_picture::{Picture, Point, Shape};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// From one cell to the next.
const STEP: f64 = 38.0;
const STONE: f64 = 13.0;
const HANDLE: f64 = 5.5;
/// From one place for a handle to the next one around the middle of a move, and how many there are along a row.
const NEXT_PLACE: f64 = 11.5;
const NEAR: i32 = 1;
const FAR: i32 = 6;
/// More moves than these have no handles of their own: they would hide each other.
const MOST_HANDLES: usize = 400;
/// Larger boards are shown as text.
const MOST_DRAWN: u32 = 1600;

/// Names of symbols that are drawn as round things, and as what.
const ROUND: [&str; 10] =
    ["stone", "stones", "coin", "counter", "peg", "pin", "black", "white", "frog", "toad"];
/// Names of symbols that are drawn as nothing in a cell.
const EMPTY: [&str; 4] = ["free", "empty", "gap", "hole"];
/// Names of symbols that are drawn as a covered cell.
const COVERED: [&str; 5] = ["wall", "blocked", "covered", "taken", "domino"];

impl OwnGame {
    /// The cells with their symbols. A cell stands for the first move that changes it alone; a small circle in it, or
    /// between cells, for another move.
    pub(super) fn picture(&self, at: &Field, marks: &Marks<Change>) -> Picture {
        let (written, corner) = self.written(at);
        let cells = u32::from(written.rows()) * u32::from(written.columns());
        if cells == 0 || cells > MOST_DRAWN {
            return Picture::of_text(self.title(), &grundy_core::Show::show(self, at, 200));
        }
        let mut picture = Picture::new(self.title());
        self.add_numbers(&mut picture, &written);
        let mut moves = Vec::new();
        let _ = self.moves(at, |mv| {
            moves.push(mv);
            ControlFlow::<()>::Continue(())
        });
        let labels = self.labels(at, &moves);
        let middle = |&(row, column, _): &(u16, u16, u8)| {
            let (row, column) = self.place(corner, (row, column));
            (STEP * f64::from(column), STEP * f64::from(row))
        };
        let single = |row: u16, column: u16| {
            let here = |mv: &&Change| {
                mv.0.len() == 1 && self.place(corner, (mv.0[0].0, mv.0[0].1)) == (row.into(), column.into())
            };
            moves.iter().position(|mv| here(&mv))
        };
        for row in 0..written.rows() {
            for column in 0..written.columns() {
                let Some(code) = written.code(row, column).filter(|&code| code != self.shared.edge()) else {
                    continue;
                };
                let place = (STEP * f64::from(column), STEP * f64::from(row));
                let is_taken =
                    marks.making.as_ref().is_some_and(|mv| mv.0.iter().any(|cell| middle(cell) == place));
                let mv = single(row, column);
                let wins = mv.is_some_and(|mv| marks.wins(&moves[mv])) && !is_taken;
                let cell = self.cell(code, place).class_if(wins, "winning").class_if(is_taken, "taken");
                picture.add(match mv {
                    Some(mv) => cell.stands_for(labels[mv].clone()).title(self.say(at, &moves[mv])),
                    None => cell,
                });
                self.thing(code, place).into_iter().for_each(|thing| picture.add(thing));
            }
        }
        // The first move of one cell alone is the cell itself.
        let mut cells_met: HashSet<(u16, u16)> = HashSet::new();
        let is_cell =
            |mv: &Change, met: &mut HashSet<_>| mv.0.len() == 1 && met.insert((mv.0[0].0, mv.0[0].1));
        let handles: Vec<(&Change, &String)> =
            moves.iter().zip(&labels).filter(|(mv, _)| !is_cell(mv, &mut cells_met)).collect();
        let mut places: Vec<Point> = Vec::new();
        let things = self.places_of_things(&written);
        for &(mv, label) in handles.iter().take(MOST_HANDLES) {
            let at_cells: Vec<Point> = mv.0.iter().map(middle).collect();
            let place = match at_cells.as_slice() {
                [cell] => free_corner(*cell, &places),
                cells => free_place(cells, &places, &things),
            };
            places.push(place);
            // Where a cell has several moves, each has the colour of the stone that it puts there.
            let colour = if let [(_, _, code)] = mv.0[..] { self.colour(code) } else { "" };
            let handle = Shape::circle(place, HANDLE).class("handle").class(colour);
            let handle = handle.class_if(marks.wins(mv), "winning");
            picture.add(handle.stands_for(label.clone()).title(self.say(at, mv)));
        }
        let hidden = handles.len().saturating_sub(MOST_HANDLES);
        if hidden > 0 {
            let below = (STEP * f64::from(written.columns() - 1) / 2.0, STEP * f64::from(written.rows()));
            let note = format!("and {}", Word::count(hidden as u128, "more move"));
            picture.add(Shape::text(below, note, 15.0).class("note"));
        }
        picture
    }

    fn title(&self) -> String {
        let spec = &self.shared.spec;
        format!("a board of {}", spec.title.as_ref().unwrap_or(&spec.name).text)
    }

    fn add_numbers(&self, picture: &mut Picture, written: &Field) {
        for column in 0..written.columns() {
            let place = (STEP * f64::from(column), -STEP * 0.8);
            picture.add(Shape::text(place, (column + 1).to_string(), 13.0).class("number"));
        }
        for row in (0..written.rows()).filter(|_| !self.is_strip()) {
            let place = (-STEP * 0.8, STEP * f64::from(row));
            picture.add(Shape::text(place, (row + 1).to_string(), 13.0).class("number"));
        }
    }

    /// What the file calls a symbol.
    fn name_of(&self, code: u8) -> &str {
        let symbol = self.sign(Some(code));
        let named = self.shared.spec.cells.iter().find(|(named, _)| *named == symbol);
        named.map_or("", |(_, name)| &name.text)
    }

    fn cell(&self, code: u8, (x, y): Point) -> Shape {
        let square = Shape::rectangle((x - STEP / 2.0, y - STEP / 2.0), (STEP, STEP));
        square.class(if COVERED.contains(&self.name_of(code)) { "bar" } else { "cell" })
    }

    /// What stands in a cell.
    fn thing(&self, code: u8, place: Point) -> Vec<Shape> {
        let (name, sign) = (self.name_of(code), self.sign(Some(code)));
        if EMPTY.contains(&name) || COVERED.contains(&name) || name.is_empty() && sign == '.' {
            return Vec::new();
        }
        let text = Shape::text(place, sign.to_string(), 16.0).class("label");
        let text = text.class(match self.colour(code) {
            "black" => "on-black",
            "white" => "on-white",
            _ => "",
        });
        match ROUND.contains(&name) {
            true => vec![Shape::circle(place, STONE).class("stone").class(self.colour(code)), text],
            false => vec![text],
        }
    }

    /// The class of a stone that is black or white.
    fn colour(&self, code: u8) -> &'static str {
        match self.name_of(code) {
            "black" => "black",
            "white" => "white",
            _ => "",
        }
    }

    /// The middles of the cells in which something stands.
    fn places_of_things(&self, written: &Field) -> Vec<Point> {
        let all = (0..written.rows()).flat_map(|row| (0..written.columns()).map(move |column| (row, column)));
        let place = |(row, column): (u16, u16)| {
            let code = written.code(row, column).filter(|&code| code != self.shared.edge())?;
            let place = (STEP * f64::from(column), STEP * f64::from(row));
            (!self.thing(code, place).is_empty()).then_some(place)
        };
        all.filter_map(place).collect()
    }
}

/// A corner within a cell where no handle is yet; the first where all have one.
fn free_corner((x, y): Point, taken: &[Point]) -> Point {
    let off = STEP / 2.0 - 1.3 * HANDLE;
    let corners = [(off, off), (-off, off), (off, -off), (-off, -off)].map(|(dx, dy)| (x + dx, y + dy));
    corners.into_iter().find(|corner| !taken.contains(corner)).unwrap_or(corners[0])
}

/// A place amid cells where neither a handle nor a thing is: their middle, or the nearest place around it.
fn free_place(cells: &[Point], taken: &[Point], things: &[Point]) -> Point {
    let count = cells.len() as f64;
    let sum = cells.iter().fold((0.0, 0.0), |sum, cell| (sum.0 + cell.0, sum.1 + cell.1));
    let (x, y) = (sum.0 / count, sum.1 / count);
    let away = |(one_x, one_y): Point, (x, y): Point| f64::hypot(one_x - x, one_y - y);
    let has_room = |&place: &Point| taken.iter().all(|&other| away(place, other) > 2.0 * HANDLE);
    let is_free = |&place: &Point| {
        has_room(&place) && things.iter().all(|&thing| away(place, thing) > STONE + HANDLE / 2.0)
    };
    let around = |far: i32| offsets(far).into_iter().map(move |(dx, dy)| (x + dx, y + dy));
    let found = around(NEAR).find(is_free).or_else(|| around(NEAR).find(has_room));
    found.or_else(|| around(FAR).find(has_room)).unwrap_or((x, y))
}

/// Ways from the middle of a move, the shorter first: so many steps along a row, and one above or below it, since
/// nothing is farther from a strip.
fn offsets(far: i32) -> Vec<Point> {
    let steps = (-far..=far).flat_map(|along| (-1..=1).map(move |across| (along, across)));
    let mut offsets: Vec<Point> =
        steps.map(|(x, y)| (NEXT_PLACE * f64::from(x), NEXT_PLACE * f64::from(y))).collect();
    offsets.sort_by(|one, other| one.0.hypot(one.1).total_cmp(&other.0.hypot(other.1)));
    offsets
}
