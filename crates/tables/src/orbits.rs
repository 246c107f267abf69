//! Blocks and states that mirrors of the board lead to each other. Of each such set one block is kept.

use crate::cut::Cut;

/// What mirrors do to the numbers of states.
#[derive(Clone, Debug)]
pub(crate) struct Orbits {
    block_bits: u32,
    /// For every mirror and every byte of a number: where the bits of that byte go.
    images: Vec<Vec<[u64; 256]>>,
    /// The mirror that undoes each.
    inverses: Vec<usize>,
}

impl Orbits {
    pub fn new(cut: &Cut) -> Orbits {
        let inverse = |mirror: &Vec<u32>| {
            let undoes =
                |other: &Vec<u32>| mirror.iter().zip(0..).all(|(&image, bit)| other[image as usize] == bit);
            cut.mirrors.iter().position(undoes).expect("the mirrors of a board are a group")
        };
        Orbits {
            block_bits: cut.block_bits,
            images: cut.mirrors.iter().map(|mirror| tables(mirror)).collect(),
            inverses: cut.mirrors.iter().map(inverse).collect(),
        }
    }

    /// How many mirrors there are, with that which changes nothing.
    pub fn mirrors(&self) -> usize {
        self.images.len()
    }

    /// The mirror that undoes one.
    pub fn inverse(&self, mirror: usize) -> usize {
        self.inverses[mirror]
    }

    /// Where a mirror takes a state.
    pub fn state(&self, mirror: usize, number: u64) -> u64 {
        let bytes = number.to_le_bytes();
        self.images[mirror].iter().zip(bytes).fold(0, |image, (table, byte)| image | table[usize::from(byte)])
    }

    /// Where a mirror takes a block.
    pub fn block(&self, mirror: usize, block: u64) -> u64 {
        self.state(mirror, block << self.block_bits) >> self.block_bits
    }

    /// The block that is kept for this one, and the mirror that takes this one to it.
    pub fn kept(&self, block: u64) -> (u64, usize) {
        let images = (0..self.mirrors()).map(|mirror| (self.block(mirror, block), mirror));
        images.min().expect("there is a mirror that changes nothing")
    }

    /// How many blocks a kept one stands for.
    pub fn size(&self, block: u64) -> u64 {
        let still = (0..self.mirrors()).filter(|&mirror| self.block(mirror, block) == block).count();
        (self.mirrors() / still) as u64
    }
}

fn tables(mirror: &[u32]) -> Vec<[u64; 256]> {
    let table = |bits: &[u32]| {
        let mut table = [0; 256];
        for (byte, image) in table.iter_mut().enumerate() {
            let chosen = bits.iter().enumerate().filter(|(bit, _)| byte >> bit & 1 == 1);
            *image = chosen.fold(0, |image, (_, &to)| image | 1_u64 << to);
        }
        table
    };
    mirror.chunks(8).map(table).collect()
}
