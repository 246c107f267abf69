//! Who wins, and by which convention.

use crate::Nimber;
use std::fmt;

/// Who wins a position when both sides play perfectly.
///
/// ```
/// use grundy_core::{Nimber, Outcome};
/// assert_eq!(Outcome::of_nimber(Nimber(0)), Outcome::P);
/// assert_eq!(Outcome::N.to_string(), "N");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Outcome {
    /// The next player, the one to move, wins.
    N,
    /// The previous player wins: every move loses. The safe position to leave.
    P,
}

impl Outcome {
    /// The outcome of a nimber under normal play: P exactly when it is `*0`.
    pub const fn of_nimber(nimber: Nimber) -> Outcome {
        if nimber.is_zero() { Outcome::P } else { Outcome::N }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::N => "N",
            Outcome::P => "P",
        })
    }
}

/// What it means to be without a move.
///
/// ```
/// use grundy_core::{Convention, Outcome};
/// assert_eq!(Convention::Normal.outcome_without_moves(), Outcome::P);
/// assert_eq!(Convention::Misere.outcome_without_moves(), Outcome::N);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Convention {
    /// The player who cannot move loses: the last to move wins.
    #[default]
    Normal,
    /// The player who cannot move wins: the last to move loses.
    Misere,
}

impl Convention {
    /// Who wins a position in which nobody can move.
    pub const fn outcome_without_moves(self) -> Outcome {
        match self {
            Convention::Normal => Outcome::P,
            Convention::Misere => Outcome::N,
        }
    }
}

impl fmt::Display for Convention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Convention::Normal => "normal",
            Convention::Misere => "misere",
        })
    }
}
