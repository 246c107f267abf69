//! Nimbers of small parts by the mex rule, without a search for values.

use super::answers::AnswerTable;
use super::entry::Answer;
use super::window::Window;
use grundy_core::{MexSet, Nimber, Packed, PackedRules, Ruleset};
use std::ops::ControlFlow;

/// The nimbers that a thread has used lately, in a table small enough for the processor's cache.
pub(super) struct SmallParts {
    /// Cells, with columns and nimber; made with the first part.
    recent: Vec<(u64, u32, u32)>,
}

/// The number of places, a power of two: 256 KiB.
const PLACES: usize = 1 << 14;

/// What the nimber of a small part is found with.
pub(super) struct SmallSearch<'a, R> {
    pub(super) rules: &'a dyn PackedRules<R>,
    pub(super) table: &'a AnswerTable<u64>,
    pub(super) window: Option<&'a Window>,
}

impl SmallParts {
    pub(super) fn new() -> SmallParts {
        SmallParts { recent: Vec::new() }
    }

    /// The nimber of a cropped part that is small. Recursion is as deep as it has cells at most.
    pub(super) fn nimber<R: Ruleset>(&mut self, search: &SmallSearch<'_, R>, part: Packed) -> u32 {
        if let Some(nimber) = search.window.and_then(|window| window.nimber(part)) {
            return nimber;
        }
        let part = search.rules.representative(part);
        let place = (part.cells ^ u64::from(part.columns) << 58).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = (place >> 50) as usize;
        if self.recent.is_empty() {
            self.recent = vec![(0, 0, 0); PLACES];
        }
        let (cells, columns, nimber) = self.recent[place];
        if (cells, columns) == (part.cells, part.columns) {
            return nimber;
        }
        let nimber = match search.table.get(search.table.place(part), part, 0).answer {
            Answer::Known(nimber) => nimber,
            Answer::Excluded(_) => {
                let nimber = self.mex(search, part);
                search.table.settle(part, nimber, 1);
                nimber
            }
        };
        self.recent[place] = (part.cells, part.columns, nimber);
        nimber
    }

    fn mex<R: Ruleset>(&mut self, search: &SmallSearch<'_, R>, part: Packed) -> u32 {
        let mut seen = MexSet::default();
        let _ = search.rules.left_by_moves(part, &mut |left| {
            let mut total = 0;
            if left.cells != 0 {
                let columns = part.columns;
                search.rules.parts_of(left, columns, &mut |part| total ^= self.nimber(search, part));
            }
            seen.insert(Nimber(total.into()));
            ControlFlow::Continue(())
        });
        seen.mex().0 as u32
    }
}
