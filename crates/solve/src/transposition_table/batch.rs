//! Look-ups of many parts in flight together (batching, in place of explicit prefetching).

use super::hash_index::Slot;
use super::key::Key;
use super::recent::RecentNimbers;
use super::table::{PartId, TranspositionTable};
use grundy_core::Nimber;
use std::hash::Hash;
use std::ops::ControlFlow;

/// The parts of some options, gathered to be looked up together. Most look-ups wait for memory; look-ups
/// that do not depend on each other wait at the same time.
pub(crate) struct LookupBatch<P> {
    parts: Vec<Key<P>>,
    /// For each option, where its parts end.
    ends: Vec<usize>,
    /// For each part, how far its look-up has come.
    stages: Vec<Stage>,
}

/// A batch with this number of parts is full.
const FULL: usize = 8;

/// How far the look-up of a part has come.
enum Stage {
    /// Its nimber was among the recent ones.
    Known(Nimber),
    /// The first slot of the index has been read.
    Slot(Slot),
    /// The entry that the slot names has been read: its word and what is known of its nimber.
    Entry(PartId, u64, Option<Nimber>),
}

/// What a look-up finds.
pub(crate) enum LookupResult<P> {
    /// The nimber.
    Known(Nimber),
    /// The part has been met; its nimber is not known.
    Unknown(PartId),
    /// The part has not been met.
    New(Key<P>),
}

impl<P: Eq + Hash> LookupBatch<P> {
    /// Adds a part of the current option.
    pub(crate) fn add(&mut self, part: Key<P>) {
        self.parts.push(part);
    }

    /// Ends the current option. Returns whether the batch is full.
    pub(crate) fn end_option(&mut self) -> bool {
        self.ends.push(self.parts.len());
        self.parts.len() >= FULL
    }

    pub(crate) fn clear(&mut self) {
        self.parts.clear();
        self.ends.clear();
    }

    /// Looks all parts up and empties the batch. `visit` is called for each option with what was found of
    /// its parts.
    pub(crate) fn look_up<B>(
        &mut self,
        table: &TranspositionTable<P>,
        recent: &mut RecentNimbers,
        mut visit: impl FnMut(&mut dyn Iterator<Item = LookupResult<P>>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.read_slots(table, recent);
        self.read_entries(table);
        let stages = self.stages.drain(..).zip(self.parts.drain(..));
        let mut results = stages.map(|(stage, part)| match stage {
            Stage::Known(nimber) => LookupResult::Known(nimber),
            Stage::Slot(slot) if slot.is_free() => LookupResult::New(part),
            Stage::Entry(id, word, known) if part.is_identified_by(word) => match known {
                Some(nimber) => {
                    recent.put(&part, nimber);
                    LookupResult::Known(nimber)
                }
                None => LookupResult::Unknown(id),
            },
            // A collision, or a part without a word: further slots are probed and positions compared.
            Stage::Slot(_) | Stage::Entry(..) => probe(part, table),
        });
        let mut from = 0;
        for to in self.ends.drain(..) {
            visit(&mut results.by_ref().take(to - from))?;
            from = to;
        }
        ControlFlow::Continue(())
    }

    /// Reads the first slot of every part that is not among the recent ones.
    #[inline(always)] // a step of `look_up`
    fn read_slots(&mut self, table: &TranspositionTable<P>, recent: &RecentNimbers) {
        self.stages.clear();
        self.stages.extend(self.parts.iter().map(|part| match recent.get(part) {
            Some(nimber) => Stage::Known(nimber),
            None => Stage::Slot(table.slot(part)),
        }));
    }

    /// Reads the entry of every slot whose tag fits.
    #[inline(always)] // a step of `look_up`
    fn read_entries(&mut self, table: &TranspositionTable<P>) {
        for (stage, part) in self.stages.iter_mut().zip(&self.parts) {
            if let Stage::Slot(slot) = stage
                && let Some(id) = slot.number(part.tag)
            {
                let (word, known) = table.word_and_nimber(id);
                *stage = Stage::Entry(id, word, known);
            }
        }
    }
}

/// Looks one part up alone. It is rare, and inlined it would slow the common cases down.
#[inline(never)]
fn probe<P: Eq + Hash>(part: Key<P>, table: &TranspositionTable<P>) -> LookupResult<P> {
    match table.find(&part) {
        None => LookupResult::New(part),
        Some(id) => table.known(id).map_or(LookupResult::Unknown(id), LookupResult::Known),
    }
}

impl<P> Default for LookupBatch<P> {
    fn default() -> Self {
        LookupBatch { parts: Vec::new(), ends: Vec::new(), stages: Vec::new() }
    }
}
