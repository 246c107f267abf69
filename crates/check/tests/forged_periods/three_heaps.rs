//! Forgeries of the theorem on three heaps.

use crate::forger::{Forger, certificate, code, forge_least, forge_numbers, least_start, nimbers, with};
use grundy_check::period::verify;
use grundy_core::Run;
use grundy_heaps::{PeriodCertificate, Sequence, Theorem};

#[test]
fn three_heaps_that_move_up() {
    let mut forger = Forger::default();
    for (text, preperiod, length, saltus) in [
        ("0.8", 1, 3, 1),
        ("0.C", 1, 2, 1),
        ("0.08", 1, 4, 1),
        ("0.0A", 1, 2, 1),
        ("0.0C", 1, 3, 1),
        ("0.A8", 1, 4, 2),
    ] {
        let code = code(text);
        let mut sequence = Sequence::new(&code);
        let period = sequence.prove(1_000, &Run::unlimited()).unwrap().unwrap();
        assert_eq!((period.preperiod, period.period, period.saltus), (preperiod, length, saltus));
        let good = PeriodCertificate { code: code.clone(), period };
        forger.accepts(&good);
        let needed = (1 + length + code.largest_take().unwrap() + 1).max(1 + 2 * length) + 2 * length;
        forger.refuses(&with(&good, |period| period.proof_terms = needed - 1), "the theorem needs");
        // The period is true with any terms; from some on they prove it.
        let least =
            (needed..).find(|&terms| verify(&with(&good, |period| period.proof_terms = terms)).is_ok());
        for terms in needed..least.unwrap() {
            forger.refuses(&with(&good, |period| period.proof_terms = terms), "condition");
        }
        forge_least(&mut forger, &good);
        forge_numbers(&mut forger, &good);
        forger.refuses(&with(&good, |period| period.saltus = 0), "power of two");
    }
    // Repeats that hold on all the terms stated, of codes for which no condition makes them go on.
    let mut observed = [0; 4];
    for digits in 1..=0xff_u32 {
        let code = code(&format!("0.{digits:02X}"));
        if code.most_parts().unwrap() < 3 {
            continue;
        }
        let values = nimbers(&code, 240);
        let found = (1..50).find_map(|length| {
            let saltus = values[239].checked_sub(values[239 - length]).filter(|&saltus| saltus > 0)?;
            let start = least_start(&values, length, saltus);
            (start + 4 * length + 8 < 240).then_some((start, length, saltus))
        });
        let Some((start, length, saltus)) = found else { continue };
        let n0 = start.max(1);
        let least = (n0 + length + 4).max(n0 + 2 * length) + 2 * length;
        for terms in (least..240).step_by(1 + length / 2) {
            let numbers = [start as u64, length as u64, saltus.into(), terms as u64];
            let claim = certificate(&code, numbers, Theorem::ThreeHeaps);
            let (reason, kind) = match verify(&claim).map_err(|error| error.to_string()) {
                _ if !saltus.is_power_of_two() => ("power of two", 0),
                _ if values[..n0 + length].iter().any(|&value| value >= saltus) => ("condition 0 fails", 1),
                Err(error) if error.contains("condition A") => ("condition A fails", 2),
                Err(_) => ("condition B fails", 3),
                Ok(_) => break,
            };
            forger.refuses(&claim, reason);
            observed[kind] += 1;
            if kind < 2 {
                break;
            }
        }
    }
    assert!(observed[0] > 0 && observed[1] > 0 && observed[2] + observed[3] > 0, "{observed:?}");
    for text in ["0.[8]", "0.8[4]"] {
        forger
            .refuses(&certificate(&code(text), [1, 3, 1, 100], Theorem::ThreeHeaps), "finitely many digits");
    }
    for text in ["0.8!", "0.08!", "0.8?"] {
        forger.refuses(&certificate(&code(text), [1, 3, 1, 100], Theorem::ThreeHeaps), "heaps of any sizes");
    }
    forger.ends_with(60, 9);
}
