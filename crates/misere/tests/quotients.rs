//! Quotients of heap games against published truth, and against the definition.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_core::Run;
use grundy_misere::{Element, HeapQuotient, PlainOutcomes, QuotientEnd, Reach};

/// Code, order, P-elements, preperiod, period: as CGSuite prints them where it knows the code.
const SOLVED: &[(&str, usize, usize, u64, u64)] = &[
    ("0.3", 2, 1, 0, 2),
    ("0.75", 8, 2, 8, 2),
    ("0.123", 20, 5, 5, 5),
    ("0.34", 12, 3, 7, 8),
    ("0.312", 12, 3, 5, 2),
    ("0.144", 30, 5, 12, 10),
    // 12/2 where a sum of value 1 is taken for the empty one before it is looked at.
    ("0.53", 16, 3, 21, 9),
    ("0.71", 36, 9, 3, 6),
    ("0.72", 24, 5, 16, 4),
    ("0.77", 40, 9, 71, 12),
    ("0.15", 42, 12, 66, 10),
    ("0.115", 42, 12, 92, 14),
    ("0.44", 40, 9, 143, 24),
    ("4.4", 40, 9, 72, 12),
    ("0.152", 34, 6, 25, 48),
    ("0.153", 16, 3, 32, 14),
    ("0.351", 22, 6, 4, 8),
    ("0.3101", 14, 4, 5, 2),
    ("0.0122", 20, 5, 8, 7),
    ("0.1023", 20, 5, 6, 7),
    ("0.1032", 20, 5, 8, 7),
    ("0.1033", 20, 5, 7, 7),
    ("0.1231", 20, 5, 5, 5),
    ("0.3103", 20, 5, 3, 5),
    ("0.512", 8, 2, 16, 6),
    ("4.56", 8, 2, 11, 4),
    ("0.31", 6, 2, 3, 2),
    ("0.147", 10, 2, 10, 8),
    ("0.373", 10, 2, 2, 28),
    ("0.532", 10, 2, 7, 5),
    ("0.772", 10, 2, 8, 4),
    ("0.156", 34, 2, 3479, 349),
    ("0.644", 172, 7, 3256, 442),
    ("0.712", 14, 4, 3, 6),
    ("0.716", 14, 4, 22, 2),
    ("4.003", 14, 4, 4, 6),
    ("4.041", 14, 4, 23, 2),
    ("0.241", 36, 9, 4, 10),
    ("0.315", 36, 9, 3, 10),
    ("4.001", 36, 9, 4, 6),
    ("0.044", 40, 9, 214, 36),
    ("0.074", 40, 9, 142, 24),
    ("4.74", 8, 2, 8, 2),
    ("4.146", 8, 2, 15, 6),
];

fn quotient(code: &str, heaps: Option<u64>) -> HeapQuotient {
    let reach = Reach { heaps, ..Reach::default() };
    HeapQuotient::new(&code.parse().unwrap()).carried(&reach, &Run::unlimited())
}

#[test]
fn solved_games_have_the_quotients_that_are_published() {
    for &(code, order, p, preperiod, period) in SOLVED {
        let found = quotient(code, None);
        let monoid = found.monoid();
        let proved = found.period().unwrap_or_else(|| panic!("{code}: {:?}", found.end()));
        assert_eq!((monoid.order(), monoid.p_count()), (order, p), "{code}");
        assert_eq!((proved.preperiod, proved.period), (preperiod, period), "{code}");
        // Facts of every quotient that is known.
        assert!(order % 2 == 0 && 2 * p <= order, "{code}");
        assert!(monoid.kernel_order().is_power_of_two(), "{code}");
    }
}

#[test]
fn kayles_grows_at_the_heaps_that_are_told_and_is_proved_from_168_heaps() {
    let kayles = quotient("0.77", None);
    let orders: Vec<(u64, usize)> = kayles.partial().map(|(heap, order, _)| (heap, order)).collect();
    assert_eq!(orders, [(1, 2), (2, 6), (5, 12), (9, 18), (12, 24), (25, 32), (27, 40)]);
    assert_eq!(kayles.period().unwrap().proved_from, 167);
    assert_eq!(quotient("0.644", None).period().unwrap().proved_from, 7_398);
}

#[test]
fn tame_and_wild_are_told_apart_by_the_kernel_and_not_by_the_p_portion() {
    for (code, is_tame) in [("0.3", true), ("0.31", true), ("0.147", true), ("0.156", true), ("0.75", false)]
    {
        assert_eq!(quotient(code, None).monoid().is_tame(), is_tame, "{code}");
    }
}

#[test]
fn partial_quotients_grow_as_they_are_known_to() {
    let last = |code, heaps| quotient(code, Some(heaps)).partial().last().unwrap();
    assert_eq!(last("0.07", 31), (31, 520, 89));
    let orders: Vec<usize> = quotient("0.07", Some(30)).partial().map(|(_, order, _)| order).collect();
    assert_eq!(orders, [2, 6, 12, 24, 144, 176, 360]);
    // Laws that were found by computation: floor(k^2 / 2), and 10 more.
    for (heap, order, _) in quotient("0.26", Some(25)).partial().filter(|(heap, ..)| *heap >= 9) {
        let k = (heap as usize - 1) / 2;
        assert_eq!(order, k * k / 2, "0.26 at heap {heap}");
    }
    for (heap, order, _) in quotient("0.57", Some(31)).partial().filter(|(heap, ..)| *heap >= 17) {
        let k = (heap as usize - 9) / 2;
        assert_eq!(order, k * k / 2 + 10, "0.57 at heap {heap}");
    }
}

#[test]
fn codes_without_the_theorem_have_partial_quotients() {
    for code in ["4!.0", "0.[3]", "0.3F", "0.77!"] {
        let found = quotient(code, Some(8));
        assert_eq!(
            (found.known(), found.end(), found.period().is_some()),
            (9, &QuotientEnd::Asked, false),
            "{code}"
        );
        agrees_with_the_definition(code, &found, 8);
    }
}

#[test]
fn a_stopped_quotient_says_so() {
    let run = Run::new(grundy_core::Limits { time: Some(std::time::Duration::ZERO), ..Default::default() });
    let found = HeapQuotient::new(&"0.07".parse().unwrap()).carried(&Reach::default(), &run);
    assert!(matches!(found.end(), QuotientEnd::Stopped(_)), "{:?}", found.end());
    let reach = Reach { order: 300, ..Reach::default() };
    let found = HeapQuotient::new(&"0.07".parse().unwrap()).carried(&reach, &Run::unlimited());
    assert!(matches!(found.end(), QuotientEnd::TooLarge(_)), "{:?}", found.end());
    assert!(found.known() >= 25 && found.monoid().order() <= 300);
}

/// Whether every sum of at most so many beans has the outcome that the definition gives.
fn agrees_with_the_definition(code: &str, found: &HeapQuotient, beans: u64) {
    let mut plain = PlainOutcomes::new(found.code());
    let mut sums = 0;
    each_sum(beans, &mut Vec::new(), &mut |heaps| {
        let value = heaps
            .iter()
            .fold(0 as Element, |value, &heap| found.monoid().times(value, found.value(heap).unwrap()));
        assert_eq!(found.monoid().is_p(value), plain.is_p(heaps), "{code}: {heaps:?}");
        sums += 1;
    });
    assert!(sums > 0);
}

/// Every sum of heaps of at most so many beans, larger heaps first.
fn each_sum(beans: u64, heaps: &mut Vec<u64>, visit: &mut impl FnMut(&[u64])) {
    visit(heaps);
    let most = heaps.last().copied().unwrap_or(beans).min(beans);
    for heap in 1..=most {
        heaps.push(heap);
        each_sum(beans - heap, heaps, visit);
        heaps.pop();
    }
}

#[test]
fn every_sum_of_twenty_beans_is_as_the_definition_says() {
    for code in
        ["0.77", "0.53", "0.144", "0.71", "0.72", "0.152", "0.351", "0.716", "0.75", "0.31", "4.4", "0.15"]
    {
        agrees_with_the_definition(code, &quotient(code, None), 20);
    }
}

/// The sums that refute conjectures for heap 12 of 0.76 go on for ever, as far as one can see; who wins those around
/// them is as the definition says.
#[test]
fn a_family_ends_the_search_with_a_grid_of_true_outcomes() {
    let found = HeapQuotient::new(&"0.76".parse().unwrap()).carried(&Reach::default(), &Run::unlimited());
    let QuotientEnd::Family(family) = found.end() else { panic!("{:?}", found.end()) };
    assert_eq!((found.known(), &family.step[..]), (12, &[7, 7, 12, 12][..]));
    let grid = family.grid.as_ref().unwrap();
    assert_eq!((grid.down, grid.across), (Some(7), 12));
    let mut plain = PlainOutcomes::new(found.code());
    let mut played = [0, 0];
    for (i, row) in grid.rows.iter().enumerate() {
        for (j, is_p) in row.iter().enumerate() {
            let mut heaps = grid.base.clone();
            heaps.extend(std::iter::repeat_n(7, i));
            heaps.extend(std::iter::repeat_n(12, j));
            let Some(is_p) = is_p.filter(|_| heaps.iter().sum::<u64>() <= 33) else { continue };
            assert_eq!(plain.is_p(&heaps), is_p, "{heaps:?}");
            played[usize::from(is_p)] += 1;
        }
    }
    assert!(played[0] > 8 && played[1] > 0, "{played:?}: {:?}", grid.rows);
}

/// 11,732 sums of each code. A step of `.ci/run`, for it takes a minute: `cargo test --release -p grundy-misere --test
/// quotients -- --ignored`.
#[test]
#[ignore = "a minute; .ci/run runs it in the release profile"]
fn every_sum_of_26_beans_is_as_the_definition_says() {
    for &(code, ..) in &SOLVED[..33] {
        agrees_with_the_definition(code, &quotient(code, None), 26);
    }
    for code in ["0.07", "0.26", "0.57", "4.064", "0.56"] {
        agrees_with_the_definition(code, &quotient(code, Some(26)), 26);
    }
}
