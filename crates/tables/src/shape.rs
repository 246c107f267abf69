//! What a table holds, and how it is cut into blocks.

use crate::cut::Cut;
use crate::layout::{CHUNK_BITS, Layout};
use crate::orbits::Orbits;
use crate::{MOST_CELLS, Rules, TableError};
use grundy_core::Convention;
use std::fmt;
use std::sync::Arc;

/// What a table holds of every state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// Who wins, in 1 bit a state.
    Outcomes,
    /// The nimber under normal play, in 4 bits a state; larger ones are listed beside them.
    Nimbers,
}

impl Content {
    /// The word for it in manifests.
    pub const fn name(self) -> &'static str {
        match self {
            Content::Outcomes => "outcomes",
            Content::Nimbers => "nimbers",
        }
    }

    /// The largest board that has such a table.
    pub const fn most_cells(self) -> u32 {
        match self {
            Content::Outcomes => MOST_CELLS,
            Content::Nimbers => 36,
        }
    }

    /// Bits of a state's number within a block of the usual cut, at most: 32 MiB of outcomes, 4 MiB of nimbers.
    const fn most_block_bits(self) -> u32 {
        match self {
            Content::Outcomes => 28,
            Content::Nimbers => 23,
        }
    }
}

impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A table has at most 2^24 blocks: 2^49 states in blocks of 4 MiB.
pub(crate) const MOST_BLOCK_NUMBER_BITS: u32 = 24;
/// From this number of cells on, a table of the usual cut is symmetric: a smaller one is decided in a blink.
const FEWEST_CELLS_OF_SYMMETRIC: u32 = 26;
/// The largest plain table of version 2, in cells; and in blocks, as a number of bits.
const MOST_OF_VERSION_2: (u32, u32) = (40, 14);

/// What a table holds, and how it is cut into blocks.
///
/// A *symmetric* table keeps one block of those that the mirrors of the board lead to each other. Every state has an
/// answer nevertheless: it is turned first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableShape {
    rules: Rules,
    content: Content,
    block_bits: u32,
    cut: Option<Arc<Cut>>,
    is_compressed: bool,
    version: u32,
}

impl fmt::Display for TableShape {
    /// `outcomes of 2d-nim max=3 6x6, misere`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.content, self.rules)
    }
}

impl TableShape {
    /// A table of the usual cut: symmetric where that pays, else plain.
    ///
    /// # Errors
    /// [`TableError::MisereNimbers`] for nimbers of a misère game: there are none. [`TableError::Cells`] for nimbers of
    /// a board of more than 36 cells.
    pub fn new(rules: Rules, content: Content) -> Result<TableShape, TableError> {
        let plain = TableShape::plain(rules, content)?;
        let cells = plain.rules.cells();
        if cells < FEWEST_CELLS_OF_SYMMETRIC {
            return Ok(plain);
        }
        // More blocks than in a plain table: the more there are, the smaller is the share that is kept.
        let bits = (cells - 8).clamp(20, content.most_block_bits());
        let symmetric = TableShape::with_mirrors(plain.rules.clone(), content, bits)?;
        Ok(symmetric.unwrap_or(plain))
    }

    /// A plain table of the usual cut: about sixteen blocks, but none above 32 MiB in memory.
    ///
    /// # Errors
    /// As [`new`](TableShape::new).
    pub fn plain(rules: Rules, content: Content) -> Result<TableShape, TableError> {
        let bits = rules.cells().saturating_sub(4).clamp(20, content.most_block_bits());
        TableShape::with_block_bits(rules, content, bits)
    }

    /// A plain table with blocks of 2^`bits` states, or the nearest number that the engine can do: at
    /// least 2^15, and at most the whole table.
    ///
    /// # Errors
    /// As [`new`](TableShape::new).
    pub fn with_block_bits(rules: Rules, content: Content, bits: u32) -> Result<TableShape, TableError> {
        check(&rules, content)?;
        let fewest = rules.cells().saturating_sub(MOST_BLOCK_NUMBER_BITS);
        Ok(TableShape::of_bits(rules, content, bits.max(fewest)))
    }

    /// The plain table of a manifest.
    pub(crate) fn of_bits(rules: Rules, content: Content, bits: u32) -> TableShape {
        let block_bits = bits.clamp(CHUNK_BITS, rules.cells().max(CHUNK_BITS));
        let is_large = rules.cells() > MOST_OF_VERSION_2.0
            || rules.cells().saturating_sub(block_bits) > MOST_OF_VERSION_2.1;
        let version = if is_large { 3 } else { 2 };
        TableShape { rules, content, block_bits, cut: None, is_compressed: false, version }
    }

    /// A symmetric table with blocks of about 2^`bits` states; `None` where the board is too small, or has no mirrors
    /// that keep its moves.
    ///
    /// ```
    /// use grundy_core::Convention;
    /// use grundy_tables::{Content, Rules, TableGame, TableShape};
    /// let rules = Rules::new(&TableGame::two_d_nim(Some(3)), 5, 5, Convention::Misere)?;
    /// let shape = TableShape::with_mirrors(rules, Content::Outcomes, 17)?.expect("a square has mirrors");
    /// assert_eq!((shape.mirrors(), shape.blocks()), (8, 256));
    /// assert!(shape.kept_blocks().count() < 64);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`new`](TableShape::new).
    pub fn with_mirrors(rules: Rules, content: Content, bits: u32) -> Result<Option<TableShape>, TableError> {
        check(&rules, content)?;
        let fewest = CHUNK_BITS.max(rules.cells().saturating_sub(MOST_BLOCK_NUMBER_BITS));
        let Some(cut) = Cut::choose(&rules.moves(), bits.max(fewest)) else { return Ok(None) };
        Ok(Some(TableShape::of_cut(rules, content, cut)))
    }

    pub(crate) fn of_cut(rules: Rules, content: Content, cut: Cut) -> TableShape {
        let block_bits = cut.block_bits;
        TableShape { rules, content, block_bits, cut: Some(Arc::new(cut)), is_compressed: false, version: 3 }
    }

    /// The same, but blocks are compressed where that makes them smaller.
    #[must_use]
    pub fn compressed(mut self) -> TableShape {
        self.is_compressed = true;
        self.version = 3;
        self
    }

    /// The same in this version of the format.
    pub(crate) fn of_version(mut self, version: u32) -> TableShape {
        self.version = version;
        self
    }

    /// The version of the format in which the table is kept.
    pub(crate) const fn version(&self) -> u32 {
        self.version
    }

    /// The game.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What is held of every state.
    pub const fn content(&self) -> Content {
        self.content
    }

    /// Bits of a state's number within a block.
    pub const fn block_bits(&self) -> u32 {
        self.block_bits
    }

    /// Whether blocks are compressed.
    pub const fn is_compressed(&self) -> bool {
        self.is_compressed
    }

    /// How many mirrors of the board the table makes use of, with that which changes nothing: 1 of a plain table.
    pub fn mirrors(&self) -> usize {
        self.cut.as_ref().map_or(1, |cut| cut.mirrors.len())
    }

    /// The order of cells of a symmetric table.
    pub(crate) fn cut(&self) -> Option<&Cut> {
        self.cut.as_deref()
    }

    /// Which cell is which bit of a state's number.
    pub(crate) fn layout(&self) -> Layout {
        self.cut.as_ref().map_or_else(|| Layout::new(&self.rules.moves()), |cut| cut.layout.clone())
    }

    /// What mirrors do to states and blocks; `None` of a plain table.
    pub(crate) fn orbits(&self) -> Option<Orbits> {
        self.cut.as_ref().map(|cut| Orbits::new(cut))
    }

    /// How many blocks there are, those that a symmetric table does not keep too.
    pub const fn blocks(&self) -> u64 {
        1 << self.rules.cells().saturating_sub(self.block_bits)
    }

    /// The blocks that the table keeps: all of a plain one.
    pub fn kept_blocks(&self) -> impl Iterator<Item = u64> + use<> {
        let orbits = self.orbits();
        let is_kept = move |block: &u64| orbits.as_ref().is_none_or(|orbits| orbits.kept(*block).0 == *block);
        (0..self.blocks()).filter(is_kept)
    }

    /// States of the board in a block: fewer than its bits allow on a board of less than a chunk.
    pub(crate) const fn block_states(&self) -> u64 {
        if self.rules.cells() < self.block_bits { self.rules.states() } else { 1 << self.block_bits }
    }

    /// Words of a block's bits, in memory.
    pub(crate) const fn block_words(&self) -> usize {
        1 << (self.block_bits - 6)
    }

    /// Bytes of one bit for every state of a block.
    pub(crate) const fn plane_bytes(&self) -> u64 {
        self.block_words() as u64 * 8
    }

    /// Bytes of all entries that the table keeps, before they are compressed.
    pub fn bytes(&self) -> u64 {
        let bits = if self.content == Content::Outcomes { 1 } else { 4 };
        self.kept_blocks().count() as u64 * (self.block_states() * bits).div_ceil(8)
    }

    /// Bits of an entry in memory, at most.
    pub(crate) fn planes(&self) -> u64 {
        match self.content {
            Content::Outcomes => 1,
            Content::Nimbers => u64::from(u32::BITS - self.rules.cells().leading_zeros()),
        }
    }

    /// The largest nimber that a state of a block can have: no nimber is above the number of stones.
    pub(crate) fn largest_nimber(&self, block: u64) -> u32 {
        block.count_ones() + self.block_bits.min(self.rules.cells())
    }
}

/// Whether there can be such a table.
pub(crate) fn check(rules: &Rules, content: Content) -> Result<(), TableError> {
    if content == Content::Nimbers && rules.convention() == Convention::Misere {
        return Err(TableError::MisereNimbers);
    }
    let (cells, most) = (rules.cells(), content.most_cells());
    if cells > most {
        return Err(TableError::Cells { cells, most });
    }
    Ok(())
}
