//! Games that never break a heap: subtraction sets, all-but sets, and every code without a 4 or an 8.

use crate::Code;
use crate::code::takes::{NOTHING, ONE, Takes};
use crate::error::EngineError;
use crate::period::all_but::all_but_reach;

/// Nimbers of a game whose every option is a single heap or nothing.
#[derive(Clone, Debug)]
pub(crate) struct Taking {
    takes: Takes,
    values: Vec<u32>,
    /// `seen[v] == heap + 1` where a move reaches v; for all-but sets it holds how often v lies where no move
    /// goes, and is empty between two heaps.
    seen: Vec<u64>,
    all_but: Option<AllBut>,
}

/// A code by which any number of beans may be taken but for a few. A nimber is missing from the options
/// exactly when it is worth only heaps that lie behind one of the exceptions.
#[derive(Clone, Debug)]
struct AllBut {
    exceptions: Vec<usize>,
    /// How many heaps are worth each nimber.
    counts: Vec<u64>,
    /// The least nimber that no heap has.
    unused: usize,
}

impl Taking {
    /// Continues from known nimbers of heaps `0..values.len()`.
    pub(crate) fn from_values(code: &Code, values: Vec<u32>) -> Self {
        let (digits, _) = code.fraction();
        let all_but = all_but_reach(code).map(|_| {
            let exceptions = (1..).zip(digits).filter(|(_, digit)| digit.is_zero()).map(|(taken, _)| taken);
            let mut all_but = AllBut { exceptions: exceptions.collect(), counts: Vec::new(), unused: 0 };
            values.iter().for_each(|&value| all_but.add(value));
            all_but
        });
        Taking { takes: Takes::new(code), values, seen: Vec::new(), all_but }
    }

    pub(crate) fn values(&self) -> &[u32] {
        &self.values
    }

    /// The bytes that grow with the heaps.
    pub(crate) fn bytes(&self) -> u64 {
        let counts = self.all_but.as_ref().map_or(0, |all_but| all_but.counts.len());
        (4 * self.values.len() + 8 * (self.seen.len() + counts)) as u64
    }

    /// Computes the next nimber. Costs one step for each number that may be taken; for all-but sets, for each
    /// that may not.
    pub(crate) fn step(&mut self) -> Result<(), EngineError> {
        let mex = match &self.all_but {
            Some(all_but) => all_but.mex(&self.values, &mut self.seen),
            None => self.mex()?,
        };
        let value = u32::try_from(mex).map_err(|_| EngineError::Nimbers)?;
        self.values.push(value);
        if let Some(all_but) = &mut self.all_but {
            all_but.add(value);
        }
        Ok(())
    }

    fn mex(&mut self) -> Result<usize, EngineError> {
        let heap = self.values.len();
        let stamp = u64::try_from(heap).map_err(|_| EngineError::Nimbers)? + 1;
        let (values, seen) = (&self.values, &mut self.seen);
        self.takes.each_upto(heap, |taken, digit| {
            let value = match heap - taken {
                _ if taken == 0 => return,
                0 if digit & NOTHING != 0 => 0,
                rest if rest > 0 && digit & ONE != 0 => values[rest] as usize,
                _ => return,
            };
            if seen.len() <= value {
                seen.resize(value + 1, 0);
            }
            seen[value] = stamp;
        });
        Ok(self.seen.iter().position(|&seen| seen != stamp).unwrap_or(self.seen.len()))
    }
}

impl AllBut {
    fn mex(&self, values: &[u32], behind: &mut Vec<u64>) -> usize {
        behind.resize(self.counts.len(), 0);
        let behind_exceptions = || {
            let heaps = self.exceptions.iter().filter_map(|taken| values.len().checked_sub(*taken));
            heaps.map(|heap| values[heap] as usize)
        };
        behind_exceptions().for_each(|value| behind[value] += 1);
        let missing = behind_exceptions().filter(|&value| behind[value] == self.counts[value]).min();
        behind_exceptions().for_each(|value| behind[value] = 0);
        missing.map_or(self.unused, |value| value.min(self.unused))
    }

    fn add(&mut self, value: u32) {
        let value = value as usize;
        if self.counts.len() <= value {
            self.counts.resize(value + 1, 0);
        }
        self.counts[value] += 1;
        while self.counts.get(self.unused).is_some_and(|&count| count > 0) {
            self.unused += 1;
        }
    }
}
