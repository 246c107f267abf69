//! Tables of numbers as fields of colour.

use crate::{Anchor, Path, Picture, Shape};
use std::collections::BTreeMap;

/// The side of a cell: large enough for a number of two digits.
const CELL: f64 = 30.0;
/// Tables with more rows or columns than this have small cells without numbers.
const MOST_NUMBERED: usize = 100;
/// The side of such a cell.
const SMALL: f64 = 6.0;
/// Tables with more rows or columns than this are cut, and say so.
const MOST: usize = 500;
/// Rows and columns of small cells are named once in so many.
const NAMED: usize = 20;
/// The steps of colour; the style has one opacity for each. Text on those above the light ones is set
/// in the colour of the paper, and the opacities leave either text a contrast of 4.5 to 1.
const STEPS: u64 = 9;
const LIGHT_STEPS: u64 = 6;

/// A table of whole numbers, the larger the darker.
///
/// ```
/// use grundy_picture::HeatMap;
/// let table = HeatMap::new("sums", "x", "y").rows([vec![0, 1], vec![1, 2]]);
/// assert!(table.picture().svg().contains("row 2, column 2: 2"));
/// ```
#[derive(Clone, Debug)]
pub struct HeatMap {
    title: String,
    across: String,
    down: String,
    first: u64,
    rows: Vec<Vec<u64>>,
    is_small: bool,
}

impl HeatMap {
    /// A table without rows yet, with names for its columns and rows.
    pub fn new(title: impl Into<String>, across: impl Into<String>, down: impl Into<String>) -> HeatMap {
        let (title, across, down) = (title.into(), across.into(), down.into());
        HeatMap { title, across, down, first: 1, rows: Vec::new(), is_small: false }
    }

    /// The same with rows and columns counted from this number; from 1 where nothing is said.
    #[must_use]
    pub fn counted_from(mut self, first: u64) -> HeatMap {
        self.first = first;
        self
    }

    /// The same with small cells and no numbers in them, as large tables have.
    #[must_use]
    pub fn with_small_cells(mut self) -> HeatMap {
        self.is_small = true;
        self
    }

    /// The same with these rows more.
    #[must_use]
    pub fn rows(mut self, rows: impl IntoIterator<Item = Vec<u64>>) -> HeatMap {
        self.rows.extend(rows);
        self
    }

    /// The table as a picture.
    pub fn picture(&self) -> Picture {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        if self.is_small || self.rows.len().max(columns) > MOST_NUMBERED {
            return self.small(columns);
        }
        let mut picture = Picture::new(self.title.clone());
        let shown = || self.rows.iter().map(|row| &row[..]);
        let largest = shown().flatten().copied().max().unwrap_or(0).max(1);
        let text = |at, text: String, class| Shape::text(at, text, 13.0).class(class);
        picture.add(Shape::text((0.0, -58.0), self.title.clone(), 16.0).anchor(Anchor::Start).class("label"));
        picture.add(text((0.0, -34.0), self.across.clone(), "note").anchor(Anchor::Start));
        picture.add(text((-30.0, -12.0), self.down.clone(), "note").anchor(Anchor::End));
        for column in 0..columns {
            let at = (CELL * (column as f64 + 0.5), -12.0);
            picture.add(text(at, (self.first + column as u64).to_string(), "number"));
        }
        for (row, numbers) in shown().enumerate() {
            let (row_name, y) = (self.first + row as u64, CELL * row as f64);
            picture.add(text((-10.0, y + CELL / 2.0), row_name.to_string(), "number").anchor(Anchor::End));
            for (column, &number) in numbers.iter().enumerate() {
                let x = CELL * column as f64;
                let column_name = self.first + column as u64;
                let step = (u128::from(number) * u128::from(STEPS) / u128::from(largest)) as u64;
                let told = format!("row {row_name}, column {column_name}: {number}");
                let cell = Shape::rectangle((x, y), (CELL, CELL)).class(format!("heat step-{step}"));
                picture.add(cell.title(told));
                let digits = number.to_string();
                if digits.len() <= 3 {
                    picture.add(
                        Shape::text((x + CELL / 2.0, y + CELL / 2.0), digits, 12.0)
                            .class(if step > LIGHT_STEPS { "on-dark" } else { "on-light" }),
                    );
                }
            }
        }
        picture
    }

    /// A large table: small cells, one path for all of one colour.
    fn small(&self, columns: usize) -> Picture {
        let mut picture = Picture::new(self.title.clone());
        let shown = || self.rows.iter().take(MOST).map(|row| &row[..row.len().min(MOST)]);
        let largest = shown().flatten().copied().max().unwrap_or(0).max(1);
        let text = |at, text: String, class| Shape::text(at, text, 13.0).class(class);
        picture.add(Shape::text((0.0, -58.0), self.title.clone(), 16.0).anchor(Anchor::Start).class("label"));
        picture.add(text((0.0, -34.0), self.across.clone(), "note").anchor(Anchor::Start));
        picture.add(text((-30.0, -12.0), self.down.clone(), "note").anchor(Anchor::End));
        for column in (0..columns.min(MOST)).step_by(NAMED) {
            let at = (SMALL * (column as f64 + 0.5), -12.0);
            picture.add(text(at, (self.first + column as u64).to_string(), "number"));
        }
        for row in (0..self.rows.len().min(MOST)).step_by(NAMED) {
            let at = (-10.0, SMALL * (row as f64 + 0.5));
            picture.add(text(at, (self.first + row as u64).to_string(), "number").anchor(Anchor::End));
        }
        let mut paths: BTreeMap<u64, Path> = BTreeMap::new();
        for (row, numbers) in shown().enumerate() {
            for (column, &number) in numbers.iter().enumerate() {
                let step = (u128::from(number) * u128::from(STEPS) / u128::from(largest)) as u64;
                let (x, y) = (SMALL * column as f64, SMALL * row as f64);
                let path = match paths.remove(&step) {
                    Some(path) => path.move_to((x, y)),
                    None => Path::from((x, y)),
                };
                let path =
                    path.line_to((x + SMALL, y)).line_to((x + SMALL, y + SMALL)).line_to((x, y + SMALL));
                paths.insert(step, path.closed());
            }
        }
        for (step, path) in paths {
            picture.add(Shape::path(path).class(format!("heat step-{step}")));
        }
        if self.rows.len() > MOST || columns > MOST {
            let note = format!("the first {MOST} rows and columns of {} and {columns}", self.rows.len());
            let y = SMALL * self.rows.len().min(MOST) as f64 + 16.0;
            picture.add(text((0.0, y), note, "note").anchor(Anchor::Start));
        }
        picture
    }
}
