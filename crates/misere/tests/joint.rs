//! Sums of several games in one quotient, against the plain definition.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_core::Run;
use grundy_heaps::Code;
use grundy_misere::{Genus, HeapForms, JointGenerator, JointQuotient, JointSources, Reach};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Outcomes of sums of heaps of codes, and of Nim behind them, by looking at every move.
struct Plain<'a> {
    codes: &'a [Code],
    known: HashMap<Vec<(usize, u64)>, bool>,
}

impl Plain<'_> {
    fn is_p(&mut self, sum: &[(usize, u64)]) -> bool {
        let mut sum: Vec<(usize, u64)> = sum.iter().copied().filter(|&(_, heap)| heap > 0).collect();
        sum.sort_unstable();
        if let Some(&known) = self.known.get(&sum) {
            return known;
        }
        let (mut has_move, mut wins) = (false, false);
        for (place, &(kind, heap)) in sum.iter().enumerate() {
            let mut options: Vec<Vec<u64>> = Vec::new();
            match self.codes.get(kind) {
                Some(code) => {
                    let _ = code.options(heap, |split| {
                        options.push(split.heaps().to_vec());
                        ControlFlow::<()>::Continue(())
                    });
                }
                None => options.extend((0..heap).map(|left| vec![left])),
            }
            for option in options {
                has_move = true;
                let mut left = sum.clone();
                left.remove(place);
                left.extend(option.into_iter().map(|heap| (kind, heap)));
                wins |= self.is_p(&left);
            }
        }
        let is_p = has_move && !wins;
        self.known.insert(sum, is_p);
        is_p
    }
}

/// Takes a sum: heaps, each with its kind.
type Visit<'v> = dyn FnMut(&[(usize, u64)]) + 'v;

/// All sums of at most so many beans, of heaps not smaller than the last.
fn sums(kinds: usize, beans: u64, visit: &mut Visit<'_>) {
    fn more(kinds: usize, beans: u64, sum: &mut Vec<(usize, u64)>, visit: &mut Visit<'_>) {
        visit(sum);
        let least = sum.last().copied().unwrap_or((0, 1));
        for kind in least.0..kinds {
            for heap in if kind == least.0 { least.1 } else { 1 }..=beans {
                sum.push((kind, heap));
                more(kinds, beans - heap, sum, visit);
                sum.pop();
            }
        }
    }
    more(kinds, beans, &mut Vec::new(), visit);
}

fn joint(codes: &[Code], largest: u64, nim: u64) -> JointQuotient {
    let sources = codes.iter().fold(JointSources::default(), |all, code| all.with_heaps(code, largest));
    JointQuotient::of(&sources.with_nim(nim), &Reach::default(), &Run::unlimited())
}

fn is_p(joint: &JointQuotient, codes: usize, sum: &[(usize, u64)]) -> bool {
    let value = |&(kind, heap): &(usize, u64)| {
        if kind < codes { joint.heaps(kind).value(heap).unwrap() } else { joint.nim(heap).unwrap() }
    };
    let monoid = joint.monoid();
    monoid.is_p(sum.iter().fold(0, |product, term| monoid.times(product, value(term))))
}

#[test]
fn every_small_sum_of_several_games_has_its_outcome() {
    let mut compared = 0;
    for (texts, largest, nim) in [
        (&["0.77"][..], 1_000_000, 2),
        (&["0.77"], 12, 4),
        (&["0.53"], 1_000_000, 4),
        (&["0.75", "0.53"], 1_000_000, 2),
        (&["0.77", "0.75"], 1_000_000, 1),
        (&["0.71", "0.72"], 1_000_000, 0),
        (&["0.31", "0.147"], 1_000_000, 4),
        (&["0.77", "0.3"], 1_000_000, 1),
        (&["4.4", "0.123", "0.31"], 12, 2),
    ] {
        let codes: Vec<Code> = texts.iter().map(|text| text.parse().unwrap()).collect();
        let joint = joint(&codes, largest, nim);
        assert!(joint.is_whole(), "{texts:?}: {:?}", joint.end());
        let mut plain = Plain { codes: &codes, known: HashMap::new() };
        sums(codes.len() + 1, 12, &mut |sum| {
            if sum.iter().any(|&(kind, heap)| kind == codes.len() && heap > nim) {
                return;
            }
            compared += 1;
            assert_eq!(is_p(&joint, codes.len(), sum), plain.is_p(sum), "{texts:?} {sum:?}");
        });
    }
    assert!(compared > 5_000, "{compared}");
}

#[test]
fn heaps_behind_the_period_have_the_outcome_of_the_definition() {
    let codes: Vec<Code> = ["0.75", "0.31"].iter().map(|text| text.parse().unwrap()).collect();
    let joint = joint(&codes, u64::MAX, 2);
    let mut plain = Plain { codes: &codes, known: HashMap::new() };
    let (first, second) = (joint.heaps(0), joint.heaps(1));
    assert!(first.period().is_some() && second.period().is_some());
    for heap in 1..=26 {
        for other in 1..=8 {
            for nim in 0..=2 {
                let sum = [(0, heap), (1, other), (2, nim)];
                assert_eq!(is_p(&joint, 2, &sum), plain.is_p(&sum), "{sum:?}");
            }
        }
    }
    // A huge heap is like its representative, which the values of the quotient tell.
    let huge = 1_000_000_007;
    assert_eq!(first.value(huge), first.value(first.representative(huge)));
    assert!(first.representative(huge) < 100);
}

#[test]
fn a_period_is_that_of_the_joint_quotient() {
    // Alone the heaps of 0.3 have period 2 from heap 1 on; what stands beside them may tell more apart.
    let codes: Vec<Code> = ["0.77", "0.3"].iter().map(|text| text.parse().unwrap()).collect();
    let joint = joint(&codes, u64::MAX, 0);
    for code in 0..2 {
        let heaps = joint.heaps(code);
        let period = heaps.period().unwrap();
        for heap in period.preperiod..=period.proved_from - period.period {
            let raw = |heap: u64| heaps.value(heap).unwrap();
            assert_eq!(raw(heap), raw(heap + period.period));
        }
    }
    let presentation = joint.presentation();
    let generators: Vec<JointGenerator> =
        presentation.generators().iter().map(|&generator| joint.generator(generator)).collect();
    assert!(matches!(&generators[0], JointGenerator::Heap(_, 1)), "{generators:?}");
}

#[test]
fn what_has_no_finite_quotient_stops() {
    let code: Code = "0.07".parse().unwrap();
    let sources = JointSources::default().with_heaps(&code, 10_000).with_nim(2);
    let joint = JointQuotient::of(&sources, &Reach { order: 200, ..Reach::default() }, &Run::unlimited());
    assert!(!joint.is_whole());
}

#[test]
fn genera_by_the_quotient_are_those_of_the_canonical_forms() {
    for (text, nim) in [("0.53", 7), ("0.31", 7), ("0.147", 7), ("0.3", 3)] {
        let code: Code = text.parse().unwrap();
        let joint = joint(std::slice::from_ref(&code), u64::MAX, nim);
        assert!(joint.is_whole(), "{text}");
        let mut forms = HeapForms::new(&code, 200_000);
        for heap in 0..24 {
            let id = forms.next(&Run::unlimited()).unwrap();
            let genus = forms.forms().genus(id);
            let digits = joint.genus_digits(joint.heaps(0).value(heap).unwrap()).unwrap();
            assert_eq!(&Genus::new(genus.nimber, digits), genus, "{text} {heap}");
        }
    }
    // Kayles has heaps whose misère values are larger than the heaps of Nim that were asked.
    let kayles: Code = "0.77".parse().unwrap();
    let joint = joint(&[kayles], u64::MAX, 3);
    assert_eq!(joint.genus_digits(joint.heaps(0).value(5).unwrap()), None);
    assert_eq!(joint.genus_digits(joint.heaps(0).value(2).unwrap()).unwrap()[..2], [2, 0]);
}
