//! What a memo has found, written to a store.

use super::known::{LEAST_EFFORT, sum_effort, sum_text};
use crate::memos::Memo;
use crate::named::Identified;
use crate::typed::Typed;
use grundy_core::{Outcome, Playable, Tuned};
use grundy_store::{Error, Store, Value};

/// So many values are written at once: a search may have found more than fit twice into memory.
const BATCH: usize = 100_000;

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
        let rules = &*self.rules;
        let mut batch = Batch {
            store,
            game: self.game(),
            fingerprint: rules.identity().short(),
            found: Vec::new(),
            written: Ok(0),
        };
        for values in self.all_values() {
            values.each_known(&rules.rules, |part, nimber| {
                if Tuned(&rules.rules).effort(part) >= LEAST_EFFORT
                    && rules.knowledge().theorem(part).is_none()
                {
                    batch.push(rules.term(part), Value::Nimber(nimber.0));
                }
            });
        }
        for sums in self.all_sums() {
            sums.each_known(|sum, outcome| {
                if sum_effort(rules, sum) >= LEAST_EFFORT {
                    batch.push(sum_text(rules, sum), Value::Misere { next_wins: outcome == Outcome::N });
                }
            });
        }
        batch.write();
        batch.written
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
        if !is_one || !rules.is_kept() || sum_effort(rules, &sum) < LEAST_EFFORT {
            return Ok(false);
        }
        let found = [(sum_text(rules, &sum), value)];
        Ok(store.add(&self.memo.game(), rules.identity().short(), &found)? > 0)
    }
}
