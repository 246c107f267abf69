//! Guesses at nimbers of heaps for a check, from the engine that searches for periods.

use grundy_check::period::{Guesser, Guesses};
use grundy_heaps::{Code, SparseSpace};

/// The engine of heap games as a [`Guesser`]: a check of a long period takes about half the time, and verifies each
/// guess.
///
/// ```
/// use grundy::check::period::{PeriodCheck, verify_within};
/// use grundy::{EngineGuesses, Run};
/// use grundy::heaps::{PeriodCertificate, Sequence};
///
/// let mut sequence = Sequence::new(&"0.16".parse()?);
/// let period = sequence.prove(1_000_000, &Run::unlimited())?.expect("solved in 1989");
/// let certificate = PeriodCertificate { code: sequence.code().clone(), period };
/// let check = verify_within(&certificate, u64::MAX, Some(&EngineGuesses), &Run::unlimited())?;
/// assert!(matches!(check, PeriodCheck::Whole(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct EngineGuesses;

impl Guesser for EngineGuesses {
    fn guesses(
        &self,
        code: &Code,
        space: &SparseSpace,
        start: u64,
        known: &[u16],
    ) -> Option<Box<dyn Guesses>> {
        let known = known.iter().map(|&nimber| nimber.into());
        let engine = grundy_heaps::LikelyNimbers::after(code, space, start, known)?;
        Some(Box::new(Engine(engine)))
    }

    fn bytes(&self, code: &Code, space: &SparseSpace) -> u64 {
        grundy_heaps::LikelyNimbers::bytes(code, space)
    }
}

struct Engine(grundy_heaps::LikelyNimbers);

impl Guesses for Engine {
    fn guess(&mut self, words: usize, indices: &mut Vec<u8>) -> bool {
        self.0.guess(words, indices)
    }
}
