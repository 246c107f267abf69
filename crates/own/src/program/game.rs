//! The rules of a game that a program knows.

use super::answer::{Left, is_state, left, shown, written};
use super::states::{Failure, States};
use grundy_core::{
    Diagnostic, EMPTY, Explain, Knowledge, Limits, Nimber, Notation, Playable, Reader, Ruleset, Run, Show,
    Stopped,
};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A position: states side by side, each a word that the program understands.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProgramStates(Vec<Arc<str>>);

/// A move: the place of a state, from 0, and the states that are left of it, sorted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ProgramMove {
    /// The place of the state.
    pub place: usize,
    /// The states that are left.
    pub left: Vec<Arc<str>>,
}

/// The rules of a game that a program knows. Copies share the program, and what it has answered.
#[derive(Clone)]
pub struct ProgramGame {
    shared: Arc<Shared>,
}

struct Shared {
    states: Mutex<States>,
    command: String,
    /// No two programs that were ever started are the same game: what a program answers may change with its text.
    identity: String,
}

/// Where no run is given, the program is asked for so long, and for so many states.
const LOOKED_INTO: u64 = 1 << 14;
const LOOKED_FOR: Duration = Duration::from_secs(20);
/// More moves than these are not listed in a terminal.
const MOST_SHOWN: usize = 40;

impl ProgramGame {
    pub(super) fn new(states: States, command: &str) -> ProgramGame {
        let now = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(0, |since| since.as_nanos());
        let identity = format!("{} {now} {:p}", std::process::id(), std::ptr::from_ref(&states));
        ProgramGame {
            shared: Arc::new(Shared { states: Mutex::new(states), command: command.to_owned(), identity }),
        }
    }

    fn states(&self) -> MutexGuard<'_, States> {
        self.shared.states.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many states are known.
    pub(super) fn count(&self) -> usize {
        self.states().count()
    }

    /// What the moves of a state leave. Nothing where the program fails: positions are prepared before anything is made
    /// of this, and what fails then is told.
    fn options(&self, state: &str) -> Vec<Left> {
        let mut states = self.states();
        if states.options(state).is_none() {
            let run = Run::new(Limits { time: Some(LOOKED_FOR), ..Limits::default() });
            let _ = states.look(state, &run);
        }
        states.options(state).unwrap_or_default()
    }
}

impl fmt::Debug for ProgramGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProgramGame").field("command", &self.shared.command).finish_non_exhaustive()
    }
}

impl Ruleset for ProgramGame {
    type Position = ProgramStates;
    type Move = ProgramMove;

    fn moves<B>(
        &self,
        at: &ProgramStates,
        mut visit: impl FnMut(ProgramMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (place, state) in at.0.iter().enumerate() {
            for left in self.options(state) {
                visit(ProgramMove { place, left })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, at: &ProgramStates, mv: &ProgramMove) -> ProgramStates {
        let mut after = at.clone();
        after.0.splice(mv.place..=mv.place, mv.left.iter().cloned());
        after
    }

    /// As many as the longest game has, where it is known.
    fn moves_left(&self, at: &ProgramStates) -> u128 {
        let states = self.states();
        let of =
            |state: &Arc<str>| states.value(state).map_or(u128::from(u32::MAX), |(_, moves)| moves.into());
        at.0.iter().map(of).fold(0, u128::saturating_add)
    }

    fn split(&self, at: ProgramStates) -> Vec<ProgramStates> {
        at.0.into_iter().map(|state| ProgramStates(vec![state])).collect()
    }

    /// States without moves do not matter, nor does the order. The program is not asked for this: it may think for
    /// seconds, and a search that is over would wait for it.
    fn canon(&self, mut at: ProgramStates) -> ProgramStates {
        let states = self.states();
        at.0.retain(|state| states.options(state).is_none_or(|options| !options.is_empty()));
        at.0.sort_unstable();
        at
    }

    fn knowledge(&self) -> &dyn Knowledge<Self> {
        self
    }
}

impl Knowledge<ProgramGame> for ProgramGame {
    /// Asks for all that can be reached.
    fn prepare(&self, at: &ProgramStates, run: &Run) -> Result<(), Stopped> {
        for state in &at.0 {
            match self.states().find(state, run) {
                Ok(()) => {}
                Err(Failure::Stopped(stopped)) => return Err(stopped),
                // It was told where the position was read, unless it came to this only now: no answer is right then.
                Err(Failure::Broken(..)) => {
                    return Err(Stopped { reason: grundy_core::StopReason::Cancelled, nodes: run.nodes() });
                }
            }
        }
        Ok(())
    }

    fn theorem(&self, at: &ProgramStates) -> Option<Nimber> {
        let states = self.states();
        at.0.iter().map(|state| states.value(state).map(|(nimber, _)| Nimber(nimber.into()))).sum()
    }
}

impl Notation for ProgramGame {
    /// Reads states joined by `+`; each is asked for at once, with all that it leads to.
    fn parse(&self, text: &mut Reader<'_>) -> Result<ProgramStates, Diagnostic> {
        if text.eat_empty() {
            return Ok(ProgramStates::default());
        }
        if text.is_at_end() {
            return Err(Diagnostic::new("a state is missing", text.here())
                .help("write a word that the program understands; or `-` where there is nothing"));
        }
        let few = Run::new(Limits { nodes: Some(LOOKED_INTO), time: Some(LOOKED_FOR), ..Limits::default() });
        let run = text.run().cloned().unwrap_or(few);
        let mut found = Vec::new();
        text.skip_blanks();
        loop {
            let start = text.position();
            let word = text.take_while(|c| !c.is_whitespace() && c != '+');
            if !is_state(word) {
                return Err(Diagnostic::new(format!("`{}` is no state", shown(word)), text.since(start))
                    .help("a state is a word; several are joined by `+`"));
            }
            let mut states = self.states();
            // Without the moves of the state there is no position. Its nimber may stay unknown: a stop of that search is
            // told to whoever asks for the nimber.
            let known = match states.look(word, &run) {
                Err(Failure::Stopped(stopped)) => {
                    text.note_stop(stopped);
                    Err(Failure::Broken(
                        format!("the options of `{}` are not known: {stopped}", shown(word)),
                        "the program needs more time, or more memory for its answer".to_owned(),
                    ))
                }
                looked => looked.and_then(|()| states.find(word, &run)),
            };
            if let Err(Failure::Broken(told, help)) = known {
                return Err(Diagnostic::new(told, text.since(start)).help(help));
            }
            found.push(Arc::from(word));
            if !text.eat('+') {
                return Ok(ProgramStates(found));
            }
        }
    }

    fn format(&self, at: &ProgramStates) -> String {
        if at.0.is_empty() { EMPTY.to_owned() } else { at.0.join("+") }
    }

    /// What is left; among several states, with the place of the state before it.
    fn label(&self, at: &ProgramStates, mv: &ProgramMove) -> String {
        match at.0.len() {
            1 => written(&mv.left),
            _ => format!("{}:{}", mv.place + 1, written(&mv.left)),
        }
    }

    fn parse_move(&self, at: &ProgramStates, label: &str) -> Result<ProgramMove, Diagnostic> {
        let wrong = || {
            Diagnostic::new(
                format!("the program lets no move lead to `{}` here", shown(label)),
                0..label.len(),
            )
            .help("write what the move leaves; among several states with the place before it: `2:STATE`")
        };
        let (place, word) = match (at.0.len(), label.split_once(':')) {
            (1, _) => (Some(0), label),
            (_, Some((place, word))) => {
                (place.parse::<usize>().ok().and_then(|place| place.checked_sub(1)), word)
            }
            (_, None) => (None, label),
        };
        let place = place.filter(|&place| place < at.0.len()).ok_or_else(wrong)?;
        let left = left(word).filter(|left| self.options(&at.0[place]).contains(left)).ok_or_else(wrong)?;
        let mv = ProgramMove { place, left };
        // One spelling of each label.
        if self.label(at, &mv) == label { Ok(mv) } else { Err(wrong()) }
    }

    fn say(&self, at: &ProgramStates, mv: &ProgramMove) -> String {
        format!("go from {} to {}", at.0[mv.place], written(&mv.left))
    }
}

impl Show for ProgramGame {
    fn show(&self, at: &ProgramStates, _: usize) -> String {
        if at.0.is_empty() {
            return "(nothing)\n".to_owned();
        }
        let line = |state: &Arc<str>| {
            let options = self.options(state);
            let first: Vec<String> = options.iter().take(MOST_SHOWN).map(|left| written(left)).collect();
            let more =
                if options.len() > MOST_SHOWN { format!(" ... ({})", options.len()) } else { String::new() };
            format!("{state} -> {}{more}", first.join(" ")).trim_end().to_owned() + "\n"
        };
        at.0.iter().map(line).collect()
    }
}

impl Explain for ProgramGame {
    fn zero_without_search(&self) -> &'static str {
        "by the nimbers of all that can be reached"
    }
}

impl Playable for ProgramGame {
    fn signature(&self, _: &str, write: &mut dyn FnMut(&str)) {
        write("own program 1");
        write(&self.shared.identity);
    }

    /// The program may answer otherwise in another run.
    fn is_kept(&self) -> bool {
        false
    }
}
