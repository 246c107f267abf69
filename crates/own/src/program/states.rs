//! All states that a program leads to, and their nimbers.

use super::answer::{Left, options, shown};
use super::child::{NoAnswer, ProgramCommand, Running};
use grundy_core::{Run, Stopped};
use std::collections::HashMap;
use std::sync::Arc;

/// So many bytes of questions are asked at once: they fit any pipe.
const AT_ONCE: usize = 8 << 10;
/// And at most this many questions.
const MOST_AT_ONCE: usize = 256;
/// At most this many states are kept.
const MOST_STATES: usize = 20_000_000;
/// A cycle is told with at most this many states.
const MOST_TOLD: usize = 12;
/// What a state takes beside its text and its options, about.
const BYTES: usize = 120;

const UNKNOWN: u32 = u32::MAX;

/// A state.
struct State {
    name: Arc<str>,
    /// What its moves leave; none where the program was not asked yet.
    options: Option<Box<[Box<[u32]>]>>,
    nimber: u32,
    /// The most moves that can be made from it.
    moves: u32,
}

/// What is known of the states of a program.
pub(super) struct States {
    command: ProgramCommand,
    running: Option<Running>,
    ids: HashMap<Arc<str>, u32, foldhash::fast::RandomState>,
    all: Vec<State>,
}

/// Why a state has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The run ended first.
    Stopped(Stopped),
    /// What is wrong, and what to do.
    Broken(String, String),
}

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Failure {
        Failure::Stopped(stopped)
    }
}

impl States {
    pub(super) fn new(command: ProgramCommand) -> States {
        States { command, running: None, ids: HashMap::default(), all: Vec::new() }
    }

    /// How many states are known.
    pub(super) fn count(&self) -> usize {
        self.all.len()
    }

    /// The nimber of a state, and the most moves from it.
    pub(super) fn value(&self, name: &str) -> Option<(u32, u32)> {
        let state = &self.all[*self.ids.get(name)? as usize];
        (state.nimber != UNKNOWN).then_some((state.nimber, state.moves))
    }

    /// What the moves of a state leave, where the program was asked.
    pub(super) fn options(&self, name: &str) -> Option<Vec<Left>> {
        let state = &self.all[*self.ids.get(name)? as usize];
        let left = |ids: &[u32]| ids.iter().map(|&id| Arc::clone(&self.all[id as usize].name)).collect();
        Some(state.options.as_ref()?.iter().map(|ids| left(ids)).collect())
    }

    /// Values a state and all that it leads to.
    pub(super) fn find(&mut self, name: &str, run: &Run) -> Result<(), Failure> {
        if self.value(name).is_some() {
            return Ok(());
        }
        let first = self.id(&Arc::from(name), run)?;
        self.reach(first, run)?;
        self.solve(first, run)
    }

    /// Asks for the options of a state alone.
    pub(super) fn look(&mut self, name: &str, run: &Run) -> Result<(), Failure> {
        let id = self.id(&Arc::from(name), run)?;
        if self.all[id as usize].options.is_none() {
            self.ask(&[id], run)?;
        }
        Ok(())
    }

    fn id(&mut self, name: &Arc<str>, run: &Run) -> Result<u32, Failure> {
        if let Some(&id) = self.ids.get(name) {
            return Ok(id);
        }
        if self.all.len() == MOST_STATES {
            let told = format!("more than {MOST_STATES} states can be reached");
            return Err(Failure::Broken(told, "begin with a smaller one".to_owned()));
        }
        run.hold(BYTES + name.len())?;
        let id = self.all.len() as u32;
        self.ids.insert(Arc::clone(name), id);
        self.all.push(State { name: Arc::clone(name), options: None, nimber: UNKNOWN, moves: 0 });
        Ok(id)
    }

    /// Asks for the options of all that can be reached, many at once.
    fn reach(&mut self, first: u32, run: &Run) -> Result<(), Failure> {
        let mut is_met = vec![false; self.all.len()];
        is_met[first as usize] = true;
        let (mut met, mut next) = (vec![first], 0);
        let mut wanted: Vec<u32> = Vec::new();
        loop {
            // What is known leads on; what is not is asked.
            while next < met.len() {
                let id = met[next];
                next += 1;
                match &self.all[id as usize].options {
                    None => wanted.push(id),
                    Some(options) => {
                        is_met.resize(self.all.len(), false);
                        for &to in options.iter().flatten() {
                            if !std::mem::replace(&mut is_met[to as usize], true) {
                                met.push(to);
                            }
                        }
                    }
                }
            }
            let (mut bytes, mut count) = (0, 0);
            while count < wanted.len().min(MOST_AT_ONCE) {
                bytes += self.all[wanted[wanted.len() - 1 - count] as usize].name.len() + 1;
                if count > 0 && bytes > AT_ONCE {
                    break;
                }
                count += 1;
            }
            let asked = wanted.split_off(wanted.len() - count);
            if asked.is_empty() {
                return Ok(());
            }
            for _ in &asked {
                run.step()?;
            }
            self.ask(&asked, run)?;
            met.drain(..next);
            next = 0;
            met.extend(asked);
        }
    }

    /// Asks for the options of states. A program that fails is ended, and would be started anew.
    fn ask(&mut self, ids: &[u32], run: &Run) -> Result<(), Failure> {
        let names: Vec<Arc<str>> = ids.iter().map(|&id| Arc::clone(&self.all[id as usize].name)).collect();
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.command.start().map_err(Failure::from)?,
        };
        // While it is out of its place, whatever goes wrong ends it.
        let answers = running.ask(&names, run)?;
        for ((&id, name), answer) in ids.iter().zip(&names).zip(answers) {
            let left = options(&answer).map_err(|told| {
                let told = format!("{told}, when it was asked for the options of `{}`", shown(name));
                Failure::Broken(
                    told,
                    "options stand in one line, by blanks; `a+b` are two states side by side, `-` is nothing"
                        .to_owned(),
                )
            })?;
            run.hold(left.iter().map(|states| 16 + 4 * states.len()).sum())?;
            let mut options = Vec::with_capacity(left.len());
            for states in left {
                let ids: Result<Vec<u32>, Failure> = states.iter().map(|state| self.id(state, run)).collect();
                options.push(ids?.into_boxed_slice());
            }
            self.all[id as usize].options = Some(options.into_boxed_slice());
        }
        self.running = Some(running);
        Ok(())
    }

    /// Nimbers of a state and all that it leads to, whose options are known; depth first.
    fn solve(&mut self, first: u32, run: &Run) -> Result<(), Failure> {
        // The states on the way, each with the number of the option at hand, and the state of that.
        let mut way: Vec<(u32, usize, usize)> = vec![(first, 0, 0)];
        let mut is_on_way = vec![false; self.all.len()];
        is_on_way[first as usize] = true;
        let mut count = 0_u64;
        while let Some(last) = way.last_mut() {
            count += 1;
            if count.is_multiple_of(1 << 16) {
                run.check()?;
            }
            let options = self.all[last.0 as usize].options.as_ref().expect("all that is reached was asked");
            let Some(states) = options.get(last.1) else {
                let id = last.0;
                way.pop();
                is_on_way[id as usize] = false;
                self.value_of(id);
                continue;
            };
            let Some(&to) = states.get(last.2) else {
                (last.1, last.2) = (last.1 + 1, 0);
                continue;
            };
            last.2 += 1;
            if is_on_way[to as usize] {
                return Err(self.cycle(&way, to));
            }
            if self.all[to as usize].nimber == UNKNOWN {
                is_on_way[to as usize] = true;
                way.push((to, 0, 0));
            }
        }
        Ok(())
    }

    /// The nimber of a state whose options have theirs.
    fn value_of(&mut self, id: u32) {
        let options = self.all[id as usize].options.as_ref().expect("it was asked");
        let (mut nimbers, mut most) = (Vec::with_capacity(options.len()), 0);
        for states in options {
            let each = states.iter().map(|&state| &self.all[state as usize]);
            let (nimber, moves) = each.fold((0, 1_u32), |(nimber, moves), state| {
                (nimber ^ state.nimber, moves.saturating_add(state.moves))
            });
            nimbers.push(nimber);
            most = most.max(moves);
        }
        nimbers.sort_unstable();
        nimbers.dedup();
        let mex = nimbers.iter().zip(0..).find(|(nimber, place)| **nimber != *place).map(|(_, place)| place);
        let state = &mut self.all[id as usize];
        (state.nimber, state.moves) = (mex.unwrap_or(nimbers.len() as u32), most);
    }

    /// That a game may go on for ever.
    fn cycle(&self, way: &[(u32, usize, usize)], to: u32) -> Failure {
        let from = way.iter().position(|(id, _, _)| *id == to).unwrap_or(0);
        let name = |id: u32| shown(&self.all[id as usize].name);
        let mut told: Vec<String> = way[from..].iter().take(MOST_TOLD).map(|(id, _, _)| name(*id)).collect();
        if way.len() - from > MOST_TOLD {
            told.push(format!("... ({} states)", way.len() - from));
        }
        told.push(name(to));
        let told = format!("this game may go on for ever: {}", told.join(" -> "));
        Failure::Broken(
            told,
            "a state must never come back: let the program keep what makes the game end in its states"
                .to_owned(),
        )
    }
}

impl From<NoAnswer> for Failure {
    fn from(none: NoAnswer) -> Failure {
        match none {
            NoAnswer::Stopped(stopped) => Failure::Stopped(stopped),
            NoAnswer::Fault(told, help) => Failure::Broken(told, help),
        }
    }
}
