//! Certificates of periods.

use crate::text_of;
use grundy::check::period::{MEMORY, PeriodCheck, verify_within};
use grundy::heaps::{PeriodCertificate, Sequence};
use grundy::{Limits, Run};
use std::time::Duration;

/// So many nimbers are computed again.
const TERMS: u64 = 2_000;

/// A certificate that is read is written so that it reads back to the same. One that is verified holds for twice
/// as many heaps as were asked for, by the engines, which share nothing with the checker.
pub fn period_certificate(data: &[u8]) {
    let text = text_of(&data[..data.len().min(4096)]);
    let Ok(certificate) = text.parse::<PeriodCertificate>() else { return };
    let again = certificate.to_string().parse::<PeriodCertificate>();
    assert_eq!(again.as_ref(), Ok(&certificate), "{text:?} is not read back");
    let limits = Limits { time: Some(Duration::from_secs(1)), memory: Some(MEMORY), nodes: None };
    let verified = verify_within(&certificate, TERMS, None, &Run::new(limits));
    if let Ok(PeriodCheck::Whole(_)) = verified {
        holds(&certificate);
    }
}

fn holds(certificate: &PeriodCertificate) {
    let period = &certificate.period;
    let mut sequence = Sequence::new(&certificate.code);
    let known = 2 * period.proof_terms + 100;
    if sequence.extend_to(known, &Run::unlimited()).is_err() {
        return;
    }
    for heap in period.preperiod..known - period.period {
        let [now, later] =
            [heap, heap + period.period].map(|heap| u64::from(sequence.nimber(heap).expect("it is known")));
        assert_eq!(later, now + period.saltus, "heap {heap} of {certificate}");
    }
}
