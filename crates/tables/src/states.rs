//! All states of a board, in memory.

use crate::finished::Finished;
use crate::header::COUNTS;
use crate::seats::Seats;
use crate::{Content, TableShape};
use grundy_core::{Nimber, Outcome};
use std::sync::Arc;

/// All states of a board, in memory.
pub struct States {
    shape: TableShape,
    seats: Seats,
    /// Every block by its number, where it is kept.
    blocks: Vec<Option<Arc<Finished>>>,
}

impl States {
    pub(crate) fn new(shape: TableShape, blocks: Vec<Option<Arc<Finished>>>) -> States {
        States { seats: Seats::new(&shape), shape, blocks }
    }

    /// What the states are, of which game.
    pub fn shape(&self) -> &TableShape {
        &self.shape
    }

    /// Who wins a state. Cells beyond the board do not count.
    pub fn outcome(&self, stones: u64) -> Outcome {
        let lost = if self.shape.content() == Content::Outcomes { 1 } else { 0 };
        if self.entry(stones) == lost { Outcome::P } else { Outcome::N }
    }

    /// The nimber of a state; `None` where only outcomes are known.
    pub fn nimber(&self, stones: u64) -> Option<Nimber> {
        match self.shape.content() {
            Content::Outcomes => None,
            Content::Nimbers => Some(Nimber(self.entry(stones).into())),
        }
    }

    fn entry(&self, stones: u64) -> u8 {
        let (block, place) = self.seats.seat(self.seats.layout.index(stones));
        self.blocks[block as usize].as_ref().expect("a state stands in a block that is kept").entry(place)
    }

    /// P-positions by number of stones, from none to all.
    pub fn p_by_stones(&self) -> Vec<u64> {
        let mut counts = [0; COUNTS];
        for (number, block) in (0..).zip(&self.blocks) {
            let Some(block) = block else { continue };
            let weight = self.seats.weight(number);
            for (sum, count) in counts.iter_mut().zip(&block.counts) {
                *sum += weight * count;
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
