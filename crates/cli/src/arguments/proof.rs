//! The arguments of `grundy prove` and `grundy proof`.

use super::Solving;
use super::value::{bytes, duration, output_file};
use clap::{Args, Subcommand};
use std::path::PathBuf;
use std::time::Duration;

/// What is proved.
#[derive(Debug, Args)]
pub struct ProveArguments {
    /// How it is solved; with --only the proof is of that alone, and shorter.
    #[command(flatten)]
    pub solving: Solving,
    /// The file of the proof
    #[arg(long, short, value_name = "FILE", value_parser = output_file())]
    pub output: PathBuf,
    /// Use none of the checker's lemmas: the proof is longer, and `grundy check --no-lemmas` accepts it
    #[arg(long)]
    pub no_lemmas: bool,
}

/// What is done with proofs.
#[derive(Debug, Subcommand)]
pub enum ProofCommand {
    /// One proof of all that several proofs of one convention claim
    Merge {
        /// The proofs
        #[arg(required = true, num_args = 1.., value_name = "PROOF")]
        files: Vec<PathBuf>,
        /// The file of the new proof
        #[arg(long, short, value_name = "FILE", value_parser = output_file())]
        output: PathBuf,
    },
    /// What a proof claims, and what it is made of; nothing is verified
    Stats {
        /// The proof
        #[arg(value_name = "PROOF")]
        file: PathBuf,
        /// One JSON object
        #[arg(long)]
        json: bool,
    },
    /// A proof of the same claims without what is superfluous
    Minimise {
        /// The proof
        #[arg(value_name = "PROOF")]
        file: PathBuf,
        /// The file of the new proof
        #[arg(long, short, value_name = "FILE", value_parser = output_file())]
        output: PathBuf,
        /// Stop after this time: `10s`, `2m`, `500ms`
        #[arg(long, value_name = "TIME", value_parser = duration)]
        time: Option<Duration>,
        /// Stop before the program takes more memory than this
        #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = bytes)]
        memory: u64,
    },
}
