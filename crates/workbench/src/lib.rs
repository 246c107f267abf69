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
//! A [`Shelf`] holds the games; everything that walks games walks it. To add one, write its rules as a
//! [`Playable`] (docs/adding-a-game.md). A program may put games of its own beside those of Grundy, and add
//! them up in one text:
//!
//! ```
//! use grundy::{
//!     Card, Diagnostic, Explain, Listing, Nimber, Notation, Parameters, Playable, Position, Reader, Reading,
//!     Request, Ruleset, Run, Shelf, Show, Workbench,
//! };
//! use std::ops::ControlFlow;
//! use std::sync::Arc;
//!
//! /// A heap of which a move takes a square number.
//! struct Squares;
//!
//! impl Ruleset for Squares {
//!     type Position = u64;
//!     type Move = u64;
//!     fn moves<B>(&self, at: &u64, visit: impl FnMut(u64) -> ControlFlow<B>) -> ControlFlow<B> {
//!         (1..=at.isqrt()).map(|root| root * root).try_for_each(visit)
//!     }
//!     fn play(&self, at: &u64, taken: &u64) -> u64 { at - taken }
//!     fn moves_left(&self, at: &u64) -> u128 { u128::from(*at) }
//! }
//! impl Notation for Squares {
//!     fn parse(&self, text: &mut Reader<'_>) -> Result<u64, Diagnostic> {
//!         if text.eat_empty() { Ok(0) } else { text.number("a heap", 1000) }
//!     }
//!     fn format(&self, at: &u64) -> String {
//!         if *at == 0 { grundy::EMPTY.to_owned() } else { at.to_string() }
//!     }
//!     fn label(&self, _: &u64, taken: &u64) -> String { taken.to_string() }
//!     fn parse_move(&self, at: &u64, label: &str) -> Result<u64, Diagnostic> {
//!         let taken = label.parse().ok().filter(|&taken| taken <= *at && u64::isqrt(taken).pow(2) == taken);
//!         taken.filter(|&taken| taken > 0).ok_or_else(|| {
//!             Diagnostic::new(format!("`{label}` is no move"), 0..label.len()).help("write a square number")
//!         })
//!     }
//!     fn say(&self, _: &u64, taken: &u64) -> String { format!("take {taken}") }
//! }
//! impl Show for Squares {
//!     fn show(&self, at: &u64, _: usize) -> String { format!("{at} beans\n") }
//! }
//! impl Explain for Squares {}
//! impl Playable for Squares {}
//! impl Listing for Squares {
//!     type Rules = Squares;
//!     fn card(&self) -> Card { Card::new("squares", "Squares", "take a square number of beans", "12") }
//!     fn rules(&self, _: &Parameters) -> Result<Squares, Diagnostic> { Ok(Squares) }
//! }
//!
//! let workbench = Workbench::new(Arc::new(Shelf::builtin().with(Squares)?));
//! let sum = Position::parse_on(&workbench, "squares 12 + kayles 5", Reading::default(), &Run::unlimited())?;
//! let answer = sum.solve(&Request::default());
//! assert_eq!((answer.nimber, answer.winning), (Some(Nimber(4)), vec!["2:1:5>2,2".to_owned()]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_debug_implementations)]

mod answer;
mod arithmetic;
mod board;
mod book;
mod code_facts;
mod codes;
mod comparison;
mod duel;
mod engine_guesses;
mod entry;
mod exact;
mod findings;
mod game;
mod grid_game;
mod heap_file_game;
mod hints;
mod identity;
mod late_board;
mod memos;
mod mixture;
mod named;
mod nim_formula;
mod nimber_table;
mod not_impartial;
mod not_read;
mod not_resumed;
#[cfg(feature = "packing")]
mod packed;
#[cfg(feature = "packing")]
mod packing_picture;
mod part;
mod part_values;
mod played;
mod player;
mod position;
mod product_table;
mod proving;
mod question;
mod quotients;
mod record;
mod review;
mod rules_check;
mod same;
mod shelf;
mod table_games;
mod term;
mod tried;
mod typed;
mod workbench;

// The examples of these pages run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/adding-a-game.md")]
pub struct AddingAGame;
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;

pub use answer::{Consulted, Method, Winning};
pub use arithmetic::Numbers;
pub use board::Board;
pub use book::{BOOK_STYLE, Book, BookEntry, BookRefusal, BookReply, NoBook, verify_book};
pub use code_facts::{CodeFacts, LikeCode, LikeReason, MisereFacts, PublishedPeriod, PublishedSearch};
pub use codes::{read_code, read_misere_code};
pub use comparison::Comparison;
pub use duel::{Duel, DuelGame, Opponent};
pub use engine_guesses::EngineGuesses;
pub use entry::{Entry, Expected, ExpectedValue};
pub use exact::Exact;
pub use findings::{Findings, Largest};
pub use game::{Game, Listed, NotOpened, Opened};
pub use identity::Identity;
pub use memos::Memos;
pub use mixture::{Mixture, MixtureMove};
pub use nim_formula::NimFormula;
pub use nimber_table::NimberTable;
pub use not_read::NotRead;
pub use not_resumed::NotResumed;
#[cfg(feature = "packing")]
pub use packed::{certificate_json, packing_json, placed_disk, read_certificate};
#[cfg(feature = "packing")]
pub use packing_picture::{draw_packing, draw_search};
pub use part::Part;
pub use played::{GameReview, PlayedGame, ReviewedMove};
pub use player::{Choice, Level, Player, Thought, UnknownLevel};
pub use position::{
    Answer, CertifiedQuotient, Explanation, Focus, Lead, MisereParts, NoMisereParts, NotConverted,
    OptionAnswer, PartAnswer, Position, check_parts,
};
pub use product_table::product_table;
pub use proving::{NotProved, ProofRequest, Proved, games_of_other_rules, merge, minimise};
pub use question::{Approach, Goal, Request, TermRequest};
pub use quotients::KnownQuotient;
pub use record::{Record, Side, Turn, UnknownSide};
pub use review::Judged;
pub use rules_check::{RulesCheck, WaySolved, facts_of};
pub use same::{Family, Likeness, SameGame};
pub use shelf::{NameTaken, Shelf};
pub use workbench::Workbench;

/// Rules files: own games.
pub use grundy_own as own;
pub use grundy_own::{LocalFile, RulesFile};

/// The checkers of certificates.
pub use grundy_check as check;
/// Sequences of heap games, and the proof of their periods.
pub use grundy_heaps as heaps;
/// Misère quotients, genera and canonical forms.
pub use grundy_misere as misere;
/// Disks in a cavity, and the proof that they fit.
#[cfg(feature = "packing")]
pub use grundy_packing as packing;
/// Pictures of positions, and charts.
pub use grundy_picture as picture;
/// Nimbers and misère outcomes kept in a file between runs.
#[cfg(feature = "store")]
pub use grundy_store as store;
/// Every state of a board, on disk.
pub use grundy_tables as tables;

pub use grundy_core::{
    Block, BoardMarks, Brief, Card, Convention, Definition, Diagnostic, DrawnStep, EMPTY, Explain,
    ExplainRequest, Knowledge, Limits, Listing, Marks, MexSet, NamedPosition, Nimber, NoPuzzle, Notation,
    Outcome, Parameter, Parameters, Playable, Progress, Reader, Reading, Ruleset, Run, Series, Show, Sketch,
    Step, Stones, StopReason, Stopped, TakingRules, Tame, Target, TextTable, Tuned, Tuning, WinsAtOnce, Word,
    laws, mex,
};
