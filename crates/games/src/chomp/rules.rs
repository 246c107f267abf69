//! What a bite of Chomp is, and bars that are Nim heaps.

use super::Chomp;
use grundy_core::{Knowledge, Nimber, Ruleset, Run, Stopped, Tame, Tuning};
use std::ops::ControlFlow;

/// Bars have at most this many squares, rows and columns.
pub(super) const MOST_SQUARES: u64 = 255;

/// A bar of chocolate, by the lengths of its rows from above, none longer than the one before.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bar {
    lengths: Vec<u8>,
}

/// A move: this square is eaten, with all below and to the right of it; counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bite {
    /// The row from above.
    pub row: u8,
    /// The column from the left.
    pub column: u8,
}

impl Bar {
    /// No bar at all, not even the poison; there is no move, as in the bar of the poison alone.
    pub const NOTHING: Bar = Bar { lengths: Vec::new() };

    /// A bar with rows of these lengths.
    ///
    /// # Panics
    /// When there is no row, a row is empty or longer than the one before, or there are more than
    /// 255 squares.
    pub fn new(lengths: Vec<u8>) -> Bar {
        assert!(lengths.is_sorted_by(|above, below| above >= below), "no row is longer than the one above");
        assert!(lengths.last().is_some_and(|&least| least > 0), "the poisoned square is always there");
        let bar = Bar { lengths };
        assert!(u64::from(bar.squares()) <= MOST_SQUARES, "a bar of {} squares", bar.squares());
        bar
    }

    /// A full bar.
    ///
    /// # Panics
    /// As [`Bar::new`].
    pub fn full(rows: u8, columns: u8) -> Bar {
        Bar::new(vec![columns; rows.into()])
    }

    /// The lengths of the rows from above.
    pub fn lengths(&self) -> &[u8] {
        &self.lengths
    }

    /// How many squares there are, the poisoned one included.
    pub fn squares(&self) -> u32 {
        self.lengths.iter().map(|&length| u32::from(length)).sum()
    }

    /// The length of the first row.
    pub(super) fn longest(&self) -> u8 {
        self.lengths.first().copied().unwrap_or(0)
    }

    /// How many squares can be eaten: all but the poison.
    fn good_squares(&self) -> u128 {
        self.squares().saturating_sub(1).into()
    }

    /// The bar mirrored: its rows are this one's columns.
    fn mirrored(&self) -> Bar {
        let height = |column: u8| self.lengths.partition_point(|&length| length > column) as u8;
        Bar { lengths: (0..self.longest()).map(height).collect() }
    }

    /// Whether no row of the other bar is longer than this one's.
    pub(super) fn has_inside(&self, other: &Bar) -> bool {
        let mut rows = other.lengths.iter().zip(&self.lengths);
        other.lengths.len() <= self.lengths.len() && rows.all(|(length, longest)| length <= longest)
    }

    /// The row and the column beside the poison where there is nothing else: two heaps.
    fn heaps(&self) -> Option<[u8; 2]> {
        let is_hook = self.lengths.get(1).is_none_or(|&second| second == 1);
        is_hook.then(|| [self.longest(), self.lengths.len() as u8].map(|side| side.saturating_sub(1)))
    }
}

impl Ruleset for Chomp {
    type Position = Bar;
    type Move = Bite;

    fn moves<B>(&self, at: &Bar, mut visit: impl FnMut(Bite) -> ControlFlow<B>) -> ControlFlow<B> {
        for (row, &length) in at.lengths.iter().enumerate() {
            let poisoned = u8::from(row == 0);
            (poisoned..length).try_for_each(|column| visit(Bite { row: row as u8, column }))?;
        }
        ControlFlow::Continue(())
    }

    fn play(&self, at: &Bar, mv: &Bite) -> Bar {
        let mut lengths = at.lengths.clone();
        let last = if mv.column == 0 { mv.row.into() } else { lengths.len() };
        lengths.truncate(last);
        lengths.iter_mut().skip(mv.row.into()).for_each(|length| *length = mv.column.min(*length));
        Bar { lengths }
    }

    fn moves_left(&self, at: &Bar) -> u128 {
        at.good_squares()
    }

    fn count_moves(&self, at: &Bar) -> u128 {
        at.good_squares()
    }

    /// A bar and its mirror image are the same game.
    fn canon(&self, at: Bar) -> Bar {
        let mirrored = at.mirrored();
        at.min(mirrored)
    }

    fn knowledge(&self) -> &dyn Knowledge<Self> {
        self
    }

    fn tuning(&self) -> &dyn Tuning<Self> {
        self
    }
}

impl Knowledge<Chomp> for Chomp {
    /// Works out the nimbers of all bars inside this one, where they are not too many for the memory.
    fn prepare(&self, at: &Bar, run: &Run) -> Result<(), Stopped> {
        if at.heaps().is_some() {
            return Ok(());
        }
        self.tables.prepare(&self.canon(at.clone()), run)
    }

    /// A row and a column are two Nim heaps; a square of at least 2 by 2 is won by leaving them
    /// equal, which tells the outcome but not the nimber. Other bars are in the table, or are not known.
    fn theorem(&self, at: &Bar) -> Option<Nimber> {
        match at.heaps() {
            Some(heaps) => Some(heaps.map(|heap| Nimber(heap.into())).into_iter().sum()),
            None => self.tables.nimber(at).or_else(|| self.tables.nimber(&at.mirrored())),
        }
    }

    fn tame(&self, at: &Bar) -> Option<Tame> {
        let [row, column] = at.heaps()?.map(|heap| Tame::heap(heap.into()));
        Some(row ^ column)
    }
}

impl Tuning<Chomp> for Chomp {
    fn bytes(&self, at: &Bar) -> Option<usize> {
        Some(size_of::<Bar>() + at.lengths.len())
    }
}
