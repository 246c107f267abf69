//! Verifying certificates of periods from the rules alone.
//!
//! Nothing here is shared with the search but [`Code`] and the shape of a
//! [`Certificate`]: every nimber that a theorem needs is recomputed, by the
//! plain rule, or for a sparse window by the sparse rule with an option
//! exhibited for every rare nimber below. The conditions of the theorem, the
//! least preperiod and the least period are then checked on those nimbers.

mod arithmetic;
mod parted;
mod plain;
mod sparse;

use std::fmt;

use grundy_heaps::{Certificate, Code, Period, Theorem};

/// Is told how many nimbers are worked out, and says whether to go on.
type Watch<'a> = &'a mut dyn FnMut(u64) -> bool;

/// How the nimbers of a verified certificate were recomputed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recomputed {
    /// The mex over every option.
    Plainly,
    /// The least common nimber that no rare part excludes, with an option
    /// for every smaller rare nimber, and the mex over every option where
    /// one is missing.
    Sparsely,
}

/// What was done to verify a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// How the nimbers were recomputed.
    pub by: Recomputed,
    /// How many, from heap 0.
    pub terms: u64,
}

/// Why a certificate does not prove what it claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(String);

impl Refused {
    fn because<T>(reason: impl Into<String>) -> Result<T, Refused> {
        Err(Refused(reason.into()))
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the certificate proves nothing: {}", self.0)
    }
}

impl std::error::Error for Refused {}

/// What became of a certificate that no condition refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    /// It proves what it claims.
    Whole(Verified),
    /// So many of its nimbers were recomputed and speak for it. That proves
    /// nothing.
    Part(Verified),
}

/// The most nimbers that [`verify`] recomputes: at some ten nanoseconds each
/// they take less than a minute.
pub const MOST_TERMS: u64 = 1 << 31;

/// Verifies a certificate. Costs about the square of its terms for a plain
/// recomputation (a second for 60,000), some ten nanoseconds a term for a
/// sparse one, and a memory that depends on the reach of a sparse space, not
/// on the terms.
///
/// # Errors
///
/// [`Refused`], with the first condition that fails, or when there are more
/// than [`MOST_TERMS`].
///
/// ```
/// use grundy_check::period;
/// use grundy_heaps::Certificate;
///
/// let text = "grundy heap period 1\ncode 0.07\ntheorem guy-smith\n\
///             preperiod 53\nperiod 34\nsaltus 0\nterms 176\n";
/// let mut certificate: Certificate = text.parse()?;
/// assert_eq!(period::verify(&certificate)?.terms, 176);
/// certificate.period.preperiod = 52;
/// assert!(period::verify(&certificate).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify(certificate: &Certificate) -> Result<Verified, Refused> {
    if certificate.period.proof_terms > MOST_TERMS {
        return Refused::because(format!(
            "it needs more than {MOST_TERMS} nimbers, which were not worked out"
        ));
    }
    match verify_within(certificate, MOST_TERMS, &mut |_| true)? {
        Checked::Whole(verified) => Ok(verified),
        Checked::Part(_) => Refused::because("it was not worked out whole"),
    }
}

/// Verifies a certificate as [`verify`] does, but recomputes at most `terms`
/// nimbers, and no more once `go_on`, which is told from time to time how many
/// there are, says no. What was recomputed must agree with the certificate in
/// any case.
///
/// # Errors
///
/// [`Refused`], with the first condition that fails.
///
/// ```
/// use grundy_check::period::{Checked, verify_within};
/// use grundy_heaps::Certificate;
///
/// let text = "grundy heap period 1\ncode 0.07\ntheorem guy-smith\n\
///             preperiod 53\nperiod 34\nsaltus 0\nterms 176\n";
/// let certificate: Certificate = text.parse()?;
/// assert!(matches!(verify_within(&certificate, 100, &mut |_| true)?, Checked::Part(_)));
/// assert!(matches!(verify_within(&certificate, 1000, &mut |_| true)?, Checked::Whole(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify_within(
    certificate: &Certificate,
    terms: u64,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Result<Checked, Refused> {
    let (code, period) = (&certificate.code, &certificate.period);
    let end = period.preperiod.checked_add(period.period).and_then(|end| end.checked_add(period.period));
    if period.period == 0 || end.is_none_or(|end| end > LARGEST) || period.proof_terms > LARGEST {
        return Refused::because(format!("the period must be at least 1, and no number beyond {LARGEST}"));
    }
    if period.preperiod + period.period >= period.proof_terms {
        return Refused::because("the terms do not reach past the first period");
    }
    let needed = period.proof_terms;
    let checked = |by: Recomputed, terms: u64| {
        let verified = Verified { by, terms };
        if terms < needed { Checked::Part(verified) } else { Checked::Whole(verified) }
    };
    if let Theorem::SparseWindow(space) = &period.theorem {
        let known = sparse::check(code, period, space, terms, go_on)?;
        return Ok(checked(Recomputed::Sparsely, known));
    }
    match period.theorem {
        Theorem::GuySmith => guy_smith(code, period)?,
        Theorem::AllButState => arithmetic::is_all_but(code)?,
        Theorem::ThreeHeaps => arithmetic::is_for_three(code, period)?,
        Theorem::SparseWindow(_) => {}
    }
    let values = plain::nimbers(code, needed.min(terms) as usize, go_on);
    recurs(&values, period)?;
    if values.len() as u64 == needed {
        is_least(&values, period)?;
        match &period.theorem {
            Theorem::AllButState => arithmetic::all_but(code, period, &values)?,
            Theorem::ThreeHeaps => arithmetic::three_heaps(code, period, &values)?,
            Theorem::GuySmith | Theorem::SparseWindow(_) => {}
        }
    }
    Ok(checked(Recomputed::Plainly, values.len() as u64))
}

/// No number of a certificate is larger.
const LARGEST: u64 = 1 << 61;

/// The bound of Guy and Smith, worked out again from the digits.
fn guy_smith(code: &Code, period: &Period) -> Result<(), Refused> {
    let Some(longest) = code.largest_take() else {
        return Refused::because("the theorem needs a code with finitely many digits");
    };
    let Some(parts) = code.most_parts() else {
        return Refused::because("the theorem needs a bound on the heaps that a move leaves");
    };
    if code.has_modifiers() {
        return Refused::because("the theorem does not hold when heaps left must differ, or be equal");
    }
    if period.saltus != 0 {
        return Refused::because("the theorem proves periods without saltus");
    }
    let start = period.preperiod.max(1) + period.period;
    // The largest heap left is at least this part of a heap; beans that a move adds make it larger.
    let needed =
        start.saturating_mul(u64::from(parts).max(1)).saturating_add(longest).max(start + longest + 1);
    if period.proof_terms < needed {
        return Refused::because(format!("the theorem needs {needed} terms, not {}", period.proof_terms));
    }
    Ok(())
}

/// Whether a nimber is another one period before, and the saltus.
fn grows(values: &[u32], heap: usize, length: usize, saltus: u64) -> bool {
    u64::from(values[heap]) + saltus == u64::from(values[heap + length])
}

/// Checks the repeat on known values.
fn recurs(values: &[u32], period: &Period) -> Result<(), Refused> {
    let (start, length) = (period.preperiod as usize, period.period as usize);
    let end = values.len().saturating_sub(length);
    match (start..end).find(|&heap| !grows(values, heap, length, period.saltus)) {
        Some(heap) => Refused::because(format!("heap {heap} does not repeat")),
        None => Ok(()),
    }
}

/// Checks that neither the preperiod nor the period can be smaller.
fn is_least(values: &[u32], period: &Period) -> Result<(), Refused> {
    let (start, length) = (period.preperiod as usize, period.period as usize);
    let grows = |heap: usize, length: usize, saltus: u64| grows(values, heap, length, saltus);
    if start > 0 && grows(start - 1, length, period.saltus) {
        return Refused::because(format!("heap {} repeats already", start - 1));
    }
    // Periods with one slope form a group: a smaller one would divide.
    for divisor in prime_divisors(period.period) {
        let shorter = length / divisor as usize;
        if period.saltus.is_multiple_of(divisor)
            && (start..start + length - shorter).all(|heap| grows(heap, shorter, period.saltus / divisor))
        {
            return Refused::because(format!("{shorter} is a period already"));
        }
    }
    Ok(())
}

fn prime_divisors(mut number: u64) -> Vec<u64> {
    let mut divisors = Vec::new();
    let mut prime = 2;
    while prime * prime <= number {
        if number.is_multiple_of(prime) {
            divisors.push(prime);
            while number.is_multiple_of(prime) {
                number /= prime;
            }
        }
        prime += 1;
    }
    if number > 1 {
        divisors.push(number);
    }
    divisors
}
