//! The arguments of `grundy play`.

use super::HowPlayed;
use super::value::{duration, number, output_file};
use clap::Args;
use grundy::{Level, Side};
use std::path::PathBuf;
use std::time::Duration;

/// Which game is played, and how.
#[derive(Debug, Args)]
pub struct PlayArguments {
    /// The position at the start, in quotes or as several words
    #[arg(value_name = "POSITION", required_unless_present = "by", allow_negative_numbers = true)]
    pub position: Vec<String>,
    /// Play by this proof, as `grundy prove` writes it, and not by search: each reply says what of the proof it
    /// reaches. Without a position the game begins at its first claim
    #[arg(long, value_name = "PROOF")]
    pub by: Option<PathBuf>,
    /// Who makes the first move: `me`, who types, or `computer`
    #[arg(long, value_name = "WHO", default_value_t = Side::Me, value_parser = str::parse::<Side>)]
    pub first: Side,
    /// How well the computer plays: perfect; careful, which errs now and then; casual, which errs often; or
    /// marienbad, which teases while the game is long
    #[arg(long, default_value_t = Level::Perfect, value_parser = str::parse::<Level>, conflicts_with = "by")]
    pub level: Level,
    /// How the game is played.
    #[command(flatten)]
    pub play: HowPlayed,
    /// Another seed, other choices of the computer
    #[arg(long, default_value_t = 0, value_parser = number::<u64>, allow_negative_numbers = true)]
    pub seed: u64,
    /// Keep the game in this file, for `grundy show --record`
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    pub record: Option<PathBuf>,
    /// Look states up in the tables of this folder and of those in it, as `grundy table build` made them
    #[arg(long, value_name = "FOLDER")]
    pub dir: Option<PathBuf>,
    /// How long the computer may think about a move: `10s`, `500ms`
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = duration)]
    pub time: Duration,
}
