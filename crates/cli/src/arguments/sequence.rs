//! The arguments of `grundy sequence`.

use super::value::{bytes, duration, number, picture_file, threads};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

/// Which sequence is computed.
#[derive(Debug, Args)]
pub struct SequenceArguments {
    /// The code, such as 0.07, 4!.0 or "subtraction(1,2)", or a game of heaps with its parameters, such
    /// as kayles or "dawsons-kayles take=3"; or positions of any game with n in braces, such as a board of
    /// Cram with 3 rows and n columns
    #[arg(required_unless_present_any = ["codes", "pattern"])]
    pub code: Option<String>,
    /// One row for each code of a file, one a line; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["code", "from", "every", "claim", "misere", "plot", "certificate", "checkpoint"])]
    pub codes: Option<PathBuf>,
    /// One row for each code that small letters make, which stand for octal digits that are not all 0:
    /// `0.abc`, `4.a0a`; may be given several times
    #[arg(long, value_name = "PATTERN", conflicts_with_all = ["code", "from", "every", "claim", "misere", "plot", "certificate", "checkpoint"])]
    pub pattern: Vec<String>,
    /// Of positions with n in braces, the first n; 0 or 1 where it is left out
    #[arg(long, value_name = "N", value_parser = number::<u64>, allow_negative_numbers = true)]
    pub from: Option<u64>,
    /// How many nimbers: of heaps 0 to N - 1, or of N positions with n in braces; 1000 heaps or 20 positions where nothing is
    /// said
    #[arg(long, value_name = "N", value_parser = number::<u64>, allow_negative_numbers = true)]
    pub terms: Option<u64>,
    /// Go on beyond the terms until a period is proved
    #[arg(long)]
    pub prove: bool,
    /// Compute every nimber, even those that a proved period tells
    #[arg(long, conflicts_with = "prove")]
    pub every: bool,
    /// Prove a period that is known from elsewhere. Where it ends beyond heap 2,000,000, only what the
    /// proof needs is remembered, some ten megabytes, however long the period is: this needs a code with
    /// a sparse space, and of its nimbers the first 1,048,576 can be given
    #[arg(long, value_name = "PREPERIOD,PERIOD", value_parser = claim, conflicts_with_all = ["prove", "every"])]
    pub claim: Option<(u64, u64)>,
    /// Genera and misère values in place of nimbers, as far as canonical forms stay small
    #[arg(long, conflicts_with_all = ["prove", "every", "claim", "plot", "certificate", "checkpoint"])]
    pub misere: bool,
    /// Write lines of heap and nimber
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Draw a chart of nimbers against heaps, with the proven period marked; PNG where the name ends in .png
    #[arg(long, value_name = "FILE.svg", value_parser = picture_file())]
    pub plot: Option<PathBuf>,
    /// Write the proof of the period, for `grundy check`
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Keep what is known in this file every ten seconds and at the end, and go on from it
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Stop after this time: `10s`, `2m`, `500ms`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Stop when about this much memory is taken
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = bytes)]
    pub memory: u64,
    /// At most this number of threads compute together; as many as help where nothing is said
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub threads: Option<usize>,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}

impl SequenceArguments {
    /// How many nimbers of a code were asked for, or else the usual number.
    pub fn terms(&self) -> u64 {
        self.terms.unwrap_or(1000)
    }

    /// The threads that were asked for, or else as many as there are processors.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
    }
}

/// Heaps beyond this one are out of reach of the engines.
const LARGEST_CLAIM: u64 = 1 << 60;

/// A preperiod and a period: `53,34`.
fn claim(text: &str) -> Result<(u64, u64), String> {
    let part = |text: &str| number::<u64>(text.trim()).ok();
    let numbers = text
        .split_once(',')
        .and_then(|(before, length)| Some((part(before)?, part(length).filter(|&length| length > 0)?)));
    let (preperiod, period) = numbers.ok_or("write the preperiod and the period, `53,34`")?;
    if preperiod.checked_add(period).is_none_or(|end| end > LARGEST_CLAIM) {
        return Err(format!("preperiod and period together are at most 2^60, {LARGEST_CLAIM}"));
    }
    Ok((preperiod, period))
}
