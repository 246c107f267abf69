//! The elimination: a win at once, else the cells nobody may touch, and heaps of 0.007 between them.

use super::Treblecross;
use super::rules::{Strip, heap};
use crate::heaps::row_step;
use crate::nim::Heaps;
use grundy_core::{Convention, Explain, ExplainRequest, Knowledge, Step, TextTable, WinsAtOnce, Word};
use std::ops::ControlFlow;

/// Tables and lists show this many entries before they are cut.
const MOST_SHOWN: usize = 24;
/// Strips are drawn up to here.
const MOST_CELLS: usize = 70;

impl Explain for Treblecross {
    fn explain(&self, at: &Strip, question: &ExplainRequest<'_, usize>) -> Vec<Step> {
        if question.convention == Convention::Misere {
            return Vec::new();
        }
        if self.is_won(at) {
            return vec![
                Step::new("Three are in a row").text("Whoever wrote the third has won: the game is over."),
            ];
        }
        if self.is_sunny(at) {
            return vec![win_at_once(at)];
        }
        if at.is_short() {
            return vec![Step::new("A strip too short for three in a row").text(format!(
                "The players take turns until it is full: {} to go.",
                Word::count(at.empty_cells() as u128, "move")
            ))];
        }
        let mut steps = vec![elimination(at)];
        let runs = at.runs();
        if !runs.is_empty() {
            steps.push(self.heaps_step(at));
            let heaps = Heaps(runs.iter().map(heap).collect());
            steps.push(row_step(&heaps, &self.nimbers.known()));
        }
        steps.push(self.winning_step(at, question));
        steps
    }
}

fn numbers(cells: impl Iterator<Item = usize>) -> String {
    let all: Vec<String> = cells.map(|cell| (cell + 1).to_string()).collect();
    match all.len().checked_sub(MOST_SHOWN) {
        None | Some(0) => Word::list(&all),
        Some(more) => format!("{} and {more} more", all[..MOST_SHOWN].join(", ")),
    }
}

fn win_at_once(at: &Strip) -> Step {
    let cells: Vec<usize> = at.completions().collect();
    let noun = if cells.len() == 1 { "cell" } else { "any of the cells" };
    let others = match at.empty_cells() - cells.len() {
        0 => "",
        _ => ", and nothing else wins as surely: every other move leaves a win at once to the opponent",
    };
    Step::new("A win at once")
        .text(format!("An X in {noun} {} makes three in a row{others}.", numbers(cells.into_iter())))
}

/// Which cells are struck out, and why.
fn elimination(at: &Strip) -> Step {
    let step = Step::new("No win at once; strike out the stupid moves");
    let text = match at.0.iter().any(|&has_x| has_x) {
        false => "No cell has an X near it yet, so every cell is free. An X strikes out its own cell and two on \
                  either side: within two cells of an X nobody writes another, for the next player would complete \
                  the three."
            .to_owned(),
        true => "An X within two cells of another lets the next player complete three in a row. Those cells are \
                 struck out (x); the others (o) are free."
            .to_owned(),
    };
    if at.0.len() > MOST_CELLS {
        return step.text(text);
    }
    let mark = |cell: usize| match (at.0[cell], at.is_free(cell)) {
        (true, _) => 'X',
        (false, true) => 'o',
        (false, false) => 'x',
    };
    step.text(text).text((0..at.0.len()).map(mark).collect::<String>())
}

impl Treblecross {
    fn heaps_step(&self, at: &Strip) -> Step {
        let known = self.nimbers.known();
        let runs = at.runs();
        let mut table = TextTable::new(["free cells", "number", "heap of 0.007", "nimber"]);
        for run in runs.iter().take(MOST_SHOWN) {
            let value = known.nimber(heap(run)).map_or(String::new(), |value| value.0.to_string());
            let cells = if run.len() == 1 {
                (run.start + 1).to_string()
            } else {
                format!("{} to {}", run.start + 1, run.end)
            };
            table.row([cells, run.len().to_string(), heap(run).to_string(), value]);
        }
        if runs.len() > MOST_SHOWN {
            table.row([
                format!("{} more", runs.len() - MOST_SHOWN),
                String::new(),
                String::new(),
                String::new(),
            ]);
        }
        let values = runs.iter().filter_map(|run| known.nimber(heap(run))).map(|value| value.0);
        Step::new("The free cells are heaps of 0.007, Dawson's Kayles with three pins").table(table).text(format!(
            "An X in a run of n free cells takes itself and two on either side, as if three pins were knocked out of a \
             row of n + 2: what stays on its two sides are rows again. Together: {}.",
            Word::nim_sum(values)
        ))
    }

    fn winning_step(&self, at: &Strip, question: &ExplainRequest<'_, usize>) -> Step {
        let mut winning = Vec::new();
        let _ = self.moves_to(at, question.target, &mut |cell| {
            winning.push(cell);
            ControlFlow::<()>::Continue(())
        });
        let wanted = match question.in_a_sum {
            true => format!("runs that come to {}, the nim-sum of the other terms", question.target.firm.0),
            false => "runs that come to 0".to_owned(),
        };
        if winning.is_empty() {
            let stuck = if at.runs().is_empty() {
                " Only stupid moves are left here, and each of them loses."
            } else {
                ""
            };
            return Step::new("No move here wins").text(format!("No cell leaves {wanted}.{stuck}"));
        }
        let cells = if winning.len() == 1 { "cell" } else { "the cells" };
        Step::new("Why a move wins")
            .text(format!("These leave {wanted}: {cells} {}.", numbers(winning.into_iter())))
    }
}
