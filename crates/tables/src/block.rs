//! The file of a block: a header, and pages with a checksum each (docs/formats.md).

use crate::memory::Words;
use crate::{Content, TableError, TableShape};
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;
use twox_hash::XxHash3_64;

/// The version of the files, manifest and blocks.
pub(crate) const VERSION: u32 = 1;
const MAGIC: &[u8; 12] = b"GRUNDYTABLE\n";
const HEADER_BYTES: usize = 512;
/// Bytes of states in a page; its checksum follows.
pub(crate) const PAGE_BYTES: usize = 4096;
const CHECKSUM_BYTES: usize = 8;
/// Counts by number of stones, from 0 to all cells of the largest board.
pub(crate) const COUNTS: usize = crate::MOST_CELLS as usize + 1;

/// P-positions by number of stones.
pub(crate) type Counts = [u64; COUNTS];

/// What a block's header says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub fingerprint: u64,
    pub block: u64,
    /// Bits that a state takes: 1, 4 or 8.
    pub width: u32,
    /// Bytes of states.
    pub payload: u64,
    pub counts: Counts,
}

impl Header {
    fn to_bytes(&self) -> [u8; HEADER_BYTES] {
        let mut bytes = Vec::with_capacity(HEADER_BYTES);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&self.fingerprint.to_le_bytes());
        bytes.extend_from_slice(&self.block.to_le_bytes());
        bytes.extend_from_slice(&self.payload.to_le_bytes());
        bytes.extend_from_slice(&self.width.to_le_bytes());
        for count in self.counts {
            bytes.extend_from_slice(&count.to_le_bytes());
        }
        bytes.resize(HEADER_BYTES - CHECKSUM_BYTES, 0);
        let sum = XxHash3_64::oneshot(&bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes.try_into().expect("filled up to its length")
    }

    fn from_bytes(bytes: &[u8; HEADER_BYTES]) -> Result<Header, &'static str> {
        let number = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
        let small = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        if bytes[..12] != MAGIC[..] {
            return Err("it does not begin like a block");
        }
        let end = HEADER_BYTES - CHECKSUM_BYTES;
        if XxHash3_64::oneshot(&bytes[..end]) != number(end) {
            return Err("the checksum of its header differs");
        }
        if small(12) != VERSION {
            return Err("it is of another version");
        }
        let mut counts = [0; COUNTS];
        for (index, count) in counts.iter_mut().enumerate() {
            *count = number(44 + 8 * index);
        }
        Ok(Header {
            fingerprint: number(16),
            block: number(24),
            payload: number(32),
            width: small(40),
            counts,
        })
    }
}

/// The checksum of a page knows its place, so that no page stands for another.
fn checksum(block: u64, page: u64, bytes: &[u8]) -> [u8; CHECKSUM_BYTES] {
    XxHash3_64::oneshot_with_seed(block << 32 | page, bytes).to_le_bytes()
}

/// A finished block in memory: one set of states a class. Outcomes have one class, the lost states;
/// nimbers have one for each nimber that occurs.
pub(crate) struct Finished {
    pub classes: Vec<Words>,
    pub counts: Counts,
}

/// A block's file that is open for reading, with a header that fits the table.
pub(crate) struct BlockFile {
    file: File,
    pub header: Header,
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
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(TableError::io("read", path)(error)),
        };
        let damaged = |what: &str| TableError::Damaged { path: path.to_owned(), what: what.to_owned() };
        let length = file.metadata().map_err(TableError::io("read", path))?.len();
        if length < HEADER_BYTES as u64 {
            return Err(damaged("it is cut short"));
        }
        let mut bytes = [0; HEADER_BYTES];
        file.read_exact(&mut bytes).map_err(TableError::io("read", path))?;
        let header = Header::from_bytes(&bytes).map_err(damaged)?;
        if (header.fingerprint, header.block) != (fingerprint, block) {
            return Err(damaged("it is a block of another table, or another block"));
        }
        let widths: &[u32] = if shape.content() == Content::Outcomes { &[1] } else { &[4, 8] };
        if !widths.contains(&header.width) || header.payload != payload(shape, header.width) {
            return Err(damaged("its header contradicts the table"));
        }
        let pages = header.payload.div_ceil(PAGE_BYTES as u64);
        let wanted = HEADER_BYTES as u64 + header.payload + pages * CHECKSUM_BYTES as u64;
        if length != wanted {
            return Err(damaged(if length < wanted { "it is cut short" } else { "it is too long" }));
        }
        Ok(Some(BlockFile { file, header }))
    }

    /// Reads one page, and checks it.
    ///
    /// # Errors
    /// [`TableError::Damaged`] when its checksum differs.
    pub fn page(&self, path: &Path, page: u64) -> Result<Vec<u8>, TableError> {
        let length = (self.header.payload - page * PAGE_BYTES as u64).min(PAGE_BYTES as u64) as usize;
        let mut bytes = vec![0; length + CHECKSUM_BYTES];
        let at = HEADER_BYTES as u64 + page * (PAGE_BYTES + CHECKSUM_BYTES) as u64;
        read_at(&self.file, &mut bytes, at).map_err(TableError::io("read", path))?;
        self.checked(path, page, &bytes)?;
        bytes.truncate(length);
        Ok(bytes)
    }

    fn checked(&self, path: &Path, page: u64, bytes: &[u8]) -> Result<(), TableError> {
        let (states, sum) = bytes.split_at(bytes.len() - CHECKSUM_BYTES);
        if checksum(self.header.block, page, states) == sum {
            return Ok(());
        }
        Err(TableError::Damaged {
            path: path.to_owned(),
            what: format!("the checksum of page {page} differs"),
        })
    }

    /// Gives all pages in order to `each`, checked.
    ///
    /// # Errors
    /// As [`page`](BlockFile::page).
    pub fn pages(
        self,
        path: &Path,
        mut each: impl FnMut(u64, &[u8]) -> Result<(), TableError>,
    ) -> Result<(), TableError> {
        let mut reader = BufReader::with_capacity(1 << 18, &self.file);
        let mut bytes = vec![0; PAGE_BYTES + CHECKSUM_BYTES];
        let pages = self.header.payload.div_ceil(PAGE_BYTES as u64);
        for page in 0..pages {
            let length = (self.header.payload - page * PAGE_BYTES as u64).min(PAGE_BYTES as u64) as usize;
            let bytes = &mut bytes[..length + CHECKSUM_BYTES];
            reader.read_exact(bytes).map_err(TableError::io("read", path))?;
            self.checked(path, page, bytes)?;
            each(page, &bytes[..length])?;
        }
        Ok(())
    }
}

#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], at: u64) -> std::io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

#[cfg(not(unix))]
fn read_at(mut file: &File, bytes: &mut [u8], at: u64) -> std::io::Result<()> {
    use std::io::{Seek, SeekFrom};
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(bytes)
}

fn payload(shape: &TableShape, width: u32) -> u64 {
    (shape.block_states() * u64::from(width)).div_ceil(8)
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
) -> std::io::Result<()> {
    let width = match shape.content() {
        Content::Outcomes => 1,
        Content::Nimbers if finished.classes.len() <= 16 => 4,
        Content::Nimbers => 8,
    };
    let header =
        Header { fingerprint, block, width, payload: payload(shape, width), counts: finished.counts };
    let mut out = BufWriter::with_capacity(1 << 18, file);
    out.write_all(&header.to_bytes())?;
    let mut bytes = vec![0; PAGE_BYTES];
    let words_a_page = PAGE_BYTES / 8 / width as usize;
    for page in 0..header.payload.div_ceil(PAGE_BYTES as u64) {
        let start = page as usize * words_a_page;
        match width {
            1 => {
                let words = &finished.classes[0][start..start + words_a_page];
                for (bytes, word) in bytes.chunks_exact_mut(8).zip(words) {
                    bytes.copy_from_slice(&word.to_le_bytes());
                }
            }
            _ => pack(&finished.classes, start, words_a_page, width, &mut bytes),
        }
        let length = (header.payload - page * PAGE_BYTES as u64).min(PAGE_BYTES as u64) as usize;
        let bits = shape.block_states() * u64::from(width);
        if bits < 8 {
            bytes[0] &= (1_u8 << bits) - 1; // no more than the board has
        }
        out.write_all(&bytes[..length])?;
        out.write_all(&checksum(block, page, &bytes[..length]))?;
    }
    out.flush()
}

/// Writes nimbers of 4 or 8 bits, the first state lowest.
fn pack(classes: &[Words], start: usize, words: usize, width: u32, bytes: &mut [u8]) {
    bytes.fill(0);
    let states_a_byte = 8 / width as usize;
    for (nimber, class) in classes.iter().enumerate().skip(1) {
        for (index, &word) in class[start..start + words].iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let state = index * 64 + rest.trailing_zeros() as usize;
                bytes[state / states_a_byte] |= (nimber as u8) << (state % states_a_byte * width as usize);
                rest &= rest - 1;
            }
        }
    }
}

/// Reads a whole block into memory.
///
/// # Errors
/// [`TableError::Damaged`] when it is not what was written.
pub(crate) fn read(file: BlockFile, path: &Path, shape: &TableShape) -> Result<Finished, TableError> {
    let width = file.header.width as usize;
    let counts = file.header.counts;
    let largest = shape.largest_nimber(file.header.block) as usize;
    let zeroed = || Words::zeroed(shape.block_words()).map_err(TableError::io("hold", path));
    let mut classes = vec![zeroed()?];
    file.pages(path, |page, bytes| {
        let start = page as usize * (PAGE_BYTES / 8 / width);
        if width == 1 {
            for (word, bytes) in classes[0][start..].iter_mut().zip(bytes.chunks(8)) {
                let mut eight = [0; 8];
                eight[..bytes.len()].copy_from_slice(bytes);
                *word = u64::from_le_bytes(eight);
            }
            return Ok(());
        }
        let states_a_byte = 8 / width;
        for state in 0..bytes.len() * states_a_byte {
            let byte = usize::from(bytes[state / states_a_byte]);
            let nimber = byte >> (state % states_a_byte * width) & ((1 << width) - 1);
            if nimber > largest {
                let what = format!("it has a nimber of {nimber}");
                return Err(TableError::Damaged { path: path.to_owned(), what });
            }
            while classes.len() <= nimber {
                classes.push(zeroed()?);
            }
            classes[nimber][start + state / 64] |= 1 << (state % 64);
        }
        Ok(())
    })?;
    Ok(Finished { classes, counts })
}
