//! The commands, one a file.

pub mod book;
pub mod check;
pub mod draw;
pub mod duel;
pub mod expected;
pub mod explain;
pub mod generate;
pub mod list;
pub mod misere;
pub mod oracle;
#[cfg(feature = "packing")]
pub mod pack;
pub mod play;
pub mod puzzle;
pub mod random;
pub mod sequence;
#[cfg(feature = "web")]
pub mod serve;
pub mod show;
pub mod solve;
#[cfg(feature = "store")]
pub mod store;
#[cfg(not(feature = "store"))]
#[path = "no_store.rs"]
pub mod store;
pub mod table;
