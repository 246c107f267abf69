//! Every state of a board, decided backwards and kept in files.
//!
//! In a game that takes stones off a board, a state is a set of stones, and a move leads to a subset.
//! So all states can be decided in the order of their numbers: a state is lost exactly when none of
//! its options is. A [`Build`] does so for 64 states at a time, in blocks that several threads and
//! several processes work on, and keeps each finished block in a file; a [`StateTable`] answers from
//! them.
//!
//! ```
//! use grundy_core::{Convention, Outcome, Run};
//! use grundy_tables::{Build, Content, Rules, StateTable, TableGame, TableShape};
//!
//! # let folder = tempfile::tempdir()?;
//! # let folder = folder.path().join("T");
//! let rules = Rules::new(&TableGame::two_d_nim(Some(3)), 4, 5, Convention::Misere)?;
//! let shape = TableShape::new(rules.clone(), Content::Outcomes)?;
//! let built = Build::new(shape).in_folder(&folder, &Run::unlimited().with_threads(2))?;
//! assert!(built.is_complete());
//!
//! let table = StateTable::open(&folder)?;
//! assert_eq!(table.outcome(rules.full_board())?, Outcome::N);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it is done
//!
//! One bit a state. The six lowest bits of a state's number are cells of which no move takes two
//! alone: within a word of 64 states only single stones are taken, and six steps of constant masks
//! and shifts close it. A move that takes other cells as well reads one word and shifts it. Chunks of
//! 512 words stay in the first cache; whole chunks are added for each move beyond them, and four
//! chunks whose numbers have equally many bits are closed side by side in one wide register. On
//! x86-64 the same code is compiled a second time for 256-bit registers and chosen at run time.
//!
//! Nimbers are found by the same engine: the states of nimber v are those that are lost when all
//! states of smaller nimbers count as won.
//!
//! A table may be larger than the memory. A block is decided from those that its moves lead to, which are read from
//! their files again where they are not in memory any more. A *symmetric* table keeps one block of those that the
//! mirrors of the board lead to each other; a block that is not kept is read as the one that is, and turned.

mod block;
mod blocks;
mod build;
mod count;
mod cut;
mod disk;
mod engine;
mod error;
mod finished;
mod game;
mod game_tables;
mod header;
mod home;
mod kernel;
mod layout;
mod low;
mod manifest;
mod memory;
mod mirrors;
mod moves;
mod oracle;
mod orbits;
mod paged;
mod plan;
mod pool;
mod queue;
mod read;
mod rules;
mod seats;
mod select;
mod shape;
mod small_board;
mod states;
mod stuck;
mod table;
mod turn;
mod unpaged;
mod vault;
mod work;

pub use build::{BlockGraph, Build, Built};
pub use disk::write_rate;
pub use error::TableError;
pub use game::TableGame;
pub use game_tables::GameTables;
pub use moves::{MOST_CELLS, Moves};
pub use oracle::Oracle;
pub use rules::Rules;
pub use select::{Selection, StateFilter};
pub use shape::{Content, TableShape};
pub use small_board::SmallBoard;
pub use states::States;
pub use table::{Entries, StateTable};
