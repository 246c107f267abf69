//! The arguments of `grundy draw`.

use super::value::{bytes, duration, number};
use super::{HowPlayed, Source};
use clap::Args;
use grundy::Limits;
use std::path::PathBuf;
use std::time::Duration;

/// What becomes a picture.
#[derive(Debug, Args)]
pub struct DrawArguments {
    /// Where the position comes from.
    #[command(flatten)]
    pub source: Source,
    /// Where the picture goes; `-` is standard output
    #[arg(long, short, value_name = "FILE.svg")]
    pub output: PathBuf,
    /// Mark the winning moves
    #[arg(long)]
    pub winning: bool,
    /// Lay several positions over each other, each in quotes or on a line of a file; below the picture stands
    /// what wins in each
    #[arg(long)]
    pub over: bool,
    /// With --over: a colour for each position, and its winning moves marked
    #[arg(long, alias = "colors", requires = "over")]
    pub colours: bool,
    /// Mark what this move takes away
    #[arg(long = "move", value_name = "LABEL", conflicts_with = "over")]
    pub making: Option<String>,
    /// Draw a step of the working, by its number, or `all` of them one below the other: of a Hackenbush graph how
    /// cycles are fused, loops cancel and stalks add up, and at the end the figure of the colon principle
    #[arg(long, value_name = "N", conflicts_with_all = ["winning", "making", "over"])]
    pub step: Option<String>,
    /// Draw the packing of this certificate, as `grundy pack --json` writes it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "file", "winning", "making", "over", "step"])]
    #[cfg(feature = "packing")]
    pub packing: Option<PathBuf>,
    /// How the game is played.
    #[command(flatten)]
    pub play: HowPlayed,
    /// Stop looking for winning moves after looking into this number of positions
    #[arg(long, value_name = "N", value_parser = number::<u64>, allow_negative_numbers = true)]
    pub nodes: Option<u64>,
    /// Stop looking for winning moves after this time: `10s`, `2m`, `500ms`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Stop a search that holds more memory than this
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = bytes)]
    pub memory: u64,
}

impl DrawArguments {
    /// Whether winning moves are marked.
    pub fn marks_winning(&self) -> bool {
        self.winning || self.colours
    }

    /// The limits of the search for winning moves.
    pub fn limits(&self) -> Limits {
        Limits { nodes: self.nodes, time: self.time, memory: Some(self.memory) }
    }
}
