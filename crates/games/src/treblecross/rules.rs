//! What a move of Treblecross is, which wins at once, and what a strip is worth otherwise.

use super::Treblecross;
use grundy_core::{Knowledge, Nimber, Ruleset, Run, Stopped, Target, Tuning, WinsAtOnce};
use std::ops::{ControlFlow, Range};

/// The cells of a strip; true where there is an X.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strip(pub Vec<bool>);

impl Strip {
    /// Whether an X in this cell, if it were there, would stand in a row of three.
    pub(super) fn completes(&self, cell: usize) -> bool {
        let has_x = |at: usize| self.0.get(at) == Some(&true);
        let before = |steps: usize| cell.checked_sub(steps).is_some_and(has_x);
        (before(1) && before(2)) || (before(1) && has_x(cell + 1)) || (has_x(cell + 1) && has_x(cell + 2))
    }

    /// The empty cells from which three in a row are completed.
    pub(super) fn completions(&self) -> impl Iterator<Item = usize> {
        (0..self.0.len()).filter(|&cell| !self.0[cell] && self.completes(cell))
    }

    /// Whether a cell is empty and no X stands within two cells of it.
    pub(super) fn is_free(&self, cell: usize) -> bool {
        let near = cell.saturating_sub(2)..(cell + 3).min(self.0.len());
        self.0[near].iter().all(|&has_x| !has_x)
    }

    /// The longest runs of free cells, in order.
    pub(super) fn runs(&self) -> Vec<Range<usize>> {
        let mut runs: Vec<Range<usize>> = Vec::new();
        for cell in (0..self.0.len()).filter(|&cell| self.is_free(cell)) {
            match runs.last_mut() {
                Some(run) if run.end == cell => run.end += 1,
                _ => runs.push(cell..cell + 1),
            }
        }
        runs
    }

    pub(super) fn empty_cells(&self) -> usize {
        self.0.iter().filter(|&&has_x| !has_x).count()
    }

    /// Whether nobody can ever complete three.
    pub(super) fn is_short(&self) -> bool {
        self.0.len() < 3
    }
}

/// The heap of 0.007 that a run of free cells is.
pub(super) fn heap(run: &Range<usize>) -> u64 {
    run.len() as u64 + 2
}

impl Ruleset for Treblecross {
    type Position = Strip;
    /// The cell, from 0.
    type Move = usize;

    fn moves<B>(&self, at: &Strip, visit: impl FnMut(usize) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.is_won(at) {
            return ControlFlow::Continue(());
        }
        (0..at.0.len()).filter(|&cell| !at.0[cell]).try_for_each(visit)
    }

    fn play(&self, at: &Strip, cell: &usize) -> Strip {
        let mut strip = at.clone();
        strip.0[*cell] = true;
        strip
    }

    fn moves_left(&self, at: &Strip) -> u128 {
        if self.is_won(at) { 0 } else { at.empty_cells() as u128 }
    }

    fn count_moves(&self, at: &Strip) -> u128 {
        self.moves_left(at)
    }

    /// A strip or its mirror image, whichever comes first.
    fn canon(&self, at: Strip) -> Strip {
        let mirrored = Strip(at.0.iter().rev().copied().collect());
        at.min(mirrored)
    }

    fn knowledge(&self) -> &dyn Knowledge<Self> {
        self
    }

    fn tuning(&self) -> &dyn Tuning<Self> {
        self
    }

    fn wins_at_once(&self) -> &dyn WinsAtOnce<Self> {
        self
    }
}

impl Knowledge<Treblecross> for Treblecross {
    fn prepare(&self, at: &Strip, run: &Run) -> Result<(), Stopped> {
        self.nimbers.prepare(at.runs().iter().map(heap).max().unwrap_or(0), run)
    }

    /// The runs of free cells as heaps of 0.007; on strips of one or two cells, where nobody completes
    /// three, the parity of the empty ones.
    fn theorem(&self, at: &Strip) -> Option<Nimber> {
        if self.is_won(at) {
            return Some(Nimber::ZERO);
        }
        if at.is_short() {
            return Some(Nimber(at.empty_cells() as u64 % 2));
        }
        if self.is_sunny(at) {
            return None;
        }
        let known = self.nimbers.known();
        at.runs().iter().map(|run| known.nimber(heap(run))).sum()
    }

    /// O(cells): every free cell is tried in the table of 0.007.
    fn moves_to(
        &self,
        at: &Strip,
        target: Target,
        visit: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        let (wanted, total) = (target.nimber()?, self.theorem(at)?);
        if self.is_won(at) {
            return Some(ControlFlow::Continue(()));
        }
        if at.is_short() {
            let is_met =
                total != Nimber(0) && wanted == Nimber(0) || at.empty_cells() == 2 && wanted == Nimber(1);
            let empty = (0..at.0.len()).filter(|&cell| is_met && !at.0[cell]);
            return Some({ empty }.try_for_each(visit));
        }
        let known = self.nimbers.known();
        for run in at.runs() {
            let rest = wanted ^ total ^ known.nimber(heap(&run))?;
            for cell in run.clone() {
                // An X takes itself and two cells on either side: of a heap of n + 2 it takes 3.
                let (left, right) = ((cell - run.start) as u64, (run.end - cell - 1) as u64);
                if known.nimber(left)? ^ known.nimber(right)? == rest
                    && let ControlFlow::Break(found) = visit(cell)
                {
                    return Some(ControlFlow::Break(found));
                }
            }
        }
        Some(ControlFlow::Continue(()))
    }
}

impl Tuning<Treblecross> for Treblecross {
    fn bytes(&self, at: &Strip) -> Option<usize> {
        Some(size_of::<Strip>() + at.0.len())
    }
}

impl WinsAtOnce<Treblecross> for Treblecross {
    fn is_won(&self, at: &Strip) -> bool {
        at.0.windows(3).any(|three| three == [true; 3])
    }

    fn moves_that_win(&self, at: &Strip, visit: &mut dyn FnMut(usize) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.is_won(at) { ControlFlow::Continue(()) } else { at.completions().try_for_each(visit) }
    }

    /// A cell that completes three stays free until somebody writes there.
    fn stays_sunny(&self) -> bool {
        true
    }

    /// The runs of free cells, each alone behind an X and two cells in which nobody writes. `None` also for a strip of
    /// one or two cells, which fills up before three can stand.
    fn calm_parts(&self, at: &Strip) -> Option<Vec<Strip>> {
        let alone = |run: Range<usize>| {
            let mut cells = vec![false; run.len() + 3];
            cells[0] = true;
            Strip(cells)
        };
        let is_calm = !at.is_short() && at.completions().next().is_none();
        is_calm.then(|| at.runs().into_iter().map(alone).collect())
    }
}
