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
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "file", "json"])]
    pub record: Option<PathBuf>,
    /// One JSON object a position, one line each
    #[arg(long)]
    pub json: bool,
}
