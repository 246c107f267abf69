//! The arguments of `grundy show`.

use super::Source;
use clap::Args;
use std::path::PathBuf;

/// What is drawn.
#[derive(Debug, Args)]
pub struct ShowArguments {
    /// Where positions come from.
    #[command(flatten)]
    pub source: Source,
    /// Show a game that `grundy play --record` wrote, move by move
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "file"])]
    pub record: Option<PathBuf>,
    /// Tell the number of each board too: its rows, one after the other, in base 2
    #[arg(long, conflicts_with = "record")]
    pub number: bool,
    /// One JSON object a position, one line each; of a recorded game every position, with its move
    #[arg(long)]
    pub json: bool,
}
