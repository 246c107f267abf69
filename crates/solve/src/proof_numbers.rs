//! Proof numbers, disproof numbers and thresholds, and their first estimates.
//!
//! L. V. Allis, M. van der Meulen and H. J. van den Herik, "Proof-number search", Artificial Intelligence
//! 66, 1994. The thresholds are those of df-pn, see `dfpn`.

/// The estimated work that is left to prove, and to disprove, the statement "this part has the nimber v".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProofNumbers {
    /// The work to show that the part has the nimber: no option has it, and no smaller value is the mex.
    pub(crate) proof: u64,
    /// The work to show that the part has another nimber: one option that has the value is enough.
    pub(crate) disproof: u64,
}

/// Df-pn returns from a frame when one of its numbers reaches its threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Thresholds {
    pub(crate) proof: u64,
    pub(crate) disproof: u64,
}

/// Sums of proof numbers are cut off here, so that they do not overflow.
const MOST: u64 = 1 << 60;

/// The proof number of a part without effort. Numbers grow in steps of whole numbers: with 8 a search of 25 boards of Cram and
/// Boxing Match takes 3 % more nodes than with 16 or 32.
const LEAST: u64 = 16;

/// The estimated work on one part doubles at most this number of times.
const MOST_DOUBLINGS: u64 = 40;

/// A disproof is easier than a proof, because one option is enough: the disproof number needs this many
/// times the effort to double.
const DISPROOF_IS_EASIER: u64 = 3;

/// The search goes on with a child until it has become harder than the second best one by a sixteenth. Measured on six
/// boards of Cram: with a half a search looks at 1.6 times the options that it looks at with a quarter, with an eighth or a
/// sixteenth at 0.8 times.
const EPSILON: u64 = 16;

impl ProofNumbers {
    /// The first estimate for a part: both numbers grow exponentially with the effort, and between
    /// two powers of two linearly, in steps of whole numbers. The proof number doubles with each `doubling` of effort.
    pub(crate) fn estimate(effort: u64, doubling: u64) -> ProofNumbers {
        let doubling = doubling.max(1);
        let grown = |doubling: u64| {
            let effort = effort.min(doubling.saturating_mul(MOST_DOUBLINGS));
            let work = LEAST << (effort / doubling);
            work + work / doubling * (effort % doubling)
        };
        ProofNumbers { proof: grown(doubling), disproof: grown(doubling.saturating_mul(DISPROOF_IS_EASIER)) }
    }

    /// The work on two parts, one after the other.
    pub(crate) fn and(self, other: ProofNumbers) -> ProofNumbers {
        ProofNumbers {
            proof: capped_sum(self.proof, other.proof),
            disproof: capped_sum(self.disproof, other.disproof),
        }
    }

    /// Whether these are numbers of a statement that is neither proved nor disproved.
    pub(crate) fn are_open(self) -> bool {
        let is_open = |number| (1..=MOST).contains(&number);
        is_open(self.proof) && is_open(self.disproof)
    }

    /// Whether one of the numbers has reached its threshold.
    pub(crate) fn reach(self, thresholds: Thresholds) -> bool {
        self.proof >= thresholds.proof || self.disproof >= thresholds.disproof
    }
}

/// The first estimates of the numbers of the statement "this part has the nimber v".
pub(crate) struct Estimates {
    /// The effort that doubles the estimated work on a part.
    doubling: u64,
    /// The estimates for small efforts, computed once.
    small: Vec<ProofNumbers>,
}

/// Estimates are computed once for efforts below this.
const SMALL_EFFORT: u64 = 512;

impl Estimates {
    /// Estimates that double with each `doubling` of the effort.
    pub(crate) fn new(doubling: u64) -> Estimates {
        let small = (0..SMALL_EFFORT).map(|effort| ProofNumbers::estimate(effort, doubling)).collect();
        Estimates { doubling, small }
    }

    /// The estimate for a part. The proof number grows by a quarter for each smaller value that has to be found among
    /// the options.
    #[inline]
    pub(crate) fn of(&self, effort: u64, smaller: u32) -> ProofNumbers {
        let small = usize::try_from(effort).ok().and_then(|effort| self.small.get(effort).copied());
        let ProofNumbers { proof, disproof } =
            small.unwrap_or_else(|| ProofNumbers::estimate(effort, self.doubling));
        ProofNumbers { proof: proof + proof / 4 * u64::from(smaller), disproof }
    }
}

/// A sum of proof numbers or of disproof numbers.
pub(crate) fn capped_sum(one: u64, other: u64) -> u64 {
    one.saturating_add(other).min(MOST)
}

impl Thresholds {
    /// Thresholds that no proof number reaches.
    pub(crate) const INFINITE: Thresholds = Thresholds { proof: MOST + 1, disproof: MOST + 1 };

    /// The thresholds for the best child of a node with these thresholds.
    ///
    /// The node's proof number is the sum of its children's disproof numbers: the child may use what the
    /// other children leave of the threshold. The node's disproof number is the least proof number of its
    /// children: the search returns when the second best child has become better. The 1 + epsilon trick
    /// (J. Pawlewicz and L. Lew, "Improving depth-first PN-search: 1 + epsilon trick", Computers and Games
    /// 2006) adds a sixteenth to that, so that the search does not change between two children all the time.
    pub(crate) fn of_best_child(
        self,
        node: ProofNumbers,
        child: ProofNumbers,
        second_proof: u64,
    ) -> Thresholds {
        Thresholds {
            proof: self.disproof.min(second_proof.saturating_add(second_proof / EPSILON + 1)),
            disproof: self.proof - node.proof + child.disproof,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_proof_numbers_stay_below_the_infinite_thresholds() {
        let large = (0..40).fold(ProofNumbers::estimate(u64::MAX, 1), |sum, _| sum.and(sum));
        assert!(large.and(large) == large && !large.reach(Thresholds::INFINITE));
    }

    #[test]
    fn the_best_child_may_use_what_the_others_leave_and_a_little_more_than_the_second() {
        let node = ProofNumbers { proof: 70, disproof: 8 };
        let child = ProofNumbers { proof: 8, disproof: 30 };
        let thresholds = Thresholds { proof: 100, disproof: 50 };
        assert_eq!(thresholds.of_best_child(node, child, 20), Thresholds { proof: 22, disproof: 60 });
        assert_eq!(thresholds.of_best_child(node, child, u64::MAX).proof, 50, "the node's own threshold");
    }
}
