//! Why an engine cannot go on.

use std::fmt;

/// Why an engine cannot go on, whatever time it is given.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineError {
    /// A nimber too large for the engine (2^16 where heaps break, 2^32 where they do not).
    Nimbers,
    /// A sequence with bounded memory met a heap whose options reach further back than what was kept; start
    /// again with full memory, in which nothing is dropped.
    Memory {
        /// The heap that could not be decided.
        heap: u64,
    },
    /// To go on takes more memory than [`Sequence::with_limit`](crate::Sequence::with_limit) allows.
    Limit {
        /// So many heaps are known.
        heap: u64,
    },
    /// A checkpoint has another nimber than the rules give: it was altered.
    Checkpoint {
        /// The first such heap.
        heap: u64,
    },
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::Nimbers => f.write_str("a nimber is too large for this engine; ask for fewer terms"),
            EngineError::Memory { heap } => {
                write!(f, "heap {heap} needs nimbers that bounded memory has dropped")
            }
            EngineError::Limit { heap } => write!(f, "the limit of memory is reached after {heap} heaps"),
            EngineError::Checkpoint { heap } => {
                write!(f, "the checkpoint is not true: the nimber of heap {heap} is another by the rules")
            }
        }
    }
}

impl std::error::Error for EngineError {}
