//! Solvers of impartial games, generic over a [`Ruleset`]; they know nothing of any game.
//!
//! * [`MexSolver`] finds nimbers, and outcomes where nimbers are out of reach: exclusive or over parts,
//!   knowledge where there is some, what is known of parts ([`Values`]), and for the rest the mex
//!   rule, asked lazily.
//! * [`OutcomeSolver`] finds misère outcomes, over sums kept as sorted lists of canonical parts.
//!
//! Both take a [`Run`] with its limits, keep an explicit stack so that deep games are no danger,
//! and use several threads on what they share when the run has them.
//!
//! ```
//! use grundy_core::{Nimber, Ruleset, Run};
//! use grundy_solve::{MexSolver, Values};
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
//! let (rules, values) = (DawsonsKayles, Values::default());
//! let solver = MexSolver::new(&rules, &(), &values);
//! let row = |pins| solver.nimber(&vec![pins], &Run::unlimited()).unwrap();
//! assert_eq!((0..13).map(|pins| row(pins).0).collect::<Vec<_>>(), [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2]);
//! ```
//!
//! [`Ruleset`]: grundy_core::Ruleset
//! [`Run`]: grundy_core::Run

mod batch;
mod best;
mod growing;
mod index;
mod lookup;
mod memo;
mod memory;
mod mex;
mod open;
mod outcome;
mod race;
mod sums;
mod values;
mod walk;
mod work;

pub use lookup::{Lookup, Theorems};
pub use mex::{Bound, MexSolver};
pub use outcome::OutcomeSolver;
pub use sums::Sums;
pub use values::Values;
