//! The working of 1985: rows in binary, column parities, the row to change and how much to take.

use super::Nim;
use super::rules::{Heaps, Take};
use grundy_core::{Convention, Explain, ExplainRequest, Knowledge, Outcome, Step, Target, TextTable, Word};
use std::ops::ControlFlow;

/// Tables and lists show this many rows before they are cut.
const MOST_ROWS: usize = 32;

impl Explain for Nim {
    fn explain(&self, at: &Heaps, question: &ExplainRequest<'_, Take>) -> Vec<Step> {
        let wanted = question.target.firm.0;
        let mut steps = vec![binary_rows(at)];
        if question.in_a_sum && wanted != 0 && question.convention == Convention::Normal {
            steps.push(Step::new(format!("In the sum, these rows have to come to {wanted}")).text(format!(
                "The other terms are worth {wanted}, so the columns to switch are those of {} ⊕ {wanted} = {}.",
                at.nim_sum(),
                at.nim_sum() ^ wanted
            )));
        } else {
            steps.push(parities(at, question.convention));
        }
        match question.convention {
            Convention::Normal => steps.push(rows_to_change(at, wanted, question.in_a_sum)),
            Convention::Misere => steps.push(misere(at, question)),
        }
        let is_as_normal = question.convention == Convention::Normal || at.firm_heaps() > 1;
        if !question.in_a_sum && is_as_normal {
            steps.extend(cancelling(at));
        }
        steps
    }
}

fn bits(number: u64) -> usize {
    (64 - number.leading_zeros()).max(1) as usize
}

/// The powers of two in a number, the largest first.
fn powers(number: u64) -> Vec<u64> {
    (0..64).rev().map(|bit| 1 << bit).filter(|power| number & power != 0).collect()
}

fn plus(powers: &[u64]) -> String {
    powers.iter().map(u64::to_string).collect::<Vec<_>>().join(" + ")
}

fn binary_rows(at: &Heaps) -> Step {
    let columns = at.0.iter().copied().map(bits).max().unwrap_or(1);
    let mut table = TextTable::new(["row", "counters", "binary"]);
    for (index, &heap) in at.0.iter().enumerate().take(MOST_ROWS) {
        // No leading zeros, as the article writes it: the columns still line up on the right.
        table.row([(index + 1).to_string(), heap.to_string(), format!("{heap:b}")]);
    }
    if at.0.len() > MOST_ROWS {
        let rest = at.0[MOST_ROWS..].iter().fold(0, |total, heap| total ^ heap);
        table.row([format!("{} more", at.0.len() - MOST_ROWS), String::new(), format!("(⊕) {rest:b}")]);
    }
    let total = at.nim_sum();
    table.foot(["⊕".to_owned(), total.to_string(), format!("{total:0columns$b}")]);
    Step::new("The rows in binary, the columns aligned; below, 1 where a column has an odd number of ones")
        .table(table)
}

fn parities(at: &Heaps, convention: Convention) -> Step {
    let total = at.nim_sum();
    if convention == Convention::Misere {
        return match total {
            0 => Step::new("Every column is even"),
            _ => Step::new(format!("Odd: the {}", columns_text(total))),
        };
    }
    if total == 0 {
        return Step::new("Every column is even: a safe leave, today called a P-position").text(
            "Whoever has left these rows is safe: any move changes one row, makes some column odd, and can \
             be answered by making all even again.",
        );
    }
    Step::new("Some column is odd: an unsafe leave, today called an N-position")
        .text(format!("Odd: the {}. The rows are worth *{total}.", columns_text(total)))
}

/// `column of 4s`, `columns of 2s and 1s`.
fn columns_text(odd: u64) -> String {
    let columns: Vec<String> = powers(odd).iter().map(|power| format!("{power}s")).collect();
    let noun = if columns.len() == 1 { "column" } else { "columns" };
    format!("{noun} of {}", Word::list(&columns))
}

/// How a row is changed so that the columns in `switch` change: the article's recipe.
fn change_text(heap: u64, switch: u64) -> String {
    let leave = heap ^ switch;
    let (taken, put_back) = (powers(switch & heap), powers(switch & !heap));
    let sum = match put_back.as_slice() {
        [] => plus(&taken),
        _ => {
            let back: Vec<String> = put_back.iter().map(|power| format!(" - {power}")).collect();
            format!("{}{}", plus(&taken), back.concat())
        }
    };
    let amount = heap - leave;
    let sum = if sum == amount.to_string() { sum } else { format!("{sum} = {amount}") };
    format!("take {sum}, leaving {leave} ({leave:b})")
}

fn rows_to_change(at: &Heaps, wanted: u64, in_a_sum: bool) -> Step {
    let switch = at.nim_sum() ^ wanted;
    if switch == 0 {
        let step = Step::new("There is no winning move here");
        return step.text(match in_a_sum {
            true => "Any move here leaves another value than the one that is wanted.".to_owned(),
            false if at.0.iter().all(|&heap| heap == 0) => {
                "There is nothing left to take: the player to move has lost.".to_owned()
            }
            false => "Take little, or confuse: every move makes an unsafe leave, and wins only if the \
                      opponent errs."
                .to_owned(),
        });
    }
    let top = powers(switch)[0];
    let mut step = Step::new("The row to change, and how much to take").text(format!(
        "It must be a row with a 1 in the highest column to switch, that of the {top}s; take what switches \
         exactly the columns of {switch} ({switch:b}), and put back the bits that the row lacks."
    ));
    let rows = at.0.iter().enumerate().filter(|&(_, &heap)| heap & top != 0);
    let count = rows.clone().count();
    for (index, &heap) in rows.take(MOST_ROWS) {
        step = step.text(format!("Row {}, {heap} ({heap:b}): {}.", index + 1, change_text(heap, switch)));
    }
    if count == 0 {
        step = step.text("No row has a 1 there: the winning move is in another term.");
    } else if count > MOST_ROWS {
        step = step.text(format!(
            "... and {} in the same way.",
            Word::count((count - MOST_ROWS) as u128, "more row")
        ));
    }
    step
}

fn misere(at: &Heaps, question: &ExplainRequest<'_, Take>) -> Step {
    let target = question.target;
    let mut step = Step::new("Misère play: the one who takes the last counter loses").text(
        "Play as in normal play until your move would leave rows of 1 only; then leave an odd number of \
         them (Bouton 1901). So a leave is safe when its columns are even and some row has at least 2, or \
         when it is an odd number of rows of 1.",
    );
    if question.in_a_sum {
        step = step.text(format!(
            "In this sum, these rows have to come to {} while one has at least 2, and to {} when all are at \
             most 1.",
            target.firm.0, target.fickle.0
        ));
    } else if at.0.iter().all(|&heap| heap == 0) {
        return step.text(
            "Nothing is left to take: the one who took the last counter has lost, and the player to move \
             has won.",
        );
    } else {
        let is_safe = Nim.tame(at).is_some_and(|tame| tame.misere_outcome() == Outcome::P);
        step = step.text(match is_safe {
            true => "This is a safe leave, a misère P-position: every move loses.",
            false => "This is an unsafe leave, a misère N-position.",
        });
    }
    match winning_takes(at, target) {
        Some(told) => step.text(told),
        None if question.in_a_sum => step.text("No move here does it."),
        None => step,
    }
}

/// The moves that meet the target; none where no move does.
fn winning_takes(at: &Heaps, target: Target) -> Option<String> {
    let mut told = Vec::new();
    let mut count = 0usize;
    let _ = Nim.moves_to(at, target, &mut |Take { heap, leave }| {
        count += 1;
        if count <= MOST_ROWS {
            told.push(format!("row {} from {} to {leave}", heap + 1, at.0[heap]));
        }
        ControlFlow::<()>::Continue(())
    });
    match count {
        0 => None,
        _ if count > MOST_ROWS => {
            Some(format!("Winning: {}, and {} more.", told.join(", "), count - MOST_ROWS))
        }
        _ => Some(format!("Winning: {}.", Word::list(&told))),
    }
}

/// The article's shortcuts, where they apply: equal rows cancel, and so do 1, 2k and 2k + 1.
fn cancelling(at: &Heaps) -> Option<Step> {
    if at.0.len() > 1000 {
        return None;
    }
    let mut rows: Vec<u64> = at.0.iter().copied().filter(|&heap| heap > 0).collect();
    rows.sort_unstable();
    let mut pairs: Vec<u64> = Vec::new();
    let mut left: Vec<u64> = Vec::new();
    for row in rows {
        if left.last() == Some(&row) {
            left.pop();
            pairs.push(row);
        } else {
            left.push(row);
        }
    }
    let mut triple = None;
    if left.first() == Some(&1)
        && let Some(index) =
            left.windows(2).position(|two| two[0] > 1 && two[0] % 2 == 0 && two[1] == two[0] + 1)
    {
        triple = Some((left[index], left[index + 1]));
        left.drain(index..index + 2);
        left.remove(0);
    }
    if pairs.is_empty() && triple.is_none() {
        return None;
    }
    let mut step = Step::new("The same by eye: patterns that cancel");
    if !pairs.is_empty() {
        let told: Vec<String> = pairs.iter().take(MOST_ROWS).map(|row| format!("{row} and {row}")).collect();
        let more = if pairs.len() > MOST_ROWS { ", ..." } else { "" };
        step = step.text(format!(
            "Equal rows cancel: {}{more}. What the opponent takes from one, take from the other.",
            told.join(", ")
        ));
    }
    if let Some((low, high)) = triple {
        step = step.text(format!(
            "A row of 1 and two successive rows, the even one lower, cancel: 1, {low}, {high}. If the \
             opponent takes the 1, make the pair equal; if they shorten one of the two, restore an \
             even-odd pair with the other."
        ));
    }
    let rest: Vec<String> = left.iter().take(MOST_ROWS).map(u64::to_string).collect();
    Some(
        step.text(match rest.is_empty() {
            true => "Nothing else is left: the rows are a safe leave.".to_owned(),
            false => format!("Left to reckon with: {}.", rest.join(", ")),
        })
        .text(
            "Be careful when the game gets down to rows of 1 under misère play: there the patterns change.",
        ),
    )
}
