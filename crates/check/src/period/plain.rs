//! Nimbers by the plain rule, written for the checker alone.

use super::clock::{Clock, Halt};
use super::parted::Parted;
use grundy_heaps::{Code, Digit, MOST_NAMED, Sizes};

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
        if let Some(parted) = &mut kernel.parted {
            parted.push(values, clock)?;
        }
    }
    clock.knows(values.len());
    Ok(())
}

/// The rules, and the options of the heap under study.
struct Kernel<'a> {
    code: &'a Code,
    /// Of a finite code, however long, only the digits that allow a move.
    listed: Option<Vec<(usize, Digit)>>,
    /// Where more than three heaps are left or beans are added: what heaps of a total come to.
    parted: Option<Parted>,
    /// `mark[v] == stamp` when an option has the nimber v. A XOR of nimbers has no bit above theirs, so it is
    /// twice as long as the power of two above the largest.
    mark: Vec<u32>,
    stamp: u32,
    largest: u32,
}

impl<'a> Kernel<'a> {
    fn new(code: &'a Code, values: &[u32]) -> Self {
        let digits = |longest: u64| (0..=longest).map(|taken| (taken as usize, code.digit(taken)));
        let listed = code.largest_take().map(|longest| digits(longest).filter(|(_, digit)| !digit.is_zero()));
        let most = code.most_parts().unwrap_or(0) as usize;
        let mut parted = (most > 3 || code.most_added() > 0).then(|| Parted::new(most));
        if let Some(parted) = &mut parted {
            (1..=values.len()).for_each(|known| _ = parted.take_in(&values[..known]));
        }
        Kernel {
            code,
            listed: listed.map(Iterator::collect),
            parted,
            mark: Vec::new(),
            stamp: 0,
            largest: values.iter().copied().max().unwrap_or(0),
        }
    }

    fn bytes(&self) -> u64 {
        4 * self.mark.len() as u64 + self.parted.as_ref().map_or(0, Parted::bytes)
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
                let mut taken = listed.iter().take_while(|listed| listed.0 <= heap);
                let marked = taken.try_for_each(|(taken, digit)| {
                    clock.worked(1)?;
                    self.mark_options(digit, heap - taken, values, clock)
                });
                self.listed = Some(listed);
                marked?;
            }
            None => {
                for taken in 0..=heap {
                    clock.worked(1)?;
                    self.mark_options(&self.code.digit(taken as u64), heap - taken, values, clock)?;
                }
            }
        }
        for beans in 1..=self.code.most_added() {
            self.mark_parted(&self.code.digit_adding(beans), heap + beans as usize, clock)?;
        }
        let mex = self.mark.iter().position(|&seen| seen != self.stamp).unwrap_or(self.mark.len());
        clock.worked(mex)?;
        self.largest = self.largest.max(mex as u32);
        Ok(mex as u32)
    }

    /// Marks the options that leave `rest` beans.
    fn mark_options(
        &mut self,
        digit: &Digit,
        rest: usize,
        values: &[u32],
        clock: &mut Clock<'_>,
    ) -> Result<(), Halt> {
        if self.parted.is_some() {
            return self.mark_parted(digit, rest, clock);
        }
        let (mark, stamp) = (&mut self.mark[..], self.stamp);
        if rest == 0 {
            if digit.sizes(0).is_some() {
                mark[0] = stamp;
            }
            return Ok(());
        }
        if digit.sizes(1).is_some() {
            mark[values[rest] as usize] = stamp;
        }
        if let Some(sizes) = digit.sizes(2) {
            for a in 1..=rest / 2 {
                if may_lie(sizes, [a, rest - a]) {
                    mark[(values[a] ^ values[rest - a]) as usize] = stamp;
                }
            }
            clock.worked(rest / 2)?;
        }
        if let Some(sizes) = digit.sizes(3) {
            for a in 1..=rest / 3 {
                let most = (rest - a) / 2;
                for b in a..=most {
                    let c = rest - a - b;
                    if may_lie(sizes, [a, b, c]) {
                        mark[(values[a] ^ values[b] ^ values[c]) as usize] = stamp;
                    }
                }
                clock.worked(most + 1 - a)?;
            }
        }
        Ok(())
    }

    /// Marks what a digit leaves of `beans` beans where heaps may be of any sizes and number.
    fn mark_parted(&mut self, digit: &Digit, beans: usize, clock: &mut Clock<'_>) -> Result<(), Halt> {
        let (mark, stamp) = (&mut self.mark[..], self.stamp);
        if beans == 0 && digit.sizes(0).is_some() {
            mark[0] = stamp;
        }
        let Some(parted) = &self.parted else { return Ok(()) };
        for heaps in (1..=beans.min(MOST_NAMED)).filter(|&heaps| digit.sizes(heaps as u64).is_some()) {
            for value in parted.of(heaps, beans) {
                mark[value as usize] = stamp;
                clock.worked(1)?;
            }
        }
        Ok(())
    }
}

/// Whether heaps of these sizes, in order of size, may lie beside one another.
fn may_lie<const HEAPS: usize>(sizes: Sizes, heaps: [usize; HEAPS]) -> bool {
    match sizes {
        Sizes::Any => true,
        Sizes::AllDiffer => heaps.is_sorted_by(|a, b| a < b),
        Sizes::NotAllEqual => heaps[0] != heaps[HEAPS - 1],
        Sizes::AllEqual => heaps[0] == heaps[HEAPS - 1],
    }
}
