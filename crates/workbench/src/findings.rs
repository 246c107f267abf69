//! What is known of a sequence of nimbers, as data.

use grundy_core::StopReason;
use grundy_heaps::{Observed, Period, Sequence};
use grundy_picture::Chart;
use serde::ser::{Serialize, SerializeStruct, Serializer};
use std::fmt;
use std::time::Duration;

/// What is known of the largest nimber of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Largest {
    /// The largest of all heaps, however large: it follows from the proved period.
    OfAll(u64),
    /// There is no largest: every proved period adds to the nimbers. Told is the largest of the first heaps.
    Unbounded {
        /// How many heaps from 0 on were looked at.
        heaps: u64,
        /// Their largest nimber.
        nimber: u64,
    },
    /// The largest of the first heaps; that of all heaps is not known.
    OfFirst {
        /// How many heaps from 0 on were looked at.
        heaps: u64,
        /// Their largest nimber.
        nimber: u64,
    },
}

impl fmt::Display for Largest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of_first = |heaps: u64| match heaps {
            1 => "heap 0".to_owned(),
            _ => format!("heaps 0 to {}", heaps - 1),
        };
        match *self {
            Largest::OfAll(nimber) => write!(f, "The largest nimber of the game is {nimber}."),
            Largest::Unbounded { heaps: 0, .. } => f.write_str("The nimbers grow without bound."),
            Largest::Unbounded { heaps, nimber } => {
                write!(f, "The nimbers grow without bound; the largest of {} is {nimber}.", of_first(heaps))
            }
            Largest::OfFirst { heaps, nimber } => {
                write!(f, "The largest nimber of {} is {nimber}.", of_first(heaps))
            }
        }
    }
}

/// The nimbers of heaps `0..terms` of a code as far as they are known, and the period that is proved.
/// Serialises to the JSON object of the interface.
///
/// ```
/// use grundy::{Findings, Largest};
/// use grundy::heaps::Sequence;
/// use grundy::Run;
/// let mut sequence = Sequence::new(&"0.07".parse()?);
/// let period = sequence.prove(1000, &Run::unlimited())?;
/// let findings = Findings { sequence, terms: 1_000_000, period, stopped: None, elapsed: Default::default() };
/// assert_eq!(findings.nimber(999_999), Some(0));
/// assert_eq!((findings.known_terms(), findings.largest()), (1_000_000, Some(Largest::OfAll(9))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Findings {
    /// The sequence, as far as it was computed.
    pub sequence: Sequence,
    /// How many heaps were asked for.
    pub terms: u64,
    /// The period, once it is proved.
    pub period: Option<Period>,
    /// Why it ended before all were known.
    pub stopped: Option<StopReason>,
    /// The time taken.
    pub elapsed: Duration,
}

impl fmt::Debug for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Findings")
            .field("terms", &self.terms)
            .field("period", &self.period)
            .field("stopped", &self.stopped)
            .finish_non_exhaustive()
    }
}

impl Findings {
    /// The most points of a chart: more would fall on the same pixels.
    pub const MOST_POINTS: u64 = 100_000;

    /// The number of nimbers that are known, from heap 0 on: all terms with a period whose heaps are remembered,
    /// else those that are remembered without a gap. O(1).
    pub fn known_terms(&self) -> u64 {
        let remembered = self.sequence.remembered();
        match &self.period {
            Some(period) if period.preperiod + period.period <= remembered => self.terms,
            _ => self.terms.min(remembered),
        }
    }

    /// The distance between the heaps that the chart shows: 1 where it shows each.
    pub fn stride(&self) -> u64 {
        self.known_terms().div_ceil(Findings::MOST_POINTS).max(1)
    }

    /// The nimber of a heap, where it is known or follows from the period.
    pub fn nimber(&self, heap: u64) -> Option<u64> {
        if let Some(nimber) = self.sequence.nimber(heap) {
            return Some(u64::from(nimber));
        }
        let period = self.period.as_ref()?;
        let beyond = heap.checked_sub(period.preperiod)?;
        let known = self.sequence.nimber(period.preperiod + beyond % period.period)?;
        Some(u64::from(known) + beyond / period.period * period.saltus)
    }

    /// A repeat that is seen and not proved, where no period is.
    pub fn observed(&self) -> Option<Observed> {
        if self.period.is_some() { None } else { self.sequence.observed() }
    }

    /// The largest nimber: of all heaps where a period is proved, else of those that are
    /// [known](Findings::known_terms); `None` where no heap can. O(known heaps).
    pub fn largest(&self) -> Option<Largest> {
        let saltus = self.period.as_ref().map(|period| period.saltus);
        // The heaps that prove a plain period hold all its nimbers.
        let of_all = if saltus == Some(0) { self.sequence.largest() } else { None };
        if let Some(nimber) = of_all {
            return Some(Largest::OfAll(nimber.into()));
        }
        let (heaps, nimber) = (self.known_terms(), self.largest_known());
        match (saltus, heaps) {
            (Some(1..), _) => Some(Largest::Unbounded { heaps, nimber }),
            (_, 0) => None,
            _ => Some(Largest::OfFirst { heaps, nimber }),
        }
    }

    /// The largest nimber of those that are known, or 0.
    fn largest_known(&self) -> u64 {
        let known_terms = self.known_terms();
        let known = known_terms.min(self.sequence.remembered());
        // With a saltus the last period is the largest.
        let last = self.period.as_ref().map_or(0, |period| period.period);
        let beyond = known_terms.saturating_sub(last).max(known)..known_terms;
        let first = self.sequence.largest_of_first(known).into();
        beyond.filter_map(|heap| self.nimber(heap)).max().unwrap_or(0).max(first)
    }

    /// Nimbers against heaps, with the proven period marked: every heap whose nimber is known, or one of
    /// each [stride](Findings::stride).
    pub fn chart(&self) -> Chart {
        let (known_terms, stride) = (self.known_terms(), self.stride());
        let points = (0..known_terms.div_ceil(stride)).filter_map(|place| {
            let first = place * stride;
            // Not always the same one of its stretch, which might go along with the period.
            let heap = first + scattered(place) % stride.min(known_terms - first);
            Some((heap as f64, self.nimber(heap)? as f64))
        });
        let across = match stride {
            1 => "heap".to_owned(),
            _ => format!("heap (one of every {stride} is shown)"),
        };
        let title = format!("Nimbers of {}", self.sequence.code());
        let chart = Chart::new(title, across, "nimber").points(points);
        match &self.period {
            Some(period) if period.preperiod < self.known_terms() => {
                let (from, to) = (period.preperiod as f64, (period.preperiod + period.period) as f64);
                let rises =
                    if period.saltus > 0 { format!(", saltus {}", period.saltus) } else { String::new() };
                let label = format!("period {} from heap {}{rises}, proved", period.period, period.preperiod);
                chart.band(from, to, label)
            }
            _ => chart,
        }
    }
}

impl Serialize for Findings {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let period = self.period.as_ref();
        let known_terms = self.known_terms();
        let tells_known = self.stopped.is_some() || known_terms < self.terms;
        let observed = self.observed();
        let fields = 10
            + usize::from(self.stopped.is_some())
            + usize::from(tells_known)
            + usize::from(observed.is_some());
        let mut object = to.serialize_struct("Findings", fields)?;
        object.serialize_field("code", &self.sequence.code().to_string())?;
        object.serialize_field("terms", &self.terms)?;
        object.serialize_field("period", &period.map(|period| period.period))?;
        object.serialize_field("preperiod", &period.map(|period| period.preperiod))?;
        object.serialize_field("saltus", &period.map(|period| period.saltus))?;
        object.serialize_field("proved", &period.is_some())?;
        object.serialize_field("proof_terms", &period.map(|period| period.proof_terms))?;
        let (max, max_of) = match self.largest() {
            Some(Largest::OfAll(nimber)) => (Some(nimber), Some("all")),
            Some(Largest::OfFirst { nimber, .. }) => (Some(nimber), Some("first")),
            Some(Largest::Unbounded { .. }) => (None, Some("unbounded")),
            None => (None, None),
        };
        object.serialize_field("max", &max)?;
        object.serialize_field("max_of", &max_of)?;
        object.serialize_field("seconds", &self.elapsed.as_secs_f64())?;
        if let Some(reason) = self.stopped {
            object.serialize_field("stopped", &reason.to_string())?;
        }
        if tells_known {
            // A search for a period may have gone far beyond the terms.
            let goes_beyond = self.stopped.is_some() && self.sequence.remembered() == self.sequence.known();
            let known = if goes_beyond { known_terms.max(self.sequence.known()) } else { known_terms };
            object.serialize_field("known", &known)?;
        }
        if let Some(observed) = observed {
            object.serialize_field("observed_not_proved", &ObservedForm(observed))?;
        }
        object.end()
    }
}

/// A repeat that is seen, as JSON has it.
struct ObservedForm(Observed);

impl Serialize for ObservedForm {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut object = to.serialize_struct("Observed", 4)?;
        object.serialize_field("period", &self.0.period)?;
        object.serialize_field("preperiod", &self.0.preperiod)?;
        object.serialize_field("saltus", &self.0.saltus)?;
        object.serialize_field("nimbers", &self.0.nimbers)?;
        object.end()
    }
}

/// A number that looks as if drawn at random (the last step of SplitMix64, G. Steele, D. Lea and
/// C. Flood, 2014).
fn scattered(place: u64) -> u64 {
    let mixed = place.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
