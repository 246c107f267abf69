//! The arguments of `grundy list`.

use clap::Args;

/// Which games there are.
#[derive(Debug, Args)]
pub struct ListArguments {
    /// One game only, with all its positions that have a name
    #[arg(value_name = "GAME")]
    pub game: Option<String>,
    /// One JSON array, with an object for each game
    #[arg(long)]
    pub json: bool,
}
