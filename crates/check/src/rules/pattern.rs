//! Patterns as they are written, and their images with runs of fixed lengths.

use std::collections::{BTreeMap, BTreeSet};

/// What a cell of a pattern asks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cell {
    /// `?`
    Anything,
    /// One of these; the edge is `_`.
    OneOf(Vec<char>),
}

impl Cell {
    pub(super) fn meets(&self, sign: char) -> bool {
        match self {
            Cell::Anything => true,
            Cell::OneOf(signs) => signs.contains(&sign),
        }
    }

    /// Whether it may lie beyond the edge.
    fn may_be_outside(&self) -> bool {
        self.meets('_')
    }

    /// Whether it asks for the edge and nothing else.
    pub(super) fn is_edge(&self) -> bool {
        matches!(self, Cell::OneOf(signs) if signs[..] == ['_'])
    }
}

/// How many cells an item is: rows and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Number(usize),
    /// A name, or the place of a run without a name; and its range, where one stands here.
    Named(String, Option<(usize, Option<usize>)>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) cell: Cell,
    pub(super) rows: Side,
    pub(super) columns: Side,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    pub(super) rows: Vec<Vec<Item>>,
}

/// Which images are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Facing {
    All,
    Fixed,
    Sideways,
    UpDown,
}

/// What is written: one symbol, or cell by cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Right {
    Fill(char),
    Cells(Pattern),
}

#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) facing: Facing,
    pub(super) left: Pattern,
    pub(super) right: Right,
}

/// A cell of an image.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Placed {
    pub(super) row: i64,
    pub(super) column: i64,
    pub(super) reads: Cell,
    pub(super) writes: Option<char>,
}

type Lengths = BTreeMap<String, usize>;

/// A pattern with all lengths of its runs has at most this many forms on a board.
const MOST_FORMS: usize = 4096;

fn length(side: &Side, lengths: &Lengths) -> usize {
    match side {
        Side::Number(number) => *number,
        Side::Named(name, _) => lengths.get(name).copied().unwrap_or(0),
    }
}

impl Pattern {
    fn sides(&self) -> impl Iterator<Item = &Side> {
        self.rows.iter().flatten().flat_map(|item| [&item.rows, &item.columns])
    }

    /// The ranges of all runs: that which is given somewhere, else from 1 on.
    fn ranges(&self) -> BTreeMap<&str, (usize, Option<usize>)> {
        let mut ranges = BTreeMap::new();
        for side in self.sides() {
            let Side::Named(name, range) = side else { continue };
            let known = ranges.entry(&**name).or_insert((1, None));
            if let Some(range) = range {
                *known = *range;
            }
        }
        ranges
    }

    /// All lengths of the runs with which the cells of a row are at most `longest`, but for those at its ends that may lie
    /// beyond the edge.
    fn all_lengths(&self, longest: usize) -> Result<Vec<Lengths>, String> {
        let mut all = vec![Lengths::new()];
        for (name, (from, to)) in self.ranges() {
            let mut more = Vec::new();
            for lengths in &all {
                // A longer run of cells that may lie beyond the edge stands where the longest of these does.
                for length in from..=to.unwrap_or(longest).min(longest).max(from) {
                    let mut lengths = lengths.clone();
                    lengths.insert(name.to_owned(), length);
                    if self.rows.iter().any(|row| width(row, &lengths) > longest) {
                        break;
                    }
                    more.push(lengths);
                    if more.len() > MOST_FORMS {
                        return Err("a pattern of these rules has too many forms on this board".to_owned());
                    }
                }
            }
            all = more;
        }
        Ok(all)
    }

    /// The cells, row by row.
    fn cells(&self, lengths: &Lengths) -> Vec<Vec<&Cell>> {
        let mut all = Vec::new();
        for row in &self.rows {
            let items = row.iter();
            let cells: Vec<&Cell> = items
                .flat_map(|item| std::iter::repeat_n(&item.cell, length(&item.columns, lengths)))
                .collect();
            let height = row.iter().map(|item| length(&item.rows, lengths)).max().unwrap_or(1);
            all.extend(std::iter::repeat_n(cells, height));
        }
        all
    }

    /// All images for boards whose sides are at most `longest`, in no order, each once.
    pub(super) fn images(
        &self,
        facing: Facing,
        is_strip: bool,
        longest: usize,
    ) -> Result<BTreeSet<Vec<Placed>>, String> {
        images(self, None, facing, is_strip, longest)
    }
}

/// How many cells a row has from the first to the last that must lie on the board.
fn width(row: &[Item], lengths: &Lengths) -> usize {
    let is_inside = |item: &Item| !item.cell.may_be_outside() && length(&item.columns, lengths) > 0;
    let first = row.iter().position(is_inside).unwrap_or(row.len());
    let end = row.iter().rposition(is_inside).map_or(first, |last| last + 1);
    row[first..end].iter().map(|item| length(&item.columns, lengths)).sum()
}

impl Rule {
    pub(super) fn images(&self, is_strip: bool, longest: usize) -> Result<BTreeSet<Vec<Placed>>, String> {
        images(&self.left, Some(&self.right), self.facing, is_strip, longest)
    }
}

fn images(
    left: &Pattern,
    right: Option<&Right>,
    facing: Facing,
    is_strip: bool,
    longest: usize,
) -> Result<BTreeSet<Vec<Placed>>, String> {
    let mut all = BTreeSet::new();
    for lengths in left.all_lengths(longest)? {
        let reads = left.cells(&lengths);
        if reads.iter().any(|row| row.len() != reads[0].len()) {
            return Err("the rows of a pattern of these rules differ in length".to_owned());
        }
        let writes = written(&reads, right, &lengths)?;
        let sides = (reads.len() as i64, reads.first().map_or(0, Vec::len) as i64);
        for turn in turns(facing, is_strip) {
            let mut image = Vec::new();
            for (row, (reads, writes)) in reads.iter().zip(&writes).enumerate() {
                for (column, (&reads, &writes)) in reads.iter().zip(writes).enumerate() {
                    let (row, column) = turn((row as i64, column as i64), sides);
                    image.push(Placed { row, column, reads: reads.clone(), writes });
                }
            }
            image.sort();
            all.insert(image);
        }
        if all.len() > MOST_FORMS {
            return Err("a pattern of these rules has too many forms on this board".to_owned());
        }
    }
    Ok(all)
}

/// What is written in each cell.
fn written(
    reads: &[Vec<&Cell>],
    right: Option<&Right>,
    lengths: &Lengths,
) -> Result<Vec<Vec<Option<char>>>, String> {
    let nothing = || reads.iter().map(|row| vec![None; row.len()]).collect();
    match right {
        None => Ok(nothing()),
        Some(Right::Fill(symbol)) => {
            let fill = |&cell: &&Cell| (*cell != Cell::Anything && !cell.is_edge()).then_some(*symbol);
            Ok(reads.iter().map(|row| row.iter().map(fill).collect()).collect())
        }
        Some(Right::Cells(pattern)) => {
            let cells = pattern.cells(lengths);
            let are_alike = cells.len() == reads.len()
                && cells.iter().zip(reads).all(|(one, other)| one.len() == other.len());
            if !are_alike {
                return Err("the two sides of a rule differ in shape".to_owned());
            }
            let symbol = |&cell: &&Cell| match cell {
                Cell::OneOf(signs) => Some(signs[0]).filter(|&sign| sign != '_'),
                Cell::Anything => None,
            };
            Ok(cells.iter().map(|row| row.iter().map(symbol).collect()).collect())
        }
    }
}

/// Where a cell of a pattern with these rows and columns goes.
type Turn = fn((i64, i64), (i64, i64)) -> (i64, i64);

/// The images that are meant.
fn turns(facing: Facing, is_strip: bool) -> Vec<Turn> {
    let none: Turn = |(row, column), _| (row, column);
    let sideways: Turn = |(row, column), (_, columns)| (row, columns - 1 - column);
    let upside_down: Turn = |(row, column), (rows, _)| (rows - 1 - row, column);
    match facing {
        Facing::Fixed => vec![none],
        Facing::UpDown => vec![none, upside_down],
        Facing::Sideways => vec![none, sideways],
        Facing::All if is_strip => vec![none, sideways],
        Facing::All => vec![
            none,
            sideways,
            upside_down,
            |(row, column), (rows, columns)| (rows - 1 - row, columns - 1 - column),
            |(row, column), _| (column, row),
            |(row, column), (rows, _)| (column, rows - 1 - row),
            |(row, column), (_, columns)| (columns - 1 - column, row),
            |(row, column), (rows, columns)| (columns - 1 - column, rows - 1 - row),
        ],
    }
}
