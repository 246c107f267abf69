//! The games of Grundy, one folder each: rules, notation, theorem, explanation, drawing.
//!
//! A game says what its moves are and what is known about it; it never searches. The laws of
//! [`grundy_core::laws`] hold every game to the definition, in `tests/`.
//!
//! ```
//! use grundy_core::{Knowledge, Nimber, Notation, Reader};
//! use grundy_games::{Bubbly, Nim};
//!
//! let forest = Bubbly.parse(&mut Reader::new("(F(N(U))(S))")).unwrap();
//! assert_eq!(Bubbly.theorem(&forest), Some(Nimber(4)));
//!
//! let marienbad = Nim.parse(&mut Reader::new("1 3 5 7")).unwrap();
//! assert_eq!(Nim.theorem(&marienbad), Some(Nimber(0)));
//! ```

pub mod amazons;
pub mod boxing_match;
pub mod bubbly;
pub mod chomp;
mod colours;
mod counters;
pub mod cram;
pub mod grid;
pub mod hackenbush;
pub mod heaps;
pub mod nim;
mod nimber;
pub mod nogo;
pub mod treblecross;
pub mod two_d_nim;

pub use amazons::Amazons;
pub use boxing_match::BoxingMatch;
pub use bubbly::Bubbly;
pub use chomp::Chomp;
pub use colours::{ColourBoard, MOST_COLOUR_CELLS};
pub use cram::Cram;
pub use hackenbush::Hackenbush;
pub use nim::Nim;
pub use nimber::BareNimber;
pub use nogo::NoGo;
pub use treblecross::Treblecross;
pub use two_d_nim::TwoDNim;
