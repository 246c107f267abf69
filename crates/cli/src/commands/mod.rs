//! The commands, one a file.

pub mod check;
pub mod convert;
pub mod draw;
pub mod expected;
pub mod explain;
pub mod generate;
pub mod list;
pub mod numbers;
pub mod oracle;
pub mod pack;
pub mod play;
pub mod puzzle;
pub mod random;
pub mod review;
pub mod same;
pub mod sequence;
#[cfg(feature = "web")]
pub mod serve;
pub mod show;
pub mod solve;
pub mod states;
pub mod store;
pub mod table;
