//! The facts of a code as sentences and as JSON.

use super::{CodeFacts, LikeCode, LikeReason, MisereFacts};
use crate::codes::is_coded_normally_only;
use crate::findings::Largest;
use grundy_core::Word;
use serde::ser::{Serialize, Serializer};
use serde_json::{Value, json};

/// Codes, exceptions and rare values that a sentence lists.
const TOLD: usize = 40;
/// Rare heaps that JSON lists.
const RARES: usize = 1_000;

impl LikeReason {
    fn name(self) -> &'static str {
        match self {
            LikeReason::StandardForm => "standard form",
            LikeReason::Periods => "periods",
            LikeReason::Seen { .. } => "seen",
        }
    }
}

impl CodeFacts {
    /// What is known, each with what it is about, as sentences for people.
    pub fn sentences(&self) -> Vec<(&'static str, String)> {
        let mut told = Vec::new();
        told.extend(self.standard.as_ref().map(|_| ("standard form", self.standard_sentence())));
        told.extend(self.like_sentences());
        told.extend(self.period_sentence().map(|told| ("period", told)));
        told.extend(self.exceptions_sentence().map(|told| ("exceptions", told)));
        told.extend(self.largest_sentence().map(|told| ("largest nimber", told)));
        told.extend(self.sparse_sentence().map(|told| ("sparse space", told)));
        told.extend(self.rare_sentence().map(|told| ("rare heaps", told)));
        told.extend(self.misere.filter(|found| found.is_solved).map(|found| ("misère play", misere(found))));
        told.extend(self.normal_only_sentence().map(|told| ("misère play", told)));
        told.extend(self.open().into_iter().map(|told| ("open", told)));
        told
    }

    /// That the misère quotient of the code is none of the game that it is named after.
    fn normal_only_sentence(&self) -> Option<String> {
        let name = self.name.filter(|name| is_coded_normally_only(name))?;
        Some(format!(
            "The code tells normal play of {name} only: a move there can end the whole game at once, whatever else \
             there is, so what is told of misère play is of heaps."
        ))
    }

    fn standard_sentence(&self) -> String {
        match &self.standard {
            Some((_, 0)) | None => "It is in standard form.".to_owned(),
            Some((code, beans)) => {
                format!(
                    "{code}, whose heaps have {} less: heap n is heap n - {beans} of it.",
                    beans_of(*beans)
                )
            }
        }
    }

    fn like_sentences(&self) -> Vec<(&'static str, String)> {
        let list = |of: Vec<&LikeCode>, is_shifted: bool| {
            let told = of.iter().take(TOLD).map(|like| match (is_shifted, like.reason) {
                (false, LikeReason::Seen { nimbers }) => format!("{} (seen in {nimbers} nimbers)", like.code),
                (false, _) => like.code.to_string(),
                (true, LikeReason::Seen { nimbers }) => {
                    format!("{} at n {:+} (seen in {nimbers} nimbers)", like.code, like.beans)
                }
                (true, _) => format!("{} at n {:+}", like.code, like.beans),
            });
            let told: Vec<String> = told.collect();
            let more = of.len().saturating_sub(TOLD);
            let more = if more > 0 { format!(", and {more} more") } else { String::new() };
            format!("{}{more}.", told.join(", "))
        };
        let (equal, shifted): (Vec<&LikeCode>, Vec<&LikeCode>) =
            self.like.iter().partition(|like| like.beans == 0);
        let mut told = Vec::new();
        if !equal.is_empty() {
            told.push(("the same nimbers", list(equal, false)));
        }
        if !shifted.is_empty() {
            told.push(("shifted", list(shifted, true)));
        }
        told
    }

    fn period_sentence(&self) -> Option<String> {
        let period = self.found.period.as_ref()?;
        let adds = if period.saltus > 0 { format!(", each adding {}", period.saltus) } else { String::new() };
        let (length, from) = (period.period, period.preperiod);
        Some(format!(
            "{length} from heap {from} on{adds}, proved by {} from {}.",
            period.theorem,
            Word::count(period.proof_terms.into(), "nimber")
        ))
    }

    /// In the manner of Winning Ways.
    fn exceptions_sentence(&self) -> Option<String> {
        let (found, period) = (self.exceptions.as_ref()?, self.found.period.as_ref()?);
        let Some(last) = found.last else {
            return Some("None: it is periodic from the beginning.".to_owned());
        };
        let told: Vec<String> = found.first.iter().take(TOLD).map(u64::to_string).collect();
        let more = found.count - told.len() as u64;
        let more = if more > 0 { format!(" ... and {more} more, the last at {last}") } else { String::new() };
        Some(format!("period {}; exceptions at {}{more}.", period.period, told.join(" ")))
    }

    fn largest_sentence(&self) -> Option<String> {
        Some(match self.found.largest()? {
            Largest::OfAll(nimber) => format!("{nimber}, of all heaps."),
            Largest::Unbounded { .. } => "None: the nimbers grow without bound.".to_owned(),
            Largest::OfFirst { heaps, nimber } => {
                format!("{nimber}, of heaps 0 to {}.", heaps.saturating_sub(1))
            }
        })
    }

    fn sparse_sentence(&self) -> Option<String> {
        let sparse = self.sparse.as_ref()?;
        let bits: Vec<String> =
            (0..32).filter(|bit| sparse.mask >> bit & 1 == 1).map(|bit| (1_u64 << bit).to_string()).collect();
        let heap = if sparse.by_heap { ", and the parity of the heap," } else { "" };
        Some(format!(
            "The parity of the bits {} of the nimber{heap} tells common heaps from rare ones (mask {:x}{}).",
            bits.join(", "),
            sparse.mask,
            if sparse.by_heap { " with the heap" } else { "" }
        ))
    }

    fn rare_sentence(&self) -> Option<String> {
        let sparse = self.sparse.as_ref()?;
        let count = Word::count(sparse.rares.len() as u128, "heap");
        let Some(&(last, nimber)) = sparse.rares.last() else { return Some("None.".to_owned()) };
        let end = match self.has_last_rare() {
            true => "; no heap beyond it is rare, by the period",
            false => " so far",
        };
        let told: Vec<String> =
            sparse.rares.iter().take(TOLD).map(|rare| format!("{}:{}", rare.0, rare.1)).collect();
        let more = if sparse.rares.len() > TOLD { " ..." } else { "" };
        Some(format!("{count}, the last {last} with nimber {nimber}{end}: {}{more}.", told.join(" ")))
    }

    /// Whether no heap beyond the rare ones known can be rare: a whole period has none.
    fn has_last_rare(&self) -> bool {
        let (Some(sparse), Some(period)) = (&self.sparse, &self.found.period) else { return false };
        // With the parity of the heap in the class, two periods have the same classes.
        let classes = if sparse.by_heap { 2 * period.period } else { period.period };
        let last = sparse.rares.last().map_or(0, |rare| rare.0);
        period.saltus == 0 && sparse.heaps >= (last + 1).max(period.preperiod) + classes
    }

    fn as_json(&self) -> Value {
        let found = &self.found;
        let period = found.period.as_ref();
        let (max, max_of) = match found.largest() {
            Some(Largest::OfAll(nimber)) => (Some(nimber), Some("all")),
            Some(Largest::OfFirst { nimber, .. }) => (Some(nimber), Some("first")),
            Some(Largest::Unbounded { .. }) => (None, Some("unbounded")),
            None => (None, None),
        };
        json!({
            "code": found.sequence.code().to_string(),
            "name": self.name,
            "standard_form": self.standard.as_ref().map(|(code, beans)| json!({"code": code.to_string(), "beans": beans})),
            "same": self.like.iter().filter(|like| like.beans == 0).map(like_json).collect::<Vec<_>>(),
            "shifted": self.like.iter().filter(|like| like.beans != 0).map(like_json).collect::<Vec<_>>(),
            "known": found.sequence.known(),
            "proved": period.is_some(),
            "preperiod": period.map(|period| period.preperiod),
            "period": period.map(|period| period.period),
            "saltus": period.map(|period| period.saltus),
            "proof_terms": period.map(|period| period.proof_terms),
            "theorem": period.map(|period| period.theorem.name()),
            "max": max,
            "max_of": max_of,
            "exceptions": self.exceptions.as_ref().map(|found| {
                json!({"count": found.count, "heaps": found.first, "last": found.last})
            }),
            "sparse": self.sparse.as_ref().map(|sparse| json!({
                "mask": format!("{:x}", sparse.mask),
                "by_heap": sparse.by_heap,
                "rares": sparse.rares.len(),
                "last_rare": sparse.rares.last().map(|rare| rare.0),
                "is_last": self.has_last_rare(),
                "rare_heaps": &sparse.rares[..sparse.rares.len().min(RARES)],
            })),
            "misere": self.misere.map(|found| json!({
                "solved": found.is_solved,
                "order": found.order,
                "p": found.p,
                "tame": found.is_tame,
                "preperiod": found.period.map(|period| period.0),
                "period": found.period.map(|period| period.1),
                "heaps": found.heaps,
            })),
            "published": self.published.as_ref().map(|known| json!({
                "preperiod": known.preperiod, "period": known.period, "source": known.source,
            })),
            "published_search": self.search.as_ref().map(|known| json!({
                "heaps": known.heaps, "source": known.source,
            })),
            "open": self.open(),
            "stopped": found.stopped.map(|reason| reason.to_string()),
            "seconds": found.elapsed.as_secs_f64(),
        })
    }
}

fn like_json(like: &LikeCode) -> Value {
    let nimbers = match like.reason {
        LikeReason::Seen { nimbers } => Some(nimbers),
        _ => None,
    };
    json!({
        "code": like.code.to_string(),
        "beans": like.beans,
        "proved": nimbers.is_none(),
        "because": like.reason.name(),
        "nimbers": nimbers,
    })
}

fn beans_of(beans: u64) -> String {
    Word::count(beans.into(), "bean")
}

fn misere(found: MisereFacts) -> String {
    let kind = if found.is_tame { "tame" } else { "wild" };
    let period = found.period.map_or(String::new(), |(preperiod, period)| {
        format!("; values of heaps have period {period} from heap {preperiod} on")
    });
    format!("The quotient of all heaps has order {}/{}, {kind}{period}.", found.order, found.p)
}

impl Serialize for CodeFacts {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.as_json().serialize(to)
    }
}
