//! Verifying misère quotients from the rules alone.
//!
//! Nothing here is shared with the search but `Code` and the shape of a [`QuotientCertificate`]. The
//! certificate has no proof in it: a monoid, the value of each component, and for heaps a period. What is
//! checked, in order:
//!
//! | claim | checked by |
//! |---|---|
//! | numbers are in range; the products of a value with the identity are the value | `table` |
//! | the values commute; every element is a product of values. So the elements are a commutative monoid: the product of x and y is what the values of a word of y make of x, and no choice of the word matters | `table` |
//! | the identity is not for the second player | `table` |
//! | no two elements are alike: some product tells them apart (else the order would be smaller) | `table` |
//! | the heaps of the certificate prove all heaps (theorem D), and the period and preperiod are least | `heaps` |
//! | a component has value 1 if it has no moves | `options` |
//! | no word for the second player has an option for the second player | `outcomes`, P-side |
//! | every word for the next player has such an option | `outcomes`, N-side |
//!
//! # Theorem A
//!
//! T_h is the set of values of the options of a component h. The values predict who wins every sum if
//!
//! 1. the identity is not for the second player, and is the value of components without moves;
//! 2. for all h, t in T_h and u: not both Phi(h) u and t u are for the second player;
//! 3. for every word with a move, of value x and with options of values E: x or an element of E is for the
//!    second player.
//!
//! Proof, by induction on the length of play: an option of the word h u is t u, so by 2 a word that is
//! predicted to be the second player's has no such option; by 3 any other word with a move has one.
//!
//! The words of 3 are infinitely many, but pairs (x, E) are not. The empty word has (1, {}), and one
//! component more makes (Phi(h) x, Phi(h) E + T_h x). What holds for (x, E) holds for larger E, and so do all
//! its products: only least sets are kept. Pairs of value 1 are looked at before they are compared with the
//! empty word's.
//!
//! # Theorem B
//!
//! If moreover every element is the value of a word, and no two elements are alike, the monoid is the misère
//! quotient, up to isomorphism: its order is a fact of the game.
//!
//! # Theorem D
//!
//! A move takes at most k beans and leaves at most m >= 1 heaps, of any sizes. If 1 to 3 hold for
//! heaps 0..=N, Phi(n + p) = Phi(n) for n0 <= n <= N - p, n0 >= 1 and N >= m (n0 + p) + k - 1, then they hold
//! for all heaps, with Phi continued. Proof: the largest heap of an option of n > N is at least n0 + p, and
//! of n - p at least n0; with p beans less or more it makes an option of the other of the same value. So
//! T_n = T_(n - p), and nothing is new.

mod heaps;
mod outcomes;
mod table;

use grundy_core::{Run, Stopped};
use grundy_heaps::{QuotientCertificate, Valued};
use outcomes::Outcomes;
use std::fmt;
use table::Table;

/// What a verified certificate of a quotient says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerifiedQuotient {
    /// How many elements the quotient has.
    pub order: usize,
    /// How many of them are for the second player.
    pub p: usize,
    /// The largest heap whose options were looked at; of parts, how many there are.
    pub components: u64,
    /// Whether all sums play like misère Nim.
    pub is_tame: bool,
}

/// Why a certificate of a quotient is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuotientRefusal {
    /// It is wrong, for this reason.
    Wrong(String),
    /// The run met a limit first.
    Stopped(Stopped),
}

impl QuotientRefusal {
    fn because<T>(reason: impl Into<String>) -> Result<T, QuotientRefusal> {
        Err(QuotientRefusal::Wrong(reason.into()))
    }
}

impl From<Stopped> for QuotientRefusal {
    fn from(stopped: Stopped) -> Self {
        QuotientRefusal::Stopped(stopped)
    }
}

impl fmt::Display for QuotientRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QuotientRefusal::Wrong(reason) => write!(f, "the certificate proves nothing: {reason}"),
            QuotientRefusal::Stopped(stopped) => write!(f, "not checked to the end: {stopped}"),
        }
    }
}

impl std::error::Error for QuotientRefusal {}

/// Verifies a certificate of the quotient of all heaps of a code.
///
/// Costs about the square of the heaps that the proof needs, in words of 64 pairs of heaps, and the closure
/// of the pairs of a value and a set of options; memory as the square of the order.
///
/// # Errors
/// With the first condition that fails, or when the run stops.
///
/// ```
/// use grundy_check::quotient;
/// use grundy_core::Run;
/// use grundy_heaps::QuotientCertificate;
///
/// let text = "grundy misere quotient 1\ncode 0.3\norder 2\np 1\npreperiod 0\nperiod 2\n\
///             values 0 1\ntimes 1 : 1 0\n";
/// let mut certificate: QuotientCertificate = text.parse()?;
/// assert_eq!(quotient::verify(&certificate, &Run::unlimited())?.order, 2);
/// certificate.p = vec![];
/// assert!(quotient::verify(&certificate, &Run::unlimited()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify(certificate: &QuotientCertificate, run: &Run) -> Result<VerifiedQuotient, QuotientRefusal> {
    let Valued::Heaps { code, preperiod, period } = &certificate.of else {
        return QuotientRefusal::because("it is of the parts of a position, whose rules are not given here");
    };
    let last = heaps::last(code, *preperiod, *period, &certificate.values)?;
    let table = Table::new(certificate, run)?;
    let mut outcomes = Outcomes::new(&table, run);
    heaps::each_set(code, *preperiod, *period, &certificate.values, &table, run, |value, options| {
        outcomes.component(value, options)
    })?;
    outcomes.close()?;
    Ok(table.verified(last))
}

/// Verifies a certificate of the quotient of the parts of a position. `options[i]` are the moves of part `i` by the
/// rules, each a list of earlier parts.
///
/// # Errors
/// As [`verify`]; also where an option is no list of earlier parts.
///
/// ```
/// use grundy_check::quotient;
/// use grundy_core::Run;
/// let text = "grundy misere quotient 1\norder 2\np 1\npart nim 1\nvalues 1\ntimes 1 : 1 0\n";
/// let certificate = text.parse()?;
/// let moves = [vec![vec![]]];
/// assert_eq!(quotient::verify_parts(&certificate, &moves, &Run::unlimited())?.order, 2);
/// assert!(quotient::verify_parts(&certificate, &[vec![]], &Run::unlimited()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify_parts(
    certificate: &QuotientCertificate,
    options: &[Vec<Vec<usize>>],
    run: &Run,
) -> Result<VerifiedQuotient, QuotientRefusal> {
    if options.len() != certificate.values.len() {
        return QuotientRefusal::because(format!(
            "{} values for {} parts",
            certificate.values.len(),
            options.len()
        ));
    }
    let table = Table::new(certificate, run)?;
    let mut outcomes = Outcomes::new(&table, run);
    for (part, options) in options.iter().enumerate() {
        let mut set = table.no_elements();
        for option in options {
            run.check()?;
            let Some(value) =
                table.product(option.iter().map(|&other| (other < part).then(|| certificate.values[other])))
            else {
                return QuotientRefusal::because(format!(
                    "an option of part {part} is not made of earlier parts"
                ));
            };
            set[usize::from(value) / 64] |= 1 << (value % 64);
        }
        outcomes.component(certificate.values[part], &set)?;
    }
    outcomes.close()?;
    Ok(table.verified(options.len() as u64))
}
