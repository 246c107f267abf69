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
mod error;
mod fields;
mod summed;
pub(crate) mod version1;

pub use error::CheckpointError;

use std::io::{self, Write};

use grundy_core::Run;

use crate::Code;
use crate::checkpoint::bytes::{Fnv, Reader};
use crate::checkpoint::error::VERSION;
use crate::checkpoint::fields::{claim, code_of, engine, flag, kept};
use crate::checkpoint::summed::Summed;
use crate::engine::choice::{Plain, Stage};
use crate::period::landmarks::Landmarks;
use crate::sequence::{Believed, Sequence};

/// The run is looked at once in this many bytes.
const BYTES_A_LOOK: usize = 1 << 20;

const MAGIC: &[u8; 12] = b"GRUNDYHEAPS\n";
/// The format before claims were part of it; still read.
const WITHOUT_CLAIM: u32 = 1;

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
