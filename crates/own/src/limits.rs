//! How large a rules file, and what it makes, may be.

/// A rules file has at most this many bytes.
pub const MOST_TEXT: usize = 64 << 10;

/// At most this many rules of moves, and as many patterns of `win`, `end` and `never`.
pub const MOST_RULES: usize = 64;

/// At most this many images of all patterns, turned, mirrored and with runs of every length.
pub const MOST_IMAGES: usize = 4096;

/// At most this many symbols.
pub const MOST_SYMBOLS: usize = 8;

/// A pattern as it is written has at most this many cells.
pub const MOST_PATTERN: usize = 64;

/// A board has at most this many cells.
pub const MOST_BOARD: u64 = 1024;

/// All images together have at most this many cells.
pub const MOST_IMAGE_CELLS: usize = 1 << 20;
/// The most symmetries that are used: the eight of the square for each of 120 renamings of symbols. A search computes
/// the image of each position under all of them. Answers do not depend on how many are used.
pub(crate) const MOST_SYMMETRIES: usize = 960;
