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
//! Other kinds say what a move leaves of numbers ([`TupleFile`]) or of a heap ([`HeapFile`]):
//!
//! ```text
//! game wythoff
//! numbers a b
//! move a-k, b for k in 1..a
//! move a, b-k for k in 1..b
//! move a-k, b-k for k in 1..min(a,b)
//! ```
//!
//! Or what is taken of a graph ([`GraphFile`]): `take vertex with neighbours` is Node Kayles.
//!
//! [`RulesFile`] is a file of any kind. [`Spec::read`] reads one of patterns, with diagnostics; [`OwnGame::new`]
//! compiles it, and derives from the patterns, and proves, what a program has to be told elsewhere: the independent
//! parts of a board, the symmetries of board and symbols, the mirror theorem, and why the game ends. [`BoardFile`] is both, as a [`Listing`](grundy_core::Listing) for a
//! shelf. [`Plain`] is the same file as the plain definition, cell by cell; tests hold the one to the other.
//!
//! ```
//! use grundy_core::{Listing, Notation, Parameters, Reader, Ruleset};
//! use grundy_own::BoardFile;
//!
//! let file = BoardFile::read("game clobber\ngrid\nmove xo -> .x | ox -> .o\nexample xoxo/oxox\n")?;
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
//! | nimbers of long strips that every move cuts | `strips/` |
//! | moves, labels, pictures, the card | `game/` |
//! | the plain definition | `plain` |
//! | formulas, conditions | `formula/` |
//! | games of numbers | `tuples/` |
//! | heaps whose rules are a code | `heap/` |
//! | graphs whose vertices and edges are taken | `graphs/` |
//! | games as lists of arcs | `arcs/` |
//! | games that a program of the user's knows | `program/` |
//!
//! A game in which every move reads one symbol that no move writes is a game of *taking*: its boards are one set of
//! cells. All others have a set of cells for each symbol.

mod arcs;
mod board;
mod endless;
mod engine;
mod formula;
mod game;
mod graphs;
mod heap;
mod limits;
mod local_file;
mod marks;
mod nearest;
mod origin;
mod plain;
mod program;
mod rules;
mod rules_file;
mod shipped;
mod spec;
mod strips;
mod tuples;

pub use arcs::{ArcNode, ArcsFile, ArcsGame};
pub use board::Field;
pub use formula::{Condition, Formula, Operation, Relation};
pub use game::{BoardFile, Change, Derived, OwnGame};
pub use graphs::{
    Along, GraphFile, GraphGame, GraphSpec, MOST_NET_EDGES, MOST_VERTICES, Net, NetMove, TakeRule, Thing,
};
pub use heap::{CodeFile, HeapFile};
pub use limits::{
    MOST_BOARD, MOST_IMAGE_CELLS, MOST_IMAGES, MOST_PATTERN, MOST_RULES, MOST_SYMBOLS, MOST_TEXT,
};
pub use local_file::LocalFile;
pub use nearest::{nearest_name, shown_name};
pub use origin::{MOST_REMOTE_TEXT, Origin};
pub use plain::{Plain, PlainBoard, PlainMove};
pub use program::{ProgramFile, ProgramGame, ProgramMove, ProgramStates};
pub use rules_file::RulesFile;
pub use spec::{
    BanRule, BlockSide, Facing, Item, Kind, Meaning, MoveRule, Pattern, Phrase, Preamble, Size, Spec, What,
    Written, check_name, is_symbol,
};
pub use tuples::{Alternative, Leap, Span, Term, TupleFacts, TupleFile, TupleGame, TupleSpec, Tuples};
