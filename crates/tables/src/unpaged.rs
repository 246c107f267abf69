//! The file of a block of a table of version 1 or 2: pages of 4 KiB, each followed by its checksum.

use crate::finished::Finished;
use crate::header::{CHECKSUM_BYTES, HEADER_BYTES, Header, checksum};
use crate::memory::Words;
use crate::{Content, TableError, TableShape};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// The version in the header of such blocks.
pub(crate) const VERSION: u32 = 1;
/// Bytes of states in a page; its checksum follows.
const PAGE_BYTES: usize = 4096;

/// How many entries a page has.
pub(crate) const fn states_a_page(width: u32) -> u64 {
    PAGE_BYTES as u64 * 8 / width as u64
}

/// Bytes of entries of a block.
pub(crate) fn payload(shape: &TableShape, width: u32) -> u64 {
    (shape.block_states() * u64::from(width)).div_ceil(8)
}

/// The bytes that such a block's file has.
pub(crate) fn file_bytes(header: &Header) -> u64 {
    let pages = header.payload.div_ceil(PAGE_BYTES as u64);
    HEADER_BYTES as u64 + header.payload + pages * CHECKSUM_BYTES as u64
}

fn page_bytes(header: &Header, page: u64) -> usize {
    (header.payload - page * PAGE_BYTES as u64).min(PAGE_BYTES as u64) as usize
}

/// Reads one page, and checks it.
///
/// # Errors
/// [`TableError::Damaged`] when its checksum differs.
pub(crate) fn page(file: &File, header: &Header, path: &Path, page: u64) -> Result<Vec<u8>, TableError> {
    let length = page_bytes(header, page);
    let mut bytes = vec![0; length + CHECKSUM_BYTES];
    let at = HEADER_BYTES as u64 + page * (PAGE_BYTES + CHECKSUM_BYTES) as u64;
    read_at(file, &mut bytes, at).map_err(TableError::io("read", path))?;
    checked(header, path, page, &bytes)?;
    bytes.truncate(length);
    Ok(bytes)
}

fn checked(header: &Header, path: &Path, page: u64, bytes: &[u8]) -> Result<(), TableError> {
    let (states, sum) = bytes.split_at(bytes.len() - CHECKSUM_BYTES);
    if checksum(header.block, page, states) == sum {
        return Ok(());
    }
    Err(TableError::damaged(path, format!("the checksum of page {page} differs")))
}

/// Gives all pages in order to `each`, checked.
///
/// # Errors
/// As [`page`].
pub(crate) fn pages(
    mut file: &File,
    header: &Header,
    path: &Path,
    mut each: impl FnMut(u64, &[u8]) -> Result<(), TableError>,
) -> Result<(), TableError> {
    file.seek(SeekFrom::Start(HEADER_BYTES as u64)).map_err(TableError::io("read", path))?;
    let mut reader = BufReader::with_capacity(1 << 18, file);
    let mut bytes = vec![0; PAGE_BYTES + CHECKSUM_BYTES];
    for page in 0..header.payload.div_ceil(PAGE_BYTES as u64) {
        let length = page_bytes(header, page);
        let bytes = &mut bytes[..length + CHECKSUM_BYTES];
        reader.read_exact(bytes).map_err(TableError::io("read", path))?;
        checked(header, path, page, bytes)?;
        each(page, &bytes[..length])?;
    }
    Ok(())
}

/// Reads bytes from a place of a file.
#[cfg(unix)]
pub(crate) fn read_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

/// Reads bytes from a place of a file.
#[cfg(not(unix))]
pub(crate) fn read_at(mut file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(bytes)
}

/// The entry at a place of some bytes.
pub(crate) fn entry_of(bytes: &[u8], place: u64, width: u32) -> u8 {
    let bit = place * u64::from(width);
    let mask = ((1_u32 << width) - 1) as u8;
    bytes[(bit / 8) as usize] >> (bit % 8) & mask
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
    let width = match shape.content() {
        Content::Outcomes => 1,
        Content::Nimbers if finished.planes.len() <= 4 => 4,
        Content::Nimbers => 8,
    };
    let (payload, counts) = (payload(shape, width), finished.counts);
    let header = Header { version: VERSION, fingerprint, block, width, payload, counts };
    let mut out = BufWriter::with_capacity(1 << 18, file);
    out.write_all(&header.to_bytes())?;
    let mut bytes = vec![0; PAGE_BYTES];
    let words_a_page = PAGE_BYTES / 8 / width as usize;
    for page in 0..payload.div_ceil(PAGE_BYTES as u64) {
        let start = page as usize * words_a_page;
        match width {
            1 => {
                let words = &finished.planes[0][start..start + words_a_page];
                for (bytes, word) in bytes.chunks_exact_mut(8).zip(words) {
                    bytes.copy_from_slice(&word.to_le_bytes());
                }
            }
            _ => pack(&finished.planes, start, words_a_page, width, &mut bytes),
        }
        let length = page_bytes(&header, page);
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
fn pack(planes: &[Words], start: usize, words: usize, width: u32, bytes: &mut [u8]) {
    bytes.fill(0);
    let states_a_byte = 8 / width as usize;
    for (plane, set) in planes.iter().enumerate() {
        for (index, &word) in set[start..start + words].iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let state = index * 64 + rest.trailing_zeros() as usize;
                bytes[state / states_a_byte] |= 1 << (plane + state % states_a_byte * width as usize);
                rest &= rest - 1;
            }
        }
    }
}

/// Reads a whole block into memory; `take` gives a set of states, with anything in it.
///
/// # Errors
/// [`TableError::Damaged`] when it is not what was written.
pub(crate) fn read(
    file: &File,
    header: &Header,
    path: &Path,
    shape: &TableShape,
    take: &dyn Fn() -> io::Result<Words>,
) -> Result<Finished, TableError> {
    let width = header.width as usize;
    let largest = shape.largest_nimber(header.block) as usize;
    let empty = || {
        let mut words = take().map_err(TableError::io("hold", path))?;
        words.fill(0);
        Ok(words)
    };
    let mut planes = vec![empty()?];
    pages(file, header, path, |page, bytes| {
        let start = page as usize * (PAGE_BYTES / 8 / width);
        if width == 1 {
            for (word, bytes) in planes[0][start..].iter_mut().zip(bytes.chunks(8)) {
                let mut eight = [0; 8];
                eight[..bytes.len()].copy_from_slice(bytes);
                *word = u64::from_le_bytes(eight);
            }
            return Ok(());
        }
        for state in 0..bytes.len() * 8 / width {
            let nimber = usize::from(entry_of(bytes, state as u64, header.width));
            if nimber > largest {
                return Err(TableError::damaged(path, format!("it has a nimber of {nimber}")));
            }
            while nimber >> planes.len() != 0 {
                planes.push(empty()?);
            }
            for (plane, words) in planes.iter_mut().enumerate().filter(|(plane, _)| nimber >> plane & 1 == 1)
            {
                debug_assert!(nimber >> plane != 0);
                words[start + state / 64] |= 1 << (state % 64);
            }
        }
        Ok(())
    })?;
    Ok(Finished { planes, counts: header.counts })
}
