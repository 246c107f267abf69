//! The arguments of `grundy check`.

use super::value::{bytes, duration, number, threads};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

/// Which certificate is verified, or which positions are held to what is expected of them.
#[derive(Debug, Args)]
pub struct CheckArguments {
    /// The certificate
    #[arg(required_unless_present = "expected")]
    pub file: Option<PathBuf>,
    /// Hold positions to their lines: `nim 1 5 7 = *3; 3:7>4`, `misere: nim 1 1 = N`; `-` reads standard input
    #[arg(long, value_name = "FILE", conflicts_with = "file")]
    pub expected: Option<PathBuf>,
    /// With --expected: what this proof claims is taken from it, once it is verified, and not searched; may be given
    /// several times
    #[arg(long, value_name = "PROOF", requires = "expected")]
    pub by: Vec<PathBuf>,
    /// Of a proof: accept none that stands on a lemma of the checker
    #[arg(long)]
    pub no_lemmas: bool,
    /// Print the couples or sums of a proof as lines, `cram ../.. = *0` or `misere: 2d-nim 11/11 = P`, for other
    /// programs to check; nothing is verified
    #[arg(long, conflicts_with_all = ["expected", "json"])]
    pub list: bool,
    /// Work out at most N nimbers of a period's certificate; one that needs more is checked as far as they
    /// go, which verifies nothing
    #[arg(long, value_name = "N", default_value_t = grundy::check::period::MOST_TERMS, value_parser = number::<u64>, allow_negative_numbers = true)]
    pub terms: u64,
    /// Keep in FILE how far the check of a long period has come, and go on from there: what earlier checks went
    /// through is believed
    #[arg(long, value_name = "FILE", conflicts_with = "expected")]
    pub checkpoint: Option<PathBuf>,
    /// Stop after this time: `10s`, `2m`, `500ms`; with --expected, for each position
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// With --expected: stop after looking into this number of positions of each
    #[arg(long, value_name = "N", requires = "expected", value_parser = number::<u64>, allow_negative_numbers = true)]
    pub nodes: Option<u64>,
    /// Stop before the program takes more memory than this
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = bytes)]
    pub memory: u64,
    /// With --expected: this many lines are answered at the same time
    #[arg(long, value_name = "N", default_value_t = 1, requires = "expected", value_parser = threads, allow_negative_numbers = true)]
    pub threads: usize,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}
