//! What is known of parts of one game, whose type is erased: for whoever works with parts as texts.

use crate::late_board::LateBoard;
use grundy_core::{Diagnostic, Nimber, Outcome, Run, Stopped};
use std::sync::Arc;

/// Positions of one game by their numbers, in the order in which they were added, and what is known of them.
pub trait PartValues {
    /// Adds a position in the notation of the game.
    ///
    /// # Errors
    /// When the game cannot read it.
    fn add(&mut self, notation: &str) -> Result<(), Diagnostic>;

    /// The nimber, where it has been found before.
    ///
    /// # Errors
    /// When the run has no memory left to look it up.
    fn at_hand(&self, part: usize, run: &Run) -> Result<Option<Nimber>, Stopped>;

    /// The nimber.
    ///
    /// # Errors
    /// When the run stops first.
    fn nimber(&self, part: usize, run: &Run) -> Result<Nimber, Stopped>;

    /// Whether this is the nimber.
    ///
    /// # Errors
    /// When the run stops first.
    fn is_worth(&self, part: usize, nimber: Nimber, run: &Run) -> Result<bool, Stopped>;

    /// Who wins the sum of some parts under misère play, where it has been found before.
    ///
    /// # Errors
    /// When the run has no memory left to look it up.
    fn misere_at_hand(&self, sum: &[usize], run: &Run) -> Result<Option<Outcome>, Stopped>;

    /// Who wins the sum of some parts under misère play.
    ///
    /// # Errors
    /// When the run stops first.
    fn misere(&self, sum: &[usize], run: &Run) -> Result<Outcome, Stopped>;

    /// All states of the board with these rows and columns, where misère searches of this game have made them.
    fn whole_board(&self, sides: (u32, u32)) -> Option<Arc<LateBoard>>;

    /// The parts of a position as a store has them, each a term.
    fn kept_as(&self, part: usize) -> Vec<String>;

    /// The sum of some parts as a store has it.
    fn sum_kept_as(&self, sum: &[usize]) -> String;
}
