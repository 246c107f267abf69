//! The arguments of `grundy store`.

use super::value::duration;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// What is done with a store.
#[derive(Debug, Args)]
pub struct StoreCommand {
    /// What
    #[command(subcommand)]
    pub action: StoreAction,
}

/// What can be done with a store.
#[derive(Debug, Subcommand)]
pub enum StoreAction {
    /// How many positions of which games it holds
    Stat(StoreFile),
    /// Solve what it holds anew, and compare
    Verify(StoreVerify),
    /// Write all positions with their nimbers or misère outcomes
    Export(StoreExport),
}

/// Which store.
#[derive(Debug, Args)]
pub struct StoreFile {
    /// The store
    pub file: PathBuf,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}

/// Which store is verified.
#[derive(Debug, Args)]
pub struct StoreVerify {
    /// Which.
    #[command(flatten)]
    pub store: StoreFile,
    /// Stop after this time: `10s`, `2m`, `500ms`; positions are taken from all over the file
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    pub time: Duration,
}

/// How a store is exported.
#[derive(Debug, Args)]
pub struct StoreExport {
    /// The store
    pub file: PathBuf,
    /// Lines of position, nimber, misère outcome, or one JSON object a line
    #[arg(long, value_enum, default_value_t = ExportForm::Csv)]
    pub form: ExportForm,
}

/// A form of text for other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportForm {
    /// `position,nimber,misere`, with a header
    Csv,
    /// JSON Lines
    Jsonl,
}
