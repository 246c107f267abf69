//! Exclusions looked up in tables: index x as the set of x alone, a byte of it at a time.

/// A partner a number of heaps back, and the index of the rare part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Looked {
    pub(crate) distance: u32,
    /// The index in each of the four bytes.
    pub(crate) index: u32,
}

impl Looked {
    pub(crate) fn new(distance: u64, index: u32) -> Self {
        Looked { distance: distance as u32, index: index * 0x0101_0101 }
    }
}

/// `TABLES[g][x]`: byte g of the set of x alone.
pub(crate) const TABLES: [[u8; 64]; 8] = {
    let mut tables = [[0; 64]; 8];
    let mut index = 0;
    while index < 64 {
        tables[index / 8][index] = 1 << (index % 8);
        index += 1;
    }
    tables
};

/// The same as the forms with instructions of their own do, see
/// [`Form::strike`](crate::simd::registers::Form::strike).
pub(crate) fn strike<const G: usize, const N: usize>(
    bytes: &[u8],
    at: usize,
    entries: &[Looked],
) -> [[u8; N]; G] {
    let mut sums = [[0; N]; G];
    for entry in entries {
        let Some(from) = at.checked_sub(entry.distance as usize) else { break };
        for (place, &partner) in bytes[from..from + N].iter().enumerate() {
            let excluded = usize::from(partner ^ entry.index as u8);
            if excluded < 8 * G {
                sums[excluded / 8][place] |= 1 << (excluded % 8);
            }
        }
    }
    sums
}
