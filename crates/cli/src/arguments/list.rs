//! The arguments of `grundy list`.

use clap::Args;

/// Which games there are.
#[derive(Debug, Args)]
pub struct List {
    /// One JSON object a game
    #[arg(long)]
    pub json: bool,
}
