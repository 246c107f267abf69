//! The types that answers are made of.

use serde::Serialize;
use std::path::PathBuf;

/// How an answer was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Method {
    /// By closed forms or polynomial algorithms.
    Theorem,
    /// Looked up in a misère quotient.
    Quotient,
    /// Looked up in tables of every state.
    Table,
    /// By search with a memo.
    Search,
    /// By the plain definition.
    Definition,
}

/// The winning moves that were asked for, and how many there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Winning {
    /// Labels in reading order, as many as were asked for.
    pub labels: Vec<String>,
    /// How many moves win.
    pub count: u128,
}

/// A table in which states were found for an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Consulted {
    /// Its folder.
    pub dir: PathBuf,
    /// What it holds: `outcomes of 2d-nim max=3 4x4, misere`.
    pub holds: String,
    /// How many states were found in it.
    pub states: u64,
}
