//! The options of heaps, by the digits of the code, and what theorem D asks.

use super::QuotientRefusal;
use super::table::Table;
use grundy_core::Run;
use grundy_heaps::{Code, Sizes};
use std::ops::ControlFlow;

/// The largest heap that a proof may need.
const MOST: u64 = 1 << 31;

/// The largest heap whose options must be looked at, by theorem D.
pub(super) fn last(code: &Code, preperiod: u64, period: u64, values: &[u16]) -> Result<u64, QuotientRefusal> {
    let Some(most_taken) = code.largest_take() else {
        return QuotientRefusal::because("the theorem needs a code with finitely many digits");
    };
    let Some(most_parts) = code.most_parts() else {
        return QuotientRefusal::because("the theorem needs a bound on the heaps that a move leaves");
    };
    if code.has_modifiers() {
        return QuotientRefusal::because(
            "the theorem does not hold when heaps left must differ, or be equal",
        );
    }
    if period == 0 || preperiod > MOST || period > MOST || preperiod + period != values.len() as u64 {
        return QuotientRefusal::because(format!(
            "there are {} values, but a preperiod of {preperiod} and a period of {period}",
            values.len()
        ));
    }
    is_least(preperiod as usize, period as usize, values)?;
    let end = preperiod.max(1) + period;
    let last = (u64::from(most_parts.max(1)) * end + most_taken - 1).max(end + most_taken);
    if last > MOST {
        return QuotientRefusal::because(format!("it needs heaps up to {last}, which is too many"));
    }
    Ok(last)
}

/// Whether neither number can be smaller.
fn is_least(preperiod: usize, period: usize, values: &[u16]) -> Result<(), QuotientRefusal> {
    if preperiod > 0 && values[preperiod - 1] == values[preperiod - 1 + period] {
        return QuotientRefusal::because("the preperiod is smaller");
    }
    let cycle = &values[preperiod..];
    let repeats =
        |&length: &usize| period.is_multiple_of(length) && cycle[length..] == cycle[..period - length];
    if let Some(length) = (1..period).find(repeats) {
        return QuotientRefusal::because(format!("{length} is a period already"));
    }
    Ok(())
}

/// Visits each heap up to the last one that theorem D asks for: its value, and the values of its options.
pub(super) fn each_set(
    code: &Code,
    preperiod: u64,
    period: u64,
    values: &[u16],
    table: &Table,
    run: &Run,
    mut visit: impl FnMut(u16, &[u64]) -> Result<(), QuotientRefusal>,
) -> Result<(), QuotientRefusal> {
    let last = last(code, preperiod, period, values)? as usize;
    run.hold(8 * last)?;
    let cycle = &values[preperiod as usize..];
    let all: Vec<u16> = values.iter().copied().chain(cycle.iter().copied().cycle()).take(last + 1).collect();
    let is_plain = code.most_parts().is_some_and(|parts| parts <= 3) && code.most_added() == 0;
    let mut rows = is_plain.then(|| Rows::new(code, &all, table));
    for heap in 0..=last {
        let set = match &mut rows {
            Some(rows) => rows.options(heap, run)?,
            None => listed(code, heap, &all, table, run)?,
        };
        visit(all[heap], &set)?;
    }
    run.release(8 * last);
    Ok(())
}

/// The values of the options, one by one.
fn listed(
    code: &Code,
    heap: usize,
    all: &[u16],
    table: &Table,
    run: &Run,
) -> Result<Vec<u64>, QuotientRefusal> {
    let mut set = table.no_elements();
    let mut done = Ok(());
    let _ = code.options(heap as u64, |split| {
        let value = table.product(split.heaps().iter().map(|&part| all.get(part as usize).copied()));
        match value {
            Some(value) => set[usize::from(value) / 64] |= 1 << (value % 64),
            None => done = QuotientRefusal::because("a move leaves a larger heap"),
        }
        if let Err(stopped) = run.check() {
            done = Err(stopped.into());
        }
        if done.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    done.map(|()| set)
}

/// A value that many heaps have, as a row of bits in both directions.
struct Row {
    value: u16,
    upward: Vec<u64>,
    /// Bit `last + 1 - heap`.
    downward: Vec<u64>,
}

/// The values of all heaps, sorted for asking which products two heaps of a total come to.
struct Rows<'a> {
    all: &'a [u16],
    table: &'a Table,
    /// What a move may take, with whether it may leave 0, 1, 2 and 3 heaps.
    digits: Vec<(usize, [bool; 4])>,
    /// Heaps of values that few have, in order.
    few: Vec<u32>,
    many: Vec<Row>,
    /// For each product the pairs of rows that have it.
    factors: Vec<Vec<(u16, u16)>>,
    /// The sets of two heaps for totals; the older ones are given up where they are not asked again.
    pairs: Vec<Vec<u64>>,
    keeps: Option<usize>,
    needs_pairs: bool,
    work: usize,
}

/// A value is in a row of its own when this many heaps have it, and one heap in a thousand.
const MANY: usize = 40;

/// Work between two looks at the run.
const LOOK: usize = 1 << 20;

impl<'a> Rows<'a> {
    fn new(code: &Code, all: &'a [u16], table: &'a Table) -> Self {
        let longest = code.largest_take().unwrap_or(0);
        let may = |taken: u64| [0, 1, 2, 3].map(|heaps| code.digit(taken).sizes(heaps) == Some(Sizes::Any));
        let digits: Vec<(usize, [bool; 4])> = (0..=longest)
            .filter(|&taken| !code.digit(taken).is_zero())
            .map(|taken| (taken as usize, may(taken)))
            .collect();
        let mut counts = vec![0_usize; table.order];
        all.iter().skip(1).for_each(|&value| counts[usize::from(value)] += 1);
        let is_many = |value: u16| counts[usize::from(value)] >= MANY.max(all.len() / 1000);
        let length = all.len() / 64 + 3;
        let mut many: Vec<Row> = (0..table.order as u16)
            .filter(|&value| is_many(value))
            .map(|value| Row { value, upward: vec![0; length], downward: vec![0; length] })
            .collect();
        let mut few = Vec::new();
        for (heap, &value) in all.iter().enumerate().skip(1) {
            match many.iter_mut().find(|row| row.value == value) {
                Some(row) => {
                    let mirror = all.len() - heap;
                    row.upward[heap / 64] |= 1 << (heap % 64);
                    row.downward[mirror / 64] |= 1 << (mirror % 64);
                }
                None => few.push(heap as u32),
            }
        }
        let mut factors = vec![Vec::new(); table.order];
        for (place, one) in many.iter().enumerate() {
            for (other_place, other) in many[..=place].iter().enumerate() {
                let product = table.row(one.value)[usize::from(other.value)];
                factors[usize::from(product)].push((place as u16, other_place as u16));
            }
        }
        let breaks = |heaps: usize| digits.iter().any(|(_, may)| may[heaps]);
        let (needs_pairs, keeps) = (breaks(2) || breaks(3), (!breaks(3)).then_some(longest as usize));
        Rows { all, table, digits, few, many, factors, pairs: Vec::new(), keeps, needs_pairs, work: 0 }
    }

    /// The values of the options of a heap; to be asked in order.
    fn options(&mut self, heap: usize, run: &Run) -> Result<Vec<u64>, QuotientRefusal> {
        if self.needs_pairs {
            let pairs = self.two(heap, run)?;
            self.pairs.push(pairs);
            if let Some(old) = self.keeps.and_then(|keeps| heap.checked_sub(keeps + 1)) {
                self.pairs[old] = Vec::new();
            }
        }
        let mut set = self.table.no_elements();
        for &(taken, may) in &self.digits {
            let Some(rest) = heap.checked_sub(taken) else { break };
            if rest == 0 {
                set[0] |= u64::from(may[0]);
                continue;
            }
            if may[1] {
                let value = self.all[rest];
                set[usize::from(value) / 64] |= 1 << (value % 64);
            }
            if may[2] {
                set.iter_mut().zip(&self.pairs[rest]).for_each(|(word, pairs)| *word |= pairs);
            }
            if may[3] {
                for one in 1..rest.saturating_sub(1) {
                    super::outcomes::spread(&self.pairs[rest - one], self.table.row(self.all[one]), &mut set);
                }
                run.check()?;
            }
        }
        Ok(set)
    }

    /// The values of all ways to part a total in two heaps.
    fn two(&mut self, total: usize, run: &Run) -> Result<Vec<u64>, QuotientRefusal> {
        let mut set = self.table.no_elements();
        for &heap in &self.few {
            let heap = heap as usize;
            if heap >= total {
                break;
            }
            let value = self.table.row(self.all[heap])[usize::from(self.all[total - heap])];
            set[usize::from(value) / 64] |= 1 << (value % 64);
            self.work += 1;
        }
        for product in 0..self.table.order {
            if set[product / 64] >> (product % 64) & 1 == 1 {
                continue;
            }
            for &(one, other) in &self.factors[product] {
                self.work += total / 128;
                if self.meet(one, other, total) {
                    set[product / 64] |= 1 << (product % 64);
                    break;
                }
            }
        }
        if self.work >= LOOK {
            self.work = 0;
            run.reached(total as u64)?;
        }
        Ok(set)
    }

    /// Whether a heap of one row and a heap of the other come to the total.
    fn meet(&self, one: u16, other: u16, total: usize) -> bool {
        // A heap a of the one and total - a of the other: its bit is all - total + a.
        let ahead = self.all.len() - total;
        let (skip, shift) = (ahead / 64, ahead % 64);
        let upward = &self.many[usize::from(one)].upward[..=total / 64];
        let downward = &self.many[usize::from(other)].downward[skip..];
        let at = |place: usize| match shift {
            0 => downward[place],
            _ => downward[place] >> shift | downward[place + 1] << (64 - shift),
        };
        let mut place = 0;
        while place < upward.len() {
            let end = (place + 16).min(upward.len());
            if (place..end).fold(0, |met, place| met | (upward[place] & at(place))) != 0 {
                return true;
            }
            place = end;
        }
        false
    }
}
