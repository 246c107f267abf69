//! What can go wrong with a table.

use std::io;
use std::path::{Path, PathBuf};

/// Why a table cannot be built or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The system refuses.
    #[error("cannot {doing} {}: {source}", path.display())]
    Io {
        /// What was to be done: `write`, `read`, ...
        doing: &'static str,
        /// With what.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A build would take more memory than is allowed.
    #[error("the build needs {needed} bytes of memory, and {allowed} are allowed")]
    Memory {
        /// Bytes that the build holds at most.
        needed: u64,
        /// Bytes that it may hold.
        allowed: u64,
    },
    /// Misère play has no nimbers.
    #[error("there are no nimbers under misère play")]
    MisereNimbers,
    /// The folder holds no table.
    #[error("{} holds no table: {why}", path.display())]
    NotATable {
        /// The folder.
        path: PathBuf,
        /// What is there instead.
        why: String,
    },
    /// The table is of a format that this program does not know.
    #[error("{} is a table of version {found}, and this program knows version {known}", path.display())]
    Version {
        /// The folder.
        path: PathBuf,
        /// The version that its header has.
        found: String,
        /// The version that this program writes and reads.
        known: u32,
    },
    /// The folder holds the table of another game, board or convention.
    #[error("{} holds another table: {found}, not {wanted}", path.display())]
    OtherTable {
        /// The folder.
        path: PathBuf,
        /// What it holds.
        found: String,
        /// What was asked for.
        wanted: String,
    },
    /// A block has not been built yet.
    #[error("block {block} of {blocks} is not built yet")]
    Missing {
        /// Its number, from 0.
        block: u64,
        /// How many there are.
        blocks: u64,
    },
    /// Some blocks have not been built yet.
    #[error("{} is not finished: what its missing blocks would tell is not known", path.display())]
    Unfinished {
        /// The folder.
        path: PathBuf,
    },
    /// A block's file is not what was written.
    #[error("{} is damaged: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// The table has outcomes only.
    #[error("this table holds outcomes, not nimbers")]
    OutcomesOnly,
}

impl TableError {
    /// What to do about it.
    pub fn help(&self) -> &'static str {
        match self {
            TableError::Io { source, doing, .. } => match source.kind() {
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                    "blocks that are finished are kept: make room, and run the same build again"
                }
                io::ErrorKind::PermissionDenied => "name a folder that you may write to, with --dir",
                io::ErrorKind::OutOfMemory => "close other programs, or build a smaller board",
                _ if *doing == "read" => "check the name, and that you may read it",
                _ => "check the name and its folder; blocks that are finished are kept",
            },
            TableError::Memory { .. } => "allow more with --memory, or build a smaller board",
            TableError::MisereNimbers => "build misère outcomes without --nimbers, or nimbers with --normal",
            TableError::NotATable { .. } => {
                "name the folder of a table; `grundy table build` makes one in a new or an empty folder"
            }
            TableError::Version { .. } => {
                "build it again in a new folder, or read it with the program that wrote it"
            }
            TableError::OtherTable { .. } => "name another folder with --dir",
            TableError::Missing { .. } | TableError::Unfinished { .. } => {
                "run the same `grundy table build` again: it goes on where it stopped"
            }
            TableError::Damaged { .. } => {
                "run the same `grundy table build` again: it sets the file aside and makes a new one"
            }
            TableError::OutcomesOnly => "build a table with --nimbers",
        }
    }

    pub(crate) fn io(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> TableError {
        let path = path.to_owned();
        move |source| TableError::Io { doing, path, source }
    }
}
