//! What is known without a search: theorems, tables, earlier results.

use grundy_core::{Nimber, Outcome, Ruleset, Tame};

/// A source of known values, which a search asks before it searches: theorems, tables, a store.
///
/// `()` knows nothing; `(A, B)` asks A, then B.
///
/// ```
/// use grundy_core::{Nimber, Tame};
/// use grundy_solve::Lookup;
///
/// /// Knows heaps of size one only.
/// struct Ones;
/// impl Lookup<u64> for Ones {
///     fn nimber(&self, part: &u64) -> Option<Nimber> { (*part == 1).then_some(Nimber(1)) }
/// }
/// assert_eq!(((), Ones).nimber(&1), Some(Nimber(1)));
/// assert_eq!(((), Ones).nimber(&2), None);
/// ```
pub trait Lookup<P>: Sync {
    /// The nimber of a part, if it is known.
    fn nimber(&self, part: &P) -> Option<Nimber>;

    /// The nimber of a part, if it is known at little cost: by a theorem, but not from a file. A search of boards that are
    /// words asks this when it meets a part. It asks [`nimber`](Lookup::nimber) before it opens a part, but not about the
    /// parts of one that takes little work. A search of other parts asks only `nimber`, once when it meets the part for the
    /// first time.
    fn at_hand(&self, part: &P) -> Option<Nimber> {
        self.nimber(part)
    }

    /// How a part behaves in misère sums, if it is known to be tame.
    fn tame(&self, part: &P) -> Option<Tame> {
        let _ = part;
        None
    }

    /// The misère outcome of a sum of parts, if it is known: from a table, or from an earlier search.
    fn misere_outcome(&self, sum: &[&P]) -> Option<Outcome> {
        let _ = sum;
        None
    }

    /// The misère outcome of a sum of parts, if it is known at little cost, not from a file. A search asks this of each
    /// option that it lists, and [`misere_outcome`](Lookup::misere_outcome) once before it opens a sum.
    fn misere_at_hand(&self, sum: &[&P]) -> Option<Outcome> {
        let _ = sum;
        None
    }

    /// Whether [`misere_at_hand`](Lookup::misere_at_hand) can know anything now.
    fn has_misere_at_hand(&self) -> bool {
        false
    }
}

impl<P> Lookup<P> for () {
    fn nimber(&self, _: &P) -> Option<Nimber> {
        None
    }
}

impl<P, A: Lookup<P>, B: Lookup<P>> Lookup<P> for (A, B) {
    fn nimber(&self, part: &P) -> Option<Nimber> {
        self.0.nimber(part).or_else(|| self.1.nimber(part))
    }

    fn at_hand(&self, part: &P) -> Option<Nimber> {
        self.0.at_hand(part).or_else(|| self.1.at_hand(part))
    }

    fn tame(&self, part: &P) -> Option<Tame> {
        self.0.tame(part).or_else(|| self.1.tame(part))
    }

    fn misere_outcome(&self, sum: &[&P]) -> Option<Outcome> {
        self.0.misere_outcome(sum).or_else(|| self.1.misere_outcome(sum))
    }

    fn misere_at_hand(&self, sum: &[&P]) -> Option<Outcome> {
        self.0.misere_at_hand(sum).or_else(|| self.1.misere_at_hand(sum))
    }

    fn has_misere_at_hand(&self) -> bool {
        self.0.has_misere_at_hand() || self.1.has_misere_at_hand()
    }
}

/// The theorems that the rules themselves know ([`Knowledge`](grundy_core::Knowledge)).
#[derive(Debug)]
pub struct Theorems<'r, R>(pub &'r R);

impl<R: Ruleset> Lookup<R::Position> for Theorems<'_, R> {
    fn nimber(&self, part: &R::Position) -> Option<Nimber> {
        self.0.knowledge().theorem(part)
    }

    fn tame(&self, part: &R::Position) -> Option<Tame> {
        self.0.knowledge().tame(part)
    }
}
