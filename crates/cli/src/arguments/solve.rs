//! The arguments of `grundy solve` and `grundy explain`.

use super::value::{named_moves, threads};
use super::{HowPlayed, LimitArguments, Source};
use clap::{Args, ValueEnum};
use grundy::{Approach, Goal, Request, Run};
use std::path::PathBuf;

/// How a position is solved.
#[derive(Debug, Args)]
pub struct Solving {
    /// Where positions come from.
    #[command(flatten)]
    pub source: Source,
    /// How the game is played.
    #[command(flatten)]
    pub play: HowPlayed,
    /// One JSON object a position, one line each
    #[arg(long)]
    pub json: bool,
    /// Find out no more than this: the nimber, or who wins; no winning moves are asked
    #[arg(long, value_enum, value_name = "WHAT")]
    pub only: Option<Only>,
    /// The road to the answer
    #[arg(long, value_enum, default_value_t = MethodArgument::Best)]
    pub method: MethodArgument,
    /// What ends the search.
    #[command(flatten)]
    pub limits: LimitArguments,
    /// How many threads search together; this many lines of a file are answered at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads, allow_negative_numbers = true)]
    pub threads: usize,
    /// Use the nimbers and misère outcomes in this file, and add those that are found; it is made where
    /// there is none
    #[cfg(feature = "store")]
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// Look states up in the tables of this folder and of those in it, as `grundy table build` made them
    #[arg(long, value_name = "FOLDER")]
    pub dir: Option<PathBuf>,
}

/// The road to the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MethodArgument {
    /// Theorems where there are any, search elsewhere
    Best,
    /// Search with parts and memo, without theorems
    Search,
    /// The plain definition: every move of every position
    Definition,
}

/// What is found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Only {
    /// Who wins, and by what nimber
    Nimber,
    /// Who wins
    Outcome,
}

impl Solving {
    /// The request that is meant, to be answered within a run; all winning moves are named.
    pub fn request(&self, run: Run) -> Request {
        Request {
            convention: self.play.convention(),
            approach: match self.method {
                MethodArgument::Best => Approach::Best,
                MethodArgument::Search => Approach::Search,
                MethodArgument::Definition => Approach::Definition,
            },
            goal: match self.only {
                None => Goal::Moves,
                Some(Only::Nimber) => Goal::Nimber,
                Some(Only::Outcome) => Goal::Outcome,
            },
            named_moves: usize::MAX,
            lists_options: false,
            in_full: false,
            run,
        }
    }
}

/// What an answer goes by, and what it names.
#[derive(Debug, Args)]
pub struct Answering {
    /// How many winning moves to name: a number or `all`; they are always all counted
    #[arg(long, value_name = "N|all", default_value = "100", value_parser = named_moves, allow_negative_numbers = true)]
    pub moves: usize,
    /// Answer misère sums of heaps by the quotient in this file, as `grundy misere CODE --certificate` writes it,
    /// once it is verified; may be given several times
    #[arg(long, value_name = "FILE", id = "known_quotient")]
    pub certificate: Vec<PathBuf>,
}

/// What is solved.
#[derive(Debug, Args)]
pub struct SolveArguments {
    /// How.
    #[command(flatten)]
    pub solving: Solving,
    /// The answer.
    #[command(flatten)]
    pub answering: Answering,
    /// List the options too, each with its nimber; as many as --moves says
    #[arg(long)]
    pub options: bool,
    /// Keep all that a long search has found in this file, now and then and at the end, and go on from it: 16 bytes for
    /// most findings
    #[arg(long, value_name = "FILE", conflicts_with = "file")]
    pub checkpoint: Option<PathBuf>,
}

/// What is explained.
#[derive(Debug, Args)]
pub struct ExplainArguments {
    /// How.
    #[command(flatten)]
    pub solving: Solving,
    /// The answer.
    #[command(flatten)]
    pub answering: Answering,
    /// Look into one move, by its label: what it leaves, and for a bubble the options inside it
    #[arg(long = "move", visible_aliases = ["bubble", "focus"], value_name = "LABEL")]
    pub focus: Option<String>,
    /// Every working: of a forest each bubble X+ with its pops, their set and its mex
    #[arg(long)]
    pub all: bool,
    /// The proof of the Nimber theorem on this sum: all options, and for each smaller number the move to it
    #[arg(long, conflicts_with_all = ["focus", "all"])]
    pub proof: bool,
}
