//! Rules of numbers as the checker reads them, for the plain definition.

use grundy_check::rules::NaiveNumbers;
use grundy_core::Ruleset;
use std::ops::ControlFlow;

/// The rules of a file of numbers, as the checker plays them from the text.
pub(super) struct NaiveTuples<'n>(pub(super) &'n NaiveNumbers);

impl Ruleset for NaiveTuples<'_> {
    type Position = Vec<Vec<i64>>;
    /// The index of a tuple, and what is left of it.
    type Move = (usize, Vec<Vec<i64>>);

    fn moves<B>(
        &self,
        at: &Self::Position,
        mut visit: impl FnMut(Self::Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (index, tuple) in at.iter().enumerate() {
            // Where rules break down the position is refused when it is read.
            for left in self.0.options(tuple).unwrap_or_default() {
                visit((index, left))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, at: &Self::Position, (index, left): &Self::Move) -> Self::Position {
        let mut after = at.clone();
        after.splice(*index..=*index, left.iter().cloned());
        after
    }

    /// The definition needs no bound.
    fn moves_left(&self, at: &Self::Position) -> u128 {
        at.iter().flatten().map(|&number| number as u128).fold(0, u128::saturating_add)
    }
}
