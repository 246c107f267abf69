//! The arguments for where positions come from; several commands have them.

use clap::Args;
use grundy::Reading;
use std::path::PathBuf;

/// Where positions come from.
#[derive(Debug, Args)]
pub struct Source {
    /// The position, in quotes or as several words; `-` reads positions from standard input
    #[arg(value_name = "POSITION", allow_negative_numbers = true)]
    pub position: Vec<String>,
    /// Read positions from a file, one a line; lines that begin with # are comments
    #[arg(long, short, value_name = "FILE", conflicts_with = "position")]
    pub file: Option<PathBuf>,
    /// Read the edges of a graph from a file, one a line, after the game's name: `hackenbush --edges FILE`
    #[arg(long, value_name = "FILE", conflicts_with = "file", requires = "position")]
    pub edges: Option<PathBuf>,
    /// Read the circles of a picture from a file, after the game's name: `bubbly --circles FILE`. A line is a
    /// circle: x, y, radius, label; what contains what follows
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "edges"], requires = "position")]
    pub circles: Option<PathBuf>,
    /// Read the rows of a board from a file, one below the other, after the game's name: `2d-nim --board FILE`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "edges", "circles"], requires = "position")]
    pub board: Option<PathBuf>,
    /// Read on without what can only be a slip: an unmatched `)` of a forest
    #[arg(long)]
    pub lenient: bool,
    /// Drop the edges of a graph that are not joined to the ground
    #[arg(long)]
    pub drop_floating: bool,
}

impl Source {
    /// The same for another position.
    pub fn of(&self, position: &str) -> Source {
        Source {
            position: vec![position.to_owned()],
            file: None,
            edges: None,
            circles: None,
            board: None,
            lenient: self.lenient,
            drop_floating: self.drop_floating,
        }
    }

    /// How texts are to be read.
    pub fn reading(&self) -> Reading {
        Reading { lenient: self.lenient, drop_floating: self.drop_floating }
    }
}
