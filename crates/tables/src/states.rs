//! All states of a board, in memory.

use crate::block::{COUNTS, Finished};
use crate::layout::Layout;
use crate::{Content, TableShape};
use grundy_core::{Nimber, Outcome};

/// All states of a board, in memory.
pub struct States {
    shape: TableShape,
    layout: Layout,
    blocks: Vec<Finished>,
}

impl States {
    pub(crate) fn new(shape: TableShape, layout: Layout, blocks: Vec<Finished>) -> States {
        States { shape, layout, blocks }
    }

    /// What the states are, of which game.
    pub fn shape(&self) -> &TableShape {
        &self.shape
    }

    /// Who wins a state. Cells beyond the board do not count.
    pub fn outcome(&self, stones: u64) -> Outcome {
        if self.class(stones) == Some(0) { Outcome::P } else { Outcome::N }
    }

    /// The nimber of a state; `None` where only outcomes are known.
    pub fn nimber(&self, stones: u64) -> Option<Nimber> {
        match self.shape.content() {
            Content::Outcomes => None,
            Content::Nimbers => self.class(stones).map(|class| Nimber(class as u64)),
        }
    }

    fn class(&self, stones: u64) -> Option<usize> {
        let index = self.layout.index(stones);
        let block = (index >> self.shape.block_bits()) as usize;
        let (word, bit) = ((index >> 6) as usize % self.shape.block_words(), index % 64);
        self.blocks[block].classes.iter().position(|class| class[word] >> bit & 1 == 1)
    }

    /// P-positions by number of stones, from none to all.
    pub fn p_by_stones(&self) -> Vec<u64> {
        let mut counts = [0; COUNTS];
        for block in &self.blocks {
            for (sum, count) in counts.iter_mut().zip(&block.counts) {
                *sum += count;
            }
        }
        counts[..=self.shape.rules().cells() as usize].to_vec()
    }

    /// How many states are P-positions.
    pub fn p_positions(&self) -> u64 {
        self.p_by_stones().iter().sum()
    }
}

impl std::fmt::Debug for States {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("States").field("shape", &self.shape).finish_non_exhaustive()
    }
}
