//! Nimbers of long strips that every move cuts.
//!
//! In Clobber, Kayles and many other games on strips every move writes a symbol that no move reads. Such a cell is
//! dead: what is left and right of it are strips of their own. They are stretches of the strip that was asked for, and
//! differ from it in a few cells at their ends at most. So there are about as many of them as pairs of ends, and fewer
//! where the strip repeats itself, and each is valued once ([`values`]).

mod cuts;
mod known;
mod values;
mod word;

pub(crate) use cuts::{Code, Cuts, OUT};
pub(crate) use known::Strips;
