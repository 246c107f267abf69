//! The lines that a thread has taken, and what it has found of them.

use super::printer::{Chunk, LineOutput};
use crate::Ending;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The lines that a thread has taken, in order. Other threads may take some of them, and what was found.
pub struct LineQueue<T>(Mutex<Held<T>>);

struct Held<T> {
    /// The lines that were not begun.
    lines: VecDeque<T>,
    /// The number of the first of them.
    next: u64,
    /// What was found since it was last taken.
    chunk: Chunk,
}

impl<T> Default for LineQueue<T> {
    fn default() -> Self {
        LineQueue(Mutex::new(Held { lines: VecDeque::new(), next: 0, chunk: Chunk::default() }))
    }
}

impl<T> LineQueue<T> {
    fn held(&self) -> MutexGuard<'_, Held<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes lines; `first` is the number of the first one. It must have none left.
    pub fn fill(&self, first: u64, lines: impl Into<VecDeque<T>>) {
        *self.held() = Held { lines: lines.into(), next: first, chunk: Chunk::from(first) };
    }

    /// The next line.
    pub fn next(&self) -> Option<T> {
        let mut held = self.held();
        held.next += 1;
        held.lines.pop_front()
    }

    /// Notes how the line that was last taken ended, and its output.
    pub fn record(&self, ending: Ending, output: &mut LineOutput) {
        self.held().chunk.add(ending, output);
    }

    /// What was found since this was last asked.
    pub fn chunk(&self) -> Chunk {
        self.held().chunk.take()
    }

    /// Takes half of the lines of another, and more than half of an odd number: the last ones. Says whether
    /// there were any. The own ones have come to an end.
    pub fn steal(&self, from: &LineQueue<T>) -> bool {
        let (first, lines) = {
            let mut held = from.held();
            let kept = held.lines.len() / 2;
            (held.next + kept as u64, held.lines.split_off(kept))
        };
        if lines.is_empty() {
            return false;
        }
        self.fill(first, lines);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_lines_are_taken_with_their_numbers() {
        let (own, other) = (LineQueue::default(), LineQueue::default());
        other.fill(10, (10..15).collect::<Vec<u64>>());
        assert_eq!(other.next(), Some(10));
        assert!(own.steal(&other));
        assert_eq!(own.chunk().end(), 13);
        assert_eq!([own.next(), own.next(), own.next()], [Some(13), Some(14), None]);
        other.record(Ending::Answered, &mut LineOutput::default());
        assert_eq!([other.next(), other.next(), other.next()], [Some(11), Some(12), None]);
        assert!(!own.steal(&other));
    }
}
