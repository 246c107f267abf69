//! The nouns and laws of impartial combinatorial games.
//!
//! An *impartial game* is a set of positions, each with its *options*: the positions that one move
//! leads to, the same for both players. Everything else in Grundy is built from the few words
//! defined here:
//!
//! | noun | what it is |
//! |---|---|
//! | [`Nimber`] | the size of the Nim heap that a position is equal to |
//! | [`Outcome`] | who wins: the next player (N) or the previous one (P) |
//! | [`Convention`] | whether the player without a move loses (normal) or wins (misère) |
//! | [`Tame`] | a position that behaves like Nim in misère play too |
//! | [`Ruleset`] | what a game is: moves, parts, symmetry |
//! | [`Knowledge`] | what is known of it: theorems, tame positions |
//! | [`Tuning`] | how a search best goes through it |
//! | [`WinsAtOnce`] | moves that win the whole sum |
//! | [`Notation`], [`Show`], [`Explain`] | how a game is written, shown and taught |
//! | [`Marks`] | the moves that are marked on a drawn board |
//! | [`Playable`] | all of that together: rules that the workbench can open |
//! | [`Listing`], [`Card`] | a game on a shelf: its name, and how parameters make its rules |
//! | [`Stones`] | a position as a set of stones on a board, as tables of every state know it |
//! | [`Diagnostic`] | a mistake in a text: what, where, and what to do |
//! | [`Run`] | a computation's limits, its count of nodes, and the way to stop it |
//! | [`Definition`] | the plain definition: slow, and true |
//! | [`laws`] | what every ruleset must obey, as checks that its tests call |
//!
//! ```
//! use grundy_core::{Nimber, Outcome, mex};
//!
//! // The mex rule: the least number that no option has.
//! assert_eq!(mex([0, 1, 2, 4, 5, 6].map(Nimber)), Nimber(3));
//! // The Nimber theorem: a sum is worth the exclusive or of its parts.
//! let total = Nimber(3) ^ Nimber(5) ^ Nimber(7);
//! assert_eq!(total, Nimber(1));
//! assert_eq!(Outcome::of_nimber(total), Outcome::N);
//! ```

mod card;
mod definition;
mod diagnostic;
mod drop_aside;
mod explanation;
mod held;
pub mod laws;
mod limits;
mod marks;
mod named_position;
mod nim_field;
mod nimber;
mod notation;
mod outcome;
mod pace;
mod packed;
mod playable;
mod reader;
mod ruleset;
mod run;
mod signature;
mod stones;
mod taking;
mod tame;
mod tuned;
mod word;

pub use card::{Card, Parameter, Parameters};
pub use definition::Definition;
pub use diagnostic::Diagnostic;
pub use drop_aside::drop_aside;
pub use explanation::{Block, Explain, ExplainRequest, Step, TextTable};
pub use held::Held;
pub use limits::{Limits, StopReason, Stopped};
pub use marks::Marks;
pub use named_position::NamedPosition;
pub use nimber::{MexSet, Nimber, mex};
pub use notation::{DrawnStep, Notation, Show};
pub use outcome::{Convention, Outcome};
pub use pace::Pace;
pub use packed::{BoardWord, Left, Packed};
pub use playable::{Brief, Listing, NoPuzzle, Playable, Series, Sketch};
pub use reader::{EMPTY, Reader, Reading};
pub use ruleset::{Knowledge, PackedRules, Ruleset, Tuning, WinsAtOnce};
pub use run::{Progress, Resident, Run};
pub use stones::Stones;
pub use taking::{BoardMarks, TakingRules};
pub use tame::{Tame, Target};
pub use tuned::Tuned;
pub use word::Word;
