//! The code of a file of heaps: guessed from what moves leave of small heaps, and held to the rules on all heaps that
//! tell.

use super::lines::extent;
use crate::tuples::{Options, TupleFile};
use grundy_heaps::Code;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// What moves leave of a heap: heaps with beans, in ascending order.
type Left = BTreeSet<Vec<u64>>;

/// Digits are read from what is left when so many beans stay: enough for every modifier to show.
const STAY: u64 = 12;

/// At most this many options are looked at.
const MOST_LOOKED_AT: u64 = 20_000_000;

/// The code whose rules are those of the file.
pub(super) fn recognise(file: &TupleFile) -> Option<Code> {
    let most = extent(file.spec())?.enough() as u64;
    let mut looked = 0;
    let all: Vec<Left> =
        (0..=most).map(|heap| left(file.options(), heap, &mut looked)).collect::<Option<_>>()?;
    let code: Code = text(&all)?.parse().ok()?;
    let is_same = |(heap, left): (usize, &Left)| {
        let mut of_code = Left::new();
        let _ = code.options(heap as u64, |split| {
            let mut heaps = split.heaps().to_vec();
            heaps.sort_unstable();
            of_code.insert(heaps);
            ControlFlow::<()>::Continue(())
        });
        of_code == *left
    };
    all.iter().enumerate().all(is_same).then_some(code)
}

/// What moves leave of a heap; `None` where there is too much, or the rules break down.
fn left(options: &Options, heap: u64, looked: &mut u64) -> Option<Left> {
    let mut found = Left::new();
    let listed = options.each(&[heap as i64], |option| {
        *looked += 1;
        let mut heaps: Vec<u64> = option.iter().map(|&heap| heap as u64).collect();
        heaps.sort_unstable();
        found.insert(heaps);
        if *looked > MOST_LOOKED_AT { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    (listed.is_ok() && *looked <= MOST_LOOKED_AT).then_some(found)
}

/// The code that would leave the same, as a text.
fn text(all: &[Left]) -> Option<String> {
    let most = all.len() as u64 - 1 - STAY;
    let digits: Vec<String> = (0..=most).map(|taken| digit(all, taken)).collect::<Option<_>>()?;
    let (first, behind) = digits.split_first()?;
    if digits.iter().all(|digit| digit == "0") {
        return None;
    }
    let is_taken = |digit: &str| digit == "3";
    let last = behind.iter().rposition(|digit| digit != "0").map_or(0, |place| place + 1);
    if last as u64 <= most / 2 {
        if first == "0" && behind[..last].iter().all(|digit| digit == "0" || is_taken(digit)) {
            let takes = (1..=last).filter(|&taken| is_taken(&behind[taken - 1]));
            let set: Vec<String> = takes.map(|taken| taken.to_string()).collect();
            return Some(format!("subtraction({})", set.join(",")));
        }
        let shown = if last == 0 { "0".to_owned() } else { behind[..last].concat() };
        return Some(format!("{first}.{shown}"));
    }
    // Digits that repeat for ever: the second half of those at hand is one group again and again.
    let half = behind.len() / 2;
    let repeats =
        |group: usize, from: usize| (from..behind.len() - group).all(|at| behind[at] == behind[at + group]);
    let group = (1..=4).find(|&group| repeats(group, half))?;
    let from = (0..=half).find(|&from| repeats(group, from))?;
    Some(format!("{first}.{}[{}]", behind[..from].concat(), behind[from..from + group].concat()))
}

/// The digit of taking so many beans.
fn digit(all: &[Left], taken: u64) -> Option<String> {
    let at = &all[(taken + STAY) as usize];
    let of_count = |count: usize| -> Left {
        let stays = |heaps: &&Vec<u64>| heaps.len() == count && heaps.iter().sum::<u64>() == STAY;
        at.iter().filter(stays).cloned().collect()
    };
    let mut value = u32::from(taken > 0 && all[taken as usize].contains(&Vec::new()));
    value += if of_count(1).is_empty() { 0 } else { 2 };
    let mut modifiers = BTreeSet::new();
    for (count, bit) in [(2, 4), (3, 8)] {
        let found = of_count(count);
        if found.is_empty() {
            continue;
        }
        value += bit;
        let every = parted(count);
        let differing: Left =
            every.iter().filter(|heaps| heaps.windows(2).all(|two| two[0] != two[1])).cloned().collect();
        modifiers.insert(match () {
            () if found == every => "",
            () if found == differing => "!",
            () => return None,
        });
    }
    let digit = char::from_digit(value, 16)?.to_ascii_uppercase();
    match modifiers.len() {
        0 => Some(digit.to_string()),
        1 => Some(format!("{digit}{}", modifiers.first()?)),
        _ => None,
    }
}

/// All ways to part the beans that stay in two or three heaps.
fn parted(count: usize) -> Left {
    let mut found = Left::new();
    for first in 1..STAY {
        if count == 2 && first <= STAY - first {
            found.insert(vec![first, STAY - first]);
        }
        for second in first..STAY {
            let third = STAY.saturating_sub(first + second);
            if count == 3 && third >= second {
                found.insert(vec![first, second, third]);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(moves: &str) -> Option<String> {
        let file =
            TupleFile::read(&format!("game a\nheap n\n{moves}\n")).unwrap_or_else(|error| panic!("{error}"));
        recognise(&file).map(|code| code.to_string())
    }

    #[test]
    fn rules_that_are_codes_are_recognised() {
        for (moves, wanted) in [
            ("move n -> (n-k) for k in 1..3", "subtraction(1,2,3)"),
            ("move n -> (n-1) | (n-3) | (n-4)", "subtraction(1,3,4)"),
            ("move n -> (n-k) for k in 1..n", "0.[3]"),
            ("move n -> k for k in 0..n-1", "0.[3]"),
            ("move n -> k + (n-k) for k in 1..n-1 if k < n-k", "4!.0"),
            ("move n -> k + (n-k) for k in 1..n-1 if k != n-k", "4!.0"),
            ("move n -> k + (n-k) for k in 1..n-1", "4.0"),
            ("move n -> a + (n-k-a) for k in 1..2 for a in 0..n-k", "0.77"),
            ("move n -> a + (n-2-a) for a in 0..n-2", "0.07"),
            ("move n -> a + (n-2-a) for a in 0..(n-2)/2", "0.07"),
            ("move n -> (n-1) if n > 1 | a + (n-1-a) for a in 1..n-2", "0.6"),
            ("move n -> 0 if n = 1 | (n-2) | a + (n-3-a) for a in 0..n-3", "0.137"),
            ("move n -> (n-k) for k in 1..n | a + (n-a) for a in 1..n-1", "4.[3]"),
            ("move n -> a + b + (n-a-b) for a in 1..n for b in a..n if b <= n-a-b", "8.0"),
        ] {
            let found = code(moves).unwrap_or_else(|| panic!("{moves} is no code"));
            assert_eq!(found, wanted, "{moves}");
        }
    }

    #[test]
    fn rules_that_are_no_codes_are_not() {
        for moves in [
            "move n -> (n-k) for k in 1..3 if n % 2 = 0",
            "move n -> (n-1) if n < 90 | (n-2)",
            "move n -> (n/2)",
            "move n -> (n-1) | (n/2) if n > 1",
            "move n -> sum(i for i in k..n-1) for k in 1..n",
            "move n -> (n-k) for k in 1..n/2",
            "move n -> a + (n-a) for a in 1..n-1 if a + 1 < n-a",
            "move n -> a + b for a in 1..n-1 for b in 1..a-1",
            "move n -> (n-1) if n != 40",
        ] {
            assert_eq!(code(moves), None, "{moves}");
        }
    }
}
