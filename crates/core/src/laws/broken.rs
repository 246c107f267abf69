//! A law that does not hold.

use std::fmt::{self, Debug};

/// A law that does not hold of a position: a fault in a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The law.
    pub law: &'static str,
    /// The position and what was found there.
    pub found: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "law broken: {}\n{}", self.law, self.found)
    }
}

impl std::error::Error for Broken {}

/// Breaks a law at this position where it does not hold, with what was found there.
pub(super) fn at_position<P: Debug>(at: &P) -> impl Fn(bool, &'static str, &dyn Debug) -> Result<(), Broken> {
    move |holds, law, found| {
        if holds { Ok(()) } else { Err(Broken { law, found: format!("at {at:?}: {found:?}") }) }
    }
}
