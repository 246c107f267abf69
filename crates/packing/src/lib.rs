//! Disks in a cavity: search, polish and exact verification.
//!
//! Given disks and a cavity, round or rectangular, [`pack`] searches for a placement without overlap, or for
//! the smallest cavity. What it finds is written as a [`PackingCertificate`], a list of decimal coordinates,
//! and proven by [`verify`], which is exact and shares no code with the search. [`layout`] places circles in
//! a circle for pictures, in milliseconds.
//!
//! ```
//! use grundy_core::Run;
//! use grundy_packing::{PackingGoal, PackingOptions, Problem, pack, verify};
//!
//! let puzzle = Problem::formidable_fourteen();
//! let packing = pack(&puzzle, PackingGoal::Fit, &PackingOptions::default(), &Run::unlimited(), &|best| {
//!     println!("a cavity of {}", best.cavity);
//! })?;
//! let (certificate, _) = packing.certificate.expect("they fit");
//! let slack = verify(&certificate)?;
//! println!("they fit, with {} to spare at {}", slack.amount, slack.at);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it is laid out
//!
//! ```text
//! exact/    Decimal, Cavity, PackingCertificate, verify      big integers only, knows nothing below
//! problem   possible                                  what is asked, and what cannot be
//! walls     overlap   descent                         the energy and the way down
//! contacts  polish                                    the exact local optimum of a valley
//! dice      moves     walk                            basin hopping
//! board     search    certify                         threads, limits, proofs
//! layout                                              circles for pictures
//! ```
//!
//! Disks that touch exactly do not count as fitting anywhere in this crate: a proof wants a positive slack,
//! however small.

#![forbid(unsafe_code)]
#![warn(missing_docs)]
// Layouts alone use a part of the search.
#![cfg_attr(not(feature = "search"), allow(dead_code))]

mod board;
#[cfg(feature = "search")]
mod certify;
mod contacts;
mod descent;
mod dice;
#[cfg(feature = "search")]
mod exact;
mod layout;
mod limits;
mod moves;
mod overlap;
mod polish;
#[cfg(feature = "search")]
mod possible;
#[cfg(feature = "search")]
mod problem;
#[cfg(feature = "search")]
mod search;
mod walk;
mod walls;

#[cfg(feature = "search")]
pub use board::Placement;
#[cfg(feature = "search")]
pub use exact::{
    Cavity, CavityError, Decimal, DecimalError, Meeting, PackingCertificate, PlacedDisk, Refusal, Slack,
    verify, verify_within,
};
pub use layout::{Layout, LayoutError, layout};
pub use limits::{MAX_DISKS, MAX_RATIO};
#[cfg(feature = "search")]
pub use possible::Impossible;
#[cfg(feature = "search")]
pub use problem::{Problem, ProblemError};
#[cfg(feature = "search")]
pub use search::{PackError, Packing, PackingGoal, PackingOptions, pack};
