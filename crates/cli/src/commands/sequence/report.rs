//! What `grundy sequence` says.

use super::proof::Proof;
use super::{REMEMBERED, Work};
use crate::commands::check::{saltus, theorem_name};
use crate::diagnostics::tell;
use crate::report::filled;
use grundy::heaps::{ClaimVerdict, Memory, Period};
use grundy::{Findings, Word};
use serde::Serialize;
use std::io::{BufWriter, Write};

/// People are shown this many nimbers.
const SHOWN: u64 = 120;

/// Of fewer heaps nothing is foretold.
const LEAST_FORECAST: u64 = 1_000;
/// The bytes that a heap takes with a sparse space, and without one, a look for a period included.
const BYTES_WITH_INDICES: f64 = 1.1;
const BYTES_WITH_NIMBERS: f64 = 6.0;

/// The JSON object.
#[derive(Serialize)]
struct Reported<'a> {
    #[serde(flatten)]
    found: &'a Findings,
    #[serde(skip_serializing_if = "Option::is_none")]
    claim: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<&'static str>,
    /// So many nimbers are those of a checkpoint, and were not computed again.
    #[serde(skip_serializing_if = "Option::is_none")]
    believed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    supposed: Option<Supposed>,
}

/// A period that follows from a checkpoint and is not proved.
#[derive(Serialize)]
struct Supposed {
    period: u64,
    preperiod: u64,
    saltus: u64,
}

impl Work<'_> {
    /// Says on standard output what was found, and on standard error what is missing.
    pub fn report(&self, proof: Proof) -> anyhow::Result<()> {
        let mut out = BufWriter::new(std::io::stdout().lock());
        if self.arguments.json {
            self.write_json(&mut out, proof)?;
        } else {
            self.write_text(&mut out, proof)?;
        }
        out.flush()?;
        let (known, terms) = (self.found.known_terms(), self.arguments.terms());
        if known < terms && self.found.sequence.memory() == Memory::Bounded && known >= REMEMBERED {
            tell(format_args!(
                "warning: only the first {known} of {terms} nimbers are given: with --claim no more are remembered"
            ));
        }
        Ok(())
    }

    fn write_json(&self, out: &mut dyn Write, proof: Proof) -> anyhow::Result<()> {
        let claim = self.verdict.as_ref().map(|verdict| self.word_for(verdict));
        let supposed = self.found.sequence.supposed().map(|supposed| Supposed {
            period: supposed.period,
            preperiod: supposed.preperiod,
            saltus: supposed.saltus,
        });
        let believed = Some(self.found.sequence.believed()).filter(|&heaps| heaps > 0);
        serde_json::to_writer(
            &mut *out,
            &Reported { found: &self.found, claim, certificate: proof.word(), believed, supposed },
        )?;
        Ok(writeln!(out)?)
    }

    fn write_text(&self, out: &mut dyn Write, proof: Proof) -> anyhow::Result<()> {
        let (code, known, terms) =
            (self.found.sequence.code(), self.found.known_terms(), self.arguments.terms());
        if known > 0 {
            let shown = (0..known.min(SHOWN)).filter_map(|heap| Some(self.found.nimber(heap)?.to_string()));
            let shown: Vec<String> = shown.collect();
            let more = if known > SHOWN { " ..." } else { "" };
            writeln!(out, "{code}, heaps 0 to {}:", known - 1)?;
            writeln!(out, "{}", filled(&format!("{}{more}", shown.join(" ")), "", ""))?;
        } else if terms == 0 {
            writeln!(out, "{code}: no heaps asked for (--terms)")?;
        } else {
            writeln!(out, "{code}: no nimber is known yet")?;
        }
        if let Some(largest) = self.found.largest() {
            writeln!(out, "{largest}")?;
        }
        if let Some(verdict) = &self.verdict {
            self.write_verdict(out, verdict)?;
        }
        if let Some(period) = &self.found.period {
            let Period { period: length, preperiod, proof_terms, .. } = period;
            writeln!(out, "Proved: period {length} from heap {preperiod} on{}.", saltus(period.saltus))?;
            writeln!(out, "The first {proof_terms} nimbers prove it: {}.", theorem_name(&period.theorem))?;
        }
        if let Some(supposed) = self.found.sequence.supposed() {
            writeln!(
                out,
                "If the checkpoint is true, the period is {} from heap {} on{}. That is not proved: its nimbers \
                 were not all computed again.",
                supposed.period,
                supposed.preperiod,
                saltus(supposed.saltus)
            )?;
        }
        if proof == Proof::Lost {
            writeln!(out, "Its certificate could NOT be written.")?;
        }
        if let Some(observed) = self.found.observed() {
            writeln!(
                out,
                "The nimbers appear to have period {} from heap {} on{}: observed over {}, not proved.",
                observed.period,
                observed.preperiod,
                saltus(observed.saltus),
                Word::count(observed.nimbers.into(), "nimber")
            )?;
        }
        let known = Word::count(self.found.sequence.known().into(), "nimber");
        let seconds = self.started.elapsed().as_secs_f64();
        match (&self.found.period, self.found.stopped) {
            (Some(_), Some(reason)) => {
                writeln!(out, "Stopped ({reason}) after {known} and {seconds:.1} s.")?;
            }
            (None, Some(reason)) => {
                let what = format!("Stopped ({reason}) after {known} and {seconds:.1} s");
                writeln!(out, "{what}; no period is proved yet.")?;
                if let Some(forecast) = self.forecast().filter(|_| self.arguments.prove) {
                    writeln!(out, "{forecast}")?;
                }
            }
            (None, None) if self.verdict.is_none() && terms > 0 => {
                writeln!(out, "No period is proved by these terms; --prove goes on until one is.")?;
            }
            _ => {}
        }
        Ok(())
    }

    /// What another run of the same length would reach, and what the memory allows. With a sparse space heaps cost
    /// about the same each, without one as much as all smaller ones.
    fn forecast(&self) -> Option<String> {
        let known = self.found.sequence.known();
        if known < LEAST_FORECAST {
            return None;
        }
        let is_sparse = self.found.sequence.rare_heaps().is_some();
        let more = if is_sparse { known.saturating_mul(2) } else { known / 100 * 141 };
        let bytes = if is_sparse { BYTES_WITH_INDICES } else { BYTES_WITH_NIMBERS };
        let room = (self.arguments.memory as f64 / bytes) as u64;
        Some(format!(
            "As it goes, the same time again reaches about heap {more}; this --memory holds about {room} heaps. Nobody \
             knows where a period begins."
        ))
    }

    /// What became of the claim, in a word for programs.
    fn word_for(&self, verdict: &ClaimVerdict) -> &'static str {
        match verdict {
            ClaimVerdict::Proved(_) => "proved",
            ClaimVerdict::Other(period) if !self.is_multiple_of(period) => "refuted",
            ClaimVerdict::Refuted { .. } => "refuted",
            ClaimVerdict::Other(_) | ClaimVerdict::Shorter { .. } | ClaimVerdict::StartsEarlier => {
                "not least"
            }
            _ => "out of reach",
        }
    }

    /// Whether the claim follows from this period.
    fn is_multiple_of(&self, period: &Period) -> bool {
        self.arguments.claim.is_some_and(|(preperiod, length)| {
            preperiod >= period.preperiod && length.is_multiple_of(period.period)
        })
    }

    fn write_verdict(&self, out: &mut dyn Write, verdict: &ClaimVerdict) -> anyhow::Result<()> {
        let Some((preperiod, length)) = self.arguments.claim else { return Ok(()) };
        match verdict {
            ClaimVerdict::Proved(_) => {}
            ClaimVerdict::Other(period) if self.is_multiple_of(period) => {
                writeln!(out, "The claim {preperiod},{length} is true, but not the least.")?;
            }
            ClaimVerdict::Other(_) => {
                writeln!(
                    out,
                    "The claim {preperiod},{length} is refuted: it does not follow from the period."
                )?;
            }
            ClaimVerdict::Refuted { heap } => writeln!(
                out,
                "The claim {preperiod},{length} is refuted: heap {} does not repeat heap {heap}.",
                heap + length
            )?,
            ClaimVerdict::Shorter { period } => writeln!(
                out,
                "The claim {preperiod},{length} is not the least: the heaps repeat after {period} already."
            )?,
            ClaimVerdict::StartsEarlier => writeln!(
                out,
                "The claim {preperiod},{length} is not the least: heap {} repeats too.",
                preperiod.saturating_sub(1)
            )?,
            _ if self.found.sequence.memory() == Memory::Full => writeln!(
                out,
                "The claim {preperiod},{length} is not proved: no heap speaks against it, and no theorem reaches it."
            )?,
            _ => writeln!(
                out,
                "The claim {preperiod},{length} is not proved: one this long needs a sparse space, and none is found here."
            )?,
        }
        Ok(())
    }
}
