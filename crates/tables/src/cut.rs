//! The order of cells of a symmetric table: the mirrors of the board lead blocks to blocks.
//!
//! ```text
//!   bits 0..6         six cells of the unit, no two of which are taken by one move where it can be had
//!   bits ..unit       the other cells of the unit: the mirrors keep the unit, of six to eight cells
//!   bits ..block      line by line, as in a plain table
//!   bits block..      the number of the block: cells that the mirrors keep too
//! ```
//!
//! So a mirror leads a block to a block, a unit to a unit, and what it does within a unit is the same for all.

use crate::Moves;
use crate::layout::{CHUNK_BITS, Layout, WORD_BITS};
use crate::mirrors::{mirrors_of, orbits_of};
use std::collections::HashSet;

/// A unit has at most this many bits: 64 words.
const MOST_UNIT_BITS: u32 = 12;
/// The cells of a unit that is chosen here.
const UNIT_CELLS: std::ops::RangeInclusive<u32> = 6..=8;

/// An order of cells that the mirrors of the board keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    pub layout: Layout,
    pub block_bits: u32,
    /// The lowest bits, which mirrors keep together.
    pub unit_bits: u32,
    /// Every mirror by bits of a state's number: `mirror[bit]` is where a bit goes. The first leaves all where it is.
    pub mirrors: Vec<Vec<u32>>,
}

impl Cut {
    /// An order for blocks of about 2^`bits` states; `None` where the board has no mirrors, or no such
    /// order is known.
    pub fn choose(moves: &Moves, bits: u32) -> Option<Cut> {
        let mirrors = mirrors_of(moves);
        if mirrors.len() == 1 || moves.cells() <= bits.max(CHUNK_BITS) {
            return None;
        }
        let orbits = orbits_of(&mirrors);
        let unit = choose_unit(moves, &orbits)?;
        let orbits: Vec<u64> = orbits.into_iter().filter(|orbit| orbit & unit == 0).collect();
        let wanted = moves.cells() - bits.max(CHUNK_BITS);
        // Orbits have several cells: a block may have to be a little larger, or smaller.
        let sums = sums(&orbits);
        let fits = |cells: &u32| *cells >= 1 && cells + CHUNK_BITS <= moves.cells() && sums >> cells & 1 == 1;
        let near = (0..wanted.max(4)).flat_map(|apart| [wanted + apart, wanted.saturating_sub(apart)]);
        let high = choose_high(moves, &orbits, { near }.find(fits)?);
        let block_bits = moves.cells() - high.count_ones();
        let mut order = Layout::independent_among(moves, unit);
        let in_lines = Layout::in_lines(moves);
        let mut add = |set: u64| {
            let new: Vec<u32> = in_lines
                .iter()
                .copied()
                .filter(|&cell| set >> cell & 1 == 1 && !order.contains(&cell))
                .collect();
            order.extend(new);
        };
        add(unit);
        add(!high);
        add(high);
        Cut::of_order(moves, order, block_bits).ok()
    }

    /// The order of a manifest.
    ///
    /// # Errors
    /// When a cell is missing, or the mirrors do not lead blocks to blocks.
    pub fn of_order(moves: &Moves, order: Vec<u32>, block_bits: u32) -> Result<Cut, &'static str> {
        let mut cells = order.clone();
        cells.sort_unstable();
        if !cells.iter().copied().eq(0..moves.cells()) {
            return Err("its order is not one of all cells");
        }
        let layout = Layout::of_order(&order);
        let by_bits = |mirror: &Vec<u32>| -> Vec<u32> {
            order.iter().map(|&cell| layout.bit(mirror[cell as usize])).collect()
        };
        let mirrors: Vec<Vec<u32>> = mirrors_of(moves).iter().map(by_bits).collect();
        let keeps = |bits: u32| {
            mirrors.iter().all(|mirror| mirror[..bits as usize].iter().all(|&image| image < bits))
        };
        if block_bits > moves.cells() || block_bits < CHUNK_BITS || !keeps(block_bits) {
            return Err("its mirrors do not lead blocks to blocks");
        }
        let unit = (WORD_BITS..=MOST_UNIT_BITS.min(block_bits)).find(|&bits| keeps(bits));
        let unit_bits = unit.ok_or("its mirrors keep no small set of cells")?;
        Ok(Cut { layout, block_bits, unit_bits, mirrors })
    }
}

/// The orbits of a unit: those with the most cells that go into a word, the fewest cells, the fewest moves that take
/// several of them.
fn choose_unit(moves: &Moves, orbits: &[u64]) -> Option<u64> {
    let mut found = Vec::new();
    unions(orbits, 0, &mut found);
    let cost = |unit: &u64| {
        let apart = Layout::independent_among(moves, *unit).len();
        let crowded = moves.masks().iter().filter(|&mask| (mask & unit).count_ones() > 1).count();
        (WORD_BITS as usize - apart, unit.count_ones(), crowded)
    };
    found.into_iter().min_by_key(cost)
}

/// All unions of orbits that have as many cells as a unit may have.
fn unions(orbits: &[u64], union: u64, found: &mut Vec<u64>) {
    /// On a strip there are thousands, one as good as another.
    const ENOUGH: usize = 4096;
    if UNIT_CELLS.contains(&union.count_ones()) {
        found.push(union);
    }
    for (place, orbit) in orbits.iter().enumerate() {
        if (union | orbit).count_ones() <= *UNIT_CELLS.end() && found.len() < ENOUGH {
            unions(&orbits[place + 1..], union | orbit, found);
        }
    }
}

/// The numbers of cells that unions of orbits have, as bits.
fn sums(orbits: &[u64]) -> u64 {
    orbits.iter().fold(1, |sums, orbit| sums | sums << orbit.count_ones())
}

/// So many cells for the number of a block, which some union of orbits has: always the orbit that adds the fewest parts
/// of moves for each of its cells, of those with which the number can still be met.
fn choose_high(moves: &Moves, orbits: &[u64], wanted: u32) -> u64 {
    let mut rest = orbits.to_vec();
    let mut high = 0_u64;
    while high.count_ones() < wanted {
        let missing = wanted - high.count_ones();
        let fits = |place: &usize| {
            let others: Vec<u64> = rest.iter().copied().filter(|&orbit| orbit != rest[*place]).collect();
            let size = rest[*place].count_ones();
            size <= missing && sums(&others) >> (missing - size) & 1 == 1
        };
        let cost =
            |place: &usize| parts(moves, high | rest[*place]) * 64 / rest[*place].count_ones() as usize;
        let place = (0..rest.len()).filter(fits).min_by_key(cost).expect("some union has this number");
        high |= rest.swap_remove(place);
    }
    high
}

/// How many different parts of moves lie on these cells.
fn parts(moves: &Moves, set: u64) -> usize {
    moves.masks().iter().map(|mask| mask & set).filter(|&part| part != 0).collect::<HashSet<u64>>().len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rules, TableGame};
    use grundy_core::Convention;

    #[test]
    fn mirrors_keep_units_and_blocks_of_all_boards() {
        for game in [TableGame::two_d_nim(Some(3)), TableGame::two_d_nim(None), TableGame::BOXING_MATCH] {
            for (rows, columns) in [(4, 4), (4, 5), (3, 6), (1, 20), (5, 5), (4, 6), (5, 6), (6, 6), (7, 7)] {
                let moves = Rules::new(&game, rows, columns, Convention::Normal).unwrap().moves();
                for bits in [15, 16, 20, 28] {
                    let Some(cut) = Cut::choose(&moves, bits) else {
                        assert!(bits + 1 >= moves.cells(), "{game} {rows}x{columns} {bits}");
                        continue;
                    };
                    assert!(cut.block_bits.abs_diff(bits) <= 1 && cut.unit_bits <= 8, "{cut:?}");
                    assert_eq!(cut.mirrors.len(), if rows == columns { 8 } else { 2 << u32::from(rows > 1) });
                    for mirror in &cut.mirrors {
                        for edge in [cut.unit_bits, cut.block_bits, moves.cells()] {
                            assert!(mirror[..edge as usize].iter().all(|&image| image < edge));
                        }
                    }
                }
            }
        }
    }
}
