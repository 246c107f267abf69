//! What is asked of a position.

use grundy_core::{Convention, Run, Step, Target};

/// Which road to take to the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Approach {
    /// Theorems where there are any, search elsewhere.
    #[default]
    Best,
    /// Search with parts and memo, without theorems.
    Search,
    /// The plain definition: every move of every position.
    Definition,
}

/// What to find out of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Goal {
    /// The outcome alone, and the nimber only where it is found with it.
    Outcome,
    /// The outcome and, under normal play, the nimber.
    Nimber,
    /// Those, and then the winning moves.
    #[default]
    Moves,
}

/// What to solve a position for.
#[derive(Debug)]
pub struct Request {
    /// The convention, where it is not the usual one of the games.
    pub convention: Option<Convention>,
    /// The road to take.
    pub approach: Approach,
    /// What to find out.
    pub goal: Goal,
    /// How many winning moves to name, and how many options to list; all winning moves are counted.
    pub named_moves: usize,
    /// Whether to list the options, each with its nimber.
    pub lists_options: bool,
    /// Whether an explanation has every working, and not only those of the top level.
    pub in_full: bool,
    /// Limits, cancellation and progress.
    pub run: Run,
}

impl Default for Request {
    /// The usual convention, theorems first, 100 winning moves, no list of options, no limits, one thread.
    fn default() -> Self {
        Request {
            convention: None,
            approach: Approach::Best,
            goal: Goal::Moves,
            named_moves: 100,
            lists_options: false,
            in_full: false,
            run: Run::unlimited(),
        }
    }
}

/// What a term is asked to explain of itself.
#[derive(Clone, Copy, Debug)]
pub struct TermRequest<'a> {
    /// How the game is played.
    pub convention: Convention,
    /// What a winning move leaves in this term.
    pub target: Target,
    /// Whether there are other terms.
    pub in_a_sum: bool,
    /// The road to take.
    pub approach: Approach,
    /// Whether every working is asked for.
    pub in_full: bool,
    /// The label of a move to look into.
    pub focus: Option<&'a str>,
    /// Of a misère position that stands alone: what answers the loser's moves, where that is short.
    pub answers: Option<&'a Step>,
}
