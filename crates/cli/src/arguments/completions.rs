//! The arguments of `grundy completions`.

use clap::Args;

/// Which shell.
#[derive(Debug, Args)]
pub struct CompletionsArguments {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}
