//! What a check has gone through, to go on from another day.
//!
//! ```text
//! "grundy check 3\n"
//! the hash of the certificate's text    heaps gone through    indices of a set
//! lists of nimbers, each after its length: the first heaps, the latest, and the stretches in which
//! the period shows
//! the hash of all bytes before
//! ```
//!
//! Numbers have eight bytes and nimbers two, the least first.

use grundy_heaps::PeriodCertificate;
use std::fmt;

const MAGIC: &[u8] = b"grundy check 3\n";

/// How the states of all versions begin.
const MAGIC_OF_ALL: &[u8] = b"grundy check ";

/// How far a check of a long certificate has come: see [`verify_from`](super::verify_from). Nimbers of the heaps
/// that what follows depends on, so some megabytes, whatever the number of heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckState {
    pub(super) certificate: u64,
    pub(super) known: u64,
    pub(super) indices: u64,
    pub(super) first: Vec<u16>,
    pub(super) latest: Vec<u16>,
    pub(super) stretches: Vec<Vec<u16>>,
}

/// Why bytes are not the state of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckStateError {
    /// They are something else.
    NotAState,
    /// They are the state of a check by another version of the program.
    OtherVersion,
    /// They are the state of the check of another certificate.
    OtherCertificate,
    /// They are cut short or altered.
    Damaged,
}

impl fmt::Display for CheckStateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CheckStateError::NotAState => "no checkpoint of a check",
            CheckStateError::OtherVersion => "the checkpoint of a check by another version of Grundy",
            CheckStateError::OtherCertificate => "the checkpoint of another certificate's check",
            CheckStateError::Damaged => "a damaged checkpoint",
        })
    }
}

impl std::error::Error for CheckStateError {}

impl CheckState {
    pub(super) fn new(certificate: &PeriodCertificate, known: u64, indices: u64) -> Self {
        let certificate = hash(certificate.to_string().as_bytes());
        let (first, latest, stretches) = Default::default();
        CheckState { certificate, known, indices, first, latest, stretches }
    }

    /// How many heaps from 0 on were gone through.
    pub fn terms(&self) -> u64 {
        self.known
    }

    /// The bytes that [`resume`](super::resume) reads.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for number in [self.certificate, self.known, self.indices] {
            bytes.extend(number.to_le_bytes());
        }
        for list in [&self.first, &self.latest].into_iter().chain(&self.stretches) {
            bytes.extend((list.len() as u64).to_le_bytes());
            bytes.extend(list.iter().flat_map(|nimber| nimber.to_le_bytes()));
        }
        let sum = hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads those bytes again; whether the numbers can be true is not asked.
    pub(super) fn read(certificate: &PeriodCertificate, bytes: &[u8]) -> Result<Self, CheckStateError> {
        if !bytes.starts_with(MAGIC) {
            let is_of_a_version = bytes.starts_with(MAGIC_OF_ALL);
            return Err(if is_of_a_version {
                CheckStateError::OtherVersion
            } else {
                CheckStateError::NotAState
            });
        }
        let (body, sum) = bytes.split_last_chunk().ok_or(CheckStateError::Damaged)?;
        if hash(body) != u64::from_le_bytes(*sum) {
            return Err(CheckStateError::Damaged);
        }
        let state = fields(body.get(MAGIC.len()..).unwrap_or_default()).ok_or(CheckStateError::Damaged)?;
        let is_of_it = state.certificate == hash(certificate.to_string().as_bytes());
        if is_of_it { Ok(state) } else { Err(CheckStateError::OtherCertificate) }
    }
}

fn fields(mut rest: &[u8]) -> Option<CheckState> {
    let [certificate, known, indices] = [number(&mut rest)?, number(&mut rest)?, number(&mut rest)?];
    let (first, latest, mut stretches) = (list(&mut rest)?, list(&mut rest)?, Vec::new());
    while !rest.is_empty() {
        stretches.push(list(&mut rest)?);
    }
    Some(CheckState { certificate, known, indices, first, latest, stretches })
}

fn number(rest: &mut &[u8]) -> Option<u64> {
    let (number, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(u64::from_le_bytes(*number))
}

fn list(rest: &mut &[u8]) -> Option<Vec<u16>> {
    let bytes = usize::try_from(number(rest)?).ok()?.checked_mul(2)?;
    let (nimbers, after) = rest.split_at_checked(bytes)?;
    *rest = after;
    Some(nimbers.as_chunks().0.iter().map(|&nimber| u16::from_le_bytes(nimber)).collect())
}

/// FNV-1a, 64 bits.
fn hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}
