//! One process a checkpoint.

use crate::files::is_still;
use anyhow::{Context, bail};
use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

/// The right to work on a checkpoint. It is held by a lock on a file of its own beside it, since the
/// checkpoint itself is replaced all the time; the system releases the lock when the process ends,
/// however it does.
pub struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Takes the right, if nobody has it.
    pub fn take(checkpoint: &Path) -> anyhow::Result<Lock> {
        let mut path: OsString =
            checkpoint.canonicalize().unwrap_or_else(|_| checkpoint.to_owned()).into_os_string();
        path.push(".lock");
        let path = PathBuf::from(path);
        loop {
            let file = File::options().create(true).append(true).open(&path);
            let file = file.with_context(|| format!("cannot write {}", path.display()))?;
            match file.try_lock() {
                // Whoever had it before may have removed the file meanwhile.
                Ok(()) if is_still(&file, &path) => return Ok(Lock { path, _file: file }),
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => bail!(
                    "{}: another `grundy sequence` is at work on this checkpoint\nhelp: nothing was changed; wait \
                     for it, or name another --checkpoint file",
                    checkpoint.display()
                ),
                Err(TryLockError::Error(error)) => {
                    return Err(error).with_context(|| format!("cannot lock {}", path.display()));
                }
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // It is only a name: if it stays, it hinders nobody.
        let _ = fs::remove_file(&self.path);
    }
}
