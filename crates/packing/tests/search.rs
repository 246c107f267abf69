//! The search: refusals before it, repeatability, limits, shapes. Figures are in `benches/packing.rs`.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use grundy_core::{Limits, Run, StopReason};
use grundy_packing::{
    Decimal, Impossible, MAX_DISKS, PackError, Packing, PackingGoal, PackingOptions, Placement, Problem,
    ProblemError, pack, verify,
};
use proptest::prelude::*;

fn problem(disks: &str, cavity: &str) -> Problem {
    Problem::from_text(disks, cavity).expect("a problem")
}

fn found(problem: &Problem, goal: PackingGoal, run: &Run) -> Packing {
    let packing = pack(problem, goal, &PackingOptions::default(), run, &|_| {}).expect("a packing");
    let (certificate, slack) = &packing.smallest;
    assert_eq!(verify(certificate).as_ref(), Ok(slack));
    // What is proven is what is claimed, but for the rounding of the measures.
    let proven = sides(&certificate.cavity).into_iter().fold(0.0, f64::max);
    assert!((proven / packing.cavity - 1.0).abs() < 1e-12, "{proven} against {}", packing.cavity);
    packing
}

/// The measures of a cavity: a diameter, or width and height.
fn sides(cavity: &str) -> Vec<f64> {
    cavity.split('x').map(|side| side.parse().expect("a number")).collect()
}

fn few_hops(hops: u64) -> Run {
    Run::new(Limits { nodes: Some(hops), ..Limits::default() })
}

/// Why the search stopped, unless it found what was asked for.
fn reason(packing: &Packing) -> Option<StopReason> {
    packing.stopped.map(|stopped| stopped.reason)
}

fn impossible(disks: &str, cavity: &str) -> Impossible {
    problem(disks, cavity).possible().expect_err("impossible")
}

#[test]
fn disks_that_are_no_disks_are_refused() {
    let refused = |disks: &str| Problem::from_text(disks, "12").expect_err("refused");
    assert_eq!(refused(" "), ProblemError::NoDisks);
    assert!(matches!(refused("1,0"), ProblemError::NotPositive { disk: 1, .. }));
    assert!(matches!(refused("1,-0.5"), ProblemError::NotPositive { disk: 1, .. }));
    assert!(matches!(refused("NaN"), ProblemError::Unreadable { disk: 0, .. }));
    assert!(matches!(refused("1,,2"), ProblemError::Unreadable { disk: 1, .. }));
    assert!(matches!(refused("1in"), ProblemError::Unreadable { disk: 0, .. }));
    assert!(matches!(refused("1 0.0000001"), ProblemError::TooUnequal { .. }));
    assert_eq!(refused(&"1 ".repeat(10_000)), ProblemError::TooManyDisks(10_000));
    assert!(Problem::from_text(&"1 ".repeat(MAX_DISKS), "100").is_ok());
    let large = format!("1{}", "0".repeat(120));
    let error = Problem::from_text(&large, &large).expect_err("refused");
    assert!(matches!(error, ProblemError::OutOfRange(_)));
    assert!(matches!(Problem::from_text("1", "0"), Err(ProblemError::Cavity(_))));
}

#[test]
fn a_disk_larger_than_the_cavity_is_refused_before_any_search() {
    let Impossible::DiskTooLarge { disk, missing, .. } = impossible("1, 12.5, 2", "12") else {
        panic!("another reason");
    };
    assert_eq!((disk, missing), (1, Decimal::new(5, 1)));
    assert!(matches!(impossible("5", "4x12"), Impossible::DiskTooLarge { .. }));
    let touching = impossible("12", "12").to_string();
    assert!(touching.contains("only touch"), "{touching}");
    let large = problem("13", "12");
    let error = pack(&large, PackingGoal::Fit, &PackingOptions::default(), &Run::unlimited(), &|_| {});
    assert!(matches!(error, Err(PackError::Impossible(_))));
}

#[test]
fn too_much_area_is_refused_before_any_search() {
    let coins = "1 ".repeat(30);
    let Impossible::AreaTooLarge { percent } = impossible(&coins, "5") else {
        panic!("another reason");
    };
    assert_eq!(percent, Decimal::new(120, 0));
    assert!(problem(&"1 ".repeat(24), "5").possible().is_ok());
    // pi / 4 * 13 = 10.21 in a box of 10, and 12 of them only 9.42.
    assert!(matches!(impossible(&"1 ".repeat(13), "2.5x4"), Impossible::AreaTooLarge { .. }));
    assert!(problem(&"1 ".repeat(12), "2.5x4").possible().is_ok());
}

#[test]
fn two_disks_that_cannot_lie_side_by_side_are_refused_before_any_search() {
    let Impossible::TwoTooLarge { first, second, needed, allowed } = impossible("1 6 6.5", "12") else {
        panic!("another reason");
    };
    assert_eq!((first, second), (2, 1));
    assert_eq!((needed, allowed), (Decimal::new(625, 2), Decimal::new(575, 2)));
    assert!(matches!(impossible("6 6", "12"), Impossible::TwoTooLarge { .. }));
    assert!(problem("6 5.999", "12").possible().is_ok());
    // In a square of side s, two disks of diameter d lie on the diagonal: s > d (1 + 1/sqrt 2).
    assert!(matches!(impossible("1 1", "1.7071x1.7071"), Impossible::TwoTooLarge { .. }));
    let Impossible::TwoTooLarge { allowed, .. } = impossible("1 1", "1.5x1.5") else {
        panic!("another reason");
    };
    assert!((allowed.to_f64() - 0.5_f64.sqrt()).abs() < 1e-9, "{allowed}");
    assert!(problem("1 1", "1.7072x1.7072").possible().is_ok());
}

#[test]
fn a_number_of_threads_out_of_bounds_is_refused() {
    let run = Run::unlimited().with_threads(1000);
    let error = pack(&problem("1", "2"), PackingGoal::Fit, &PackingOptions::default(), &run, &|_| {});
    assert_eq!(error.expect_err("refused"), PackError::Threads(1000));
}

#[test]
fn known_smallest_cavities_are_found() {
    // One disk, two disks, three and seven equal ones; radii 1 to 5.
    for (disks, cavity, known) in [
        ("3", "9", 3.0),
        ("3 1", "9", 4.0),
        ("1 1 1", "9", 2.154_700_538_379),
        ("1 1 1 1 1 1 1", "9", 3.0),
        ("2 4 6 8 10", "90", 18.002_795_492),
        ("1 1 1 1", "9x9", 2.0),
        ("1 1", "5x5", 1.707_106_781_187),
        ("1 1 1", "20x60", 3.0),
    ] {
        let packing = found(&problem(disks, cavity), PackingGoal::Minimise, &few_hops(400));
        let error = packing.cavity - known;
        assert!(error.abs() < 2e-9, "{disks} in {cavity}: {}", packing.cavity);
    }
}

#[test]
fn a_minimised_rectangle_keeps_its_shape() {
    let packing = found(&problem("1 1 1 1 1", "30x60"), PackingGoal::Minimise, &few_hops(100));
    let cavity = packing.smallest.0.cavity;
    let [width, height] = sides(&cavity)[..] else { panic!("a rectangle") };
    assert!((height / width - 2.0).abs() < 1e-12, "{cavity}");
}

/// The longer side of the smallest rectangle of that shape which holds two disks, by halving.
///
/// Two disks have most room in opposite corners. A rectangle holds them where that brings their centres as far
/// apart as both radii are long, and where each fits by itself.
fn smallest_for_two(diameters: [f64; 2], width: f64, height: f64) -> f64 {
    let both = (diameters[0] + diameters[1]) / 2.0;
    let holds = |scale: f64| {
        let spare = |side: f64| scale * side - both;
        let [across, along] = [spare(width), spare(height)];
        diameters.iter().all(|d| *d <= scale * width.min(height)) && across.hypot(along) >= both
    };
    let (mut too_small, mut enough) = (0.0, 1e6);
    for _ in 0..200 {
        let middle = (too_small + enough) / 2.0;
        if holds(middle) {
            enough = middle;
        } else {
            too_small = middle;
        }
    }
    enough * width.max(height)
}

proptest! {
    #[test]
    fn two_disks_find_their_smallest_rectangle(
        first in 1u32..100, second in 1u32..100, width in 10u32..200, height in 10u32..200,
    ) {
        let cavity = format!("{width}x{height}");
        let asked = problem(&format!("{first} {second}"), &cavity);
        let packing = found(&asked, PackingGoal::Minimise, &few_hops(1_000));
        let diameters = [f64::from(first), f64::from(second)];
        let known = smallest_for_two(diameters, f64::from(width), f64::from(height));
        prop_assert!((packing.cavity / known - 1.0).abs() < 1e-8, "{} for {known}", packing.cavity);
    }

    #[test]
    fn what_was_packed_fits_where_there_is_a_little_more_room(
        disks in proptest::collection::vec(5u32..30, 1..7), width in 30u32..200, height in 30u32..200,
    ) {
        let disks: Vec<String> = disks.iter().map(u32::to_string).collect();
        let disks = disks.join(" ");
        let packing = found(&problem(&disks, &format!("{width}x{height}")), PackingGoal::Minimise, &few_hops(40));
        let roomy: Vec<String> =
            sides(&packing.smallest.0.cavity).iter().map(|side| format!("{:.9}", side * 1.001)).collect();
        let packing = found(&problem(&disks, &roomy.join("x")), PackingGoal::Fit, &few_hops(4_000));
        prop_assert!(packing.fits);
    }
}

#[test]
fn rows_fit_long_rectangles() {
    for count in 1..=12 {
        let disks = "1 ".repeat(count);
        let long = format!("{:.2}", count as f64 + 0.05);
        for cavity in [format!("1.01x{long}"), format!("{long}x1.01"), format!("1.01x{}", 10 * count)] {
            assert!(found(&problem(&disks, &cavity), PackingGoal::Fit, &few_hops(4_000)).fits, "{cavity}");
        }
    }
}

#[test]
fn the_formidable_fourteen_fit() {
    let packing = found(&Problem::formidable_fourteen(), PackingGoal::Fit, &few_hops(1_000_000));
    assert!(packing.fits);
    assert_eq!(packing.stopped, None);
    let (certificate, slack) = packing.certificate.expect("they fit");
    assert_eq!(certificate.cavity, "12.000");
    assert_eq!(certificate.disks[0].diameter, "2.150");
    assert_eq!(verify(&certificate), Ok(slack));
    // Well inside the slack, a few decimals are enough.
    assert!(certificate.disks.iter().all(|d| d.x.len() < 10), "{certificate:?}");
}

#[test]
fn one_thread_repeats_itself() {
    let puzzle = Problem::formidable_fourteen();
    let trace = |seed| {
        let told = Mutex::new(Vec::new());
        let options = PackingOptions { seed, ..PackingOptions::default() };
        let packing = pack(&puzzle, PackingGoal::Minimise, &options, &few_hops(800), &|best| {
            told.lock().expect("no panic").push((best.hops, best.cavity.to_bits()));
        });
        let packing = packing.expect("a packing");
        assert_eq!((packing.hops, reason(&packing)), (800, Some(StopReason::Nodes)));
        (told.into_inner().expect("no panic"), packing.centres, packing.smallest)
    };
    let first = trace(5);
    assert_eq!(first, trace(5));
    assert_ne!(first.0, trace(6).0);
    assert!(first.0.windows(2).all(|w| f64::from_bits(w[1].1) < f64::from_bits(w[0].1)));
}

#[test]
fn threads_share_the_best() {
    let run = few_hops(600).with_threads(3);
    let packing = found(&Problem::formidable_fourteen(), PackingGoal::Minimise, &run);
    assert!(packing.cavity < 12.6);
    assert_eq!(reason(&packing), Some(StopReason::Nodes));
}

#[test]
fn a_raised_flag_stops_with_a_placement() {
    let cancel = Arc::new(AtomicBool::new(true));
    let run = Run::unlimited().with_cancel(Arc::clone(&cancel));
    let puzzle = Problem::formidable_fourteen();
    let packing = found(&puzzle, PackingGoal::Minimise, &run);
    assert_eq!((reason(&packing), packing.hops), (Some(StopReason::Cancelled), 0));
    assert_eq!(packing.centres.len(), 14);
    // Raised from the callback, as Ctrl-C would.
    cancel.store(false, Ordering::Relaxed);
    let stop = |_: &Placement| cancel.store(true, Ordering::Relaxed);
    let packing =
        pack(&puzzle, PackingGoal::Minimise, &PackingOptions::default(), &run, &stop).expect("a packing");
    assert_eq!(reason(&packing), Some(StopReason::Cancelled));
}

#[test]
fn no_time_is_enough_for_a_placement() {
    let run = Run::new(Limits { time: Some(Duration::ZERO), ..Limits::default() });
    let packing = found(&Problem::formidable_fourteen(), PackingGoal::Minimise, &run);
    assert_eq!(reason(&packing), Some(StopReason::Time));
}

#[test]
fn what_does_not_fit_is_not_certified() {
    // Three coins of diameter 1 need 2.1547.
    let packing = found(&problem("1 1 1", "2.1546"), PackingGoal::Fit, &few_hops(50));
    assert!(!packing.fits && packing.certificate.is_none());
    let packing = found(&problem("1 1 1", "2.1548"), PackingGoal::Fit, &few_hops(50));
    assert!(packing.fits);
}

#[test]
fn lengths_far_from_one_are_no_matter() {
    for scale in ["0.0000000001", "10000000000"] {
        let unit: Decimal = scale.parse().expect("a decimal");
        let disks = vec![unit.clone(), unit.clone(), &unit + &unit];
        let cavity = format!("{}", &(&unit + &unit) + &(&unit + &unit)).parse().expect("a cavity");
        let problem = Problem::new(disks, cavity).expect("a problem");
        assert!(found(&problem, PackingGoal::Fit, &few_hops(200)).fits, "{scale}");
    }
}
