//! Own games: a rules file of patterns becomes a game, solved at the speed of hand-written rules.
//!
//! A rules file says what a move is, as a mathematician would write it:
//!
//! ```text
//! game my-cram
//! grid
//! move .. -> ##
//! ```
//!
//! [`Spec::read`] reads it, with diagnostics; [`OwnGame::new`] compiles it, and derives from the patterns, and
//! proves, what a program has to be told elsewhere: the independent parts of a board, the symmetries of board and symbols,
//! the mirror theorem, and why the game ends. [`RulesFile`] is both, as a [`Listing`](grundy_core::Listing) for a
//! shelf. [`Plain`] is the same file as the plain definition, cell by cell; tests hold the one to the other.
//!
//! ```
//! use grundy_core::{Listing, Notation, Parameters, Reader, Ruleset};
//! use grundy_own::RulesFile;
//!
//! let file = RulesFile::read("game clobber\ngrid\nmove xo -> .x | ox -> .o\nexample xoxo/oxox\n")?;
//! let rules = file.rules(&Parameters::default())?;
//! let board = rules.parse(&mut Reader::new("xo.x/..ox"))?;
//! assert_eq!(rules.count_moves(&board), 4);
//! assert_eq!(rules.split(board).len(), 2);
//! # Ok::<(), grundy_core::Diagnostic>(())
//! ```
//!
//! | step | files |
//! |---|---|
//! | a text, and what is wrong with it | `spec/` |
//! | patterns with runs as images of fixed shapes; symmetries; weights that every move lowers | `rules/` |
//! | cells as bits | `board/` |
//! | parts, least image, mirror theorem, options, for all places at once | `engine/` |
//! | moves, labels, pictures, the card | `game/` |
//! | the plain definition | `plain` |
//!
//! A game in which every move reads one symbol that no move writes is a game of *taking*: its boards are one set of
//! cells. All others have a set of cells for each symbol.

mod board;
mod endless;
mod engine;
mod game;
mod limits;
mod plain;
mod rules;
mod shipped;
mod spec;

pub use board::Field;
pub use game::{Change, Derived, OwnGame, RulesFile};
pub use limits::{
    MOST_BOARD, MOST_IMAGE_CELLS, MOST_IMAGES, MOST_PATTERN, MOST_RULES, MOST_SYMBOLS, MOST_TEXT,
};
pub use plain::{Plain, PlainBoard, PlainMove};
pub use spec::{
    BanRule, BlockSide, Facing, Item, Kind, Meaning, MoveRule, Pattern, Phrase, Size, Spec, What, Written,
    is_symbol,
};
