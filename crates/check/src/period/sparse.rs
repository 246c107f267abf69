//! Nimbers by the sparse rule, and the conditions of a sparse window.
//!
//! The rare heaps are those that the certificate lists. Each of them is
//! worked out by the mex over all its options; every other heap gets the
//! least common nimber that no take and no rare part excludes, and must have
//! an option for every smaller rare one. A list with a heap too many, too few
//! or wrong fails at that heap, so what passes are the nimbers themselves.

mod chain;
mod exclude;
mod near;
mod planes;
mod repeat;
mod set;
mod space;
mod values;
mod witness;

use super::{Refused, Watch};
use chain::{Chain, Full};
use grundy_heaps::{Code, Period, Sizes, SparseSpace};
use planes::BLOCK;
use repeat::Repeat;
use set::Set;
use space::Space;
use values::Values;
use witness::{SMALL, Witnesses};

/// Heaps worked out by the plain rule, beside twice the most beans taken.
const PLAIN: usize = 2 * SMALL;

/// The largest reach, and the longest way from the preperiod to the end of
/// the window: what has to be remembered.
const LONGEST: u64 = 1 << 28;

/// Witnesses are chosen anew when the known heaps have doubled, up to here.
const CHOSEN: usize = 1 << 22;

/// What is checked, and the heaps that the plain rule gave.
struct Checker<'a> {
    code: &'a Code,
    period: &'a Period,
    space: &'a SparseSpace,
    longest: u64,
    rares: Vec<(usize, u16)>,
    plain: Vec<u16>,
    terms: usize,
}

/// Recomputes the nimbers of heaps `0..terms`, of at most
/// `period.proof_terms`, and checks every condition of the window theorem on
/// them. Returns how many the watch let pass.
pub(super) fn check(
    code: &Code,
    period: &Period,
    space: &SparseSpace,
    terms: u64,
    watch: Watch<'_>,
) -> Result<u64, Refused> {
    let longest = conditions(code, period, space)?;
    let terms = terms.min(period.proof_terms) as usize;
    let narrow = |value: u32| match u16::try_from(value) {
        Ok(value) => Ok(value),
        Err(_) => Refused::because("a nimber too large to check"),
    };
    let plain = (PLAIN + 2 * longest as usize).next_multiple_of(BLOCK);
    let plain = super::plain::nimbers(code, plain.min(terms), &mut |_| true);
    let rares = space.rares.iter().map(|&(heap, nimber)| Ok((heap as usize, narrow(nimber)?)));
    let checker = Checker {
        code,
        period,
        space,
        longest,
        rares: rares.collect::<Result<_, Refused>>()?,
        plain: plain.into_iter().map(narrow).collect::<Result<_, Refused>>()?,
        terms,
    };
    checker.check_plain()?;
    if checker.plain.len() == terms {
        let mut repeat = Repeat::new(period, space.anchor);
        repeat.extend(0, &checker.plain);
        repeat.judge(terms as u64 == period.proof_terms)?;
        return Ok(terms as u64);
    }
    let class = Space::new(space);
    let nimbers = checker.plain.iter().copied().chain(checker.rares.iter().map(|rare| rare.1));
    let largest = nimbers.map(|nimber| class.index(nimber)).max().unwrap_or(0);
    // Powers of two, and halfway between: what is excluded is worked out for as many indices. Rare
    // nimbers below the pivot may all lie below the least common one.
    let mut indices = (largest + 1).max(1 << space.mask.trailing_zeros()).next_power_of_two().max(16);
    loop {
        let checked = match indices {
            16..=32 => checker.run_here::<u32>(indices, watch)?,
            33..=64 => checker.run_here::<[u64; 1]>(indices, watch)?,
            65..=128 => checker.run_here::<[u64; 2]>(indices, watch)?,
            129..=256 => checker.run_here::<[u64; 4]>(indices, watch)?,
            _ => return Refused::because("a nimber too large to check"),
        };
        match checked {
            Ok(known) => return Ok(known),
            Err(Full) if indices.is_power_of_two() => indices += indices / 2,
            Err(Full) => indices = indices.next_power_of_two(),
        }
    }
}

/// The conditions that need no nimbers; returns the most beans a move takes.
fn conditions(code: &Code, period: &Period, space: &SparseSpace) -> Result<u64, Refused> {
    let Some(longest) = code.largest_take() else {
        return Refused::because("the theorem needs a code with finitely many digits");
    };
    if code.most_parts() != Some(2) || code.most_added() > 0 || period.saltus != 0 {
        return Refused::because("the theorem is for moves that leave two heaps at most, without saltus");
    }
    // What must be equal comes to 0 whatever it is worth: no rare part excludes that.
    if (0..=longest).any(|taken| code.digit(taken).sizes(2) == Some(Sizes::AllEqual)) {
        return Refused::because("the theorem does not hold when heaps left must be equal");
    }
    if space.by_heap {
        let uneven = (0..=longest).any(|taken| code.may_leave(taken, 2) && taken % 2 != space.kappa);
        if uneven || period.period % 2 == 1 {
            return Refused::because("the parity of the heap cannot be part of the class");
        }
    }
    let width = space.reach.saturating_add(longest + 1);
    let rares = &space.rares;
    let checks = [
        (space.mask & 0xffff != 0, "the mask is empty"),
        (rares.iter().all(|rare| rare.0 <= space.reach), "a rare heap lies beyond the reach"),
        (rares.is_sorted_by(|a, b| a.0 < b.0), "the rare heaps are not in order"),
        (space.anchor > width.saturating_mul(2) - 2, "the window ends too early for the reach"),
        (
            period.preperiod + width <= space.anchor.saturating_add(1),
            "the window starts before the preperiod",
        ),
        (
            space.anchor.saturating_add(period.period) < period.proof_terms,
            "the terms end before the window recurs",
        ),
        (
            space.reach <= LONGEST && space.anchor - period.preperiod <= LONGEST,
            "the window is too long to check",
        ),
    ];
    match checks.iter().find(|check| !check.0) {
        Some(check) => Refused::because(check.1),
        None => Ok(longest),
    }
}

impl Checker<'_> {
    /// Whether the rare heaps among those of the plain rule are those listed.
    fn check_plain(&self) -> Result<(), Refused> {
        let class = Space::new(self.space);
        let rares = self.plain.iter().copied().enumerate().skip(1);
        let rares = rares.filter(|&(heap, value)| !class.is_common(heap, value));
        let listed = self.rares.iter().copied().take_while(|rare| rare.0 < self.plain.len());
        if listed.eq(rares) { Ok(()) } else { Refused::because("the rare heaps are not those listed") }
    }

    /// Goes through all heaps with so many indices, in 256-bit registers where
    /// the processor has them.
    fn run_here<S: Set>(&self, indices: usize, watch: Watch<'_>) -> Result<Result<u64, Full>, Refused> {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
        {
            // SAFETY: the processor has just been asked for every feature that the function is
            // compiled for.
            #[allow(unsafe_code)]
            return unsafe { self.run_wide::<S>(indices, watch) };
        }
        self.run::<S>(indices, watch)
    }

    /// The same run, compiled for 256-bit registers.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn run_wide<S: Set>(&self, indices: usize, watch: Watch<'_>) -> Result<Result<u64, Full>, Refused> {
        self.run::<S>(indices, watch)
    }

    /// Goes through all heaps with so many indices.
    #[inline(always)]
    fn run<S: Set>(&self, indices: usize, watch: Watch<'_>) -> Result<Result<u64, Full>, Refused> {
        let reach = self.space.reach as usize;
        let mut values = Values::new(self.code, self.longest, reach);
        let mut repeat = Repeat::new(self.period, self.space.anchor);
        values.extend(&self.plain);
        repeat.extend(0, &self.plain);
        let class = Space::new(self.space);
        let back = SMALL + self.longest as usize;
        let mut chain = Chain::<S>::new(class, &self.rares, &self.plain, &values, indices, back);
        let mut witnesses = Witnesses::new(class, &values, &chain.planes, indices, reach);
        let mut choose = 2 * values.known();
        // Inside the window, smaller parts beyond the reach prove nothing.
        let (anchor, end) = (self.space.anchor as usize, (self.space.anchor + self.period.period) as usize);
        let most = |heap: usize| if heap > anchor && heap <= end { reach } else { usize::MAX };
        while values.known() < self.terms {
            let heap = values.known();
            let Ok(block) = chain.block() else { return Ok(Err(Full)) };
            values.extend(&block);
            repeat.extend(heap, &block);
            self.check_rares(&values, heap)?;
            if let Some((heap, value)) = witnesses.missing(class, &values, &chain.planes, most, self.terms) {
                return Refused::because(format!(
                    "heap {heap} has no option of nimber {value} in reach, and is not listed as rare"
                ));
            }
            if values.known() >= choose && choose <= CHOSEN {
                witnesses = Witnesses::new(class, &values, &chain.planes, indices, reach);
                choose *= 2;
            }
            if !watch(values.known() as u64) {
                break;
            }
        }
        let known = values.known().min(self.terms) as u64;
        repeat.judge(known >= self.period.proof_terms)?;
        Ok(Ok(known))
    }

    /// Whether the rare heaps of the block from `heap` on are worth what is
    /// listed, and are rare.
    fn check_rares(&self, values: &Values, heap: usize) -> Result<(), Refused> {
        let class = Space::new(self.space);
        let from = self.rares.partition_point(|rare| rare.0 < heap);
        for &(rare, nimber) in self.rares[from..].iter().take_while(|rare| rare.0 < heap + BLOCK) {
            if class.is_common(rare, nimber) || values.mex(rare) != nimber {
                return Refused::because(format!("heap {rare} is not the rare heap that is listed"));
            }
        }
        Ok(())
    }
}
