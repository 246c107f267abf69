//! The nimbers of all bars inside a bar.

use super::rules::Bar;
use grundy_core::{Nimber, Run, StopReason, Stopped};
use std::sync::{PoisonError, RwLock};

/// Larger tables are not made: search is asked instead.
const MOST_BARS: usize = 1 << 28;

/// The tables that were asked for, shared by all positions of one ruleset; none is inside another.
#[derive(Debug, Default)]
pub(super) struct Tables {
    tables: RwLock<Vec<NimberTable>>,
}

/// The nimbers of the bars inside one bar, as far as they have been worked out.
///
/// Bars are in the order of the lengths of their rows, from above: an option is shorter in some row
/// and longer in none, so it comes before. The number of a bar is the number of those before it,
/// which is a sum over its rows (`before`). So the bars are met by counting, and the place of an
/// option differs from that of its bar only by the rows that the bite shortens.
///
/// A bar of 10 by 10 has 184,756 bars inside, with 50 options each on the average: 0.02 s.
#[derive(Debug)]
struct NimberTable {
    bar: Bar,
    /// `before[row][length]`: how many bars have the same rows above, and this row shorter.
    before: Vec<Vec<usize>>,
    /// No bar has more than 254 moves, so that its nimber fits.
    nimbers: Vec<u8>,
}

impl Tables {
    /// The nimber of a bar, where a table has it.
    pub(super) fn nimber(&self, bar: &Bar) -> Option<Nimber> {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        tables.iter().find_map(|table| table.nimber(bar))
    }

    /// Works out the bars inside this one, unless a table has it or it would be too large.
    pub(super) fn prepare(&self, bar: &Bar, run: &Run) -> Result<(), Stopped> {
        if self.nimber(bar).is_some() {
            return Ok(());
        }
        let Some(mut table) = NimberTable::empty(bar, run)? else { return Ok(()) };
        let filled = table.fill(run);
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        tables.retain(|other| !table.bar.has_inside(&other.bar));
        tables.push(table);
        filled
    }
}

impl NimberTable {
    /// A table of the bars inside this one, none of them worked out; `None` where there are too many
    /// or there is no memory for them.
    fn empty(bar: &Bar, run: &Run) -> Result<Option<NimberTable>, Stopped> {
        let mut before: Vec<Vec<usize>> = Vec::with_capacity(bar.lengths().len());
        for &longest in bar.lengths().iter().rev() {
            // In how many ways the rows beneath can go on.
            let beneath = |length: usize| {
                before.last().map_or(1, |next: &Vec<usize>| next[(length + 1).min(next.len() - 1)])
            };
            let mut counts = vec![0];
            (0..=longest.into()).for_each(|length| counts.push(counts[length] + beneath(length)));
            before.push(counts);
        }
        before.reverse();
        // The first row is not empty: it has the poisoned square.
        let without = before[0][1];
        before[0].iter_mut().for_each(|count| *count = count.saturating_sub(without));
        let bars = before[0][usize::from(bar.lengths()[0]) + 1];
        if bars > MOST_BARS {
            return Ok(None);
        }
        match run.hold(bars) {
            Ok(()) => Ok(Some(NimberTable { bar: bar.clone(), before, nimbers: Vec::with_capacity(bars) })),
            Err(stopped) if stopped.reason == StopReason::Memory => Ok(None),
            Err(stopped) => Err(stopped),
        }
    }

    fn nimber(&self, bar: &Bar) -> Option<Nimber> {
        if !self.bar.has_inside(bar) {
            return None;
        }
        let rows = bar.lengths().iter().zip(&self.before);
        let number: usize = rows.map(|(&length, before)| before[usize::from(length)]).sum();
        self.nimbers.get(number).map(|&nimber| Nimber(nimber.into()))
    }

    /// Works out the bars in order.
    fn fill(&mut self, run: &Run) -> Result<(), Stopped> {
        let longest: Vec<usize> = self.bar.lengths().iter().map(|&length| length.into()).collect();
        let mut lengths = vec![0; longest.len()];
        let mut sums = vec![0; longest[0]];
        // The next bar is one longer in the lowest row that can be, with nothing beneath.
        while let Some(row) = (0..longest.len())
            .rev()
            .find(|&row| lengths[row] < longest[row] && (row == 0 || lengths[row] < lengths[row - 1]))
        {
            run.step()?;
            lengths[row] += 1;
            lengths[row + 1..].fill(0);
            let nimber = self.mex_of_options(&lengths[..=row], &mut sums);
            self.nimbers.push(nimber);
        }
        Ok(())
    }

    /// The least nimber that no option has. `sums` is for its use.
    fn mex_of_options(&self, lengths: &[usize], sums: &mut [usize]) -> u8 {
        let mut seen = [0_u64; 4];
        let mut note = |option: usize| {
            let nimber = self.nimbers[option];
            seen[usize::from(nimber / 64)] |= 1 << (nimber % 64);
        };
        let mut above = self.nimbers.len();
        let mut beneath = 0;
        let mut length_beneath = 0;
        for (index, (&length, before)) in lengths.iter().zip(&self.before).enumerate().rev() {
            above -= before[length];
            // From the row of the bite on, by the column of the bite: the sum of what the rows add.
            for (column, sum) in sums[..length].iter_mut().enumerate() {
                let shortened = if column < length_beneath { *sum } else { beneath };
                *sum = shortened + before[column];
            }
            let poisoned = usize::from(index == 0);
            sums[poisoned..length].iter().for_each(|sum| note(above + sum));
            beneath += before[length];
            length_beneath = length;
        }
        let word = seen.iter().position(|&word| word != u64::MAX).expect("there are at most 254 options");
        (64 * word) as u8 + seen[word].trailing_ones() as u8
    }
}
