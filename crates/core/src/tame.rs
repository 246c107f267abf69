//! Tame positions: where misère play is as easy as Nim.

use crate::{Nimber, Outcome};
use std::ops::BitXor;

/// A position that behaves in misère sums as a Nim position does (Conway, *On Numbers and Games*,
/// chapter 12; *Winning Ways*, chapter 13).
///
/// A tame position is *firm*, like a Nim position with a heap of at least two, or *fickle*, like
/// one with heaps of one only. With a firm part anywhere, misère play asks for the same nimbers as
/// normal play; with fickle parts alone, for the opposite ones.
///
/// ```
/// use grundy_core::{Nimber, Outcome, Tame};
/// let two_ones = Tame::fickle(Nimber(1)) ^ Tame::fickle(Nimber(1));
/// assert_eq!(two_ones.misere_outcome(), Outcome::N);
/// let with_a_pair = two_ones ^ Tame::firm(Nimber(2)) ^ Tame::firm(Nimber(2));
/// assert_eq!(with_a_pair.misere_outcome(), Outcome::P);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tame {
    /// The value under normal play.
    pub nimber: Nimber,
    /// Whether the position is firm; a fickle one has nimber 0 or 1.
    pub is_firm: bool,
}

impl Tame {
    /// The empty position.
    pub const ZERO: Tame = Tame::fickle(Nimber::ZERO);

    /// A firm position of this nimber.
    pub const fn firm(nimber: Nimber) -> Tame {
        Tame { nimber, is_firm: true }
    }

    /// A fickle position of this nimber, 0 or 1.
    pub const fn fickle(nimber: Nimber) -> Tame {
        Tame { nimber, is_firm: false }
    }

    /// The Nim heap of this size.
    pub const fn heap(size: u64) -> Tame {
        Tame { nimber: Nimber(size), is_firm: size > 1 }
    }

    /// Who wins under misère play: P when firm with nimber 0, or fickle with nimber 1.
    pub const fn misere_outcome(self) -> Outcome {
        Outcome::of_nimber(self.misere_value())
    }

    /// The misère value: the nimber of a firm position, the other of 0 and 1 for a fickle one. It
    /// is the mex of the options' misère values, and 1 without options.
    pub const fn misere_value(self) -> Nimber {
        if self.is_firm { self.nimber } else { Nimber(self.nimber.0 ^ 1) }
    }
}

impl BitXor for Tame {
    type Output = Tame;

    /// The sum of two tame positions, tame again.
    fn bitxor(self, other: Tame) -> Tame {
        Tame { nimber: self.nimber ^ other.nimber, is_firm: self.is_firm || other.is_firm }
    }
}

/// What a move is asked to leave in its term of a sum, so that the whole becomes P.
///
/// Under normal play that is one nimber. Under misère play, in a sum of tame positions, it depends
/// on whether the option is firm or fickle.
///
/// ```
/// use grundy_core::{Nimber, Tame, Target};
/// // Beside a heap of 1 alone, a misère player leaves nothing, or a firm *1.
/// let target = Target::misere(Tame::heap(1));
/// assert!(target.is_met_by(Tame::fickle(Nimber(0))));
/// assert!(!target.is_met_by(Tame::fickle(Nimber(1))));
/// assert!(target.is_met_by(Tame::firm(Nimber(1))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// The nimber wanted of an option that is firm.
    pub firm: Nimber,
    /// The nimber wanted of an option that is fickle.
    pub fickle: Nimber,
}

impl Target {
    /// Normal play: the option must have this nimber.
    pub const fn exactly(nimber: Nimber) -> Target {
        Target { firm: nimber, fickle: nimber }
    }

    /// Misère play beside terms whose sum is `rest`.
    pub fn misere(rest: Tame) -> Target {
        Target { firm: rest.nimber, fickle: if rest.is_firm { rest.nimber } else { rest.nimber ^ Nimber(1) } }
    }

    /// The wanted nimber where it does not depend on the temper of the option.
    pub fn nimber(self) -> Option<Nimber> {
        (self.firm == self.fickle).then_some(self.firm)
    }

    /// Whether leaving `option` meets the target.
    pub fn is_met_by(self, option: Tame) -> bool {
        option.nimber == if option.is_firm { self.firm } else { self.fickle }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_met_exactly_when_the_sum_becomes_p() {
        let all: Vec<Tame> =
            (0..8).map(|n| Tame::firm(Nimber(n))).chain((0..2).map(|n| Tame::fickle(Nimber(n)))).collect();
        for &rest in &all {
            for &option in &all {
                let becomes_p = (rest ^ option).misere_outcome() == Outcome::P;
                assert_eq!(Target::misere(rest).is_met_by(option), becomes_p, "{rest:?} {option:?}");
            }
        }
    }
}
