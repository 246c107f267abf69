//! The arguments of `grundy puzzle`.

use super::value::{duration, game, number};
use clap::Args;
use std::time::Duration;

/// What puzzle is made.
#[derive(Debug, Args)]
pub struct PuzzleArguments {
    /// The game, one with a puzzle maker
    #[arg(value_parser = game)]
    pub game: String,
    /// The word that the winning moves spell in reading order
    #[arg(long)]
    pub word: String,
    /// How many bubbles it has (25 where nothing is said)
    #[arg(long, value_name = "N", value_parser = number::<usize>, allow_negative_numbers = true)]
    pub bubbles: Option<usize>,
    /// All labels in reading order; only the nesting is then free
    #[arg(long)]
    pub text: Option<String>,
    /// The same seed gives the same puzzle
    #[arg(long, default_value_t = 1, value_parser = number::<u64>, allow_negative_numbers = true)]
    pub seed: u64,
    /// Give up after this time
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}
