//! Solvers of impartial games, generic over a [`Ruleset`]; they know nothing of any game.
//!
//! * [`MexSolver`] finds nimbers, and outcomes where nimbers are out of reach, under normal play.
//! * [`MisereSolver`] finds outcomes under misère play, over sums of parts.
//!
//! Both ask a [`Lookup`] for what is known without a search, and keep what they find in a table
//! ([`TranspositionTable`], [`MisereTable`]) that survives a stopped search. Both take a [`Run`] with its
//! limits and its number of threads. Both keep an explicit stack, so deep games do not overflow it; recursion is
//! for boards of at most 128 cells.
//!
//! The algorithms, by file:
//!
//! | file | algorithm |
//! |---|---|
//! | `mex_search` | the search for nimbers: the mex rule, asked as tests "is the nimber v?" |
//! | `expansion` | the options of a part, listed, looked up and sorted |
//! | `easiest_first` | the order of that search by effort |
//! | `dfpn`, `proof_numbers`, `proof_table` | its order by depth-first proof-number search |
//! | `frame`, `frame_cache`, `options`, `scratch` | the stack, and what a thread keeps |
//! | `transposition_table` | what is known of parts, read without locks |
//! | `misere_search`, `depth_first` | the search for misère outcomes |
//! | `misere_parts` | tame parts |
//! | `packed/` | the same search over boards that are words |
//! | `replies` | the options that refute a nimber |
//! | `threads` | threads that race for one answer, or take a question each |
//!
//! ```
//! use grundy_core::{Nimber, Ruleset, Run};
//! use grundy_solve::{MexSolver, TranspositionTable};
//! use std::ops::ControlFlow;
//!
//! /// Rows of pins; a move knocks down two neighbours (Dawson's Kayles).
//! struct DawsonsKayles;
//! impl Ruleset for DawsonsKayles {
//!     type Position = Vec<u32>;
//!     type Move = (usize, u32);
//!     fn moves<B>(
//!         &self,
//!         at: &Vec<u32>,
//!         mut visit: impl FnMut((usize, u32)) -> ControlFlow<B>,
//!     ) -> ControlFlow<B> {
//!         for (row, &pins) in at.iter().enumerate() {
//!             (0..pins.saturating_sub(1)).try_for_each(|left| visit((row, left)))?;
//!         }
//!         ControlFlow::Continue(())
//!     }
//!     fn play(&self, at: &Vec<u32>, &(row, left): &(usize, u32)) -> Vec<u32> {
//!         let mut next = at.clone();
//!         let pins = next.remove(row);
//!         next.extend([left, pins - 2 - left]);
//!         next
//!     }
//!     fn moves_left(&self, at: &Vec<u32>) -> u128 { at.iter().map(|&pins| u128::from(pins / 2)).sum() }
//!     fn split(&self, at: Vec<u32>) -> Vec<Vec<u32>> { at.into_iter().map(|pins| vec![pins]).collect() }
//! }
//!
//! let (rules, table) = (DawsonsKayles, TranspositionTable::default());
//! let solver = MexSolver::new(&rules, &(), &table);
//! let row = |pins| solver.nimber(&vec![pins], &Run::unlimited()).unwrap();
//! assert_eq!((0..13).map(|pins| row(pins).0).collect::<Vec<_>>(), [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2]);
//! ```
//!
//! [`Ruleset`]: grundy_core::Ruleset
//! [`Run`]: grundy_core::Run

#![warn(missing_debug_implementations)]

mod depth_first;
mod dfpn;
mod easiest_first;
mod expansion;
mod frame;
mod frame_cache;
mod lookup;
mod memo;
mod memory;
mod mex_search;
mod mex_solver;
mod misere_parts;
mod misere_search;
mod misere_solver;
mod misere_sums;
mod misere_table;
mod options;
mod packed;
mod parts;
mod proof_numbers;
mod proof_table;
mod question;
mod replies;
mod scratch;
mod threads;
mod transposition_table;

pub use lookup::{Lookup, Theorems};
pub use mex_solver::{Bound, MexSolver};
pub use misere_solver::MisereSolver;
pub use misere_table::MisereTable;
pub use packed::NotTaken;
pub use transposition_table::TranspositionTable;
