//! The switches between normal and misère play; several commands have them.

use clap::Args;
use grundy::Convention;

/// How the game is played, where that is said.
#[derive(Debug, Args)]
pub struct HowPlayed {
    /// Misère play: whoever makes the last move loses
    #[arg(long, visible_alias = "misère", conflicts_with = "normal")]
    pub misere: bool,
    /// Normal play: whoever makes the last move wins
    #[arg(long)]
    pub normal: bool,
}

impl HowPlayed {
    /// The convention that is asked for, if any.
    pub fn convention(&self) -> Option<Convention> {
        match (self.misere, self.normal) {
            (true, _) => Some(Convention::Misere),
            (_, true) => Some(Convention::Normal),
            _ => None,
        }
    }
}
