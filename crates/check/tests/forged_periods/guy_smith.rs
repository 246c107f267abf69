//! Forgeries of the theorem of Guy and Smith.

use crate::forger::{Forger, certificate, code, forge_least, forge_numbers, least_start, nimbers, with};
use grundy_heaps::{Code, Theorem};

#[test]
fn the_bound_of_guy_and_smith() {
    let mut forger = Forger::default();
    let (longest, most) =
        (|code: &Code| code.largest_take().unwrap(), |code: &Code| u64::from(code.most_parts().unwrap()));
    // True periods, whose terms are the bound exactly; and one less.
    for (text, preperiod, length) in [
        ("0.07", 53, 34),
        ("0.77", 71, 12),
        ("0.137", 52, 34),
        ("0.44", 143, 24),
        ("0.45", 498, 20),
        ("0.055", 259, 148),
        ("subtraction(1,2)", 0, 3),
        ("0.A", 1, 2),
        ("0.D", 0, 2),
    ] {
        let code = code(text);
        let start = u64::max(preperiod, 1) + length;
        let terms = (start * most(&code) + longest(&code)).max(start + longest(&code) + 1);
        let good = certificate(&code, [preperiod, length, 0, terms], Theorem::GuySmith);
        forger.accepts(&good);
        forger.refuses(&with(&good, |period| period.proof_terms -= 1), "the theorem needs");
        forge_least(&mut forger, &good);
        forge_numbers(&mut forger, &good);
    }
    // A repeat that holds on all the terms stated, and breaks later: the terms are those on which it holds.
    let mut broken = 0;
    for text in ["0.156", "0.165", "0.356", "0.644", "0.6", "0.04", "0.06", "0.14", "0.36", "0.16"] {
        let code = code(text);
        let values = nimbers(&code, 3_000);
        for length in 1..200 {
            let Some((start, end)) = longest_repeat(&values, length) else { continue };
            if end - start < 2 * length || end == values.len() {
                continue;
            }
            let numbers = [start as u64, length as u64, 0, end as u64];
            let stated = certificate(&code, numbers, Theorem::GuySmith);
            // What is enough for the theorem would have it true for ever.
            forger.refuses(&stated, "the theorem needs");
            let needed = (2 * (start.max(1) + length)) as u64 + longest(&code);
            forger.refuses(&with(&stated, |period| period.proof_terms = needed), "does not repeat");
            broken += 1;
            break;
        }
    }
    assert!(broken > 5, "{broken}");
    // Repeats on more terms than the theorem asks for, of rules that it does not cover.
    for (text, reason) in [
        ("0.[1]", "finitely many digits"),
        ("0.[01]", "finitely many digits"),
        ("0.1[2]", "finitely many digits"),
        ("0.7!", "must differ"),
        ("0.07!", "must differ"),
        ("0.007!", "must differ"),
        ("0.37!", "must differ"),
        ("0.33F!", "must differ"),
    ] {
        let code = code(text);
        let values = nimbers(&code, 500);
        let numbers = (1..60).find_map(|length| {
            let start = least_start(&values, length, 0);
            (3 * (start.max(1) + length) + 9 < values.len()).then_some([start as u64, length as u64, 0, 500])
        });
        let Some(numbers) = numbers else { continue };
        forger.refuses(&certificate(&code, numbers, Theorem::GuySmith), reason);
    }
    for (text, numbers) in [("0.8", [1, 3, 1, 400]), ("0.C", [1, 2, 1, 400]), ("0.A8", [1, 4, 2, 400])] {
        forger.refuses(&certificate(&code(text), numbers, Theorem::GuySmith), "without saltus");
    }
    forger.ends_with(60, 9);
}

/// From where, and up to where, nimbers repeat after `length` the longest.
fn longest_repeat(values: &[u32], length: usize) -> Option<(usize, usize)> {
    let (mut best, mut start) = ((0, 0), None);
    for heap in 0..values.len() - length {
        if values[heap] == values[heap + length] {
            let start = *start.get_or_insert(heap);
            if heap + length + 1 - start > best.1 - best.0 {
                best = (start, heap + length + 1);
            }
        } else {
            start = None;
        }
    }
    (best.1 > 0).then_some(best)
}
