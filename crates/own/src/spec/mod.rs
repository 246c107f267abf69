//! A rules file as it was read: patterns as they were written, with their places.

pub(crate) mod kinds;
mod parse_pattern;
mod parse_size;
pub(crate) mod preamble;
mod read;
mod shape;
pub(crate) mod statement;
mod symbols;
mod validate;

pub use preamble::{Preamble, check_name};
pub use symbols::is_symbol;

use crate::origin::Origin;
use grundy_core::{Convention, Diagnostic};
use std::ops::Range;

/// A text with its place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// The text.
    pub text: String,
    /// Its bytes in the file.
    pub span: Range<usize>,
}

/// A rules file as it was read.
///
/// ```
/// use grundy_own::{Kind, Spec};
/// let spec = Spec::read("game my-cram\ngrid\nmove .. -> ##\n")?;
/// assert_eq!((spec.name.text.as_str(), spec.kind, spec.rules.len()), ("my-cram", Kind::Grid, 1));
/// let error = Spec::read("game my-cram\ngrid\nmove .. -> ###\n").unwrap_err();
/// assert_eq!((error.message.as_str(), error.span), ("before and after differ in shape", 23..32));
/// # Ok::<(), grundy_core::Diagnostic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The whole text of the file.
    pub text: String,
    /// Where it comes from: it may cost as much.
    pub origin: Origin,
    /// The name before a position.
    pub name: Phrase,
    /// What lists call the game.
    pub title: Option<Phrase>,
    /// What a move is, in a sentence.
    pub says: Option<Phrase>,
    /// Where the game comes from.
    pub by: Option<Phrase>,
    /// The usual convention.
    pub play: Convention,
    /// A position.
    pub example: Option<Phrase>,
    /// What positions are.
    pub kind: Kind,
    /// The symbols that `cells` names, in order.
    pub cells: Vec<(char, Phrase)>,
    /// The moves, in order.
    pub rules: Vec<MoveRule>,
    /// The patterns of `win`, `end` and `never`, in order.
    pub bans: Vec<BanRule>,
    /// What is worth knowing of the file, though nothing is wrong.
    pub notes: Vec<Diagnostic>,
}

/// What the positions of a game are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// A row of cells.
    Strip,
    /// Rows and columns of cells.
    Grid,
}

/// Which images of a pattern are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Facing {
    /// All turned and mirrored ones; on a strip the pattern and its mirror image.
    All,
    /// The pattern as it is written.
    Fixed,
    /// The pattern and its left-right mirror image.
    Sideways,
    /// The pattern and its top-bottom mirror image.
    UpDown,
}

/// A rule of a `move` line, or of `fixed`, `sideways`, `updown`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveRule {
    /// Which images are meant.
    pub facing: Facing,
    /// What a move reads.
    pub left: Pattern,
    /// What it writes.
    pub right: Written,
    /// The words for the move.
    pub say: Option<Phrase>,
    /// The bytes of the rule in the file.
    pub span: Range<usize>,
}

/// The right side of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// One symbol in all cells but `?` and the edge.
    Fill(char),
    /// Cell by cell.
    Cells(Pattern),
}

/// A pattern of `win`, `end` or `never`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BanRule {
    /// What it means where the pattern stands.
    pub meaning: Meaning,
    /// Whether no other image than the pattern itself is meant.
    pub is_fixed: bool,
    /// The pattern.
    pub pattern: Pattern,
}

/// What it means that a pattern stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meaning {
    /// The whole game is over; who made the last move has won, under misère play lost.
    Win,
    /// This board is over: it has no moves.
    End,
    /// A move may not make it.
    Never,
}

/// Rows of items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// From above.
    pub rows: Vec<Vec<Item>>,
    /// The bytes of the pattern in the file.
    pub span: Range<usize>,
}

/// A cell of a pattern, or a run of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What stands in each cell.
    pub what: What,
    /// How many cells.
    pub size: Size,
    /// The bytes of the item in the file.
    pub span: Range<usize>,
}

/// What a cell of a pattern holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// `?`: any cell, no cell, anything.
    Anything,
    /// `@`: there is no cell.
    Edge,
    /// One symbol.
    Symbol(char),
    /// One of several symbols, or the edge.
    Class {
        /// The symbols, in the order written.
        symbols: Vec<char>,
        /// Whether it may be the edge.
        edge: bool,
    },
}

/// How many cells an item is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Size {
    /// This many.
    Exactly(u32),
    /// Any number of a range; `None` is as many as the board has.
    Between {
        /// The name by which the number is the same elsewhere in the rule.
        name: Option<String>,
        /// The least.
        from: u32,
        /// The most.
        to: Option<u32>,
    },
    /// A rectangle, which is the whole pattern.
    Block(BlockSide, BlockSide),
}

/// A side of a rectangle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockSide {
    /// A number of cells.
    Number(u32),
    /// A name for any number from 1.
    Name(String),
}

impl Pattern {
    /// The items, row by row.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.rows.iter().flatten()
    }

    /// The names of the numbers of cells; a run without a name is `n`.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        fn side(side: &BlockSide) -> Option<&str> {
            match side {
                BlockSide::Number(_) => None,
                BlockSide::Name(name) => Some(name),
            }
        }
        fn names(item: &Item) -> [Option<&str>; 2] {
            match &item.size {
                Size::Exactly(_) => [None, None],
                Size::Between { name, .. } => [Some(name.as_deref().unwrap_or("n")), None],
                Size::Block(rows, columns) => [side(rows), side(columns)],
            }
        }
        self.items().flat_map(names).flatten()
    }

    /// The pattern as it stands in the file.
    pub fn text<'t>(&self, file: &'t str) -> &'t str {
        &file[self.span.clone()]
    }
}

impl MoveRule {
    /// The two patterns, or the one where the right side is a symbol.
    pub fn patterns(&self) -> impl Iterator<Item = &Pattern> {
        let right = match &self.right {
            Written::Cells(pattern) => Some(pattern),
            Written::Fill(_) => None,
        };
        std::iter::once(&self.left).chain(right)
    }
}

impl Spec {
    /// Reads a rules file.
    ///
    /// # Errors
    /// The first mistake of the file, with its place and a remedy.
    pub fn read(text: &str) -> Result<Spec, Diagnostic> {
        read::read(text, Origin::Local)
    }

    /// Reads a rules file that may come from somebody else.
    ///
    /// # Errors
    /// As [`read`](Spec::read), and where a file of that origin is too long, or names a file or a program.
    pub fn read_from(text: &str, origin: Origin) -> Result<Spec, Diagnostic> {
        read::read(text, origin)
    }
}
