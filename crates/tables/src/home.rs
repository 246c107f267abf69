//! The folder of a table: a manifest, and a file for each finished block.
//!
//! A block is written under another name, which is locked meanwhile, and renamed when it is whole. So
//! a block's file is complete or absent whenever a process ends. Several processes can share the work: they
//! coordinate through these locks alone.

use crate::block::{self, BlockFile, Finished};
use crate::{TableError, TableShape, manifest};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

const MANIFEST: &str = "manifest";

/// The folder of a table.
pub(crate) struct Home {
    folder: PathBuf,
    shape: TableShape,
    fingerprint: u64,
}

/// A manifest has some lines. So much of the file is read, and what is longer is none.
const LONGEST_MANIFEST: u64 = 64 << 10;

fn read_manifest(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(LONGEST_MANIFEST).read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl Home {
    /// Whether a folder has a manifest, good or bad.
    pub fn has_manifest(folder: &Path) -> bool {
        folder.join(MANIFEST).exists()
    }

    /// The table that a folder holds.
    ///
    /// # Errors
    /// When there is none, or none that this program can read.
    pub fn open(folder: &Path) -> Result<Home, TableError> {
        let path = folder.join(MANIFEST);
        let text = match read_manifest(&path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                let why = if folder.is_dir() { "there is no manifest" } else { "there is no such folder" };
                return Err(TableError::NotATable { path: folder.to_owned(), why: why.to_owned() });
            }
            Err(error) => return Err(TableError::io("read", &path)(error)),
        };
        let shape = manifest::read(&text, folder)?;
        Ok(Home { folder: folder.to_owned(), shape, fingerprint: manifest::fingerprint(&shape) })
    }

    /// The folder for a table that is to be built: made where there is none, entered where the same
    /// table has begun.
    ///
    /// # Errors
    /// When it holds another table, or other files.
    pub fn enter(folder: &Path, shape: &TableShape) -> Result<Home, TableError> {
        fs::create_dir_all(folder).map_err(TableError::io("make", folder))?;
        let path = folder.join(MANIFEST);
        if !path.exists() {
            let mut entries = fs::read_dir(folder).map_err(TableError::io("read", folder))?;
            let is_foreign = |entry: &Result<fs::DirEntry, _>| {
                entry.as_ref().is_ok_and(|entry| !entry.file_name().to_string_lossy().starts_with(MANIFEST))
            };
            if entries.any(|entry| is_foreign(&entry)) && !path.exists() {
                let why = "it is not empty, and has no manifest".to_owned();
                return Err(TableError::NotATable { path: folder.to_owned(), why });
            }
            begin(&path, shape)?;
        }
        Home::open(folder)?.of(shape)
    }

    /// The folder of a table that was begun; `None` where it has no manifest.
    ///
    /// # Errors
    /// When it holds another table.
    pub fn begun(folder: &Path, shape: &TableShape) -> Result<Option<Home>, TableError> {
        if !Home::has_manifest(folder) {
            return Ok(None);
        }
        Home::open(folder)?.of(shape).map(Some)
    }

    /// Itself, when it holds the table that is wanted.
    fn of(self, shape: &TableShape) -> Result<Home, TableError> {
        if (self.shape.rules(), self.shape.content()) != (shape.rules(), shape.content()) {
            return Err(TableError::OtherTable {
                path: self.folder,
                found: format!("{} of {}", self.shape.content(), self.shape.rules()),
                wanted: format!("{} of {}", shape.content(), shape.rules()),
            });
        }
        Ok(self)
    }

    /// What the table holds, and how it is cut.
    pub fn shape(&self) -> &TableShape {
        &self.shape
    }

    /// The folder itself.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of a block.
    pub fn path(&self, block: u64) -> PathBuf {
        self.folder.join(format!("block-{block:05}"))
    }

    /// Opens a block; `None` where it is not finished.
    ///
    /// # Errors
    /// [`TableError::Damaged`] when its header is not what was written.
    pub fn block(&self, block: u64) -> Result<Option<BlockFile>, TableError> {
        BlockFile::open(&self.path(block), &self.shape, self.fingerprint, block)
    }

    /// Reads a finished block into memory; `None` where it is not finished.
    ///
    /// # Errors
    /// As [`block`](Home::block).
    pub fn load(&self, block: u64) -> Result<Option<Finished>, TableError> {
        let Some(file) = self.block(block)? else { return Ok(None) };
        block::read(file, &self.path(block), &self.shape).map(Some)
    }

    /// Renames the damaged file of a block, and gives its new name.
    ///
    /// # Errors
    /// What the system says.
    pub fn set_aside(&self, block: u64) -> Result<PathBuf, TableError> {
        let path = self.path(block);
        let names = (1..).map(|number| path.with_extension(format!("damaged-{number}")));
        let aside = names.into_iter().find(|name| !name.exists()).expect("names do not run out");
        match fs::rename(&path, &aside) {
            Ok(()) => Ok(aside),
            // Another process has done it.
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(aside),
            Err(error) => Err(TableError::io("set aside", &path)(error)),
        }
    }

    /// Claims the making of a block; `None` while another process is at it.
    ///
    /// # Errors
    /// What the system says.
    pub fn claim(&self, block: u64) -> Result<Option<Claim>, TableError> {
        let path = self.path(block);
        let part = path.with_extension("part");
        let open = OpenOptions::new().write(true).create(true).truncate(false).open(&part);
        let file = open.map_err(TableError::io("write", &part))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(TableError::io("lock", &part)(error)),
        }
        // The process that had the lock may have renamed or removed the file meanwhile.
        Ok(is_still_at(&file, &part).then_some(Claim { file, part, path, is_kept: false }))
    }

    /// Writes a finished block, whole or not at all.
    ///
    /// # Errors
    /// What the system says.
    pub fn keep(&self, mut claim: Claim, block: u64, finished: &Finished) -> Result<(), TableError> {
        let written = claim
            .file
            .set_len(0)
            .and_then(|()| block::write(&claim.file, &self.shape, self.fingerprint, block, finished));
        written.map_err(TableError::io("write", &claim.part))?;
        fs::rename(&claim.part, &claim.path).map_err(TableError::io("write", &claim.path))?;
        claim.is_kept = true;
        Ok(())
    }
}

/// The right to make a block, until it is dropped.
pub(crate) struct Claim {
    file: File,
    part: PathBuf,
    path: PathBuf,
    is_kept: bool,
}

impl Drop for Claim {
    fn drop(&mut self) {
        if !self.is_kept {
            // Nothing depends on it: a file that is left over is written anew.
            let _ = fs::remove_file(&self.part);
        }
    }
}

/// Puts a manifest where none is: of several processes, one does.
fn begin(path: &Path, shape: &TableShape) -> Result<(), TableError> {
    let (mut file, own) = new_beside(path)?;
    let written = file.write_all(manifest::write(shape).as_bytes());
    drop(file);
    if let Err(error) = written {
        let _ = fs::remove_file(&own);
        return Err(TableError::io("write", &own)(error));
    }
    let put = match fs::hard_link(&own, path) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        // A file system without links: the last one stands, and all of them read it again.
        Err(_) => fs::rename(&own, path),
    };
    let _ = fs::remove_file(&own);
    put.map_err(TableError::io("write", path))
}

/// A file that nobody else has, next to another.
fn new_beside(path: &Path) -> Result<(File, PathBuf), TableError> {
    let mut number = 1;
    loop {
        let own = path.with_extension(format!("new-{number}"));
        match OpenOptions::new().write(true).create_new(true).open(&own) {
            Ok(file) => return Ok((file, own)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(TableError::io("write", &own)(error)),
        }
    }
}

#[cfg(unix)]
fn is_still_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), fs::metadata(path)) {
        (Ok(open), Ok(named)) => (open.dev(), open.ino()) == (named.dev(), named.ino()),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_still_at(_: &File, path: &Path) -> bool {
    path.exists()
}
