//! Games of numbers: a position is a few tuples of whole numbers, and formulas say what a move makes of one. A heap is
//! a tuple of one number.
//!
//! | what | files |
//! |---|---|
//! | the file as it is written | `spec`, `moves` (lines of moves), `ways` |
//! | the options of a tuple | `options` |
//! | the nimbers of all tuples that can be reached | `values` |
//! | positions, moves, labels, pictures | `rules`, `notation`, `show`, `say` |
//! | a file on a shelf | `listing` |

mod drawn;
mod listing;
mod moves;
mod notation;
mod options;
mod rules;
mod say;
mod spec;
mod values;
mod ways;

pub use listing::{TupleFacts, TupleFile};
pub use rules::{Leap, TupleGame, Tuples};
pub use spec::TupleSpec;
pub use ways::{Alternative, Span, Term};

pub(crate) use listing::condition_text;
pub(crate) use options::Options;
