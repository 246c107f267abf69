//! What the parser reads, shows again, and refuses.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_core::Run;
use grundy_heaps::{Code, Sequence};

#[test]
fn codes_are_shown_as_they_read_back() {
    for (typed, shown) in [
        ("0.07", "0.07"),
        (" .070 ", "0.07"),
        ("4.", "4.0"),
        ("4!.0", "4!.0"),
        ("4u.0", "4!.0"),
        ("4?.0", "4?.0"),
        ("0.1(1)", "0.1[1]"),
        ("0.77!", "0.77!"),
        ("0.[4!]", "0.[4!]"),
        ("0.{2}", "0.4"),
        ("0.{4}", "0.{4}"),
        ("0.{5, 4 ,0}=", "0.{0,4,5}="),
        ("0.{0+}u", "0.*!"),
        ("80.0", "80.0"),
        ("0080.0", "80.0"),
        ("8!00.0", "8!00.0"),
        ("0.10[20]", "0.10[20]"),
        ("0.3[73]", "0.3[73]"),
        ("0.8?", "0.8?"),
        ("0.8!", "0.8!"),
        ("0.3f", "0.3F"),
        ("C.08", "C.08"),
        ("0.[3]", "0.[3]"),
        ("0.33[33]", "0.[3]"),
        ("0.1[02]", "0.1[02]"),
        ("0.7[0]", "0.7"),
        ("0.0", "0.0"),
        ("Subtraction( 5, 1,2 ,2)", "subtraction(1,2,5)"),
        ("allbut(3,2)", "allbut(2,3)"),
        ("allbut()", "allbut()"),
    ] {
        let code: Code = typed.parse().unwrap();
        assert_eq!(code.to_string(), shown);
        assert_eq!(shown.parse::<Code>().unwrap(), code);
    }
}

#[test]
fn a_modifier_that_stands_wrong_is_told_where_it_belongs() {
    for (typed, help) in [
        ("4.0!", "did you mean `4!.0`, Grundy's game?"),
        ("4.0u", "did you mean `4!.0`, Grundy's game?"),
        ("0.73!", "did you mean `0.7!3`?"),
        ("0.[4]?", "did you mean `0.[4?]`?"),
        ("0.7!41=", "did you mean `0.7!4=1`?"),
        ("20.017", "as in `80.0`"),
        ("0.G", "4 heaps are {4}"),
    ] {
        let mistake = typed.parse::<Code>().unwrap_err();
        assert!(mistake.help.clone().unwrap().contains(help), "{typed}: {mistake:?}");
    }
}

#[test]
fn codes_written_in_two_ways_are_equal() {
    for (one, other) in [
        ("subtraction(1,3)", "0.303"),
        ("allbut()", "0.[3]"),
        ("allbut(2)", "0.30[3]"),
        ("4!.0", "4?.0"),
        ("0.0[03]", "0.00[30]"),
        ("0.*", "0.{0,1,2,3+}"),
        ("0.{1,2}", "0.6"),
        ("10.7", "0.7"),
    ] {
        let (one, other): (Code, Code) = (one.parse().unwrap(), other.parse().unwrap());
        assert_eq!(one, other);
        assert_eq!(one.fingerprint(), other.fingerprint());
    }
}

#[test]
fn codes_without_meaning_are_refused_at_the_right_byte() {
    for (typed, span, message) in [
        ("", 0..0, "an empty code"),
        ("   ", 3..3, "an empty code"),
        ("07", 0..2, "a code needs a point"),
        ("nim", 0..3, "not a code"),
        ("0.", 2..2, "no digits after the point"),
        (".", 1..1, "no digits after the point"),
        ("0.0G", 3..4, "`G` is not a digit"),
        ("0.0é1", 3..5, "`é` is not a digit"),
        ("0.0.7", 3..4, "a second point"),
        ("12.3", 1..2, "the leading digit cannot be 2: a move that takes nothing must break the heap"),
        ("1.3", 0..1, "the leading digit cannot be 1: a move that takes nothing must break the heap"),
        ("0.[]", 3..4, "an empty repeated group"),
        ("0.[3", 2..3, "this `[` is not closed"),
        ("0.3]", 3..4, "no `[` before this `]`"),
        ("0.[3]7", 5..6, "a digit after the repeated group"),
        ("0.[3][7]", 5..6, "a second repeated group"),
        ("0.3!", 3..4, "`!` has no meaning here: no move leaves two heaps"),
        ("4.0!0", 3..4, "`!` belongs to the digit before it, and 0 leaves no two heaps"),
        ("4.0!", 3..4, "`!` belongs to the digit before it, and 0 leaves no two heaps"),
        ("0.[4]!", 5..6, "`!` belongs to the digit before it"),
        ("!4.0", 0..1, "`!` belongs to the digit before it"),
        ("4!?.0", 2..3, "a second modifier on one digit"),
        ("0.{0,2!}?", 8..9, "a modifier inside the braces and one outside"),
        ("0.{2", 2..3, "this `{` is not closed"),
        ("0.{}", 3..4, "a number of heaps is missing"),
        ("0.{0,x}", 5..6, "`x` is not a number of heaps"),
        ("0.{64}", 3..5, "`64` is not a number of heaps"),
        ("0.{2,2!}", 5..7, "2 is named twice"),
        ("0.{3+,4}", 6..7, "`+` stands behind the last number, which is the largest"),
        ("0.{3,2+}", 5..7, "`+` stands behind the last number, which is the largest"),
        ("0.(1", 2..3, "this `(` is not closed"),
        ("[1].0", 0..1, "a repeated group before the point"),
        (
            "20.017",
            0..1,
            "`2` left of d0 adds a bean and may leave a heap that is not smaller than the one it came from, so \
             the game need not end",
        ),
        (
            "4!000.7",
            0..2,
            "`4!` left of d0 adds 3 beans and may leave a heap that is not smaller than the one it came from, \
             so the game need not end",
        ),
        ("*.0", 0..1, "the leading digit cannot be *: a move that takes nothing must break the heap"),
        ("0.3?", 3..4, "`?` has no meaning here: no move leaves two heaps"),
        ("subtraction()", 12..12, "an empty subtraction set"),
        ("subtraction", 11..11, "a set in parentheses is missing"),
        ("subtraction(1, 0)", 15..16, "`0` cannot be taken"),
        ("subtraction(1,,2)", 14..15, "`` cannot be taken"),
        ("allbut(-1)", 7..9, "`-1` cannot be taken"),
        ("subtraction(70000)", 12..17, "`70000` cannot be taken"),
    ] {
        let mistake = typed.parse::<Code>().unwrap_err();
        assert_eq!((mistake.message.as_str(), mistake.span.clone()), (message, span), "{typed}");
        assert!(mistake.help.is_some());
    }
}

#[test]
fn no_text_makes_the_parser_panic() {
    let alphabet: Vec<char> = "0123478.[]{}*=+u!?,()Fgsubtractionallbé ".chars().collect();
    let mut state = 88_172_645_463_325_252_u64;
    for _ in 0..60_000 {
        let mut text = String::new();
        for _ in 0..state % 9 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            text.push(alphabet[state as usize % alphabet.len()]);
        }
        state = state.wrapping_add(0x9e37_79b9);
        match text.parse::<Code>() {
            Ok(code) => assert_eq!(code.to_string().parse::<Code>().unwrap(), code, "{text}"),
            Err(mistake) => {
                assert!(text.get(mistake.span.clone()).is_some(), "{text}")
            }
        }
    }
}

#[test]
fn a_set_of_large_numbers_costs_what_the_set_costs() {
    // One number s: blocks of s zeros and ones. All but s: each nimber comes twice, s heaps apart.
    let one = |s: u64, heap: u64| heap / s % 2;
    let all_but_one = |s: u64, heap: u64| heap % s + heap / (2 * s) * s;
    for (s, terms) in [(2, 300), (3, 300), (17, 300), (65_535, 400_000)] {
        for (code, formula) in [
            (Code::subtraction(&[s]).unwrap(), &one as &dyn Fn(u64, u64) -> u64),
            (Code::all_but(&[s]).unwrap(), &all_but_one),
        ] {
            let mut sequence = Sequence::new(&code);
            sequence.extend_to(terms, &Run::unlimited()).unwrap();
            let nimbers = sequence.nimbers(terms).unwrap();
            let wrong = (0..).zip(&nimbers).find(|&(heap, &nimber)| formula(s, heap) != u64::from(nimber));
            assert_eq!(wrong, None, "{code}");
            if s < 100 {
                assert_eq!(nimbers, grundy_heaps::plain(&code, terms as usize), "{code}");
            }
            let period = sequence.proved().expect("twice the period is known");
            let saltus = if code.largest_take().is_some() { 0 } else { s };
            assert_eq!((period.preperiod, period.period, period.saltus), (0, 2 * s, saltus), "{code}");
        }
    }
}

#[test]
fn a_period_is_proved_soon_after_its_proof_has_all_it_needs() {
    for (code, period) in [("0.16", 149_459), ("0.56", 144), ("0.127", 4)] {
        let mut sequence = Sequence::new(&code.parse().unwrap());
        let found = sequence.prove(1 << 30, &Run::unlimited()).unwrap().unwrap();
        assert_eq!(found.period, period, "{code}");
        // The engines run some thousand heaps at a time.
        let soon = found.proof_terms..found.proof_terms + found.proof_terms / 40 + 4_096;
        assert!(soon.contains(&sequence.known()), "{code}: {} and {soon:?}", sequence.known());
        assert_eq!(sequence.proved(), Some(found), "{code}");
    }
}
