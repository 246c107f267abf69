//! How much a computation may use, and why it stopped.

use crate::Word;
use std::fmt;
use std::time::Duration;

/// How much a computation may use; `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Positions looked into.
    pub nodes: Option<u64>,
    /// Time on the clock.
    pub time: Option<Duration>,
    /// Bytes held by memos and open positions, as the solvers count them.
    pub memory: Option<u64>,
}

/// Why a computation stopped before its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum StopReason {
    /// The limit of nodes.
    Nodes,
    /// The limit of time.
    Time,
    /// The limit of memory.
    Memory,
    /// Somebody asked it to stop.
    Cancelled,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StopReason::Nodes => "nodes",
            StopReason::Time => "time",
            StopReason::Memory => "memory",
            StopReason::Cancelled => "cancelled",
        })
    }
}

/// A computation that stopped before its answer, with what it had used. What it had learnt stays
/// in its memo, so that a later run with the same memo goes on from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// Why.
    pub reason: StopReason,
    /// How many positions it had looked into.
    pub nodes: u64,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.reason {
            StopReason::Nodes => "the limit of nodes",
            StopReason::Time => "the limit of time",
            StopReason::Memory => "the limit of memory",
            StopReason::Cancelled => "an interruption",
        };
        write!(f, "stopped by {what} after {}", Word::count(self.nodes.into(), "node"))
    }
}

impl std::error::Error for Stopped {}
