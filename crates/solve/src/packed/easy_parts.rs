//! The search of parts that take little work: depth first, the easiest options first, without proof numbers.
//!
//! The options of a small part are about equally hard: proof numbers cost more than they save. docs/architecture.md has what was
//! measured.
//! Entry function: [`EasySearch::search`].

use super::at_once::SmallParts;
use super::entry::{Answer, LARGEST_EXCLUDABLE};
use super::growing::{Memory, NODES_PER_LOOK};
use super::listing::{Group, Listing};
use super::options::{OptionList, bit};
use super::share::Share;
use super::windows::GrowingWindow;
use crate::threads::Worker;
use grundy_core::{BoardWord, Packed, Ruleset, Stopped};

/// Values that a part is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// Whatever its nimber is.
    All,
    /// Those whose bits are set, none above [`LARGEST_EXCLUDABLE`].
    Some(u32),
}

/// Why a search ended without an answer. What it found out is in the tables, also of the parts that it was at.
pub(super) enum Unanswered {
    Stopped(Stopped),
    /// It takes more work than was expected.
    TooLong,
    /// The table may grow, the window be built, or another thread has the answer.
    Paused,
}

/// The options of a part that is being searched, and the order in which they are looked at. The run does not hold its
/// memory: it is some kilobytes, and there are as many levels as an easy part has moves left at most.
pub(super) struct Level<W> {
    list: OptionList<W>,
    /// The effort of each option, and its index in the list.
    order: Vec<(u32, u32)>,
}

/// A search from one part downwards.
pub(super) struct EasySearch<'s, R: Ruleset, W: BoardWord> {
    pub(super) listing: Listing<'s, R, W>,
    pub(super) memory: Memory<'s, W>,
    pub(super) window: &'s GrowingWindow,
    pub(super) worker: &'s Worker<'s>,
    pub(super) share: &'s Share<'s>,
    pub(super) small: &'s mut SmallParts,
    pub(super) group: &'s mut Group<W>,
    /// Levels that are not in use, kept for their allocations.
    pub(super) levels: &'s mut Vec<Level<W>>,
    /// How many options the thread has looked at.
    pub(super) looked_at: &'s mut u64,
    /// Once it has looked at more than this, the search ends: [`MOST_OPTIONS`] after it began.
    pub(super) most: u64,
    /// How many positions the thread has entered.
    pub(super) nodes: &'s mut u64,
}

/// A part is searched depth first if its estimated work doubles at most this number of times. Measured on eight boards of
/// Cram with 3.75 to 4.85. With more, the nimber takes longer to find; with fewer, all winning moves do.
const MOST_DOUBLINGS: f64 = 4.35;

/// A search looks at about this number of options at most. It is there for parts that are harder than they look: of 11,000
/// searches on Boxing Match 7x7 one looked at a third of it, and the mean was 145.
pub(super) const MOST_OPTIONS: u64 = 1 << 16;

/// Whether a part of this effort is to be searched depth first; `doubling` is the effort that doubles the work.
pub(super) fn is_easy(effort: u32, doubling: u64) -> bool {
    f64::from(effort) <= MOST_DOUBLINGS * doubling as f64
}

impl<R: Ruleset, W: BoardWord> EasySearch<'_, R, W> {
    /// Finds out whether a representative has the nimber `test`, or its nimber where there is no test. It is known that it
    /// has none of the nimbers `excluded`. Returns the nimber if it was found, and `None` if it is not `test`.
    ///
    /// The recursion is as deep as the part has moves left at most.
    pub(super) fn search(
        &mut self,
        part: Packed<W>,
        test: Option<u32>,
        excluded: u128,
    ) -> Result<Option<u32>, Unanswered> {
        self.open(part, test.map_or(Wanted::All, |value| Wanted::Some(1 << value)), excluded)
    }

    /// The nimber of a representative, if it is one of the wanted values or is known anyway; else `None`.
    fn value_among(&mut self, part: Packed<W>, wanted: Wanted) -> Result<Option<u32>, Unanswered> {
        let tables = self.listing.tables;
        let excluded = match tables.find(part, u32::MAX).answer {
            Answer::Known(nimber) => return Ok(Some(nimber)),
            Answer::Excluded(values) => u128::from(values),
        };
        let Some(wanted) = wanted.without(excluded) else { return Ok(None) };
        self.share.step().map_err(Unanswered::Stopped)?;
        if *self.looked_at > self.most {
            return Err(Unanswered::TooLong);
        }
        *self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_LOOK)
            && (self.worker.is_over()
                || self.window.is_earned(*self.looked_at)
                || self.memory.wants_to_grow(tables, self.share.run()))
        {
            return Err(Unanswered::Paused);
        }
        self.open(part, wanted, excluded)
    }

    /// The same for a part that has none of the nimbers `excluded`.
    fn open(&mut self, part: Packed<W>, wanted: Wanted, excluded: u128) -> Result<Option<u32>, Unanswered> {
        let tables = self.listing.tables;
        let before = *self.looked_at;
        let is_listed = self.listing.list(part, wanted.only(), self.small, self.group, self.looked_at);
        if !is_listed {
            tables.exclude(part, self.group.list.seen, *self.looked_at - before);
            return Ok(None);
        }
        let mut level = self.levels.pop().unwrap_or_else(Level::new);
        level.take(&mut self.group.list);
        let mut excluded = excluded | level.list.excluded();
        let found = self.mex_of(&level, wanted, &mut excluded);
        self.levels.push(level);
        let work = *self.looked_at - before;
        match found {
            Ok(Some(nimber)) => tables.settle(part, nimber, work),
            Ok(None) | Err(_) => tables.exclude(part, excluded, work),
        }
        found
    }

    /// The mex of the options' values, if one of the wanted values is not less. The mex is none of the values `excluded`, to
    /// which those of the options are added.
    fn mex_of(
        &mut self,
        level: &Level<W>,
        mut wanted: Wanted,
        excluded: &mut u128,
    ) -> Result<Option<u32>, Unanswered> {
        for &(_, index) in &level.order {
            let Some(left) = wanted.without(*excluded) else { return Ok(None) };
            wanted = left;
            let option = level.list.options[index as usize];
            let (last, others) = level.list.terms[option.range()].split_last().expect("a part is not known");
            let mut known = option.known;
            for term in others {
                known ^= self.value_among(term.part, Wanted::All)?.expect("any value is wanted");
            }
            if let Some(nimber) = self.value_among(last.part, wanted.of_options(*excluded).of_rest(known))? {
                *excluded |= bit(nimber ^ known);
            }
        }
        // Sound: let m be the least value that is not excluded. If a wanted value is left, m is not larger, so each option was
        // asked about m or is known to have an excluded value, and none has m. The mex is no excluded value, and so it is m.
        Ok(wanted.without(*excluded).map(|_| excluded.trailing_ones()))
    }
}

impl Wanted {
    /// Those that are left; `None` if there are none.
    fn without(self, excluded: u128) -> Option<Wanted> {
        match self {
            Wanted::All => Some(Wanted::All),
            Wanted::Some(values) => {
                let left = values & !(excluded as u32);
                (left != 0).then_some(Wanted::Some(left))
            }
        }
    }

    /// The value, where only one is wanted.
    fn only(self) -> Option<u32> {
        match self {
            Wanted::Some(values) if values.is_power_of_two() => Some(values.trailing_zeros()),
            _ => None,
        }
    }

    /// The values of options that matter where the mex is wanted: up to the largest wanted one, those that are not excluded.
    fn of_options(self, excluded: u128) -> Wanted {
        match self {
            Wanted::All => Wanted::All,
            Wanted::Some(values) => {
                let up_to_largest = u32::MAX >> values.leading_zeros();
                Wanted::Some(up_to_largest & !(excluded as u32))
            }
        }
    }

    /// The nimbers of the last part of an option that make these its values; the others are worth `known` together.
    fn of_rest(self, known: u32) -> Wanted {
        let Wanted::Some(values) = self else { return Wanted::All };
        let (mut rest, mut nimbers) = (values, 0);
        while rest != 0 {
            let nimber = rest.trailing_zeros() ^ known;
            if nimber > LARGEST_EXCLUDABLE {
                return Wanted::All;
            }
            nimbers |= 1 << nimber;
            rest &= rest - 1;
        }
        Wanted::Some(nimbers)
    }
}

impl<W: BoardWord> Level<W> {
    fn new() -> Level<W> {
        Level { list: OptionList::new(), order: Vec::new() }
    }

    /// Takes the options that have been listed, and leaves an old list in their place.
    fn take(&mut self, list: &mut OptionList<W>) {
        std::mem::swap(&mut self.list, list);
        let OptionList { options, terms, .. } = &self.list;
        self.order.clear();
        self.order.extend(options.iter().zip(0..).map(|(option, index)| {
            let effort =
                terms[option.range()].iter().fold(0, |sum: u32, term| sum.saturating_add(term.effort));
            (effort, index)
        }));
        // Among equally easy ones the order of the list stays.
        self.order.sort_unstable();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_are_wanted_of_a_part_tell_those_that_are_wanted_of_its_options() {
        let wanted = Wanted::Some(0b1_0100);
        assert_eq!((wanted.only(), Wanted::Some(8).only(), Wanted::All.only()), (None, Some(3), None));
        assert_eq!(wanted.without(0b0_0110), Some(Wanted::Some(0b1_0000)));
        assert_eq!((wanted.without(0b1_0110), Wanted::All.without(u128::MAX)), (None, Some(Wanted::All)));
        // Where the mex is to be 2 or 4, an option matters if it is 0 to 4 and another one than those that are there.
        assert_eq!(wanted.of_options(0b0_0010), Wanted::Some(0b1_1101));
        assert_eq!(wanted.of_options(0b0_0010).of_rest(2), Wanted::Some(0b0100_0111));
        let largest = Wanted::Some(1 << LARGEST_EXCLUDABLE);
        assert_eq!(largest.of_options(0), Wanted::Some((2 << LARGEST_EXCLUDABLE) - 1));
        // 29 to 31 have no bit.
        assert_eq!((largest.of_rest(1), largest.of_rest(16)), (Wanted::All, Wanted::Some(1 << 12)));
        assert_eq!(Wanted::All.of_options(7).of_rest(3), Wanted::All);
    }
}
