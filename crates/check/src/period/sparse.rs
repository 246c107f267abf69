//! Nimbers by the sparse rule, and the conditions of a sparse window.

use super::Refused;
use grundy_heaps::{Code, Period, SparseSpace};

/// Heaps recomputed by the plain rule before the sparse rule starts.
const PLAIN: usize = 256;

struct Checker<'a> {
    space: &'a SparseSpace,
    takes: Vec<usize>,
    breaks: Vec<usize>,
    differ: bool,
    values: Vec<u16>,
    rares: Vec<(usize, u16)>,
    mark: Vec<u32>,
}

/// Recomputes the nimbers of heaps `0..period.proof_terms` and checks every
/// condition of the window theorem but the repeat itself.
pub(super) fn nimbers(code: &Code, period: &Period, space: &SparseSpace) -> Result<Vec<u16>, Refused> {
    let longest = conditions(code, period, space)?;
    let list = |bit: u8| {
        (0..=longest).filter(|&taken| code.digit(taken) & bit != 0).map(|taken| taken as usize).collect()
    };
    let mut checker = Checker {
        space,
        takes: list(2),
        breaks: list(4),
        differ: code.unequal_parts(),
        values: Vec::new(),
        rares: Vec::new(),
        mark: vec![0; 1 << 16],
    };
    let terms = period.proof_terms as usize;
    for value in super::plain::nimbers(code, terms.min(PLAIN + 2 * longest as usize)) {
        checker.push(value as u16);
    }
    while checker.values.len() < terms {
        let (value, part) = checker.next()?;
        let heap = checker.values.len() as u64;
        let inside = heap > space.anchor && heap <= space.anchor + period.period;
        if inside && part as u64 > space.reach {
            return Refused::because(format!("heap {heap} needs a part of {part}, beyond the reach"));
        }
        checker.push(value);
    }
    let listed = space.rares.iter().map(|&(heap, nimber)| (heap, nimber));
    if !listed.eq(checker.rares.iter().map(|&(heap, nimber)| (heap as u64, u32::from(nimber)))) {
        return Refused::because("the rare heaps are not those listed");
    }
    Ok(checker.values)
}

/// The conditions that need no nimbers; returns the most beans a move takes.
fn conditions(code: &Code, period: &Period, space: &SparseSpace) -> Result<u64, Refused> {
    let Some(longest) = code.largest_take() else {
        return Refused::because("the theorem needs a code with finitely many digits");
    };
    if code.most_parts() != 2 || period.saltus != 0 {
        return Refused::because("the theorem is for moves that leave two heaps at most, without saltus");
    }
    if space.by_heap {
        let uneven = (0..=longest).any(|taken| code.digit(taken) & 4 != 0 && taken % 2 != space.kappa);
        if uneven || period.period % 2 == 1 {
            return Refused::because("the parity of the heap cannot be part of the class");
        }
    }
    let width = space.reach.saturating_add(longest + 1);
    let checks = [
        (space.mask != 0, "the mask is empty"),
        (space.rares.iter().all(|rare| rare.0 <= space.reach), "a rare heap lies beyond the reach"),
        (space.anchor > width.saturating_mul(2) - 2, "the window ends too early for the reach"),
        (
            period.preperiod + width <= space.anchor.saturating_add(1),
            "the window starts before the preperiod",
        ),
        (
            space.anchor.saturating_add(period.period) < period.proof_terms,
            "the terms end before the window recurs",
        ),
    ];
    match checks.iter().find(|check| !check.0) {
        Some(check) => Refused::because(check.1),
        None => Ok(longest),
    }
}

impl Checker<'_> {
    fn is_common(&self, heap: usize, value: u16) -> bool {
        let odd = (u32::from(value) & self.space.mask).count_ones() % 2 == 1;
        odd != (self.space.by_heap && heap as u64 % 2 != self.space.kappa)
    }

    fn push(&mut self, value: u16) {
        let heap = self.values.len();
        self.values.push(value);
        if heap > 0 && !self.is_common(heap, value) {
            self.rares.push((heap, value));
        }
    }

    /// The next nimber, and the largest smaller part of an option it needed.
    fn next(&mut self) -> Result<(u16, usize), Refused> {
        let heap = self.values.len();
        let stamp = heap as u32;
        // Every option with a common nimber is a take or has one rare part.
        for &taken in &self.takes {
            self.mark[usize::from(self.values[heap - taken])] = stamp;
        }
        for &taken in &self.breaks {
            for &(rare, nimber) in self.rares.iter().take_while(|rare| rare.0 + taken < heap) {
                let other = heap - taken - rare;
                if !self.differ || other != rare {
                    self.mark[usize::from(nimber ^ self.values[other])] = stamp;
                }
            }
        }
        let candidate = (0..u16::MAX)
            .find(|&value| self.is_common(heap, value) && self.mark[usize::from(value)] != stamp);
        let Some(candidate) = candidate else {
            return Refused::because("a nimber too large to check");
        };
        let mut missing = (0..candidate)
            .filter(|&value| !self.is_common(heap, value) && self.mark[usize::from(value)] != stamp)
            .count();
        // All other options, smallest part first, until every rare nimber
        // below the candidate has been seen.
        let mut part = 0;
        while missing > 0 && part < heap / 2 {
            part += 1;
            for &taken in &self.breaks {
                let Some(other) = (heap - taken).checked_sub(part).filter(|&other| other >= part) else {
                    continue;
                };
                if self.differ && other == part {
                    continue;
                }
                let value = self.values[part] ^ self.values[other];
                let mark = &mut self.mark[usize::from(value)];
                if value < candidate && *mark != stamp {
                    *mark = stamp;
                    // A common value below the candidate was marked before.
                    missing -= 1;
                }
            }
        }
        if missing == 0 {
            return Ok((candidate, part));
        }
        let nimber = (0..candidate).find(|&value| self.mark[usize::from(value)] != stamp);
        Ok((nimber.unwrap_or(candidate), part))
    }
}
