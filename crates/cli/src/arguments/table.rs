//! The arguments of `grundy table`.

use super::value::{bytes, named_moves, number, threads};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, ValueEnum};
use grundy::tables::{Content, Selection, StateFilter, TABLE_GAMES, TableGame};
use grundy::{Convention, Outcome};
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// What is done with a table.
#[derive(Debug, Subcommand)]
pub enum TableCommand {
    /// Decide every state of a board and keep it in a folder; run again, it goes on where it stopped
    Build(BuildTable),
    /// Outcome or nimber of a position, and every winning move
    Query(QueryTable),
    /// P-positions, by number of stones
    Stat(StatTable),
    /// The states that meet a condition, one a line
    List(ListTable),
    /// How many states meet a condition
    Count(CountTable),
    /// Check the files, and hold states to the rule: P exactly when no option is
    Verify(VerifyTable),
}

/// Reads the name of a game that tables are built of.
fn board_game() -> impl TypedValueParser<Value = TableGame> {
    let named = TABLE_GAMES.iter().map(|game| PossibleValue::new(game.id()).help(game.summary()));
    PossibleValuesParser::new(named).map(|id| TableGame::named(&id, "").expect("its name was just read"))
}

/// Which table is built.
#[derive(Debug, Args)]
pub struct BuildTable {
    /// The game
    #[arg(value_parser = board_game())]
    pub game: TableGame,
    /// Rows of the board
    #[arg(long, value_name = "N", value_parser = number::<u32>, allow_negative_numbers = true)]
    pub rows: u32,
    /// Columns of the board
    #[arg(long, value_name = "N", value_parser = number::<u32>, allow_negative_numbers = true)]
    pub columns: u32,
    /// Most stones of a move in 2D Nim, or `any` (3 where nothing is said)
    #[arg(long, value_name = "N|any", value_parser = most_stones)]
    pub max: Option<Most>,
    /// Misère play: whoever makes the last move loses; usual for the outcomes of 2D Nim
    #[arg(long, visible_alias = "misère", conflicts_with = "normal")]
    pub misere: bool,
    /// Normal play: whoever makes the last move wins
    #[arg(long)]
    pub normal: bool,
    /// Nimbers, of 4 or 8 bits a state, instead of outcomes of 1 bit
    #[arg(long)]
    pub nimbers: bool,
    /// The folder of the table; several processes may build in one
    #[arg(long, value_name = "FOLDER")]
    pub dir: PathBuf,
    /// How many threads build together
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads, allow_negative_numbers = true)]
    pub threads: usize,
    /// Refuse to begin when more memory is needed than this
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = bytes)]
    pub memory: u64,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}

/// A number of stones, or any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Most(pub Option<u32>);

impl BuildTable {
    /// The game that is meant.
    ///
    /// # Errors
    /// When a parameter is given that the game does not have.
    pub fn game(&self) -> anyhow::Result<TableGame> {
        let Some(Most(max)) = self.max else { return Ok(self.game) };
        let max = max.map_or("any".to_owned(), |max| max.to_string());
        let id = self.game.id();
        let refused = |why| anyhow::anyhow!("{id} has no --max: {why}\nhelp: leave --max out");
        self.game.with_max(&max).map_err(refused)
    }

    /// What the table holds.
    pub fn content(&self) -> Content {
        if self.nimbers { Content::Nimbers } else { Content::Outcomes }
    }

    /// The convention that is meant.
    pub fn convention(&self) -> Convention {
        match (self.misere, self.normal || self.nimbers) {
            (true, _) => Convention::Misere,
            (false, true) => Convention::Normal,
            (false, false) => self.game.usual_convention(),
        }
    }
}

/// What is asked of a table.
#[derive(Debug, Args)]
pub struct QueryTable {
    /// The folder of the table
    pub dir: PathBuf,
    /// The board: rows of 1 and 0 (or # and .) joined by /, or 4x4 for a full one
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
    /// States with so many stones: a number, or a range such as `3-4`
    #[arg(long, value_name = "N|N-M", value_parser = range)]
    pub stones: Option<RangeInclusive<u32>>,
    /// States from which some move leads to such a state
    #[arg(long, value_enum, value_name = "losing|winning")]
    pub reach: Option<Reached>,
    /// States from which some move leads to one with so many stones; with --reach, to one that is both
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
    let (first, last) = (number::<u32>(first)?, number::<u32>(last)?);
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
    /// So many states, drawn at random, are held to the rule
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

fn most_stones(text: &str) -> Result<Most, String> {
    if text.eq_ignore_ascii_case("any") {
        return Ok(Most(None));
    }
    let number = text.parse().ok().filter(|&number| number > 0);
    number.map(|number| Most(Some(number))).ok_or_else(|| "write a number from 1, or `any`".to_owned())
}
