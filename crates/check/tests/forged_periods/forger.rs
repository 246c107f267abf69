//! What makes forgeries, and looks at what becomes of them.

use grundy_check::period::verify;
use grundy_core::Run;
use grundy_heaps::{Code, Period, PeriodCertificate, Sequence, Theorem};
use std::collections::BTreeMap;

/// Forgeries of one theorem, by the hypothesis that fails.
#[derive(Default)]
pub struct Forger {
    pub refused: BTreeMap<&'static str, usize>,
    /// Those that were not, or for another reason.
    wrong: Vec<String>,
}

impl Forger {
    pub fn accepts(&self, certificate: &PeriodCertificate) {
        let read: PeriodCertificate = certificate.to_string().parse().unwrap();
        assert_eq!(read, *certificate);
        verify(&read).unwrap_or_else(|error| panic!("{error}\n{certificate}"));
    }

    /// The text is read, and then refused for this reason.
    pub fn refuses(&mut self, certificate: &PeriodCertificate, reason: &'static str) {
        let read: PeriodCertificate = certificate.to_string().parse().unwrap();
        let told = verify(&read).map_or_else(|error| error.to_string(), |_| "it is accepted".to_owned());
        if !told.contains(reason) {
            self.wrong.push(format!("{reason}: {told}\n{certificate}"));
        }
        *self.refused.entry(reason).or_default() += 1;
    }

    pub fn ends_with(&self, least: usize, hypotheses: usize) {
        assert!(self.wrong.is_empty(), "{}", self.wrong.join("\n"));
        let all: usize = self.refused.values().sum();
        assert!(all >= least && self.refused.len() >= hypotheses, "{:?}", self.refused);
    }
}

pub fn code(text: &str) -> Code {
    text.parse().unwrap()
}

pub fn nimbers(code: &Code, terms: u64) -> Vec<u32> {
    let mut sequence = Sequence::new(code);
    sequence.extend_to(terms, &Run::unlimited()).unwrap();
    sequence.nimbers(terms).unwrap()
}

pub fn certificate(code: &Code, numbers: [u64; 4], theorem: Theorem) -> PeriodCertificate {
    let [preperiod, period, saltus, proof_terms] = numbers;
    PeriodCertificate {
        code: code.clone(),
        period: Period { preperiod, period, saltus, proof_terms, theorem },
    }
}

/// The same with other numbers.
pub fn with(good: &PeriodCertificate, change: impl Fn(&mut Period)) -> PeriodCertificate {
    let mut bad = good.clone();
    change(&mut bad.period);
    bad
}

/// What holds for every theorem, broken once each: the numbers are those of a true certificate.
pub fn forge_numbers(forger: &mut Forger, good: &PeriodCertificate) {
    forger.refuses(&with(good, |period| period.period = 0), "at least 1");
    forger.refuses(&with(good, |period| period.proof_terms = u64::MAX), "no number beyond");
    forger.refuses(&with(good, |period| period.preperiod = 1 << 62), "no number beyond");
    forger.refuses(&with(good, |period| period.saltus = u64::MAX), "no number beyond");
    forger.refuses(
        &with(good, |period| period.proof_terms = period.preperiod + period.period),
        "do not reach past the first period",
    );
}

/// A preperiod that is late by one, early by one; a period that is twice the least.
pub fn forge_least(forger: &mut Forger, good: &PeriodCertificate) {
    let longer = |period: &mut Period| period.proof_terms += 3 * (period.period + 8);
    forger.refuses(
        &with(good, |period| {
            longer(period);
            period.preperiod += 1;
        }),
        "the preperiod is smaller",
    );
    if good.period.preperiod > 0 {
        forger.refuses(
            &with(good, |period| {
                longer(period);
                period.preperiod -= 1;
            }),
            "does not repeat",
        );
    }
    for times in [2, 4] {
        forger.refuses(
            &with(good, |period| {
                period.proof_terms = 4 * times * (period.proof_terms + period.period);
                period.period *= times;
                period.saltus *= times;
            }),
            "is a period already",
        );
    }
}

/// The least heap from which all nimbers known repeat, with a saltus.
pub fn least_start(values: &[u32], length: usize, saltus: u32) -> usize {
    let heaps = (0..values.len() - length).rev();
    heaps.take_while(|&heap| values[heap] + saltus == values[heap + length]).last().unwrap_or(values.len())
}
