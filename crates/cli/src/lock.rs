//! One process a checkpoint.

use crate::error::refuse;
use crate::files::is_still;
use anyhow::Context;
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
    /// Takes the right for a command of the program, if nobody has it.
    pub fn take(checkpoint: &Path, command: &str) -> anyhow::Result<Lock> {
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
                Err(TryLockError::WouldBlock) => refuse!(
                    format!(
                        "{}: another `grundy {command}` is at work on this checkpoint",
                        checkpoint.display()
                    ),
                    "nothing was changed; wait for it, or name another --checkpoint file"
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
