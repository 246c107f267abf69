//! Parts that are looked up together.

use crate::index::Slot;
use crate::values::{Hashed, Id, Met, Recent, Values};
use grundy_core::Nimber;
use std::hash::Hash;

/// The parts of some options, gathered to be looked up at once: most lookups wait for memory, and
/// those that do not depend on each other wait together.
pub(crate) struct Batch<P> {
    parts: Vec<Hashed<P>>,
    /// Where the parts of each option end.
    ends: Vec<usize>,
    glances: Vec<Glance>,
}

/// So many parts are enough.
const FULL: usize = 8;

/// What has been read of a part so far.
enum Glance {
    /// Its nimber was looked up of late.
    Known(Nimber),
    /// The slot where its number would be.
    Slot(Slot),
    /// The part that may be it, with its word and what is known of it.
    Entry(Id, u64, Option<Nimber>),
}

impl<P: Eq + Hash> Batch<P> {
    /// Adds a part of the option that is gathered.
    pub(crate) fn add(&mut self, part: Hashed<P>) {
        self.parts.push(part);
    }

    /// Ends an option; the next part belongs to the next one. Tells whether it is time to look up.
    pub(crate) fn end_option(&mut self) -> bool {
        self.ends.push(self.parts.len());
        self.parts.len() >= FULL
    }

    pub(crate) fn clear(&mut self) {
        self.parts.clear();
        self.ends.clear();
    }

    /// Looks all parts up, and visits option by option what is known of their parts. The batch is empty
    /// then.
    pub(crate) fn look_up<B>(
        &mut self,
        values: &Values<P>,
        recent: &mut Recent,
        mut visit: impl FnMut(&mut dyn Iterator<Item = Met<P>>) -> std::ops::ControlFlow<B>,
    ) -> std::ops::ControlFlow<B> {
        self.glances.clear();
        self.glances.extend(self.parts.iter().map(|part| match recent.nimber(part) {
            Some(nimber) => Glance::Known(nimber),
            None => Glance::Slot(values.slot(part)),
        }));
        for (glance, part) in self.glances.iter_mut().zip(&self.parts) {
            if let Glance::Slot(slot) = glance
                && let Some(id) = values.number_in(*slot, part)
            {
                let (word, known) = values.glance(id);
                *glance = Glance::Entry(id, word, known);
            }
        }
        let mut met = self.glances.drain(..).zip(self.parts.drain(..)).map(|(glance, part)| match glance {
            Glance::Known(nimber) => Met::Known(nimber),
            Glance::Slot(slot) if slot.is_free() => Met::New(part),
            Glance::Entry(id, word, known) if part.is_told_by(word) => match known {
                Some(nimber) => {
                    recent.note(&part, nimber);
                    Met::Known(nimber)
                }
                None => Met::Unknown(id),
            },
            Glance::Slot(_) | Glance::Entry(..) => values.met(part),
        });
        let mut from = 0;
        for to in self.ends.drain(..) {
            visit(&mut met.by_ref().take(to - from))?;
            from = to;
        }
        std::ops::ControlFlow::Continue(())
    }
}

impl<P> Default for Batch<P> {
    fn default() -> Self {
        Batch { parts: Vec::new(), ends: Vec::new(), glances: Vec::new() }
    }
}
