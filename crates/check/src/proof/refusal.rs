//! Why a proof is refused.

use grundy_core::Stopped;
use std::fmt;

/// Why a proof is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofRefusal {
    /// The bytes are no proof: a line of its head, from 1, or a byte behind it, from 0, and what is wrong there.
    Malformed {
        /// `line 3`, `byte 1041`.
        place: String,
        /// What is wrong.
        message: String,
    },
    /// It says something that it does not prove.
    Unproved(String),
    /// A limit or a signal came first.
    Stopped(Stopped),
}

impl ProofRefusal {
    pub(super) fn line(number: usize, message: impl Into<String>) -> ProofRefusal {
        ProofRefusal::Malformed { place: format!("line {number}"), message: message.into() }
    }

    pub(super) fn byte(offset: usize, message: impl Into<String>) -> ProofRefusal {
        ProofRefusal::Malformed { place: format!("byte {offset}"), message: message.into() }
    }
}

impl fmt::Display for ProofRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofRefusal::Malformed { place, message } => write!(f, "{place}: {message}"),
            ProofRefusal::Unproved(message) => f.write_str(message),
            ProofRefusal::Stopped(stopped) => stopped.fmt(f),
        }
    }
}

impl std::error::Error for ProofRefusal {}

impl From<Stopped> for ProofRefusal {
    fn from(stopped: Stopped) -> Self {
        ProofRefusal::Stopped(stopped)
    }
}

/// What the rules of a game refuse.
impl From<String> for ProofRefusal {
    fn from(message: String) -> Self {
        ProofRefusal::Unproved(message)
    }
}
