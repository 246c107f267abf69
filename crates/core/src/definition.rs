//! The plain definition of nimbers and outcomes.

use crate::{Convention, MexSet, Nimber, Outcome, Ruleset, Run, Stopped, Tuned};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Nimbers and outcomes by their definition: moves, play and mex, nothing else.
///
/// It neither splits nor reduces, and asks no theorem, so that all of these can be tested against
/// it. Positions already met are remembered, which changes no value. Time and memory are of the
/// order of all positions that can be reached, which mostly grows exponentially.
///
/// Where a move can win the whole game at once ([`is_won`](crate::WinsAtOnce::is_won)), a position with such a move is
/// *sunny* and has no nimber, and the mex of the others passes over moves to sunny positions.
pub struct Definition<'r, R: Ruleset> {
    rules: &'r R,
    /// None for sunny positions.
    nimbers: HashMap<R::Position, Option<Nimber>>,
    outcomes: [HashMap<R::Position, Outcome>; 2],
}

/// A position on the way to its value, with the options that are still to be looked at.
struct Open<P, S> {
    position: P,
    options: Vec<P>,
    seen: S,
}

impl<'r, R: Ruleset> Definition<'r, R> {
    /// The definition applied to these rules.
    pub fn new(rules: &'r R) -> Self {
        Definition { rules, nimbers: HashMap::new(), outcomes: Default::default() }
    }

    /// The nimber: the mex of the options' nimbers; `None` for a sunny position.
    ///
    /// # Errors
    /// When the run stops first.
    pub fn nimber(&mut self, at: &R::Position, run: &Run) -> Result<Option<Nimber>, Stopped> {
        let mut stack: Vec<Open<R::Position, MexSet>> = Vec::new();
        let mut wanted = Some(at.clone());
        loop {
            if let Some(position) = wanted.take()
                && !self.nimbers.contains_key(&position)
            {
                let options = options(self.rules, &position, run)?;
                if options.iter().any(|option| self.rules.wins_at_once().is_won(option)) {
                    self.nimbers.insert(position, None);
                } else {
                    stack.push(Open { position, options, seen: MexSet::default() });
                }
            }
            let Some(top) = stack.last_mut() else { break };
            while let Some(option) = top.options.last() {
                match self.nimbers.get(option) {
                    Some(&nimber) => nimber.into_iter().for_each(|nimber| top.seen.insert(nimber)),
                    None => {
                        wanted = Some(option.clone());
                        break;
                    }
                }
                top.options.pop();
            }
            if wanted.is_none()
                && let Some(done) = stack.pop()
            {
                self.nimbers.insert(done.position, Some(done.seen.mex()));
            }
        }
        Ok(self.nimbers[at])
    }

    /// The outcome: N when some option is P; without options, what the convention says.
    ///
    /// # Errors
    /// When the run stops first.
    pub fn outcome(
        &mut self,
        at: &R::Position,
        convention: Convention,
        run: &Run,
    ) -> Result<Outcome, Stopped> {
        let known = &mut self.outcomes[convention as usize];
        let mut stack: Vec<Open<R::Position, Outcome>> = Vec::new();
        let mut wanted = Some(at.clone());
        loop {
            if let Some(position) = wanted.take()
                && !known.contains_key(&position)
            {
                let options = options(self.rules, &position, run)?;
                let seen = if options.is_empty() { convention.outcome_without_moves() } else { Outcome::P };
                stack.push(Open { position, options, seen });
            }
            let Some(top) = stack.last_mut() else { break };
            while let Some(option) = top.options.last() {
                match known.get(option) {
                    Some(Outcome::P) => {
                        top.seen = Outcome::N;
                        top.options.clear();
                        break;
                    }
                    Some(Outcome::N) => top.options.pop(),
                    None => {
                        wanted = Some(option.clone());
                        break;
                    }
                };
            }
            if wanted.is_none()
                && let Some(done) = stack.pop()
            {
                known.insert(done.position, done.seen);
            }
        }
        Ok(known[at])
    }

    /// Every move to a P-position, in the order of [`Ruleset::moves`].
    ///
    /// # Errors
    /// When the run stops first.
    pub fn winning_moves(
        &mut self,
        at: &R::Position,
        convention: Convention,
        run: &Run,
    ) -> Result<Vec<R::Move>, Stopped> {
        let mut moves = Vec::new();
        let _ = self.rules.moves(at, |mv| {
            moves.push(mv);
            ControlFlow::<()>::Continue(())
        });
        let mut winning = Vec::new();
        for mv in moves {
            let option = self.rules.play(at, &mv);
            let loses = match convention {
                Convention::Normal => self.nimber(&option, run)? == Some(Nimber::ZERO),
                Convention::Misere => self.outcome(&option, convention, run)? == Outcome::P,
            };
            if loses {
                winning.push(mv);
            }
        }
        Ok(winning)
    }
}

/// The options; none when the last move has ended the whole game.
fn options<R: Ruleset>(rules: &R, position: &R::Position, run: &Run) -> Result<Vec<R::Position>, Stopped> {
    run.step()?;
    let mut options = Vec::new();
    if rules.wins_at_once().is_won(position) {
        return Ok(options);
    }
    let stopped = rules.moves(position, |mv| {
        let option = rules.play(position, &mv);
        // An option is held on the stack now, and in the memory of positions later.
        if let Err(stopped) = run.hold(2 * Tuned(rules).bytes(&option)) {
            return ControlFlow::Break(stopped);
        }
        options.push(option);
        ControlFlow::Continue(())
    });
    match stopped {
        ControlFlow::Break(stopped) => Err(stopped),
        ControlFlow::Continue(()) => Ok(options),
    }
}
