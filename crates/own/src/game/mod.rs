//! A rules file as a game: moves, notation, pictures, what it is called.

mod change;
mod derived;
mod draw;
mod explain;
mod frame;
mod knowledge;
mod listing;
mod notation;
mod packed;
mod rules;
mod say;
mod show;
mod strips;
mod taking;

pub use change::Change;
pub use derived::Derived;
pub use listing::BoardFile;
pub use rules::OwnGame;
