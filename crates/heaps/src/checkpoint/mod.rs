//! A sequence as bytes, to go on another day.
//!
//! All numbers are little-endian.
//!
//! | field | bytes |
//! |---|---|
//! | `GRUNDYHEAPS` and a newline | 12 |
//! | format version, 2 (1 lacks the claim) | 4 |
//! | fingerprint of the code | 8 |
//! | length of the code's text, and the text | 4 + |
//! | bounded memory: 0 or 1 | 1 |
//! | claim that the memory is bounded for: 0, or 1, preperiod, period | 1 + 16 |
//! | engine: 0 taking, 1 plain, 2 sliced | 1 |
//! | engine 0: count, nimbers of 4 bytes | 8 + |
//! | engine 1: count, nimbers of 2 bytes | 8 + |
//! | engine 2: mask; by heap; kappa | 4 + 1 + 1 |
//! | verified since heap; widest witness | 8 + 8 |
//! | count of rare heaps; each heap and nimber | 8 + 12 each |
//! | count of the prefix; an index a byte, 255 rare | 8 + |
//! | first recent heap; count; an index a byte | 8 + 8 + |
//! | a stretch is kept for the claim: 0, or 1 and the next fields | 1 |
//! | first heap kept; count, nimbers of 2 bytes | 8 + 8 + |
//! | count, lags refuted of 8 bytes | 8 + |
//! | FNV-1a of all before, 64 bits | 8 |

pub(crate) mod believed;
pub(crate) mod bytes;
pub(crate) mod version1;

use std::fmt;
use std::io::{self, Write};

use grundy_core::{Run, Stopped};

use crate::Code;
use crate::checkpoint::bytes::{Fnv, Reader};
use crate::code::digit::MOST_NAMED;
use crate::code::rules::Rules;
use crate::engine::choice::{Adaptive, Plain, Stage};
use crate::engine::many_parts::Many;
use crate::period::landmarks::Landmarks;
use crate::sequence::{Believed, KEPT, Kept, Sequence};
use crate::sparse::history::{History, RARE};
use crate::sparse::sliced::{Machine, Setting, machine_bytes};
use crate::sparse::space::Space;

/// The run is looked at once in this many bytes.
const BYTES_A_LOOK: usize = 1 << 20;

const MAGIC: &[u8; 12] = b"GRUNDYHEAPS\n";
const VERSION: u32 = 2;
/// The format before claims were part of it; still read.
const WITHOUT_CLAIM: u32 = 1;

/// Why bytes are not a checkpoint of the code asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The bytes do not start as a checkpoint does.
    NotACheckpoint,
    /// A format version this library does not know.
    Version(u32),
    /// The bytes were cut short or changed.
    Damaged,
    /// A checkpoint of another code, whose text is given.
    OtherCode(String),
    /// To go on from it takes more memory than is allowed.
    Memory {
        /// The bytes that it takes, about.
        needed: u64,
    },
    /// The run ended before all bytes were looked at.
    Stopped(Stopped),
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointError::NotACheckpoint => f.write_str("not a checkpoint of a heap sequence"),
            CheckpointError::Version(version) => {
                write!(
                    f,
                    "checkpoint format {version} is not known; this program reads formats 1 and {VERSION}"
                )
            }
            CheckpointError::Damaged => {
                f.write_str("the checkpoint is damaged; start again or use an older one")
            }
            CheckpointError::OtherCode(code) => {
                write!(f, "this is a checkpoint of {code}; name another file")
            }
            CheckpointError::Memory { needed } => {
                write!(f, "to go on from the checkpoint takes about {} MB", needed.div_ceil(1_000_000))
            }
            CheckpointError::Stopped(stopped) => {
                write!(f, "stopped ({}) while the checkpoint was read", stopped.reason)
            }
        }
    }
}

impl std::error::Error for CheckpointError {}

impl Sequence {
    /// The sequence as bytes: about as many as it holds in memory, 0.4 to 2 MB with bounded memory. The
    /// fields are written down in `docs/formats.md`; a checksum guards them.
    ///
    /// ```
    /// use grundy_core::Run;
    /// use grundy_heaps::Sequence;
    ///
    /// let code = "0.16".parse()?;
    /// let mut sequence = Sequence::new(&code);
    /// sequence.extend_to(20_000, &Run::unlimited())?;
    /// let bytes = sequence.checkpoint();
    /// let again = Sequence::resume(&code, &bytes)?;
    /// assert_eq!(again.known(), sequence.known());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn checkpoint(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write_checkpoint(&mut bytes).expect("memory takes whatever is written");
        bytes
    }

    /// About how many bytes the [`checkpoint`](Sequence::checkpoint) has: those of its nimbers. O(1).
    ///
    /// ```
    /// use grundy_core::Run;
    /// use grundy_heaps::Sequence;
    ///
    /// let mut sequence = Sequence::new(&"0.16".parse()?);
    /// sequence.extend_to(20_000, &Run::unlimited())?;
    /// let (told, bytes) = (sequence.checkpoint_bytes(), sequence.checkpoint().len() as u64);
    /// assert!(told.abs_diff(bytes) < bytes / 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn checkpoint_bytes(&self) -> u64 {
        let kept = self.kept.as_ref().map_or(0, |kept| 2 * kept.nimbers.len() as u64);
        kept + match (self.engine.plain(), self.engine.sliced()) {
            (Some(Plain::Wide(values)), _) => 4 * values.len() as u64,
            (Some(Plain::Narrow(values)), _) => 2 * values.len() as u64,
            (None, Some(machine)) => machine.history().bytes(),
            (None, None) => 0,
        }
    }

    /// Writes the bytes of [`checkpoint`](Sequence::checkpoint), some at a time: nothing is copied that grows
    /// with the heaps.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write_checkpoint(&self, to: &mut dyn Write) -> io::Result<()> {
        let mut out = Summed { to, hash: Fnv::new() };
        out.write_all(MAGIC)?;
        out.write_all(&VERSION.to_le_bytes())?;
        out.write_all(&self.code.fingerprint().to_le_bytes())?;
        let text = self.code.to_string();
        out.write_all(&(text.len() as u32).to_le_bytes())?;
        out.write_all(text.as_bytes())?;
        out.write_all(&[u8::from(self.engine.setting.bounded), u8::from(self.claim.is_some())])?;
        if let Some((preperiod, period)) = self.claim {
            out.numbers([preperiod, period].map(u64::to_le_bytes))?;
        }
        match &self.engine.stage {
            Stage::Taking(taking) => {
                out.write_all(&[0])?;
                out.list(taking.values(), u32::to_le_bytes)?;
            }
            Stage::Dense(dense) => out.plain(dense.values())?,
            Stage::Many(many) => out.plain(many.values())?,
            Stage::Sliced(machine) => out.machine(machine.as_ref())?,
        }
        out.write_all(&[u8::from(self.kept.is_some())])?;
        if let Some(kept) = &self.kept {
            out.write_all(&kept.first.to_le_bytes())?;
            out.list(&kept.nimbers, u16::to_le_bytes)?;
            out.list(&kept.refuted, u64::to_le_bytes)?;
        }
        let sum = out.hash.finish();
        out.to.write_all(&sum.to_le_bytes())
    }

    /// Goes on from the bytes of [`Sequence::checkpoint`], also those of format 1, whose
    /// [claim](Sequence::claim) is not known. The bytes may have been altered and their sum with them: they
    /// are [believed](Sequence::believed) for the search alone.
    ///
    /// # Errors
    ///
    /// [`CheckpointError`] when the bytes are not a whole checkpoint of this code. Never panics, whatever the
    /// bytes.
    pub fn resume(code: &Code, bytes: &[u8]) -> Result<Sequence, CheckpointError> {
        Sequence::resume_within(code, bytes, &Run::unlimited())
    }

    /// Goes on as [`resume`](Sequence::resume) does, if that takes no more than the memory that the run may
    /// use, the bytes of the checkpoint included. That is the [limit](Sequence::with_limit) of the sequence
    /// from then on.
    ///
    /// # Errors
    ///
    /// As [`resume`](Sequence::resume), [`CheckpointError::Memory`], and [`CheckpointError::Stopped`].
    ///
    /// ```
    /// use grundy_core::{Limits, Run};
    /// use grundy_heaps::{CheckpointError, Sequence};
    ///
    /// let code = "0.16".parse()?;
    /// let mut sequence = Sequence::new(&code);
    /// sequence.extend_to(20_000, &Run::unlimited())?;
    /// let run = Run::new(Limits { memory: Some(20_000), ..Limits::default() });
    /// let resumed = Sequence::resume_within(&code, &sequence.checkpoint(), &run);
    /// assert!(matches!(resumed, Err(CheckpointError::Memory { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resume_within(code: &Code, bytes: &[u8], run: &Run) -> Result<Sequence, CheckpointError> {
        let memory = run.limits().memory.unwrap_or(u64::MAX);
        let rest = bytes.strip_prefix(MAGIC).ok_or(CheckpointError::NotACheckpoint)?;
        let version = Reader(rest).u32().ok_or(CheckpointError::Damaged)?;
        if ![WITHOUT_CLAIM, VERSION].contains(&version) {
            return Err(CheckpointError::Version(version));
        }
        let (body, stored) = bytes.split_last_chunk::<8>().ok_or(CheckpointError::Damaged)?;
        let mut hash = Fnv::new();
        for piece in body.chunks(BYTES_A_LOOK) {
            run.check().map_err(CheckpointError::Stopped)?;
            hash.write(piece);
        }
        if hash.finish() != u64::from_le_bytes(*stored) {
            return Err(CheckpointError::Damaged);
        }
        let mut reader = Reader(body.get(MAGIC.len() + 4..).ok_or(CheckpointError::Damaged)?);
        code_of(&mut reader, code)?;
        let bounded = flag(&mut reader).ok_or(CheckpointError::Damaged)?;
        let claim = if version == WITHOUT_CLAIM { Some(None) } else { claim(&mut reader) };
        let claim = claim.filter(|claim| bounded || claim.is_none()).ok_or(CheckpointError::Damaged)?;
        let mut engine = engine(code, bounded, memory, bytes.len() as u64, &mut reader)?;
        engine.setting.memory = memory;
        let kept = kept(&mut reader).filter(|_| reader.0.is_empty()).ok_or(CheckpointError::Damaged)?;
        let believed = Some(Believed::new(engine.len()));
        Ok(Sequence { code: code.clone(), engine, claim, kept, landmarks: Landmarks::default(), believed })
    }
}

/// A writer that sums up what it is given.
struct Summed<'a> {
    to: &'a mut dyn Write,
    hash: Fnv,
}

impl Write for Summed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes)?;
        self.hash.write(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

impl Summed<'_> {
    fn numbers<const N: usize>(&mut self, numbers: impl IntoIterator<Item = [u8; N]>) -> io::Result<()> {
        numbers.into_iter().try_for_each(|bytes| self.write_all(&bytes))
    }

    /// Writes a list of numbers, its length first.
    fn list<T: Copy, const N: usize>(&mut self, items: &[T], bytes: fn(T) -> [u8; N]) -> io::Result<()> {
        self.write_all(&(items.len() as u64).to_le_bytes())?;
        for some in items.chunks(AT_ONCE) {
            let some: Vec<u8> = some.iter().flat_map(|&item| bytes(item)).collect();
            self.write_all(&some)?;
        }
        Ok(())
    }

    /// The nimbers of a game that breaks heaps.
    fn plain(&mut self, values: &[u16]) -> io::Result<()> {
        self.write_all(&[1])?;
        self.list(values, u16::to_le_bytes)
    }

    fn machine(&mut self, machine: &dyn Machine) -> io::Result<()> {
        let history = machine.history();
        self.write_all(&[2])?;
        self.write_all(&history.space.mask.to_le_bytes())?;
        self.write_all(&[u8::from(history.space.by_heap), history.space.kappa as u8])?;
        let rares = history.rares.len() as u64;
        self.numbers([machine.since(), machine.witnesses().widest, rares].map(u64::to_le_bytes))?;
        for (heap, value) in &history.rares {
            self.write_all(&heap.to_le_bytes())?;
            self.write_all(&value.to_le_bytes())?;
        }
        self.write_all(&(history.prefix.len() as u64).to_le_bytes())?;
        self.write_all(&history.prefix)?;
        self.numbers([history.base, history.recent.len() as u64].map(u64::to_le_bytes))?;
        self.write_all(&history.recent)
    }
}

/// Numbers that are turned into bytes at once.
const AT_ONCE: usize = 4_096;

/// Reads the code that the checkpoint is of, which must be the one asked for.
fn code_of(reader: &mut Reader<'_>, code: &Code) -> Result<(), CheckpointError> {
    let fingerprint = reader.u64().ok_or(CheckpointError::Damaged)?;
    let length = reader.u32().ok_or(CheckpointError::Damaged)?;
    let text = reader.take(u64::from(length)).ok_or(CheckpointError::Damaged)?;
    if fingerprint != code.fingerprint() {
        return Err(CheckpointError::OtherCode(String::from_utf8_lossy(text).into_owned()));
    }
    Ok(())
}

fn flag(reader: &mut Reader<'_>) -> Option<bool> {
    match reader.take(1)? {
        [0] => Some(false),
        [1] => Some(true),
        _ => None,
    }
}

/// Reads the claim that the memory is bounded for, if any.
fn claim(reader: &mut Reader<'_>) -> Option<Option<(u64, u64)>> {
    if !flag(reader)? {
        return Some(None);
    }
    Some(Some((reader.u64()?, reader.u64()?)))
}

/// Reads what is kept for a claimed period, if anything.
fn kept(reader: &mut Reader<'_>) -> Option<Option<Kept>> {
    if !flag(reader)? {
        return Some(None);
    }
    let first = reader.u64()?;
    let count = reader.u64()?;
    let bytes = reader.take(count.checked_mul(2)?)?;
    let nimbers: Vec<u16> = bytes.as_chunks().0.iter().map(|&nimber| u16::from_le_bytes(nimber)).collect();
    let count = reader.u64()?;
    let lags = reader.take(count.checked_mul(8)?)?;
    let refuted = lags.as_chunks().0.iter().map(|&lag| u64::from_le_bytes(lag)).collect();
    // The stretch is one heap longer unless the preperiod is 0.
    let whole = [KEPT, KEPT + 1].contains(&(nimbers.len() as u64));
    whole.then_some(Some(Kept { first, nimbers, refuted }))
}

/// Reads the engine, and counts what it will hold `beside` the bytes before it is made.
fn engine(
    code: &Code,
    bounded: bool,
    memory: u64,
    beside: u64,
    reader: &mut Reader<'_>,
) -> Result<Adaptive, CheckpointError> {
    let stored = stored(code, bounded, reader).ok_or(CheckpointError::Damaged)?;
    let needed = stored.bytes(code).saturating_add(beside);
    if needed > memory {
        return Err(CheckpointError::Memory { needed });
    }
    let setting = Setting::new(bounded);
    match stored {
        Stored::Wide(values) => Ok(Adaptive::from_values(code, values, setting)),
        Stored::Narrow(values) => Ok(Adaptive::from_narrow(code, values, setting)),
        Stored::History { history, since, widest } => {
            Adaptive::from_history(code, history, setting, since, widest).ok_or(CheckpointError::Damaged)
        }
    }
}

/// What a checkpoint has of an engine.
enum Stored {
    /// Of a game that leaves heaps whole.
    Wide(Vec<u32>),
    /// Of a game that breaks heaps.
    Narrow(Vec<u16>),
    History {
        history: History,
        since: u64,
        widest: u64,
    },
}

impl Stored {
    /// About the bytes that the engine holds.
    fn bytes(&self, code: &Code) -> u64 {
        match self {
            Stored::Wide(values) => {
                12 * values.len() as u64 + 16 * u64::from(values.iter().copied().max().unwrap_or(0))
            }
            Stored::Narrow(values) => {
                let (heaps, largest) = (values.len() as u64, values.iter().copied().max().unwrap_or(0));
                // A set of nimbers, a bit each, with those of XORs.
                let set = (u64::from(largest) + 1).next_power_of_two() / 8 + 8;
                let sets = match code.most_parts() {
                    _ if Many::is_for(code) => {
                        // Of three kinds, for every number of heaps and every total, doubled to have room.
                        let rows = code.most_parts().unwrap_or(MOST_NAMED as u32) + 2;
                        (6 * u64::from(rows)).saturating_mul(heaps).saturating_mul(set)
                    }
                    Some(2) => 0,
                    _ => heaps.saturating_mul(set),
                };
                (8 * heaps).saturating_add(sets)
            }
            Stored::History { history, .. } => {
                Rules::of(code).map_or(u64::MAX, |rules| machine_bytes(&rules, history))
            }
        }
    }
}

/// Reads what a checkpoint has of an engine, as far as it can be true: a game on n beans lasts less than 2n
/// moves, n if no heap is broken, and no nimber is larger than that.
fn stored(code: &Code, bounded: bool, reader: &mut Reader<'_>) -> Option<Stored> {
    let &[kind] = reader.take(1)? else {
        return None;
    };
    // A nimber is at most the number of moves that can follow one another: one a bean where heaps stay whole.
    match kind {
        0 if code.most_parts().is_some_and(|parts| parts < 2) => {
            let values = numbers(reader, u32::from_le_bytes)?;
            let is_short = (0_u64..).zip(&values).all(|(heap, &value)| u64::from(value) <= heap);
            is_short.then_some(Stored::Wide(values))
        }
        1 if code.most_parts().is_none_or(|parts| parts >= 2) => {
            let values = numbers(reader, u16::from_le_bytes)?;
            let is_short = |(heap, &value): (u64, &u16)| u128::from(value) <= code.moves_left(heap);
            (0..).zip(&values).all(is_short).then_some(Stored::Narrow(values))
        }
        2 => history(code, bounded, reader),
        _ => None,
    }
}

/// Reads a list of numbers, its length first.
fn numbers<T, const N: usize>(reader: &mut Reader<'_>, number: fn([u8; N]) -> T) -> Option<Vec<T>> {
    let count = reader.u64()?;
    let bytes = reader.take(count.checked_mul(N as u64)?)?;
    Some(bytes.as_chunks().0.iter().map(|&bytes| number(bytes)).collect())
}

fn history(code: &Code, bounded: bool, reader: &mut Reader<'_>) -> Option<Stored> {
    let mask = reader.u32()?;
    let &[by_heap @ (0 | 1), kappa @ (0 | 1)] = reader.take(2)? else {
        return None;
    };
    let (since, widest) = (reader.u64()?, reader.u64()?);
    let count = reader.u64()?;
    let mut rares = Vec::new();
    for _ in 0..count {
        rares.push((reader.u64()?, reader.u32()?));
    }
    let count = reader.u64()?;
    let prefix = reader.take(count)?.to_vec();
    let base = reader.u64()?;
    let count = reader.u64()?;
    let recent = reader.take(count)?.to_vec();
    let space = Space { mask, by_heap: by_heap == 1, kappa: u64::from(kappa) };
    // What was dropped is not written down.
    let dropped = (base == 0).then_some(0);
    let history = History { space, prefix, recent, base, rares, dropped };
    let is_sensible = sensible(&history, bounded)
        && since <= history.len()
        && widest <= history.len()
        && holds_entries(&history, code.largest_take()?);
    is_sensible.then_some(Stored::History { history, since, widest })
}

/// Whether all that the rare heaps exclude lies in what is held: what has been dropped is never looked back
/// at.
fn holds_entries(history: &History, longest: u64) -> bool {
    let farthest = history.rares.last().map_or(0, |rare| rare.0).saturating_add(longest);
    history.base == 0 || farthest <= history.recent.len() as u64
}

/// Whether a history could have been written by [`Sequence::checkpoint`], as far as the engine relies on it.
fn sensible(history: &History, bounded: bool) -> bool {
    let Some(length) = history.base.checked_add(history.recent.len() as u64) else {
        return false;
    };
    let held = |heap: u64| history.byte(heap).is_none_or(|byte| byte == RARE);
    let rares_held = history.rares.iter().filter(|rare| history.byte(rare.0).is_some()).count();
    let mut rare_bytes = history.recent.iter().filter(|&&byte| byte == RARE).count();
    if history.base > 0 {
        let before = history.prefix.len().min(history.base as usize);
        rare_bytes += history.prefix[..before].iter().filter(|&&byte| byte == RARE).count();
    }
    length > 0
        && length.is_multiple_of(64)
        && length < 1 << 56
        && !history.recent.is_empty()
        && (history.base == 0) == history.prefix.is_empty()
        && (bounded || history.base == 0)
        && history.space.mask != 0
        && history.byte(0) == Some(RARE)
        && history.rares.is_sorted_by(|a, b| a.0 < b.0)
        && history.rares.iter().all(|rare| rare.0 > 0 && rare.0 < length && rare.1 < 1 << 16 && held(rare.0))
        // Heap 0 has the byte of a rare heap and is not in the list.
        && rare_bytes == rares_held + 1
}
