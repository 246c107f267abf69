//! Games that never break a heap: subtraction sets, all-but sets, and every
//! code without a 4 or an 8.

use crate::Code;
use crate::code::{NOTHING, ONE};
use crate::error::EngineError;

/// The digit of a plain take: any remainder, even none, may be left.
const TAKE: u8 = NOTHING | ONE;

/// Nimbers of a game whose every option is a single heap or nothing.
#[derive(Clone, Debug)]
pub(crate) struct Taking {
    code: Code,
    values: Vec<u32>,
    seen: Vec<u64>,
    /// Set for codes whose repeated group is `[3]`: from `reach` on every
    /// number of beans may be taken.
    all_but: Option<Blocked>,
}

/// The nimbers that can be reached for ever, since every heap larger by
/// `reach` or more may be cut down to one that has them.
#[derive(Clone, Debug)]
struct Blocked {
    reach: usize,
    used: Vec<bool>,
    /// Every nimber below `base` is used.
    base: usize,
}

impl Taking {
    /// Continues from known nimbers of heaps `0..values.len()`.
    pub(crate) fn from_values(code: &Code, values: Vec<u32>) -> Self {
        let (digits, repeat) = code.fraction();
        let all_but = (repeat == [TAKE] && digits.iter().all(|&digit| digit == 0 || digit == TAKE))
            .then(|| Blocked { reach: digits.len() + 1, used: Vec::new(), base: 0 });
        let mut taking = Taking { code: code.clone(), values, seen: Vec::new(), all_but };
        if let Some(blocked) = &mut taking.all_but {
            let settled = taking.values.len().saturating_sub(blocked.reach);
            taking.values[..settled].iter().for_each(|&value| blocked.add(value));
        }
        taking
    }

    pub(crate) fn values(&self) -> &[u32] {
        &self.values
    }

    /// Computes the next nimber. Costs one step for each number that may be
    /// taken; for all-but sets, for each number up to the largest exception.
    pub(crate) fn step(&mut self) -> Result<(), EngineError> {
        let heap = self.values.len();
        let stamp = u64::try_from(heap).map_err(|_| EngineError::Nimbers)? + 1;
        let all_takes = self.code.largest_take().map_or(heap, |take| heap.min(take as usize));
        let mut deepest = all_takes;
        let mut mex = 0;
        if let Some(blocked) = &mut self.all_but {
            if let Some(settled) = heap.checked_sub(blocked.reach) {
                blocked.add(self.values[settled]);
            }
            deepest = all_takes.min(blocked.reach - 1);
            mex = blocked.base;
        }
        for taken in 1..=deepest {
            let digit = self.code.digit(taken as u64);
            let value = match heap - taken {
                0 if digit & NOTHING != 0 => 0,
                rest if rest > 0 && digit & ONE != 0 => self.values[rest] as usize,
                _ => continue,
            };
            if self.seen.len() <= value {
                self.seen.resize(value + 1, 0);
            }
            self.seen[value] = stamp;
        }
        let used = |value: usize| {
            self.all_but.as_ref().is_some_and(|blocked| blocked.used.get(value) == Some(&true))
        };
        while self.seen.get(mex) == Some(&stamp) || used(mex) {
            mex += 1;
        }
        self.values.push(u32::try_from(mex).map_err(|_| EngineError::Nimbers)?);
        Ok(())
    }
}

impl Blocked {
    fn add(&mut self, value: u32) {
        let value = value as usize;
        if self.used.len() <= value {
            self.used.resize(value + 1, false);
        }
        self.used[value] = true;
        while self.used.get(self.base) == Some(&true) {
            self.base += 1;
        }
    }
}
