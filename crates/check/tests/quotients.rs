//! Certificates of misère quotients: true ones are accepted, and changed ones refused, or accepted where they state
//! another truth.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_check::quotient::{QuotientRefusal, verify, verify_parts};
use grundy_core::{Limits, Run};
use grundy_heaps::{Code, QuotientCertificate, Valued};
use std::collections::HashMap;
use std::ops::ControlFlow;

const KAYLES: &str = include_str!("data/kayles-quotient.txt");
const OTHER: &str = include_str!("data/0.72-quotient.txt");

fn kayles() -> QuotientCertificate {
    KAYLES.parse().unwrap()
}

fn check(certificate: &QuotientCertificate) -> Result<(usize, usize, bool), String> {
    let verified = verify(certificate, &Run::unlimited());
    verified
        .map(|verified| (verified.order, verified.p, verified.is_tame))
        .map_err(|refusal| refusal.to_string())
}

#[test]
fn true_certificates_are_accepted() {
    assert_eq!(check(&kayles()), Ok((40, 9, false)));
    assert_eq!(check(&OTHER.parse().unwrap()), Ok((24, 5, false)));
    assert_eq!(kayles().to_string(), KAYLES);
}

/// Outcomes by the definition.
struct Plain {
    code: Code,
    known: HashMap<Vec<u64>, bool>,
}

impl Plain {
    fn is_p(&mut self, heaps: &[u64]) -> bool {
        let mut sorted: Vec<u64> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
        sorted.sort_unstable();
        if let Some(&known) = self.known.get(&sorted) {
            return known;
        }
        let mut left = Vec::new();
        for (place, &heap) in sorted.iter().enumerate() {
            let _ = self.code.options(heap, |split| {
                let mut next = sorted.clone();
                next.remove(place);
                next.extend(split.heaps());
                left.push(next);
                ControlFlow::<()>::Continue(())
            });
        }
        let is_p = !left.is_empty() && !left.iter().any(|next| self.is_p(next));
        self.known.insert(sorted, is_p);
        is_p
    }
}

/// Whether what the certificate says of all small sums is true.
fn is_true(certificate: &QuotientCertificate, beans: u64) -> bool {
    let Valued::Heaps { code, .. } = &certificate.of else { panic!("of heaps") };
    let mut plain = Plain { code: code.clone(), known: HashMap::new() };
    let products: HashMap<u16, &Vec<u16>> =
        certificate.times.iter().map(|(value, products)| (*value, products)).collect();
    let mut is_true = true;
    each_sum(beans, &mut Vec::new(), &mut |heaps| {
        let value = heaps.iter().fold(0_u16, |value, &heap| match certificate.values[heap as usize] {
            0 => value,
            other => products[&other][usize::from(value)],
        });
        is_true &= certificate.p.contains(&value) == plain.is_p(heaps);
    });
    is_true
}

fn each_sum(beans: u64, heaps: &mut Vec<u64>, visit: &mut impl FnMut(&[u64])) {
    visit(heaps);
    let most = heaps.last().copied().unwrap_or(beans).min(beans);
    for heap in 1..=most {
        heaps.push(heap);
        each_sum(beans - heap, heaps, visit);
        heaps.pop();
    }
}

/// A plain generator of numbers.
fn random(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize
}

/// Changes one number of a certificate.
fn changed(certificate: &QuotientCertificate, state: &mut u64) -> QuotientCertificate {
    let mut forged = certificate.clone();
    let order = forged.order;
    match random(state) % 8 {
        0 => {
            let place = random(state) % forged.p.len();
            forged.p[place] = (random(state) % order) as u16;
        }
        1 => _ = forged.p.remove(random(state) % certificate.p.len()),
        2 | 3 => {
            let place = random(state) % forged.values.len();
            forged.values[place] = (random(state) % order) as u16;
        }
        4..=6 => {
            let line = random(state) % forged.times.len();
            let place = random(state) % order;
            forged.times[line].1[place] = (random(state) % order) as u16;
        }
        _ => {
            let Valued::Heaps { preperiod, period, .. } = &mut forged.of else { panic!("of heaps") };
            match random(state) % 4 {
                0 => *preperiod = preperiod.wrapping_sub(1),
                1 => (*preperiod, *period) = (*preperiod + 1, *period - 1),
                2 => *period += 1 + random(state) as u64 % 5,
                _ => forged.order = random(state) % 60,
            }
        }
    }
    forged
}

#[test]
fn a_thousand_changed_certificates_are_refused_or_true() {
    let mut state = 7;
    for (text, beans) in [(KAYLES, 20), (OTHER, 20)] {
        let certificate: QuotientCertificate = text.parse().unwrap();
        let mut tried = 0;
        while tried < 500 {
            let forged = changed(&certificate, &mut state);
            if forged == certificate {
                continue;
            }
            tried += 1;
            if check(&forged).is_ok() {
                assert!(is_true(&forged, beans), "a false certificate was accepted:\n{forged}");
            }
        }
    }
}

#[test]
fn every_flip_of_the_p_portion_is_refused() {
    let certificate = kayles();
    for element in 0..certificate.order as u16 {
        let mut forged = certificate.clone();
        match forged.p.binary_search(&element) {
            Ok(place) => _ = forged.p.remove(place),
            Err(place) => forged.p.insert(place, element),
        }
        assert!(check(&forged).is_err(), "{element}");
    }
}

#[test]
fn every_other_value_of_every_heap_is_refused() {
    let certificate = kayles();
    let mut state = 3;
    for heap in 0..certificate.values.len() {
        let mut forged = certificate.clone();
        forged.values[heap] = (usize::from(forged.values[heap]) + 1 + random(&mut state) % 39) as u16 % 40;
        assert!(check(&forged).is_err(), "heap {heap}");
    }
}

#[test]
fn a_period_that_is_not_least_is_refused() {
    let mut doubled = kayles();
    let Valued::Heaps { preperiod, period, .. } = &mut doubled.of else { panic!("of heaps") };
    let (start, length) = (*preperiod as usize, *period as usize);
    *period *= 2;
    let again = doubled.values[start..start + length].to_vec();
    doubled.values.extend(&again);
    assert!(check(&doubled).unwrap_err().contains("12 is a period already"));
    let mut later = kayles();
    let Valued::Heaps { preperiod, .. } = &mut later.of else { panic!("of heaps") };
    *preperiod += 1;
    later.values.push(later.values[start]);
    assert!(check(&later).unwrap_err().contains("the preperiod is smaller"));
}

#[test]
fn each_condition_refuses_by_itself() {
    type Forgery = (&'static str, fn(&mut QuotientCertificate));
    let forgeries: &[Forgery] = &[
        ("the identity is for the second player", |c| c.p.insert(0, 0)),
        ("is no element", |c| c.values[3] = 40),
        ("not in order", |c| c.p.swap(0, 1)),
        ("not products for each value", |c| _ = c.times.pop()),
        ("products", |c| _ = c.times[0].1.pop()),
        ("times the identity is not", |c| c.times[0].1[0] ^= 1),
        ("do not commute", |c| c.times[0].1.swap(7, 9)),
        ("the order must be", |c| c.order = 0),
        ("there are 83 values", |c| {
            let Valued::Heaps { period, .. } = &mut c.of else { panic!("of heaps") };
            *period = u64::MAX;
        }),
        ("bound on the heaps", |c| {
            let Valued::Heaps { code, .. } = &mut c.of else { panic!("of heaps") };
            *code = "0.*7".parse().unwrap();
        }),
        ("finitely many digits", |c| {
            let Valued::Heaps { code, .. } = &mut c.of else { panic!("of heaps") };
            *code = "0.[7]".parse().unwrap();
        }),
        ("must differ", |c| {
            let Valued::Heaps { code, .. } = &mut c.of else { panic!("of heaps") };
            *code = "0.77!".parse().unwrap();
        }),
        ("a sum", |c| {
            let Valued::Heaps { code, .. } = &mut c.of else { panic!("of heaps") };
            *code = "0.75".parse().unwrap();
        }),
    ];
    for (reason, forge) in forgeries {
        let mut forged = kayles();
        forge(&mut forged);
        let refused = check(&forged).unwrap_err();
        assert!(refused.contains(reason), "{reason}: {refused}");
    }
}

#[test]
fn a_monoid_with_an_element_too_many_is_refused() {
    // Two elements that no product tells apart.
    let text = "grundy misere quotient 1\ncode 0.3\norder 4\np 1 3\npreperiod 2\nperiod 2\n\
                values 0 1 2 3\ntimes 1 : 1 2 3 2\ntimes 2 : 2 3 2 3\ntimes 3 : 3 2 3 2\n";
    assert!(check(&text.parse().unwrap()).unwrap_err().contains("like another"));
    let text = "grundy misere quotient 1\ncode 0.3\norder 3\np 1\npreperiod 0\nperiod 2\n\
                values 0 1\ntimes 1 : 1 0 2\n";
    assert!(check(&text.parse().unwrap()).unwrap_err().contains("no product of values"));
}

/// A sum of value 1 with a losing set of options must be looked at before it is taken for the empty sum.
#[test]
fn sums_of_value_one_are_looked_at() {
    // *1, *2, and the position whose only move leaves *2, which is said to be like nothing.
    let text = "grundy misere quotient 1\norder 6\np 1 4\npart a\npart b\npart c\nvalues 1 2 0\n\
                times 1 : 1 0 3 2 5 4\ntimes 2 : 2 3 4 5 2 3\n";
    let moves = [vec![vec![]], vec![vec![], vec![0]], vec![vec![1]]];
    let refused = verify_parts(&text.parse().unwrap(), &moves, &Run::unlimited()).unwrap_err();
    assert!(
        matches!(&refused, QuotientRefusal::Wrong(told) if told.contains("has no move that wins")),
        "{refused}"
    );
}

#[test]
fn options_of_parts_must_be_earlier_parts() {
    let text = "grundy misere quotient 1\norder 2\np 1\npart a\nvalues 1\ntimes 1 : 1 0\n";
    let refused = verify_parts(&text.parse().unwrap(), &[vec![vec![0]]], &Run::unlimited()).unwrap_err();
    assert!(refused.to_string().contains("earlier parts"));
}

#[test]
fn a_limit_ends_the_check_and_verifies_nothing() {
    let run = Run::new(Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() });
    assert!(matches!(verify(&kayles(), &run), Err(QuotientRefusal::Stopped(_))));
}

#[test]
fn texts_that_are_no_certificates_say_where() {
    for (text, line) in [
        ("", 1),
        ("grundy misere quotient 2\n", 1),
        ("grundy misere quotient 1\ncode 0.7G\n", 2),
        ("grundy misere quotient 1\ncode 0.77\norder x\n", 3),
        ("grundy misere quotient 1\ncode 0.77\norder 2\np 1 y\n", 4),
        ("grundy misere quotient 1\ncode 0.77\norder 2\np 1\npreperiod 0\nperiod 1\nvalues 0 65536\n", 7),
        ("grundy misere quotient 1\norder 2\np 1\nvalues 0\ntimes 1 1 0\n", 5),
        ("grundy misere quotient 1\norder 2\np 1\nvalues 0\ntimes 1 : 1 0\nmore\n", 6),
    ] {
        assert_eq!(text.parse::<QuotientCertificate>().unwrap_err().line, line, "{text}");
    }
}
