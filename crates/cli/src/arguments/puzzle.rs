//! The arguments of `grundy puzzle`.

use super::value::{duration, number};
use clap::Args;
use std::time::Duration;

/// What puzzle is made.
#[derive(Debug, Args)]
pub struct PuzzleArguments {
    /// The game, one with a puzzle maker
    pub game: String,
    /// The word that the winning moves spell, in the text and in the picture from left to right
    #[arg(long, required_unless_present = "forests")]
    pub word: Option<String>,
    /// Make a hunt of this number of forests. Laid over each other, their winning moves spell the --text, read from
    /// left to right and from top to bottom, a word a line
    #[arg(long, value_name = "N", value_parser = number::<usize>, allow_negative_numbers = true,
          requires = "text", conflicts_with = "word")]
    pub forests: Option<usize>,
    /// How many bubbles it has (25 where nothing is said); of a hunt, how many the largest forest has (24)
    #[arg(long, value_name = "N", value_parser = number::<usize>, allow_negative_numbers = true)]
    pub bubbles: Option<usize>,
    /// All labels in reading order; only the nesting is then free. With --forests, what all of them spell
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
