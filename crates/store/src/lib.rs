//! Nimbers and misère outcomes that were found, kept in a file between runs.
//!
//! A [`Store`] is one file: B-trees of positions and what is known of them ([redb]). A position is kept
//! by its whole text, as sums are written, so what is read is the value of that position and of no
//! other, and the file can be read without knowing any game. The program may be killed at any moment: a
//! batch is in the file as a whole or not at all. One process uses it at a time.
//!
//! ```
//! # let folder = tempfile::tempdir().unwrap();
//! # let path = folder.path().join("nimbers.store");
//! use grundy_store::{Store, Value};
//! let store = Store::open(&path).unwrap();
//! let square = "boxing-match 2x2".to_owned();
//! let found = [(square.clone(), Value::Nimber(2)), (square, Value::Misere { next_wins: true })];
//! assert_eq!(store.add("boxing-match", 7, &found).unwrap(), 2);
//! assert_eq!(store.nimber("boxing-match 2x2").unwrap(), Some(2));
//! assert_eq!(store.misere("boxing-match 2x2").unwrap(), Some(true));
//! // Other rules under the same name are refused.
//! assert!(store.add("boxing-match", 8, &[]).is_err());
//! ```

#[cfg(not(feature = "file"))]
mod absent;
mod error;
#[cfg(feature = "file")]
mod file;
#[cfg(feature = "file")]
mod quiet;

#[cfg(not(feature = "file"))]
pub use absent::Store;
pub use error::Error;
#[cfg(feature = "file")]
pub use file::Store;

use std::collections::BTreeMap;

/// The version of the format that this program writes; it reads those before, too.
pub const VERSION: u64 = 2;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Its nimber under normal play.
    Nimber(u64),
    /// Who wins it under misère play.
    Misere {
        /// Whether it is the player to move.
        next_wins: bool,
    },
}

/// What a store holds, game by game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stat {
    /// The bytes of the file.
    pub bytes: u64,
    /// The number of nimbers, by the first word of the positions.
    pub games: BTreeMap<String, u64>,
    /// The largest nimber, by the first word of the positions.
    pub largest: BTreeMap<String, u64>,
    /// The number of misère outcomes, by the first word of the positions.
    pub misere: BTreeMap<String, u64>,
    /// The number of values that proofs have shown.
    pub proved: u64,
}

/// What a proof shows of the values that are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NotedProof {
    /// How many of them it shows.
    pub count: u64,
    /// The positions that are kept with another value: one of the two is wrong.
    pub contradicted: Vec<String>,
}
