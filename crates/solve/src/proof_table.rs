//! The proof numbers that a thread has stored, by part and value.

use crate::proof_numbers::{Estimates, ProofNumbers};
use crate::transposition_table::{PartId, Snapshot};
use grundy_core::{Nimber, Run, Stopped};

/// Proof numbers of the statements "part p has the nimber v": stored ones, and estimates for the others.
pub(crate) struct ProofTable {
    estimates: Estimates,
    /// For each part, the index of its first stored entry + 1; 0 where it has none.
    first: Vec<u32>,
    stored: Vec<Stored>,
    /// The memory of the entries, as held by the run.
    bytes: usize,
}

struct Stored {
    value: Nimber,
    numbers: ProofNumbers,
    /// The next entry of the same part, as in `first`.
    next: u32,
}

impl ProofTable {
    /// An empty table. The estimated work on a part doubles with each `doubling` of its effort.
    pub(crate) fn new(doubling: u64) -> ProofTable {
        ProofTable { estimates: Estimates::new(doubling), first: Vec::new(), stored: Vec::new(), bytes: 0 }
    }

    /// The numbers of the statement "this part has the nimber `value`": stored, or estimated.
    pub(crate) fn numbers(&self, id: PartId, part: Snapshot, value: Nimber) -> ProofNumbers {
        let stored = if part.has_proof_numbers() { self.get(id, value) } else { None };
        stored.unwrap_or_else(|| self.estimate(part.effort(), part.candidates_below(value)))
    }

    /// The estimate for a part without stored numbers.
    pub(crate) fn estimate(&self, effort: u64, smaller: u32) -> ProofNumbers {
        self.estimates.of(effort, smaller)
    }

    fn get(&self, id: PartId, value: Nimber) -> Option<ProofNumbers> {
        self.find(id, value).map(|index| self.stored[index].numbers)
    }

    /// Stores the numbers of a statement, over those that were stored before.
    pub(crate) fn store(
        &mut self,
        id: PartId,
        value: Nimber,
        numbers: ProofNumbers,
        run: &Run,
    ) -> Result<(), Stopped> {
        if let Some(index) = self.find(id, value) {
            self.stored[index].numbers = numbers;
            return Ok(());
        }
        let part = id as usize;
        if part >= self.first.len() {
            self.first.resize((part + 1).next_power_of_two(), 0);
        }
        self.stored.push(Stored { value, numbers, next: self.first[part] });
        self.first[part] = u32::try_from(self.stored.len()).expect("fewer than four billion entries");
        let bytes = self.first.capacity() * size_of::<u32>() + self.stored.capacity() * size_of::<Stored>();
        run.hold(bytes - self.bytes)?;
        self.bytes = bytes;
        Ok(())
    }

    /// Releases the memory of the entries from the run.
    pub(crate) fn release(&mut self, run: &Run) {
        run.release(std::mem::take(&mut self.bytes));
    }

    fn find(&self, id: PartId, value: Nimber) -> Option<usize> {
        let mut next = *self.first.get(id as usize)?;
        loop {
            let index = next.checked_sub(1)? as usize;
            let stored = &self.stored[index];
            if stored.value == value {
                return Some(index);
            }
            next = stored.next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_grow_with_effort() {
        let table = ProofTable::new(12);
        assert_eq!(table.estimate(0, 0), ProofNumbers { proof: 16, disproof: 16 });
        assert_eq!(table.estimate(24, 1).proof, 16 * 4 * 5 / 4);
        assert_eq!(table.estimate(36, 0).disproof, 32);
        for effort in 0..1024 {
            let (less, more) = (table.estimate(effort, 2), table.estimate(effort + 1, 2));
            assert!(less.proof <= more.proof && less.disproof <= more.disproof, "{effort}");
        }
    }

    #[test]
    fn every_statement_has_its_own_entry() {
        let (mut table, run) = (ProofTable::new(1), Run::unlimited());
        let numbers = |id: PartId, value: u64, round| ProofNumbers {
            proof: round,
            disproof: u64::from(id) * 100 + value,
        };
        for round in 0..2 {
            for (id, value) in [(5, 0), (5, 3), (0, 3), (900, 1), (5, 1)] {
                table.store(id, Nimber(value), numbers(id, value, round), &run).expect("no limit");
            }
        }
        for (id, value) in [(5, 0), (5, 1), (5, 3), (0, 3), (900, 1)] {
            assert_eq!(table.get(id, Nimber(value)), Some(numbers(id, value, 1)));
        }
        let absent = [(5, 2), (4, 0), (901, 0)];
        assert!(absent.into_iter().all(|(id, value)| table.get(id, Nimber(value)).is_none()));
    }
}
