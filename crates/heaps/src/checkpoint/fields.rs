//! Reading the fields of a checkpoint, as far as they can be true.

use crate::Code;
use crate::checkpoint::bytes::Reader;
use crate::checkpoint::error::CheckpointError;
use crate::code::digit::MOST_NAMED;
use crate::code::rules::Rules;
use crate::engine::choice::Adaptive;
use crate::engine::many_parts::Many;
use crate::sequence::{KEPT, Kept};
use crate::sparse::history::{History, RARE};
use crate::sparse::sliced::{Setting, machine_bytes};
use crate::sparse::space::Space;

/// Reads the code that the checkpoint is of, which must be the one asked for.
pub(super) fn code_of(reader: &mut Reader<'_>, code: &Code) -> Result<(), CheckpointError> {
    let fingerprint = reader.u64().ok_or(CheckpointError::Damaged)?;
    let length = reader.u32().ok_or(CheckpointError::Damaged)?;
    let text = reader.take(u64::from(length)).ok_or(CheckpointError::Damaged)?;
    if fingerprint != code.fingerprint() {
        return Err(CheckpointError::OtherCode(String::from_utf8_lossy(text).into_owned()));
    }
    Ok(())
}

pub(super) fn flag(reader: &mut Reader<'_>) -> Option<bool> {
    match reader.take(1)? {
        [0] => Some(false),
        [1] => Some(true),
        _ => None,
    }
}

/// Reads the claim that the memory is bounded for, if any.
pub(super) fn claim(reader: &mut Reader<'_>) -> Option<Option<(u64, u64)>> {
    if !flag(reader)? {
        return Some(None);
    }
    Some(Some((reader.u64()?, reader.u64()?)))
}

/// Reads what is kept for a claimed period, if anything.
pub(super) fn kept(reader: &mut Reader<'_>) -> Option<Option<Kept>> {
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
pub(super) fn engine(
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

/// Whether a history could have been written by [`Sequence::checkpoint`](crate::Sequence::checkpoint), as far as the
/// engine relies on it.
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
