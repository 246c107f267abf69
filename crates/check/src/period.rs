//! Verifying certificates of periods from the rules alone.
//!
//! Nothing here is shared with the search but [`Code`] and the shape of a
//! [`Certificate`]: every nimber that a theorem needs is recomputed, by the
//! plain rule, or for a sparse window by the sparse rule with an option
//! exhibited for every rare nimber below. The conditions of the theorem, the
//! least preperiod and the least period are then checked on those nimbers.

mod arithmetic;
mod plain;
mod sparse;

use std::fmt;

use grundy_heaps::{Certificate, Code, Period, Theorem};

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

/// The most nimbers a checker recomputes: 4 GB of them.
const MOST_TERMS: u64 = 1 << 31;

/// Verifies a certificate. Costs about the square of its terms for a plain
/// recomputation (a second for 60,000), some hundred nanoseconds a term for
/// a sparse one.
///
/// # Errors
///
/// [`Refused`], with the first condition that fails.
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
    let (code, period) = (&certificate.code, &certificate.period);
    if period.period == 0 || period.proof_terms > MOST_TERMS {
        return Refused::because(format!("the period must be at least 1 and the terms at most {MOST_TERMS}"));
    }
    let end = period.preperiod.checked_add(period.period).and_then(|end| end.checked_add(period.period));
    if end.is_none_or(|end| end > 2 * MOST_TERMS) || period.preperiod + period.period >= period.proof_terms {
        return Refused::because("the terms do not reach past the first period");
    }
    let terms = period.proof_terms as usize;
    let by = match &period.theorem {
        Theorem::GuySmith => {
            guy_smith(code, period)?;
            repeats(&plain::nimbers(code, terms), period)?;
            Recomputed::Plainly
        }
        Theorem::AllButState => {
            let values = plain::nimbers(code, terms);
            repeats(&values, period)?;
            arithmetic::all_but(code, period, &values)?;
            Recomputed::Plainly
        }
        Theorem::ThreeHeaps => {
            let values = plain::nimbers(code, terms);
            repeats(&values, period)?;
            arithmetic::three_heaps(code, period, &values)?;
            Recomputed::Plainly
        }
        Theorem::SparseWindow(space) => {
            let values = sparse::nimbers(code, period, space)?;
            repeats(&values, period)?;
            Recomputed::Sparsely
        }
    };
    Ok(Verified { by, terms: period.proof_terms })
}

/// The bound of Guy and Smith, worked out again from the digits.
fn guy_smith(code: &Code, period: &Period) -> Result<(), Refused> {
    let Some(longest) = code.largest_take() else {
        return Refused::because("the theorem needs a code with finitely many digits");
    };
    let parts = u64::from(code.most_parts()).max(1);
    if parts > 1 && code.unequal_parts() {
        return Refused::because("the theorem does not hold when the heaps left must differ");
    }
    if period.saltus != 0 {
        return Refused::because("the theorem proves periods without saltus");
    }
    let start = period.preperiod.max(1) + period.period;
    let needed = (start * parts + longest).max(start + longest + 1);
    if period.proof_terms < needed {
        return Refused::because(format!("the theorem needs {needed} terms, not {}", period.proof_terms));
    }
    Ok(())
}

/// Checks the repeat on known values, and that neither the preperiod nor the
/// period can be smaller.
fn repeats<V: Copy + Into<u32>>(values: &[V], period: &Period) -> Result<(), Refused> {
    let (start, length) = (period.preperiod as usize, period.period as usize);
    let grows = |heap: usize, length: usize, saltus: u64| {
        u64::from(values[heap].into()) + saltus == u64::from(values[heap + length].into())
    };
    if let Some(heap) = (start..values.len() - length).find(|&heap| !grows(heap, length, period.saltus)) {
        return Refused::because(format!("heap {heap} does not repeat"));
    }
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
