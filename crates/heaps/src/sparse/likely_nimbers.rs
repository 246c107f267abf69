//! Likely nimbers, for whoever verifies them himself: the chain of the sliced engine without its verifier.

use crate::code::rules::Rules;
use crate::simd::lanes::Lane;
use crate::simd::registers::Registers;
use crate::sparse::history::{History, MOST_INDICES, RARE};
use crate::sparse::sliced::{Speculate, machine_indices};
use crate::sparse::space::Space;
use crate::sparse::witness::Found;
use crate::sparse::word_chain::{Batch, Chain};
use crate::{Code, SparseSpace};

/// Heaps of a word.
const WORD: u64 = 64;

/// Heaps held beyond twice the reach of entries, so that forgetting is rare.
const ROOM: usize = 1 << 17;

/// The nimbers of a code, heap after heap, if exactly the listed heaps are rare in a [`SparseSpace`].
///
/// They are guesses. A guess is right if the list is and the engine has no fault: nothing is verified here. Who takes
/// guesses verifies each by the mex rule, as `grundy-check` does. For many heaps at once that costs less than to work
/// them out one after the other.
///
/// ```
/// use grundy_core::Run;
/// use grundy_heaps::{Code, LikelyNimbers, Sequence, Theorem};
///
/// let code: Code = "0.16".parse()?;
/// let mut sequence = Sequence::new(&code);
/// let period = sequence.prove(1_000_000, &Run::unlimited())?.expect("solved in 1989");
/// let Theorem::SparseWindow(space) = &period.theorem else { panic!("0.16 has a sparse space") };
/// let known = (0..8_192).map(|heap| sequence.nimber(heap).expect("computed"));
/// let mut guesses = LikelyNimbers::after(&code, space, 0, known).expect("an octal code");
/// let mut indices = Vec::new();
/// assert!(guesses.guess(100, &mut indices));
/// let guessed = |heap: usize| space.common_nimber(heap as u64, indices[heap - 8_192]);
/// assert_eq!(Some(guessed(14_000)), sequence.nimber(14_000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct LikelyNimbers {
    rules: Rules,
    /// All heaps that are taken for rare, and how many of them the entries have.
    rares: Vec<(u64, u32)>,
    passed: usize,
    /// What was told to be known and what was guessed since.
    history: History,
    /// The least size of sets that holds the indices of all rare heaps.
    least: usize,
    /// Heaps that the history must hold.
    window: usize,
    chain: Box<dyn Words>,
    /// The length at which the size of the sets is chosen anew.
    next_choice: u64,
    batch: Batch,
}

impl LikelyNimbers {
    /// Goes on from the nimbers of the heaps from `start` on, a whole number of words of 64 heaps after heap 0; `None`
    /// where there are no guesses: for a code that is not octal, or has nimbers beyond a byte. What lies before `start`
    /// is taken for nothing, which makes guesses wrong where it is reached.
    pub fn after(
        code: &Code,
        space: &SparseSpace,
        start: u64,
        known: impl Iterator<Item = u32>,
    ) -> Option<LikelyNimbers> {
        let rules = Rules::of(code)?;
        let rares = space.rares.clone();
        let last = rares.last().map_or(0, |rare| rare.0);
        let window =
            usize::try_from(last.checked_add(rules.longest)?).ok()?.checked_mul(2)?.checked_add(ROOM)?;
        let space = Space { mask: space.mask, by_heap: space.by_heap, kappa: space.kappa };
        let least = rares.iter().map(|rare| space.index(rare.1)).max().unwrap_or(0);
        if space.mask == 0 || space.pivot() > 8 || least >= MOST_INDICES {
            return None;
        }
        let least = (least as usize + 1).next_power_of_two();
        // Heaps are counted from a multiple of 64, with nothing before the first that is told.
        let base = start.saturating_sub(window as u64).next_multiple_of(WORD).min(start);
        let mut recent = vec![RARE; (start - base) as usize];
        for (heap, value) in (start..).zip(known) {
            let index = space.index(value);
            if index >= MOST_INDICES {
                return None;
            }
            recent.push(if heap > 0 && space.is_common(heap, value) { index as u8 } else { RARE });
        }
        let end = base + recent.len() as u64;
        let passed = rares.partition_point(|rare| rare.0 < end);
        if !end.is_multiple_of(WORD) || end <= rules.longest {
            return None;
        }
        let history = History {
            space,
            prefix: Vec::new(),
            recent,
            base,
            rares: rares[..passed].to_vec(),
            dropped: None,
        };
        let chain = words(&rules, &history, machine_indices(&history).max(least))?;
        let next_choice = end + end / 2;
        Some(LikelyNimbers {
            rules,
            rares,
            passed,
            history,
            least,
            window,
            chain,
            next_choice,
            batch: Batch::default(),
        })
    }

    /// About the bytes that guesses for a code and a space hold.
    pub fn bytes(code: &Code, space: &SparseSpace) -> u64 {
        let last = space.rares.last().map_or(0, |rare| rare.0);
        let window = last.saturating_add(code.largest_take().unwrap_or(0)).saturating_mul(2);
        // Two windows of bytes, half of one once more in planes of up to 256 indices, and lists of entries.
        window.saturating_mul(2 + 24).saturating_add(96 * space.rares.len() as u64 + (4 << 20))
    }

    /// Appends guesses for this number of words of 64 heaps: the index of a common heap, and 255 for a rare one. The
    /// index is the nimber without the lowest bit of the mask, see [`SparseSpace::common_nimber`]. False when there are
    /// no more guesses, and then less is appended.
    pub fn guess(&mut self, words: usize, indices: &mut Vec<u8>) -> bool {
        let end = self.history.len() + WORD * words as u64;
        while self.history.len() < end {
            if self.history.len() >= self.next_choice {
                self.next_choice += self.history.len() / 2;
                let indices = machine_indices(&self.history).max(self.least);
                if indices != self.chain.indices() && !self.take(indices) {
                    return false;
                }
            }
            let first = self.history.len() / WORD;
            let rare = self.rares.get(self.passed).map_or(u64::MAX, |rare| rare.0 / WORD);
            let count = if rare == first { 1 } else { (end / WORD).min(rare) - first };
            if rare == first && !self.pass() {
                return false;
            }
            self.batch.clear();
            let fits = self.chain.words(count as usize, &mut self.batch);
            indices.extend_from_slice(&self.batch.bytes);
            self.history.append(&self.batch.bytes);
            let known = self.rares.partition_point(|rare| rare.0 < self.history.len());
            self.history.rares.extend(&self.rares[self.history.rares.len()..known]);
            if !fits && self.batch.bytes.is_empty() && !self.take(2 * self.chain.indices()) {
                return false;
            }
        }
        if self.history.recent.len() > 2 * self.window {
            let spare = (self.history.recent.len() - self.window) / WORD as usize * WORD as usize;
            self.history.recent.drain(..spare);
            self.history.base += spare as u64;
        }
        true
    }

    /// Takes over what the rare heaps of the next word exclude.
    fn pass(&mut self) -> bool {
        let from = self.passed;
        let end = self.history.len() + WORD;
        self.passed = self.rares.partition_point(|rare| rare.0 < end);
        let given = &self.rares[from..self.passed];
        given.iter().all(|&(heap, value)| {
            let found = Found { heap, value };
            self.chain.go_back(&self.history, given, &found).is_some()
        })
    }

    /// Takes sets of another size.
    fn take(&mut self, indices: usize) -> bool {
        // The heaps of the next word may have been given as rare.
        self.passed = self.history.rares.len();
        words(&self.rules, &self.history, indices).map(|chain| self.chain = chain).is_some()
    }
}

/// A chain of some width.
trait Words: Send {
    /// Appends this number of words; false when an index did not fit and the words end before it.
    fn words(&mut self, count: usize, batch: &mut Batch) -> bool;
    /// See [`Chain::go_back`].
    fn go_back(&mut self, history: &History, given: &[(u64, u32)], found: &Found) -> Option<()>;
    /// The size of its sets.
    fn indices(&self) -> usize;
}

struct Compiled<L: Lane, const Q: usize> {
    chain: Chain<L, Q>,
    registers: Registers,
}

impl<L: Lane, const Q: usize> Words for Compiled<L, Q> {
    fn words(&mut self, count: usize, batch: &mut Batch) -> bool {
        self.registers.run(Speculate { chain: &mut self.chain, count, batch })
    }

    fn go_back(&mut self, history: &History, given: &[(u64, u32)], found: &Found) -> Option<()> {
        self.chain.go_back(history, given, Some(found))
    }

    fn indices(&self) -> usize {
        L::INDICES
    }
}

/// The chain with sets of this size that continues a history; `None` where there is none.
fn words(rules: &Rules, history: &History, indices: usize) -> Option<Box<dyn Words>> {
    fn compiled<L: Lane + 'static, const Q: usize>(
        rules: &Rules,
        history: &History,
    ) -> Option<Box<dyn Words>> {
        let registers = Registers::best();
        let chain = Chain::<L, Q>::new(rules, history, registers.look_up())?;
        Some(Box::new(Compiled { chain, registers }))
    }
    match indices {
        16 => compiled::<u16, 4>(rules, history),
        32 => compiled::<u32, 8>(rules, history),
        64 => compiled::<u64, 16>(rules, history),
        128 => compiled::<[u64; 2], 32>(rules, history),
        256 => compiled::<[u64; 4], 64>(rules, history),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Sequence, Theorem};
    use grundy_core::Run;

    /// The space of a code's period, and the nimbers of the first heaps by the engine that verifies.
    fn known(code: &str, terms: u64) -> (Code, SparseSpace, Vec<u32>) {
        let code: Code = code.parse().expect("an octal code");
        let mut sequence = Sequence::new(&code);
        let period = sequence.prove(20_000_000, &Run::unlimited()).expect("no limit").expect("a solved code");
        let Theorem::SparseWindow(space) = period.theorem else { panic!("{code} has a sparse space") };
        let mut sequence = Sequence::new(&code);
        sequence.extend_to(terms, &Run::unlimited()).expect("no limit");
        let nimbers = (0..terms).map(|heap| sequence.nimber(heap).expect("computed")).collect();
        (code, space, nimbers)
    }

    #[test]
    fn guesses_are_the_nimbers_wherever_they_begin() {
        for (code, starts) in [
            ("0.16", [(0, 4_096), (0, 50_048), (40_000, 60_032)]),
            ("0.56", [(0, 4_096), (0, 8_192), (100_032, 110_080)]),
            ("0.127", [(0, 4_096), (0, 27_136), (0, 26_944)]),
            ("0.376", [(0, 8_192), (0, 100_096), (0, 120_000)]),
        ] {
            let (code, space, nimbers) = known(code, 200_000);
            for (start, end) in starts {
                let known = nimbers[start..end].iter().copied();
                let mut guesses =
                    LikelyNimbers::after(&code, &space, start as u64, known).expect("an octal code");
                let mut indices = Vec::new();
                for words in (1..40).cycle() {
                    if end + indices.len() + 64 * words > nimbers.len() {
                        break;
                    }
                    assert!(guesses.guess(words, &mut indices), "{code} {start} {end}");
                }
                let mut rares = 0;
                for (heap, &index) in (end as u64..).zip(&indices) {
                    let nimber = if index == RARE {
                        rares += 1;
                        let place =
                            space.rares.binary_search_by_key(&heap, |rare| rare.0).expect("a rare heap");
                        space.rares[place].1
                    } else {
                        space.common_nimber(heap, index)
                    };
                    assert_eq!(nimber, nimbers[heap as usize], "heap {heap} of {code} after {end}");
                }
                let listed =
                    space.rares.iter().filter(|rare| (end as u64..200_000).contains(&rare.0)).count();
                assert!(rares <= listed && listed - rares < 3, "{code} {rares} {listed}");
            }
        }
    }

    #[test]
    fn there_are_no_guesses_for_what_the_engine_does_not_hold() {
        let (code, space, nimbers) = known("0.16", 8_192);
        let after = |code: &Code, space: &SparseSpace, known: &[u32]| {
            LikelyNimbers::after(code, space, 0, known.iter().copied()).is_some()
        };
        assert!(after(&code, &space, &nimbers));
        assert!(!after(&code, &space, &nimbers[..8_191]), "no whole words");
        assert!(!after(&"0.8".parse().expect("a code"), &space, &nimbers), "three heaps");
        assert!(!after(&code, &SparseSpace { mask: 1 << 15, ..space.clone() }, &nimbers), "the pivot");
        let rares = vec![(5_000, 60_000)];
        assert!(!after(&code, &SparseSpace { rares, ..space.clone() }, &nimbers), "a rare nimber");
        let mut large = nimbers.clone();
        large[7_000] = 40_000;
        assert!(!after(&code, &space, &large), "a nimber");
    }
}
