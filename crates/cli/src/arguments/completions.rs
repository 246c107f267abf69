//! The arguments of `grundy completions`.

use clap::Args;

/// Which shell.
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}
