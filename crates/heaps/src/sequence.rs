//! The public face of the engines: nimbers in order, in blocks.

use std::ops::ControlFlow;

use grundy_core::{Run, Stopped};

use crate::Code;
use crate::engine::choice::{Adaptive, Plain};
use crate::error::EngineError;
use crate::period::Period;
use crate::period::landmarks::Landmarks;
use crate::period::repeats::BYTES_A_VALUE;
use crate::simd::registers::Registers;
use crate::sparse::sliced::Setting;

/// Why a computation ended before its goal. What is known by then is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SequenceError {
    /// The run met a limit or was cancelled.
    Stopped(Stopped),
    /// The visitor asked to stop.
    Visitor,
    /// The engine cannot go on.
    Engine(EngineError),
}

impl std::fmt::Display for SequenceError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SequenceError::Stopped(stopped) => stopped.fmt(f),
            SequenceError::Visitor => f.write_str("stopped by the receiver of the values"),
            SequenceError::Engine(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SequenceError {}

impl From<EngineError> for SequenceError {
    fn from(error: EngineError) -> Self {
        SequenceError::Engine(error)
    }
}

impl From<Stopped> for SequenceError {
    fn from(stopped: Stopped) -> Self {
        SequenceError::Stopped(stopped)
    }
}

/// Nimbers of consecutive heaps.
#[derive(Clone, Copy, Debug)]
pub struct NimberBlock<'a> {
    /// The heap of the first value.
    pub first: u64,
    /// The nimbers of heaps `first`, `first + 1`, …
    pub values: &'a [u32],
}

/// How much a [`Sequence`] remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// Every nimber: a byte each where there is a sparse space, two or four otherwise.
    Full,
    /// Where there is a sparse space, only as many nimbers as its rare heaps reach back, and the first 2^20:
    /// some ten megabytes for ever. A game with a late rare heap then stops with [`EngineError::Memory`].
    Bounded,
}

/// The nimbers of heaps 0, 1, 2, … of a code, computed as far as asked.
///
/// Engines are chosen as the values come: a vectorised plain kernel, and the sparse-space method on 64 heaps
/// at a time once a sparse space pays (see [`SparseSpace`](crate::SparseSpace)). None of them guesses: every
/// value is that of the definition, [`plain`](crate::plain).
///
/// ```
/// use grundy_core::Run;
/// use grundy_heaps::Sequence;
///
/// let mut sequence = Sequence::new(&"0.106".parse()?);
/// sequence.extend_to(100_000, &Run::unlimited())?;
/// assert_eq!(sequence.nimber(99_999), Some(6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Sequence {
    pub(crate) code: Code,
    pub(crate) engine: Adaptive,
    /// The preperiod and the period that the memory is bounded for.
    pub(crate) claim: Option<(u64, u64)>,
    /// What a claimed period needs to be compared with.
    pub(crate) kept: Option<Kept>,
    /// Where heaps seen by a proof may repeat.
    pub(crate) landmarks: Landmarks,
    /// What it has from a checkpoint.
    pub(crate) believed: Option<Believed>,
}

impl Sequence {
    /// Starts a sequence with full memory.
    pub fn new(code: &Code) -> Self {
        Sequence::with_memory(code, Memory::Full)
    }

    /// Starts a sequence that remembers as much as said.
    pub fn with_memory(code: &Code, memory: Memory) -> Self {
        Sequence::with_setting(code, Setting::new(memory == Memory::Bounded))
    }

    pub(crate) fn with_setting(code: &Code, setting: Setting) -> Self {
        Sequence {
            code: code.clone(),
            engine: Adaptive::new(code, setting),
            claim: None,
            kept: None,
            landmarks: Landmarks::default(),
            believed: None,
        }
    }

    /// The same sequence by the portable form of the engines only, without the wide registers that are else
    /// chosen at run time: for measurements, and to hold one form to the other. To be called before any
    /// values are computed.
    pub fn portable(mut self) -> Self {
        self.engine.setting = self.engine.setting.with_registers(Registers::PORTABLE);
        self
    }

    /// The forms of the engines that this processor has, by their names, the one that is chosen last.
    ///
    /// ```
    /// assert_eq!(grundy_heaps::Sequence::forms().next(), Some("portable"));
    /// ```
    pub fn forms() -> impl Iterator<Item = &'static str> {
        Registers::all().map(Registers::name)
    }

    /// The same sequence by the [form](Sequence::forms) of this name; `None` where the processor has none. To be
    /// called before any values are computed.
    ///
    /// ```
    /// # use grundy_heaps::Sequence;
    /// let kayles = Sequence::new(&"0.77".parse()?);
    /// assert!(kayles.clone().in_form("portable").is_some() && kayles.in_form("copper").is_none());
    /// # Ok::<(), grundy_core::Diagnostic>(())
    /// ```
    pub fn in_form(mut self, name: &str) -> Option<Self> {
        let registers = Registers::all().find(|registers| registers.name() == name)?;
        self.engine.setting = self.engine.setting.with_registers(registers);
        Some(self)
    }

    /// The same sequence, computed by this number of threads where they help: two, of which the second
    /// verifies what the first has computed, once no rare heap has been met for a while. The values do not
    /// depend on it.
    ///
    /// ```
    /// use grundy_core::Run;
    /// use grundy_heaps::Sequence;
    ///
    /// let mut sequence = Sequence::new(&"0.106".parse()?).with_threads(2);
    /// sequence.extend_to(1_000_000, &Run::unlimited())?;
    /// assert_eq!(sequence.nimber(99_999), Some(6));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.engine.set_threads(threads);
        self
    }

    /// The same sequence, which holds at most `limit` bytes: it stops with [`EngineError::Limit`] before it
    /// takes more. Counted is what grows with the heaps, and what a look for a period takes for a while; some
    /// megabytes that every engine takes are not.
    ///
    /// ```
    /// use grundy_core::Run;
    /// use grundy_heaps::{EngineError, Sequence, SequenceError};
    ///
    /// let mut sequence = Sequence::new(&"0.03".parse()?).with_limit(400_000);
    /// let stopped = sequence.extend_to(1_000_000, &Run::unlimited());
    /// assert!(matches!(stopped, Err(SequenceError::Engine(EngineError::Limit { .. }))));
    /// assert!((45_000..55_000).contains(&sequence.known()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_limit(mut self, bytes: u64) -> Self {
        self.engine.setting.memory = bytes;
        self
    }

    /// About the bytes that it holds, but for some megabytes that every engine takes.
    fn bytes(&self) -> u64 {
        let kept = self.kept.as_ref().map_or(0, |kept| 2 * kept.nimbers.len() as u64);
        self.engine.bytes() + self.landmarks.bytes() + kept
    }

    /// Whether `more` bytes are still within the limit. Room to look for a repeat is kept free, so that what
    /// is known can always be looked at.
    pub(crate) fn has_room(&self, more: u64) -> bool {
        let look = if self.engine.plain().is_some() { BYTES_A_VALUE * self.known() } else { 0 };
        self.bytes().saturating_add(look).saturating_add(more) <= self.engine.setting.memory
    }

    /// The code whose nimbers these are.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// The number of heaps known, from heap 0; may exceed what was asked for, since engines work in runs of
    /// up to 4,096 heaps.
    pub fn known(&self) -> u64 {
        self.engine.len()
    }

    /// How much is remembered.
    pub fn memory(&self) -> Memory {
        if self.engine.setting.bounded { Memory::Bounded } else { Memory::Full }
    }

    /// How many heaps are remembered from heap 0 on without a gap: all that are known with full memory, else
    /// the first 2^20 once others were dropped.
    ///
    /// ```
    /// # use grundy_core::Run;
    /// # use grundy_heaps::{Memory, Sequence};
    /// let mut sequence = Sequence::with_memory(&"0.106".parse()?, Memory::Bounded);
    /// sequence.extend_to(9_000_000, &Run::unlimited())?;
    /// assert_eq!((sequence.known() >= 9_000_000, sequence.remembered()), (true, 1 << 20));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remembered(&self) -> u64 {
        match self.engine.sliced().map(|machine| machine.history()) {
            Some(history) if history.base > history.prefix.len() as u64 => history.prefix.len() as u64,
            _ => self.known(),
        }
    }

    /// The nimber of one heap, if it is known and remembered. Costs a look-up.
    pub fn nimber(&self, heap: u64) -> Option<u32> {
        self.engine.value(heap)
    }

    /// All nimbers from heap 0 up to `terms`, or as many as are known; `None` when bounded memory has dropped
    /// some.
    ///
    /// ```
    /// # use grundy_core::Run;
    /// # use grundy_heaps::Sequence;
    /// let mut kayles = Sequence::new(&"0.77".parse()?);
    /// kayles.extend_to(6, &Run::unlimited())?;
    /// assert_eq!(kayles.nimbers(6), Some(vec![0, 1, 2, 3, 1, 4]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nimbers(&self, terms: u64) -> Option<Vec<u32>> {
        if self.engine.first_held() > 0 {
            return None;
        }
        let mut all = vec![0; self.known().min(terms) as usize];
        self.engine.fill(0, &mut all);
        Some(all)
    }

    /// The largest nimber of all heaps known, those included that bounded memory has dropped; `None` where
    /// some were dropped before a checkpoint, which does not say how large they were. O(heaps held).
    ///
    /// ```
    /// # use grundy_core::Run;
    /// # use grundy_heaps::Sequence;
    /// let mut sequence = Sequence::new(&"0.16".parse()?);
    /// sequence.prove(1_000_000, &Run::unlimited())?.expect("its period was found in 1989");
    /// assert_eq!(sequence.largest(), Some(23));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn largest(&self) -> Option<u32> {
        match self.engine.plain() {
            Some(Plain::Wide(values)) => Some(values.iter().copied().max().unwrap_or(0)),
            Some(Plain::Narrow(values)) => Some(values.iter().copied().max().unwrap_or(0).into()),
            None => self.engine.sliced()?.history().largest(),
        }
    }

    /// The largest nimber of heaps `0..terms`, as far as they are known and
    /// [remembered](Sequence::remembered); 0 of none. O(terms).
    ///
    /// ```
    /// # use grundy_core::Run;
    /// # use grundy_heaps::Sequence;
    /// let mut kayles = Sequence::new(&"0.77".parse()?);
    /// kayles.extend_to(100, &Run::unlimited())?;
    /// assert_eq!((kayles.largest_of_first(6), kayles.largest_of_first(100)), (4, 8));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn largest_of_first(&self, terms: u64) -> u32 {
        let first = usize::try_from(terms).unwrap_or(usize::MAX);
        match self.engine.plain() {
            Some(Plain::Wide(values)) => values.iter().take(first).copied().max().unwrap_or(0),
            Some(Plain::Narrow(values)) => values.iter().take(first).copied().max().unwrap_or(0).into(),
            None => self.engine.sliced().map_or(0, |machine| machine.history().largest_of_first(terms)),
        }
    }

    /// The rare heaps met so far, from heap 1, with their nimbers, once a sparse space is in use. Which heaps
    /// are rare depends on the space that was chosen.
    ///
    /// ```
    /// # use grundy_core::Run;
    /// # use grundy_heaps::Sequence;
    /// let mut sequence = Sequence::new(&"0.106".parse()?);
    /// sequence.extend_to(10_000, &Run::unlimited())?;
    /// let rares = sequence.rare_heaps().expect("0.106 is sparse");
    /// assert_eq!((rares.len(), rares.last()), (15, Some(&(1_103, 16))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rare_heaps(&self) -> Option<&[(u64, u32)]> {
        self.engine.sliced().map(|machine| machine.history().rares.as_slice())
    }

    /// Computes until at least `terms` heaps are known.
    ///
    /// # Errors
    ///
    /// [`SequenceError`]; what was computed before is kept, and the call may be repeated.
    pub fn extend_to(&mut self, terms: u64, run: &Run) -> Result<(), SequenceError> {
        let extended = self.extend_on(terms, run);
        self.engine.rest();
        extended
    }

    /// The same, where more is to be computed soon: the engine keeps what it needs for that.
    pub(crate) fn extend_on(&mut self, terms: u64, run: &Run) -> Result<(), SequenceError> {
        let mut growth = Growth::of(self, run);
        while self.known() < terms {
            growth.look(self)?;
            self.advance(terms)?;
        }
        growth.look(self)
    }

    /// Computes some more nimbers, if memory allows.
    fn advance(&mut self, until: u64) -> Result<(), EngineError> {
        if !self.has_room(0) {
            return Err(EngineError::Limit { heap: self.known() });
        }
        self.engine.advance(until)
    }

    /// Visits the nimbers of heaps `first..terms` in blocks, in order, computing those that are not known.
    ///
    /// # Errors
    ///
    /// As [`extend_to`](Sequence::extend_to), and [`SequenceError::Visitor`] when the visitor breaks;
    /// [`EngineError::Memory`] when `first` has been dropped.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// # use grundy_core::Run;
    /// # use grundy_heaps::Sequence;
    /// let mut largest = 0;
    /// let mut sequence = Sequence::new(&"0.16".parse()?);
    /// sequence.visit(0, 50_000, &Run::unlimited(), |block| {
    ///     largest = block.values.iter().copied().fold(largest, u32::max);
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(largest, 22);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn visit(
        &mut self,
        first: u64,
        terms: u64,
        run: &Run,
        visit: impl FnMut(NimberBlock<'_>) -> ControlFlow<()>,
    ) -> Result<(), SequenceError> {
        let visited = self.visit_on(first, terms, run, visit);
        self.engine.rest();
        visited
    }

    fn visit_on(
        &mut self,
        first: u64,
        terms: u64,
        run: &Run,
        mut visit: impl FnMut(NimberBlock<'_>) -> ControlFlow<()>,
    ) -> Result<(), SequenceError> {
        if first < self.engine.first_held() {
            return Err(SequenceError::Engine(EngineError::Memory { heap: first }));
        }
        let mut growth = Growth::of(self, run);
        let mut next = first;
        let mut values = Vec::new();
        while next < terms {
            growth.look(self)?;
            while self.known() <= next {
                self.advance(terms)?;
                growth.look(self)?;
            }
            let end = self.known().min(terms).min(next + BLOCK);
            values.resize((end - next) as usize, 0);
            self.engine.fill(next, &mut values);
            if visit(NimberBlock { first: next, values: &values }).is_break() {
                return Err(SequenceError::Visitor);
            }
            next = end;
        }
        growth.look(self)
    }
}

/// The memory that a sequence takes or frees during one call, noted in a run.
struct Growth<'r> {
    run: &'r Run,
    /// Bytes that it held at the last look.
    held: u64,
}

impl<'r> Growth<'r> {
    fn of(sequence: &Sequence, run: &'r Run) -> Self {
        Growth { run, held: sequence.bytes() }
    }

    /// Notes what the sequence holds and how far it is, and says whether to go on.
    fn look(&mut self, sequence: &Sequence) -> Result<(), SequenceError> {
        let held = sequence.bytes();
        match held.checked_sub(self.held) {
            Some(0) => {}
            Some(more) => self.run.hold(more as usize)?,
            None => self.run.release((self.held - held) as usize),
        }
        self.held = held;
        Ok(self.run.reached(sequence.known())?)
    }
}

/// The most values of one [`NimberBlock`].
const BLOCK: u64 = 65_536;

/// Heaps kept from the preperiod on; the window must fit in.
pub(crate) const KEPT: u64 = 65_536;

/// The stretch kept for a claim, and the shorter lags already refuted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    /// The first heap kept: one before the preperiod, if there is one.
    pub(crate) first: u64,
    pub(crate) nimbers: Vec<u16>,
    pub(crate) refuted: Vec<u64>,
}

/// What a sequence has from a checkpoint.
#[derive(Clone)]
pub(crate) struct Believed {
    /// How many heaps.
    pub(crate) heaps: u64,
    /// The period that follows if it is true.
    pub(crate) supposed: Option<Period>,
    /// The sequence from the rules, as far as it is, and the heaps of it that were compared.
    pub(crate) again: Option<Box<Sequence>>,
    pub(crate) compared: u64,
}

impl Believed {
    pub(crate) fn new(heaps: u64) -> Self {
        Believed { heaps, supposed: None, again: None, compared: 0 }
    }
}
