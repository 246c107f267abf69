//! The arguments of `grundy random`.

use super::value::number;
use clap::Args;

/// What position is drawn.
#[derive(Debug, Args)]
pub struct RandomArguments {
    /// The game
    pub game: String,
    /// How many edges, bubbles or heaps it has
    #[arg(long, visible_aliases = ["edges", "bubbles", "heaps"], value_name = "N", value_parser = number::<usize>, allow_negative_numbers = true)]
    pub size: Option<usize>,
    /// For graphs: tree, cactus, sparse, grid or ring
    #[arg(long)]
    pub shape: Option<String>,
    /// The same seed gives the same position
    #[arg(long, default_value_t = 1, value_parser = number::<u64>, allow_negative_numbers = true)]
    pub seed: u64,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}
