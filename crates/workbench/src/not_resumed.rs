//! Why a search does not go on from a file.

use grundy_core::{Stopped, Word};
use grundy_solve::NotTaken;
use std::io::{self, ErrorKind, Read};
use thiserror::Error;

/// What the file of a search begins with.
pub(crate) const MAGIC: &[u8] = b"GRUNDYSEARCH\n";

/// The version of the format that is written, and read.
pub(crate) const VERSION: u32 = 1;

/// Why a search does not go on from a file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NotResumed {
    /// It cannot be read.
    #[error("{0}")]
    Io(io::Error),
    /// It is no file of a search, or not as it was written.
    #[error("it is no search that can go on: {0}")]
    Damaged(&'static str),
    /// It is of a version that this program does not know.
    #[error("it is of version {0}, and this program reads version {VERSION}")]
    Version(u32),
    /// It is of a search of other games.
    #[error("it is of a search of `{0}`")]
    OtherGames(String),
    /// It is of a search of another number of games.
    #[error("it is of a search of {}", Word::count((*.0).into(), "game"))]
    NumberOfGames(u32),
    /// It is of a game of the same name that has other rules.
    #[error("it is of other rules of `{0}`")]
    OtherRules(String),
    /// It needs a table of this number of bytes, and the limit of memory does not allow one so large.
    #[error("its table takes {0} bytes, more than the limit of memory or the system leaves to a table")]
    TooLarge(u64),
    /// The run stopped first. What was read by then is known.
    #[error("{0}")]
    Stopped(Stopped),
}

impl From<NotTaken> for NotResumed {
    fn from(reason: NotTaken) -> Self {
        match reason {
            NotTaken::Io(error) => NotResumed::Io(error),
            NotTaken::Damaged(why) => NotResumed::Damaged(why),
            NotTaken::TooLarge(bytes) => NotResumed::TooLarge(bytes),
            NotTaken::Stopped(stopped) => NotResumed::Stopped(stopped),
        }
    }
}

impl From<io::Error> for NotResumed {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::UnexpectedEof => NotResumed::Damaged("it ends too early"),
            _ => NotResumed::Io(error),
        }
    }
}

/// The next four bytes as a number, the least first.
pub(crate) fn read_number(input: &mut dyn Read) -> io::Result<u32> {
    let mut bytes = [0; 4];
    input.read_exact(&mut bytes)?;
    Ok(u32::from_le_bytes(bytes))
}
