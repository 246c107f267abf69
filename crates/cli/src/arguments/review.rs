//! The arguments of `grundy review`.

use super::HowPlayed;
use super::value::{bytes, duration, named_moves, number};
use clap::Args;
use grundy::Limits;
use std::path::PathBuf;
use std::time::Duration;

/// Which game is reviewed.
#[derive(Debug, Args)]
pub struct ReviewArguments {
    /// The game: the record that `grundy play --record` wrote, moves by their labels, positions one a line, or
    /// boards one after the other or side by side; `-` is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Which game the boards are of, with its parameters, where the file does not say it: 2d-nim
    #[arg(long, value_name = "GAME")]
    pub of: Option<String>,
    /// How the game was played.
    #[command(flatten)]
    pub play: HowPlayed,
    /// How many of the winning moves that were missed to name: a number or `all`
    #[arg(long, value_name = "N|all", default_value = "12", value_parser = named_moves, allow_negative_numbers = true)]
    pub moves: usize,
    /// Look into at most this number of positions for each move
    #[arg(long, value_name = "N", value_parser = number::<u64>, allow_negative_numbers = true)]
    pub nodes: Option<u64>,
    /// Take at most this time for each position: `10s`, `2m`, `500ms`
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    pub time: Duration,
    /// Take at most this memory for each position
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = bytes)]
    pub memory: u64,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}

impl ReviewArguments {
    /// The limits of each position.
    pub fn limits(&self) -> Limits {
        Limits { nodes: self.nodes, time: Some(self.time), memory: Some(self.memory) }
    }
}
