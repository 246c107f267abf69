//! Forgeries of the theorem on the state of all-but sets.

use crate::forger::{Forger, certificate, code, forge_least, forge_numbers, least_start, nimbers, with};
use grundy_check::period::verify;
use grundy_core::Run;
use grundy_heaps::{Code, PeriodCertificate, Sequence, Theorem};

#[test]
fn the_state_of_an_all_but_set() {
    let mut forger = Forger::default();
    let prove = |code: &Code| {
        let mut sequence = Sequence::new(code);
        let period = sequence.prove(20_000, &Run::unlimited()).unwrap().unwrap();
        PeriodCertificate { code: code.clone(), period }
    };
    let accepts = |certificate: &PeriodCertificate| verify(certificate).is_ok();
    for set in ["allbut(2,3,7)", "allbut(1)", "allbut(1,2)", "allbut(1,4,5)", "allbut(2,5)", "allbut(3,4,6)"]
    {
        let good = prove(&code(set));
        forger.accepts(&good);
        // The period is true with any terms; of those before the first state that comes again, none proves
        // it.
        let least = (good.period.preperiod + good.period.period + 1..)
            .find(|&terms| accepts(&with(&good, |period| period.proof_terms = terms)));
        for terms in good.period.preperiod + good.period.period + 1..least.unwrap() {
            let short = with(&good, |period| period.proof_terms = terms);
            let reach = good.code.fraction().0.len() as u64 + 1;
            let reason = if terms < reach + good.period.period {
                "the theorem needs"
            } else {
                "the state does not repeat"
            };
            forger.refuses(&short, reason);
        }
        forge_least(&mut forger, &good);
        forge_numbers(&mut forger, &good);
        forger.refuses(&with(&good, |period| period.saltus += 1), "does not repeat");
    }
    // Repeats that hold on 300 terms, of codes that are none such.
    let mut others = 0;
    for text in [
        "0.1[3]", "0.2[3]", "0.31[3]", "0.03[1]", "0.[1]", "0.[2]", "0.[32]", "0.[23]", "0.[03]", "0.[13]",
        "4.[3]", "0.7[3]",
    ] {
        let code = code(text);
        let values = nimbers(&code, 300);
        let found = (1..60).find_map(|length| {
            let saltus = values[299].checked_sub(values[299 - length])?;
            let start = least_start(&values, length, saltus);
            (start + 2 * length < 250).then_some([start as u64, length as u64, saltus.into(), 300])
        });
        let Some(numbers) = found else { continue };
        forger.refuses(&certificate(&code, numbers, Theorem::AllButState), "not an all-but set");
        others += 1;
    }
    for (text, numbers) in [("0.3333", [0, 5, 0, 100]), ("0.07", [53, 34, 0, 400]), ("0.8", [1, 3, 1, 100])] {
        forger.refuses(&certificate(&code(text), numbers, Theorem::AllButState), "not an all-but set");
    }
    assert!(others >= 8, "{others}");
    forger.ends_with(60, 8);
}
