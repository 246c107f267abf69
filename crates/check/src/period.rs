//! Verifying certificates of periods from the rules alone.
//!
//! Nothing here is shared with the search but [`Code`] and the shape of a [`PeriodCertificate`]: every nimber
//! that a theorem needs is recomputed, by the plain rule, or for a sparse window by the sparse rule with an
//! option exhibited for every rare nimber below. Where somebody [guesses](Guesser) nimbers of a sparse window, each is
//! verified by the same rule. The conditions of the theorem, the least preperiod and the
//! least period are then checked on those nimbers.
//!
//! Every theorem has its hypotheses in a table, each beside the function that checks it: the window theorem
//! in `sparse`, those with a saltus in `arithmetic`, and that of Guy and Smith here. A test forges
//! certificates in which each of them fails alone (`tests/forged_periods`).
//!
//! # The theorem of Guy and Smith
//!
//! A move takes k beans, at most t of them, and leaves at most m >= 1 heaps, of any sizes; n0 =
//! max(preperiod, 1). If G(i + p) = G(i) for preperiod <= i, i + p < N, and N >= m (n0 + p) + t and N > n0 +
//! p + t, then for every i >= preperiod. Proof, by induction on n >= N: the largest heap h that an option of
//! n leaves is at least (n - t) / m >= n0 + p, and less than n. So h - p is no empty heap, and in place of h
//! it makes an option of n - p of the same nimber. The largest heap of an option of n - p is at least (N -
//! p - t) / m >= n0, and p more make an option of n in the same way. No move empties n or n - p, which are
//! larger than t. So G(n) = G(n - p).
//!
//! | hypothesis | checked by |
//! |---|---|
//! | finitely many digits, and a bound on the heaps that a move leaves | `guy_smith_rules` |
//! | any sizes may lie beside one another | `guy_smith_rules` |
//! | the saltus is 0 | `guy_smith_rules` |
//! | N, the terms, are enough | `guy_smith_rules` |
//! | the repeat | `recurs` |
//! | the nimbers are those of the rules | `plain` |
//!
//! # For every theorem
//!
//! | claim | checked by |
//! |---|---|
//! | numbers are at most 2^61, so no sum of them overflows; the period is at least 1, and repeats once within the terms | `sizes` |
//! | no smaller preperiod, no smaller period | `is_least`; `Repeat::judge` for windows |

mod arithmetic;
mod clock;
mod guess;
mod parted;
mod plain;
mod sparse;
mod state;

use std::fmt;

use clock::{Clock, Halt};
use grundy_core::{Limits, Run, Stopped};
use grundy_heaps::{Code, Period, PeriodCertificate, Theorem};
pub use guess::{Guesser, Guesses};
use sparse::Keep;
pub use state::{CheckState, CheckStateError};

/// How the nimbers of a verified certificate were recomputed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recomputed {
    /// The mex over every option.
    Plainly,
    /// The least common nimber that no rare part excludes, with an option for every smaller rare nimber, and
    /// the mex over every option where one is missing.
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

/// Why a check ended before it was whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// No more nimbers were asked for.
    Terms,
    /// The run met its limit of time or was cancelled.
    Stopped(Stopped),
    /// More memory is needed than the run allows.
    Memory {
        /// The bytes that it needs, at least.
        needed: u64,
    },
}

/// What was done of a check that is not whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartialCheck {
    /// How the nimbers were recomputed.
    pub by: Recomputed,
    /// How many, from heap 0.
    pub terms: u64,
    /// Why no more.
    pub cut: Cut,
}

/// What became of a certificate that no condition refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeriodCheck {
    /// It proves what it claims.
    Whole(Verified),
    /// So many of its nimbers were recomputed and speak for it. That proves nothing.
    Part(PartialCheck),
}

/// The most nimbers that [`verify`] recomputes: at some ten nanoseconds each they take less than a minute.
pub const MOST_TERMS: u64 = 1 << 31;

/// The bytes that [`verify`] may hold: 4 GB.
pub const MEMORY: u64 = 4_000_000_000;

/// Verifies a certificate. Costs about the square of its terms for a plain recomputation (a second for
/// 60,000), some ten nanoseconds a term for a sparse one, and a memory that depends on the reach of a sparse
/// space, not on the terms.
///
/// # Errors
///
/// [`Refused`], with the first condition that fails, or when there are more than [`MOST_TERMS`], or when more
/// than [`MEMORY`] is needed.
///
/// ```
/// use grundy_check::period;
/// use grundy_heaps::PeriodCertificate;
///
/// let text = "grundy heap period 1\ncode 0.07\ntheorem guy-smith\n\
///             preperiod 53\nperiod 34\nsaltus 0\nterms 176\n";
/// let mut certificate: PeriodCertificate = text.parse()?;
/// assert_eq!(period::verify(&certificate)?.terms, 176);
/// certificate.period.preperiod = 52;
/// assert!(period::verify(&certificate).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify(certificate: &PeriodCertificate) -> Result<Verified, Refused> {
    sizes(&certificate.period)?;
    if certificate.period.proof_terms > MOST_TERMS {
        return Refused::because(format!(
            "it needs more than {MOST_TERMS} nimbers, which were not worked out"
        ));
    }
    let limits = Limits { memory: Some(MEMORY), ..Limits::default() };
    match verify_within(certificate, MOST_TERMS, None, &Run::new(limits))? {
        PeriodCheck::Whole(verified) => Ok(verified),
        PeriodCheck::Part(_) => Refused::because("it was not worked out whole"),
    }
}

/// Verifies a certificate as [`verify`] does, but recomputes at most this number of nimbers, within the
/// limits of a run. The run is looked at every millisecond or so, by the work done, however much of it a heap
/// takes; its [`Progress::done`](grundy_core::Progress) is the number of nimbers. The conditions that need no
/// nimbers come first. What was recomputed must agree with the certificate in any case.
///
/// A [`Guesser`] makes the check of a sparse window faster, and believes nothing for it: every nimber guessed is
/// verified by the mex rule, and worked out where it is wrong.
///
/// # Errors
///
/// [`Refused`], with the first condition that fails.
///
/// ```
/// use grundy_check::period::{PeriodCheck, verify_within};
/// use grundy_core::Run;
/// use grundy_heaps::PeriodCertificate;
///
/// let text = "grundy heap period 1\ncode 0.07\ntheorem guy-smith\n\
///             preperiod 53\nperiod 34\nsaltus 0\nterms 176\n";
/// let certificate: PeriodCertificate = text.parse()?;
/// assert!(matches!(verify_within(&certificate, 100, None, &Run::unlimited())?, PeriodCheck::Part(_)));
/// assert!(matches!(verify_within(&certificate, 1000, None, &Run::unlimited())?, PeriodCheck::Whole(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify_within(
    certificate: &PeriodCertificate,
    terms: u64,
    guesser: Option<&dyn Guesser>,
    run: &Run,
) -> Result<PeriodCheck, Refused> {
    verify_and_keep(certificate, &mut Keep::Nothing, terms, guesser, run)
}

/// Verifies a certificate as [`verify_within`] does, from where an earlier check came to, and says where this one
/// came to: a check of many hours may be done in pieces. Whole blocks of 1,024 heaps are recomputed, so there may be
/// some more than `terms`. There is a state only of a sparse window, and only once the first thousands of heaps were
/// gone through.
///
/// What a state tells is believed, since it says that an earlier check has recomputed it: a check that began with a
/// state from elsewhere verifies nothing.
///
/// # Errors
///
/// [`Refused`], with the first condition that fails.
///
/// ```
/// use grundy_check::period::{PeriodCheck, resume, verify_from};
/// use grundy_core::Run;
/// use grundy_heaps::{PeriodCertificate, Sequence};
///
/// let mut sequence = Sequence::new(&"0.16".parse()?);
/// let period = sequence.prove(1_000_000, &Run::unlimited())?.expect("solved in 1989");
/// let certificate = PeriodCertificate { code: sequence.code().clone(), period };
/// let (check, state) = verify_from(&certificate, None, 100_000, None, &Run::unlimited())?;
/// assert!(matches!(check, PeriodCheck::Part(_)));
/// let state = resume(&certificate, &state.expect("a sparse window").to_bytes())?;
/// let (check, _) = verify_from(&certificate, Some(state), u64::MAX, None, &Run::unlimited())?;
/// assert!(matches!(check, PeriodCheck::Whole(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify_from(
    certificate: &PeriodCertificate,
    state: Option<CheckState>,
    terms: u64,
    guesser: Option<&dyn Guesser>,
    run: &Run,
) -> Result<(PeriodCheck, Option<CheckState>), Refused> {
    let mut keep = Keep::State(state);
    let check = verify_and_keep(certificate, &mut keep, terms, guesser, run)?;
    let state = if let Keep::State(state) = keep { state } else { None };
    Ok((check, state))
}

/// Reads the [bytes](CheckState::to_bytes) of a state again.
///
/// # Errors
///
/// [`CheckStateError`] when they are not a whole state of the check of this certificate. Never panics, whatever the
/// bytes.
pub fn resume(certificate: &PeriodCertificate, bytes: &[u8]) -> Result<CheckState, CheckStateError> {
    let state = CheckState::read(certificate, bytes)?;
    let is_sound = match &certificate.period.theorem {
        Theorem::SparseWindow(space) => {
            sizes(&certificate.period).is_ok() && sparse::is_sound(&state, certificate, space)
        }
        _ => false,
    };
    if is_sound { Ok(state) } else { Err(CheckStateError::Damaged) }
}

fn verify_and_keep(
    certificate: &PeriodCertificate,
    keep: &mut Keep,
    terms: u64,
    guesser: Option<&dyn Guesser>,
    run: &Run,
) -> Result<PeriodCheck, Refused> {
    let (code, period) = (&certificate.code, &certificate.period);
    sizes(period)?;
    let clock = &mut Clock::new(run);
    let (by, ended) = match &period.theorem {
        Theorem::SparseWindow(space) => {
            (Recomputed::Sparsely, sparse::check(certificate, space, terms, (keep, guesser), clock))
        }
        _ => (Recomputed::Plainly, plainly(code, period, terms, clock)),
    };
    let cut = match ended {
        Ok(()) if clock.known() == period.proof_terms => {
            return Ok(PeriodCheck::Whole(Verified { by, terms: clock.known() }));
        }
        Ok(()) => Cut::Terms,
        Err(Halt::Cut(cut)) => cut,
        Err(Halt::Refused(refused)) => return Err(refused),
        Err(Halt::Full) => return Refused::because("a nimber too large to check"),
    };
    Ok(PeriodCheck::Part(PartialCheck { by, terms: clock.known(), cut }))
}

/// No number of a certificate is larger.
const LARGEST: u64 = 1 << 61;

/// Whether the numbers can be added, and the terms reach past the first period.
fn sizes(period: &Period) -> Result<(), Refused> {
    let Period { preperiod, period: length, saltus, proof_terms, .. } = *period;
    if length == 0 || [preperiod, length, saltus, proof_terms].iter().any(|&number| number > LARGEST) {
        return Refused::because(format!("the period must be at least 1, and no number beyond {LARGEST}"));
    }
    if preperiod + length >= proof_terms {
        return Refused::because("the terms do not reach past the first period");
    }
    Ok(())
}

/// Checks what is proved on nimbers by the plain rule.
fn plainly(code: &Code, period: &Period, terms: u64, clock: &mut Clock<'_>) -> Result<(), Halt> {
    match &period.theorem {
        Theorem::GuySmith => guy_smith_rules(code, period)?,
        Theorem::AllButState => arithmetic::all_but_rules(code, period)?,
        Theorem::ThreeHeaps => arithmetic::three_heaps_rules(code, period)?,
        Theorem::SparseWindow(_) => {
            return Err(Refused("a window is checked by the sparse rule".into()).into());
        }
    }
    let mut values = Vec::new();
    let worked_out = plain::extend(code, period.proof_terms.min(terms) as usize, &mut values, clock);
    recurs(&values, period)?;
    worked_out?;
    if clock.known() < period.proof_terms {
        return Ok(());
    }
    is_least(&values, period, clock)?;
    match &period.theorem {
        Theorem::AllButState => arithmetic::all_but_state(code, period, &values, clock),
        Theorem::ThreeHeaps => arithmetic::three_heaps(code, period, &values, clock),
        Theorem::GuySmith | Theorem::SparseWindow(_) => Ok(()),
    }
}

/// The bound of Guy and Smith, worked out again from the digits.
fn guy_smith_rules(code: &Code, period: &Period) -> Result<(), Refused> {
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
fn is_least(values: &[u32], period: &Period, clock: &mut Clock<'_>) -> Result<(), Halt> {
    let (start, length) = (period.preperiod as usize, period.period as usize);
    let grows = |heap: usize, length: usize, saltus: u64| grows(values, heap, length, saltus);
    if start > 0 && grows(start - 1, length, period.saltus) {
        return Err(Refused(format!("the preperiod is smaller: heap {} repeats already", start - 1)).into());
    }
    // Periods with one slope form a group: a smaller one would divide.
    for divisor in prime_divisors(period.period, clock)? {
        let shorter = length / divisor as usize;
        clock.worked(length)?;
        if period.saltus.is_multiple_of(divisor)
            && (start..start + length - shorter).all(|heap| grows(heap, shorter, period.saltus / divisor))
        {
            return Err(Refused(format!("{shorter} is a period already")).into());
        }
    }
    Ok(())
}

/// The primes that divide a number, in order.
fn prime_divisors(mut number: u64, clock: &mut Clock<'_>) -> Result<Vec<u64>, Halt> {
    let mut divisors = Vec::new();
    let mut prime = 2;
    while prime * prime <= number {
        clock.worked(1)?;
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
    Ok(divisors)
}
