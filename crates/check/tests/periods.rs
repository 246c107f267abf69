//! Proved periods against published ones, and certificates against the checker.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_check::period::{
    self, CheckState, CheckStateError, PeriodCheck, resume, verify_from, verify_within,
};
use grundy_core::{Progress, Run};
use grundy_heaps::{ClaimVerdict, Code, Memory, Period, PeriodCertificate, Sequence, SparseSpace, Theorem};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A run that stops once more than this is done.
fn until_done(most: u64) -> Run {
    let cancel = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&cancel);
    let stop = move |progress: &Progress| flag.store(progress.done > most, Ordering::Relaxed);
    Run::unlimited().with_cancel(cancel).with_sink(stop)
}

fn prove(code: &str, limit: u64) -> (Sequence, Option<Period>) {
    let mut sequence = Sequence::new(&code.parse::<Code>().unwrap());
    let period = sequence.prove(limit, &Run::unlimited()).unwrap();
    (sequence, period)
}

#[test]
fn published_periods_are_proved_and_certified() {
    let table = include_str!("../../workbench/data/octal-periods.csv");
    let mut proved = 0;
    for row in table.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let fields: Vec<&str> = row.splitn(4, ',').collect();
        let (preperiod, length): (u64, u64) = (fields[1].parse().unwrap(), fields[2].parse().unwrap());
        // The longer ones are for the benchmark.
        if preperiod + length > 400_000 {
            continue;
        }
        let (sequence, period) = prove(fields[0], 1_000_000);
        let period = period.expect(fields[0]);
        assert_eq!((period.preperiod, period.period, period.saltus), (preperiod, length, 0), "{}", fields[0]);
        let certificate = PeriodCertificate { code: sequence.code().clone(), period };
        let text = certificate.to_string();
        assert_eq!(text.parse::<PeriodCertificate>().unwrap(), certificate);
        period::verify(&certificate).unwrap();
        proved += 1;
    }
    assert_eq!(proved, 10);
}

#[test]
fn arithmetic_periods_are_proved_and_certified() {
    for (code, preperiod, length, saltus) in [
        ("0.8", 1, 3, 1),
        ("0.C", 1, 2, 1),
        ("0.08", 1, 4, 1),
        ("0.0A", 1, 2, 1),
        ("0.0C", 1, 3, 1),
        ("0.A8", 1, 4, 2),
        ("0.A", 1, 2, 0),
        ("0.D", 0, 2, 0),
        ("allbut()", 0, 1, 1),
    ] {
        let (sequence, period) = prove(code, 1_000);
        let period = period.expect(code);
        assert_eq!((period.preperiod, period.period, period.saltus), (preperiod, length, saltus), "{code}");
        period::verify(&PeriodCertificate { code: sequence.code().clone(), period }).unwrap();
    }
}

#[test]
fn every_small_set_is_proved_and_certified() {
    for set in 1u64..128 {
        let takes: Vec<u64> = (1..=7).filter(|take| set >> (take - 1) & 1 == 1).collect();
        for code in [Code::subtraction(&takes).unwrap(), Code::all_but(&takes).unwrap()] {
            let mut sequence = Sequence::new(&code);
            let period = sequence.prove(20_000, &Run::unlimited()).unwrap().expect("a small automaton");
            period::verify(&PeriodCertificate { code, period }).unwrap();
        }
    }
}

#[test]
fn nothing_is_claimed_of_unsolved_games() {
    for code in ["0.6", "0.007", "4!.0", "0.04", "0.9", "0.[7]", "0.3F"] {
        let limit = if code.contains(['F', '9', '[']) { 300 } else { 6_000 };
        assert_eq!(prove(code, limit).1, None, "{code}");
    }
}

#[test]
fn a_proved_period_holds_far_beyond_its_proof() {
    for code in ["0.07", "0.156", "0.127", "0.644", "4.4", "subtraction(2,3,7)", "allbut(2,3,7)"] {
        let (mut sequence, period) = prove(code, 100_000);
        let Some(period) = period else { panic!("{code} is periodic") };
        let end = (period.proof_terms * 2).min(20_000).max(period.proof_terms + 2 * period.period);
        sequence.extend_to(end, &Run::unlimited()).unwrap();
        let values = sequence.nimbers(end).unwrap();
        for heap in period.preperiod as usize..values.len() - period.period as usize {
            let later = u64::from(values[heap + period.period as usize]);
            assert_eq!(later, u64::from(values[heap]) + period.saltus, "{code} at {heap}");
        }
    }
}

#[test]
fn certificates_with_any_number_changed_are_refused() {
    for code in ["0.77", "0.356", "0.A8", "allbut(2,3,7)"] {
        let (sequence, period) = prove(code, 20_000);
        let good = PeriodCertificate { code: sequence.code().clone(), period: period.expect(code) };
        period::verify(&good).unwrap();
        let bad = |change: &dyn Fn(&mut Period)| {
            let mut certificate = good.clone();
            change(&mut certificate.period);
            assert!(period::verify(&certificate).is_err(), "{certificate}");
        };
        bad(&|period| period.preperiod += 1);
        bad(&|period| period.preperiod = period.preperiod.wrapping_sub(1));
        bad(&|period| period.period += 1);
        bad(&|period| period.period *= 2);
        bad(&|period| period.period = 0);
        bad(&|period| period.saltus += 1);
        bad(&|period| period.proof_terms = period.preperiod + period.period);
        bad(&|period| period.proof_terms = u64::MAX);
        if let Theorem::SparseWindow(_) = good.period.theorem {
            let space = |change: &dyn Fn(&mut SparseSpace)| {
                bad(&|period| match &mut period.theorem {
                    Theorem::SparseWindow(space) => change(space),
                    _ => unreachable!(),
                });
            };
            space(&|space| space.mask = 0);
            space(&|space| space.by_heap = !space.by_heap);
            space(&|space| space.reach = space.rares[0].0);
            space(&|space| space.anchor = u64::MAX);
            space(&|space| space.rares.truncate(1));
            space(&|space| space.rares[0].1 ^= 1);
        }
    }
}

#[test]
fn a_partial_check_is_no_verification_and_still_finds_what_is_wrong() {
    let (sequence, period) = prove("0.16", 1_000_000);
    let good = PeriodCertificate { code: sequence.code().clone(), period: period.unwrap() };
    let until =
        |certificate: &PeriodCertificate, terms| verify_within(certificate, terms, None, &Run::unlimited());
    for terms in [0, 1, 1_000, 10_000, 100_001, good.period.proof_terms - 1] {
        let PeriodCheck::Part(part) = until(&good, terms).unwrap() else { panic!("{terms} prove nothing") };
        assert_eq!((part.terms, part.by), (terms, period::Recomputed::Sparsely));
    }
    assert!(matches!(until(&good, good.period.proof_terms), Ok(PeriodCheck::Whole(_))));
    let one_look = until_done(0);
    assert!(
        matches!(verify_within(&good, u64::MAX, None, &one_look), Ok(PeriodCheck::Part(part)) if part.terms < 10_000)
    );
    // The last rare heap but one is 13,932: a list without it fails there, not before.
    let Theorem::SparseWindow(space) = &good.period.theorem else { panic!("it has a sparse space") };
    for change in [0, 1, 2] {
        let mut space = space.clone();
        let place = space.rares.iter().position(|rare| rare.0 == 13_932).unwrap();
        match change {
            0 => drop(space.rares.remove(place)),
            1 => space.rares[place].1 ^= 1,
            _ => space.rares.insert(place, (13_931, 6)),
        }
        let mut bad = good.clone();
        bad.period.theorem = Theorem::SparseWindow(space);
        assert!(matches!(until(&bad, 12_000), Ok(PeriodCheck::Part(_))));
        assert!(until(&bad, 20_000).is_err());
    }
    // Repeats that do not hold are told as soon as they are seen.
    let mut kayles = prove("0.77", 1_000).1.unwrap();
    kayles.preperiod -= 1;
    let bad = PeriodCertificate { code: "0.77".parse().unwrap(), period: kayles };
    assert!(matches!(until(&bad, 82), Ok(PeriodCheck::Part(_))));
    assert!(until(&bad, 83).is_err());
}

#[test]
fn sparse_certificates_with_any_part_changed_are_refused() {
    // Its largest witness lies beyond its last rare heap.
    let (sequence, period) = prove("0.16", 1_000_000);
    let good = PeriodCertificate { code: sequence.code().clone(), period: period.unwrap() };
    period::verify(&good).unwrap();
    let bad = |change: &dyn Fn(&mut Period, &mut SparseSpace)| {
        let mut period = good.period.clone();
        let Theorem::SparseWindow(mut space) = period.theorem.clone() else {
            panic!("it has a sparse space")
        };
        change(&mut period, &mut space);
        period.theorem = Theorem::SparseWindow(space);
        let certificate = PeriodCertificate { code: good.code.clone(), period };
        assert!(period::verify(&certificate).is_err(), "{certificate}");
    };
    bad(&|period, _| period.preperiod -= 1);
    bad(&|period, _| period.preperiod += 1);
    bad(&|period, _| period.period -= 1);
    bad(&|period, _| period.period /= 2);
    bad(&|period, _| {
        // Twice the period with all the terms that it needs.
        period.proof_terms += period.period;
        period.period *= 2;
    });
    bad(&|_, space| space.mask ^= 4);
    bad(&|_, space| space.mask <<= 1);
    bad(&|_, space| space.reach = space.rares.last().unwrap().0);
    bad(&|_, space| space.reach = space.rares.last().unwrap().0 - 1);
    bad(&|_, space| space.rares.truncate(space.rares.len() - 1));
    bad(&|_, space| space.rares.rotate_left(1));
    bad(&|_, space| space.rares.last_mut().unwrap().1 ^= 3);
    bad(&|_, space| {
        let (heap, nimber) = space.rares.pop().unwrap();
        space.rares.push((heap + 1, nimber));
    });
}

#[test]
fn rare_nimbers_below_a_high_pivot_need_options_too() {
    // The first heap worth 32 or more is 7,646, worth 32. Where nimbers below 64 are rare, the least common
    // one is 64: it has an option of every nimber below 32, and none of 32.
    let code: Code = "0.127".parse().unwrap();
    let mut sequence = Sequence::new(&code);
    sequence.extend_to(7_646, &Run::unlimited()).unwrap();
    let rares: Vec<(u64, u32)> = (0..).zip(sequence.nimbers(7_646).unwrap()).skip(1).collect();
    assert!(rares.iter().all(|rare| rare.1 < 32));
    let space =
        SparseSpace { mask: 0xffff_ffc0, by_heap: false, kappa: 0, rares, reach: 1 << 20, anchor: 1 << 30 };
    let period = Period {
        preperiod: (1 << 30) - (1 << 22),
        period: 1 << 20,
        saltus: 0,
        proof_terms: 1 << 31,
        theorem: Theorem::SparseWindow(space),
    };
    let certificate = PeriodCertificate { code, period };
    let until = |terms| verify_within(&certificate, terms, None, &Run::unlimited());
    assert!(matches!(until(7_646), Ok(PeriodCheck::Part(_))));
    assert!(until(7_647).unwrap_err().to_string().contains("heap 7646 has no option of nimber 32"));
}

#[test]
fn the_sparse_rule_finds_every_nimber_of_the_engine() {
    // Classes by the heap with takes (0.106), sets of one word and of two, rare heaps far apart. A nimber
    // that differs would be listed as rare and not be, or the other way round, sooner or later.
    for (code, mask, by_heap, terms) in [
        ("0.106", 0xffff_ffed, true, 60_000),
        ("0.104", 0xffff_fff7, true, 60_000),
        ("0.127", 0xffff_ffc1, true, 60_000),
        ("0.376", 0xffff_fffe_u32, false, 30_000),
        ("4!.0", 0xffff_fffe, false, 20_000),
    ] {
        let code: Code = code.parse().unwrap();
        let mut sequence = Sequence::new(&code);
        sequence.extend_to(terms, &Run::unlimited()).unwrap();
        let is_rare = |heap: u64, value: u32| {
            (value & mask).count_ones().is_multiple_of(2) != (by_heap && heap.is_multiple_of(2))
        };
        let nimbers = (0..).zip(sequence.nimbers(terms).unwrap());
        let rares = nimbers.filter(|&(heap, value)| heap > 0 && is_rare(heap, value)).collect();
        let (reach, anchor) = (1 << 20, 1 << 30);
        let space = SparseSpace { mask, by_heap, kappa: by_heap.into(), rares, reach, anchor };
        let period = Period {
            preperiod: anchor - (1 << 22),
            period: 1 << 20,
            saltus: 0,
            proof_terms: 1 << 31,
            theorem: Theorem::SparseWindow(space),
        };
        let certificate = PeriodCertificate { code, period };
        let checked = verify_within(&certificate, terms, None, &Run::unlimited());
        assert!(
            matches!(checked, Ok(PeriodCheck::Part(part)) if part.terms == terms),
            "{}: {checked:?}",
            certificate.code
        );
    }
}

/// A proved period of 0.16, which needs 276,390 nimbers.
fn certificate_of_0_16() -> PeriodCertificate {
    let (sequence, period) = prove("0.16", 1_000_000);
    PeriodCertificate { code: sequence.code().clone(), period: period.unwrap() }
}

#[test]
fn a_check_goes_on_from_where_it_was_and_ends_as_if_it_had_not_stopped() {
    let certificate = certificate_of_0_16();
    let whole = period::verify(&certificate).unwrap();
    for pieces in [&[100_000, u64::MAX][..], &[6_000, 6_500, 40_000, 200_001, 270_000, 276_390], &[20_000; 3]]
    {
        let mut kept: Option<Vec<u8>> = None;
        for &terms in pieces {
            let state = kept.as_ref().map(|bytes| resume(&certificate, bytes).unwrap());
            let known = state.as_ref().map_or(0, CheckState::terms);
            let (check, state) = verify_from(&certificate, state, terms, None, &Run::unlimited()).unwrap();
            match check {
                PeriodCheck::Whole(verified) => assert_eq!((verified, terms >= 276_390), (whole, true)),
                PeriodCheck::Part(part) => assert_eq!((part.terms, terms < 276_390), (terms, true)),
            }
            let state = state.unwrap();
            assert!(state.terms() >= known.max(terms.min(276_390)), "{} of {terms}", state.terms());
            kept = Some(state.to_bytes());
        }
    }
    // Stopped wherever the run looks.
    let (mut state, mut stops) = (None, 0);
    loop {
        let known = state.as_ref().map_or(0, CheckState::terms);
        let (check, reached) =
            verify_from(&certificate, state, u64::MAX, None, &until_done(known + 30_000)).unwrap();
        match check {
            PeriodCheck::Whole(verified) => break assert_eq!(verified, whole),
            PeriodCheck::Part(_) => stops += 1,
        }
        state = reached.map(|state| resume(&certificate, &state.to_bytes()).unwrap());
    }
    assert!(stops > 2, "{stops} stops");
}

#[test]
fn a_wrong_certificate_is_refused_in_a_later_piece_too() {
    let mut certificate = certificate_of_0_16();
    let Theorem::SparseWindow(space) = &mut certificate.period.theorem else {
        panic!("it has a sparse space")
    };
    let last = space.rares.pop().unwrap();
    assert!(last.0 > 10_000);
    let (_, state) = verify_from(&certificate, None, 10_000, None, &Run::unlimited()).unwrap();
    let refused = verify_from(&certificate, state, u64::MAX, None, &Run::unlimited()).unwrap_err();
    assert_eq!(Err(refused), period::verify(&certificate));
}

#[test]
fn altered_states_of_checks_are_refused_or_believed_and_never_panic() {
    let certificate = certificate_of_0_16();
    let (_, state) = verify_from(&certificate, None, 8_192, None, &Run::unlimited()).unwrap();
    let good = state.unwrap().to_bytes();
    let hash = |bytes: &[u8]| {
        let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
    };
    let signed = |body: &[u8]| [body, &hash(body).to_le_bytes()].concat();
    assert_eq!(signed(&good[..good.len() - 8]), good);
    let mut other = certificate.clone();
    other.period.proof_terms += 1;
    assert_eq!(resume(&other, &good), Err(CheckStateError::OtherCertificate));
    assert_eq!(resume(&certificate, b"0.16"), Err(CheckStateError::NotAState));
    assert_eq!(resume(&certificate, b"grundy check 2\n"), Err(CheckStateError::OtherVersion));
    assert_eq!(resume(&certificate, b"grundy check 3\n"), Err(CheckStateError::Damaged));
    let mut believed = 0;
    for place in (15..good.len() - 8).step_by(97).chain(15..200) {
        let mut bytes = good.clone();
        bytes[place] ^= 0x15;
        assert_eq!(resume(&certificate, &bytes), Err(CheckStateError::Damaged), "its sum is wrong");
        if let Ok(state) = resume(&certificate, &signed(&bytes[..bytes.len() - 8])) {
            believed += 1;
            let _ = verify_from(&certificate, Some(state), 20_000, None, &Run::unlimited());
        }
        let cut = resume(&certificate, &signed(&good[..place]));
        assert_eq!(cut, Err(CheckStateError::Damaged), "cut at {place}");
    }
    assert!(believed > 5, "{believed} were believed");
}

#[test]
fn the_certificate_of_0_106_says_what_is_published_and_holds_as_far_as_it_is_gone_through() {
    let certificate: PeriodCertificate =
        include_str!("../../../data/heaps/period-of-0.106.txt").parse().unwrap();
    let Period { preperiod, period, .. } = certificate.period;
    let table = include_str!("../../workbench/data/octal-periods.csv");
    assert!(table.lines().any(|line| line.starts_with(&format!("0.106,{preperiod},{period},"))));
    let Theorem::SparseWindow(space) = &certificate.period.theorem else { panic!("it has a sparse space") };
    assert_eq!(space.rares.len(), 15);
    // All of it would take hours.
    let terms = 3_000_000;
    assert!(matches!(
        verify_within(&certificate, terms, None, &Run::unlimited()),
        Ok(PeriodCheck::Part(part)) if part.terms == terms
    ));
}

#[test]
fn damaged_certificate_texts_name_the_line() {
    let good =
        "grundy heap period 1\ncode 0.07\ntheorem guy-smith\npreperiod 53\nperiod 34\nsaltus 0\nterms 176\n";
    assert!(good.parse::<PeriodCertificate>().is_ok());
    for (from, to, line) in [
        ("period 1\n", "period 2\n", 1),
        ("code 0.07", "code 0.0G", 2),
        ("guy-smith", "hope", 3),
        ("preperiod 53", "preperiod many", 4),
        ("saltus 0\n", "", 6),
        ("176\n", "176\nmore\n", 8),
    ] {
        assert_eq!(good.replace(from, to).parse::<PeriodCertificate>().unwrap_err().line, line, "{to}");
    }
}

#[test]
fn a_small_claim_is_judged_with_every_nimber_at_hand() {
    let verdict = |code: &str, preperiod, period| {
        let code: Code = code.parse().unwrap();
        let mut sequence = Sequence::claiming(&code, preperiod, period);
        let verdict = sequence.prove_claimed(preperiod, period, &Run::unlimited()).unwrap();
        if let ClaimVerdict::Proved(period) = &verdict {
            period::verify(&PeriodCertificate { code, period: period.clone() }).unwrap();
        }
        verdict
    };
    let is_proved = |code: &str, preperiod, period| {
        let found = match verdict(code, preperiod, period) {
            ClaimVerdict::Proved(found) => found,
            other => panic!("{code}: {other:?}"),
        };
        assert_eq!((found.preperiod, found.period), (preperiod, period), "{code}");
    };
    // A bound, a sparse window, a subtraction set, a state, three heaps.
    for (code, preperiod, period) in [
        ("0.07", 53, 34),
        ("0.77", 71, 12),
        ("0.16", 105_351, 149_459),
        ("subtraction(1,2)", 0, 3),
        ("allbut(2,3)", 0, 4),
        ("0.8", 1, 3),
    ] {
        is_proved(code, preperiod, period);
    }
    for (preperiod, period) in [(53, 68), (54, 34), (52, 34), (53, 33), (0, 1)] {
        let is_other = match verdict("0.07", preperiod, period) {
            ClaimVerdict::Other(found) => (found.preperiod, found.period) == (53, 34),
            ClaimVerdict::Refuted { heap } => {
                ![(53, 68), (54, 34)].contains(&(preperiod, period)) && heap < 100
            }
            _ => false,
        };
        assert!(is_other, "{preperiod},{period}");
    }
    // Nobody knows a period of 0.6; that this one is wrong shows at once.
    assert!(matches!(verdict("0.6", 10, 26), ClaimVerdict::Refuted { heap: 10.. }));
    assert_eq!(verdict("subtraction(1,2)", 1 << 40, 3), ClaimVerdict::OutOfReach);
}

#[test]
fn a_claimed_period_is_proved_in_bounded_memory_across_a_stop() {
    let code: Code = "0.16".parse().unwrap();
    let claim = |sequence: &mut Sequence, preperiod, period| {
        sequence.prove_claimed(preperiod, period, &Run::unlimited()).unwrap()
    };
    let mut sequence = Sequence::with_memory(&code, Memory::Bounded);
    assert!(sequence.prove_claimed(105_351, 149_459, &until_done(200_000)).is_err());
    let mut again = Sequence::resume(&code, &sequence.checkpoint()).unwrap();
    assert_eq!(again.claim(), Some((105_351, 149_459)));
    assert!(again.may_prove(105_351, 149_459) && !again.may_prove(105_351, 149_458));
    let ClaimVerdict::Proved(period) = claim(&mut again, 105_351, 149_459) else { panic!("it is true") };
    // A finished one is asked again another day.
    let mut finished = Sequence::resume(&code, &again.checkpoint()).unwrap();
    assert_eq!(claim(&mut finished, 105_351, 149_459), ClaimVerdict::Proved(period.clone()));
    period::verify(&PeriodCertificate { code: code.clone(), period }).unwrap();
    // Wrong claims: too late, too early, too long, made up.
    for (preperiod, period, verdict) in [
        (105_352, 149_459, ClaimVerdict::StartsEarlier),
        (105_350, 149_459, ClaimVerdict::Refuted { heap: 105_350 }),
        (105_351, 298_918, ClaimVerdict::Shorter { period: 149_459 }),
        (1_000, 10, ClaimVerdict::Refuted { heap: 1_000 }),
    ] {
        let mut sequence = Sequence::with_memory(&code, Memory::Bounded);
        assert_eq!(claim(&mut sequence, preperiod, period), verdict);
    }
}
