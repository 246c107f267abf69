//! What `solve --checkpoint` does: a search is left, and goes on another day.

use crate::arguments::{MethodArgument, SolveArguments};
use crate::diagnostics::tell;
use crate::error::{CliError, refuse};
use crate::files::{cannot_read, place_of_output, replace};
use crate::lock::Lock;
use crate::meanwhile::meanwhile;
use bytesize::ByteSize;
use grundy::{Convention, NotResumed, Position, Request};
use std::fs::{self, File};
use std::io::{BufReader, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A search is written down after this time, then after twice as long, ...
const FIRST_WRITTEN: Duration = Duration::from_secs(10);
/// ... and at last as often as this: the whole of it is written each time.
const WRITTEN_EVERY: Duration = Duration::from_secs(60);

/// If the last writing took longer than this, a note announces the final one.
const LONG: Duration = Duration::from_secs(2);

/// The file that a search is kept in, where one is asked for.
pub struct Checkpoint {
    file: Option<(PathBuf, Lock)>,
    /// The position that is searched.
    position: Mutex<Option<Position>>,
    /// How long it took to write it.
    took: Mutex<Duration>,
}

impl Checkpoint {
    /// The checkpoint that is asked for; nobody else works on it from now on.
    pub fn of(arguments: &SolveArguments) -> anyhow::Result<Checkpoint> {
        let file = match &arguments.checkpoint {
            None => None,
            Some(path) => {
                place_of_output("--checkpoint", path)?;
                if arguments.solving.method == MethodArgument::Definition {
                    refuse!(
                        "--checkpoint keeps a search, and --method definition makes none",
                        "leave one of the two away"
                    );
                }
                Some((path.clone(), Lock::take(path, "solve")?))
            }
        };
        Ok(Checkpoint { file, position: Mutex::default(), took: Mutex::default() })
    }

    /// Lets the search of a position go on from the file, where it is there.
    pub fn resume(&self, position: &Position, request: &Request, is_only_one: bool) -> anyhow::Result<()> {
        let Some((path, _)) = &self.file else { return Ok(()) };
        if !is_only_one {
            refuse!("--checkpoint keeps one search, and here are many positions", "give one position");
        }
        if request.convention.unwrap_or_else(|| position.usual_convention()) == Convention::Misere {
            refuse!(
                "--checkpoint keeps searches for nimbers, and under misère play there are none",
                "--store FILE keeps outcomes under misère play"
            );
        }
        if !position.can_be_left() {
            refuse!(
                "--checkpoint keeps searches of boards of at most 128 cells from which cells are taken; here is \
                 another game",
                "--store FILE keeps values of other games too"
            );
        }
        if let Some(file) = existing(path)? {
            match position.resume_search(&mut BufReader::with_capacity(1 << 20, file), &request.run) {
                Ok(entries) => tell(format_args!(
                    "note: the search goes on from {}, which has {entries} entries",
                    path.display()
                )),
                // The answer says that it was stopped. What was not read must not be lost.
                Err(NotResumed::Stopped(_)) => return Ok(()),
                Err(error) => return Err(not_resumed(path, &error)),
            }
        }
        self.position.lock().unwrap_or_else(PoisonError::into_inner).replace(position.clone());
        Ok(())
    }

    /// Writes the search down now and then while it goes on.
    pub fn during<T>(&self, search: impl FnOnce() -> T) -> T {
        match self.file {
            None => search(),
            Some(_) => meanwhile(FIRST_WRITTEN, WRITTEN_EVERY, || self.write(), search),
        }
    }

    /// Writes the search down for the last time, and says so where that is known to take long.
    pub fn finish(&self) -> anyhow::Result<()> {
        let last = *self.took.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((path, _)) = self.file.as_ref().filter(|_| last > LONG) {
            let (path, seconds) = (path.display(), last.as_secs());
            tell(format_args!("note: {path} is being written, which takes about {seconds} s"));
        }
        self.write()
    }

    /// Writes the search down.
    fn write(&self) -> anyhow::Result<()> {
        let position = self.position.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let (Some((path, _)), Some(position)) = (&self.file, position) else { return Ok(()) };
        let begin = Instant::now();
        let written = replace(path, |out| position.leave_search(out).map(|_| ()));
        *self.took.lock().unwrap_or_else(PoisonError::into_inner) = begin.elapsed();
        written
    }
}

/// The file, where there is one.
fn existing(path: &Path) -> anyhow::Result<Option<File>> {
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(cannot_read(path, &error)),
        Ok(metadata) if !metadata.is_file() => {
            refuse!(format!("--checkpoint: {} is no regular file", path.display()), "name a file")
        }
        Ok(_) => File::open(path).map(Some).map_err(|error| cannot_read(path, &error)),
    }
}

/// Why a search does not go on from a file, and what to do.
fn not_resumed(path: &Path, error: &NotResumed) -> anyhow::Error {
    let (why, help) = match error {
        NotResumed::TooLarge(bytes) => (
            format!("its table takes {}, more than --memory leaves to a table", ByteSize(*bytes)),
            "allow more --memory: a search with less would have to forget some of it",
        ),
        NotResumed::OtherGames(_) => {
            (error.to_string(), "name another --checkpoint file, or give a position of that game")
        }
        _ => (error.to_string(), "name another --checkpoint file, or remove it: the search then begins anew"),
    };
    CliError::new(format!("cannot go on from {}: {why}", path.display()), help).into()
}
