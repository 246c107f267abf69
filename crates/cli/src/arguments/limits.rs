//! The arguments for the limits of a search; several commands have them.

use super::value::{bytes, duration, number};
use clap::Args;
use grundy::Limits;
use std::time::Duration;

/// What ends a search.
#[derive(Debug, Args)]
pub struct LimitArguments {
    /// Stop after looking into this number of positions
    #[arg(long, value_name = "N", value_parser = number::<u64>, allow_negative_numbers = true)]
    pub nodes: Option<u64>,
    /// Stop after this time: `10s`, `2m`, `500ms`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Stop before the program takes more memory than this
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = bytes)]
    pub memory: u64,
}

impl LimitArguments {
    /// The limits that are meant.
    pub fn limits(&self) -> Limits {
        Limits { nodes: self.nodes, time: self.time, memory: Some(self.memory) }
    }
}

/// What ends a search that takes a minute at most where nothing else is said.
#[derive(Debug, Args)]
pub struct MinuteLimits {
    /// Stop after looking into this number of positions
    #[arg(long, value_name = "N", value_parser = number::<u64>, allow_negative_numbers = true)]
    pub nodes: Option<u64>,
    /// Stop after this time: `10s`, `2m`, `500ms`
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration)]
    pub time: Duration,
    /// Stop before the program takes more memory than this
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = bytes)]
    pub memory: u64,
}

impl MinuteLimits {
    /// The limits that are meant.
    pub fn limits(&self) -> Limits {
        Limits { nodes: self.nodes, time: Some(self.time), memory: Some(self.memory) }
    }
}
