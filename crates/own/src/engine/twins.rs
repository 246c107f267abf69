//! Cells that are as good as one of them: leaves of one stem, where every move takes two cells.

use crate::board::Layout;
use crate::board::layout::Columned;

/// The set without twin leaves: of the cells whose only partner in the set is the same cell, one is kept. A move on
/// either leaves the others without a partner, so the options are the same.
pub(crate) fn without_twins<M: Columned>(mut set: M, layout: &Layout<M>, pairs: &[(i32, i32)]) -> M {
    let leaves = set & !with_two_partners(set, layout, pairs);
    let mut stems = set & with_two_partners(leaves, layout, pairs);
    while !stems.is_empty() {
        let stem = M::bit(stems.lowest());
        let partners =
            pairs.iter().fold(M::EMPTY, |all, &(row, column)| all | layout.look(stem, row, column));
        set = set & !(leaves & partners).without_lowest();
        stems = stems.without_lowest();
    }
    set
}

/// The cells with at least two partners in the set.
fn with_two_partners<M: Columned>(set: M, layout: &Layout<M>, pairs: &[(i32, i32)]) -> M {
    let (mut once, mut twice) = (M::EMPTY, M::EMPTY);
    for &(row, column) in pairs {
        let there = layout.look(set, row, column);
        twice = twice | once & there;
        once = once | there;
    }
    twice
}
