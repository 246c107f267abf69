//! Which engine, when: the plain kernel until a sparse space pays, the sliced engine from then on, and back
//! whenever that stops being so.

use crate::Code;
use crate::code::rules::Rules;
use crate::engine::dense::Dense;
use crate::engine::many_parts::Many;
use crate::engine::subtraction::Taking;
use crate::error::EngineError;
use crate::sparse::history::{History, RARE};
use crate::sparse::sliced::{Machine, Setting, Step, machine, machine_indices};
use crate::sparse::space::Space;

/// The first length at which a sparse space is looked for.
const FIRST_CHOICE: usize = 1024;

/// The plain kernel is told the rare heaps where they are at most one heap in this many.
const FEW_RARES: u64 = 8;

/// What the plain kernel takes for a heap beside what the sliced engine holds, in bytes.
const BACK_TO_DENSE: u64 = 4;

/// Heaps computed by one call of [`Adaptive::advance`] in the slow engines.
const PIECE: usize = 64;

pub(crate) enum Stage {
    Taking(Taking),
    Dense(Dense),
    Many(Many),
    Sliced(Box<dyn Machine>),
}

/// Nimbers held as they are.
#[derive(Clone, Copy)]
pub(crate) enum Plain<'a> {
    /// Where heaps stay whole.
    Wide(&'a [u32]),
    /// Where they break.
    Narrow(&'a [u16]),
}

/// Nimbers from heap 0 on, by whatever engine is best at the time.
pub(crate) struct Adaptive {
    code: Code,
    rules: Option<Rules>,
    pub(crate) stage: Stage,
    /// The length at which the choice of engine is looked at again.
    next_choice: u64,
    /// Rare heaps when the space was chosen.
    rares_then: usize,
    pub(crate) setting: Setting,
}

impl Clone for Adaptive {
    fn clone(&self) -> Self {
        let stage = match &self.stage {
            Stage::Taking(taking) => Stage::Taking(taking.clone()),
            Stage::Dense(dense) => Stage::Dense(dense.clone()),
            Stage::Many(many) => Stage::Many(many.clone()),
            Stage::Sliced(machine) => Stage::Sliced(machine.clone_box()),
        };
        Adaptive { code: self.code.clone(), rules: self.rules.clone(), stage, ..*self }
    }
}

impl Adaptive {
    pub(crate) fn new(code: &Code, setting: Setting) -> Self {
        Adaptive::from_values(code, Vec::new(), setting)
    }

    /// Continues from known nimbers, those of heaps `0..values.len()`; they must be below 2^16 if the game
    /// breaks heaps.
    pub(crate) fn from_values(code: &Code, values: Vec<u32>, setting: Setting) -> Self {
        if Many::is_for(code) || code.most_parts().is_none_or(|parts| parts >= 2) {
            let values = values.into_iter().map(|value| value as u16).collect();
            return Adaptive::from_narrow(code, values, setting);
        }
        let length = values.len();
        Adaptive::in_stage(code, Stage::Taking(Taking::from_values(code, values)), length, setting)
    }

    /// Continues from known nimbers of a game that breaks heaps.
    pub(crate) fn from_narrow(code: &Code, values: Vec<u16>, setting: Setting) -> Self {
        let length = values.len();
        let stage = if Many::is_for(code) {
            Stage::Many(Many::from_values(code, values))
        } else {
            Stage::Dense(Dense::from_values(code, values))
        };
        Adaptive::in_stage(code, stage, length, setting)
    }

    fn in_stage(code: &Code, stage: Stage, length: usize, setting: Setting) -> Self {
        let next_choice = length.max(FIRST_CHOICE) as u64;
        Adaptive { code: code.clone(), rules: Rules::of(code), stage, next_choice, rares_then: 0, setting }
    }

    /// Continues in the sliced engine, which has verified every heap from `since` on by witnesses of at most
    /// `widest`; `None` when it cannot.
    pub(crate) fn from_history(
        code: &Code,
        history: History,
        setting: Setting,
        since: u64,
        widest: u64,
    ) -> Option<Self> {
        let rules = Rules::of(code)?;
        // No run of the program begins with fewer heaps, and a witness may be learnt too early from them.
        if history.len() < FIRST_CHOICE as u64 {
            return None;
        }
        if history.space.by_heap && rules.break_parity() != Some(history.space.kappa) {
            return None;
        }
        let (rares_then, next_choice) = (history.rares.len(), history.len() / 2 * 3);
        let mut machine = machine(&rules, history, setting)?;
        machine.recall(since, widest);
        let stage = Stage::Sliced(machine);
        Some(Adaptive { code: code.clone(), rules: Some(rules), stage, next_choice, rares_then, setting })
    }

    /// Uses this number of threads from now on.
    pub(crate) fn set_threads(&mut self, threads: usize) {
        self.setting.threads = threads;
        if let Stage::Sliced(machine) = &mut self.stage {
            machine.set_threads(threads);
        }
    }

    /// Whether there can be a sparse space.
    pub(crate) fn has_rules(&self) -> bool {
        self.rules.is_some()
    }

    /// Heaps whose nimbers are known.
    pub(crate) fn len(&self) -> u64 {
        match &self.stage {
            Stage::Taking(taking) => taking.values().len() as u64,
            Stage::Dense(dense) => dense.values().len() as u64,
            Stage::Many(many) => many.values().len() as u64,
            Stage::Sliced(machine) => machine.history().len(),
        }
    }

    /// The bytes that grow with the heaps.
    pub(crate) fn bytes(&self) -> u64 {
        match &self.stage {
            Stage::Taking(taking) => taking.bytes(),
            Stage::Dense(dense) => dense.bytes(),
            Stage::Many(many) => many.bytes(),
            Stage::Sliced(machine) => machine.bytes(),
        }
    }

    fn has_room(&self, more: u64) -> bool {
        self.bytes().saturating_add(more) <= self.setting.memory
    }

    /// The nimbers, where they are held as they are.
    pub(crate) fn plain(&self) -> Option<Plain<'_>> {
        match &self.stage {
            Stage::Taking(taking) => Some(Plain::Wide(taking.values())),
            Stage::Dense(dense) => Some(Plain::Narrow(dense.values())),
            Stage::Many(many) => Some(Plain::Narrow(many.values())),
            Stage::Sliced(_) => None,
        }
    }

    /// The sliced engine's memory, while it runs.
    pub(crate) fn sliced(&self) -> Option<&dyn Machine> {
        match &self.stage {
            Stage::Sliced(machine) => Some(machine.as_ref()),
            _ => None,
        }
    }

    /// The nimber of a heap, if known and still held.
    pub(crate) fn value(&self, heap: u64) -> Option<u32> {
        let place = usize::try_from(heap).ok()?;
        match &self.stage {
            Stage::Taking(taking) => taking.values().get(place).copied(),
            Stage::Dense(dense) => dense.values().get(place).map(|&value| u32::from(value)),
            Stage::Many(many) => many.values().get(place).map(|&value| u32::from(value)),
            Stage::Sliced(machine) => machine.history().value(heap),
        }
    }

    /// Writes the nimbers of `first..first + out.len()`, all known and held.
    pub(crate) fn fill(&self, first: u64, out: &mut [u32]) {
        let range = first as usize..first as usize + out.len();
        match &self.stage {
            Stage::Taking(taking) => out.copy_from_slice(&taking.values()[range]),
            Stage::Dense(dense) => widen_into(out, &dense.values()[range]),
            Stage::Many(many) => widen_into(out, &many.values()[range]),
            Stage::Sliced(machine) => machine.history().fill(first, out),
        }
    }

    /// The first heap that is still held with all after it.
    pub(crate) fn first_held(&self) -> u64 {
        self.sliced().map_or(0, |machine| {
            let history = machine.history();
            if history.base <= history.prefix.len() as u64 { 0 } else { history.base }
        })
    }

    /// Computes some more nimbers, at least one unless a rare heap was found or a heap has very many options;
    /// those from `until` on are not asked for.
    pub(crate) fn advance(&mut self, until: u64) -> Result<(), EngineError> {
        let length = self.len();
        let due = length >= self.next_choice;
        match &mut self.stage {
            Stage::Taking(taking) => (0..PIECE * 16).try_for_each(|_| taking.step()),
            Stage::Many(many) => many.step(self.setting.memory),
            Stage::Dense(_) if due && self.rules.is_some() && length.is_multiple_of(64) => {
                self.look_for_space();
                Ok(())
            }
            Stage::Dense(dense) => {
                // Where heaps break in three, one may take as long as a thousand others.
                let piece = if self.rules.is_some() { PIECE - dense.values().len() % PIECE } else { 1 };
                for _ in 0..piece {
                    if !dense.step(self.setting.registers())? {
                        break;
                    }
                }
                Ok(())
            }
            Stage::Sliced(_) if due => {
                self.look_again();
                Ok(())
            }
            Stage::Sliced(machine) => match machine.advance(until)? {
                Step::Advanced => Ok(()),
                Step::Full => self.widen(),
            },
        }
    }

    /// Gives back what is needed only while heaps are computed.
    pub(crate) fn rest(&mut self) {
        if let Stage::Dense(dense) = &mut self.stage {
            dense.rest();
        }
    }

    fn look_for_space(&mut self) {
        let (Stage::Dense(dense), Some(rules)) = (&mut self.stage, &self.rules) else {
            return;
        };
        let values = dense.values();
        let length = values.len() as u64;
        // Indices are made beside the nimbers, or not at all.
        if dense.bytes() + 2 * length > self.setting.memory {
            self.next_choice = length + length / 4;
            return;
        }
        self.next_choice = length + length / 4;
        let numbers = || values.iter().map(|&value| u32::from(value));
        let Some((space, rares)) = Space::choose(numbers(), rules.break_parity()) else {
            return;
        };
        let history = if rares * 4 > length { None } else { History::new(space, numbers()) };
        let found = history.filter(|history| pays(history, rules)).and_then(|history| {
            let rares = history.rares.len();
            Some((machine(rules, history, self.setting)?, rares))
        });
        match found {
            Some((machine, rares)) => {
                self.rares_then = rares;
                self.next_choice = length + length / 2;
                self.stage = Stage::Sliced(machine);
            }
            None => dense.use_space(Some(space).filter(|_| rares * FEW_RARES <= length)),
        }
    }

    /// Whether another space has become better, or the plain kernel has.
    fn look_again(&mut self) {
        let (Stage::Sliced(sliced), Some(rules)) = (&mut self.stage, &self.rules) else {
            return;
        };
        let history = sliced.history();
        let length = history.len();
        self.next_choice = length + length / 2;
        // Another machine is made beside the one at work, or not at all.
        if sliced.bytes().saturating_mul(2) > self.setting.memory {
            return;
        }
        // No new rare heap: the space is as good as one can be from here on.
        if history.rares.len() == self.rares_then || history.base > 0 {
            self.resize();
            return;
        }
        let values = || (0..length).map(|heap| history.value(heap).expect("full memory holds every heap"));
        let better = Space::choose(values(), rules.break_parity())
            .filter(|&(space, rares)| space != history.space && rares as usize * 10 < history.rares.len() * 9)
            .and_then(|(space, _)| History::new(space, values()))
            .and_then(|history| machine(rules, history, self.setting));
        if let Some(machine) = better {
            self.stage = Stage::Sliced(machine);
        } else if !pays(history, rules) && self.has_room(BACK_TO_DENSE * length) {
            self.back_to_dense();
        }
        if let Stage::Sliced(sliced) = &self.stage {
            self.rares_then = sliced.history().rares.len();
        }
    }

    /// Takes a machine of another size, if common heaps need it.
    fn resize(&mut self) {
        let (Stage::Sliced(sliced), Some(rules)) = (&mut self.stage, &self.rules) else {
            return;
        };
        let history = sliced.history();
        if history.base == 0
            && machine_indices(history) != sliced.indices()
            && let Some(mut resized) = machine(rules, history.clone(), self.setting)
        {
            resized.inherit(sliced.as_ref());
            self.stage = Stage::Sliced(resized);
        }
    }

    fn back_to_dense(&mut self) {
        let Stage::Sliced(sliced) = &self.stage else {
            return;
        };
        let Some(values) = sliced.history().narrow() else {
            return;
        };
        self.stage = Stage::Dense(Dense::from_values(&self.code, values));
    }

    /// An index did not fit: a piece by the plain kernel, then a new choice.
    fn widen(&mut self) -> Result<(), EngineError> {
        let heap = self.len();
        if !self.has_room(BACK_TO_DENSE * heap) {
            return Err(EngineError::Limit { heap });
        }
        self.back_to_dense();
        let Stage::Dense(dense) = &mut self.stage else {
            return Err(EngineError::Memory { heap });
        };
        for _ in 0..PIECE {
            while !dense.step(self.setting.registers())? {}
        }
        self.look_for_space();
        Ok(())
    }
}

fn widen_into(out: &mut [u32], values: &[u16]) {
    out.iter_mut().zip(values).for_each(|(slot, &value)| *slot = u32::from(value));
}

/// Whether the sliced engine is expected to beat the plain kernel, in nanoseconds a heap; the constants are
/// measured and need not be exact.
fn pays(history: &History, rules: &Rules) -> bool {
    let length = history.len();
    let recent = history.rares.iter().filter(|rare| rare.0 > length / 2).count() as f64;
    let most = history.recent.iter().filter(|&&byte| byte != RARE).max().copied().unwrap_or(0);
    let indices = f64::from(most.max(15)) + 1.0;
    let breaks = rules.breaks.len() as f64;
    let plain = length as f64 / 2.0 * breaks * 0.3;
    let redo = 20_000.0 + 1_500.0 * indices;
    let entries = history.rares.len() as f64 * breaks * indices / 64.0;
    let sliced = 20.0 + indices + entries + 2.0 * recent / length as f64 * redo;
    sliced < plain
}
