//! A workbench for impartial games: any position, any sum of positions of different games; who
//! wins, by what nimber, with which moves, and why.
//!
//! A [`Position`] is read from one line of text, and answers:
//!
//! ```
//! use grundy::{Position, Request};
//!
//! let puzzle: Position = "bubbly (I(T(C(A(L))))(F(N(U))(S)))(H(V(P(R))))(E(G))".parse().unwrap();
//! let answer = puzzle.solve(&Request::default());
//! assert_eq!(answer.nimber, Some(grundy::Nimber(7)));
//! assert_eq!(answer.winning, ["C", "S", "H"]);
//!
//! let sum: Position = "bubbly (E(G)) + nim 4".parse().unwrap();
//! assert_eq!(sum.solve(&Request::default()).winning, ["2:1:4>2"]);
//! ```
//!
//! [`GAMES`] is the list of all games; everything that walks games walks it. To add one, write its
//! rules as a [`Playable`](grundy_core::Playable) and add a line there (docs/adding-a-game.md).

mod answer;
mod board;
mod cancel;
mod codes;
mod draw;
mod entry;
mod exact;
mod explain;
mod findings;
mod hints;
mod lead;
mod memos;
mod misere;
mod mixture;
mod options;
mod oracle;
mod packed;
mod part;
mod player;
mod position;
mod record;
mod registry;
mod solve;
mod stored;
mod sum_search;
mod trial;
mod working;

// The examples of these pages run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/adding-a-game.md")]
pub struct AddingAGame;
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;

pub use answer::{Answer, Explanation, Method, OptionAnswer, PartAnswer};
pub use board::{Asked, Board, Winning};
pub use codes::read_code;
pub use draw::{draw_packing, draw_search};
pub use entry::{Comparison, Entry, Expected, ExpectedValue};
pub use exact::Exact;
pub use explain::Focus;
pub use findings::{Findings, Largest};
pub use lead::Lead;
pub use memos::Memos;
pub use mixture::{Mixture, MixtureMove};
pub use oracle::Consulted;
pub use packed::{certificate_json, packing_json, placed_disk, read_certificate};
pub use part::Part;
pub use player::{Choice, Level, Player, Thought};
pub use position::Position;
pub use record::{Record, Side, Turn};
pub use registry::{GAMES, Game, Of, Opened, find_game};
pub use solve::{Approach, Goal, Request};

/// The checkers of certificates.
pub use grundy_check as check;
/// Sequences of heap games, and the proof of their periods.
pub use grundy_heaps as heaps;
/// Disks in a cavity, and the proof that they fit.
pub use grundy_packing as packing;
/// Pictures of positions, and charts.
pub use grundy_picture as picture;
/// Nimbers and misère outcomes kept in a file between runs.
pub use grundy_store as store;
/// Every state of a board, on disk.
pub use grundy_tables as tables;

pub use grundy_core::{
    Block, Brief, Card, Convention, Diagnostic, EMPTY, Limits, Marks, Nimber, NoPuzzle, Outcome, Parameter,
    Parameters, Progress, Reader, Reading, Run, Sketch, Step, StopReason, Stopped, Table, Tame, Target, Word,
};
