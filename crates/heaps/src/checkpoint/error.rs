//! Why bytes are no checkpoint.

use std::fmt;

use grundy_core::Stopped;

/// The format that is written.
pub(super) const VERSION: u32 = 2;

/// Why bytes are not a checkpoint of the code asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The bytes do not start as a checkpoint does.
    NotACheckpoint,
    /// A format version this library does not know.
    Version(u32),
    /// The bytes were cut short or changed.
    Damaged,
    /// A checkpoint of another code, whose text is given.
    OtherCode(String),
    /// To go on from it takes more memory than is allowed.
    Memory {
        /// The bytes that it takes, about.
        needed: u64,
    },
    /// The run ended before all bytes were looked at.
    Stopped(Stopped),
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointError::NotACheckpoint => f.write_str("not a checkpoint of a heap sequence"),
            CheckpointError::Version(version) => {
                write!(
                    f,
                    "checkpoint format {version} is not known; this program reads formats 1 and {VERSION}"
                )
            }
            CheckpointError::Damaged => {
                f.write_str("the checkpoint is damaged; start again or use an older one")
            }
            CheckpointError::OtherCode(code) => {
                write!(f, "this is a checkpoint of {code}; name another file")
            }
            CheckpointError::Memory { needed } => {
                write!(f, "to go on from the checkpoint takes about {} MB", needed.div_ceil(1_000_000))
            }
            CheckpointError::Stopped(stopped) => {
                write!(f, "stopped ({}) while the checkpoint was read", stopped.reason)
            }
        }
    }
}

impl std::error::Error for CheckpointError {}
