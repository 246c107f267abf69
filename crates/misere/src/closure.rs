//! The transition closure: what words there are, as far as outcomes go.
//!
//! A word of components has a pair (x, E): its value, and the set of the values of its options. The empty
//! word has (1, {}), and a word with one component h more has (Phi(h) x, Phi(h) E + T_h x). Predictions are
//! right on the next player's side when for every pair of a word with a move x is for the second player, or E
//! has such an element. Of two sets with the same x only the smaller need be kept, for what it implies holds
//! for every product too.
//!
//! Pairs with x = 1 are looked at before they are compared, since the empty word's set is below every other.

use crate::bits::{Set, is_within, words};
use crate::clock::Clock;
use crate::monoid::{BipartiteMonoid, Element};
use grundy_core::Stopped;

/// A component as the closure sees it: its value, and the values of its options.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Generator {
    pub(crate) value: Element,
    pub(crate) options: Set,
}

/// The least sets of options found for each value.
#[derive(Clone, Debug)]
pub(crate) struct Closure {
    words: usize,
    /// For each element the sets, one after the other.
    rows: Vec<Vec<u64>>,
    generators: Vec<Generator>,
    /// The rows as they were before the extension that is being tried.
    backup: Vec<(Element, Vec<u64>)>,
}

/// What came of a try.
pub(crate) enum Extension {
    Done,
    /// Some word would be for nobody: it is predicted to be the next player's, without a winning move.
    Fails,
}

impl Closure {
    pub(crate) fn new(order: usize) -> Closure {
        Closure {
            words: words(order),
            rows: vec![Vec::new(); order],
            generators: Vec::new(),
            backup: Vec::new(),
        }
    }

    fn is_dominated(&self, value: Element, set: &[u64]) -> bool {
        self.rows[usize::from(value)].chunks_exact(self.words).any(|known| is_within(known, set))
    }

    /// Keeps a set, and drops those that it makes needless.
    fn insert(&mut self, value: Element, set: &[u64]) {
        if !self.backup.iter().any(|(changed, _)| *changed == value) {
            self.backup.push((value, self.rows[usize::from(value)].clone()));
        }
        let (words, row) = (self.words, &mut self.rows[usize::from(value)]);
        let mut kept = Vec::with_capacity(row.len() + words);
        row.chunks_exact(words).filter(|known| !is_within(set, known)).for_each(|known| kept.extend(known));
        kept.extend(set);
        *row = kept;
    }

    /// Takes a generator in, if every word with it is right on the next player's side; as it was, if not.
    pub(crate) fn extend(
        &mut self,
        monoid: &BipartiteMonoid,
        generator: Generator,
        clock: &mut Clock<'_>,
    ) -> Result<Extension, Stopped> {
        self.backup.clear();
        let mut queue = SmallFirst::default();
        let first = Pending { value: generator.value, set: generator.options.clone() };
        queue.push(first);
        for value in 0..monoid.order() {
            for set in self.rows[value].chunks_exact(self.words) {
                queue.push(product(monoid, value as Element, set, &generator));
            }
        }
        self.generators.push(generator);
        let done = self.run(monoid, queue, clock);
        if !matches!(done, Ok(Extension::Done)) {
            self.generators.pop();
            for (value, row) in self.backup.drain(..) {
                self.rows[usize::from(value)] = row;
            }
        }
        done
    }

    /// Takes in a generator of a candidate that is verified.
    pub(crate) fn add_right(&mut self, generator: Generator) {
        self.generators.push(generator);
    }

    /// Closes the generators that were taken in.
    pub(crate) fn close(&mut self, monoid: &BipartiteMonoid, clock: &mut Clock<'_>) -> Result<(), Stopped> {
        let mut queue = SmallFirst::default();
        for Generator { value, options } in &self.generators {
            queue.push(Pending { value: *value, set: options.clone() });
        }
        let closed = self.run(monoid, queue, clock)?;
        debug_assert!(matches!(closed, Extension::Done), "what was verified holds");
        self.backup.clear();
        Ok(())
    }

    /// Closes what is in the queue, smallest sets first.
    fn run(
        &mut self,
        monoid: &BipartiteMonoid,
        mut queue: SmallFirst,
        clock: &mut Clock<'_>,
    ) -> Result<Extension, Stopped> {
        while let Some(Pending { value, set }) = queue.pop() {
            clock.worked(self.words)?;
            if !monoid.is_p(value) && !set.meets(monoid.p()) {
                return Ok(Extension::Fails);
            }
            // Every set is above the empty word's; this one was looked at, and its products are needless.
            if value == 0 || self.is_dominated(value, set.as_words()) {
                continue;
            }
            self.insert(value, set.as_words());
            for place in 0..self.generators.len() {
                clock.worked(8)?;
                let next = product(monoid, value, set.as_words(), &self.generators[place]);
                if next.value == 0 || !self.is_dominated(next.value, next.set.as_words()) {
                    queue.push(next);
                }
            }
        }
        Ok(Extension::Done)
    }
}

/// A pair that is still to be looked at.
pub(crate) struct Pending {
    pub(crate) value: Element,
    pub(crate) set: Set,
}

/// The pair of a word with one component more.
pub(crate) fn product(
    monoid: &BipartiteMonoid,
    value: Element,
    set: &[u64],
    generator: &Generator,
) -> Pending {
    let mut next = Set::new(monoid.order());
    next.add_products(set, monoid.row(generator.value));
    let row = monoid.row(value);
    next.add_products(generator.options.as_words(), row);
    Pending { value: row[usize::from(generator.value)], set: next }
}

/// Pairs by the size of their sets.
#[derive(Default)]
struct SmallFirst {
    buckets: Vec<Vec<Pending>>,
    least: usize,
}

impl SmallFirst {
    fn push(&mut self, pending: Pending) {
        let size = pending.set.len();
        if self.buckets.len() <= size {
            self.buckets.resize_with(size + 1, Vec::new);
        }
        self.buckets[size].push(pending);
        self.least = self.least.min(size);
    }

    fn pop(&mut self) -> Option<Pending> {
        while self.least < self.buckets.len() {
            if let Some(pending) = self.buckets[self.least].pop() {
                return Some(pending);
            }
            self.least += 1;
        }
        None
    }
}
