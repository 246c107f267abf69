//! What is known of a sequence once its period is proved.

pub(crate) mod all_but;
pub(crate) mod arithmetic;
pub(crate) mod certificate;
pub(crate) mod claimed;
pub(crate) mod exceptions;
pub(crate) mod landmarks;
pub(crate) mod observed;
pub(crate) mod prove;
pub(crate) mod repeats;

use crate::sparse::space::Space;
use std::fmt;

/// A proved period: for every heap `n >= preperiod`, `G(n + period) = G(n) + saltus`, and neither number can
/// be smaller.
///
/// ```
/// use grundy_core::Run;
/// use grundy_heaps::Sequence;
///
/// let mut kayles = Sequence::new(&"0.77".parse()?);
/// let period = kayles.prove(10_000, &Run::unlimited())?.expect("Kayles is periodic");
/// assert_eq!((period.preperiod, period.period, period.saltus), (71, 12, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    /// The least heap from which the sequence repeats.
    pub preperiod: u64,
    /// The least period, in heaps.
    pub period: u64,
    /// What every period adds to the nimbers; 0 for a plain period.
    pub saltus: u64,
    /// The nimbers of heaps `0..proof_terms` suffice for the proof.
    pub proof_terms: u64,
    /// Why it goes on for ever.
    pub theorem: Theorem,
}

/// The argument by which a finite number of nimbers proves a period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Theorem {
    /// Guy and Smith, *The G-values of various games*, 1956: with moves that take at most t beans and leave
    /// at most m heaps, a repeat seen over the first `m (preperiod + period) + t` heaps goes on, since the
    /// largest heap left can be cut down by a period. With m = 1 it is the repeat of all a recurrence looks
    /// at, which holds for subtraction sets.
    GuySmith,
    /// The window certificate of a sparse space: see [`SparseSpace`].
    SparseWindow(SparseSpace),
    /// All-but sets: the state of the recurrence (the last nimbers and the used ones, relative to the least
    /// unused) repeated.
    AllButState,
    /// Codes that leave three heaps, saltus a power of two: every nimber below has an option that moves up
    /// with the period; the conditions are those of the arithmetic rule of `grundy-check`. In the direction
    /// of Austin 1976 and Howse and Nowakowski 2004, but proved by itself.
    ThreeHeaps,
}

/// A sparse space and the window in which it proves a period.
///
/// Heaps are *common* or *rare* by the parity of `G(n) & mask`, exchanged for every second heap if `by_heap`.
/// Let `reach` be at least every rare heap and the smaller part of every split used below, t the most beans a
/// move takes, and W = reach + t + 1. If `anchor > 2 reach + 2 t` and
///
/// 1. `G(i) = G(i + period)` for the W heaps up to `anchor`,
/// 2. every heap of `(anchor, anchor + period]` is common, and every rare
///    nimber below its own is the value of a take or of a split with smaller
///    part at most `reach`,
/// 3. no heap of `(reach, anchor + period]` is rare,
///
/// then the sequence has that period from `anchor - W + 1` on: by induction, what excludes common nimbers at
/// n is a take or a split with one rare part, whose other part lies among the last W heaps, so it is what did
/// so at n - period; and the witnesses of the smaller rare nimbers recur with the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SparseSpace {
    /// The bits of the nimber whose parity counts.
    pub mask: u32,
    /// Whether the heap's own parity is part of the class.
    pub by_heap: bool,
    /// The common parity of all numbers after which a heap may be broken, if `by_heap`.
    pub kappa: u64,
    /// All rare heaps from 1 on, with their nimbers.
    pub rares: Vec<(u64, u32)>,
    /// The largest heap that a rare part or a witness's smaller part needs.
    pub reach: u64,
    /// The heap that ends the window.
    pub anchor: u64,
}

impl SparseSpace {
    /// The nimber that a common heap has when it is this one without the lowest bit of the mask.
    pub fn common_nimber(&self, heap: u64, index: u8) -> u32 {
        let space = Space { mask: self.mask, by_heap: self.by_heap, kappa: self.kappa };
        space.value(u32::from(index), heap, true)
    }
}

impl Theorem {
    /// The name used in certificates.
    pub fn name(&self) -> &'static str {
        match self {
            Theorem::GuySmith => "guy-smith",
            Theorem::SparseWindow(_) => "sparse-window",
            Theorem::AllButState => "all-but-state",
            Theorem::ThreeHeaps => "three-heaps",
        }
    }
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Theorem::GuySmith => "the bound of Guy and Smith",
            Theorem::SparseWindow(_) => "the window certificate of a sparse space",
            Theorem::AllButState => "a repeated state of the all-but recurrence",
            Theorem::ThreeHeaps => "the arithmetic condition for codes that leave three heaps",
        })
    }
}

/// The number of heaps after which a repeat with the given preperiod and period is proved by the argument of
/// Guy and Smith, for moves that leave at most `parts` heaps (at least 1 is assumed) and take at most
/// `longest` beans. Does not hold when left heaps must differ.
///
/// ```
/// assert_eq!(grundy_heaps::guy_smith_terms(53, 34, 2, 2), 176);
/// ```
pub fn guy_smith_terms(preperiod: u64, period: u64, parts: u32, longest: u64) -> u64 {
    // With preperiod 0 the reduced heap could vanish, so count from heap 1.
    let start = preperiod.max(1);
    let parts = u64::from(parts.max(1));
    (parts * (start + period) + longest).max(start + period + longest + 1)
}
