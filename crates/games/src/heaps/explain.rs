//! The working of a heap game: the rules in words, the mex of small heaps, the row of nimbers with its
//! period, and why a move wins.

use super::notation::left_text;
use super::rules::HeapMove;
use super::{HeapGame, Known};
use crate::nim::Heaps;
use grundy_core::{
    Convention, Explain, ExplainRequest, Knowledge, Nimber, Notation, Ruleset, Step, TextTable, Word, mex,
};
use grundy_heaps::{Code, Digit, MOST_NAMED, Sizes};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// The most moves of a heap that are written out.
const MOST_OPTIONS: u128 = 24;
/// The most heaps of different sizes that are written out.
const MOST_TABLES: usize = 2;
/// So many winning moves are told one by one.
const MOST_TOLD: usize = 8;
/// The nimbers in a row of the sequence, and the most that are shown.
const PER_ROW: u64 = 10;
const MOST_NIMBERS: u64 = 240;

impl Explain for HeapGame {
    fn explain(&self, at: &Heaps, question: &ExplainRequest<'_, HeapMove>) -> Vec<Step> {
        let known = self.nimbers.known();
        if question.convention == Convention::Misere || self.theorem(at).is_none() {
            return Vec::new();
        }
        let mut steps = vec![
            Step::new(format!("The rules {}", self.code)).text(rules_text(&self.code, self.preset.noun)),
        ];
        let small: BTreeSet<u64> = at.0.iter().copied().filter(|&beans| self.is_small(beans)).collect();
        steps.extend(
            small.iter().rev().take(MOST_TABLES).rev().map(|&beans| self.options_step(beans, &known)),
        );
        steps.push(row_step(at, &known));
        steps.push(self.winning_step(at, question, &known));
        steps
    }
}

impl HeapGame {
    fn is_small(&self, beans: u64) -> bool {
        let moves = self.count_moves(&Heaps(vec![beans]));
        0 < moves && moves <= MOST_OPTIONS
    }

    /// The mex of a heap's options, one by one.
    fn options_step(&self, beans: u64, known: &Known) -> Step {
        let mut table = TextTable::new(["leaves", "nimber"]);
        let mut reached: Vec<Nimber> = Vec::new();
        let _ = self.code.options(beans, |split| {
            let values: Vec<u64> =
                split.heaps().iter().filter_map(|&heap| known.nimber(heap)).map(|v| v.0).collect();
            reached.push(Nimber(values.iter().fold(0, |total, value| total ^ value)));
            table.row([left_text(split.heaps()), Word::nim_sum(values)]);
            ControlFlow::<()>::Continue(())
        });
        let set = Word::set(reached.iter().map(|nimber| nimber.0));
        let value = mex(reached);
        Step::new(format!("A heap of {beans}: the mex of its options")).table(table).text(format!(
            "The options are worth {set}; the least number missing is {}, so a heap of {beans} is worth {value}.",
            value.0
        ))
    }

    fn winning_step(&self, at: &Heaps, question: &ExplainRequest<'_, HeapMove>, known: &Known) -> Step {
        let values: Vec<u64> =
            at.0.iter().filter_map(|&beans| known.nimber(beans)).map(|value| value.0).collect();
        let worth = format!("The heaps are worth {}.", Word::nim_sum(values));
        let target = question.target;
        let count = self.count_moves_to(at, target).unwrap_or(0);
        let mut told = Vec::new();
        if count > 0 {
            let _ = self.moves_to(at, target, &mut |mv| {
                let left = self.play(at, &mv).0.into_iter().filter(|&heap| heap > 0);
                let left = left.filter_map(|heap| known.nimber(heap)).map(|value| value.0);
                told.push(format!("{} ({})", self.say(at, &mv), Word::nim_sum(left)));
                if told.len() < MOST_TOLD { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        let wanted = match question.in_a_sum {
            true => format!("in the sum the heaps have to come to {}", target.firm.0),
            false => "a winning move leaves heaps that come to 0".to_owned(),
        };
        if self.count_moves(at) == 0 {
            return Step::new("No move here wins").text("There is none.");
        }
        if told.is_empty() {
            return Step::new("No move here wins")
                .text(format!("{worth} Here {wanted}, and no option does."));
        }
        let more = count.saturating_sub(told.len() as u128);
        let more = if more == 0 { String::new() } else { format!("; and {more} more") };
        Step::new("Why a move wins").text(format!("{worth} Now {wanted}: {}{more}.", told.join("; ")))
    }
}

/// The most numbers of beans, and the most clauses, that are named.
const MOST_TAKES: usize = 8;

/// The numbers of beans after which a move leaves the same.
struct Clause {
    digit: Digit,
    takes: Vec<u64>,
    /// Every number from here on.
    from: Option<u64>,
}

impl Clause {
    /// `take 1 or 2 beans from a heap and leave nothing or one heap of it`.
    fn text(&self, noun: &str) -> String {
        let or = |words: &[String]| Word::list(words).replace(" and ", " or ");
        let mut numbers: Vec<String> = self.takes.iter().map(u64::to_string).collect();
        if numbers.len() > MOST_TAKES {
            let more = numbers.len() - MOST_TAKES;
            numbers.truncate(MOST_TAKES);
            numbers.push(format!("{more} other numbers of"));
        }
        let plural = format!("{noun}s");
        let taking = match (self.takes.as_slice(), self.from) {
            ([], Some(1)) => format!("take any number of {plural}"),
            ([], Some(from)) => format!("take {from} or more {plural}"),
            (_, Some(from)) => format!("take {}, or {from} or more {plural}", or(&numbers)),
            ([0], None) => "take nothing".to_owned(),
            ([1], None) => format!("take 1 {noun}"),
            (_, None) => format!("take {} {plural}", or(&numbers)),
        };
        format!("{taking} from a heap and leave {}", left_of(&self.digit))
    }
}

/// What a digit allows, as a phrase: `nothing, one heap or two heaps of it`.
fn left_of(digit: &Digit) -> String {
    let ways = ways_text(digit);
    let asks = |heaps: u64| digit.sizes(heaps).is_some_and(|sizes| sizes != Sizes::Any);
    let of_it = if (0..=MOST_NAMED as u64 + 1).any(asks) { "" } else { " of it" };
    format!("{}{of_it}", Word::list(&ways).replace(" and ", " or "))
}

/// What a digit allows: `nothing`, `two heaps of different sizes`, `four or more heaps`.
fn ways_text(digit: &Digit) -> Vec<String> {
    let more = digit.sizes(MOST_NAMED as u64 + 1);
    let is_other = |heaps: &u64| digit.sizes(*heaps) != more;
    // From here on all numbers of heaps are alike.
    let alike = more.map(|_| (0..=MOST_NAMED as u64).rev().find(is_other).map_or(0, |heaps| heaps + 1));
    let named = alike.unwrap_or(MOST_NAMED as u64 + 1);
    let mut ways: Vec<String> = (0..named)
        .filter_map(|heaps| Some(format!("{}{}", heaps_text(heaps), sizes_text(heaps, digit.sizes(heaps)?))))
        .collect();
    if let (Some(from), Some(sizes)) = (alike, more) {
        ways.push(match from {
            0 => format!("any number of heaps{}", sizes_text(from, sizes)),
            _ => format!("{from} or more heaps{}", sizes_text(from, sizes)),
        });
    }
    ways
}

fn heaps_text(heaps: u64) -> String {
    match heaps {
        0 => "nothing".to_owned(),
        1 => "one heap".to_owned(),
        2 => "two heaps".to_owned(),
        3 => "three heaps".to_owned(),
        _ => format!("{heaps} heaps"),
    }
}

fn sizes_text(heaps: u64, sizes: Sizes) -> &'static str {
    match sizes {
        Sizes::Any => "",
        Sizes::AllDiffer if heaps == 2 => " that differ in size",
        Sizes::AllDiffer => " that all differ in size",
        Sizes::NotAllEqual => " not all of one size",
        Sizes::AllEqual => " of one size",
    }
}

/// What the digits say: `take 2 beans from a heap and leave nothing, one heap or two heaps of it`.
fn rules_text(code: &Code, noun: &str) -> String {
    let (digits, repeat) = code.fraction();
    let written = digits.len() as u64 + if repeat.len() > 1 { repeat.len() as u64 } else { 0 };
    let mut clauses: Vec<Clause> = Vec::new();
    let clause_of = |digit: Digit, clauses: &mut Vec<Clause>| {
        clauses.iter().position(|clause| clause.digit == digit).unwrap_or_else(|| {
            clauses.push(Clause { digit, takes: Vec::new(), from: None });
            clauses.len() - 1
        })
    };
    for taken in 0..=written {
        let digit = code.digit(taken);
        if !digit.is_zero() {
            // A move that takes nothing stands alone.
            let place = if taken == 0 { clauses.len() } else { clause_of(digit, &mut clauses) };
            if place == clauses.len() {
                clauses.push(Clause { digit, takes: Vec::new(), from: None });
            }
            clauses[place].takes.push(taken);
        }
    }
    if let &[digit] = repeat {
        let place = clause_of(digit, &mut clauses);
        let mut from = written + 1;
        let takes = &mut clauses[place].takes;
        while takes.last() == Some(&(from - 1)) {
            takes.pop();
            from -= 1;
        }
        clauses[place].from = Some(from);
    }
    let is_cut = clauses.len() > MOST_TAKES || repeat.len() > 1;
    let told: Vec<String> = clauses.iter().take(MOST_TAKES).map(|clause| clause.text(noun)).collect();
    let rest = if is_cut { "; and so on" } else { "" };
    let adding = (1..=code.most_added()).rev().map(|beans| (beans, code.digit_adding(beans)));
    let adding = adding.filter(|(_, digit)| !digit.is_zero()).map(|(beans, digit)| {
        format!("add {} to a heap and leave {}", Word::count(beans.into(), noun), left_of(&digit))
    });
    let told: Vec<String> = adding.chain(told).collect();
    match told.is_empty() {
        true => "No move is allowed at all.".to_owned(),
        false => format!("A move may {}{rest}.", told.join("; or ")),
    }
}

/// The nimbers of heaps 0, 1, 2, ... with the period marked.
pub(crate) fn row_step(at: &Heaps, known: &Known) -> Step {
    let largest = at.0.iter().copied().max().unwrap_or(0);
    let period = known.period();
    let first_period = period.map_or(0, |period| period.preperiod + period.period + 1);
    let wanted =
        if first_period <= MOST_NIMBERS { first_period.max(largest.min(60) + 1) } else { largest + 1 };
    let end = wanted.min(MOST_NIMBERS).min(known.terms().max(1));
    let mut table = TextTable::new(
        std::iter::once("heap".to_owned()).chain((0..PER_ROW).map(|column| format!("+{column}"))),
    );
    let bars = period.map(|period| (period.preperiod, period.period));
    for start in (0..end).step_by(PER_ROW as usize) {
        let cell = |heap: u64| {
            let begins =
                bars.is_some_and(|(from, every)| heap >= from && (heap - from).is_multiple_of(every));
            let value = known.nimber(heap).filter(|_| heap < end).map(|value| value.0.to_string());
            let bar = if begins { "|" } else { "" };
            value.map_or(String::new(), |value| format!("{bar}{value}"))
        };
        table.row(std::iter::once(start.to_string()).chain((start..start + PER_ROW).map(cell)));
    }
    let step = Step::new("The nimbers of heaps 0, 1, 2, ...").table(table);
    let Some(period) = period else {
        return step.text("No period is proved from these heaps.");
    };
    let saltus = match period.saltus {
        0 => String::new(),
        saltus => format!(" higher by {saltus}"),
    };
    let mut told = format!(
        "From heap {} on they repeat{saltus} every {}, for ever; a bar marks each beginning. The proof is {}, from heaps 0 \
         to {}.",
        period.preperiod,
        Word::count(period.period.into(), "heap"),
        period.theorem,
        period.proof_terms - 1
    );
    let far: BTreeSet<u64> = at.0.iter().copied().filter(|&beans| beans >= end).collect();
    for beans in far.iter().take(4) {
        if let (Some((base, periods)), Some(value)) = (known.reduced(*beans), known.nimber(*beans))
            && periods > 0
        {
            let shift = if period.saltus == 0 {
                String::new()
            } else {
                format!(" and {periods} times {}", period.saltus)
            };
            told += &format!(" A heap of {beans} is worth as much as one of {base}{shift}: {}.", value.0);
        }
    }
    step.text(told)
}
