//! A rules file as a game: moves, notation, pictures, what it is called.

mod change;
mod derived;
mod draw;
mod explain;
mod frame;
mod knowledge;
mod listing;
mod notation;
mod rules;
mod say;
mod show;

pub use change::Change;
pub use derived::Derived;
pub use listing::RulesFile;
pub use rules::OwnGame;
