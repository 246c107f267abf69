//! Sums of heaps by look-up, against the definition and against a plain count.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_core::{Limits, Run, StopReason};
use grundy_heaps::{Code, Split};
use grundy_misere::{HeapQuotient, HeapSum, PlainOutcomes, Reach, WinningGroup};
use std::collections::HashSet;
use std::ops::ControlFlow;

fn quotient(code: &str) -> HeapQuotient {
    HeapQuotient::new(&code.parse().unwrap()).carried(&Reach::default(), &Run::unlimited())
}

/// The winning moves in one heap of a sum, by trying each.
fn tried(code: &Code, heap: u64, mut wins: impl FnMut(&[u64]) -> bool) -> Vec<Split> {
    let mut found = Vec::new();
    let _ = code.options(heap, |split| {
        if wins(split.heaps()) {
            found.push(split);
        }
        ControlFlow::<()>::Continue(())
    });
    found
}

fn told(sum: &HeapSum<'_>, heap: u64) -> Vec<Split> {
    let mut moves = Vec::new();
    let told = sum.winning_moves(heap, &Run::unlimited(), |split| {
        moves.push(split);
        ControlFlow::Continue(())
    });
    told.unwrap();
    moves
}

#[test]
fn winning_moves_are_those_of_the_definition() {
    for code in ["0.77", "0.75", "0.31", "4.4", "0.123"] {
        let quotient = quotient(code);
        let mut plain = PlainOutcomes::new(quotient.code());
        for heaps in [&[3, 4, 5][..], &[7, 7], &[1, 2, 2, 9], &[11, 6, 1], &[5]] {
            let sum = HeapSum::new(&quotient, heaps).unwrap();
            assert_eq!(sum.is_p(), plain.is_p(heaps), "{code} {heaps:?}");
            let mut count = 0;
            for (place, &heap) in heaps.iter().enumerate() {
                let wins = |left: &[u64]| {
                    let mut rest = heaps.to_vec();
                    rest.remove(place);
                    rest.extend(left);
                    plain.is_p(&rest)
                };
                let tried = tried(quotient.code(), heap, wins);
                assert_eq!(told(&sum, heap), tried, "{code} {heaps:?}: heap {heap}");
                count += tried.len() as u128;
            }
            assert_eq!(sum.count_winning(heaps, &Run::unlimited()).unwrap(), count, "{code} {heaps:?}");
        }
    }
}

#[test]
fn moves_behind_the_preperiod_are_counted_by_the_period() {
    for code in ["0.77", "0.75", "4.4"] {
        let quotient = quotient(code);
        for heaps in [&[1_000, 333][..], &[5_000], &[12, 400, 401], &[700, 700, 1]] {
            let sum = HeapSum::new(&quotient, heaps).unwrap();
            let mut count = 0;
            for (place, &heap) in heaps.iter().enumerate() {
                let rest: Vec<u64> = heaps
                    .iter()
                    .enumerate()
                    .filter(|(other, _)| *other != place)
                    .map(|(_, &heap)| heap)
                    .collect();
                let wins =
                    |left: &[u64]| HeapSum::new(&quotient, &[&rest[..], left].concat()).unwrap().is_p();
                let mut tried = tried(quotient.code(), heap, wins);
                count += tried.len() as u128;
                let mut told = told(&sum, heap);
                let key = |split: &Split| (split.taken(), split.heaps().to_vec());
                tried.sort_by_key(key);
                assert_eq!(told.len(), tried.len());
                told.sort_by_key(key);
                assert_eq!(told, tried, "{code} {heaps:?}");
            }
            assert_eq!(sum.count_winning(heaps, &Run::unlimited()).unwrap(), count, "{code} {heaps:?}");
            let heaps_of_groups: u64 = sum.groups().iter().map(|group| group.heaps).sum();
            assert_eq!(heaps_of_groups, heaps.len() as u64);
        }
    }
}

/// Whether a group has this heap.
fn has(group: &WinningGroup, heap: u64) -> bool {
    let is_between = (group.least..=group.largest).contains(&heap);
    is_between
        && group.step.map_or(group.least == group.largest, |step| (heap - group.least).is_multiple_of(step))
}

#[test]
fn groups_have_all_winning_moves_and_no_others() {
    let sums: [&[u64]; 5] = [
        &[20, 20, 20, 21, 5, 5],
        &[1_000, 1_012, 1_024, 999, 333, 333],
        &[5_000, 4_999, 4_998, 4_997, 400, 12, 12],
        &[700, 701, 712, 1, 2],
        &[9, 9, 9, 9, 40],
    ];
    let mut lost = 0;
    for code in ["0.77", "0.75", "4.4", "0.123", "0.31"] {
        let quotient = quotient(code);
        for heaps in sums {
            let sum = HeapSum::new(&quotient, heaps).unwrap();
            let groups = sum.winning_groups(heaps, &Run::unlimited()).unwrap();
            lost += usize::from(sum.is_p());
            let mut counts = vec![(0, 0_u128); groups.len()];
            for (place, &heap) in heaps.iter().enumerate() {
                let mut rest = heaps.to_vec();
                rest.remove(place);
                let wins =
                    |left: &[u64]| HeapSum::new(&quotient, &[&rest[..], left].concat()).unwrap().is_p();
                let mut tried = tried(quotient.code(), heap, wins);
                let own: Vec<usize> = (0..groups.len()).filter(|&group| has(&groups[group], heap)).collect();
                let mut told: Vec<Split> =
                    own.iter().flat_map(|&group| groups[group].moves_in(heap)).collect();
                for &group in &own {
                    counts[group] = (counts[group].0 + 1, counts[group].1 + told.len() as u128);
                }
                let key = |split: &Split| (split.taken(), split.heaps().to_vec());
                tried.sort_by_key(key);
                told.sort_by_key(key);
                assert_eq!(told, tried, "{code} {heaps:?}: heap {heap}");
            }
            let told: Vec<(u64, u128)> = groups.iter().map(|group| (group.heaps, group.count)).collect();
            assert_eq!(told, counts, "{code} {heaps:?}");
        }
    }
    assert!(lost < 20, "{lost} of the sums have no winning move");
}

/// By the definition, and where no period is known.
#[test]
fn groups_of_small_heaps_are_as_the_definition_says() {
    let code: Code = "0.07".parse().unwrap();
    let reach = Reach { heaps: Some(12), ..Reach::default() };
    let dawson = HeapQuotient::new(&code).carried(&reach, &Run::unlimited());
    assert!(dawson.period().is_none());
    for quotient in [dawson, quotient("0.77"), quotient("0.53")] {
        let mut plain = PlainOutcomes::new(quotient.code());
        for heaps in [&[7, 7, 7][..], &[3, 3, 3, 9], &[12, 5, 5], &[10]] {
            let sum = HeapSum::new(&quotient, heaps).unwrap();
            let groups = sum.winning_groups(heaps, &Run::unlimited()).unwrap();
            for (place, &heap) in heaps.iter().enumerate() {
                let mut rest = heaps.to_vec();
                rest.remove(place);
                let tried = tried(quotient.code(), heap, |left| plain.is_p(&[&rest[..], left].concat()));
                let own = groups.iter().filter(|group| has(group, heap));
                let told: Vec<Split> = own.flat_map(|group| group.moves_in(heap)).collect();
                let all = |splits: &[Split]| splits.iter().cloned().collect::<HashSet<_>>();
                assert_eq!(
                    (all(&told), told.len()),
                    (all(&tried), tried.len()),
                    "{} {heaps:?}",
                    quotient.code()
                );
            }
        }
    }
}

#[test]
fn a_million_heaps_are_answered() {
    let kayles = quotient("0.77");
    let mut state = 1_u64;
    let heaps: Vec<u64> = (0..1_000_000)
        .map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % 1_000_000_000
        })
        .collect();
    let sum = HeapSum::new(&kayles, &heaps).unwrap();
    let other =
        heaps.iter().fold(0, |value, &heap| kayles.monoid().times(value, kayles.value(heap).unwrap()));
    assert_eq!(sum.value(), other);
    assert_eq!(sum.groups().iter().map(|group| group.heaps).sum::<u64>(), 1_000_000);
    // A sum that is won, with one heap less.
    let heaps = &heaps[1..];
    let sum = HeapSum::new(&kayles, heaps).unwrap();
    assert!(!sum.is_p());
    let groups = sum.winning_groups(heaps, &Run::unlimited()).unwrap();
    assert!(!groups.is_empty() && groups.len() <= 200, "{} groups", groups.len());
    let count: u128 = groups.iter().map(|group| group.count).sum();
    assert_eq!(count, sum.count_winning(heaps, &Run::unlimited()).unwrap());
}

/// A heap of 100,000 beans of 0.F has 833 million moves to three heaps.
#[test]
fn moves_to_three_heaps_are_listed_within_the_limits() {
    let quotient = quotient("0.F");
    let heaps = [100_000];
    let sum = HeapSum::new(&quotient, &heaps).expect("0.F is tame");
    assert!(!sum.is_p() && !sum.is_short());
    let run = Run::new(Limits { time: Some(std::time::Duration::from_millis(1)), ..Limits::default() });
    let is_stopped = |stopped: grundy_core::Stopped| stopped.reason == StopReason::Time;
    assert!(sum.count_winning(&heaps, &run).is_err_and(is_stopped));
    assert!(sum.winning_groups(&heaps, &run).is_err_and(is_stopped));
    assert!(sum.winning_moves(heaps[0], &run, |_| ControlFlow::Continue(())).is_err_and(is_stopped));
}
