//! The nimbers of all tuples that can be reached from those that were asked for.
//!
//! Few tuples are found depth first and kept in a hash table. Where there are many, all tuples of a box of numbers are
//! valued in order, each by its options before it: then looking an option up is looking into an array.

use super::options::{Options, written};
use crate::formula::Fault;
use crate::marks::Marks;
use grundy_core::{Pace, Run, Stopped};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// What is known of a tuple.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) nimber: u32,
    /// The most moves that can be made from it; `u32::MAX` where they are as many or more.
    pub(super) moves: u32,
}

/// Of a tuple in a box whose options have no value, since it breaks the rules or leads to one that does.
const NONE: Value = Value { nimber: u32::MAX, moves: u32::MAX };

/// Why tuples have no values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The run ended first.
    Stopped(Stopped),
    /// The rules break down at a tuple.
    Broken(Box<[i64]>, Fault),
}

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Failure {
        Failure::Stopped(stopped)
    }
}

/// So many tuples are looked for depth first before a box is tried.
const FEW: usize = 1 << 11;
/// A box has at most this many tuples.
const MOST_IN_BOX: u64 = 1 << 26;
/// What an entry of the hash table takes, about, without its numbers.
const BYTES: usize = 80;
/// What a tuple in a list that grows takes, about, without its numbers.
const LISTED: usize = 48;
/// While the options of a tuple are listed, the memory of unknown tuples is held in steps of this many tuples.
const TUPLES_HELD_TOGETHER: usize = 1 << 12;

/// All tuples whose numbers are below these, in reading order.
#[derive(Debug)]
struct Filled {
    sides: Vec<i64>,
    values: Vec<Value>,
}

impl Filled {
    #[inline]
    fn place(sides: &[i64], tuple: &[i64]) -> Option<usize> {
        let mut place = 0;
        for (&number, &side) in tuple.iter().zip(sides) {
            if number >= side {
                return None;
            }
            place = place * side as usize + number as usize;
        }
        Some(place)
    }

    fn get(&self, tuple: &[i64]) -> Option<Value> {
        let value = self.values[Filled::place(&self.sides, tuple)?];
        (value != NONE).then_some(value)
    }
}

/// What is known of the tuples of a game.
#[derive(Debug, Default)]
pub(super) struct Values {
    met: HashMap<Box<[i64]>, Value, foldhash::fast::RandomState>,
    filled: Option<Filled>,
    /// Whether moves lead out of boxes.
    leaves_boxes: bool,
}

impl Values {
    /// What is known of a tuple.
    pub(super) fn get(&self, tuple: &[i64]) -> Option<Value> {
        self.filled.as_ref().and_then(|filled| filled.get(tuple)).or_else(|| self.met.get(tuple).copied())
    }

    /// Values a tuple and all that can be reached from it.
    pub(super) fn find(&mut self, options: &Options, tuple: &[i64], run: &Run) -> Result<(), Failure> {
        if self.get(tuple).is_some() || self.find_each(options, tuple, FEW, run)? {
            return Ok(());
        }
        if !self.leaves_boxes && self.fill(options, tuple, run)? {
            return Ok(());
        }
        self.find_each(options, tuple, usize::MAX, run).map(|_| ())
    }

    /// Values a tuple from which little can be reached, depth first.
    pub(super) fn find_few(&mut self, options: &Options, tuple: &[i64], run: &Run) -> Result<(), Failure> {
        self.find_each(options, tuple, usize::MAX, run).map(|_| ())
    }

    /// Depth first; says whether all was found before there were too many.
    fn find_each(
        &mut self,
        options: &Options,
        tuple: &[i64],
        most: usize,
        run: &Run,
    ) -> Result<bool, Failure> {
        let (mut open, mut marks, mut found) = (vec![Box::from(tuple)], Marks::default(), 0);
        let mut pace = Pace::default();
        let bytes = LISTED + size_of_val(tuple);
        run.hold(bytes)?;
        while let Some(state) = open.last().cloned() {
            let state: Box<[i64]> = state;
            if self.get(&state).is_some() {
                open.pop();
                run.release(bytes);
                continue;
            }
            marks.begin();
            let mut moves = 0_u32;
            let mut unknown: Vec<Box<[i64]>> = Vec::new();
            // How many of them are held.
            let (mut held, mut stopped) = (0, Ok(()));
            let listed = options.each(&state, |option| {
                stopped = run.turn(&mut pace);
                if stopped.is_err() {
                    return ControlFlow::Break(());
                }
                match self.option(option, options.arity) {
                    Some(value) => {
                        marks.mark(value.nimber);
                        moves = moves.max(value.moves.saturating_add(1));
                    }
                    None => {
                        let tuples = option.chunks_exact(options.arity);
                        let new = tuples.filter(|tuple| self.get(tuple).is_none());
                        unknown.extend(new.map(Box::from));
                        if unknown.len() - held > TUPLES_HELD_TOGETHER {
                            stopped = run.hold((unknown.len() - held) * bytes);
                            held = unknown.len();
                        }
                    }
                }
                if stopped.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            stopped?;
            listed.map_err(|fault| Failure::Broken(state.clone(), fault))?;
            if unknown.is_empty() {
                run.step()?;
                run.hold(BYTES + size_of_val(&*state))?;
                self.met.insert(state, Value { nimber: marks.mex(), moves });
                open.pop();
                run.release(bytes);
                found += 1;
            } else {
                // The least first: when a greater one is listed, its options are known.
                unknown.sort_unstable_by(|one, other| other.cmp(one));
                unknown.dedup();
                run.check()?;
                run.release(held * bytes);
                run.hold(unknown.len() * bytes)?;
                open.append(&mut unknown);
            }
            if found.max(open.len() >> 4) > most {
                run.release(open.len() * bytes);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The value of several tuples together.
    #[inline]
    fn option(&self, option: &[i64], arity: usize) -> Option<Value> {
        let mut sum = Value { nimber: 0, moves: 0 };
        for tuple in option.chunks_exact(arity) {
            let value = self.get(tuple)?;
            sum.nimber ^= value.nimber;
            sum.moves = sum.moves.saturating_add(value.moves);
        }
        Some(sum)
    }

    /// Values all tuples of a box in which this one is the last. Says whether it has a value then: moves may lead out
    /// of every box.
    fn fill(&mut self, options: &Options, tuple: &[i64], run: &Run) -> Result<bool, Failure> {
        let known = self.filled.as_ref().map(|filled| &filled.sides[..]);
        let grown = |place: usize, number: i64| {
            let before = known.map_or(0, |sides| sides[place]);
            // A little more than is asked for: the next question may be a little larger.
            if number < before { before } else { number.saturating_add(1 + number / 8) }
        };
        let wide: Vec<i64> = tuple.iter().enumerate().map(|(place, &number)| grown(place, number)).collect();
        let tight: Vec<i64> = tuple.iter().map(|number| number.saturating_add(1)).collect();
        let size = |sides: &[i64]| {
            sides
                .iter()
                .try_fold(1_u64, |size, &side| size.checked_mul(side as u64))
                .filter(|&size| size <= MOST_IN_BOX)
        };
        let sides = if size(&wide).is_some() { wide } else { tight };
        let Some(count) = size(&sides) else { return Ok(false) };
        let bytes = count as usize * size_of::<Value>();
        run.hold(bytes)?;
        let filled = fill(options, &sides, count as usize, run);
        let Some(values) = filled.inspect_err(|_| run.release(bytes))? else {
            run.release(bytes);
            self.leaves_boxes = true;
            return Ok(false);
        };
        if let Some(before) = &self.filled {
            run.release(before.values.len() * size_of::<Value>());
        }
        self.filled = Some(Filled { sides, values });
        Ok(self.get(tuple).is_some())
    }
}

/// The values of all tuples of a box; `None` where a move leads out of it.
fn fill(options: &Options, sides: &[i64], count: usize, run: &Run) -> Result<Option<Vec<Value>>, Failure> {
    let mut values = vec![NONE; count];
    let mut marks = Marks::default();
    let mut state = vec![0; sides.len()];
    let mut each = |state: &[i64], place: usize, values: &mut [Value]| -> Result<bool, Failure> {
        run.step()?;
        marks.begin();
        let (mut moves, mut leaves, mut is_none) = (0_u32, false, false);
        let listed = options.each(state, |option| {
            if option.len() == sides.len() {
                let Some(place) = Filled::place(sides, option) else {
                    leaves = true;
                    return ControlFlow::Break(());
                };
                let value = values[place];
                if value == NONE {
                    is_none = true;
                } else {
                    marks.mark(value.nimber);
                    moves = moves.max(value.moves.saturating_add(1));
                }
                return ControlFlow::Continue(());
            }
            let (mut nimber, mut after) = (0, 0_u32);
            for tuple in option.chunks_exact(sides.len()) {
                let Some(place) = Filled::place(sides, tuple) else {
                    leaves = true;
                    return ControlFlow::Break(());
                };
                let value = values[place];
                is_none |= value == NONE;
                nimber ^= value.nimber;
                after = after.saturating_add(value.moves);
            }
            if !is_none {
                marks.mark(nimber);
            }
            moves = moves.max(after.saturating_add(1));
            ControlFlow::Continue(())
        });
        if leaves {
            return Ok(false);
        }
        // What breaks the rules here matters only where somebody gets here: then it is found anew, and told.
        if listed.is_ok() && !is_none {
            values[place] = Value { nimber: marks.mex(), moves };
        }
        Ok(true)
    };
    if options.measure.is_none() {
        for place in 0..count {
            if !each(&state, place, &mut values)? {
                return Ok(None);
            }
            next(&mut state, sides);
        }
        return Ok(Some(values));
    }
    let mut order: Vec<(i64, u32)> = Vec::with_capacity(count);
    run.hold(count * size_of::<(i64, u32)>())?;
    for place in 0..count {
        if let Ok(rank) = options.rank_of(&state) {
            order.push((rank, place as u32));
        }
        next(&mut state, sides);
    }
    order.sort_unstable();
    for (_, place) in order {
        let mut rest = place as usize;
        for (number, &side) in state.iter_mut().zip(sides).rev() {
            *number = (rest % side as usize) as i64;
            rest /= side as usize;
        }
        if !each(&state, place as usize, &mut values)? {
            return Ok(None);
        }
    }
    run.release(count * size_of::<(i64, u32)>());
    Ok(Some(values))
}

/// The next tuple in reading order.
fn next(state: &mut [i64], sides: &[i64]) {
    for (number, &side) in state.iter_mut().zip(sides).rev() {
        *number += 1;
        if *number < side {
            return;
        }
        *number = 0;
    }
}

/// The tuple at which rules break down, and why, as a sentence.
pub(super) fn told(state: &[i64], fault: &Fault) -> String {
    format!("the rules break down at {}: {fault}", written(state))
}
