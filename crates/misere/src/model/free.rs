//! What is asked of a model: which components are free, and how large it may become.

use grundy_core::Stopped;

/// A component that is free in a model, with the index of its powers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Free {
    pub(crate) component: usize,
    pub(crate) index: u32,
}

/// How large models and conjectures may become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Caps {
    /// The elements of a model.
    pub(crate) model: usize,
    /// The elements of a conjecture.
    pub(crate) order: usize,
}

/// Why there is no conjecture.
pub(crate) enum NoGuess {
    /// It would be larger than allowed; how large it was seen to be.
    TooLarge(usize),
    Stopped(Stopped),
}

impl From<Stopped> for NoGuess {
    fn from(stopped: Stopped) -> NoGuess {
        NoGuess::Stopped(stopped)
    }
}
