//! The working of a heap game: the rules in words, the mex of small heaps, the row of nimbers with its
//! period, and why a move wins.

use super::notation::left_told;
use super::rules::HeapMove;
use super::{HeapGame, Known, Preset};
use crate::nim::Heaps;
use grundy_core::{Convention, Explain, Nimber, Notation, Question, Ruleset, Step, Table, Word, mex};
use grundy_heaps::Code;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// A heap with at most so many moves has them written out.
const MOST_OPTIONS: u128 = 24;
/// So many heaps of different sizes are written out.
const MOST_TABLES: usize = 2;
/// So many winning moves are told one by one.
const MOST_TOLD: usize = 8;
/// A row of the sequence has so many nimbers, and so many are shown at most.
const PER_ROW: u64 = 10;
const MOST_NIMBERS: u64 = 240;

impl<P: Preset> Explain for HeapGame<P> {
    fn explain(&self, at: &Heaps, question: &Question<'_, HeapMove>) -> Vec<Step> {
        let known = self.nimbers.known();
        if question.convention == Convention::Misere || self.theorem(at).is_none() {
            return Vec::new();
        }
        let mut steps =
            vec![Step::new(format!("The rules {}", self.code)).text(rules_told(&self.code, P::NOUN))];
        let small: BTreeSet<u64> = at.0.iter().copied().filter(|&beans| self.is_small(beans)).collect();
        steps.extend(
            small.iter().rev().take(MOST_TABLES).rev().map(|&beans| self.options_told(beans, &known)),
        );
        steps.push(row_told(at, &known));
        steps.push(self.winning_told(at, question, &known));
        steps
    }
}

impl<P: Preset> HeapGame<P> {
    fn is_small(&self, beans: u64) -> bool {
        let moves = self.count_moves(&Heaps(vec![beans]));
        0 < moves && moves <= MOST_OPTIONS
    }

    /// The mex of a heap's options, one by one.
    fn options_told(&self, beans: u64, known: &Known) -> Step {
        let mut table = Table::new(["leaves", "nimber"]);
        let mut reached: Vec<Nimber> = Vec::new();
        let _ = self.code.options(beans, |split| {
            let values: Vec<u64> =
                split.heaps().iter().filter_map(|&heap| known.nimber(heap)).map(|v| v.0).collect();
            reached.push(Nimber(values.iter().fold(0, |total, value| total ^ value)));
            table.row([left_told(split.heaps()), Word::nim_sum(values)]);
            ControlFlow::<()>::Continue(())
        });
        let set = Word::set(reached.iter().map(|nimber| nimber.0));
        let value = mex(reached);
        Step::new(format!("A heap of {beans}: the mex of its options")).table(table).text(format!(
            "The options are worth {set}; the least number missing is {}, so a heap of {beans} is worth {value}.",
            value.0
        ))
    }

    fn winning_told(&self, at: &Heaps, question: &Question<'_, HeapMove>, known: &Known) -> Step {
        let values: Vec<u64> =
            at.0.iter().filter_map(|&beans| known.nimber(beans)).map(|value| value.0).collect();
        let worth = format!("The heaps are worth {}.", Word::nim_sum(values));
        let target = question.target;
        let count = self.count_moves_to(at, target).unwrap_or(0);
        let mut told = Vec::new();
        if count > 0 {
            let _ = self.moves_to(at, target, |mv| {
                let left =
                    mv.split.heaps().iter().filter_map(|&heap| known.nimber(heap)).map(|value| value.0);
                told.push(format!("{} ({})", self.say(at, &mv), Word::nim_sum(left)));
                if told.len() < MOST_TOLD { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        let wanted = match question.in_a_sum {
            true => format!("in the sum the heaps have to come to {}", target.firm.0),
            false => "a winning move leaves heaps that come to 0".to_owned(),
        };
        if told.is_empty() {
            return Step::new("No move here wins")
                .text(format!("{worth} Here {wanted}, and no option does."));
        }
        let more = count.saturating_sub(told.len() as u128);
        let more = if more == 0 { String::new() } else { format!("; and {more} more") };
        Step::new("Why a move wins").text(format!("{worth} Now {wanted}: {}{more}.", told.join("; ")))
    }
}

/// What the digits say: `take 2 and leave nothing, one heap or two`.
fn rules_told(code: &Code, noun: &str) -> String {
    let mut told: Vec<String> = Vec::new();
    let most = code.largest_take().unwrap_or(8).min(64);
    for taken in 0..=most {
        let ways: Vec<&str> = ["nothing", "one heap", "two heaps", "three heaps"]
            .iter()
            .zip(0..)
            .filter(|&(_, parts)| code.may_leave(taken, parts))
            .map(|(way, _)| *way)
            .collect();
        if ways.is_empty() {
            continue;
        }
        let taking = match taken {
            0 => "take nothing".to_owned(),
            _ => format!("take {}", Word::count(taken.into(), noun)),
        };
        let ways = Word::list(&ways).replace(" and ", " or ");
        told.push(format!("{taking} from a heap and leave {ways} of it"));
    }
    let is_cut = told.len() > 8 || code.largest_take().is_none_or(|take| take > most);
    told.truncate(8);
    let rest = if is_cut { "; and so on" } else { "" };
    let differ = match (code.unequal_parts(), code.parts_allowed(&[1, 1, 2])) {
        (false, _) => "",
        (true, false) => " Heaps left together must all differ in size.",
        (true, true) => " Heaps left together must not all be of one size.",
    };
    match told.is_empty() {
        true => "No move is allowed at all.".to_owned(),
        false => format!("A move may {}{rest}.{differ}", told.join("; or ")),
    }
}

/// The nimbers of heaps 0, 1, 2, ... with the period marked.
pub(crate) fn row_told(at: &Heaps, known: &Known) -> Step {
    let largest = at.0.iter().copied().max().unwrap_or(0);
    let period = known.period();
    let first_period = period.map_or(0, |period| period.preperiod + period.period + 1);
    let wanted =
        if first_period <= MOST_NIMBERS { first_period.max(largest.min(60) + 1) } else { largest + 1 };
    let end = wanted.min(MOST_NIMBERS).min(known.terms().max(1));
    let mut table =
        Table::new(std::iter::once("heap".to_owned()).chain((0..PER_ROW).map(|column| format!("+{column}"))));
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
