//! Periods of codes with modifiers: what is proved is certified and goes on, and no theorem is taken for a
//! code that it does not hold for.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_check::period::{self, verify_within};
use grundy_core::Run;
use grundy_heaps::{Code, Period, PeriodCertificate, Sequence, SparseSpace, Theorem};

/// Written by the program of commit 5eb5dd0, when `!` at the end was for the whole code.
const VERSION_1: (&str, &str) = (include_str!("data/version-1-of-0.35.txt"), "0.35!");

#[test]
fn certificates_of_version_1_are_verified_with_the_rules_they_had() {
    let (text, code) = VERSION_1;
    let certificate: PeriodCertificate = text.parse().unwrap();
    assert_eq!(certificate.code, code.parse().unwrap());
    period::verify(&certificate).unwrap();
    assert_eq!(certificate.to_string().parse::<PeriodCertificate>().unwrap(), certificate);
    // The same nimbers are not those of the plain code.
    let plain = text.replace("0.35!", "0.35").parse::<PeriodCertificate>().unwrap();
    assert!(period::verify(&plain).is_err());
}

#[test]
fn what_is_proved_of_random_codes_is_certified_and_goes_on() {
    let mut state: u64 = 0x51_7cc1_b727_220a;
    let mut below = |limit: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % limit) as usize
    };
    const DIGITS: [&str; 22] = [
        "0", "0", "1", "2", "3", "3", "4", "7", "4!", "7!", "5=", "6=", "8", "8?", "F!", "9=", "{0,4}",
        "{1,4}", "{0,3,5}", "{4}!", "{2+}=", "*",
    ];
    let mut proved = [0; 2];
    for _ in 0..700 {
        let left = ["0", "0", "0", "0", "4", "4!", "4=", "80", "8?0", "{4}00", "8!00"][below(11)];
        let digits: String = (0..1 + below(4)).map(|_| DIGITS[below(22)]).collect();
        let group = ["", "", "", "[3]", "[0{0,1,4}]"][below(5)];
        let Ok(code) = format!("{left}.{digits}{group}").parse::<Code>() else { continue };
        let few = code.most_parts().is_some_and(|parts| parts < 3);
        let terms = if few { 2_500 } else { 240 };
        let mut sequence = Sequence::new(&code);
        let Some(period) = sequence.prove(terms, &Run::unlimited()).unwrap() else { continue };
        let certificate = PeriodCertificate { code: code.clone(), period: period.clone() };
        period::verify(&certificate).unwrap_or_else(|refused| panic!("{code}: {refused}"));
        let end = 2 * sequence.known() + 40;
        sequence.extend_to(end, &Run::unlimited()).unwrap();
        let nimbers = sequence.nimbers(end).unwrap();
        for heap in period.preperiod as usize..nimbers.len() - period.period as usize {
            let later = u64::from(nimbers[heap + period.period as usize]);
            assert_eq!(later, u64::from(nimbers[heap]) + period.saltus, "{code} at {heap}");
        }
        proved[usize::from(code.most_added() > 0 || code.most_parts().is_none_or(|parts| parts > 3))] += 1;
    }
    assert!(proved[0] >= 30 && proved[1] >= 8, "{proved:?}");
}

/// A theorem is refused by the code alone, whatever the numbers say.
#[test]
fn no_theorem_is_taken_for_a_code_that_it_does_not_hold_for() {
    let space = SparseSpace { mask: !1, by_heap: false, kappa: 0, rares: vec![], reach: 4, anchor: 60 };
    let theorems =
        [Theorem::GuySmith, Theorem::SparseWindow(space), Theorem::AllButState, Theorem::ThreeHeaps];
    for (code, holds) in [
        ("4!.0", [false, true, false, false]),
        ("0.77!", [false, true, false, false]),
        ("0.77=", [false, false, false, false]),
        ("0.37?", [false, true, false, false]),
        ("0.[3]", [false, false, true, false]),
        ("0.[{0,1,4}]", [false, false, false, false]),
        ("4.[3]", [false, false, false, false]),
        ("80.[3]", [false, false, false, false]),
        ("0.*", [false, false, false, false]),
        ("0.{2+}", [false, false, false, false]),
        ("0.{0,4}", [true, false, false, false]),
        ("0.{0,4}!", [false, false, false, false]),
        ("80.7", [true, false, false, false]),
        ("8!00.7", [false, false, false, false]),
        ("0.8", [true, false, false, true]),
        ("0.8?", [false, false, false, false]),
        ("0.8=", [false, false, false, false]),
    ] {
        let code: Code = code.parse().unwrap();
        for (theorem, holds) in theorems.iter().zip(holds) {
            let theorem = theorem.clone();
            let period = Period { preperiod: 1, period: 2, saltus: 0, proof_terms: 100, theorem };
            let certificate = PeriodCertificate { code: code.clone(), period };
            let refused = verify_within(&certificate, 100, None, &Run::unlimited())
                .err()
                .map(|refused| refused.to_string());
            let by_code = ["the theorem", "the code is not an all-but set"];
            let is_by_code =
                refused.as_ref().is_some_and(|told| by_code.iter().any(|words| told.contains(words)));
            let asks_saltus = refused.as_ref().is_some_and(|told| told.contains("power of two"));
            let theorem = certificate.period.theorem.name();
            // Where the theorem holds the numbers fail, or the saltus, which is 0.
            let allowed = !is_by_code || asks_saltus && !code.has_modifiers();
            assert_eq!(allowed, holds, "{code} {theorem}: {refused:?}");
        }
    }
}
