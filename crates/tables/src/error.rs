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
    /// The board has more cells than such a table can have.
    #[error("a table of nimbers takes boards of at most {most} cells, not of {cells}")]
    Cells {
        /// Cells of the board.
        cells: u32,
        /// The most that there can be.
        most: u32,
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
    #[error("{} is a table of version {found}, and this program knows versions up to {known}", path.display())]
    Version {
        /// The folder.
        path: PathBuf,
        /// The version that its header has.
        found: String,
        /// The latest version that this program reads.
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
    /// The game that goes by the table's name now has other moves, or there is no game of that name.
    #[error("{} is a table of other rules than those of `{game}`", path.display())]
    OtherRules {
        /// The folder.
        path: PathBuf,
        /// The game that its manifest names.
        game: String,
    },
    /// No game of this name is known.
    #[error("{} is a table of `{game}`, and there is no game of that name", path.display())]
    NoGame {
        /// The folder.
        path: PathBuf,
        /// The game that its manifest names.
        game: String,
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
            TableError::Memory { .. } => {
                "allow more with --memory, use fewer --threads, or build a smaller board"
            }
            TableError::Cells { .. } => "build outcomes without --nimbers, or a smaller board",
            TableError::MisereNimbers => "build misère outcomes without --nimbers, or nimbers with --normal",
            TableError::NotATable { .. } => {
                "name the folder of a table; `grundy table build` makes one in a new or an empty folder"
            }
            TableError::Version { .. } => {
                "build it again in a new folder, or read it with the program that wrote it"
            }
            TableError::OtherTable { .. } => "name another folder with --dir",
            TableError::OtherRules { .. } => {
                "build a table of the rules as they are now in another folder, or load those that it was built of"
            }
            TableError::NoGame { .. } => "load the file of its rules with --game FILE",
            TableError::Missing { .. } | TableError::Unfinished { .. } => {
                "run the same `grundy table build` again: it goes on where it stopped"
            }
            TableError::Damaged { .. } => {
                "run the same `grundy table build` again: it sets the file aside and makes a new one"
            }
            TableError::OutcomesOnly => "build a table with --nimbers",
        }
    }

    pub(crate) fn damaged(path: &Path, what: impl Into<String>) -> TableError {
        TableError::Damaged { path: path.to_owned(), what: what.into() }
    }

    pub(crate) fn io(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> TableError {
        let path = path.to_owned();
        move |source| TableError::Io { doing, path, source }
    }
}
