//! The arguments of `grundy match`.

use super::HowPlayed;
use super::value::{duration, number};
use clap::{Args, ValueEnum};
use grundy::Opponent;
use std::path::PathBuf;
use std::time::Duration;

/// Who begins the games of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum WhoBegins {
    /// Grundy, in every game.
    Grundy,
    /// The other player, in every game.
    Other,
    /// Grundy in the first game, the other in the second, and so on.
    Alternate,
}

impl WhoBegins {
    /// Whether Grundy begins the game of this number, from 0.
    pub fn is_grundy(self, game: u64) -> bool {
        match self {
            WhoBegins::Grundy => true,
            WhoBegins::Other => false,
            WhoBegins::Alternate => game.is_multiple_of(2),
        }
    }
}

/// What is played, against whom and how often.
#[derive(Debug, Args)]
pub struct MatchArguments {
    /// The position at the start of every game, in quotes or as several words
    #[arg(value_name = "POSITION", required_unless_present = "file", allow_negative_numbers = true)]
    pub position: Vec<String>,
    /// Read the position from a file, which has one
    #[arg(long, short, value_name = "FILE", conflicts_with = "position")]
    pub file: Option<PathBuf>,
    /// The other player: random makes any move, greedy takes as much as it can
    #[arg(long, value_name = "WHO", default_value_t = Opponent::Greedy, value_parser = str::parse::<Opponent>)]
    pub against: Opponent,
    /// How many games are played
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = number::<u64>, allow_negative_numbers = true)]
    pub games: u64,
    /// Who makes the first move
    #[arg(long, value_name = "WHO", value_enum, default_value_t = WhoBegins::Grundy)]
    pub first: WhoBegins,
    /// The same seed gives the other player the same dice
    #[arg(long, default_value_t = 1, value_parser = number::<u64>, allow_negative_numbers = true)]
    pub seed: u64,
    /// How long Grundy may think about a move: `10s`, `500ms`
    #[arg(long, value_name = "TIME", default_value = "500ms", value_parser = duration)]
    pub time: Duration,
    /// How the game is played.
    #[command(flatten)]
    pub play: HowPlayed,
    /// One JSON object a game
    #[arg(long)]
    pub json: bool,
}
