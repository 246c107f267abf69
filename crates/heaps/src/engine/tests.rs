//! Every engine against the definition, and the fast ones against the plain kernel, on many codes.

use crate::code::rules::Rules;
use crate::engine::dense::Dense;
use crate::random_numbers::Numbers;
use crate::simd::registers::Registers;
use crate::sparse::history::History;
use crate::sparse::sliced::{Setting, Step, machine};
use crate::sparse::space::Space;
use crate::{Code, Sequence, plain};
use grundy_core::Run;

fn octal(number: u32) -> Code {
    format!("0.{number:03o}").parse().expect("three octal digits are a code")
}

/// Nimbers by the plain kernel, which goes through all pairs of heaps.
fn kernel(code: &Code, terms: usize) -> Vec<u32> {
    let mut dense = Dense::new(code);
    dense.first_pairs = terms;
    while dense.values().len() < terms {
        dense.step(Registers::best()).expect("small nimbers");
    }
    dense.values().iter().map(|&value| u32::from(value)).collect()
}

/// The space of the kernel's nimbers with the fewest rare heaps.
fn space_of(dense: &Dense, code: &Code) -> Option<Space> {
    let parity = Rules::of(code).and_then(|rules| rules.break_parity());
    let numbers = dense.values().iter().map(|&value| u32::from(value));
    Space::choose(numbers, parity).map(|(space, _)| space)
}

#[test]
fn a_heap_may_be_done_in_pieces() {
    for text in ["0.[7]", "4.[07]", "C!.[F!]", "0.[F]", "0.37F?", "0.777", "4=.[7!F?]"] {
        for (first, pause) in [(1, 0), (usize::MAX, 20)] {
            let code: Code = text.parse().expect("a code");
            let mut dense = Dense::new(&code);
            dense.pause = pause;
            let mut pauses = 0;
            while dense.values().len() < 50 {
                dense.first_pairs = first;
                dense.use_space(None);
                while !dense.step(Registers::best()).expect("small nimbers") {
                    pauses += 1;
                    // A space that comes now is not taken: pairs with rare heaps were passed over.
                    dense.use_space(space_of(&dense, &code));
                }
            }
            let values: Vec<u32> = dense.values().iter().map(|&value| u32::from(value)).collect();
            assert_eq!(values, plain(&code, 50), "{text}");
            assert!(pauses > 5, "{text}: {pauses} pauses");
        }
    }
}

#[test]
fn the_plain_kernel_goes_on_from_any_heap() {
    for text in ["0.77", "4.077", "0.4004", "0.04[04]", "0.[7]", "C.7", "4=.77", "0.4!4!4", "0.7", "0.F"] {
        let code: Code = text.parse().expect("a code");
        let wanted = kernel(&code, 70);
        assert_eq!(wanted[..40], plain(&code, 40), "{text}");
        for start in 0..70 {
            let known = wanted[..start].iter().map(|&value| value as u16).collect();
            let mut dense = Dense::from_values(&code, known);
            while dense.values().len() < 70 {
                assert!(dense.step(Registers::best()).expect("small nimbers"), "there are few options");
            }
            assert!(
                dense.values().iter().map(|&value| u32::from(value)).eq(wanted.clone()),
                "{text} from {start}"
            );
        }
    }
}

#[test]
fn the_plain_kernel_searches_for_what_its_first_pairs_miss() {
    let few = ["0.4", "0.06", "4.004", "0.36?", "C.7", "4!.", "4!.4!4", "0.7777", "4=.07", "0.4C", "0.4=7"];
    let many = ["0.44444444444444444", "0.4!4444444444444444444", "0.4444444444444444444!444", "0.04[4!4]"];
    for text in few.into_iter().chain(many) {
        let code: Code = text.parse().expect("a code");
        let wanted = plain(&code, 120);
        for (registers, first) in Registers::all().flat_map(|one| [(one, 0), (one, 7), (one, 30)]) {
            let mut dense = Dense::new(&code);
            while dense.values().len() < 120 {
                dense.first_pairs = first;
                if dense.values().len().is_multiple_of(10) && first == 7 {
                    dense.use_space(space_of(&dense, &code));
                }
                assert!(dense.step(registers).expect("small nimbers"), "there are few options");
            }
            let values: Vec<u32> = dense.values().iter().map(|&value| u32::from(value)).collect();
            assert_eq!(values, wanted, "{text} by {registers:?} after {first} pairs");
        }
    }
}

#[test]
fn long_sequences_of_the_plain_kernel_are_those_of_all_its_options() {
    for text in ["0.007", "0.6", "4.7", "0.06", "0.07", "0.26"] {
        let code: Code = text.parse().expect("a code");
        let wanted = kernel(&code, 4_000);
        // Without first pairs so many searches are needed that the kernel gives them up.
        for has_first in [true, false] {
            let mut dense = Dense::new(&code);
            while dense.values().len() < wanted.len() {
                if !has_first {
                    dense.first_pairs = 0;
                } else if dense.values().len() % 1_000 == 999 {
                    dense.use_space(space_of(&dense, &code));
                }
                dense.step(Registers::best()).expect("small nimbers");
            }
            assert!(dense.values().iter().map(|&value| u32::from(value)).eq(wanted.clone()), "{text}");
            assert!(dense.first_pairs < 2_000, "{text}: {} pairs", dense.first_pairs);
        }
    }
}

/// Runs the sliced engine from `start` whether it pays or not.
fn sliced(code: &Code, start: usize, terms: usize, setting: Setting) -> Option<Vec<u32>> {
    let parity = Rules::of(code)?.break_parity();
    let best = |values: &[u32]| Some(Space::choose(values.iter().copied(), parity)?.0);
    sliced_in(code, best, start, terms, setting, || false)
}

/// The same in a given space, and with another machine after a step if `again` says so.
fn sliced_in(
    code: &Code,
    space: impl Fn(&[u32]) -> Option<Space>,
    start: usize,
    terms: usize,
    setting: Setting,
    mut again: impl FnMut() -> bool,
) -> Option<Vec<u32>> {
    let rules = Rules::of(code)?;
    let mut values = kernel(code, start);
    while values.len() < terms {
        let mut now = machine(&rules, History::new(space(&values)?, values.iter().copied())?, setting)?;
        while now.history().len() < terms as u64 {
            if now.advance(u64::MAX).expect("full memory") == Step::Full {
                break;
            }
            if again() {
                now = machine(&rules, now.history().clone(), setting)?;
            }
        }
        let machine = now;
        let known = machine.history().narrow().expect("full memory");
        let known: Vec<u32> = known.into_iter().map(u32::from).collect();
        assert!(known.len() >= values.len());
        values = if known.len() >= terms { known } else { kernel(code, known.len() + 64) };
    }
    values.truncate(terms);
    Some(values)
}

/// A batch of the widest sets needs 64 words, so these terms give the second thread some.
#[test]
fn two_threads_say_what_one_says() {
    for text in ["0.106", "0.16", "0.56", "0.376", "0.054", "4!.0", "0.127", "0.77!"] {
        let code: Code = text.parse().expect("a code");
        let [mut one, mut two] = [1, 2].map(|threads| Sequence::new(&code).with_threads(threads));
        for terms in [60_000, 300_000] {
            for sequence in [&mut one, &mut two] {
                sequence.extend_to(terms, &Run::unlimited()).expect("full memory");
            }
            assert_eq!(one.nimbers(terms), two.nimbers(terms), "{text} to {terms}");
        }
    }
}

#[test]
fn a_checkpoint_is_good_at_any_moment() {
    let code: Code = "0.376".parse().expect("a code");
    let mut sequence = Sequence::new(&code);
    while sequence.known() < 20_000 {
        // Among others right after a rare heap was found.
        sequence.engine.advance(u64::MAX).expect("full memory");
        let resumed = Sequence::resume(&code, &sequence.checkpoint()).expect("our own checkpoint");
        assert_eq!(resumed.known(), sequence.known());
    }
}

#[test]
fn what_a_decision_has_used_is_not_forgotten() {
    let code: Code = "0.16".parse().expect("a code");
    let rules = Rules::of(&code).expect("octal");
    let values = kernel(&code, 1_024);
    let (space, _) = Space::choose(values.iter().copied(), rules.break_parity()).expect("a sparse space");
    let history = History::new(space, values.iter().copied()).expect("small nimbers");
    let mut machine = machine(&rules, history, Setting::new(false)).expect("few indices");
    machine.recall(0, 50_000);
    // Meanwhile the lists of witnesses are made anew, of smaller parts than that.
    while machine.history().len() < 40_000 {
        assert_eq!(machine.advance(u64::MAX).expect("full memory"), Step::Advanced);
        assert!(machine.witnesses().widest >= 50_000);
    }
}

impl Numbers {
    fn code(&mut self) -> Code {
        let digits = 1 + self.below(6);
        let radix = if self.below(4) == 0 { 16 } else { 8 };
        let mut text = String::from(if self.below(5) == 0 { "4." } else { "0." });
        let modifiers: &[&str] = if self.below(4) == 0 { &["", "!", "?", "="] } else { &[""] };
        for _ in 0..digits {
            let digit = self.below(radix);
            let modifier =
                if digit < 4 { "" } else { modifiers[self.below(modifiers.len() as u64) as usize] };
            text.push_str(&format!("{digit:X}{modifier}"));
        }
        if self.below(8) == 0 {
            text.push_str(&format!("[{}]", self.below(8)));
        }
        text.parse().expect("digits are a code")
    }
}

#[test]
fn kernel_agrees_with_the_definition_on_all_three_digit_codes() {
    for code in (0..512).map(octal) {
        assert_eq!(kernel(&code, 130), plain(&code, 130), "{code}");
    }
}

#[test]
fn sliced_engine_agrees_with_the_kernel_on_all_three_digit_codes() {
    let mut tried = 0;
    for code in (0..512).map(octal) {
        for registers in Registers::all() {
            let setting = Setting::new(false).with_registers(registers);
            if let Some(values) = sliced(&code, 256, 1_000, setting) {
                assert_eq!(values, kernel(&code, 1_000), "{code} by {registers:?}");
                tried += 1;
            }
        }
    }
    assert!(tried > 400 * Registers::all().count(), "only {tried} codes had a sparse space that fits");
}

#[test]
fn sliced_engine_agrees_with_the_kernel_when_parts_must_differ() {
    for text in ["4!.0", "0.6!", "0.106!", "4!.3", "0.26!", "0.0007!", "0.77!", "0.7!7", "4!.04", "0.156!"] {
        let code: Code = text.parse().expect("a code");
        if let Some(values) = sliced(&code, 320, 4_000, Setting::new(false)) {
            assert_eq!(values, kernel(&code, 4_000), "{code}");
        }
    }
}

#[test]
fn sequences_of_random_codes_agree_with_the_definition() {
    let mut numbers = Numbers(0x2545_f491_4f6c_dd1d);
    for _ in 0..400 {
        let code = numbers.code();
        let terms = if code.most_parts() == Some(3) { 70 } else { 160 };
        let mut sequence = Sequence::new(&code);
        sequence.extend_to(terms, &Run::unlimited()).expect("small nimbers");
        assert_eq!(sequence.nimbers(terms), Some(plain(&code, terms as usize)), "{code}");
    }
}

#[test]
fn sequences_of_random_sets_agree_with_the_definition() {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    for _ in 0..200 {
        let set: Vec<u64> = (0..1 + numbers.below(6)).map(|_| 1 + numbers.below(30)).collect();
        for code in [Code::subtraction(&set), Code::all_but(&set)] {
            let code = code.expect("small positive numbers");
            let mut sequence = Sequence::new(&code);
            sequence.extend_to(300, &Run::unlimited()).expect("small nimbers");
            assert_eq!(sequence.nimbers(300), Some(plain(&code, 300)), "{code}");
            let again = Sequence::resume(&code, &sequence.checkpoint()).expect("an own checkpoint");
            assert_eq!(again.nimbers(300), sequence.nimbers(300));
        }
    }
}

#[test]
fn sequences_of_random_codes_agree_with_the_kernel_when_engines_change() {
    let mut numbers = Numbers(0xda94_2042_e4dd_58b5);
    let mut changed = 0;
    for _ in 0..60 {
        let code = numbers.code();
        if Rules::of(&code).is_none() {
            continue;
        }
        let mut sequence = Sequence::new(&code);
        sequence.extend_to(6_000, &Run::unlimited()).expect("small nimbers");
        assert_eq!(sequence.nimbers(6_000), Some(kernel(&code, 6_000)), "{code}");
        changed += u32::from(sequence.engine.sliced().is_some());
    }
    assert!(changed > 10, "only {changed} sequences found a sparse space");
}

#[test]
fn all_registers_say_the_same() {
    for text in [
        "0.106", "0.104", "0.16", "0.454", "0.054", "0.56", "0.156", "0.644", "0.356", "0.354", "0.127",
        "0.161", "0.376", "0.6",
    ] {
        let code: Code = text.parse().expect("a code");
        let by = |registers| sliced(&code, 2_048, 20_000, Setting::new(false).with_registers(registers));
        let portable = by(Registers::PORTABLE);
        assert!(portable.is_some());
        for registers in Registers::all().skip(1) {
            assert_eq!(by(registers), portable, "{code} by {registers:?}");
        }
    }
}

/// A rare heap at the end of what is known has partners from heap 1 on in the middle of a later word.
#[test]
fn a_rare_heap_at_the_frontier_excludes_from_its_first_partner_on() {
    for code in (0..512).step_by(3).map(octal) {
        for start in [64, 128, 192] {
            for registers in Registers::all() {
                let setting = Setting::new(false).with_registers(registers);
                if let Some(values) = sliced(&code, start, 512, setting) {
                    assert_eq!(values, kernel(&code, 512), "{code} from {start} by {registers:?}");
                }
            }
        }
    }
}

/// So often at most a run goes on with a new machine.
const NEW_MACHINES: u32 = 16;

/// Random codes that break heaps, each from a random length on: in the best space and in one of any mask, as
/// one run and with a new machine after some of its steps, in all registers. Starts are those from which the program
/// begins such an engine, [`FIRST_CHOICE`](super::choice) and more.
fn random_codes_from_random_starts(seed: u64, runs: u32, (least, most): (u64, u64)) {
    let mut numbers = Numbers(seed);
    let mut tried = 0;
    while tried < runs {
        let code = numbers.code();
        let start = 64 * (least / 64 + numbers.below(most / 128)) as usize;
        let terms = start + 64 * (1 + numbers.below(most / 128)) as usize;
        let mask = (1 + numbers.below(63) as u32) | u32::MAX << numbers.below(7);
        let (pick, seed) = (numbers.below(4), numbers.below(u64::MAX) | 1);
        let Some(rules) = Rules::of(&code) else { continue };
        let space = |values: &[u32]| match (pick, rules.break_parity()) {
            (0, _) => Some(Space { mask, by_heap: false, kappa: 0 }),
            (1, Some(kappa)) => Some(Space { mask, by_heap: true, kappa }),
            (_, parity) => Some(Space::choose(values.iter().copied(), parity)?.0),
        };
        let truth = kernel(&code, terms);
        for registers in Registers::all() {
            let setting = Setting::new(false).with_registers(registers);
            for odds in [u64::MAX, 3] {
                let mut numbers = Numbers(seed);
                // What a machine has not verified is lost with it: without an end of new ones the run might not end.
                let mut new_ones = 0;
                let again = || {
                    let is_new = odds < u64::MAX && new_ones < NEW_MACHINES && numbers.below(odds) == 0;
                    new_ones += u32::from(is_new);
                    is_new
                };
                if let Some(values) = sliced_in(&code, space, start, terms, setting, again) {
                    let wrong = (0..terms).find(|&heap| values[heap] != truth[heap]);
                    let told = format!("{code} from {start} by {registers:?}, mask {mask:x}, {pick}, {odds}");
                    assert_eq!(wrong, None, "{told}");
                    tried += 1;
                }
            }
        }
    }
}

#[test]
fn random_codes_from_random_starts_in_random_spaces() {
    random_codes_from_random_starts(0x0bad_5eed_1234_5678, 100, (1_024, 2_048));
}

/// Takes minutes: `cargo test --release -p grundy-heaps -- --ignored`.
#[test]
#[ignore = "minutes of work"]
fn thousands_of_random_codes_from_random_starts() {
    for seed in 1_u64..=20 {
        random_codes_from_random_starts(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15), 60, (1_024, 2_048));
        println!("seed {seed}: all runs agree with the kernel");
    }
}

/// A heap that a move may take whole has an option of nimber 0, however late it comes.
#[test]
fn long_codes_are_not_left_to_the_sliced_engine_too_early() {
    let mut sliced = 0;
    for (beginning, last) in [("0.77", 3), ("0.77", 7), ("0.16", 1), ("0.44", 4), ("0.106", 1), ("0.055", 5)]
    {
        // Without the last digit heap 1,040 of 0.106 is worth 0.
        for longest in [1_030, 1_040, 1_100, 1_290, 2_000, 2_500] {
            let zeros = "0".repeat(longest + 1 - beginning.len());
            let code: Code = format!("{beginning}{zeros}{last}").parse().expect("digits are a code");
            assert_eq!(code.largest_take(), Some(longest as u64));
            let mut sequence = Sequence::new(&code);
            sequence.extend_to(4_000, &Run::unlimited()).expect("small nimbers");
            assert_eq!(
                sequence.nimbers(4_000),
                Some(kernel(&code, 4_000)),
                "{beginning}, {last} at {longest}"
            );
            sliced += u32::from(sequence.engine.sliced().is_some());
        }
    }
    assert!(sliced > 10, "only {sliced} found a sparse space");
}
