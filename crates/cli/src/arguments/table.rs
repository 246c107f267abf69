//! The arguments of `grundy table`.

use super::Deferred;
use super::value::{bytes, named_moves, number, picture_file, threads};
use clap::{Args, Subcommand, ValueEnum};
use grundy::tables::{Content, Selection, StateFilter, TableGame};
use grundy::{Convention, Outcome};
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// What is done with a table.
#[derive(Debug, Subcommand)]
pub enum TableCommand {
    /// Decide every state of a board and keep it in a folder; run again, it goes on where it stopped
    Build(Deferred<BuildTable>),
    /// Outcome or nimber of a position, and every winning move
    Query(Deferred<QueryTable>),
    /// P-positions, by number of stones
    Stat(Deferred<StatTable>),
    /// The states that meet a condition, one a line
    List(Deferred<ListTable>),
    /// How many states meet a condition
    Count(Deferred<CountTable>),
    /// The graph of the blocks of a table that has begun, for other schedulers: a JSON object a block
    Needs(Deferred<NeedsOfTable>),
    /// Build blocks one by one, as other schedulers ask for them; a block that is there is done
    Block(Deferred<BuildBlocks>),
    /// Check the files, and hold states to the rule: P exactly when no option is
    Verify(Deferred<VerifyTable>),
    /// The nimbers of a game of two numbers, as CSV or as a field of colours
    Nimbers(Deferred<NimbersTable>),
}

/// Which nimbers are told.
#[derive(Debug, Args)]
pub struct NimbersTable {
    /// The game, and what stands before the two numbers: `wythoff`, `subtraction set=1,3`
    #[arg(value_name = "GAME", required = true)]
    pub game: Vec<String>,
    /// Rows, for the first number from 0 on; without them a position is one number
    #[arg(long, value_name = "N", value_parser = number::<u32>, allow_negative_numbers = true)]
    pub rows: Option<u32>,
    /// Columns, for the last number from 0 on
    #[arg(long, value_name = "N", value_parser = number::<u32>, allow_negative_numbers = true)]
    pub columns: u32,
    /// Where it goes: CSV, or a picture where the name ends in .svg or .png; CSV on the terminal where nothing is said
    #[arg(long, short, value_name = "FILE", value_parser = picture_file())]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub limits: super::LimitArguments,
}

/// Which table is built.
#[derive(Debug, Args)]
pub struct BuildTable {
    /// The game, and its parameters: `cram`, `2d-nim max=any`. Its moves take stones off a board
    #[arg(value_name = "GAME", required = true)]
    pub game: Vec<String>,
    /// Rows of the board
    #[arg(long, value_name = "N", value_parser = number::<u32>, allow_negative_numbers = true)]
    pub rows: u32,
    /// Columns of the board
    #[arg(long, value_name = "N", value_parser = number::<u32>, allow_negative_numbers = true)]
    pub columns: u32,
    /// Most stones of a move in 2D Nim, or `any` (3 where nothing is said): the same as `max=N` after the game
    #[arg(long, value_name = "N|any", value_parser = most_stones)]
    pub max: Option<String>,
    /// Misère play: whoever makes the last move loses; the default of games that are usually played so, such as 2D Nim
    #[arg(long, visible_alias = "misère", conflicts_with = "normal")]
    pub misere: bool,
    /// Normal play: whoever makes the last move wins
    #[arg(long)]
    pub normal: bool,
    /// Nimbers, of 4 bits a state, instead of outcomes of 1 bit; boards of at most 36 cells
    #[arg(long)]
    pub nimbers: bool,
    /// The folder of the table; several processes may build in one
    #[arg(long, value_name = "FOLDER")]
    pub dir: PathBuf,
    /// How many threads build together
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads, allow_negative_numbers = true)]
    pub threads: usize,
    /// Memory for blocks that may be needed again; a table that needs more than this at the least is not begun
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = bytes)]
    pub memory: u64,
    /// Keep every block; else a large table keeps one of those that mirrors of the board lead to each other
    #[arg(long)]
    pub plain: bool,
    /// Compress the blocks: `yes`, `no`, or by itself where the table is large and the disk slow
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto", num_args = 0..=1, default_missing_value = "yes")]
    pub compress: Compress,
    /// Only begin the folder, for `table needs` and `table block`
    #[arg(long)]
    pub begin: bool,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}

/// Whether blocks are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Compress {
    /// A table of 1 GiB and more, where the disk takes less than 300 MB a second
    Auto,
    /// Always
    Yes,
    /// Never
    No,
}

/// Whose blocks are asked.
#[derive(Debug, Args)]
pub struct NeedsOfTable {
    /// The folder of the table
    #[arg(long, value_name = "FOLDER")]
    pub dir: PathBuf,
}

/// Which blocks are built.
#[derive(Debug, Args)]
pub struct BuildBlocks {
    /// The folder of the table
    #[arg(long, value_name = "FOLDER")]
    pub dir: PathBuf,
    /// The numbers of the blocks; they are built in this order
    #[arg(value_name = "N", required = true, value_parser = number::<u64>)]
    pub blocks: Vec<u64>,
    /// Refuse to begin when more memory is needed than this
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = bytes)]
    pub memory: u64,
}

impl BuildTable {
    /// The game with its parameters.
    pub fn game(&self) -> String {
        let max = self.max.as_ref().map(|max| format!("max={max}"));
        self.game.iter().cloned().chain(max).collect::<Vec<_>>().join(" ")
    }

    /// What the table holds.
    pub fn content(&self) -> Content {
        if self.nimbers { Content::Nimbers } else { Content::Outcomes }
    }

    /// The convention that is meant.
    pub fn convention(&self, game: &TableGame) -> Convention {
        match (self.misere, self.normal || self.nimbers) {
            (true, _) => Convention::Misere,
            (false, true) => Convention::Normal,
            (false, false) => game.usual_convention(),
        }
    }
}

/// What is asked of a table.
#[derive(Debug, Args)]
pub struct QueryTable {
    /// The folder of the table
    pub dir: PathBuf,
    /// The board as its game writes it: rows joined by /, or 4x4 for a full one
    #[arg(value_name = "POSITION", required = true)]
    pub position: Vec<String>,
    /// How many winning moves to name: a number or `all`; they are always all counted
    #[arg(long, value_name = "N|all", default_value = "100", value_parser = named_moves, allow_negative_numbers = true)]
    pub moves: usize,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}

/// Which table is summed up.
#[derive(Debug, Args)]
pub struct StatTable {
    /// The folder of the table
    pub dir: PathBuf,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
    /// Add the P-positions by number of stones to the JSON object
    #[arg(long, requires = "json")]
    pub by_stones: bool,
}

/// Which states of a table are meant.
#[derive(Debug, Args)]
pub struct StatesArguments {
    /// The folder of the table
    pub dir: PathBuf,
    /// States that the player to move loses (P)
    #[arg(long)]
    pub losing: bool,
    /// States that the player to move wins (N)
    #[arg(long, conflicts_with = "losing")]
    pub winning: bool,
    /// States with this number of stones: a number, or a range such as `3-4`
    #[arg(long, value_name = "N|N-M", value_parser = range)]
    pub stones: Option<RangeInclusive<u32>>,
    /// States from which some move leads to such a state
    #[arg(long, value_enum, value_name = "losing|winning")]
    pub reach: Option<Reached>,
    /// States from which some move leads to one with this number of stones; with --reach, to one that is both
    #[arg(long, value_name = "N|N-M", value_parser = range)]
    pub reach_stones: Option<RangeInclusive<u32>>,
    /// Of states that are the same shape, turned over, mirrored or moved about, only the one in the top left
    /// corner
    #[arg(long)]
    pub up_to_symmetry: bool,
}

/// Who wins a state that a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Reached {
    /// The player who has made the move
    Losing,
    /// The player who moves next
    Winning,
}

impl StatesArguments {
    /// The selection that is meant.
    pub fn selection(&self) -> Selection {
        let outcome = match (self.losing, self.winning) {
            (true, _) => Some(Outcome::P),
            (_, true) => Some(Outcome::N),
            _ => None,
        };
        let reached = self.reach.map(|reach| if reach == Reached::Losing { Outcome::P } else { Outcome::N });
        let has_reach = reached.is_some() || self.reach_stones.is_some();
        let reach = StateFilter { outcome: reached, stones: self.reach_stones.clone() };
        Selection {
            own: StateFilter { outcome, stones: self.stones.clone() },
            reach: has_reach.then_some(reach),
        }
    }
}

/// Which states are listed.
#[derive(Debug, Args)]
pub struct ListTable {
    /// Which states.
    #[command(flatten)]
    pub states: StatesArguments,
    /// Write lines of number, state, stones and outcome to a file; `-` is standard output
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub csv: Option<PathBuf>,
    /// One JSON object a state
    #[arg(long)]
    pub json: bool,
}

/// Which states are counted.
#[derive(Debug, Args)]
pub struct CountTable {
    /// Which states.
    #[command(flatten)]
    pub states: StatesArguments,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}

/// A number, or two with a dash between.
fn range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let both = number::<u32>(first).and_then(|first| Ok((first, number::<u32>(last)?)));
    let (first, last) = both.map_err(|error| format!("{error}; a range is written `3-5`"))?;
    if first > last {
        return Err(format!("this range is empty: write {last}-{first}"));
    }
    Ok(first..=last)
}

/// How a table is checked.
#[derive(Debug, Args)]
pub struct VerifyTable {
    /// The folder of the table
    pub dir: PathBuf,
    /// How many states, drawn at random, are held to the rule
    #[arg(long, value_name = "N", default_value_t = 10_000, conflicts_with = "all", value_parser = number::<u64>, allow_negative_numbers = true)]
    pub sample: u64,
    /// The same seed draws the same states
    #[arg(long, default_value_t = 1, value_parser = number::<u64>, allow_negative_numbers = true)]
    pub seed: u64,
    /// All states are held to the rule; the table is then held in memory
    #[arg(long)]
    pub all: bool,
    /// How many threads check together
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads, allow_negative_numbers = true)]
    pub threads: usize,
    /// With --all: refuse to begin when more memory is needed than this
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = bytes)]
    pub memory: u64,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}

fn most_stones(text: &str) -> Result<String, String> {
    let is_meant = text.eq_ignore_ascii_case("any") || text.parse::<u32>().is_ok_and(|most| most > 0);
    if is_meant { Ok(text.to_lowercase()) } else { Err("write a number from 1, or `any`".to_owned()) }
}
