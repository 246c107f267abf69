//! The file of a block, in all versions of the format (docs/formats.md).

use crate::finished::Finished;
use crate::header::{HEADER_BYTES, Header};
use crate::memory::Words;
use crate::paged::{self, Index};
use crate::{Content, TableError, TableShape, unpaged};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// A block's file that is open for reading, with a header that fits the table.
pub(crate) struct BlockFile {
    file: File,
    pub header: Header,
    /// Of version 3.
    index: Option<Index>,
}

/// A part of a block that is read alone.
pub(crate) enum Page {
    Unpaged { width: u32, bytes: Vec<u8> },
    Paged(paged::Page),
}

impl Page {
    /// The entry at a place of the page.
    pub fn entry(&self, place: u64) -> u8 {
        match self {
            Page::Unpaged { width, bytes } => unpaged::entry_of(bytes, place, *width),
            Page::Paged(page) => page.entry(place),
        }
    }
}

impl BlockFile {
    /// Opens a block; `None` where there is no such file.
    ///
    /// # Errors
    /// [`TableError::Damaged`] when it is not the block that it should be.
    pub fn open(
        path: &Path,
        shape: &TableShape,
        fingerprint: u64,
        block: u64,
    ) -> Result<Option<BlockFile>, TableError> {
        let mut file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(TableError::io("read", path)(error)),
        };
        let damaged = |what: &str| TableError::damaged(path, what);
        let length = file.metadata().map_err(TableError::io("read", path))?.len();
        if length < HEADER_BYTES as u64 {
            return Err(damaged("it is cut short"));
        }
        let mut bytes = [0; HEADER_BYTES];
        file.read_exact(&mut bytes).map_err(TableError::io("read", path))?;
        let is_paged = shape.version() >= paged::VERSION;
        let version = if is_paged { paged::VERSION } else { unpaged::VERSION };
        let header = Header::from_bytes(&bytes, version).map_err(damaged)?;
        if (header.fingerprint, header.block) != (fingerprint, block) {
            return Err(damaged("it is a block of another table, or another block"));
        }
        let is_right = match (is_paged, shape.content()) {
            (true, content) => {
                header.width == paged::width(content) && header.payload == paged::payload(shape, header.width)
            }
            (false, content) => {
                let widths: &[u32] = if content == Content::Outcomes { &[1] } else { &[4, 8] };
                widths.contains(&header.width) && header.payload == unpaged::payload(shape, header.width)
            }
        };
        if !is_right {
            return Err(damaged("its header contradicts the table"));
        }
        if is_paged {
            let index = Index::read(&file, &header, path)?;
            return Ok(Some(BlockFile { file, header, index: Some(index) }));
        }
        let wanted = unpaged::file_bytes(&header);
        if length != wanted {
            return Err(damaged(if length < wanted { "it is cut short" } else { "it is too long" }));
        }
        Ok(Some(BlockFile { file, header, index: None }))
    }

    /// How many entries a page has.
    pub fn states_a_page(&self) -> u64 {
        match self.index {
            Some(_) => paged::states_a_page(self.header.width),
            None => unpaged::states_a_page(self.header.width),
        }
    }

    /// Reads one page, and checks it.
    ///
    /// # Errors
    /// [`TableError::Damaged`] when it is not what was written.
    pub fn page(&self, path: &Path, page: u64) -> Result<Page, TableError> {
        let (file, header) = (&self.file, &self.header);
        match &self.index {
            Some(index) => paged::page(file, header, index, path, page).map(Page::Paged),
            None => {
                let bytes = unpaged::page(file, header, path, page)?;
                Ok(Page::Unpaged { width: header.width, bytes })
            }
        }
    }

    /// Reads all pages, and checks them.
    ///
    /// # Errors
    /// As [`page`](BlockFile::page).
    pub fn check(&self, path: &Path) -> Result<(), TableError> {
        match &self.index {
            Some(index) => paged::check(&self.file, &self.header, index, path),
            None => unpaged::pages(&self.file, &self.header, path, |_, _| Ok(())),
        }
    }

    /// Reads the whole block into memory; `take` gives a set of states, with anything in it.
    ///
    /// # Errors
    /// As [`page`](BlockFile::page).
    pub fn read(
        &self,
        path: &Path,
        shape: &TableShape,
        take: &dyn Fn() -> io::Result<Words>,
    ) -> Result<Finished, TableError> {
        match &self.index {
            Some(index) => paged::read(&self.file, &self.header, index, path, shape, take),
            None => unpaged::read(&self.file, &self.header, path, shape, take),
        }
    }
}

/// Writes a finished block to a file.
///
/// # Errors
/// What the system says.
pub(crate) fn write(
    file: &File,
    shape: &TableShape,
    fingerprint: u64,
    block: u64,
    finished: &Finished,
) -> io::Result<()> {
    match shape.version() >= paged::VERSION {
        true => paged::write(file, shape, fingerprint, block, finished),
        false => unpaged::write(file, shape, fingerprint, block, finished),
    }
}
