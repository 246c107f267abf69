//! The arguments of `grundy pack`.

use super::value::{duration, number, picture_output_file, threads};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// Which disks are packed.
#[derive(Debug, Args)]
pub struct PackArguments {
    /// A file of diameters, separated by blanks, commas or lines; # begins a comment
    #[arg(conflicts_with_all = ["disks", "preset"])]
    pub file: Option<PathBuf>,
    /// The diameters, as exact decimals: `2.150,2.250,2.308`
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, conflicts_with = "preset")]
    pub disks: Option<String>,
    /// A known puzzle, with its cavity
    #[arg(long, value_enum)]
    pub preset: Option<PackingPreset>,
    /// The diameter of a round cavity, `12`, or the sides of a rectangular one, `10x12`
    #[arg(long, value_name = "D|WxH", allow_hyphen_values = true)]
    pub cavity: Option<String>,
    /// Look for the smallest cavity of this shape (round, where none is given) until the time is up
    #[arg(long)]
    pub minimise: bool,
    /// Stop after this time: `10s`, `2m`, `500ms`
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    pub time: Duration,
    /// The same seed gives the same placement on one thread
    #[arg(long, default_value_t = 1, value_parser = number::<u64>, allow_negative_numbers = true)]
    pub seed: u64,
    /// How many threads search together
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads, allow_negative_numbers = true)]
    pub threads: usize,
    /// One JSON object, which `grundy check` verifies
    #[arg(long)]
    pub json: bool,
    /// Write a picture of the placement
    #[arg(long, value_name = "FILE", value_parser = picture_output_file())]
    pub svg: Option<PathBuf>,
    /// Write a picture of every better placement on the way into this folder: 0001.svg, 0002.svg, ...
    #[arg(long, value_name = "FOLDER")]
    pub frames: Option<PathBuf>,
}

/// Puzzles that are known by a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PackingPreset {
    /// Veit Elser's Formidable Fourteen: fourteen disks, a cavity of 12 inches
    FormidableFourteen,
}
