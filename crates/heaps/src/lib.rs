//! Sequences of heap games: what is a heap of n beans worth, for every n?
//!
//! A *taking-and-breaking* game is played on heaps of beans; a [`Code`] says how many beans a move may take
//! from a heap and into how many heaps the rest may be left: octal and hexadecimal codes with the modifiers
//! of CGSuite, subtraction sets, all-but sets. The nimber of a heap is the mex of its options' nimbers, and
//! the nimbers of heaps 0, 1, 2, … form a [`Sequence`], often periodic in the end. This crate computes such
//! sequences by the hundred million and proves their periods.
//!
//! ```
//! use grundy_core::Run;
//! use grundy_heaps::{Code, Sequence};
//!
//! let code: Code = "0.16".parse()?;
//! let mut sequence = Sequence::new(&code);
//! let period = sequence.prove(1_000_000, &Run::unlimited())?.expect("solved in 1989");
//! assert_eq!((period.preperiod, period.period), (105_351, 149_459));
//! assert_eq!(sequence.nimber(100_000), Some(5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it is done
//!
//! * [`plain`] is the definition, the slow truth for all the rest.
//! * Where no heap is broken, or into three, or no better way is known, a
//!   plain kernel with one store an option.
//! * Where moves leave more than three heaps, or add beans: sets of the XORs
//!   of all ways to part a number of beans.
//! * Where a *sparse space* exists, nimbers are common or rare, and a common
//!   nimber is excluded only by the few rare heaps: 64 heaps at a time are
//!   computed on bit planes as if all were common, then verified at once. A
//!   heap that fails is rare, and its run is done again. The space is chosen
//!   again as values come. On x86-64 the same code is compiled for 256-bit
//!   and for 512-bit registers too (AVX2, AVX-512), chosen at run time.
//! * Periods are claimed by a theorem only ([`Theorem`]), and written as
//!   [`PeriodCertificate`]s that another crate, `grundy-check`, verifies with code of
//!   its own.
//!
//! # Sources
//!
//! R. K. Guy and C. A. B. Smith, *The G-values of various games*, Proc. Camb. Phil. Soc. 52 (1956). E.
//! Berlekamp, J. Conway and R. Guy, *Winning Ways*, ch. 4. A. Gangolli and T. Plambeck, *A note on
//! periodicity in some octal games*, Int. J. Game Theory 18 (1989). A. Flammenkamp, tables of octal games. R.
//! B. Austin, *Impartial and partisan games*, thesis, Calgary (1976).

mod checkpoint;
mod code;
mod engine;
mod error;
mod period;
mod quotient;
#[cfg(test)]
mod random_numbers;
mod sequence;
mod simd;
mod sparse;

pub use checkpoint::CheckpointError;
pub use code::digit::{Digit, MOST_NAMED, Sizes};
pub use code::split::Split;
pub use code::{Code, LARGEST_TAKE};
pub use engine::definition::plain;
pub use error::EngineError;
pub use period::certificate::{CertificateError, PeriodCertificate};
pub use period::claimed::ClaimVerdict;
pub use period::exceptions::Exceptions;
pub use period::observed::Observed;
pub use period::{Period, SparseSpace, Theorem, guy_smith_terms};
pub use quotient::{QuotientCertificate, QuotientTextError, Valued};
pub use sequence::{Memory, NimberBlock, Sequence, SequenceError};
pub use sparse::likely_nimbers::LikelyNimbers;
pub use sparse::sparseness::Sparseness;
