//! A part with its list of options, and the children of the statements about it.

use super::busy::Busy;
use super::entry::{Answer, LARGEST_EXCLUDABLE};
use super::growing::Tables;
use super::options::{
    NONE, NOT_LOOKED_UP, OpenOption, OptionList, REFUTED, Term, bit, excluded_by, numbers_of,
};
use super::window::Window;
use crate::proof_numbers::{Estimates, ProofNumbers, capped_sum};
use grundy_core::{BoardWord, Nimber, Packed};

/// What the search of an option with one unknown part came to.
#[derive(Clone, Copy, Debug)]
struct Heard {
    /// The place of its part among the terms.
    from: u32,
    /// The value that the option was to have.
    sought: u32,
    numbers: ProofNumbers,
}

/// A part whose options are listed.
#[derive(Debug)]
pub(super) struct Open<W> {
    pub(super) part: Packed<W>,
    effort: u32,
    /// The values that the part does not have: those of options, those that were refuted, and those above all.
    excluded: u128,
    options: Vec<OpenOption>,
    terms: Vec<Term<W>>,
    /// The numbers of "the part has the nimber v", where they were searched.
    own: Vec<(u32, ProofNumbers)>,
    /// The numbers of options that were searched from here, for each value that was sought.
    heard: Vec<Heard>,
    /// How many options were listed to search it before the present visit: its own and those of the parts below it.
    pub(super) work: u64,
    /// The cells of the window in which the parts were looked for, 0 where there was none.
    window_cells: u32,
    /// The value for which the options were looked up when they were listed, if no work was done since.
    looked_up_for: Option<u32>,
    /// The value that the numbers of the options are about.
    numbers_for: Option<u32>,
}

/// What a search has found out of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    Known(u32),
    /// It has not the nimber that was asked for.
    Refuted,
    /// Neither: the numbers of the statement.
    Numbers(ProofNumbers),
}

impl Reply {
    /// Whether the part has this nimber, which was asked for.
    pub(super) fn says(self, nimber: Nimber) -> bool {
        matches!(self, Reply::Known(known) if Nimber(known.into()) == nimber)
    }
}

/// The undecided child of a node that is to be searched next.
#[derive(Clone, Copy, Debug)]
pub(super) enum Choice<W> {
    /// An option, by its index: the nimber of this part is asked for, or whether it is `test`.
    Option { index: usize, part: Packed<W>, test: Option<u32> },
    /// Whether the part itself has this smaller nimber.
    Smaller(u32),
}

/// What is known of parts.
pub(super) struct Source<'a, W> {
    pub(super) tables: Tables<'a, W>,
    pub(super) window: Option<&'a Window>,
    pub(super) estimates: &'a Estimates,
    /// Which parts threads are at, where there are several.
    pub(super) busy: Option<&'a Busy>,
    /// How many options the thread has listed.
    pub(super) looked_at: u64,
}

/// What is known of the statement "the part has the nimber v".
pub(super) enum Status<W> {
    Proved,
    Refuted,
    Undecided { choice: Choice<W>, numbers: ProofNumbers, child: ProofNumbers, second_proof: u64 },
}

impl<W: BoardWord> Open<W> {
    /// The part with the listed options in their order. Equal options are kept: measured on many boards of Cram, a search
    /// that looks at one of them only looks at a tenth more options, and at half more on 5 x 8.
    pub(super) fn new(
        part: Packed<W>,
        effort: u32,
        list: &OptionList<W>,
        window_cells: u32,
        looked_up_for: Option<u32>,
    ) -> Box<Open<W>> {
        Box::new(Open {
            part,
            effort,
            excluded: list.excluded(),
            options: list.options.clone(),
            terms: list.terms.clone(),
            own: Vec::new(),
            heard: Vec::new(),
            work: 0,
            window_cells,
            looked_up_for,
            numbers_for: None,
        })
    }

    /// Adds an option whose value is known.
    fn see(&mut self, value: u32) {
        self.excluded |= bit(value);
    }

    /// The memory that it takes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Open<W>>()
            + self.options.capacity() * size_of::<OpenOption>()
            + self.terms.capacity() * size_of::<Term<W>>()
            + self.own.capacity() * size_of::<(u32, ProofNumbers)>()
            + self.heard.capacity() * size_of::<Heard>()
            + 64
    }

    pub(super) fn is_excluded(&self, value: u32) -> bool {
        self.excluded & bit(value) != 0
    }

    /// Notes values that the part does not have.
    pub(super) fn exclude(&mut self, values: u128) {
        self.excluded |= values;
    }

    /// The values that the part does not have; a table keeps the lowest of them.
    pub(super) fn excluded(&self) -> u128 {
        self.excluded
    }

    /// The least value that the part may have.
    pub(super) fn least_candidate(&self) -> u32 {
        self.excluded.trailing_ones()
    }

    /// The nimber, if only one value is left.
    pub(super) fn only_candidate(&self) -> Option<u32> {
        (self.excluded.count_zeros() == 1).then(|| self.excluded.trailing_ones())
    }

    /// Looks all options up for another value, or after other work.
    pub(super) fn refresh(&mut self, sought: u32, source: &Source<'_, W>) {
        let mut is_just_listed = self.looked_up_for.take() == Some(sought);
        let mut is_same_value = self.numbers_for.replace(sought) == Some(sought);
        // It may be there only since the options were listed: another thread builds one too.
        if let Some(window) = source.window.filter(|window| window.cells() > self.window_cells) {
            self.window_cells = window.cells();
            self.look_into(window);
            (is_just_listed, is_same_value) = (false, false);
        }
        if !is_just_listed && !is_same_value {
            self.recall(sought);
        }
        let is_looked_up = |option: &OpenOption| match is_just_listed {
            true => option.numbers == NOT_LOOKED_UP && option.to - option.from == 1,
            false => !option.is_excluded(sought),
        };
        for option in self.options.iter().filter(|option| is_looked_up(option)) {
            for term in &self.terms[option.range()] {
                let place = term.place(source.tables);
                source.tables.touch(place, term.part);
                source.tables.touch_numbers(place, term.part, sought ^ option.known);
            }
        }
        let mut options = std::mem::take(&mut self.options);
        match is_just_listed {
            true => options.retain_mut(|option| self.take_as_listed(option, sought, source)),
            false => options.retain_mut(|option| self.look_up(option, sought, source)),
        }
        self.options = options;
    }

    /// Takes what was found of an option when it was listed. Returns whether its value is still unknown.
    #[inline]
    fn take_as_listed(&self, option: &mut OpenOption, sought: u32, source: &Source<'_, W>) -> bool {
        if option.to - option.from > 1 {
            option.excluded = 0;
            option.numbers = self.numbers_of_sum(*option, source.estimates);
            return true;
        }
        let (wanted, term) = (sought ^ option.known, self.terms[option.from as usize]);
        let (answer, numbers) = match option.numbers {
            NOT_LOOKED_UP => {
                let found = source.tables.get(term.place(source.tables), term.part, wanted);
                (found.answer, found.numbers)
            }
            numbers => (Answer::Excluded(option.excluded), Some(numbers).filter(|&numbers| numbers != NONE)),
        };
        option.numbers = numbers_of(wanted, term, answer, numbers, source.estimates);
        option.excluded = excluded_by(answer);
        true
    }

    /// Takes the parts that the window knows out of all options.
    fn look_into(&mut self, window: &Window) {
        let nimber_of = |part: Packed<W>| window.nimber(part.narrow()?);
        let mut options = std::mem::take(&mut self.options);
        for option in &mut options {
            let mut at = option.from as usize;
            while at < option.to as usize {
                match nimber_of(self.terms[at].part) {
                    Some(nimber) => self.remove(option, at, nimber),
                    None => at += 1,
                }
            }
        }
        self.options = options;
    }

    /// Gives the options that were searched for this value the numbers that were found, and the others none.
    fn recall(&mut self, sought: u32) {
        for option in &mut self.options {
            option.numbers = NONE;
        }
        for heard in self.heard.iter().filter(|heard| heard.sought == sought) {
            // The options are in the order of their terms; one whose value is known is no longer among them.
            if let Ok(at) = self.options.binary_search_by_key(&heard.from, |option| option.from) {
                self.options[at].numbers = heard.numbers;
            }
        }
    }

    /// Looks an option up. Returns whether its value is still unknown. The numbers that it has are kept where the table
    /// has lost them. Else a search could work them out again and again: what it finds of an option for one value can
    /// take the place of what it found for another value, and then it would go from value to value without end.
    fn look_up(&mut self, option: &mut OpenOption, sought: u32, source: &Source<'_, W>) -> bool {
        let has_numbers = option.to - option.from == 1 && ![REFUTED, NONE].contains(&option.numbers);
        let of_before = has_numbers.then_some(option.numbers);
        if option.is_excluded(sought) && option.from < option.to {
            option.numbers = REFUTED;
            return true;
        }
        let mut at = option.from as usize;
        let (mut last, mut is_looked_up) = (Answer::Excluded(0), false);
        while at < option.to as usize {
            let term = self.terms[at];
            let found = source.tables.get(term.place(source.tables), term.part, sought ^ option.known);
            match found.answer {
                Answer::Known(nimber) => self.remove(option, at, nimber),
                excluded => {
                    is_looked_up = option.to - option.from == 1;
                    if is_looked_up {
                        // The table may have lost what is known here.
                        option.excluded |= excluded_by(excluded);
                        let (wanted, known) = (sought ^ option.known, Answer::Excluded(option.excluded));
                        let numbers = found.numbers.or(of_before);
                        option.numbers = numbers_of(wanted, term, known, numbers, source.estimates);
                    }
                    last = excluded;
                    at += 1;
                }
            }
        }
        if option.to - option.from == 1 {
            option.excluded |= excluded_by(last);
        }
        match option.to - option.from {
            0 => {
                self.see(option.known);
                return false;
            }
            1 if is_looked_up => {}
            // Others have become known after it was looked up: the value to ask for is another one.
            1 => {
                let term = self.terms[option.from as usize];
                let wanted = sought ^ option.known;
                let found = source.tables.get(term.place(source.tables), term.part, wanted);
                let numbers = found.numbers;
                option.numbers = numbers_of(wanted, term, last, numbers, source.estimates);
            }
            _ => option.numbers = self.numbers_of_sum(*option, source.estimates),
        }
        true
    }

    /// Takes a part, whose nimber has become known, out of an option.
    fn remove(&mut self, option: &mut OpenOption, at: usize, nimber: u32) {
        option.known ^= nimber;
        self.terms.copy_within(at + 1..option.to as usize, at);
        option.to -= 1;
    }

    /// The easiest part has to be valued, and then the hardest tested.
    fn numbers_of_sum(&self, option: OpenOption, estimates: &Estimates) -> ProofNumbers {
        let terms = &self.terms[option.range()];
        let (easiest, hardest) = (terms[0], terms[terms.len() - 1]);
        estimates.of(easiest.effort.into(), 0).and(estimates.of(hardest.effort.into(), 0))
    }

    /// Notes what was found out of a part of an option.
    pub(super) fn hear(
        &mut self,
        index: usize,
        part: Packed<W>,
        reply: Reply,
        sought: u32,
        source: &Source<'_, W>,
    ) {
        let mut option = self.options[index];
        let is_still_open = match reply {
            Reply::Refuted => {
                self.heard.retain(|heard| (heard.from, heard.sought) != (option.from, sought));
                option.excluded |= 1_u32.checked_shl(sought ^ option.known).unwrap_or(0);
                option.numbers = REFUTED;
                true
            }
            Reply::Numbers(numbers) => {
                option.numbers = numbers;
                self.note_heard(Heard { from: option.from, sought, numbers });
                true
            }
            Reply::Known(nimber) => {
                let place = option.range().find(|&at| self.terms[at].part == part);
                let place = place.expect("the question was about a part of the option");
                self.remove(&mut option, place, nimber);
                self.heard.retain(|heard| heard.from != option.from);
                option.numbers = NONE;
                self.look_up(&mut option, sought, source)
            }
        };
        match is_still_open {
            true => self.options[index] = option,
            false => _ = self.options.remove(index),
        }
    }

    fn note_heard(&mut self, new: Heard) {
        let is_same = |old: &&mut Heard| (old.from, old.sought) == (new.from, new.sought);
        match self.heard.iter_mut().find(is_same) {
            Some(old) => *old = new,
            None => self.heard.push(new),
        }
    }

    /// Notes the numbers of the statement that the part itself has a nimber.
    pub(super) fn note_own(&mut self, value: u32, numbers: ProofNumbers) {
        match self.own.iter_mut().find(|(of, _)| *of == value) {
            Some((_, old)) => *old = numbers,
            None => self.own.push((value, numbers)),
        }
    }

    /// The state of the statement that the part has the nimber `sought`, for which the options have been looked up.
    pub(super) fn status(&self, sought: u32, source: &Source<'_, W>) -> Status<W> {
        if self.is_excluded(sought) {
            return Status::Refuted;
        }
        let mut children = Children::NONE;
        for (index, option) in self.options.iter().enumerate() {
            if option.numbers.disproof != 0 {
                // Raising only makes a proof number larger: one above the second best changes nothing.
                let can_be_near_best = option.numbers.proof <= children.second_proof;
                let busy = source.busy.filter(|_| can_be_near_best);
                children.add(index as u32, self.raised(*option, busy));
            }
        }
        let mut candidates = !self.excluded & bit(sought).wrapping_sub(1);
        while candidates != 0 {
            let smaller = candidates.trailing_zeros();
            candidates &= candidates - 1;
            children.add(SMALLER | smaller, self.own_numbers(smaller, source));
        }
        self.status_of(sought, children)
    }

    /// The numbers of an option, raised where other threads are at it.
    #[inline]
    fn raised(&self, option: OpenOption, busy: Option<&Busy>) -> ProofNumbers {
        let Some(busy) = busy else { return option.numbers };
        let part = self.terms[option.from as usize].part;
        ProofNumbers { proof: busy.raised(part, option.numbers.proof), ..option.numbers }
    }

    fn own_numbers(&self, value: u32, source: &Source<'_, W>) -> ProofNumbers {
        let own = self.own.iter().find(|(of, _)| *of == value).map(|(_, numbers)| *numbers);
        own.or_else(|| source.tables.find(self.part, value).numbers).unwrap_or_else(|| {
            let smaller = (!self.excluded & bit(value).wrapping_sub(1)).count_ones();
            source.estimates.of(self.effort.into(), smaller)
        })
    }

    fn status_of(&self, sought: u32, children: Children) -> Status<W> {
        let Children { proof, best: child, numbers, second_proof } = children;
        // All children are decided, and none is true.
        if child == Children::NONE.best {
            return Status::Proved;
        }
        let choice = match child & SMALLER {
            0 => self.question(child as usize, sought),
            _ => Choice::Smaller(child & !SMALLER),
        };
        let node = ProofNumbers { proof, disproof: numbers.proof };
        Status::Undecided { choice, numbers: node, child: numbers, second_proof }
    }

    /// The question that helps to decide an option: its easiest part has to be valued, its only one is tested.
    fn question(&self, index: usize, sought: u32) -> Choice<W> {
        let option = self.options[index];
        let part = self.terms[option.from as usize].part;
        let wanted = sought ^ option.known;
        let is_test = option.to - option.from == 1 && wanted <= LARGEST_EXCLUDABLE;
        Choice::Option { index, part, test: is_test.then_some(wanted) }
    }
}

/// Marks a child that is a smaller value, and not the index of an option.
const SMALLER: u32 = 1 << 31;

/// The undecided children of a node, added one by one.
struct Children {
    proof: u64,
    /// The one that is true most easily, with its numbers.
    best: u32,
    numbers: ProofNumbers,
    second_proof: u64,
}

impl Children {
    const NONE: Children = Children { proof: 0, best: u32::MAX, numbers: NONE, second_proof: u64::MAX };

    #[inline]
    fn add(&mut self, child: u32, numbers: ProofNumbers) {
        self.proof = capped_sum(self.proof, numbers.disproof);
        let best = self.numbers;
        let is_better =
            numbers.proof < best.proof || numbers.proof == best.proof && numbers.disproof < best.disproof;
        if is_better {
            self.second_proof = best.proof;
            (self.best, self.numbers) = (child, numbers);
        } else {
            self.second_proof = self.second_proof.min(numbers.proof);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::answers::Found;
    use super::super::growing::Answers;
    use super::*;
    use grundy_core::Run;

    #[test]
    fn what_was_found_of_an_option_is_kept_for_each_value_though_the_table_has_lost_it() {
        let (whole, part) = (Packed { cells: 0xfff, columns: 4 }, Packed { cells: 0x3ff, columns: 4 });
        let mut list = OptionList::new();
        list.add(0, &mut [Term::new(part, 20)], Found::NOTHING, false);
        list.add(0, &mut [Term::new(Packed { cells: 0x7ff, ..part }, 20)], Found::NOTHING, false);
        let mut open = Open::new(whole, 24, &list, 0, None);
        let (for_two, for_one) =
            (ProofNumbers { proof: 829, disproof: 74 }, ProofNumbers { proof: 500, disproof: 90 });
        // Nothing is put into this table, as if all had been evicted.
        Answers::default().small().with(&Run::unlimited(), |tables| {
            let estimates = Estimates::new(8);
            let source = Source { tables, window: None, estimates: &estimates, busy: None, looked_at: 0 };
            open.refresh(2, &source);
            let first_guess = open.options[1].numbers;
            open.hear(0, part, Reply::Numbers(for_two), 2, &source);
            open.refresh(1, &source);
            assert!(![for_two, NONE].contains(&open.options[0].numbers), "another value, another estimate");
            open.hear(0, part, Reply::Numbers(for_one), 1, &source);
            open.refresh(2, &source);
            assert_eq!(open.options[0].numbers, for_two);
            assert_eq!(open.options[1].numbers, first_guess, "it was not searched");
            open.refresh(1, &source);
            assert_eq!(open.options[0].numbers, for_one);
            open.hear(0, part, Reply::Refuted, 1, &source);
            open.refresh(2, &source);
            assert_eq!(open.options[0].numbers, for_two);
            open.refresh(1, &source);
            assert_eq!(open.options[0].numbers, REFUTED);
        });
    }
}
