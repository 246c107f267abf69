//! The header of a block's file (docs/formats.md).

use twox_hash::XxHash3_64;

const MAGIC: &[u8; 12] = b"GRUNDYTABLE\n";
/// Bytes of a header.
pub(crate) const HEADER_BYTES: usize = 512;
/// Bytes of a checksum.
pub(crate) const CHECKSUM_BYTES: usize = 8;
/// Counts by number of stones, from 0 to all cells of the largest board.
pub(crate) const COUNTS: usize = crate::MOST_CELLS as usize + 1;

/// P-positions by number of stones.
pub(crate) type Counts = [u64; COUNTS];

/// What a block's header says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    /// 1 in tables of version 1 and 2, else the version of the table.
    pub version: u32,
    pub fingerprint: u64,
    pub block: u64,
    /// Bits that a state takes: 1, 4 or 8.
    pub width: u32,
    /// Bytes of states, before they are compressed.
    pub payload: u64,
    pub counts: Counts,
}

impl Header {
    pub fn to_bytes(&self) -> [u8; HEADER_BYTES] {
        let mut bytes = Vec::with_capacity(HEADER_BYTES);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&self.version.to_le_bytes());
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

    /// Reads a header of this version.
    pub fn from_bytes(bytes: &[u8; HEADER_BYTES], version: u32) -> Result<Header, &'static str> {
        let number = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
        let small = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        if bytes[..12] != MAGIC[..] {
            return Err("it does not begin like a block");
        }
        let end = HEADER_BYTES - CHECKSUM_BYTES;
        if XxHash3_64::oneshot(&bytes[..end]) != number(end) {
            return Err("the checksum of its header differs");
        }
        if small(12) != version {
            return Err("it is of another version");
        }
        let mut counts = [0; COUNTS];
        for (index, count) in counts.iter_mut().enumerate() {
            *count = number(44 + 8 * index);
        }
        Ok(Header {
            version,
            fingerprint: number(16),
            block: number(24),
            payload: number(32),
            width: small(40),
            counts,
        })
    }
}

/// The checksum of a page knows its place, so that no page stands for another.
pub(crate) fn checksum(block: u64, page: u64, bytes: &[u8]) -> [u8; CHECKSUM_BYTES] {
    XxHash3_64::oneshot_with_seed(block << 32 | page, bytes).to_le_bytes()
}
