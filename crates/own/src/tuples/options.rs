//! The options of a tuple: what the moves of the file leave of it.
//!
//! The innermost `for` of an alternative is where the time goes. Where all numbers of the option grow there by equal
//! steps, such as `a-k, b-k`, its first values and its steps are worked out once, and each option is an addition for
//! each number.

use super::spec::TupleSpec;
use super::ways::{Alternative, Span, Term};
use crate::formula::{Condition, Fault, Formula, Relation};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// At most this many names are in scope.
const MOST_NAMES: usize = 16;

/// A tuple has at most this many options.
pub(super) const MOST_OPTIONS: u64 = 1_000_000;

/// A position has at most this many tuples, and so has what a move leaves.
pub(super) const MOST_TUPLES: usize = 10_000;

/// The values of all names in scope.
type Numbers = [i64; MOST_NAMES];

/// The moves of a file, ready to be made.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) arity: usize,
    pub(crate) is_heap: bool,
    alternatives: Vec<Ready>,
    pub(crate) measure: Option<Formula>,
    most_turns: u64,
}

/// An alternative, and whether its options grow by equal steps.
#[derive(Clone, Debug)]
struct Ready {
    alternative: Alternative,
    /// The numbers that are left, tuple after tuple, where their number is known beforehand.
    columns: Option<Vec<Formula>>,
    /// What must hold, each at the first place where all its names are bound: before each range, and behind the last.
    gates: Vec<Vec<Condition>>,
    /// Whether the columns, and the two sides of the condition, grow by equal steps with the innermost number.
    is_even: bool,
}

/// The number of a way to move, and the numbers behind its `for`.
pub(crate) type Way<'w> = (usize, &'w [i64]);

impl Options {
    pub(crate) fn new(spec: &TupleSpec) -> Options {
        let ready = |alternative: &Alternative| {
            let tuple = |term: &Term| match term {
                Term::Tuple(tuple) => Some(tuple.clone()),
                Term::Sum(..) => None,
            };
            let columns: Option<Vec<Vec<Formula>>> = alternative.terms.iter().map(tuple).collect();
            let columns = columns.map(|tuples| tuples.concat());
            let gates = gates(alternative);
            let is_even = match (&columns, alternative.ranges.last()) {
                (Some(columns), Some(inner)) => {
                    columns.iter().all(|column| column.is_even_in(inner.place))
                        && is_even_gate(&gates[alternative.ranges.len()], inner.place)
                }
                _ => false,
            };
            Ready { alternative: alternative.clone(), columns, gates, is_even }
        };
        Options {
            arity: spec.names.len(),
            is_heap: spec.is_heap,
            alternatives: spec.alternatives.iter().map(ready).collect(),
            measure: spec.measure.clone(),
            most_turns: spec.origin.most_turns(),
        }
    }

    /// Visits the options of a tuple, in the order of the file; an option that can be reached in several ways is
    /// visited several times. An option is its tuples one after the other; heaps of 0 are left out. Where a number
    /// would be below 0 there is no option.
    ///
    /// # Errors
    /// When a formula has no value, or an option is not less than the tuple.
    #[inline]
    pub(crate) fn each(
        &self,
        state: &[i64],
        mut visit: impl FnMut(&[i64]) -> ControlFlow<()>,
    ) -> Result<(), Fault> {
        self.each_way(state, |option, _| visit(option))
    }

    /// The same with the way in which an option is reached.
    #[inline]
    pub(crate) fn each_way(
        &self,
        state: &[i64],
        visit: impl FnMut(&[i64], Way<'_>) -> ControlFlow<()>,
    ) -> Result<(), Fault> {
        self.each_within(state, self.most_turns, visit).1
    }

    /// The same within so many turns of `for`; says how many were begun. Where they are more, the fault is not one of
    /// the rules.
    #[inline]
    fn each_within(
        &self,
        state: &[i64],
        most_turns: u64,
        mut visit: impl FnMut(&[i64], Way<'_>) -> ControlFlow<()>,
    ) -> (u64, Result<(), Fault>) {
        let mut walk =
            Walk { options: self, state, rank: None, most_turns, turns: 0, found: 0, is_over: false };
        let walked = self.walk(&mut walk, &mut visit);
        (walk.turns, walked)
    }

    #[inline]
    fn walk(
        &self,
        walk: &mut Walk<'_>,
        visit: &mut impl FnMut(&[i64], Way<'_>) -> ControlFlow<()>,
    ) -> Result<(), Fault> {
        let state = walk.state;
        // A heap of 0 is no heap.
        if self.is_heap && state == [0] {
            return Ok(());
        }
        let mut numbers: Numbers = [0; MOST_NAMES];
        numbers[..state.len()].copy_from_slice(state);
        walk.rank = match &self.measure {
            Some(measure) => Some(self.rank(measure, &numbers)?),
            None => None,
        };
        for (index, ready) in self.alternatives.iter().enumerate() {
            walk.ranges(ready, index, 0, &mut numbers, visit)?;
            if walk.is_over {
                break;
            }
        }
        Ok(())
    }

    /// Looks for a place where the rules break down among what can be reached from a tuple, the least first, with no
    /// value found: within so many turns of `for` and options, which are taken off. What lies beyond them is not looked
    /// at; says whether all was.
    pub(super) fn glimpse(&self, tuple: &[i64], turns: &mut u64) -> Result<bool, (Box<[i64]>, Fault)> {
        let mut met: HashSet<Box<[i64]>, foldhash::fast::RandomState> = HashSet::default();
        let mut open: Vec<Box<[i64]>> = vec![Box::from(tuple)];
        while let Some(state) = open.pop() {
            let (most, mut left) = (*turns, *turns);
            let mut new: Vec<Box<[i64]>> = Vec::new();
            let (begun, walked) = self.each_within(&state, most, |option, _| {
                left = left.saturating_sub(1 + (option.len() / self.arity) as u64);
                let unmet = option.chunks_exact(self.arity).filter(|&tuple| met.insert(Box::from(tuple)));
                new.extend(unmet.map(Box::from));
                if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            // More turns than any listing may take are a fault of the rules.
            if begun <= self.most_turns && (begun > most || left == 0) {
                *turns = 0;
                return Ok(false);
            }
            walked.map_err(|fault| (state, fault))?;
            *turns = left.saturating_sub(begun + self.alternatives.len() as u64);
            if *turns == 0 {
                return Ok(false);
            }
            new.sort_unstable_by(|one, other| other.cmp(one));
            open.append(&mut new);
        }
        Ok(true)
    }

    /// The first way to move in which the rules break down at a tuple; `None` where it is the measure.
    pub(super) fn broken_way(&self, state: &[i64]) -> Option<usize> {
        let mut numbers: Numbers = [0; MOST_NAMES];
        numbers[..state.len()].copy_from_slice(state);
        let rank = self.measure.as_ref().map(|measure| self.rank(measure, &numbers)).transpose().ok()?;
        self.alternatives.iter().enumerate().position(|(index, ready)| {
            let (most_turns, turns, found) = (self.most_turns, 0, 0);
            let mut walk = Walk { options: self, state, rank, most_turns, turns, found, is_over: false };
            walk.ranges(ready, index, 0, &mut numbers, &mut |_, _| ControlFlow::Continue(())).is_err()
        })
    }

    /// What the measure comes to.
    fn rank(&self, measure: &Formula, numbers: &Numbers) -> Result<i64, Fault> {
        let rank = measure.value(numbers)?;
        if rank >= 0 {
            return Ok(rank);
        }
        let told = format!("the measure of {} is {rank}", written(&numbers[..self.arity]));
        Err(Fault::Told(told, "a measure is a number from 0 up: write one that is never less"))
    }

    /// The measure of a tuple; 0 where there is none.
    pub(super) fn rank_of(&self, state: &[i64]) -> Result<i64, Fault> {
        let Some(measure) = &self.measure else { return Ok(0) };
        let mut numbers: Numbers = [0; MOST_NAMES];
        numbers[..state.len()].copy_from_slice(state);
        self.rank(measure, &numbers)
    }

    /// The numbers that `for` binds in a way to move.
    pub(super) fn bound<'n>(
        &'n self,
        way: usize,
        numbers: &'n [i64],
    ) -> impl Iterator<Item = (&'n str, i64)> + 'n {
        let ranges = &self.alternatives[way].alternative.ranges;
        ranges.iter().map(|range| (&*range.name, numbers[range.place]))
    }
}

/// A tuple as it is written in messages.
pub(super) fn written(tuple: &[i64]) -> String {
    tuple.iter().map(i64::to_string).collect::<Vec<_>>().join(",")
}

/// What `and` joins, each at the first place where all its names are bound.
fn gates(alternative: &Alternative) -> Vec<Vec<Condition>> {
    let mut gates = vec![Vec::new(); alternative.ranges.len() + 1];
    let mut all = Vec::new();
    if let Some(condition) = &alternative.condition {
        condition.parts(&mut all);
    }
    for condition in all {
        let last = alternative.ranges.iter().rposition(|range| condition.has(range.place));
        gates[last.map_or(0, |last| last + 1)].push(condition.clone());
    }
    gates
}

/// Whether the condition behind the innermost range compares numbers that grow by equal steps.
fn is_even_gate(gate: &[Condition], place: usize) -> bool {
    match gate {
        [] => true,
        [Condition::Compare(_, left, right)] => left.is_even_in(place) && right.is_even_in(place),
        _ => false,
    }
}

fn hold(gate: &[Condition], numbers: &Numbers) -> Result<bool, Fault> {
    for condition in gate {
        if !condition.holds(numbers)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The numbers of options that grow by equal steps.
struct Steps {
    /// The numbers of the option, and the two sides of the condition where there is one.
    values: Vec<i64>,
    steps: Vec<i64>,
    /// How many of them are the option's.
    width: usize,
    compare: Option<Relation>,
}

impl Steps {
    /// Those of a range; `None` where some formula has no value. What is even and within 64 bits at both ends is so
    /// between them.
    fn new(ready: &Ready, (from, to): (i64, i64), numbers: &mut Numbers) -> Option<Steps> {
        let place = ready.alternative.ranges.last()?.place;
        let columns = ready.columns.as_ref()?;
        let (compare, sides) = match ready.gates.last().map(Vec::as_slice) {
            Some([Condition::Compare(how, left, right)]) => (Some(*how), Some([left, right])),
            _ => (None, None),
        };
        let (mut values, mut steps) = (Vec::new(), Vec::new());
        for column in columns.iter().chain(sides.into_iter().flatten()) {
            let mut at = |number: i64| {
                numbers[place] = number;
                column.value(&*numbers).ok()
            };
            let (_last, second, first) = (at(to)?, at(from + 1)?, at(from)?);
            values.push(first);
            steps.push(second.wrapping_sub(first));
        }
        Some(Steps { values, steps, width: columns.len(), compare })
    }

    #[inline]
    fn is_open(&self) -> bool {
        self.compare.is_none_or(|how| how.holds(self.values[self.width], self.values[self.width + 1]))
    }

    #[inline]
    fn advance(&mut self) {
        for (value, step) in self.values.iter_mut().zip(&self.steps) {
            *value = value.wrapping_add(*step);
        }
    }
}

/// One listing of the options of a tuple.
struct Walk<'o> {
    options: &'o Options,
    state: &'o [i64],
    /// The measure of the state.
    rank: Option<i64>,
    most_turns: u64,
    turns: u64,
    found: u64,
    is_over: bool,
}

impl Walk<'_> {
    /// The ranges from this depth on, the last of them the innermost.
    fn ranges(
        &mut self,
        ready: &Ready,
        index: usize,
        depth: usize,
        numbers: &mut Numbers,
        visit: &mut impl FnMut(&[i64], Way<'_>) -> ControlFlow<()>,
    ) -> Result<(), Fault> {
        let ranges = &ready.alternative.ranges;
        if !hold(&ready.gates[depth], numbers)? {
            return Ok(());
        }
        let Some(range) = ranges.get(depth) else { return self.one(ready, index, numbers, visit) };
        let (from, to) = self.ends(range, numbers)?;
        let is_even = depth + 1 == ranges.len() && ready.is_even && to > from;
        if is_even && let Some(steps) = Steps::new(ready, (from, to), numbers) {
            return self.even(ready, index, (from, to), steps, numbers, visit);
        }
        for number in from..=to {
            numbers[range.place] = number;
            self.ranges(ready, index, depth + 1, numbers, visit)?;
            if self.is_over {
                break;
            }
        }
        Ok(())
    }

    /// The ends of a range, whose turns are counted.
    fn ends(&mut self, range: &Span, numbers: &Numbers) -> Result<(i64, i64), Fault> {
        let (from, to) = (range.from.value(numbers)?, range.to.value(numbers)?);
        let turns = if to < from { 1 } else { to.abs_diff(from).saturating_add(1) };
        self.turns = self.turns.saturating_add(turns);
        if self.turns <= self.most_turns {
            return Ok((from, to));
        }
        let told =
            format!("{} has more than {} options to try", written(self.state), self.options.most_turns);
        Err(Fault::Told(told, "write a smaller position, or ranges that are shorter"))
    }

    /// An option whose numbers are all bound.
    fn one(
        &mut self,
        ready: &Ready,
        index: usize,
        numbers: &mut Numbers,
        visit: &mut impl FnMut(&[i64], Way<'_>) -> ControlFlow<()>,
    ) -> Result<(), Fault> {
        let mut option = Vec::with_capacity(8);
        match &ready.columns {
            Some(columns) => {
                for column in columns {
                    option.push(column.value(numbers)?);
                }
            }
            None => {
                for term in &ready.alternative.terms {
                    self.term(term, numbers, &mut option)?;
                }
            }
        }
        self.found(&option, (index, numbers), visit)
    }

    /// The tuples of a term.
    fn term(&mut self, term: &Term, numbers: &mut Numbers, option: &mut Vec<i64>) -> Result<(), Fault> {
        match term {
            Term::Tuple(tuple) => {
                for formula in tuple {
                    option.push(formula.value(numbers)?);
                }
            }
            Term::Sum(term, range) => {
                let (from, to) = self.ends(range, numbers)?;
                for number in from..=to {
                    numbers[range.place] = number;
                    self.term(term, numbers, option)?;
                }
                if option.len() > MOST_TUPLES * self.options.arity {
                    let told =
                        format!("a move of {} leaves more than {MOST_TUPLES} tuples", written(self.state));
                    return Err(Fault::Told(told, "write a smaller position, or sums that are shorter"));
                }
            }
        }
        Ok(())
    }

    /// The innermost range, where all grows by equal steps.
    fn even(
        &mut self,
        ready: &Ready,
        index: usize,
        (from, to): (i64, i64),
        mut steps: Steps,
        numbers: &mut Numbers,
        visit: &mut impl FnMut(&[i64], Way<'_>) -> ControlFlow<()>,
    ) -> Result<(), Fault> {
        let place = ready.alternative.ranges.last().expect("there is an innermost range").place;
        for number in from..=to {
            if steps.is_open() {
                numbers[place] = number;
                self.found(&steps.values[..steps.width], (index, numbers), visit)?;
                if self.is_over {
                    break;
                }
            }
            steps.advance();
        }
        Ok(())
    }

    /// Holds an option to the rules of all: from 0 up, and less than the tuple.
    #[inline]
    fn found(
        &mut self,
        option: &[i64],
        way: Way<'_>,
        visit: &mut impl FnMut(&[i64], Way<'_>) -> ControlFlow<()>,
    ) -> Result<(), Fault> {
        if option.iter().any(|&number| number < 0) {
            return Ok(());
        }
        self.found += 1;
        if self.found > MOST_OPTIONS {
            let told = format!("{} has more than {MOST_OPTIONS} options", written(self.state));
            return Err(Fault::Told(told, "write a smaller position"));
        }
        // Most options are one tuple.
        if option.len() == self.state.len() {
            if !self.is_less(option)? {
                return Err(self.not_less(option));
            }
        } else {
            for tuple in option.chunks_exact(self.options.arity) {
                if !self.is_less(tuple)? {
                    return Err(self.not_less(tuple));
                }
            }
        }
        let flow = match self.options.is_heap && option.contains(&0) {
            false => visit(option, way),
            true => {
                let heaps: Vec<i64> = option.iter().copied().filter(|&heap| heap > 0).collect();
                visit(&heaps, way)
            }
        };
        self.is_over = flow.is_break();
        Ok(())
    }

    #[inline]
    fn is_less(&self, tuple: &[i64]) -> Result<bool, Fault> {
        match self.rank {
            None => {
                let differs = tuple.iter().zip(self.state).find(|(after, before)| after != before);
                Ok(differs.is_some_and(|(after, before)| after < before))
            }
            Some(rank) => Ok(self.options.rank_of(tuple)? < rank),
        }
    }

    fn not_less(&self, tuple: &[i64]) -> Fault {
        let (after, before) = (written(tuple), written(self.state));
        match self.rank {
            None if self.options.arity == 1 => Fault::Told(
                format!("a move leaves {after} of {before}, which is not less: the game need not end"),
                "every number that a move leaves is less than the one before",
            ),
            None => Fault::Told(
                format!(
                    "a move leaves {after} of {before}, which is not less, compared from the left: the game need not end"
                ),
                "write a line `measure` with what every move lowers, such as `measure a + b`",
            ),
            Some(rank) => {
                let rank_after = self.options.rank_of(tuple).unwrap_or(rank);
                Fault::Told(
                    format!(
                        "a move leaves {after} of {before}, but the measure goes from {rank} to {rank_after}: the game need not end"
                    ),
                    "every move lowers the measure: write another one, or a condition behind `if`",
                )
            }
        }
    }
}
