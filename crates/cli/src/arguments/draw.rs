//! The arguments of `grundy draw`.

use super::value::picture_file;
use super::{HowPlayed, LimitArguments, Source};
use clap::Args;
use std::path::PathBuf;

/// What becomes a picture.
#[derive(Debug, Args)]
pub struct DrawArguments {
    /// Where the position comes from.
    #[command(flatten)]
    pub source: Source,
    /// Where the picture goes: SVG, or PNG where the name ends in `.png`; `-` is standard output, as SVG
    #[arg(long, short, value_name = "FILE", value_parser = picture_file())]
    pub output: PathBuf,
    /// Light ink on dark paper
    #[arg(long)]
    pub dark: bool,
    /// Pixels of a PNG for each unit of the picture, 2 where nothing is said
    #[cfg(feature = "png")]
    #[arg(long, value_name = "TIMES", value_parser = scale)]
    pub scale: Option<f64>,
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
    /// What ends the search.
    #[command(flatten)]
    pub limits: LimitArguments,
}

impl DrawArguments {
    /// Whether winning moves are marked.
    pub fn marks_winning(&self) -> bool {
        self.winning || self.colours
    }

    /// What a file looks like.
    pub fn look(&self) -> Look {
        Look {
            dark: self.dark,
            #[cfg(feature = "png")]
            scale: self.scale.unwrap_or(USUAL_SCALE),
        }
    }
}

/// Pixels of a PNG for each unit, where nobody says.
#[cfg(feature = "png")]
const USUAL_SCALE: f64 = 2.0;

/// What a picture looks like as a file.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Light ink on dark paper.
    pub dark: bool,
    /// Pixels of a PNG for each unit.
    #[cfg(feature = "png")]
    pub scale: f64,
}

impl Default for Look {
    fn default() -> Look {
        Look {
            dark: false,
            #[cfg(feature = "png")]
            scale: USUAL_SCALE,
        }
    }
}

/// How many pixels a unit has.
#[cfg(feature = "png")]
fn scale(text: &str) -> Result<f64, String> {
    let scale = text.parse::<f64>().ok().filter(|scale| (0.1..=20.0).contains(scale));
    scale.ok_or_else(|| "a number from 0.1 to 20".to_owned())
}
