//! The arguments of `grundy game`.

use super::value::{duration, number, output_file};
use clap::{Args, Subcommand};
use std::path::PathBuf;
use std::time::Duration;

/// What is done with own games.
#[derive(Debug, Subcommand)]
pub enum GameCommand {
    /// Say what is derived from a rules file, and solve its example in three ways
    Check(CheckGame),
    /// Write the start of a rules file
    New(NewGame),
    /// The games from rules files, and the folder that yours are loaded from
    List,
}

/// Which file is looked over.
#[derive(Debug, Args)]
pub struct CheckGame {
    /// The rules file, or the name of a game that comes with one (`grundy game list`)
    #[arg(value_name = "FILE|NAME")]
    pub file: PathBuf,
    /// Stop each search, and the definition, after this time: `10s`, `2m`, `500ms`
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    pub time: Duration,
    /// Stop each search, and the definition, after looking into this number of positions
    #[arg(long, value_name = "N", default_value = "200000", value_parser = number::<u64>, allow_negative_numbers = true)]
    pub nodes: u64,
}

/// Which file is begun.
#[derive(Debug, Args)]
pub struct NewGame {
    /// The name of the game; that of a game that comes with a rules file copies it as `my-NAME`
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The file; NAME.game where nothing is said
    #[arg(short, long, value_name = "FILE", value_parser = output_file())]
    pub output: Option<PathBuf>,
}
