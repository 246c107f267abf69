//! The arguments of `grundy mex`, `grundy nim-sum` and `grundy nim`.

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

/// A formula of nim arithmetic.
#[derive(Debug, Args)]
pub struct NimArguments {
    /// The formula: "3*5", "7/3 + 2^4", "sqrt(2)"; + is the nim-sum, * the nim-product, ^ the power to an ordinary
    /// number
    #[arg(value_name = "FORMULA", required = true)]
    pub formula: Vec<String>,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}
