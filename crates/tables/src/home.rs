//! The folder of a table: a manifest, and a file for each finished block.
//!
//! A block is written under a name that nobody else has, and renamed when it is whole. So a block's file is complete or
//! absent whenever a process ends, and processes that make the same block do not meet: they write the same bytes. Locks
//! only save work: where the file system has none, or where they hold on one machine only, some blocks are made twice.

use crate::block::{self, BlockFile};
use crate::finished::Finished;
use crate::pool::Pool;
use crate::vault::{Claim, Vault};
use crate::{TableError, TableShape, manifest, paged};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

const MANIFEST: &str = "manifest";
/// The folder of the blocks of a table of version 3.
const BLOCKS: &str = "b";
/// So many blocks are in one folder there.
const BLOCKS_A_FOLDER: u64 = 1000;
/// What ends the name of a file in the making; a part that nobody else has follows.
const NEW: &str = "new-";
/// What ends the name of the lock of a block.
const LOCK: &str = "lock";

/// The folder of a table.
pub(crate) struct Home {
    folder: PathBuf,
    shape: TableShape,
    fingerprint: u64,
}

/// A manifest has a line a shape, and some more. What is longer is none.
const LONGEST_MANIFEST: u64 = 1 << 20;

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
        let (shape, fingerprint) = manifest::read(&text, folder)?;
        Ok(Home { folder: folder.to_owned(), shape, fingerprint })
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
            let (found, wanted) = (self.shape.to_string(), shape.to_string());
            let (path, game) = (self.folder, shape.rules().id().to_owned());
            return Err(match found == wanted {
                // A game of the same name: its rules were changed.
                true => TableError::OtherRules { path, game },
                false => TableError::OtherTable { path, found, wanted },
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
        let name = format!("block-{block:05}");
        if self.shape.version() < paged::VERSION {
            return self.folder.join(name);
        }
        let folder = format!("{:03}", block / BLOCKS_A_FOLDER);
        self.folder.join(BLOCKS).join(folder).join(name)
    }

    /// Opens a block; `None` where it is not finished.
    ///
    /// # Errors
    /// [`TableError::Damaged`] when its header is not what was written.
    pub fn block(&self, block: u64) -> Result<Option<BlockFile>, TableError> {
        BlockFile::open(&self.path(block), &self.shape, self.fingerprint, block)
    }

    /// The folder itself, and those of blocks in it.
    fn folders(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.folder.join(BLOCKS)).into_iter().flatten();
        let inner = entries.flatten().map(|entry| entry.path());
        [self.folder.clone()].into_iter().chain(inner).collect()
    }
}

impl Vault for Home {
    fn has(&self, block: u64) -> Result<bool, TableError> {
        self.block(block).map(|file| file.is_some())
    }

    fn check(&self, block: u64) -> Result<bool, TableError> {
        match self.block(block)? {
            None => Ok(false),
            Some(file) => file.check(&self.path(block)).map(|()| true),
        }
    }

    fn get(&self, block: u64, pool: &Pool) -> Result<Option<Arc<Finished>>, TableError> {
        let Some(file) = self.block(block)? else { return Ok(None) };
        file.read(&self.path(block), &self.shape, &|| pool.take()).map(|block| Some(Arc::new(block)))
    }

    fn put(&self, block: u64, finished: &Arc<Finished>) -> Result<(), TableError> {
        let path = self.path(block);
        make_folder_of(&path)?;
        let (file, own) = new_beside(&path)?;
        let put = block::write(&file, &self.shape, self.fingerprint, block, finished)
            .and_then(|()| fs::rename(&own, &path));
        drop(file);
        match put {
            Ok(()) => Ok(()),
            // Another process has finished the table, and tidied up after all others.
            Err(error) if error.kind() == ErrorKind::NotFound && path.exists() => Ok(()),
            Err(error) => {
                // Nothing depends on it: a file that is left over is taken away when the table is complete.
                let _ = fs::remove_file(&own);
                Err(TableError::io("write", &path)(error))
            }
        }
    }

    fn claim(&self, block: u64) -> Result<Option<Claim>, TableError> {
        let path = self.path(block).with_extension(LOCK);
        make_folder_of(&path)?;
        let open = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
        let file = open.map_err(TableError::io("write", &path))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Ok(None),
            // The process that had the lock may have removed the file meanwhile.
            Ok(()) if !is_still_at(&file, &path) => Ok(None),
            // Without locks the block may be made twice, and is the same twice.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Some(Box::new(Lock { _file: file, path }))),
        }
    }

    fn set_aside(&self, block: u64) -> Result<PathBuf, TableError> {
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

    fn tidy(&self) {
        for folder in self.folders() {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                let end = path.extension().map(|end| end.to_string_lossy().into_owned()).unwrap_or_default();
                if end.starts_with(NEW) || end == LOCK || end == "part" {
                    // Whoever is at it finds the block there.
                    let _ = fs::remove_file(path);
                }
            }
        }
    }
}

/// The word that a block is being made, until it is dropped.
struct Lock {
    _file: File,
    path: PathBuf,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A file that is left over locks nothing.
        let _ = fs::remove_file(&self.path);
    }
}

fn make_folder_of(path: &Path) -> Result<(), TableError> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder).map_err(TableError::io("make", folder))
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
    loop {
        // Drawn by the system: unlike that of any other process on any machine.
        let drawn = RandomState::new().hash_one(path);
        let own = path.with_extension(format!("{NEW}{}-{drawn:016x}", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&own) {
            Ok(file) => return Ok((file, own)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(TableError::io("write", path)(error)),
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
