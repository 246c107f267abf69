//! Periods of the values of heaps, proved by theorem D.
//!
//! Components are the heaps of a code whose moves take at most k beans and leave at most m heaps, of any
//! sizes. If the predictions are right for heaps 0..=N, Phi(n + p) = Phi(n) for n0 <= n <= N - p, n0 >= 1,
//! and N >= m (n0 + p) + k - 1, then the same monoid with Phi continued with period p is right for all heaps.
//!
//! Proof, by induction on n > N: the largest heap of an option of n or of n - p is at least n0 + p or n0.
//! With p beans less or more it makes an option of the other, of the same value. So both have the same set of
//! values of options, and what holds for n - p holds for n.

use crate::monoid::Element;
use grundy_heaps::{Code, guy_smith_terms};

/// A period of the values of heaps that is proved for all heaps.
///
/// ```
/// use grundy_core::Run;
/// use grundy_misere::{HeapQuotient, Reach};
/// let kayles = HeapQuotient::new(&"0.77".parse()?).carried(&Reach::default(), &Run::unlimited());
/// let period = kayles.period().expect("Kayles is solved");
/// assert_eq!((period.preperiod, period.period, period.proved_from), (71, 12, 167));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuotientPeriod {
    /// The least n0 such that heaps n and n + p have the same value for every n from n0 on.
    pub preperiod: u64,
    /// The least period p.
    pub period: u64,
    /// The largest heap that the proof needs to know.
    pub proved_from: u64,
}

/// What theorem D needs of a code: the most heaps that a move leaves, and the most beans that it takes.
pub(crate) fn bounds(code: &Code) -> Option<(u32, u64)> {
    let parts = code.most_parts().filter(|_| !code.has_modifiers())?;
    Some((parts, code.largest_take()?))
}

/// What stands in the way of a proof for all heaps of a code; `None` where nothing does.
///
/// ```
/// use grundy_misere::no_period_theorem;
/// assert!(no_period_theorem(&"0.77".parse()?).is_none());
/// assert!(no_period_theorem(&"4!.0".parse()?).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn no_period_theorem(code: &Code) -> Option<&'static str> {
    if code.has_modifiers() {
        Some("a digit asks for sizes that are equal or differ")
    } else if code.largest_take().is_none() {
        Some("there is no largest number of beans that a move takes")
    } else if code.most_parts().is_none() {
        Some("a move may leave any number of heaps")
    } else {
        None
    }
}

/// The least period that the values prove.
pub(crate) fn prove(values: &[Element], (parts, longest): (u32, u64)) -> Option<QuotientPeriod> {
    let known = values.len();
    let enough = |start: usize, length: usize| {
        guy_smith_terms(start as u64, length as u64, parts, longest) <= known as u64
    };
    let mut length = 1;
    while enough(1, length) {
        if let Some(start) = start(values, length, |start| enough(start, length)) {
            let terms = guy_smith_terms(start as u64, length as u64, parts, longest);
            let (preperiod, period) = (start as u64, length as u64);
            return Some(QuotientPeriod { preperiod, period, proved_from: terms - 1 });
        }
        length += 1;
    }
    None
}

/// From where on values repeat with this period, if it is where asked.
fn start(values: &[Element], length: usize, is_enough: impl Fn(usize) -> bool) -> Option<usize> {
    let end = values.len() - length;
    let start = (0..end).rev().find(|&heap| values[heap] != values[heap + length]).map_or(0, |heap| heap + 1);
    is_enough(start).then_some(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_period_needs_as_many_heaps_as_the_theorem_says() {
        let values: Vec<Element> = (0..400).map(|heap| if heap < 71 { 99 } else { heap % 12 }).collect();
        let found = prove(&values[..168], (2, 2)).expect("enough");
        assert_eq!((found.preperiod, found.period, found.proved_from), (71, 12, 167));
        assert_eq!(prove(&values[..167], (2, 2)), None);
    }
}
