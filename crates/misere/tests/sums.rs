//! Sums of heaps by look-up, against the definition and against a plain count.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_core::Run;
use grundy_heaps::{Code, Split};
use grundy_misere::{HeapQuotient, HeapSum, PlainOutcomes, Reach};
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
    let _ = sum.winning_moves(heap, |split| {
        moves.push(split);
        ControlFlow::Continue(())
    });
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
}
