//! How much work is thought to be left: proof numbers.

use crate::values::Id;
use grundy_core::{Nimber, Run, Stopped};

/// The work that is thought to be left until it is shown that a part has a value, or that it has not:
/// the proof number and the disproof number of L. V. Allis, M. van der Meulen and H. J. van den Herik,
/// "Proof-number search", Artificial Intelligence 66, 1994.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Work {
    /// Until it is shown that the part has another value.
    pub(crate) differs: u64,
    /// Until it is shown that the part has this value.
    pub(crate) equals: u64,
}

/// Sums of work go up to here.
const MOST: u64 = 1 << 60;

/// The work on a part without effort.
const LEAST: u64 = 8;

/// The work on one part doubles at most so often.
const MOST_DOUBLINGS: u64 = 40;

/// To find one option of some value is easier than to find that there is none: the work until a part
/// differs doubles with so many times the effort.
const EASIER: u64 = 3;

impl Work {
    /// More than all work: a limit that is never reached.
    pub(crate) const ENDLESS: Work = Work { differs: MOST + 1, equals: MOST + 1 };

    /// None yet: what a sum begins with.
    pub(crate) const NONE: Work = Work { differs: 0, equals: 0 };

    /// The work on a part that has not been looked into: it doubles with each `doubling` of effort, evenly
    /// in between.
    fn thought(effort: u64, doubling: u64) -> Work {
        let doubling = doubling.max(1);
        let grown = |doubling: u64| {
            let effort = effort.min(doubling.saturating_mul(MOST_DOUBLINGS));
            let work = LEAST << (effort / doubling);
            work + work / doubling * (effort % doubling)
        };
        Work { differs: grown(doubling.saturating_mul(EASIER)), equals: grown(doubling) }
    }

    /// The work on both.
    pub(crate) fn and(self, other: Work) -> Work {
        let sum = |one: u64, other: u64| one.saturating_add(other).min(MOST);
        Work { differs: sum(self.differs, other.differs), equals: sum(self.equals, other.equals) }
    }

    /// Whether some number has come to its limit.
    pub(crate) fn reaches(self, limits: Work) -> bool {
        self.differs >= limits.differs || self.equals >= limits.equals
    }
}

/// What work is thought to be left on the questions that have been asked, and on others.
pub(crate) struct Works {
    /// With each of these the work on a part doubles.
    doubling: u64,
    /// The work on parts of small effort, worked out once.
    thoughts: Vec<Work>,
    /// By part, its first note + 1; 0 where it has none.
    first: Vec<u32>,
    notes: Vec<Note>,
    /// What the notes take, as told to the run.
    bytes: usize,
}

struct Note {
    value: Nimber,
    work: Work,
    /// The next note of the same part, as in `first`.
    next: u32,
}

/// The work is worked out once for efforts below this.
const SMALL_EFFORT: u64 = 512;

impl Works {
    /// Without a note; the work on a part doubles with each `doubling` of its effort.
    pub(crate) fn new(doubling: u64) -> Works {
        let thoughts = (0..SMALL_EFFORT).map(|effort| Work::thought(effort, doubling)).collect();
        Works { doubling, thoughts, first: Vec::new(), notes: Vec::new(), bytes: 0 }
    }

    /// The work on a part of which nothing has been noted. It grows by half for each smaller value that
    /// has to be found among the options.
    pub(crate) fn thought(&self, effort: u64, smaller: u32) -> Work {
        let thought = usize::try_from(effort).ok().and_then(|effort| self.thoughts.get(effort).copied());
        let Work { differs, equals } = thought.unwrap_or_else(|| Work::thought(effort, self.doubling));
        Work { differs, equals: equals + equals / 2 * u64::from(smaller) }
    }

    /// The work left on the question whether a part has this value, where it has been noted.
    pub(crate) fn get(&self, id: Id, value: Nimber) -> Option<Work> {
        self.find(id, value).map(|note| self.notes[note].work)
    }

    /// Notes the work left.
    pub(crate) fn note(&mut self, id: Id, value: Nimber, work: Work, run: &Run) -> Result<(), Stopped> {
        if let Some(note) = self.find(id, value) {
            self.notes[note].work = work;
            return Ok(());
        }
        let index = id as usize;
        if index >= self.first.len() {
            self.first.resize((index + 1).next_power_of_two(), 0);
        }
        self.notes.push(Note { value, work, next: self.first[index] });
        self.first[index] = u32::try_from(self.notes.len()).expect("fewer than four billion notes");
        let bytes = self.first.capacity() * size_of::<u32>() + self.notes.capacity() * size_of::<Note>();
        run.hold(bytes - self.bytes)?;
        self.bytes = bytes;
        Ok(())
    }

    /// Tells the run that the notes are not held any more.
    pub(crate) fn release(&mut self, run: &Run) {
        run.release(std::mem::take(&mut self.bytes));
    }

    fn find(&self, id: Id, value: Nimber) -> Option<usize> {
        let mut next = *self.first.get(id as usize)?;
        loop {
            let index = next.checked_sub(1)? as usize;
            let note = &self.notes[index];
            if note.value == value {
                return Some(index);
            }
            next = note.next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_grows_with_effort_and_has_an_end() {
        let works = Works::new(12);
        assert_eq!(works.thought(0, 0), Work { differs: 8, equals: 8 });
        assert_eq!(works.thought(24, 1).equals, 8 * 4 * 3 / 2);
        assert_eq!(works.thought(36, 0).differs, 16);
        for effort in 0..2 * SMALL_EFFORT {
            let (less, more) = (works.thought(effort, 2), works.thought(effort + 1, 2));
            assert!(less.equals <= more.equals && less.differs <= more.differs, "{effort}");
        }
        let large = (0..40).fold(Works::new(1).thought(u64::MAX, 64), |sum, _| sum.and(sum));
        assert!(large.and(large) == large && !large.reaches(Work::ENDLESS));
    }

    #[test]
    fn every_question_has_its_own_note() {
        let (mut works, run) = (Works::new(1), Run::unlimited());
        let work = |id: Id, value: u64, round| Work { differs: u64::from(id) * 100 + value, equals: round };
        for round in 0..2 {
            for (id, value) in [(5, 0), (5, 3), (0, 3), (900, 1), (5, 1)] {
                works.note(id, Nimber(value), work(id, value, round), &run).expect("no limit");
            }
        }
        for (id, value) in [(5, 0), (5, 1), (5, 3), (0, 3), (900, 1)] {
            assert_eq!(works.get(id, Nimber(value)), Some(work(id, value, 1)));
        }
        assert_eq!(
            (works.get(5, Nimber(2)), works.get(4, Nimber(0)), works.get(901, Nimber(0))),
            (None, None, None)
        );
    }
}
