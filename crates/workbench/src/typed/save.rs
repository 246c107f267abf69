//! What a memo has found, written to a store.

use super::known::{LEAST_EFFORT, sum_effort, sum_text};
use crate::memos::Memo;
use crate::named::Identified;
use crate::typed::Typed;
use grundy_core::{Outcome, Playable};
use grundy_store::{Error, Store, Value};

/// So many values are written at once: a search may have found more than fit twice into memory.
const BATCH: usize = 250_000;

/// So many values of each kind are kept at least, where a search has as many ...
const KEPT_AT_LEAST: u64 = 100_000;
/// ... and of more than that one in so many, the hardest: to write a value takes longer than to find most again.
const KEPT_ONE_IN: u64 = 256;

/// Efforts from this one on count as equal. There are few values of so much effort.
const LARGEST_EFFORT: usize = 4095;

/// Counts values by the effort of their positions, for those that are worth a place in a store.
struct Efforts {
    counts: Vec<u64>,
}

impl Efforts {
    fn new() -> Efforts {
        Efforts { counts: vec![0; LARGEST_EFFORT + 1] }
    }

    fn count(&mut self, effort: u64) {
        self.counts[usize::try_from(effort).map_or(LARGEST_EFFORT, |effort| effort.min(LARGEST_EFFORT))] += 1;
    }

    /// The least effort of what is kept. All values of that effort are, so that there may be more than were to be.
    fn least_kept(&self) -> u64 {
        let room = (self.counts.iter().sum::<u64>() / KEPT_ONE_IN).max(KEPT_AT_LEAST);
        let mut kept = 0;
        let is_full = |&effort: &usize| {
            kept += self.counts[effort];
            kept >= room
        };
        let last = (0..=LARGEST_EFFORT).rev().find(is_full);
        last.map_or(0, |effort| effort as u64).max(LEAST_EFFORT)
    }
}

/// Values on their way to the store.
struct Batch<'s> {
    store: &'s Store,
    game: String,
    fingerprint: u64,
    found: Vec<(String, Value)>,
    written: Result<u64, Error>,
}

impl Batch<'_> {
    fn push(&mut self, position: String, value: Value) {
        self.found.push((position, value));
        if self.found.len() == BATCH {
            self.write();
        }
    }

    /// Writes what is there. After a failure nothing more is written.
    fn write(&mut self) {
        let mut found = std::mem::take(&mut self.found);
        found.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        if let (Ok(before), false) = (&self.written, found.is_empty()) {
            let before = *before;
            let added = self.store.add(&self.game, self.fingerprint, &found);
            self.written = added.map(|new| before + new);
        }
    }
}

impl<R: Playable> Memo<R> {
    /// The game with its parameters.
    pub(super) fn game(&self) -> String {
        [&*self.rules.card.id, &self.rules.parameters()].join(" ").trim_end().to_owned()
    }

    pub(crate) fn save_to_store(&self) -> Result<u64, Error> {
        let Some(store) = self.store.get() else { return Ok(0) };
        let mut batch = Batch {
            store,
            game: self.game(),
            fingerprint: self.rules.identity().short(),
            found: Vec::new(),
            written: Ok(0),
        };
        self.save_nimbers(&mut batch);
        self.save_misere(&mut batch);
        batch.write();
        batch.written
    }

    fn save_nimbers(&self, batch: &mut Batch<'_>) {
        let rules = &*self.rules;
        let mut efforts = Efforts::new();
        for values in self.all_values() {
            let count = |effort| {
                efforts.count(effort);
                false
            };
            values.each_known_if(&rules.rules, count, |_, _| {});
        }
        let least = efforts.least_kept();
        for values in self.all_values() {
            values.each_known_if(
                &rules.rules,
                |effort| effort >= least,
                |part, nimber| {
                    if rules.knowledge().theorem(part).is_none() {
                        batch.push(rules.term(part), Value::Nimber(nimber.0));
                    }
                },
            );
        }
    }

    fn save_misere(&self, batch: &mut Batch<'_>) {
        let rules = &*self.rules;
        let effort_of = |sum: &[&R::Position]| sum_effort(rules, sum.iter().copied());
        let mut efforts = Efforts::new();
        for sums in self.all_sums() {
            sums.each_known(|sum, _| efforts.count(effort_of(sum)));
        }
        let least = efforts.least_kept();
        for sums in self.all_sums() {
            sums.each_known(|sum, outcome| {
                if effort_of(sum) >= least {
                    batch.push(sum_text(rules, sum), Value::Misere { next_wins: outcome == Outcome::N });
                }
            });
        }
    }
}

impl<R: Playable> Typed<R> {
    /// Adds a value of this position, where a search would look it up: a nimber of a position that is one part, or the
    /// misère outcome of all parts together.
    pub(super) fn keep_in(&self, value: Value, store: &Store) -> Result<bool, Error> {
        let rules = &*self.rules;
        let parts = rules.split(self.position.clone()).into_iter().map(|part| rules.canon(part));
        let parts: Vec<R::Position> = parts.filter(|part| rules.moves_left(part) > 0).collect();
        let sum: Vec<&R::Position> = parts.iter().collect();
        let is_one = sum.len() == 1 || matches!(value, Value::Misere { .. });
        if !is_one || !rules.is_kept() || sum_effort(rules, &parts) < LEAST_EFFORT {
            return Ok(false);
        }
        let found = [(sum_text(rules, &sum), value)];
        Ok(store.add(&self.memo.game(), rules.identity().short(), &found)? > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hardest_values_are_kept_and_all_where_they_are_few() {
        let least = |counts: &[(u64, u64)]| {
            let mut efforts = Efforts::new();
            for &(effort, count) in counts {
                (0..count).for_each(|_| efforts.count(effort));
            }
            efforts.least_kept()
        };
        assert_eq!(least(&[]), LEAST_EFFORT);
        assert_eq!(least(&[(3, 200_000), (20, 50_000), (40, 100)]), LEAST_EFFORT);
        assert_eq!(least(&[(16, 1_000_000), (20, 90_000), (30, 20_000), (u64::MAX, 7)]), 20);
        assert_eq!(least(&[(20, 200_000)]), 20, "those of one effort are kept together");
        assert_eq!(least(&[(20, 60_000_000), (30, 100_000), (40, 140_000), (50, 1_000)]), 30);
    }
}
