//! The arguments of `grundy same`.

use super::value::number;
use super::{HowPlayed, MinuteLimits};
use clap::Args;
use std::ops::RangeInclusive;

/// What is held to each other.
#[derive(Debug, Args)]
pub struct SameArguments {
    /// A position, or a family of them with n in braces: "treblecross len={n+3}"
    #[arg(value_name = "POSITION")]
    pub left: String,
    /// The other one: "0.007 {n+5}"
    #[arg(value_name = "POSITION")]
    pub right: String,
    /// The values of n, both ends among them: `0..40`
    #[arg(long = "for", value_name = "FIRST..LAST", value_parser = range)]
    pub values: Option<RangeInclusive<u64>>,
    /// How they are played.
    #[command(flatten)]
    pub play: HowPlayed,
    /// What ends the comparison of all values and trees together.
    #[command(flatten)]
    pub limits: MinuteLimits,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}

/// What becomes another game.
#[derive(Debug, Args)]
pub struct ConvertArguments {
    /// The position
    #[arg(value_name = "POSITION", required = true)]
    pub position: Vec<String>,
    /// The game it becomes: nim, hackenbush (stalks), bubbly (nests) or nimber
    #[arg(long, value_name = "GAME", default_value = "nim")]
    pub to: String,
    /// What ends the search for nimbers.
    #[command(flatten)]
    pub limits: MinuteLimits,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}

fn range(text: &str) -> Result<RangeInclusive<u64>, String> {
    let plain = text.trim().strip_prefix("n=").unwrap_or(text.trim());
    let (first, last) = plain.split_once("..").unwrap_or((plain, plain));
    let last = last.strip_prefix('=').unwrap_or(last);
    let both = number::<u64>(first).and_then(|first| Ok((first, number::<u64>(last)?)));
    let (first, last) = both.map_err(|error| format!("{error}; a range is written `0..40`"))?;
    if first > last {
        return Err(format!("this range is empty: write {last}..{first}"));
    }
    if last - first >= MOST_VALUES {
        return Err(format!("at most {MOST_VALUES} values are compared"));
    }
    Ok(first..=last)
}

/// A comparison of more would be read by nobody.
const MOST_VALUES: u64 = 1_000_000;
