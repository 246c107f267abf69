//! The working of a game that is searched: its parts, pairs that cancel, answers to every move.

use crate::board::MOST_LOOKED_THROUGH;
use crate::question::Approach;
use crate::question::TermRequest;
use crate::typed::Typed;
use grundy_core::{Convention, Nimber, Playable, Run, Step, TextTable, Word};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Tables show this many rows before they are cut.
const MOST_ROWS: usize = 40;

/// Tables of parts show this many rows before they are cut.
const MOST_PARTS: usize = 20;

impl<R: Playable> Typed<R> {
    /// The parts that a position falls into; under normal play with their values as far as they are known.
    fn parts_step(&self, convention: Convention) -> Option<Step> {
        let parts = self.counted_parts(&self.position);
        if parts.values().map(|(_, times)| times).sum::<usize>() < 2 {
            return None;
        }
        let (mut table, told) = match convention {
            Convention::Normal => (
                TextTable::new(["part", "times", "nimber"]),
                "A move changes one part only, so the parts add by exclusive or.",
            ),
            Convention::Misere => (
                TextTable::new(["part", "times"]),
                "A move changes one part only. Under misère play no number stands for a part: who wins \
                 depends on all of them together.",
            ),
        };
        for (canonical, (part, times)) in parts.iter().take(MOST_PARTS) {
            let mut row = vec![self.rules.format_part(part), times.to_string()];
            if convention == Convention::Normal {
                let nimber = self.known(canonical, Approach::Best);
                row.push(nimber.map_or("?".to_owned(), |nimber| nimber.0.to_string()));
            }
            table.row(row);
        }
        let step = Step::new("The position falls into independent parts").table(table);
        Some(match parts.len().checked_sub(MOST_PARTS) {
            Some(more @ 1..) => {
                step.text(format!("... and {} of parts. {told}", Word::count(more as u128, "more kind")))
            }
            _ => step.text(told),
        })
    }

    /// A move after which everything cancels, so that nothing needs to be searched: the rest are equal
    /// parts in pairs, or parts that a theorem says are 0.
    pub(crate) fn pairs_step(&self) -> Option<Step> {
        if self.is_cancelled(&self.position) {
            let why = self.why_cancelled("All there is", &self.position);
            return Some(Step::new("Everything cancels").text(why));
        }
        if self.rules.count_moves(&self.position) > MOST_LOOKED_THROUGH {
            return None;
        }
        let (mv, left) = self.each_move(|mv| {
            let left = self.rules.play(&self.position, &mv);
            if self.is_cancelled(&left) { ControlFlow::Break((mv, left)) } else { ControlFlow::Continue(()) }
        })?;
        let label = self.rules.label(&self.position, &mv);
        let said = self.rules.say(&self.position, &mv);
        Some(
            Step::new(format!("A move that needs no search: {label}"))
                .text(format!("First {said}. {}", self.why_cancelled("What is left", &left))),
        )
    }

    /// The parts, each kind in canonical form: the first of them as it lies, and how often there is one.
    fn counted_parts(&self, at: &R::Position) -> BTreeMap<R::Position, (R::Position, usize)> {
        let mut counted = BTreeMap::new();
        for part in self.rules.split(self.rules.in_play(at)) {
            counted.entry(self.rules.canon(part.clone())).or_insert((part, 0)).1 += 1;
        }
        counted
    }

    fn is_cancelled(&self, at: &R::Position) -> bool {
        let is_nothing = |(part, (_, times)): (&R::Position, &(R::Position, usize))| {
            times % 2 == 0 || self.rules.knowledge().theorem(part).is_some_and(|nimber| nimber.is_zero())
        };
        // Where a move wins the whole game at once, twins are no answer.
        self.counted_parts(at).iter().all(is_nothing) && !self.rules.wins_at_once().is_sunny(at)
    }

    /// `named` says what the position is: all there is, or what a move has left.
    fn why_cancelled(&self, named: &str, at: &R::Position) -> String {
        let (mut pairs, mut zeros) = (Vec::new(), Vec::new());
        for (part, times) in self.counted_parts(at).into_values() {
            let text = self.rules.format_part(&part);
            if times > 1 {
                pairs.push(format!("{text} {} times", times - times % 2));
            }
            if times % 2 == 1 && self.rules.count_moves(&part) > 0 {
                zeros.push(text);
            }
        }
        let mut told = format!("{named}: ");
        if pairs.is_empty() && zeros.is_empty() {
            return "Then no move is left.".to_owned();
        }
        if !pairs.is_empty() {
            told += &format!(
                "equal parts in pairs, {}; a move in one is answered by the same move in its twin.",
                Word::list(&pairs)
            );
        }
        if !zeros.is_empty() {
            let joint = if pairs.is_empty() { "" } else { " And " };
            told += &format!("{joint}{}, worth *0 {}.", Word::list(&zeros), self.rules.zero_without_search());
        }
        told + " So whoever is to move there runs out of moves first."
    }

    /// The working where the game explains nothing itself.
    pub(crate) fn searched_steps(&self, asked: &TermRequest<'_>, run: &Run) -> Vec<Step> {
        let mut steps: Vec<Step> = match asked.convention {
            Convention::Normal => {
                // In a sum a winning move leaves the others' value here, which is seldom 0.
                let wants_zero = asked.target.nimber() == Some(Nimber::ZERO);
                let pairs = if wants_zero { self.pairs_step() } else { None };
                pairs.into_iter().chain(self.parts_step(asked.convention)).collect()
            }
            Convention::Misere => return self.misere_steps(asked),
        };
        // Without the nimber, there is nothing to be said of the options' nimbers.
        if self.known(&self.position, Approach::Best).is_some() {
            let mex = self.mex_of_options(asked, run);
            let is_told = !steps.is_empty() && self.rules.knowledge().theorem(&self.position).is_some();
            steps.extend(mex.or_else(|| (!is_told).then(by_search)));
        }
        steps
    }

    /// Under misère play: what a tame term is like in a sum; alone, its parts and the answers to all moves.
    fn misere_steps(&self, asked: &TermRequest<'_>) -> Vec<Step> {
        let tame = self.rules.knowledge().tame(&self.position).map(|tame| {
            let heaps = if tame.is_firm { "some of them of 2 or more" } else { "all of them of 1" };
            Step::new("A theorem knows it as tame").text(format!(
                "In a misère sum it plays like Nim heaps whose nim-sum is {}, {heaps}.",
                tame.nimber.0
            ))
        });
        if asked.in_a_sum {
            return tame.into_iter().collect();
        }
        let parts = self.parts_step(asked.convention);
        let steps: Vec<Step> = parts.into_iter().chain(asked.answers.cloned()).collect();
        if steps.is_empty() { tame.into_iter().collect() } else { steps }
    }

    /// The working of a game that explains nothing itself: the mex of its options, where they are few.
    pub(crate) fn mex_of_options(&self, asked: &TermRequest<'_>, run: &Run) -> Option<Step> {
        if self.rules.count_moves(&self.position) > MOST_ROWS as u128 {
            return None;
        }
        let mut table = TextTable::new(["move", "leaves", "nimber"]);
        let mut reached = Vec::new();
        let mut winning = Vec::new();
        let wanted = asked.target.nimber();
        let is_cut = self
            .each_move(|mv| {
                let option = self.rules.play(&self.position, &mv);
                if self.rules.wins_at_once().is_sunny(&option) {
                    return ControlFlow::Continue(());
                }
                let value = self.search(&option, Approach::Best, run);
                match value {
                    Ok(nimber) if reached.len() < MOST_ROWS => {
                        if Some(nimber) == wanted {
                            winning.push(self.rules.say(&self.position, &mv));
                        }
                        reached.push(nimber.0);
                        let label = self.rules.label(&self.position, &mv);
                        table.row([label, self.rules.format(&option), nimber.0.to_string()]);
                        ControlFlow::Continue(())
                    }
                    _ => ControlFlow::Break(()),
                }
            })
            .is_some();
        if is_cut {
            return None;
        }
        let nimber = grundy_core::mex(reached.iter().copied().map(Nimber));
        let set = Word::set(reached);
        let mut step = Step::new("The mex of the options").table(table);
        step =
            step.text(format!("The options are worth {set}, and the least nimber missing is {}.", nimber.0));
        if !winning.is_empty() {
            let told = if winning.len() == 1 { "the winning move" } else { "the winning moves" };
            step = step.text(format!("So {told}: {}.", winning.join("; ")));
        }
        Some(step)
    }
}

fn by_search() -> Step {
    Step::new("Found by search")
        .text("The options are not written down here; each was valued by its own options in turn.")
}
