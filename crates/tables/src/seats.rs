//! Where a state stands: in which block that is kept, and where in it.

use crate::TableShape;
use crate::layout::Layout;
use crate::orbits::Orbits;

/// The place of every state of a table.
#[derive(Clone, Debug)]
pub(crate) struct Seats {
    pub layout: Layout,
    orbits: Option<Orbits>,
    block_bits: u32,
}

impl Seats {
    pub fn new(shape: &TableShape) -> Seats {
        Seats { layout: shape.layout(), orbits: shape.orbits(), block_bits: shape.block_bits() }
    }

    /// The block that is kept for a state's number, and the place in it.
    pub fn seat(&self, number: u64) -> (u64, u64) {
        let number = match &self.orbits {
            None => number,
            Some(orbits) => orbits.state(orbits.kept(number >> self.block_bits).1, number),
        };
        (number >> self.block_bits, number & ((1 << self.block_bits) - 1))
    }

    /// How many blocks one that is kept stands for.
    pub fn weight(&self, block: u64) -> u64 {
        self.orbits.as_ref().map_or(1, |orbits| orbits.size(block))
    }
}
