//! The file of a block of a table of version 3: an index of pages that are read alone, compressed or not.

use crate::finished::Finished;
use crate::header::{CHECKSUM_BYTES, HEADER_BYTES, Header, checksum};
use crate::memory::Words;
use crate::unpaged::read_at;
use crate::{Content, TableError, TableShape};
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;

/// The version in the header of such blocks.
pub(crate) const VERSION: u32 = 3;
/// Words of entries in a page: 32 KiB.
const PAGE_WORDS: usize = 4096;
/// Bits of a nimber within its page; larger ones are written behind.
const NIMBER_BITS: u32 = 4;
/// An entry that says that the nimber is written behind the page.
const ESCAPE: u8 = 15;
/// Bytes of a larger nimber: the place in the page, and itself.
const ESCAPE_BYTES: usize = 3;
/// Bytes of a page in the index: its length, and its checksum.
const INDEX_BYTES: usize = 4 + CHECKSUM_BYTES;
/// The bit of a page's length which says that the page is compressed.
const IS_COMPRESSED: u32 = 1 << 31;
/// The seed of the index's checksum has this page.
const INDEX_PAGE: u64 = u32::MAX as u64;
/// The level of compression: the next ones are slower by far and hardly smaller.
const LEVEL: i32 = 1;

/// How many entries a page has.
pub(crate) const fn states_a_page(width: u32) -> u64 {
    (PAGE_WORDS / width as usize * 64) as u64
}

/// Bits of an entry in the file.
pub(crate) const fn width(content: Content) -> u32 {
    match content {
        Content::Outcomes => 1,
        Content::Nimbers => NIMBER_BITS,
    }
}

/// Bytes of entries of a block, before they are compressed, without the larger nimbers.
pub(crate) fn payload(shape: &TableShape, width: u32) -> u64 {
    shape.block_states().div_ceil(64) * 8 * u64::from(width)
}

fn pages(header: &Header) -> u64 {
    header.payload.div_ceil(PAGE_WORDS as u64 * 8)
}

/// Bytes of entries in a page.
fn entry_bytes(header: &Header, page: u64) -> usize {
    let before = page * PAGE_WORDS as u64 * 8;
    (header.payload - before).min(PAGE_WORDS as u64 * 8) as usize
}

/// Where a page stands.
#[derive(Clone, Copy, Debug)]
struct Place {
    at: u64,
    length: usize,
    is_compressed: bool,
    sum: [u8; CHECKSUM_BYTES],
}

/// The index of a block's pages.
#[derive(Debug)]
pub(crate) struct Index(Vec<Place>);

impl Index {
    /// Reads the index.
    ///
    /// # Errors
    /// [`TableError::Damaged`] when it is not what was written, or the file has another length than it says.
    pub fn read(file: &File, header: &Header, path: &Path) -> Result<Index, TableError> {
        let damaged = |what: &str| TableError::damaged(path, what);
        let file_bytes = file.metadata().map_err(TableError::io("read", path))?.len();
        let index_bytes = pages(header) * INDEX_BYTES as u64 + CHECKSUM_BYTES as u64;
        let mut at = HEADER_BYTES as u64 + index_bytes;
        if file_bytes < at {
            return Err(damaged("it is cut short"));
        }
        let mut bytes = vec![0; index_bytes as usize];
        read_at(file, &mut bytes, HEADER_BYTES as u64).map_err(TableError::io("read", path))?;
        let (entries, sum) = bytes.split_at(bytes.len() - CHECKSUM_BYTES);
        if checksum(header.block, INDEX_PAGE, entries) != sum {
            return Err(damaged("the checksum of its index differs"));
        }
        let mut places = Vec::new();
        for (page, entry) in (0..).zip(entries.chunks_exact(INDEX_BYTES)) {
            let (length, sum) = entry.split_at(4);
            let length = u32::from_le_bytes(length.try_into().expect("four bytes"));
            let place = Place {
                at,
                length: (length & !IS_COMPRESSED) as usize,
                is_compressed: length & IS_COMPRESSED != 0,
                sum: sum.try_into().expect("eight bytes"),
            };
            if place.length > most_bytes(entry_bytes(header, page), header.width) {
                return Err(damaged("its index has a page that is too long"));
            }
            at += place.length as u64;
            places.push(place);
        }
        match file_bytes.cmp(&at) {
            std::cmp::Ordering::Less => Err(damaged("it is cut short")),
            std::cmp::Ordering::Greater => Err(damaged("it is too long")),
            std::cmp::Ordering::Equal => Ok(Index(places)),
        }
    }
}

/// The most bytes that a page can have.
fn most_bytes(entries: usize, width: u32) -> usize {
    let states = entries * 8 / width as usize;
    entries + if width == 1 { 0 } else { states * ESCAPE_BYTES }
}

/// A page of entries: for each 64 states as many words as an entry has bits, the lowest bit first; and the larger
/// nimbers with their places, in order.
#[derive(Debug)]
pub(crate) struct Page {
    width: usize,
    words: Vec<u64>,
    larger: Vec<(u16, u8)>,
}

impl Page {
    /// The entry at a place of the page.
    pub fn entry(&self, place: u64) -> u8 {
        let (group, bit) = ((place / 64) as usize, place % 64);
        let words = &self.words[group * self.width..][..self.width];
        let entry = words.iter().enumerate().map(|(plane, word)| ((word >> bit & 1) as u8) << plane).sum();
        if self.width == 1 || entry != ESCAPE {
            return entry;
        }
        let found = self.larger.binary_search_by_key(&(place as u16), |&(place, _)| place);
        found.map_or(ESCAPE, |found| self.larger[found].1)
    }

    fn of_bytes(bytes: &[u8], entries: usize, width: u32) -> Result<Page, &'static str> {
        if bytes.len() < entries || !(bytes.len() - entries).is_multiple_of(ESCAPE_BYTES) {
            return Err("has another length than its entries");
        }
        let (entries, larger) = bytes.split_at(entries);
        let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
        let escape = |bytes: &[u8]| (u16::from_le_bytes([bytes[0], bytes[1]]), bytes[2]);
        let page = Page {
            width: width as usize,
            words: entries.chunks_exact(8).map(word).collect(),
            larger: larger.chunks_exact(ESCAPE_BYTES).map(escape).collect(),
        };
        page.check().map(|()| page)
    }

    /// Every entry of 15 has its nimber behind, and no other.
    fn check(&self) -> Result<(), &'static str> {
        let wrong = Err("has larger nimbers that are not those of its entries");
        if self.width == 1 {
            return if self.larger.is_empty() { Ok(()) } else { wrong };
        }
        let all = |group: &[u64]| u64::from(group.iter().fold(u64::MAX, |all, word| all & word).count_ones());
        let escapes: u64 = self.words.chunks_exact(self.width).map(all).sum();
        let is_one = |&(place, nimber): &(u16, u8)| {
            let group = usize::from(place) / 64 * self.width;
            let words = self.words.get(group..group + self.width);
            nimber >= ESCAPE
                && words.is_some_and(|words| words.iter().all(|word| word >> (place % 64) & 1 == 1))
        };
        let is_right = escapes == self.larger.len() as u64
            && self.larger.is_sorted_by(|one, next| one.0 < next.0)
            && self.larger.iter().all(is_one);
        if is_right { Ok(()) } else { wrong }
    }
}

/// Reads one page, and checks it.
///
/// # Errors
/// [`TableError::Damaged`] when it is not what was written.
pub(crate) fn page(
    file: &File,
    header: &Header,
    index: &Index,
    path: &Path,
    page: u64,
) -> Result<Page, TableError> {
    let mut stored = Vec::new();
    let bytes = page_bytes(file, header, index, path, page, &mut stored)?;
    let read = Page::of_bytes(&bytes, entry_bytes(header, page), header.width);
    read.map_err(|what| TableError::damaged(path, format!("page {page} {what}")))
}

/// The bytes of a page as they were before they were compressed.
fn page_bytes<'s>(
    file: &File,
    header: &Header,
    index: &Index,
    path: &Path,
    page: u64,
    stored: &'s mut Vec<u8>,
) -> Result<Cow<'s, [u8]>, TableError> {
    let place = &index.0[page as usize];
    stored.resize(place.length, 0);
    read_at(file, stored, place.at).map_err(TableError::io("read", path))?;
    if checksum(header.block, page, stored) != place.sum {
        return Err(TableError::damaged(path, format!("the checksum of page {page} differs")));
    }
    if !place.is_compressed {
        return Ok(Cow::Borrowed(stored));
    }
    let most = most_bytes(entry_bytes(header, page), header.width);
    let bytes = zstd::bulk::decompress(stored, most);
    bytes.map(Cow::Owned).map_err(|_| TableError::damaged(path, format!("page {page} cannot be unpacked")))
}

/// Reads all pages, and checks them.
///
/// # Errors
/// As [`page`].
pub(crate) fn check(file: &File, header: &Header, index: &Index, path: &Path) -> Result<(), TableError> {
    (0..pages(header)).try_for_each(|number| page(file, header, index, path, number).map(drop))
}

/// Reads a whole block into memory; `take` gives a set of states, with anything in it.
///
/// # Errors
/// [`TableError::Damaged`] when it is not what was written.
pub(crate) fn read(
    file: &File,
    header: &Header,
    index: &Index,
    path: &Path,
    shape: &TableShape,
    take: &dyn Fn() -> io::Result<Words>,
) -> Result<Finished, TableError> {
    let hold = || take().map_err(TableError::io("hold", path));
    let mut planes = vec![hold()?];
    if header.width == 1 {
        read_outcomes(file, header, index, path, &mut planes[0])?;
        return Ok(Finished { planes, counts: header.counts });
    }
    planes[0].fill(0);
    let empty = || {
        hold().map(|mut words| {
            words.fill(0);
            words
        })
    };
    for number in 0..pages(header) {
        let page = page(file, header, index, path, number)?;
        let start = number as usize * PAGE_WORDS / NIMBER_BITS as usize;
        for (group, words) in page.words.chunks_exact(NIMBER_BITS as usize).enumerate() {
            for (plane, &word) in words.iter().enumerate().filter(|(_, word)| **word != 0) {
                while planes.len() <= plane {
                    planes.push(empty()?);
                }
                planes[plane][start + group] = word;
            }
        }
        for &(place, nimber) in &page.larger {
            if u32::from(nimber) > shape.largest_nimber(header.block) {
                return Err(TableError::damaged(path, format!("it has a nimber of {nimber}")));
            }
            while nimber >> planes.len() != 0 {
                planes.push(empty()?);
            }
            let (word, bit) = (start + usize::from(place) / 64, place % 64);
            for (plane, words) in planes.iter_mut().enumerate() {
                words[word] = words[word] & !(1 << bit) | u64::from(nimber >> plane & 1) << bit;
            }
        }
    }
    Ok(Finished { planes, counts: header.counts })
}

/// Reads entries of one bit straight to their places.
fn read_outcomes(
    file: &File,
    header: &Header,
    index: &Index,
    path: &Path,
    words: &mut Words,
) -> Result<(), TableError> {
    let used = (header.payload / 8) as usize;
    words[used..].fill(0);
    let mut stored = Vec::new();
    for number in 0..pages(header) {
        let start = number as usize * PAGE_WORDS;
        let here = &mut words[start..(start + PAGE_WORDS).min(used)];
        let place = &index.0[number as usize];
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(here);
        if place.is_compressed || place.length != bytes.len() {
            let read = page_bytes(file, header, index, path, number, &mut stored)?;
            if read.len() != bytes.len() {
                let what = format!("page {number} has another length than its entries");
                return Err(TableError::damaged(path, what));
            }
            bytes.copy_from_slice(&read);
        } else {
            read_at(file, bytes, place.at).map_err(TableError::io("read", path))?;
            if checksum(header.block, number, bytes) != place.sum {
                return Err(TableError::damaged(path, format!("the checksum of page {number} differs")));
            }
        }
        here.iter_mut().for_each(|word| *word = u64::from_le(*word));
    }
    Ok(())
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
    let width = width(shape.content());
    let (payload, counts) = (payload(shape, width), finished.counts);
    let header = Header { version: VERSION, fingerprint, block, width, payload, counts };
    let mut index = Vec::new();
    let index_bytes = pages(&header) * INDEX_BYTES as u64 + CHECKSUM_BYTES as u64;
    let mut out = BufWriter::with_capacity(1 << 18, file);
    out.seek(SeekFrom::Start(HEADER_BYTES as u64 + index_bytes))?;
    let mut packer = if shape.is_compressed() { Some(zstd::bulk::Compressor::new(LEVEL)?) } else { None };
    let mut bytes = Vec::new();
    for page in 0..pages(&header) {
        bytes.clear();
        fill(&mut bytes, finished, page as usize, entry_bytes(&header, page) / 8, width as usize, shape);
        let packed = packer.as_mut().map(|packer| packer.compress(&bytes)).transpose()?;
        let packed = packed.filter(|packed| packed.len() < bytes.len());
        let flag = if packed.is_some() { IS_COMPRESSED } else { 0 };
        let stored = packed.as_deref().unwrap_or(&bytes);
        index.extend_from_slice(&(stored.len() as u32 | flag).to_le_bytes());
        index.extend_from_slice(&checksum(block, page, stored));
        out.write_all(stored)?;
    }
    let sum = checksum(block, INDEX_PAGE, &index);
    index.extend_from_slice(&sum);
    // Last, so that it knows the lengths of all pages.
    out.seek(SeekFrom::Start(0))?;
    out.write_all(&header.to_bytes())?;
    out.write_all(&index)?;
    out.flush()
}

/// The bytes of a page, before they are compressed.
fn fill(
    bytes: &mut Vec<u8>,
    finished: &Finished,
    page: usize,
    words: usize,
    width: usize,
    shape: &TableShape,
) {
    // A board of less than a word fills a part of it.
    let states = shape.block_states();
    let board = if states < 64 { (1_u64 << states) - 1 } else { u64::MAX };
    let start = page * PAGE_WORDS / width;
    if width == 1 {
        let here = &finished.planes[0][start..start + words];
        bytes.extend(here.iter().flat_map(|word| (word & board).to_le_bytes()));
        return;
    }
    let mut larger = Vec::new();
    for group in 0..words / width {
        let word = |plane: usize| finished.planes.get(plane).map_or(0, |words| words[start + group]) & board;
        let all = (0..width).fold(u64::MAX, |all, plane| all & word(plane));
        let above = (width..finished.planes.len()).fold(0, |any, plane| any | word(plane));
        for plane in 0..width {
            bytes.extend_from_slice(&(word(plane) | above).to_le_bytes());
        }
        let mut rest = all | above;
        while rest != 0 {
            let place = group * 64 + rest.trailing_zeros() as usize;
            larger.extend_from_slice(&(place as u16).to_le_bytes());
            larger.push(finished.entry((start * 64 + place) as u64));
            rest &= rest - 1;
        }
    }
    bytes.extend_from_slice(&larger);
}
