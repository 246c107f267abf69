//! The mirrors of a board that change no move.

use crate::Moves;
use std::collections::HashSet;

/// The mirrors and turns of a board that lead every move to a move, as permutations of its cells: `mirror[cell]` is
/// where a cell goes. The first leaves all where it is. On a square there are up to eight, else up to four.
pub(crate) fn mirrors_of(moves: &Moves) -> Vec<Vec<u32>> {
    let known: HashSet<u64> = moves.masks().iter().copied().collect();
    let keeps = |mirror: &[u32]| moves.masks().iter().all(|&mask| known.contains(&moved(mirror, mask)));
    let mut mirrors: Vec<Vec<u32>> = Vec::new();
    for symmetry in 0..if moves.rows() == moves.columns() { 8 } else { 4 } {
        let mirror = mirror(moves.rows(), moves.columns(), symmetry);
        if !mirrors.contains(&mirror) && keeps(&mirror) {
            mirrors.push(mirror);
        }
    }
    mirrors
}

/// One of the eight symmetries of a square: bit 0 turns rows over, bit 1 columns, bit 2 exchanges the two.
fn mirror(rows: u32, columns: u32, symmetry: u32) -> Vec<u32> {
    let image = |cell: u32| {
        let (row, column) = (cell / columns, cell % columns);
        let row = if symmetry & 1 == 0 { row } else { rows - 1 - row };
        let column = if symmetry & 2 == 0 { column } else { columns - 1 - column };
        if symmetry & 4 == 0 { row * columns + column } else { column * columns + row }
    };
    (0..rows * columns).map(image).collect()
}

/// The cells of a set, each where a mirror takes it.
pub(crate) fn moved(mirror: &[u32], set: u64) -> u64 {
    let mut rest = set;
    let mut image = 0;
    while rest != 0 {
        image |= 1 << mirror[rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    image
}

/// The sets of cells that the mirrors take into each other.
pub(crate) fn orbits_of(mirrors: &[Vec<u32>]) -> Vec<u64> {
    let cells = mirrors.first().map_or(0, Vec::len) as u32;
    let orbit = |cell: u32| mirrors.iter().fold(0, |set, mirror| set | 1_u64 << mirror[cell as usize]);
    let mut orbits: Vec<u64> = (0..cells).map(orbit).collect();
    orbits.sort_unstable();
    orbits.dedup();
    orbits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_mirrors_that_keep_the_moves_count() {
        let count =
            |rows, columns, masks: &[u64]| mirrors_of(&Moves::on_board(rows, columns, masks.to_vec())).len();
        assert_eq!(count(2, 2, &[1, 2, 4, 8]), 8);
        assert_eq!(count(2, 3, &[1, 2, 4, 8, 16, 32]), 4);
        assert_eq!(count(1, 4, &[1, 2, 4, 8]), 2, "a strip is turned over");
        assert_eq!(count(2, 2, &[0b11, 0b1100]), 4, "along the rows only");
        assert_eq!(count(2, 2, &[1]), 2, "a corner stays, and its diagonal");
    }

    #[test]
    fn orbits_share_out_the_cells() {
        let singles: Vec<u64> = (0..36).map(|cell| 1 << cell).collect();
        let mirrors = mirrors_of(&Moves::on_board(6, 6, singles));
        let orbits = orbits_of(&mirrors);
        assert_eq!(orbits.iter().map(|orbit| orbit.count_ones()).sum::<u32>(), 36);
        assert_eq!(orbits.iter().filter(|orbit| orbit.count_ones() == 4).count(), 3);
        assert!(orbits.iter().all(|&orbit| mirrors.iter().all(|mirror| moved(mirror, orbit) == orbit)));
    }
}
