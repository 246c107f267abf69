//! The arguments of `grundy list`.

use clap::Args;

/// Which games there are.
#[derive(Debug, Args)]
pub struct ListArguments {
    /// One JSON object a game
    #[arg(long)]
    pub json: bool,
}
