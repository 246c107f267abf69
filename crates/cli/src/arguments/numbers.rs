//! The arguments of `grundy mex` and `grundy nim-sum`.

use clap::Args;

/// Some numbers.
#[derive(Debug, Args)]
pub struct NumbersArguments {
    /// The numbers: 0 1 2 4, or "{0, 1, 2, 4}"; {} is the empty set
    #[arg(value_name = "NUMBER", allow_negative_numbers = true)]
    pub numbers: Vec<String>,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}
