//! Codes with every modifier against the definition, written down here from the meaning of the digits alone:
//! options, their number, and nimbers.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use grundy_core::Run;
use grundy_heaps::{Code, Sequence, plain};

/// Numbers that look random and are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

/// What a digit means: for each number of heaps its modifier, and whether all larger numbers are like the
/// last.
#[derive(Clone, Debug, Default)]
struct Meaning {
    parts: Vec<(usize, char)>,
    more: bool,
}

impl Meaning {
    fn modifier(&self, heaps: usize) -> Option<char> {
        let named = self.parts.iter().find(|part| part.0 == heaps);
        let last = self.parts.iter().max_by_key(|part| part.0).filter(|last| self.more && heaps > last.0);
        named.or(last).map(|part| part.1)
    }

    fn most(&self, beans: usize) -> usize {
        if self.more { beans } else { self.parts.iter().map(|part| part.0).max().unwrap_or(0) }
    }
}

/// All ways to write `total` as so many numbers from `least` on, the smallest first.
fn sums(total: usize, parts: usize, least: usize) -> Vec<Vec<usize>> {
    if parts == 0 {
        return if total == 0 { vec![vec![]] } else { vec![] };
    }
    let mut all = Vec::new();
    for first in least..=total / parts {
        for rest in sums(total - first, parts - 1, first) {
            all.push([vec![first], rest].concat());
        }
    }
    all
}

fn is_allowed(parts: &[usize], modifier: char) -> bool {
    let sizes: BTreeSet<usize> = parts.iter().copied().collect();
    match modifier {
        '!' => sizes.len() == parts.len(),
        '?' => parts.len() < 2 || sizes.len() > 1,
        '=' => sizes.len() < 2,
        _ => true,
    }
}

/// What the digits say: those left of d0 from the first that adds a bean, d0, those behind the point, and the
/// group that repeats.
struct Rules {
    added: Vec<Meaning>,
    leading: Meaning,
    digits: Vec<Meaning>,
    repeat: Vec<Meaning>,
}

impl Rules {
    fn taking(&self, taken: usize) -> Meaning {
        if taken == 0 {
            return self.leading.clone();
        }
        let place = taken - 1;
        match self.digits.get(place) {
            Some(digit) => digit.clone(),
            None if self.repeat.is_empty() => Meaning::default(),
            None => self.repeat[(place - self.digits.len()) % self.repeat.len()].clone(),
        }
    }

    fn options(&self, heap: usize) -> Vec<Vec<usize>> {
        let added =
            self.added.iter().enumerate().rev().map(|(place, digit)| (heap + place + 1, digit.clone()));
        let taking = (0..=heap).map(|taken| (heap - taken, self.taking(taken)));
        let mut all = Vec::new();
        for (beans, digit) in added.chain(taking) {
            for heaps in 0..=digit.most(beans).min(beans) {
                let Some(modifier) = digit.modifier(heaps) else { continue };
                all.extend(sums(beans, heaps, 1).into_iter().filter(|parts| is_allowed(parts, modifier)));
            }
        }
        all
    }
}

fn random_digit(numbers: &mut Numbers, from: usize) -> (String, Meaning) {
    const MODIFIERS: [char; 4] = [' ', '!', '?', '='];
    let any = |numbers: &mut Numbers| MODIFIERS[numbers.below(4) as usize];
    let text_of = |modifier: char| modifier.to_string().trim().to_owned();
    match numbers.below(8) {
        0 => ("0".to_owned(), Meaning::default()),
        1 if from == 0 => {
            let modifier = any(numbers);
            (format!("*{}", text_of(modifier)), Meaning { parts: vec![(0, modifier)], more: true })
        }
        2 | 3 => {
            // Numbers of heaps in braces, with one modifier or one each.
            let mut parts: Vec<(usize, char)> = Vec::new();
            let common = any(numbers);
            let is_common = numbers.below(2) == 0;
            for heaps in (from..7).filter(|_| numbers.below(3) == 0).collect::<Vec<_>>() {
                parts.push((heaps, if is_common { common } else { any(numbers) }));
            }
            if parts.last().is_none_or(|last| last.0 < 2) {
                parts.push((2, common));
            }
            let more = numbers.below(3) == 0;
            let named = parts.iter().map(|&(heaps, modifier)| {
                format!("{heaps}{}", if is_common { String::new() } else { text_of(modifier) })
            });
            let named = named.collect::<Vec<_>>().join(",");
            let outside = if is_common { text_of(common) } else { String::new() };
            (format!("{{{named}{}}}{outside}", if more { "+" } else { "" }), Meaning { parts, more })
        }
        _ => {
            let bits = numbers.below(16) as usize >> from << from;
            let modifier = if bits >= 4 { any(numbers) } else { ' ' };
            let parts = (0..4).filter(|bit| bits >> bit & 1 == 1).map(|bit| (bit, modifier)).collect();
            (format!("{bits:X}{}", text_of(modifier)), Meaning { parts, more: false })
        }
    }
}

fn random_code(numbers: &mut Numbers) -> (String, Rules) {
    let digits = |numbers: &mut Numbers, count: u64, from: usize| -> (String, Vec<Meaning>) {
        let all: Vec<(String, Meaning)> = (0..count).map(|_| random_digit(numbers, from)).collect();
        (all.iter().map(|digit| digit.0.as_str()).collect(), all.into_iter().map(|digit| digit.1).collect())
    };
    let left = if numbers.below(3) == 0 { 1 + numbers.below(3) } else { 0 };
    let (mut added_text, mut added) = digits(numbers, left, 3);
    added.reverse();
    let (leading_text, leading) = match numbers.below(3) {
        0 => digits(numbers, 1, 2),
        _ => ("0".to_owned(), vec![Meaning::default()]),
    };
    let count = 1 + numbers.below(3);
    let (digits_text, behind) = digits(numbers, count, 0);
    let count = if numbers.below(4) == 0 { 1 + numbers.below(2) } else { 0 };
    let (repeat_text, repeat) = digits(numbers, count, 0);
    added_text += &leading_text;
    let group = if repeat.is_empty() { String::new() } else { format!("[{repeat_text}]") };
    let leading = leading[0].clone();
    (format!("{added_text}.{digits_text}{group}"), Rules { added, leading, digits: behind, repeat })
}

#[test]
fn random_codes_have_the_options_and_the_nimbers_of_the_definition() {
    let mut numbers = Numbers(0x3c6e_f372_fe94_f82b);
    let (mut read, mut adding, mut many, mut refused) = (0, 0, 0, 0);
    while read < 3_000 {
        let (text, rules) = random_code(&mut numbers);
        let Ok(code) = text.parse::<Code>() else {
            // Left of d0 alone: some heap would not shrink.
            let grows = (0..40).any(|heap| rules.options(heap).iter().flatten().any(|&left| left >= heap));
            assert!(grows, "{text} is refused: {}", text.parse::<Code>().unwrap_err());
            refused += 1;
            continue;
        };
        let again: Code = code.to_string().parse().unwrap();
        assert_eq!(again, code, "{text} is printed as {code}");
        assert_eq!(again.to_string(), code.to_string(), "{text}");
        let heaps = match code.most_parts() {
            Some(..=3) => 40,
            Some(_) => 26,
            None => 19,
        };
        let mut nimbers: Vec<u32> = Vec::new();
        for heap in 0..heaps {
            let wanted = rules.options(heap);
            let mut options = Vec::new();
            let _ = code.options(heap as u64, |split| {
                assert!(code.allows(&split), "{text} {heap}: {split:?}");
                options.push(split.heaps().iter().map(|&left| left as usize).collect::<Vec<_>>());
                ControlFlow::<()>::Continue(())
            });
            assert_eq!(options, wanted, "{text} ({code}), heap {heap}");
            assert_eq!(code.count_options(heap as u64), wanted.len() as u128, "{text}, heap {heap}");
            let reached: BTreeSet<u32> =
                wanted.iter().map(|left| left.iter().fold(0, |sum, &part| sum ^ nimbers[part])).collect();
            nimbers.push((0..).find(|value| !reached.contains(value)).unwrap());
        }
        let mut sequence = Sequence::new(&code);
        sequence.extend_to(heaps as u64, &Run::unlimited()).unwrap();
        assert_eq!(sequence.nimbers(heaps as u64), Some(nimbers.clone()), "{text}");
        let resumed = Sequence::resume(&code, &sequence.checkpoint()).unwrap();
        assert_eq!(resumed.nimbers(heaps as u64), Some(nimbers), "{text}");
        read += 1;
        adding += u32::from(code.most_added() > 0);
        many += u32::from(code.most_parts().is_none_or(|parts| parts > 3));
    }
    assert!(
        adding > 200 && many > 800 && refused > 50,
        "{adding} add, {many} leave many, {refused} are refused"
    );
}

/// Where engines change their tables: longer sequences than the definition can tell, by the options.
#[test]
fn longer_sequences_agree_with_the_list_of_options() {
    for (text, terms) in [
        ("0.{0,4}3", 150),
        ("0.*!3", 70),
        ("0.{1,3,5}?7", 90),
        ("80.7", 220),
        ("8!00.07", 220),
        ("{4}00.{0,1,4}", 110),
        ("0.{2+}=3", 200),
        ("0.{0,2=,3?+}", 45),
        ("0.{2!,4+}6", 45),
        ("{4}=00.F!7=", 220),
        ("0.7[4=8?]", 120),
        ("C=.[3]", 200),
    ] {
        let code: Code = text.parse().unwrap_or_else(|mistake| panic!("{text}: {mistake}"));
        let mut sequence = Sequence::new(&code);
        sequence.extend_to(terms, &Run::unlimited()).unwrap();
        assert_eq!(sequence.nimbers(terms), Some(plain(&code, terms as usize)), "{text}");
    }
}
