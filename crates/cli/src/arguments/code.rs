//! The arguments of `grundy code`.

use super::value::{bytes, duration, number};
use clap::Args;
use std::time::Duration;

/// Which code is looked at.
#[derive(Debug, Args)]
pub struct CodeArguments {
    /// The code, such as 0.16, 4!.0 or "subtraction(1,2)", or a game of heaps with its parameters
    #[arg(required = true, num_args = 1..)]
    pub code: Vec<String>,
    /// A period is looked for in heaps 0 to N - 1
    #[arg(long, value_name = "N", default_value_t = 20_000_000, value_parser = number::<u64>, allow_negative_numbers = true)]
    pub terms: u64,
    /// Look for a period for half of this time, and for other facts for the rest: `10s`, `2m`, `500ms`
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    pub time: Duration,
    /// Stop when about this much memory is taken
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = bytes)]
    pub memory: u64,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}
