//! What a check takes before it refuses: work and memory.

use grundy_check::period::{Cut, MEMORY, PeriodCheck, verify_within};
use grundy_core::{Limits, Progress, Run};
use grundy_heaps::PeriodCertificate;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

#[test]
fn the_run_is_looked_at_by_the_work_and_conditions_come_first() {
    // The first condition fails, and needs no nimber.
    let text = |theorem: &str, code: &str, numbers: &str| {
        format!("grundy heap period 1\ncode {code}\ntheorem {theorem}\n{numbers}")
    };
    let numbers = "preperiod 1\nperiod 1\nsaltus 1\nterms 100000\n";
    for (theorem, code) in [
        ("all-but-state", "0.FFFFFFFF[F]"),
        ("guy-smith", "0.[F]"),
        ("three-heaps", "0.FFFF[F]"),
        ("three-heaps", "0.FFFF!"),
    ] {
        let certificate: PeriodCertificate = text(theorem, code, numbers).parse().unwrap();
        let needs_none = Run::unlimited().with_sink(|_| panic!("no nimber is needed"));
        let checked = verify_within(&certificate, u64::MAX, None, &needs_none);
        assert!(checked.is_err(), "{code}");
    }
    // Where nimbers are needed, no look is far from the one before, whatever a heap or a condition costs.
    let window = "mask ffffffff\nby-heap no\nkappa 0\nreach 100\nanchor 70000\nrares 1:2\n";
    let long = format!("0.{}", "7".repeat(30_000));
    for (theorem, code, numbers) in [
        ("guy-smith", "0.FFFFFFFF", "preperiod 1\nperiod 1\nsaltus 0\nterms 100000\n".to_owned()),
        ("three-heaps", "0.8", "preperiod 1\nperiod 15000\nsaltus 8192\nterms 100000\n".to_owned()),
        ("guy-smith", "4.0", "preperiod 1\nperiod 1\nsaltus 0\nterms 1000000000\n".to_owned()),
        ("sparse-window", &long, format!("preperiod 1\nperiod 1\nsaltus 0\nterms 200000\n{window}")),
        ("all-but-state", "allbut(1)", "preperiod 1\nperiod 1\nsaltus 0\nterms 1000000000\n".to_owned()),
    ] {
        let certificate: PeriodCertificate = text(theorem, code, &numbers).parse().unwrap();
        let (looks, known) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let cancel = Arc::new(AtomicBool::new(false));
        let (counted, noted, flag) = (Arc::clone(&looks), Arc::clone(&known), Arc::clone(&cancel));
        let look = move |progress: &Progress| {
            noted.store(progress.done, Ordering::Relaxed);
            flag.store(counted.fetch_add(1, Ordering::Relaxed) + 1 >= 200, Ordering::Relaxed);
        };
        let limits = Limits { memory: Some(MEMORY), ..Limits::default() };
        let run = Run::new(limits).with_cancel(cancel).with_sink(look);
        let checked = verify_within(&certificate, u64::MAX, None, &run);
        let (looks, known) = (looks.load(Ordering::Relaxed), known.load(Ordering::Relaxed));
        // As long as 200 looks are apart by heaps, 200,000 of them, the work of these took minutes to hours.
        let what = format!("{theorem} {code:.20}: {checked:?}, {looks} looks, {known} nimbers");
        assert!((200..210).contains(&looks) && (known < 60_000 || code == "allbut(1)"), "{what}");
    }
}

#[test]
fn memory_is_bounded() {
    let text = "grundy heap period 1\ncode 0.07\ntheorem sparse-window\npreperiod 1\nperiod 2\nsaltus 0\nterms 2000000000000\n\
                mask ffffffff\nby-heap no\nkappa 0\nreach 500000000000\nanchor 1500000000000\nrares ";
    // Rare heaps that are none, so far apart that their planes would take terabytes: it is refused for the
    // first.
    let certificate: PeriodCertificate = format!("{text}400000000000:1\n").parse().unwrap();
    let within = |memory| Run::new(Limits { memory: Some(memory), ..Limits::default() });
    let checked = verify_within(&certificate, u64::MAX, None, &within(100_000_000));
    assert!(checked.is_err(), "{checked:?}");
    // All by the plain rule: the list of nimbers is what grows.
    let plain = "grundy heap period 1\ncode allbut(1)\ntheorem all-but-state\npreperiod 0\nperiod 4\nsaltus 2\nterms 1000000000000\n";
    match verify_within(&plain.parse().unwrap(), u64::MAX, None, &within(100_000)) {
        Ok(PeriodCheck::Part(part)) => {
            assert!(matches!(part.cut, Cut::Memory { .. }) && part.terms < 20_000, "{part:?}");
        }
        Err(error) => assert!(error.to_string().contains("does not repeat")),
        other => panic!("{other:?}"),
    }
}
