//! The rules of a game of numbers.

use super::options::Options;
use super::spec::TupleSpec;
use super::values::{Failure, Value, Values};
use grundy_core::{Explain, Knowledge, Limits, Nimber, Ruleset, Run, StopReason, Stopped, Tuning};
use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

/// A position: tuples of numbers, or heaps, side by side.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tuples(pub(crate) Vec<Box<[i64]>>);

impl Tuples {
    /// The tuples, in order.
    pub fn tuples(&self) -> impl ExactSizeIterator<Item = &[i64]> {
        self.0.iter().map(|tuple| &**tuple)
    }
}

/// A move: a tuple, and the tuples that are left of it, in ascending order, one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Leap {
    /// The index of the tuple, from 0.
    pub place: usize,
    /// The numbers of the tuples that are left.
    pub left: Vec<i64>,
}

/// The rules of a game that was read from a file of numbers or heaps. A clone shares what is known of nimbers.
///
/// ```
/// use grundy_core::{Knowledge, Listing, Nimber, Notation, Parameters, Reader, Ruleset};
/// use grundy_own::TupleFile;
/// let text = "game euclid\nnumbers a b\nmove a-k*b, b for k in 1..a/b if b > 0\n\
///     move a, b-k*a for k in 1..b/a if a > 0\n";
/// let euclid = TupleFile::read(text)?.rules(&Parameters::default())?;
/// let at = euclid.parse(&mut Reader::new("7 3"))?;
/// assert_eq!((euclid.count_moves(&at), euclid.theorem(&at)), (2, Some(Nimber(1))));
/// # Ok::<(), grundy_core::Diagnostic>(())
/// ```
#[derive(Clone)]
pub struct TupleGame {
    pub(super) shared: Arc<Shared>,
    values: Arc<RwLock<Values>>,
}

/// What all rules of a file share.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) spec: TupleSpec,
    pub(super) options: Options,
}

impl Shared {
    pub(super) fn new(spec: TupleSpec) -> Shared {
        Shared { options: Options::new(&spec), spec }
    }
}

/// Where no run is given, values take at most so many bytes.
const FEW_BYTES: u64 = 16 << 20;

impl TupleGame {
    /// Rules that know no nimbers yet.
    pub(super) fn new(shared: Arc<Shared>) -> TupleGame {
        TupleGame { shared, values: Arc::default() }
    }

    /// The file that the rules were read from.
    pub fn spec(&self) -> &TupleSpec {
        &self.shared.spec
    }

    /// How many numbers a tuple has.
    pub(super) fn arity(&self) -> usize {
        self.shared.options.arity
    }

    /// Whether positions are lists of heaps.
    pub(super) fn is_heap(&self) -> bool {
        self.shared.options.is_heap
    }

    fn values(&self) -> RwLockReadGuard<'_, Values> {
        self.values.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of a tuple.
    pub(super) fn value(&self, tuple: &[i64]) -> Option<Value> {
        self.values().get(tuple)
    }

    /// Values a tuple and all that can be reached from it.
    pub(super) fn find(&self, tuple: &[i64], run: &Run) -> Result<(), Failure> {
        if self.value(tuple).is_some() {
            return Ok(());
        }
        let mut values = self.values.write().unwrap_or_else(PoisonError::into_inner);
        values.find(&self.shared.options, tuple, run)
    }

    /// Looks for a place where the rules break down among what can be reached, within so many options. Only where that
    /// is all that can be reached, it is valued.
    pub(super) fn glimpse(&self, tuple: &[i64], turns: &mut u64) -> Result<(), Failure> {
        if self.value(tuple).is_some() {
            return Ok(());
        }
        let options = &self.shared.options;
        if options.glimpse(tuple, turns).map_err(|(state, fault)| Failure::Broken(state, fault))? {
            let few = Run::new(Limits { memory: Some(FEW_BYTES), ..Limits::default() });
            let mut values = self.values.write().unwrap_or_else(PoisonError::into_inner);
            values.find_few(options, tuple, &few)?;
        }
        Ok(())
    }

    /// Visits the moves of one tuple, each once, in the order of the file.
    pub(super) fn each_option<B>(
        &self,
        tuple: &[i64],
        mut visit: impl FnMut(Vec<i64>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut met: HashSet<Vec<i64>, foldhash::fast::RandomState> = HashSet::default();
        let mut end = ControlFlow::Continue(());
        // A tuple at which rules break down is refused when a position is read.
        let _ = self.shared.options.each(tuple, |option| {
            let option = self.sorted(option);
            if !met.insert(option.clone()) {
                return ControlFlow::Continue(());
            }
            end = visit(option);
            if end.is_break() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        end
    }

    /// The tuples of an option in ascending order.
    pub(super) fn sorted(&self, option: &[i64]) -> Vec<i64> {
        let arity = self.arity();
        if option.len() <= arity {
            return option.to_vec();
        }
        let mut tuples: Vec<&[i64]> = option.chunks_exact(arity).collect();
        tuples.sort_unstable();
        tuples.concat()
    }
}

impl fmt::Debug for TupleGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TupleGame").field("name", &self.spec().name()).finish_non_exhaustive()
    }
}

impl Ruleset for TupleGame {
    type Position = Tuples;
    type Move = Leap;

    fn moves<B>(&self, at: &Tuples, mut visit: impl FnMut(Leap) -> ControlFlow<B>) -> ControlFlow<B> {
        for (place, tuple) in at.0.iter().enumerate() {
            self.each_option(tuple, |left| visit(Leap { place, left }))?;
        }
        ControlFlow::Continue(())
    }

    /// What is left stands where the tuple was; a heap that goes whole stays as 0.
    fn play(&self, at: &Tuples, mv: &Leap) -> Tuples {
        let mut left: Vec<Box<[i64]>> = mv.left.chunks_exact(self.arity()).map(Box::from).collect();
        if left.is_empty() && self.is_heap() {
            left.push(Box::from([0]));
        }
        let mut tuples = at.clone();
        tuples.0.splice(mv.place..=mv.place, left);
        tuples
    }

    /// As many as the longest game has, where it is known; else what every move lowers.
    fn moves_left(&self, at: &Tuples) -> u128 {
        let values = self.values();
        let known: Option<u128> = at.0.iter().map(|tuple| Some(u128::from(values.get(tuple)?.moves))).sum();
        known.unwrap_or_else(|| at.0.iter().map(|tuple| self.bound(tuple)).fold(0, u128::saturating_add))
    }

    fn split(&self, at: Tuples) -> Vec<Tuples> {
        at.0.into_iter().map(|tuple| Tuples(vec![tuple])).collect()
    }

    /// Tuples without moves do not matter, nor does the order.
    fn canon(&self, mut at: Tuples) -> Tuples {
        at.0.retain(|tuple| self.each_option(tuple, |_| ControlFlow::Break(())).is_break());
        at.0.sort_unstable();
        at
    }

    fn knowledge(&self) -> &dyn Knowledge<Self> {
        self
    }

    fn tuning(&self) -> &dyn Tuning<Self> {
        self
    }
}

impl TupleGame {
    /// A bound on the moves of a tuple of which nothing is known.
    fn bound(&self, tuple: &[i64]) -> u128 {
        if self.shared.options.measure.is_some() {
            return self.shared.options.rank_of(tuple).map_or(0, |rank| rank as u128);
        }
        // Compared from the left, a number may make room for any number behind it.
        let shift = |bound: u128, number: &i64| bound.saturating_mul(1 << 32).saturating_add(*number as u128);
        tuple.iter().fold(0, shift)
    }
}

impl Knowledge<TupleGame> for TupleGame {
    /// Values all tuples that can be reached.
    fn prepare(&self, at: &Tuples, run: &Run) -> Result<(), Stopped> {
        for tuple in &at.0 {
            match self.find(tuple, run) {
                Ok(()) => {}
                // Mostly refused where it is read. One that was read without a run shall have no value rather than a
                // wrong one.
                Err(Failure::Broken(..)) => {
                    return Err(Stopped { reason: StopReason::Nodes, nodes: run.nodes() });
                }
                Err(Failure::Stopped(stopped)) => return Err(stopped),
            }
        }
        Ok(())
    }

    fn theorem(&self, at: &Tuples) -> Option<Nimber> {
        let values = self.values();
        at.0.iter().map(|tuple| values.get(tuple).map(|value| Nimber(value.nimber.into()))).sum()
    }
}

impl Tuning<TupleGame> for TupleGame {
    fn bytes(&self, at: &Tuples) -> Option<usize> {
        let tuple = size_of::<Box<[i64]>>() + self.arity() * size_of::<i64>();
        Some(size_of::<Tuples>() + at.0.len() * tuple)
    }
}

impl Explain for TupleGame {
    fn zero_without_search(&self) -> &'static str {
        "by the nimbers of all that can be reached"
    }
}
