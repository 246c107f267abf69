//! Positions as numbers: `7 3`, or `7,3 4,3` for two tuples; heaps as `12 5`. A move as `7,3>4,3`, or `1:12>5,5` for
//! heaps.

use super::options::MOST_TUPLES;
use super::rules::{Leap, TupleGame, Tuples};
use super::values::{Failure, told};
use grundy_core::{Diagnostic, EMPTY, Notation, Reader, Word};
use std::ops::{ControlFlow, Range};

/// A reading of a position without a run looks at so many options at most, to find positions at which the rules break
/// down. They are few because every reading does it.
const LOOKED_AT: u64 = 1 << 12;

/// A tuple, and where it is written.
type Placed = (Box<[i64]>, Range<usize>);

impl Notation for TupleGame {
    fn parse(&self, text: &mut Reader<'_>) -> Result<Tuples, Diagnostic> {
        if text.eat_empty() {
            return Ok(Tuples::default());
        }
        if text.is_at_end() {
            return Err(Diagnostic::new("numbers are missing", text.here())
                .help(format!("write {}; or `-` where there are none", self.usage())));
        }
        let groups = self.groups(text)?;
        let mut turns = LOOKED_AT;
        for (tuple, span) in &groups {
            let found = match text.run() {
                Some(run) => self.find(tuple, run),
                None => self.glimpse(tuple, &mut turns),
            };
            match found {
                Ok(()) => {}
                // Who asks for the nimber will hear of it.
                Err(Failure::Stopped(_)) => break,
                Err(Failure::Broken(state, fault)) => {
                    return Err(Diagnostic::new(told(&state, &fault), span.clone()).help(fault.help()));
                }
            }
        }
        Ok(Tuples(groups.into_iter().map(|(tuple, _)| tuple).collect()))
    }

    fn format(&self, at: &Tuples) -> String {
        let is_nothing = self.is_heap() && at.0.iter().all(|heap| heap[0] == 0);
        if at.0.is_empty() || is_nothing {
            return EMPTY.to_owned();
        }
        let between = if at.0.len() == 1 { " " } else { "," };
        let tuple = |tuple: &[i64]| tuple.iter().map(i64::to_string).collect::<Vec<_>>().join(between);
        at.tuples().map(tuple).collect::<Vec<_>>().join(" ")
    }

    fn in_play(&self, at: &Tuples) -> Tuples {
        match self.is_heap() {
            true => Tuples(at.0.iter().filter(|heap| heap[0] > 0).cloned().collect()),
            false => at.clone(),
        }
    }

    fn label(&self, at: &Tuples, mv: &Leap) -> String {
        let from = joined(&at.0[mv.place]);
        let left = self.left_text(&mv.left);
        match self.is_heap() || at.0.len() > 1 {
            true => format!("{}:{from}>{left}", mv.place + 1),
            false => format!("{from}>{left}"),
        }
    }

    fn parse_move(&self, at: &Tuples, label: &str) -> Result<Leap, Diagnostic> {
        let wrong = |message: String| {
            let help = match self.is_heap() {
                true => "write heap:from>left, such as `1:12>5,5` for heap 1 from 12 to heaps 5 and 5",
                false => "write from>to, such as `7,3>4,3`; in a sum with the place before it, `2:7,3>4,3`",
            };
            Diagnostic::new(message, 0..label.len()).help(help)
        };
        let shown: String = label.chars().take(60).flat_map(char::escape_debug).collect();
        let no_move = || wrong(format!("`{shown}` is no move here"));
        let (before, left) = label.split_once('>').ok_or_else(no_move)?;
        let (place, from) = match before.split_once(':') {
            Some((place, from)) => (place.trim().parse().ok(), Some(from)),
            // A heap by its number alone, or the only tuple by what it is.
            None if self.is_heap() => (before.trim().parse().ok(), None),
            None => (Some(1), Some(before)),
        };
        let place: usize = place.ok_or_else(no_move)?;
        let index = place.checked_sub(1).filter(|&index| index < at.0.len());
        let index = index.ok_or_else(|| {
            wrong(format!("there is no {place}: {} are here", Word::count(at.0.len() as u128, "tuple")))
        })?;
        if from.is_some_and(|from| numbers(from).as_deref() != Some(&*at.0[index])) {
            return Err(wrong(format!("what stands there is {}", joined(&at.0[index]))));
        }
        let left = self.read_left(left).ok_or_else(no_move)?;
        let found = self.each_option(&at.0[index], |option| {
            if option == left { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match found {
            ControlFlow::Break(()) => Ok(Leap { place: index, left }),
            ControlFlow::Continue(()) => Err(wrong(format!(
                "the rules let no move leave {} of {}",
                self.left_text(&left),
                joined(&at.0[index])
            ))),
        }
    }

    fn say(&self, at: &Tuples, mv: &Leap) -> String {
        self.said(at, mv)
    }
}

impl TupleGame {
    /// How positions are written.
    fn usage(&self) -> String {
        let names: Vec<&str> = self.spec().names.iter().map(|name| &*name.text).collect();
        match self.is_heap() {
            true => "heaps, separated by blanks: `7 3`".to_owned(),
            false => format!("`{}` as whole numbers from 0 up, `{}`", names.join(" "), example(names.len())),
        }
    }

    /// The tuples of a text, each with its place.
    pub(super) fn groups(&self, text: &mut Reader<'_>) -> Result<Vec<Placed>, Diagnostic> {
        let start = text.position();
        let noun = if self.is_heap() { "a heap" } else { "a number" };
        let mut groups: Vec<(Vec<i64>, Range<usize>)> = Vec::new();
        let (mut has_comma, mut joins) = (false, false);
        loop {
            text.skip_blanks();
            let from = text.position();
            let number = text.number(noun, i64::MAX as u64)? as i64;
            let span = text.since(from);
            match groups.last_mut().filter(|_| joins && self.arity() > 1) {
                Some((group, place)) => {
                    group.push(number);
                    place.end = span.end;
                }
                None => groups.push((vec![number], span)),
            }
            if groups.len() > MOST_TUPLES * self.arity() {
                let message = format!("a position has at most {MOST_TUPLES} tuples");
                return Err(Diagnostic::new(message, text.since(start)).help("write fewer"));
            }
            let behind = text.position();
            text.skip_blanks();
            joins = text.eat(',');
            has_comma |= joins;
            if !joins && text.is_at_end() {
                break;
            }
            if !joins && (text.position() == behind || !text.rest().starts_with(|c: char| c.is_ascii_digit()))
            {
                // Who reads the position tells what is left over.
                break;
            }
        }
        if !has_comma && self.arity() > 1 {
            let numbers: Vec<i64> = groups.iter().flat_map(|(group, _)| group.iter().copied()).collect();
            groups = vec![(numbers, groups[0].1.start..groups[groups.len() - 1].1.end)];
        }
        let is_wrong = groups.iter().any(|(group, _)| group.len() != self.arity());
        if is_wrong {
            text.expect_end()?;
        }
        if let Some((group, span)) = groups.iter().find(|(group, _)| group.len() != self.arity()) {
            let message = format!(
                "a position has {}, and here are {}",
                Word::count(self.arity() as u128, "number"),
                group.len()
            );
            return Err(Diagnostic::new(message, span.clone()).help(format!("write {}", self.usage())));
        }
        Ok(groups.into_iter().map(|(group, span)| (group.into(), span)).collect())
    }

    /// What is left, as labels have it.
    pub(super) fn left_text(&self, left: &[i64]) -> String {
        if self.is_heap() {
            return if left.is_empty() { "0".to_owned() } else { joined(left) };
        }
        if left.is_empty() {
            return EMPTY.to_owned();
        }
        left.chunks_exact(self.arity()).map(joined).collect::<Vec<_>>().join("+")
    }

    fn read_left(&self, left: &str) -> Option<Vec<i64>> {
        if self.is_heap() {
            let mut heaps = numbers(left)?;
            heaps.retain(|&heap| heap > 0);
            return Some(self.sorted(&heaps));
        }
        if left.trim() == EMPTY {
            return Some(Vec::new());
        }
        let tuples: Vec<Vec<i64>> = left.split('+').map(numbers).collect::<Option<_>>()?;
        let are_whole = tuples.iter().all(|tuple| tuple.len() == self.arity());
        are_whole.then(|| self.sorted(&tuples.concat()))
    }
}

/// Numbers joined by commas.
pub(super) fn joined(numbers: &[i64]) -> String {
    numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(",")
}

/// Numbers that are joined by commas.
fn numbers(text: &str) -> Option<Vec<i64>> {
    let number = |digits: &str| {
        let digits = digits.trim();
        let are_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse().ok().filter(|_| are_digits)
    };
    text.split(',').map(number).collect()
}

fn example(count: usize) -> String {
    ["7", "3", "2", "5", "4", "6", "1", "8"][..count.min(8)].join(" ")
}
