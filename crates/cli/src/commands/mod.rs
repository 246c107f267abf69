//! The commands, one a file.

pub mod explain;
pub mod generate;
pub mod list;
pub mod puzzle;
pub mod show;
pub mod solve;
