//! Why a forest has its value and why a pop wins, as a teacher would tell it.

use super::Bubbly;
use super::forest::{Bubble, Forest};
use super::theorem;
use grundy_core::{
    Convention, Explain, ExplainRequest, Nimber, Notation, Outcome, Step, Tame, Target, TextTable, Word, mex,
};
use std::ops::ControlFlow;

/// Tables and lists show this many lines before they are cut.
const MOST_LINES: usize = 24;
/// The pops of a bubble of at most this size are told one by one.
const MOST_TOLD: usize = 40;

/// So many bubbles are worked out one by one where every one is asked for.
const MOST_BUBBLES: usize = 400;

/// The rule of one line, and why it holds.
fn rule_of_levels() -> Step {
    Step::new("The rule of one line, and why it holds")
        .text(
            "For every bubble X let t(X) be 1 + the bitwise OR of t of the bubbles directly inside it, and 2^l \
             the lowest bit of t(X). Then nim(X+) is the nim-sum of the inside with the bit 2^l set and all \
             lower bits cleared. The last column of the table has that number: it is the mex, every time.",
        )
        .text(
            "Call l the level of X. The bits of t(X) are the levels that can be seen from outside: X itself has \
             the least level that cannot be seen inside it, for adding 1 to the OR sets its lowest 0, and X hides \
             all smaller levels, for adding 1 clears the bits below. A pop at V pops all bubbles on the path \
             from X down to V; for each of them the nimber changes by its z, which is nim(Y+) ⊕ the inside of \
             Y, and the highest bit of z is the one of Y's level.",
        )
        .text(
            "No pop leaves nim(X+): on the path the largest level occurs once, for a bubble has another level \
             than any it can see inside. So the highest bits do not cancel, and something changes. Every smaller \
             number is left by some pop: let 2^k be the highest bit that has to change. It is set in nim(X+), \
             so a bubble of level k can be seen. Pop down to it, or go on inside it with what is left to change: \
             that is below 2^k, and inside a bubble of level k every smaller level can be seen. So the pops reach every number below nim(X+), and not it: it \
             is their mex.",
        )
}

/// A forest with what the theorem says of it.
struct Working<'f> {
    forest: &'f Forest,
    outer: Vec<Bubble>,
    /// The nimber of each bubble with all that it contains.
    nimbers: Vec<u64>,
    /// The nimber of the forest that each pop leaves.
    left: Vec<u64>,
    total: u64,
}

impl Explain for Bubbly {
    fn explain(&self, at: &Forest, question: &ExplainRequest<'_, Bubble>) -> Vec<Step> {
        if at.is_empty() {
            let end = "No bubble is left, so there is no move: the position is worth *0.";
            return vec![Step::new("Every bubble has been popped").text(end)];
        }
        let working = Working::new(at);
        let mut steps = vec![working.outer_bubbles(), working.outer_values()];
        if question.in_full {
            steps.extend([working.every_bubble(), rule_of_levels()]);
        }
        steps.extend(question.focus.map(|&bubble| working.inside(bubble)));
        match question.convention {
            Convention::Normal => steps.push(working.winning_pops(question)),
            Convention::Misere => steps.push(working.misere_pops(question)),
        }
        steps
    }
}

impl<'f> Working<'f> {
    fn new(forest: &'f Forest) -> Self {
        let plain = |nimbers: Vec<Nimber>| nimbers.into_iter().map(|nimber| nimber.0).collect();
        Working {
            forest,
            outer: forest.roots().collect(),
            nimbers: plain(theorem::bubble_nimbers(forest)),
            left: plain(theorem::option_nimbers(forest)),
            total: theorem::nimber(forest).0,
        }
    }

    fn label(&self, bubble: Bubble) -> String {
        Bubbly.label(self.forest, &bubble)
    }

    /// The bubble with all that it contains: `F+`.
    fn whole(&self, bubble: Bubble) -> String {
        format!("{}+", self.label(bubble))
    }

    fn nimber(&self, bubble: Bubble) -> u64 {
        self.nimbers[bubble.index()]
    }

    fn size(&self, bubble: Bubble) -> usize {
        self.forest.end(bubble) - bubble.index()
    }

    fn bubbles_of(&self, bubble: Bubble) -> impl Iterator<Item = Bubble> + use<'f> {
        (bubble.0..self.forest.end(bubble) as u32).map(Bubble)
    }

    /// What popping `bubble` leaves of the tree of `top`, which is on its path: the bubbles directly
    /// inside a popped one. O(size of the tree).
    fn left_of(&self, top: Bubble, bubble: Bubble) -> Vec<Bubble> {
        let base = self.forest.depths()[top.index()];
        let popped = self.forest.path_at_depth(bubble, base);
        // How many of the popped bubbles contain the one at hand.
        let mut around = 0;
        let mut left = Vec::new();
        for inner in self.bubbles_of(top) {
            let depth = (self.forest.depths()[inner.index()] - base) as usize;
            around = around.min(depth);
            if popped.get(around) == Some(&inner) {
                around += 1;
            } else if depth == around {
                left.push(inner);
            }
        }
        left
    }

    /// `F+ ⊕ T+ = 4 ⊕ 4 = 0`, `nothing, 0`, `V+ = 3`.
    fn sum_of(&self, left: &[Bubble]) -> String {
        match left {
            [] => "nothing, 0".to_owned(),
            [one] => format!("{} = {}", self.whole(*one), self.nimber(*one)),
            some if some.len() <= 8 => {
                let names: Vec<String> = some.iter().map(|&bubble| self.whole(bubble)).collect();
                format!("{} = {}", names.join(" ⊕ "), Word::nim_sum(some.iter().map(|&b| self.nimber(b))))
            }
            many => {
                let total = many.iter().fold(0, |total, &bubble| total ^ self.nimber(bubble));
                format!("{} = {total}", Word::count(many.len() as u128, "bubble"))
            }
        }
    }

    fn outer_bubbles(&self) -> Step {
        let step = Step::new(match self.outer.len() {
            1 => "One outer bubble holds the whole game",
            _ => "The outer bubbles are separate games",
        });
        let step = step.text(match self.outer.len() {
            1 => "Write X+ for the bubble X with everything inside it.".to_owned(),
            _ => "A pop happens inside exactly one outer bubble, so the position is their sum, and its \
                  nimber is the nim-sum ⊕ of theirs (add in binary without carrying). Write X+ for the \
                  bubble X with everything inside it."
                .to_owned(),
        });
        let mut table = TextTable::new(["outer bubble", "bubbles", "nimber", "binary"]);
        let binary_width = self.outer.iter().map(|&b| self.nimber(b)).chain([self.total]).max().unwrap_or(0);
        let bits = (64 - binary_width.leading_zeros()).max(1) as usize;
        let shown = if self.outer.len() > MOST_LINES { MOST_LINES } else { self.outer.len() };
        for &bubble in &self.outer[..shown] {
            let nimber = self.nimber(bubble);
            table.row([
                self.whole(bubble),
                self.size(bubble).to_string(),
                nimber.to_string(),
                format!("{nimber:0bits$b}"),
            ]);
        }
        if shown < self.outer.len() {
            let rest = &self.outer[shown..];
            let total = rest.iter().fold(0, |total, &bubble| total ^ self.nimber(bubble));
            let size = self.forest.len() - rest[0].index();
            table.row([
                format!("{} more", rest.len()),
                size.to_string(),
                total.to_string(),
                format!("{total:0bits$b}"),
            ]);
        }
        // The bubbles are not added so: their column has no sum here.
        table.foot([
            "⊕".to_owned(),
            String::new(),
            self.total.to_string(),
            format!("{:0bits$b}", self.total),
        ]);
        step.table(table)
    }

    fn outer_values(&self) -> Step {
        let mut step = Step::new("What each is worth: the least nimber that no pop inside it leaves (mex)");
        for &bubble in self.outer.iter().take(MOST_LINES) {
            step = step.text(self.value_text(bubble));
        }
        if self.outer.len() > MOST_LINES {
            step = step.text(format!("... and {} more in the same way.", self.outer.len() - MOST_LINES));
        }
        step
    }

    /// The pops inside one bubble, grouped as one would by hand: itself, then each bubble inside.
    fn value_text(&self, bubble: Bubble) -> String {
        let size = self.size(bubble);
        let (whole, nimber) = (self.whole(bubble), self.nimber(bubble));
        if size == 1 {
            return format!("{whole} is a single bubble: one pop, to 0. Like a Nim heap of 1 it is worth 1.");
        }
        let is_chain = self.bubbles_of(bubble).zip(0..).all(|(inner, place)| {
            self.forest.depths()[inner.index()] == self.forest.depths()[bubble.index()] + place
        });
        if is_chain {
            return format!(
                "{whole} is a nest of {size}: its pops leave any smaller number of nested bubbles, as a Nim \
                 heap of {size} leaves any smaller heap. It is worth {size}."
            );
        }
        if size > MOST_TOLD {
            return format!(
                "{whole} has {size} bubbles. From the innermost outwards, the theorem of the levels gives \
                 {nimber}; its pops leave {} and never {nimber}.",
                match nimber {
                    1 => "0".to_owned(),
                    _ => format!("every nimber from 0 to {}", nimber - 1),
                }
            );
        }
        let inside: Vec<Bubble> = self.forest.inside(bubble).collect();
        let mut told = format!("{whole}: popping {} leaves {}.", self.label(bubble), self.sum_of(&inside));
        for &inner in &inside {
            let others: Vec<Bubble> = inside.iter().copied().filter(|&other| other != inner).collect();
            let values = self.values_left(inner, inner);
            told += &match others.as_slice() {
                [] => format!(" A pop inside {} leaves {}.", self.whole(inner), Word::set(values)),
                _ => {
                    let beside = others.iter().fold(0, |total, &other| total ^ self.nimber(other));
                    format!(
                        " A pop inside {} leaves {beside} ⊕ {} = {}.",
                        self.whole(inner),
                        Word::set(values.iter().copied()),
                        Word::set(values.iter().map(|value| value ^ beside)),
                    )
                }
            };
        }
        let reached = Word::set(self.values_left(bubble, bubble));
        told + &format!(" So the pops reach {reached}, and the least nimber missing is {nimber}.")
    }

    /// The nimbers that the pops inside `bubble` leave of the tree of `top`, which holds it.
    fn values_left(&self, top: Bubble, bubble: Bubble) -> Vec<u64> {
        self.bubbles_of(bubble)
            .map(|popped| self.left_of(top, popped).iter().fold(0, |total, &left| total ^ self.nimber(left)))
            .collect()
    }

    /// The mex of one bubble's options, spelled out.
    fn inside(&self, bubble: Bubble) -> Step {
        let whole = self.whole(bubble);
        let nimber = self.nimber(bubble);
        let mut table = TextTable::new(["pop", "leaves", "nimber"]);
        let mut reached = Vec::new();
        let size = self.size(bubble);
        for inner in self.bubbles_of(bubble).take(MOST_TOLD) {
            let left = self.left_of(bubble, inner);
            let value = left.iter().fold(0, |total, &b| total ^ self.nimber(b));
            reached.push(value);
            let told = match left.as_slice() {
                [] => "nothing".to_owned(),
                _ => self.sum_of(&left),
            };
            table.row([self.label(inner), told, value.to_string()]);
        }
        let step = Step::new(format!("Inside {whole}: the mex of its options")).table(table);
        if size > MOST_TOLD {
            return step.text(format!(
                "... and {}. The theorem of the levels gives nim({whole}) = {nimber}.",
                Word::count((size - MOST_TOLD) as u128, "more pop")
            ));
        }
        step.text(format!("The options are worth {}, so nim({whole}) = {nimber}.", Word::set(reached)))
    }

    /// Every bubble with its pops, their set and its mex, from the innermost outwards; beside it the rule of one
    /// line.
    fn every_bubble(&self) -> Step {
        let levels = theorem::levels(self.forest);
        let mut table =
            TextTable::new(["bubble", "pops", "their set", "mex", "t", "⊕ inside", "by the rule"]);
        let all = (0..self.forest.len() as u32).rev().map(Bubble);
        for bubble in all.take(MOST_BUBBLES) {
            let values = self.values_left(bubble, bubble);
            let pops: Vec<String> = self
                .bubbles_of(bubble)
                .zip(&values)
                .take(MOST_TOLD)
                .map(|(inner, value)| format!("{} {value}", self.label(inner)))
                .collect();
            let more = if values.len() > MOST_TOLD { ", ..." } else { "" };
            let inside = self.forest.inside(bubble).fold(0, |total, inner| total ^ self.nimber(inner));
            let (set, own) = (Word::set(values.iter().copied()), levels[bubble.index()].trailing_zeros());
            table.row([
                self.whole(bubble),
                format!("{}{more}", pops.join(", ")),
                set,
                mex(values.into_iter().map(Nimber)).0.to_string(),
                levels[bubble.index()].to_string(),
                inside.to_string(),
                ((inside >> own | 1) << own).to_string(),
            ]);
        }
        let step = Step::new("Every bubble X+, from the innermost outwards: each pop with what it leaves")
            .table(table);
        match self.forest.len().checked_sub(MOST_BUBBLES) {
            Some(more @ 1..) => step.text(format!(
                "... and {} further out, too large to be written down: --move LABEL looks into one of them.",
                Word::count(more as u128, "bubble")
            )),
            _ => step,
        }
    }

    fn winners(&self, target: Target) -> Vec<Bubble> {
        let mut winners = Vec::new();
        let _ = theorem::pops_to(self.forest, target, |bubble| {
            winners.push(bubble);
            ControlFlow::<()>::Continue(())
        });
        winners
    }

    /// For each outer bubble: what it has to become, and which pops do that.
    fn winning_pops(&self, question: &ExplainRequest<'_, Bubble>) -> Step {
        let wanted = question.target.firm.0;
        let mut step = Step::new(match (question.in_a_sum, self.total == wanted) {
            (false, false) => "The pops that win: those that leave 0".to_owned(),
            (false, true) => "No pop wins".to_owned(),
            (true, _) => format!("The pops that win in the sum: those that leave {wanted} here"),
        });
        if self.total == wanted {
            let leaves = "Every pop changes the nimber of its outer bubble, so it leaves something else than";
            return step.text(match question.in_a_sum {
                false => format!("{leaves} 0, and the opponent has a winning answer."),
                true => format!("{leaves} {wanted}."),
            });
        }
        let winners = self.winners(question.target);
        let mut next = winners.iter().copied().peekable();
        for &outer in self.outer.iter().take(MOST_LINES) {
            let end = self.forest.end(outer) as u32;
            let mut here = Vec::new();
            while let Some(winner) = next.next_if(|winner| winner.0 < end) {
                here.push(winner);
            }
            step = step.text(self.winning_pops_of(outer, &here, wanted));
        }
        if self.outer.len() > MOST_LINES {
            let more = self.outer.len() - MOST_LINES;
            let others = next.count();
            step = step.text(format!(
                "... and {} more in the same way, with {}.",
                Word::count(more as u128, "outer bubble"),
                Word::count(others as u128, "winning pop")
            ));
        }
        step
    }

    fn winning_pops_of(&self, outer: Bubble, winners: &[Bubble], wanted: u64) -> String {
        let others: Vec<u64> = self.outer.iter().filter(|&&o| o != outer).map(|&o| self.nimber(o)).collect();
        let rest = self.total ^ self.nimber(outer);
        let goal = rest ^ wanted;
        let mut told = match (others.len(), wanted) {
            (0, _) => format!("{} has to become {goal}.", self.whole(outer)),
            (_, 0) => format!(
                "{}: the others come to {}, so it has to become {goal}.",
                self.whole(outer),
                Word::nim_sum(others)
            ),
            _ => format!(
                "{}: the others come to {}, so it has to become {rest} ⊕ {wanted} = {goal}.",
                self.whole(outer),
                Word::nim_sum(others)
            ),
        };
        if winners.is_empty() {
            told += &match self.size(outer) <= MOST_TOLD {
                true => format!(" Its pops leave {}: none does.", Word::set(self.values_left(outer, outer))),
                false => " No pop leaves that.".to_owned(),
            };
        }
        for &winner in winners.iter().take(MOST_LINES) {
            let left = self.left_of(outer, winner);
            told += &format!(" Pop {}: it leaves {}.", self.label(winner), self.sum_of(&left));
        }
        if winners.len() > MOST_LINES {
            told += &match winners.len() - MOST_LINES {
                1 => " And 1 more pop does the same.".to_owned(),
                more => format!(" And {more} more pops do the same."),
            };
        }
        told
    }

    fn misere_pops(&self, question: &ExplainRequest<'_, Bubble>) -> Step {
        let target = question.target;
        let mut step = Step::new("Misère play: the one who pops the last bubble loses").text(
            "The forest is tame: as long as some bubble contains another, play for the same nimbers as in \
             normal play; once only single bubbles are left, for the opposite parity: leave an odd number \
             of them.",
        );
        if question.in_a_sum {
            step = step.text(format!(
                "In this sum, leave {} here where a bubble still contains another, else {}.",
                target.firm.0, target.fickle.0
            ));
        }
        let winners = self.winners(target);
        if winners.is_empty() {
            let value =
                Tame { nimber: Nimber(self.total), is_firm: self.forest.depths().iter().any(|&d| d > 0) };
            let lost = !question.in_a_sum && value.misere_outcome() == Outcome::P;
            return step.text(match lost {
                true => "Every pop leaves a forest from which the opponent wins.",
                false => "No pop here does that.",
            });
        }
        let mut table = TextTable::new(["winning pop", "leaves", "some bubble contains another"]);
        for &winner in winners.iter().take(MOST_LINES) {
            let left = self.forest.pop(winner);
            let is_firm = left.depths().iter().any(|&depth| depth > 0);
            table.row([
                self.label(winner),
                self.left[winner.index()].to_string(),
                if is_firm { "yes" } else { "no" }.to_owned(),
            ]);
        }
        step = step.table(table);
        if winners.len() > MOST_LINES {
            step = step.text(format!("... and {} more.", winners.len() - MOST_LINES));
        }
        step
    }
}
