//! The transition closure: what words there are, as far as outcomes go.
//!
//! A word of components has a pair (x, E): its value, and the set of the values of its options. The empty
//! word has (1, {}), and a word with one component h more has (Phi(h) x, Phi(h) E + T_h x). Predictions are
//! right on the next player's side when for every pair of a word with a move x is for the second player, or E
//! has such an element. Of two sets with the same x only the smaller need be kept, for what it implies holds
//! for every product too.
//!
//! So the least pairs are an antichain C in which every product of two lies above a third, and every component lies
//! above one: then every word does, by induction on its length. That is far fewer products than by components.
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
        Closure { words: words(order), rows: vec![Vec::new(); order], backup: Vec::new() }
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
        queue.push(Pending { value: generator.value, set: generator.options });
        let done = self.run(monoid, queue, clock);
        if !matches!(done, Ok(Extension::Done)) {
            for (value, row) in self.backup.drain(..) {
                self.rows[usize::from(value)] = row;
            }
        }
        done
    }

    /// Takes in the components of a candidate that is verified.
    pub(crate) fn close(
        &mut self,
        monoid: &BipartiteMonoid,
        generators: impl Iterator<Item = Generator>,
        clock: &mut Clock<'_>,
    ) -> Result<(), Stopped> {
        let mut queue = SmallFirst::default();
        generators
            .for_each(|generator| queue.push(Pending { value: generator.value, set: generator.options }));
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
            for (other, row) in self.rows.iter().enumerate() {
                for kept in row.chunks_exact(self.words) {
                    clock.worked(4 * self.words)?;
                    let next = times(monoid, (value, set.as_words()), (other as Element, kept));
                    if next.value == 0 || !self.is_dominated(next.value, next.set.as_words()) {
                        queue.push(next);
                    }
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

/// The pair of two words together.
pub(crate) fn times(
    monoid: &BipartiteMonoid,
    (one, options): (Element, &[u64]),
    (other, others): (Element, &[u64]),
) -> Pending {
    let mut set = Set::new(monoid.order());
    set.add_products(options, monoid.row(other));
    set.add_products(others, monoid.row(one));
    Pending { value: monoid.times(one, other), set }
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
