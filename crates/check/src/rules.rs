//! Rules files read and played cell by cell, for certificates of positions of own games.
//!
//! Nothing here is shared with the crate that solves own games, not even the reader of files: a pattern is tried in
//! every image, with every length of its runs, at every place of a board. It is slow, and short enough to be held to
//! the description of rules files in `docs/own-games.md` by reading both. A certificate carries the text of its rules,
//! and these rules are what is checked, whatever file of this name is there by then.
//!
//! ```
//! use grundy_check::rules::NaiveRules;
//! let rules = NaiveRules::read("game clobber\ngrid\nmove xo -> .x | ox -> .o\n")?;
//! let board = rules.board("xo./.ox")?;
//! let moves = rules.moves(&board)?;
//! assert_eq!(moves.keys().collect::<Vec<_>>(), ["r1c1-r1c2=.x", "r1c1-r1c2=o.", "r2c2-r2c3=.o", "r2c2-r2c3=x."]);
//! assert_eq!(board.after(&moves["r1c1-r1c2=.x"]).to_string(), ".x./.ox");
//! # Ok::<(), String>(())
//! ```

mod board;
mod division;
mod formulas;
mod graphs;
mod images;
mod numbers;
mod pattern;
mod read;

pub use board::{NaiveBoard, NaiveMove};
pub use graphs::{NaiveGraph, NaiveGraphs};
pub use numbers::NaiveNumbers;

pub(crate) use division::{Everywhere, Turn};
pub(crate) use images::Images;

use pattern::{Facing, Pattern, Rule};
use std::collections::{BTreeMap, BTreeSet};

/// The rules of an own game, as they stand in its file.
#[derive(Clone, Debug)]
pub struct NaiveRules {
    name: String,
    is_strip: bool,
    is_misere: bool,
    symbols: BTreeSet<char>,
    /// What a board that is written as its sides is full of.
    fill: Option<char>,
    rules: Vec<Rule>,
    wins: Vec<(Facing, Pattern)>,
    ends: Vec<(Facing, Pattern)>,
    nevers: Vec<(Facing, Pattern)>,
}

/// A board has at most this many cells.
const MOST_CELLS: usize = 1024;

impl NaiveRules {
    /// Reads a rules file.
    ///
    /// # Errors
    /// When a line cannot be read. A file that is read here may be refused by Grundy for other reasons, such as
    /// that the game may go on for ever.
    pub fn read(text: &str) -> Result<NaiveRules, String> {
        read::read(text)
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the game is usually played under the misère convention.
    pub fn is_misere(&self) -> bool {
        self.is_misere
    }

    /// Reads a board: rows of symbols joined by `/` or `|`, `4x5`, `len=12`, or `-`.
    ///
    /// # Errors
    /// When the text is no board of these rules.
    pub fn board(&self, text: &str) -> Result<NaiveBoard, String> {
        let text = text.trim();
        if text == "-" {
            return Ok(NaiveBoard { rows: Vec::new() });
        }
        let sides = match text.strip_prefix("len=").filter(|_| self.is_strip) {
            Some(length) => Some(("1", length)),
            None => text.split_once('x').filter(|_| !self.is_strip),
        };
        let number = |side: &str| side.trim().parse::<usize>().ok().filter(|side| *side > 0);
        let sides = sides.and_then(|(rows, columns)| Some((number(rows)?, number(columns)?)));
        let rows: Vec<Vec<char>> = match sides {
            Some((rows, columns)) => {
                let is_small = rows.checked_mul(columns).is_some_and(|cells| cells <= MOST_CELLS);
                let fill =
                    self.fill.filter(|_| is_small).ok_or("a full board of these rules is not this large")?;
                vec![vec![fill; columns]; rows]
            }
            None => text.split(['/', '|']).map(|row| row.trim().chars().collect()).collect(),
        };
        let is_cell = |cell: &char| self.symbols.contains(cell) || "_,".contains(*cell);
        let is_rectangle = rows.iter().all(|row| !row.is_empty() && row.len() == rows[0].len());
        let is_small = rows.iter().map(Vec::len).sum::<usize>() <= MOST_CELLS;
        if !is_rectangle
            || !is_small
            || self.is_strip && rows.len() > 1
            || !rows.iter().flatten().all(is_cell)
        {
            return Err(format!("`{text}` is no board of {}", self.name));
        }
        Ok(NaiveBoard { rows })
    }

    /// Whether the whole game is over on a board, a whole sum with it, because a pattern of `win` stands.
    ///
    /// # Errors
    /// When the patterns have too many images.
    pub fn is_won(&self, board: &NaiveBoard) -> Result<bool, String> {
        Ok(self.images(board.longest())?.is_won(board))
    }

    /// All moves by their labels. The cost is that of trying every image of every pattern at every place.
    ///
    /// # Errors
    /// When the patterns have too many images.
    pub fn moves(&self, board: &NaiveBoard) -> Result<BTreeMap<String, NaiveMove>, String> {
        let moves = self.images(board.longest())?.moves(board);
        Ok(self.labels(&moves).into_iter().zip(moves).collect())
    }

    /// The labels of all moves of a board.
    pub(crate) fn labels(&self, moves: &BTreeSet<NaiveMove>) -> Vec<String> {
        let mut met: BTreeMap<Vec<(usize, usize)>, u32> = BTreeMap::new();
        moves.iter().for_each(|mv| *met.entry(mv.places()).or_default() += 1);
        moves.iter().map(|mv| mv.label(self.is_strip, met[&mv.places()] > 1)).collect()
    }

    /// Whether boards are one row.
    pub(crate) fn is_strip(&self) -> bool {
        self.is_strip
    }

    /// The signs that a cell can have, but for those of cells that are not there.
    pub(crate) fn symbols(&self) -> &BTreeSet<char> {
        &self.symbols
    }

    /// All images of the patterns, for boards whose sides are at most `longest`.
    ///
    /// # Errors
    /// When they are too many.
    pub(crate) fn images(&self, longest: usize) -> Result<Images, String> {
        let all = |patterns: &[(Facing, Pattern)]| {
            let images =
                patterns.iter().map(|(facing, pattern)| pattern.images(*facing, self.is_strip, longest));
            images.collect::<Result<Vec<_>, _>>().map(|images| images.into_iter().flatten().collect())
        };
        let rules = self.rules.iter().map(|rule| rule.images(self.is_strip, longest));
        let rules = rules.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
        Ok(Images::new(rules, all(&self.wins)?, all(&self.ends)?, all(&self.nevers)?))
    }
}
