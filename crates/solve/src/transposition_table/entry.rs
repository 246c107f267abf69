//! What the table knows of one part, in atomic words.

use grundy_core::Nimber;
use std::sync::atomic::{AtomicU64, Ordering};

/// The part of an entry that a search reads all the time. The position is kept apart from it, because a
/// search seldom reads that.
///
/// What is known of the nimber is one word:
///
/// ```text
/// bit 63 = 1   bits 62 .. 0   the nimber
/// bit 63 = 0   bit 62         the nimber is at most 61
///              bit v <= 61    the nimber is not v
/// ```
///
/// An excluded value stays excluded and a nimber stays, so threads need no order among their writes.
#[derive(Default)]
pub(super) struct Entry {
    /// The part's word, or its hash.
    word: AtomicU64,
    /// The estimated work on the part, and [`HAS_PROOF_NUMBERS`].
    effort: AtomicU64,
    /// The nimber, or the values that it is not.
    nimber: AtomicU64,
}

/// Set in an entry's effort when some thread has stored proof numbers of the part.
const HAS_PROOF_NUMBERS: u64 = 1 << 63;

/// Set when the other bits are the nimber.
const IS_KNOWN: u64 = 1 << 63;

/// The largest value with a bit of its own.
pub(crate) const LARGEST_EXCLUDABLE: u64 = 61;

/// Set when the nimber is no value above [`LARGEST_EXCLUDABLE`].
const LARGER: u64 = 1 << 62;

/// [`Entry::small_candidates`] counts among this number of the smallest values.
const SMALL_VALUES: u32 = 8;

/// The bits that exclude all values above `bound`; none if some of them have no bit.
fn above(bound: u64) -> u64 {
    if bound > LARGEST_EXCLUDABLE { 0 } else { !IS_KNOWN & u64::MAX << (bound + 1) }
}

impl Entry {
    /// Fills a new entry: its word, its effort, an upper bound of its nimber, and the nimber if it is known.
    pub(super) fn fill(&self, word: u64, effort: u64, bound: u64, known: Option<Nimber>) {
        let nimber = match known {
            Some(nimber) => nimber.0 | IS_KNOWN,
            None => above(bound),
        };
        self.word.store(word, Ordering::Relaxed);
        self.effort.store(effort & !HAS_PROOF_NUMBERS, Ordering::Relaxed);
        self.nimber.store(nimber, Ordering::Relaxed);
    }

    /// The word or the hash of the part.
    pub(super) fn word(&self) -> u64 {
        self.word.load(Ordering::Relaxed)
    }

    pub(super) fn known(&self) -> Option<Nimber> {
        known(self.nimber.load(Ordering::Relaxed))
    }

    pub(super) fn snapshot(&self) -> Snapshot {
        Snapshot { nimber: self.nimber.load(Ordering::Relaxed), effort: self.effort.load(Ordering::Relaxed) }
    }

    /// The number of values among the smallest that are not excluded.
    pub(super) fn small_candidates(&self) -> u32 {
        SMALL_VALUES - (self.nimber.load(Ordering::Relaxed) & ((1 << SMALL_VALUES) - 1)).count_ones()
    }

    /// Records that some thread has stored proof numbers of the part.
    pub(super) fn set_has_proof_numbers(&self) {
        self.effort.fetch_or(HAS_PROOF_NUMBERS, Ordering::Relaxed);
    }

    /// Records the nimber.
    pub(super) fn settle(&self, nimber: Nimber) {
        self.nimber.store(nimber.0 | IS_KNOWN, Ordering::Relaxed);
    }

    /// Records that the nimber is not this value. A value without a bit is not recorded.
    pub(super) fn exclude(&self, nimber: Nimber) {
        if nimber.0 <= LARGEST_EXCLUDABLE {
            self.exclude_all(1 << nimber.0);
        }
    }

    /// Records that the nimber is at most `bound`.
    pub(super) fn set_bound(&self, bound: u64) {
        self.exclude_all(above(bound));
    }

    fn exclude_all(&self, excluded: u64) {
        let add = |old: u64| {
            // Another thread may have found the nimber, which must stay.
            (old & IS_KNOWN == 0).then(|| {
                let candidates = !(old | excluded | IS_KNOWN);
                // The last candidate is the nimber, unless it stands for all larger values.
                let is_only_one = candidates.is_power_of_two() && candidates != LARGER;
                if is_only_one { u64::from(candidates.trailing_zeros()) | IS_KNOWN } else { old | excluded }
            })
        };
        let _ = self.nimber.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
    }
}

/// What was known of a part when it was read.
#[derive(Clone, Copy)]
pub(crate) struct Snapshot {
    nimber: u64,
    effort: u64,
}

fn known(nimber: u64) -> Option<Nimber> {
    (nimber & IS_KNOWN != 0).then_some(Nimber(nimber & !IS_KNOWN))
}

impl Snapshot {
    /// The nimber, if it is known.
    pub(crate) fn known(self) -> Option<Nimber> {
        known(self.nimber)
    }

    /// Whether the part has this nimber, if that is known.
    pub(crate) fn has_nimber(self, nimber: Nimber) -> Option<bool> {
        match self.known() {
            Some(known) => Some(known == nimber),
            None => (nimber.0 <= LARGEST_EXCLUDABLE && self.nimber >> nimber.0 & 1 == 1).then_some(false),
        }
    }

    /// The number of values below this one that are not excluded.
    pub(crate) fn candidates_below(self, value: Nimber) -> u32 {
        (!self.nimber & ((1 << value.0.min(LARGEST_EXCLUDABLE + 1)) - 1)).count_ones()
    }

    /// The estimated work on the part.
    pub(crate) fn effort(self) -> u64 {
        self.effort & !HAS_PROOF_NUMBERS
    }

    /// Whether some thread may have stored proof numbers of the part.
    pub(crate) fn has_proof_numbers(self) -> bool {
        self.effort & HAS_PROOF_NUMBERS != 0
    }
}
