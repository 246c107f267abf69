//! The arguments of `grundy completions`.

use clap::Args;

/// Which shell.
#[derive(Debug, Args)]
pub struct CompletionsArguments {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// `grundy man`.
#[derive(Debug, Args)]
pub struct ManArguments {
    /// The page of this command alone; `table build` for one within another
    pub command: Vec<String>,
}
