//! What can go wrong with a store.

use crate::VERSION;
#[cfg(feature = "file")]
use redb::{DatabaseError, StorageError};
#[cfg(feature = "file")]
use std::io;
#[cfg(feature = "file")]
use std::path::Path;
use std::path::PathBuf;

/// What goes wrong with a store.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Another process has it open.
    #[error("{} is in use by another process", .0.display())]
    InUse(PathBuf),
    /// There is no such file.
    #[error("there is no store {}", .0.display())]
    Missing(PathBuf),
    /// Written by a program with another format.
    #[error("{} has version {found} of the format, and this program knows versions 1 to {VERSION}", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u64,
    },
    /// A file of something else, or a damaged one.
    #[error("{} is no store, or a damaged one: {why}", path.display())]
    NotAStore {
        /// The file.
        path: PathBuf,
        /// What is there instead.
        why: String,
    },
    /// The disk does not let it be read or written.
    #[error("cannot use {}: {message}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the storage says.
        message: String,
    },
    /// This program was built without stores.
    #[cfg(not(feature = "file"))]
    #[error("{} cannot be opened: this program was built without stores", .0.display())]
    NotBuilt(PathBuf),
    /// The values were found with other rules.
    #[error("{} has values of {game} with other rules than this program's", path.display())]
    Rules {
        /// The file.
        path: PathBuf,
        /// The game, with its parameters.
        game: String,
    },
}

impl Error {
    /// What to do about it.
    pub fn help(&self) -> &'static str {
        match self {
            Error::InUse(_) => "wait until it has ended, or name another file",
            Error::Missing(_) => "check the name and its folder; `grundy solve --store FILE` makes a store",
            Error::Version { .. } => "use the program that wrote it, or name another file",
            Error::NotAStore { .. } => {
                "name a store, or a new file; what a damaged one held is found again by searching"
            }
            Error::File { .. } => "check the name, its folder, and the room on the disk",
            Error::Rules { .. } => "name another file",
            #[cfg(not(feature = "file"))]
            Error::NotBuilt(_) => "build it with the feature `store`",
        }
    }
}

#[cfg(feature = "file")]
impl Error {
    pub(crate) fn io(path: &Path, error: &io::Error) -> Error {
        let path = path.to_owned();
        match error.kind() {
            io::ErrorKind::NotFound => Error::Missing(path),
            io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => {
                Error::NotAStore { path, why: "what is in it is not written as a store is".to_owned() }
            }
            _ => Error::File { path, message: error.to_string() },
        }
    }

    pub(crate) fn opening(path: &Path, error: DatabaseError) -> Error {
        match error {
            DatabaseError::DatabaseAlreadyOpen => Error::InUse(path.to_owned()),
            DatabaseError::Storage(StorageError::Io(error)) => Error::io(path, &error),
            DatabaseError::Storage(StorageError::Corrupted(why)) => {
                Error::NotAStore { path: path.to_owned(), why }
            }
            other => Error::File { path: path.to_owned(), message: other.to_string() },
        }
    }

    pub(crate) fn using(path: &Path, error: redb::Error) -> Error {
        match error {
            redb::Error::Io(error) => Error::io(path, &error),
            redb::Error::Corrupted(why) => Error::NotAStore { path: path.to_owned(), why },
            other => Error::File { path: path.to_owned(), message: other.to_string() },
        }
    }
}
