//! The arguments of `grundy serve`.

use super::value::{address, bytes, duration};
use clap::Args;
use std::net::SocketAddr;
use std::time::Duration;

/// How the web page is served.
#[derive(Debug, Args)]
pub struct ServeArguments {
    /// The address and port to listen at; port 0 is any free one
    #[arg(long, value_name = "IP:PORT", default_value = "127.0.0.1:7878", value_parser = address)]
    pub addr: SocketAddr,
    /// Another name by which the server may be called, besides those of this machine; can be repeated
    #[arg(long = "host", value_name = "NAME")]
    pub hosts: Vec<String>,
    /// The longest that one hard position is worked on: `5s`, `1m`
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = duration)]
    pub time: Duration,
    /// The most memory for one hard position
    #[arg(long, value_name = "SIZE", default_value = "48M", value_parser = bytes)]
    pub memory: u64,
    /// Behind a proxy that nobody can go around: believe what it says of clients (X-Forwarded-For, X-Forwarded-Proto)
    #[arg(long)]
    pub trust_proxy: bool,
    /// What is logged, on standard error
    #[cfg(feature = "operations")]
    #[arg(long, value_enum, value_name = "LEVEL", default_value = "error")]
    pub log: LogLevel,
}

/// What is logged.
#[cfg(feature = "operations")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum LogLevel {
    /// Nothing
    Off,
    /// Requests that a fault or a lack of room left without an answer
    Error,
    /// Every request
    Info,
}
