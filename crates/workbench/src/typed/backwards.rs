//! The definition, walked from the end: every position that can be reached, its options, and what follows.

use crate::typed::Typed;
use grundy_core::{Convention, Nimber, Outcome, Playable, Run, Step, TextTable, Word, mex};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// A working with more positions is not written down.
const MOST_POSITIONS: usize = 64;

/// A position, the options that it has, and whether it is over.
type Reached<P> = BTreeMap<P, BTreeSet<P>>;

impl<R: Playable> Typed<R> {
    /// Every position that can be reached from here, those that are over first, each with its options and what
    /// follows from them: its nimber, or under misère play who wins. None where there are more than a page of
    /// them, or a move can win the whole game at once.
    pub(crate) fn backwards(&self, convention: Convention, run: &Run) -> Option<Step> {
        let reached = self.reached(run)?;
        let mut positions: Vec<&R::Position> = reached.keys().collect();
        positions.sort_by_cached_key(|at| (self.rules.moves_left(at), self.rules.format(at)));
        let is_misere = convention == Convention::Misere;
        let last = if is_misere { "outcome" } else { "mex" };
        let mut table = TextTable::new(["position", "options", "their values", last, "leave it"]);
        let mut nimbers: BTreeMap<&R::Position, u64> = BTreeMap::new();
        let mut outcomes: BTreeMap<&R::Position, Outcome> = BTreeMap::new();
        for at in positions {
            let options = &reached[at];
            let of_options: BTreeSet<u64> =
                options.iter().map(|option| nimbers.get(option).copied()).collect::<Option<_>>()?;
            let won_by: BTreeSet<Outcome> =
                options.iter().map(|option| outcomes.get(option).copied()).collect::<Option<_>>()?;
            let nimber = mex(of_options.iter().copied().map(Nimber)).0;
            let outcome = match options.is_empty() {
                true => convention.outcome_without_moves(),
                false if won_by.contains(&Outcome::P) => Outcome::N,
                false => Outcome::P,
            };
            nimbers.insert(at, nimber);
            outcomes.insert(at, outcome);
            let texts: Vec<String> = options.iter().map(|option| self.rules.format(option)).collect();
            let values = match is_misere {
                true => won_by.iter().map(Outcome::to_string).collect::<Vec<_>>().join(" and "),
                false => Word::set(of_options),
            };
            let safe = if outcome == Outcome::P { "safe" } else { "unsafe" };
            table.row([
                self.rules.format(at),
                if texts.is_empty() { "none".to_owned() } else { texts.join(", ") },
                values,
                if is_misere { outcome.to_string() } else { nimber.to_string() },
                safe.to_owned(),
            ]);
        }
        let rule = match convention {
            Convention::Normal => {
                "A position without options is worth 0. Every other one is worth the least number that none of \
                 its options has, their mex. Those worth 0 are safe to leave: every move from them leads to \
                 another value, and from every other value some move leads back to 0."
            }
            Convention::Misere => {
                "Without options the player to move has won: N. Else: if any option is P, the position is N; \
                 only where all options are N, it is P. Those that are P are safe to leave. That every position \
                 is one or the other is Zermelo's theorem."
            }
        };
        Some(Step::new("The definition, from the end backwards").table(table).text(rule))
    }

    /// Every position that can be reached, in canonical form.
    fn reached(&self, run: &Run) -> Option<Reached<R::Position>> {
        let canonical = |at: &R::Position| self.rules.canon(self.rules.in_play(at));
        let mut reached = Reached::new();
        let mut open = vec![canonical(&self.position)];
        while let Some(at) = open.pop() {
            if reached.contains_key(&at) {
                continue;
            }
            if reached.len() == MOST_POSITIONS
                || self.rules.count_moves(&at) > MOST_POSITIONS as u128
                || self.rules.wins_at_once().is_sunny(&at)
                || run.step().is_err()
            {
                return None;
            }
            let mut options = BTreeSet::new();
            let _ = self.rules.moves(&at, |mv| {
                options.insert(canonical(&self.rules.play(&at, &mv)));
                ControlFlow::<()>::Continue(())
            });
            open.extend(options.iter().cloned());
            reached.insert(at, options);
        }
        Some(reached)
    }
}
