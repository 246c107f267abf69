//! The arguments of `grundy book`.

use super::value::output_file;
use super::{HowPlayed, LimitArguments, Source};
use clap::Args;
use std::path::PathBuf;

/// Of which position the book is.
#[derive(Debug, Args)]
pub struct BookArguments {
    /// Where the position comes from.
    #[command(flatten)]
    pub source: Source,
    /// How the game is played.
    #[command(flatten)]
    pub play: HowPlayed,
    /// Write the book to a file: a page to be printed or clicked through for a name that ends in `.html`, a
    /// certificate for `grundy check` for one that ends in `.json`, else text
    #[arg(long, short, value_name = "FILE", value_parser = output_file())]
    pub output: Option<PathBuf>,
    /// One JSON object, which `grundy check` verifies; with --output the file is this object, or a page if its name
    /// ends in `.html`, and an object that tells its size is printed
    #[arg(long)]
    pub json: bool,
    /// What ends the search.
    #[command(flatten)]
    pub limits: LimitArguments,
}
