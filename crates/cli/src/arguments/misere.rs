//! The arguments of `grundy misere`.

use super::value::{bytes, duration, number, output_file, picture_output_file};
use clap::Args;
use grundy::misere::Reach;
use std::path::PathBuf;
use std::time::Duration;

/// Whose misère theory is worked out.
#[derive(Debug, Args)]
pub struct MisereArguments {
    /// A code, such as 0.77, or a game of heaps without heaps: all its heaps. Or a position of any game: the
    /// parts that it can fall into
    #[arg(required = true, value_name = "CODE|POSITION", allow_negative_numbers = true)]
    pub of: Vec<String>,
    /// Stop after heap N of a code
    #[arg(long, value_name = "N", value_parser = number::<u64>, allow_negative_numbers = true)]
    pub heaps: Option<u64>,
    /// Stop before a quotient has more than N elements
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = order, allow_negative_numbers = true)]
    pub order: usize,
    /// Stop after this time: `10s`, `2m`, `500ms`
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    pub time: Duration,
    /// Stop when about this much memory is taken
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = bytes)]
    pub memory: u64,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
    /// Write lines of heap, value and word
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    pub csv: Option<PathBuf>,
    /// Write what proves the quotient, for `grundy check`
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    pub certificate: Option<PathBuf>,
    /// Draw the table of products as fields of colour; PNG where the name ends in .png
    #[arg(long, value_name = "FILE.svg", value_parser = picture_output_file())]
    pub plot: Option<PathBuf>,
}

impl MisereArguments {
    /// How far a quotient is carried.
    pub fn reach(&self) -> Reach {
        let model = Reach::default().model.max(self.order.saturating_mul(130));
        Reach { heaps: self.heaps, order: self.order, model }
    }
}

/// A number of elements.
fn order(text: &str) -> Result<usize, String> {
    let most = 65_535;
    let order = number::<usize>(text)?;
    if (1..=most).contains(&order) { Ok(order) } else { Err(format!("write a number from 1 to {most}")) }
}
