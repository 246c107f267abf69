//! The plain definition of nimbers and outcomes.

use crate::{Convention, Held, MexSet, Nimber, Outcome, Pace, Ruleset, Run, Stopped, Tuned};
use std::collections::HashMap;
use std::hash::Hash;
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
    holding: Holding,
    /// How often moves look at the clock: one in a sum of thousands of terms takes as long as a node elsewhere.
    pace: Pace,
}

/// A position whose value is being computed, with the moves that are still open. Options are made when they are looked
/// at: a sum of thousands of terms has as many options, each as long as the sum.
struct Open<R: Ruleset, S> {
    position: R::Position,
    moves: Vec<R::Move>,
    /// The bytes of the moves.
    bytes: usize,
    seen: S,
}

/// What is held, and in whose count; it is given back when the definition is dropped.
#[derive(Default)]
struct Holding(Option<Held>);

/// What an allocator keeps beside a position, in bytes.
const BESIDE: usize = 32;

/// About the bytes of a move in a list that grows by doubling, and of what it may have allocated.
fn move_bytes<R: Ruleset>() -> usize {
    2 * size_of::<R::Move>() + if std::mem::needs_drop::<R::Move>() { 2 * BESIDE } else { 0 }
}

impl Holding {
    fn hold(&mut self, bytes: usize, run: &Run) -> Result<(), Stopped> {
        self.0.get_or_insert_with(|| Held::of(run)).hold(bytes)
    }

    fn release(&mut self, bytes: usize) {
        if let Some(held) = &mut self.0 {
            held.release(bytes);
        }
    }

    /// Inserts a position of `bytes` bytes into a table. While a table grows, the old and the new one are
    /// both in memory.
    fn insert<P: Hash + Eq, V>(
        &mut self,
        table: &mut HashMap<P, V>,
        (position, value): (P, V),
        bytes: usize,
        run: &Run,
    ) -> Result<(), Stopped> {
        let before = table_bytes::<(P, V)>(table.capacity());
        let after = if table.len() < table.capacity() { 0 } else { (2 * before).max(FIRST_TABLE) };
        self.hold(after, run)?;
        self.hold(bytes + BESIDE, run)?;
        table.insert(position, value);
        if after > 0 {
            // What was held may have been a guess.
            self.release(before + after);
            self.hold(table_bytes::<(P, V)>(table.capacity()), run)?;
        }
        Ok(())
    }
}

/// About the bytes of a table at first.
const FIRST_TABLE: usize = 256;

/// The bytes of a table with room for this number of entries: its size is a power of two, and seven
/// eighths are used at most.
fn table_bytes<T>(capacity: usize) -> usize {
    if capacity == 0 { 0 } else { (capacity * 8 / 7).next_power_of_two() * (size_of::<T>() + 1) }
}

impl<'r, R: Ruleset> Definition<'r, R> {
    /// The definition applied to these rules.
    pub fn new(rules: &'r R) -> Self {
        Definition {
            rules,
            nimbers: HashMap::new(),
            outcomes: Default::default(),
            holding: Holding::default(),
            pace: Pace::default(),
        }
    }

    /// How many values are remembered: nimbers, and outcomes of both conventions.
    pub fn known(&self) -> usize {
        self.nimbers.len() + self.outcomes.iter().map(HashMap::len).sum::<usize>()
    }

    /// The nimber: the mex of the options' nimbers; `None` for a sunny position.
    ///
    /// # Errors
    /// When the run stops first.
    pub fn nimber(&mut self, at: &R::Position, run: &Run) -> Result<Option<Nimber>, Stopped> {
        let mut stack: Vec<Open<R, MexSet>> = Vec::new();
        let mut wanted = Some(at.clone());
        loop {
            if let Some(position) = wanted.take()
                && !self.nimbers.contains_key(&position)
            {
                let (moves, bytes) = moves(self.rules, &position, run, &mut self.holding)?;
                if self.is_sunny(&position, &moves, run)? {
                    self.holding.release(bytes);
                    let own = Tuned(self.rules).bytes(&position);
                    self.holding.insert(&mut self.nimbers, (position, None), own, run)?;
                } else {
                    stack.push(Open { position, moves, bytes, seen: MexSet::default() });
                }
            }
            let Some(top) = stack.last_mut() else { break };
            while let Some(mv) = top.moves.last() {
                run.turn(&mut self.pace)?;
                let option = self.rules.play(&top.position, mv);
                match self.nimbers.get(&option) {
                    Some(&nimber) => nimber.into_iter().for_each(|nimber| top.seen.insert(nimber)),
                    None => {
                        wanted = Some(option);
                        break;
                    }
                }
                top.moves.pop();
            }
            if wanted.is_none()
                && let Some(done) = stack.pop()
            {
                self.holding.release(done.bytes);
                let own = Tuned(self.rules).bytes(&done.position);
                self.holding.insert(&mut self.nimbers, (done.position, Some(done.seen.mex())), own, run)?;
            }
        }
        Ok(self.nimbers[at])
    }

    /// Whether a move wins the whole game at once.
    fn is_sunny(&mut self, position: &R::Position, moves: &[R::Move], run: &Run) -> Result<bool, Stopped> {
        for mv in moves {
            run.turn(&mut self.pace)?;
            if self.rules.wins_at_once().is_won(&self.rules.play(position, mv)) {
                return Ok(true);
            }
        }
        Ok(false)
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
        let mut stack: Vec<Open<R, Outcome>> = Vec::new();
        let mut wanted = Some(at.clone());
        loop {
            if let Some(position) = wanted.take()
                && !known.contains_key(&position)
            {
                let (moves, bytes) = moves(self.rules, &position, run, &mut self.holding)?;
                let seen = if moves.is_empty() { convention.outcome_without_moves() } else { Outcome::P };
                stack.push(Open { position, moves, bytes, seen });
            }
            let Some(top) = stack.last_mut() else { break };
            while let Some(mv) = top.moves.last() {
                run.turn(&mut self.pace)?;
                let option = self.rules.play(&top.position, mv);
                match known.get(&option) {
                    Some(Outcome::P) => {
                        top.seen = Outcome::N;
                        top.moves.clear();
                        break;
                    }
                    Some(Outcome::N) => top.moves.pop(),
                    None => {
                        wanted = Some(option);
                        break;
                    }
                };
            }
            if wanted.is_none()
                && let Some(done) = stack.pop()
            {
                self.holding.release(done.bytes);
                let own = Tuned(self.rules).bytes(&done.position);
                self.holding.insert(known, (done.position, done.seen), own, run)?;
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

/// The moves, and the bytes that are held for them; none when the last move has ended the whole game.
fn moves<R: Ruleset>(
    rules: &R,
    position: &R::Position,
    run: &Run,
    holding: &mut Holding,
) -> Result<(Vec<R::Move>, usize), Stopped> {
    run.step()?;
    let (mut moves, mut bytes) = (Vec::new(), 0);
    if rules.wins_at_once().is_won(position) {
        return Ok((moves, bytes));
    }
    let stopped = rules.moves(position, |mv| {
        if let Err(stopped) = holding.hold(move_bytes::<R>(), run) {
            return ControlFlow::Break(stopped);
        }
        bytes += move_bytes::<R>();
        moves.push(mv);
        ControlFlow::Continue(())
    });
    match stopped {
        ControlFlow::Break(stopped) => Err(stopped),
        ControlFlow::Continue(()) => Ok((moves, bytes)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pace::MOST_TURNS;
    use crate::{Limits, StopReason};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

    /// Nim with one heap.
    struct Heap;

    impl Ruleset for Heap {
        type Position = u64;
        type Move = u64;

        fn moves<B>(&self, &at: &u64, visit: impl FnMut(u64) -> ControlFlow<B>) -> ControlFlow<B> {
            (0..at).try_for_each(visit)
        }

        fn play(&self, _: &u64, &left: &u64) -> u64 {
            left
        }

        fn moves_left(&self, &at: &u64) -> u128 {
            at.into()
        }
    }

    fn within(memory: u64) -> Run {
        Run::new(Limits { memory: Some(memory), ..Limits::default() })
    }

    #[test]
    fn an_option_met_again_is_not_counted_again() {
        // Half a million options are looked at, and a thousand positions kept.
        let run = within(200_000);
        let mut definition = Definition::new(&Heap);
        (0..1_000).for_each(|heap| assert_eq!(definition.nimber(&heap, &run), Ok(Some(Nimber(heap)))));
    }

    #[test]
    fn what_is_held_is_given_back() {
        for heap in [10, 1_000] {
            let run = within(10_000);
            let mut definition = Definition::new(&Heap);
            assert_eq!(definition.outcome(&heap, Convention::Misere, &run).is_ok(), heap == 10);
            assert!(run.hold(10_000).is_err());
            drop(definition);
            assert!(run.hold(10_000).is_ok());
        }
    }

    /// One position with very many moves, all to nothing; the stop button is pressed by the thousandth that is played.
    #[derive(Default)]
    struct ManyMoves {
        played: AtomicU32,
        button: Arc<AtomicBool>,
    }

    impl Ruleset for ManyMoves {
        type Position = u32;
        type Move = u32;

        fn moves<B>(&self, &at: &u32, visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
            (0..at).try_for_each(visit)
        }

        fn play(&self, _: &u32, _: &u32) -> u32 {
            if self.played.fetch_add(1, Ordering::Relaxed) == 1_000 {
                self.button.store(true, Ordering::Relaxed);
            }
            0
        }

        fn moves_left(&self, &at: &u32) -> u128 {
            at.min(1).into()
        }
    }

    #[test]
    fn the_stop_button_is_heard_among_the_moves_of_one_position() {
        for convention in [Convention::Normal, Convention::Misere] {
            let rules = ManyMoves::default();
            let run = Run::unlimited().with_cancel(Arc::clone(&rules.button));
            let mut definition = Definition::new(&rules);
            let stopped = match convention {
                Convention::Normal => definition.nimber(&100_000, &run).map(|_| ()),
                Convention::Misere => definition.outcome(&100_000, convention, &run).map(|_| ()),
            };
            assert_eq!(stopped.map_err(|stopped| stopped.reason), Err(StopReason::Cancelled));
            assert!(u64::from(rules.played.load(Ordering::Relaxed)) < 1_000 + 2 * MOST_TURNS);
        }
    }
}
