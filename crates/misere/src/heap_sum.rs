//! Who wins a sum of heaps, and by which moves, by look-up in a quotient.

use crate::bits::Set;
use crate::heap_quotient::HeapQuotient;
use crate::heap_values::HeapValues;
use crate::monoid::Element;
use crate::period::QuotientPeriod;
use foldhash::{HashMap, HashMapExt};
use grundy_core::{Run, Stopped};
use grundy_heaps::{Sizes, Split};
use std::ops::ControlFlow;

/// A sum of heaps whose values are known.
///
/// The value of the sum is a product; the outcome is a look-up. A move wins when its option, times the values of
/// the other heaps, is for the second player. Heaps of one value ask the same of their options.
///
/// ```
/// use grundy_core::Run;
/// use grundy_misere::{HeapQuotient, HeapSum, Reach};
/// use std::ops::ControlFlow;
/// let kayles = HeapQuotient::new(&"0.77".parse()?).carried(&Reach::default(), &Run::unlimited());
/// let sum = HeapSum::new(&kayles, &[20, 21, 22]).expect("all heaps of Kayles are known");
/// assert!(!sum.is_p());
/// assert_eq!(sum.count_winning(&[20, 21, 22], &Run::unlimited())?, 9);
/// let mut first = None;
/// sum.winning_moves(20, &Run::unlimited(), |split| ControlFlow::Break(first = Some(split)))?;
/// assert_eq!(first.expect("nine moves win").heaps(), [19]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct HeapSum<'a> {
    pub(crate) heaps: HeapValues<'a>,
    /// For each value how many heaps have it.
    counts: Vec<u64>,
    value: Element,
    /// For each value that a heap of the sum has: the value of all others, and the values of options that win.
    wanted: Vec<Option<(Element, Set)>>,
}

/// The heaps of one value in a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapGroup {
    /// The value.
    pub value: Element,
    /// How many heaps have it.
    pub heaps: u64,
    /// The value of all other heaps, for each of them.
    pub rest: Element,
    /// The values that a winning option has.
    pub wanted: Vec<Element>,
}

/// The run is looked at after this number of options of a heap.
const OPTIONS_A_LOOK: u64 = 1 << 12;

impl<'a> HeapSum<'a> {
    /// The sum; `None` where the value of a heap is not known. Costs a look-up a heap.
    pub fn new(quotient: &'a HeapQuotient, heaps: &[u64]) -> Option<HeapSum<'a>> {
        HeapSum::beside(quotient.heap_values(), heaps, 0)
    }

    /// The sum of heaps of a code beside something else of this value.
    pub fn beside(of: HeapValues<'a>, heaps: &[u64], others: Element) -> Option<HeapSum<'a>> {
        let monoid = of.monoid();
        let mut counts = vec![0_u64; monoid.order()];
        for &heap in heaps {
            counts[usize::from(of.value(heap)?)] += 1;
        }
        let powers: Vec<Element> =
            counts.iter().enumerate().map(|(value, &count)| monoid.power(value as Element, count)).collect();
        let value = powers.iter().fold(others, |product, &power| monoid.times(product, power));
        // Products of all powers before a value and behind it: nothing is ever divided.
        let mut behind = vec![0; powers.len() + 1];
        for place in (0..powers.len()).rev() {
            behind[place] = monoid.times(powers[place], behind[place + 1]);
        }
        let mut before = others;
        let mut wanted = Vec::with_capacity(powers.len());
        for (place, &count) in counts.iter().enumerate() {
            wanted.push((count > 0).then(|| {
                let others = monoid.times(before, behind[place + 1]);
                let rest = monoid.times(others, monoid.power(place as Element, count - 1));
                let mut set = Set::new(monoid.order());
                let row = monoid.row(rest).iter().enumerate();
                row.filter(|(_, product)| monoid.is_p(**product)).for_each(|(option, _)| set.insert(option));
                (rest, set)
            }));
            before = monoid.times(before, powers[place]);
        }
        Some(HeapSum { heaps: of, counts, value, wanted })
    }

    /// The value of the sum.
    pub fn value(&self) -> Element {
        self.value
    }

    /// Whether the player who has just moved wins.
    pub fn is_p(&self) -> bool {
        self.heaps.monoid().is_p(self.value)
    }

    /// The heaps by their values, with what wins in each group.
    pub fn groups(&self) -> Vec<HeapGroup> {
        let group = |value: usize| {
            let (rest, wanted) = self.wanted[value].as_ref()?;
            let wanted = wanted.iter().map(|option| option as Element).collect();
            Some(HeapGroup { value: value as Element, heaps: self.counts[value], rest: *rest, wanted })
        };
        (0..self.counts.len()).filter_map(group).collect()
    }

    /// How many moves win in these heaps, which must be of the sum. Costs the period for each heap and digit
    /// of an octal code, all moves for other codes.
    ///
    /// # Errors
    /// When the run stops.
    pub fn count_winning(&self, heaps: &[u64], run: &Run) -> Result<u128, Stopped> {
        let mut all = 0_u128;
        self.count_each(heaps, run, |_, heaps, count| {
            all += u128::from(count) * u128::from(heaps);
            Ok(())
        })?;
        Ok(all)
    }

    /// Visits the heaps, small ones first: each size with how many there are, and how many moves win in one of them.
    /// In a sum that is lost there are none.
    pub(crate) fn count_each(
        &self,
        heaps: &[u64],
        run: &Run,
        mut visit: impl FnMut(u64, u64, u64) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        if self.is_p() {
            return Ok(());
        }
        let mut sorted = heaps.to_vec();
        sorted.sort_unstable();
        let mut known = HashMap::new();
        let mut work = 0;
        for equal in sorted.chunk_by(|one, other| one == other) {
            let own = match self.heaps.period().filter(|_| self.is_short()) {
                Some(period) => self.count_by_period(equal[0], period, &mut known),
                None => self.count_one_by_one(equal[0], run)?,
            };
            visit(equal[0], equal.len() as u64, own)?;
            work += 1;
            if work % 1024 == 0 {
                run.check()?;
            }
        }
        Ok(())
    }

    fn count_one_by_one(&self, heap: u64, run: &Run) -> Result<u64, Stopped> {
        let mut count = 0;
        self.each_run(heap, run, |moves| {
            count += moves.count();
            ControlFlow::Continue(())
        })?;
        Ok(count)
    }

    /// How many moves win in a heap. What wins of a rest behind two preperiods depends on its place in the period:
    /// that is found once for each value.
    fn count_by_period(
        &self,
        heap: u64,
        period: QuotientPeriod,
        known: &mut HashMap<(Element, u64), Regular>,
    ) -> u64 {
        let Some(value) = self.heaps.value(heap) else { return 0 };
        let Some((_, wanted)) = &self.wanted[usize::from(value)] else { return 0 };
        if wanted.is_empty() {
            return 0;
        }
        let code = self.heaps.code();
        let (start, length) = (period.preperiod.max(1), period.period);
        let mut count = 0;
        for taken in 0..=heap.min(code.largest_take().unwrap_or(heap)) {
            let (digit, rest) = (code.digit(taken), heap - taken);
            let may = |heaps: u64| digit.sizes(heaps) == Some(Sizes::Any);
            let whole: &[u64] = if rest == 0 { &[] } else { &[rest] };
            count += u64::from(may(whole.len() as u64) && self.wins(whole, wanted));
            if !may(2) {
                continue;
            }
            if rest / 2 < start + length {
                count +=
                    (1..=rest / 2).filter(|&small| self.wins(&[small, rest - small], wanted)).count() as u64;
                continue;
            }
            let wins = |&small: &u64| self.wins(&[small, rest - small], wanted);
            let regular = known.entry((value, rest % length)).or_insert_with(|| Regular {
                before: (1..start).filter(wins).count() as u64,
                first: (start..start + length).filter(wins).collect(),
            });
            let again = regular.first.iter().map(|small| (rest / 2 - small) / length + 1);
            count += regular.before + again.sum::<u64>();
        }
        count
    }

    /// Whether moves are counted by the period, and [groups](HeapSum::winning_groups) are few. Otherwise each move is
    /// looked at, and a group has as many lines as there are moves in a heap.
    pub fn is_short(&self) -> bool {
        let code = self.heaps.code();
        let is_plain = !code.has_modifiers() && code.most_added() == 0;
        is_plain && self.heaps.period().is_some() && code.most_parts().is_some_and(|parts| parts <= 2)
    }

    /// Visits the winning moves in a heap of the sum, in order, until the visitor breaks.
    ///
    /// # Errors
    /// When the run stops first.
    pub fn winning_moves(
        &self,
        heap: u64,
        run: &Run,
        mut visit: impl FnMut(Split) -> ControlFlow<()>,
    ) -> Result<(), Stopped> {
        self.each_run(heap, run, |moves| moves.each(&mut visit))
    }

    /// Visits winning moves in order: alone, or many that differ in one size by the period.
    pub(crate) fn each_run(
        &self,
        heap: u64,
        run: &Run,
        mut visit: impl FnMut(Moves<'_>) -> ControlFlow<()>,
    ) -> Result<(), Stopped> {
        let value = self.heaps.value(heap);
        let Some((_, wanted)) = value.and_then(|value| self.wanted[usize::from(value)].as_ref()) else {
            return Ok(());
        };
        let code = self.heaps.code();
        run.check()?;
        if !self.is_short() {
            let (mut looked_at, mut ended) = (0_u64, Ok(()));
            let _ = code.options(heap, |split| {
                looked_at += 1;
                if looked_at.is_multiple_of(OPTIONS_A_LOOK) {
                    ended = run.check();
                    if ended.is_err() {
                        return ControlFlow::Break(());
                    }
                }
                match self.wins(split.heaps(), wanted) {
                    true => visit(Moves::One(split)),
                    false => ControlFlow::Continue(()),
                }
            });
            return ended;
        }
        for taken in 0..=heap.min(code.largest_take().unwrap_or(heap)) {
            let (digit, rest) = (code.digit(taken), heap - taken);
            let may = |heaps: u64| digit.sizes(heaps) == Some(Sizes::Any);
            let whole: &[u64] = if rest == 0 { &[] } else { &[rest] };
            if may(whole.len() as u64)
                && self.wins(whole, wanted)
                && visit(Moves::One(Split::new(taken, whole))).is_break()
            {
                return Ok(());
            }
            if rest > 1 && may(2) && self.each_pair(taken, rest, wanted, &mut visit).is_break() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Visits the winning ways to part the rest in two.
    fn each_pair(
        &self,
        taken: u64,
        rest: u64,
        wanted: &Set,
        visit: &mut impl FnMut(Moves<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (start, length) =
            self.heaps.period().map_or((rest, 1), |period| (period.preperiod.max(1), period.period));
        let regular = if rest / 2 >= start + length { start } else { rest / 2 + 1 };
        for small in 1..regular {
            if self.wins(&[small, rest - small], wanted) {
                visit(Moves::One(Split::new(taken, &[small, rest - small])))?;
            }
        }
        if regular > rest / 2 {
            return ControlFlow::Continue(());
        }
        // Both heaps lie behind the preperiod: what wins does so again after a period.
        let first: Vec<u64> =
            (start..start + length).filter(|&small| self.wins(&[small, rest - small], wanted)).collect();
        if first.is_empty() {
            return ControlFlow::Continue(());
        }
        visit(Moves::Pairs { taken, rest, first: &first, length })
    }

    fn wins(&self, left: &[u64], wanted: &Set) -> bool {
        let monoid = self.heaps.monoid();
        let value =
            left.iter().try_fold(0, |value, &heap| Some(monoid.times(value, self.heaps.value(heap)?)));
        value.is_some_and(|value| wanted.has(value.into()))
    }
}

/// What wins of rests at one place in the period.
struct Regular {
    /// How many ways with the smaller heap before the preperiod ends.
    before: u64,
    /// The smaller heaps of the first period behind it.
    first: Vec<u64>,
}

/// Some winning moves.
pub(crate) enum Moves<'a> {
    One(Split),
    /// Taking so many and leaving a heap of `first[i] + j length` and what is left of the rest, the smaller heap
    /// first.
    Pairs {
        taken: u64,
        rest: u64,
        first: &'a [u64],
        length: u64,
    },
}

impl Moves<'_> {
    fn count(&self) -> u64 {
        match self {
            Moves::One(_) => 1,
            Moves::Pairs { rest, first, length, .. } => first
                .iter()
                .map(|&small| if small <= rest / 2 { (rest / 2 - small) / length + 1 } else { 0 })
                .sum(),
        }
    }

    fn each(&self, visit: &mut impl FnMut(Split) -> ControlFlow<()>) -> ControlFlow<()> {
        match *self {
            Moves::One(ref split) => visit(split.clone()),
            Moves::Pairs { taken, rest, first, length } => {
                let mut begin = 0;
                loop {
                    for &small in first {
                        let small = small + begin;
                        if small > rest / 2 {
                            return ControlFlow::Continue(());
                        }
                        visit(Split::new(taken, &[small, rest - small]))?;
                    }
                    begin += length;
                }
            }
        }
    }
}
