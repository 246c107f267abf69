//! The arguments of `grundy check`.

use super::value::{bytes, duration, number};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

/// Which certificate is verified.
#[derive(Debug, Args)]
pub struct Check {
    /// The certificate
    pub file: PathBuf,
    /// Work out at most N nimbers of a period's certificate; one that needs more is checked as far as they
    /// go, which verifies nothing
    #[arg(long, value_name = "N", default_value_t = grundy::check::period::MOST_TERMS, value_parser = number::<u64>, allow_negative_numbers = true)]
    pub terms: u64,
    /// Stop after this time: `10s`, `2m`, `500ms`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Stop when more than this much memory would be taken
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = bytes)]
    pub memory: u64,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}
