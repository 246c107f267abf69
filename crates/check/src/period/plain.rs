//! Nimbers by the plain rule, written for the checker alone.

use super::clock::{Clock, Halt};
use grundy_heaps::Code;

/// What is held for a heap while its nimber is worked out: the nimber in a list that grows.
const BYTES_A_HEAP: u64 = 8;

/// Works out the nimbers of heaps `values.len()..terms`, each the mex over every option, behind those that
/// are known.
///
/// # Errors
///
/// When the clock says so; `values` has what was worked out before.
pub(super) fn extend(
    code: &Code,
    terms: usize,
    values: &mut Vec<u32>,
    clock: &mut Clock<'_>,
) -> Result<(), Halt> {
    let mut kernel = Kernel::new(code, values);
    while values.len() < terms {
        clock.knows(values.len());
        clock.holds(BYTES_A_HEAP * (values.len() as u64 + 1) + kernel.bytes())?;
        let nimber = kernel.mex(values, clock)?;
        values.push(nimber);
    }
    clock.knows(values.len());
    Ok(())
}

/// The rules, and the options of the heap under study.
struct Kernel<'a> {
    code: &'a Code,
    /// Of a finite code, however long, only the digits that allow a move.
    listed: Option<Vec<(usize, u8)>>,
    differ: bool,
    /// `mark[v] == stamp` when an option has the nimber v. A XOR of nimbers has no bit above theirs, so it is
    /// twice as long as the power of two above the largest.
    mark: Vec<u32>,
    stamp: u32,
    largest: u32,
}

impl<'a> Kernel<'a> {
    fn new(code: &'a Code, values: &[u32]) -> Self {
        let digits = |longest: u64| (0..=longest).map(|taken| (taken as usize, code.digit(taken)));
        let listed = code.largest_take().map(|longest| digits(longest).filter(|&(_, digit)| digit != 0));
        Kernel {
            code,
            listed: listed.map(Iterator::collect),
            differ: code.unequal_parts(),
            mark: Vec::new(),
            stamp: 0,
            largest: values.iter().copied().max().unwrap_or(0),
        }
    }

    fn bytes(&self) -> u64 {
        4 * self.mark.len() as u64
    }

    /// The mex over every option of the heap after those that are known.
    fn mex(&mut self, values: &[u32], clock: &mut Clock<'_>) -> Result<u32, Halt> {
        let heap = values.len();
        let room = 2 * (self.largest as usize + 1).next_power_of_two();
        if self.mark.len() < room {
            self.mark.resize(room, 0);
        }
        if self.stamp == u32::MAX {
            self.mark.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
        match self.listed.take() {
            Some(listed) => {
                let taken = listed.iter().take_while(|listed| listed.0 <= heap);
                let marked = taken.copied().try_for_each(|(taken, digit)| {
                    clock.worked(1)?;
                    self.mark_options(digit, heap - taken, values, clock)
                });
                self.listed = Some(listed);
                marked?;
            }
            None => {
                for taken in 0..=heap {
                    clock.worked(1)?;
                    self.mark_options(self.code.digit(taken as u64), heap - taken, values, clock)?;
                }
            }
        }
        let mex = self.mark.iter().position(|&seen| seen != self.stamp).unwrap_or(self.mark.len());
        clock.worked(mex)?;
        self.largest = self.largest.max(mex as u32);
        Ok(mex as u32)
    }

    /// Marks the options that leave `rest` beans.
    fn mark_options(
        &mut self,
        digit: u8,
        rest: usize,
        values: &[u32],
        clock: &mut Clock<'_>,
    ) -> Result<(), Halt> {
        let (mark, stamp) = (&mut self.mark[..], self.stamp);
        if rest == 0 {
            if digit & 1 != 0 {
                mark[0] = stamp;
            }
            return Ok(());
        }
        if digit & 2 != 0 {
            mark[values[rest] as usize] = stamp;
        }
        if digit & 4 != 0 {
            for a in 1..=rest / 2 {
                if !self.differ || 2 * a != rest {
                    mark[(values[a] ^ values[rest - a]) as usize] = stamp;
                }
            }
            clock.worked(rest / 2)?;
        }
        if digit & 8 != 0 {
            for a in 1..=rest / 3 {
                let most = (rest - a) / 2;
                for b in a..=most {
                    let c = rest - a - b;
                    if !self.differ || self.code.parts_allowed(&[a as u64, b as u64, c as u64]) {
                        mark[(values[a] ^ values[b] ^ values[c]) as usize] = stamp;
                    }
                }
                clock.worked(most + 1 - a)?;
            }
        }
        Ok(())
    }
}
