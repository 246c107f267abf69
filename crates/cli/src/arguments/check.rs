//! The arguments of `grundy check`.

use clap::Args;
use std::path::PathBuf;

/// Which certificate is verified.
#[derive(Debug, Args)]
pub struct Check {
    /// The certificate
    pub file: PathBuf,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}
