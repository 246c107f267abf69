//! Parts as numbers: what stands in each cell, packed.

/// A part of a position as a proof writes it: a rectangle of cells, or a heap.
///
/// The order of parts is that in which a proof lists them: by game, rows, columns, and then by the number that their
/// cells make.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProofPart {
    /// The game, by its place in the list of a proof.
    pub game: u16,
    /// How many rows there are; 0 for a heap.
    pub rows: u16,
    /// How many columns there are; 0 for a heap.
    pub columns: u16,
    /// What stands in the cells.
    pub cells: PackedCells,
}

/// The cells of a part in reading order, the first one in the lowest bits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PackedCells {
    /// At most 128 bits; the size of a heap.
    Few(u128),
    /// More bits than that, 8 a byte.
    Many(Box<[u8]>),
}

impl ProofPart {
    /// A board of cells, each a number below 2^`width`.
    pub(super) fn of_cells(game: u16, (rows, columns): (usize, usize), width: u32, cells: &[u8]) -> Self {
        let bits = cells.len() * width as usize;
        let bit = |index: usize| u128::from(cells[index / width as usize] >> (index % width as usize) & 1);
        let packed = match bits {
            0..=128 => PackedCells::Few((0..bits).fold(0, |all, index| all | bit(index) << index)),
            _ => {
                let byte = |first: usize| {
                    let bits = (first * 8)..(first * 8 + 8).min(bits);
                    bits.fold(0, |all, index| all | (bit(index) as u8) << (index % 8))
                };
                PackedCells::Many((0..bits.div_ceil(8)).map(byte).collect())
            }
        };
        ProofPart { game, rows: rows as u16, columns: columns as u16, cells: packed }
    }

    /// The cells again.
    pub(super) fn unpacked(&self, width: u32) -> Vec<u8> {
        let bit = |index: usize| match &self.cells {
            PackedCells::Few(bits) => (bits >> index & 1) as u8,
            PackedCells::Many(bytes) => bytes[index / 8] >> (index % 8) & 1,
        };
        let cell = |first: usize| {
            (0..width as usize).fold(0, |all, more| all | bit(first * width as usize + more) << more)
        };
        (0..usize::from(self.rows) * usize::from(self.columns)).map(cell).collect()
    }

    /// The bytes that it takes in memory.
    pub(super) fn bytes(&self) -> usize {
        let more = match &self.cells {
            PackedCells::Few(_) => 0,
            PackedCells::Many(bytes) => bytes.len(),
        };
        size_of::<ProofPart>() + more
    }

    /// Rows of numbers, 32 bits each.
    pub(super) fn of_numbers(game: u16, columns: usize, numbers: &[u32]) -> Self {
        let rows = numbers.len().checked_div(columns).unwrap_or(0);
        let cells = match numbers.len() {
            0..=4 => {
                PackedCells::Few(numbers.iter().rev().fold(0, |all, &number| all << 32 | u128::from(number)))
            }
            _ => PackedCells::Many(numbers.iter().flat_map(|number| number.to_le_bytes()).collect()),
        };
        ProofPart { game, rows: rows as u16, columns: columns as u16, cells }
    }

    /// The numbers again.
    pub(super) fn numbers(&self) -> Vec<u32> {
        let count = usize::from(self.rows) * usize::from(self.columns);
        match &self.cells {
            PackedCells::Few(cells) => (0..count).map(|place| (cells >> (32 * place)) as u32).collect(),
            PackedCells::Many(bytes) => {
                let number = |four: &[u8]| u32::from_le_bytes(four.try_into().expect("four bytes"));
                bytes.chunks_exact(4).map(number).collect()
            }
        }
    }

    /// The bits of a board that has few.
    pub(super) fn few(&self) -> u128 {
        match &self.cells {
            PackedCells::Few(bits) => *bits,
            PackedCells::Many(_) => unreachable!("rules of one bit a cell have at most 128 cells"),
        }
    }

    /// How many bits the cells take.
    pub(super) fn bits(&self, width: u32) -> usize {
        usize::from(self.rows) * usize::from(self.columns) * width as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_packed_and_unpacked() {
        for (count, width) in [(0, 1), (5, 1), (128, 1), (129, 1), (64, 2), (65, 2), (43, 3), (1024, 5)] {
            let cells: Vec<u8> = (0..count).map(|cell| (cell * 7 % (1 << width)) as u8).collect();
            let part = ProofPart::of_cells(3, (1, count), width, &cells);
            assert_eq!(part.unpacked(width), cells, "{count} cells of {width} bits");
            assert_eq!(matches!(part.cells, PackedCells::Few(_)), part.bits(width) <= 128);
        }
    }
}
