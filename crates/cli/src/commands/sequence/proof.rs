//! The certificate of a period: written before the period is printed.

use super::Work;
use crate::Ending;
use crate::diagnostics::tell;
use crate::files::replace;
use grundy::heaps::{Period, PeriodCertificate};
use grundy::{StopReason, Word};
use std::path::Path;

/// What became of the certificate that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// None was asked for.
    NotAsked,
    /// It is in its file.
    Written,
    /// It is in its file, but its nimbers are those of a checkpoint, so nothing is proved yet.
    Supposed,
    /// No period is proved, so there is nothing to write.
    Nothing,
    /// A period is proved, and its certificate could not be written.
    Lost,
}

impl Proof {
    /// How the program ends for it.
    pub fn ending(self) -> Ending {
        match self {
            Proof::NotAsked | Proof::Written => Ending::Answered,
            Proof::Nothing | Proof::Supposed => Ending::Stopped,
            Proof::Lost => Ending::Mistaken,
        }
    }

    /// In a word for programs, where it was asked for.
    pub fn word(self) -> Option<&'static str> {
        match self {
            Proof::NotAsked => None,
            Proof::Written => Some("written"),
            Proof::Supposed => Some("written, not proved"),
            Proof::Nothing | Proof::Lost => Some("not written"),
        }
    }
}

impl Work<'_> {
    /// Writes the certificate, if it was asked for and there is one; else says why not.
    pub fn write_proof(&self) -> Proof {
        let Some(path) = self.arguments.certificate.as_deref() else { return Proof::NotAsked };
        match (&self.found.period, self.found.sequence.supposed()) {
            (Some(period), _) => self.write_certificate(path, period),
            (None, Some(period)) => match self.write_certificate(path, period) {
                Proof::Written => {
                    tell(format_args!("warning: {NOT_PROVED}"));
                    Proof::Supposed
                }
                lost => lost,
            },
            (None, None) => self.tell_nothing(path),
        }
    }

    fn write_certificate(&self, path: &Path, period: &Period) -> Proof {
        let certificate =
            PeriodCertificate { code: self.found.sequence.code().clone(), period: period.clone() };
        match replace(path, |file| write!(file, "{certificate}")) {
            Ok(()) => Proof::Written,
            Err(error) => {
                tell(format_args!("error: {error:#}\nhelp: {WHERE_ELSE}"));
                Proof::Lost
            }
        }
    }

    fn tell_nothing(&self, path: &Path) -> Proof {
        tell(format_args!(
            "error: no period is proved by {}, so nothing was written to {}\nhelp: {}",
            Word::count(self.found.sequence.known().into(), "nimber"),
            path.display(),
            self.how_to_prove()
        ));
        Proof::Nothing
    }

    /// What may lead to a proof where none was found.
    fn how_to_prove(&self) -> &'static str {
        let arguments = self.arguments;
        match self.found.stopped {
            Some(StopReason::Memory) => "give more with --memory",
            Some(_) => "give more with --time; --checkpoint FILE keeps what is known for another day",
            None if arguments.claim.is_some() => "--prove in place of --claim looks for the period itself",
            None if arguments.every => "give more --terms, or --prove in place of --every",
            None => {
                "--prove goes on until a period is proved, and --time says how long; many games have none known"
            }
        }
    }
}

/// The note on a certificate from a checkpoint.
const NOT_PROVED: &str =
    "the certificate rests on the checkpoint, and proves nothing until `grundy check` verifies it";

/// What to do about a certificate that cannot be written.
const WHERE_ELSE: &str = "name a file in another folder, or make room, and run this again";
