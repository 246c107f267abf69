//! What a table holds, and how it is cut into blocks.

use crate::layout::CHUNK_BITS;
use crate::{Rules, TableError};
use grundy_core::Convention;
use std::fmt;

/// What a table holds of every state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// Who wins, in 1 bit a state.
    Outcomes,
    /// The nimber under normal play, in 4 bits a state, or 8 in blocks with nimbers above 15.
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
}

impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a table holds, and how it is cut into blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableShape {
    rules: Rules,
    content: Content,
    block_bits: u32,
}

impl fmt::Display for TableShape {
    /// `outcomes of 2d-nim max=3 6x6, misere`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.content, self.rules)
    }
}

impl TableShape {
    /// A table of the usual cut: about sixteen blocks, but none above 32 MiB in memory.
    ///
    /// # Errors
    /// [`TableError::MisereNimbers`] for nimbers of a misère game: there are none.
    pub fn new(rules: Rules, content: Content) -> Result<TableShape, TableError> {
        let largest = match content {
            Content::Outcomes => 28,
            Content::Nimbers => 23,
        };
        let bits = rules.cells().saturating_sub(4).clamp(20, largest);
        TableShape::with_block_bits(rules, content, bits)
    }

    /// A table with blocks of 2^`bits` states, or the nearest number that the engine can do: at
    /// least 2^15, and at most the whole table.
    ///
    /// # Errors
    /// As [`new`](TableShape::new).
    pub fn with_block_bits(rules: Rules, content: Content, bits: u32) -> Result<TableShape, TableError> {
        if content == Content::Nimbers && rules.convention() == Convention::Misere {
            return Err(TableError::MisereNimbers);
        }
        let block_bits = bits.clamp(CHUNK_BITS, rules.cells().max(CHUNK_BITS));
        Ok(TableShape { rules, content, block_bits })
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

    /// How many blocks there are.
    pub const fn blocks(&self) -> u64 {
        1 << self.rules.cells().saturating_sub(self.block_bits)
    }

    /// States of the board in a block: fewer than its bits allow on a board of less than a chunk.
    pub(crate) const fn block_states(&self) -> u64 {
        if self.rules.cells() < self.block_bits { self.rules.states() } else { 1 << self.block_bits }
    }

    /// Words of a block's bits, in memory.
    pub(crate) const fn block_words(&self) -> usize {
        1 << (self.block_bits - 6)
    }

    /// The largest nimber that a state of a block can have: no nimber is above the number of stones.
    pub(crate) fn largest_nimber(&self, block: u64) -> u32 {
        block.count_ones() + self.block_bits.min(self.rules.cells())
    }

    /// Bytes that a build on `threads` threads holds at most. For outcomes that is the table itself and
    /// a little; for nimbers a bit for every state and every nimber that it could have, of which there
    /// are no more than stones.
    pub fn memory_needed(&self, threads: usize) -> u64 {
        /// What a thread needs beside its block: chunks side by side, a page, lists.
        const SCRATCH: u64 = 1 << 20;
        let plane = self.block_words() as u64 * 8;
        let tables = match self.content {
            Content::Outcomes => self.blocks() * plane,
            Content::Nimbers => {
                (0..self.blocks()).map(|block| (u64::from(self.largest_nimber(block)) + 1) * plane).sum()
            }
        };
        let beside = match self.content {
            Content::Outcomes => SCRATCH,
            // The states that are decided already, and the nimbers as they are written.
            Content::Nimbers => SCRATCH + plane + (1 << self.block_bits),
        };
        tables + beside * threads as u64
    }
}
