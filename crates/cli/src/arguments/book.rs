//! The arguments of `grundy book`.

use super::value::{bytes, duration, number};
use super::{HowPlayed, Source};
use clap::Args;
use grundy::Limits;
use std::path::PathBuf;
use std::time::Duration;

/// Of which position the book is.
#[derive(Debug, Args)]
pub struct BookArguments {
    /// Where the position comes from.
    #[command(flatten)]
    pub source: Source,
    /// How the game is played.
    #[command(flatten)]
    pub play: HowPlayed,
    /// Write the book to a file: a page to be printed or clicked through for a name that ends in `.html`, a
    /// certificate for `grundy check` for one that ends in `.json`, else text
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// One JSON object, which `grundy check` verifies
    #[arg(long)]
    pub json: bool,
    /// Stop after looking into this number of positions
    #[arg(long, value_name = "N", value_parser = number::<u64>, allow_negative_numbers = true)]
    pub nodes: Option<u64>,
    /// Stop after this time: `10s`, `2m`, `500ms`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Stop a search that holds more memory than this
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = bytes)]
    pub memory: u64,
}

impl BookArguments {
    /// The limits of all searches together.
    pub fn limits(&self) -> Limits {
        Limits { nodes: self.nodes, time: self.time, memory: Some(self.memory) }
    }
}
