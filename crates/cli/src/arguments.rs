//! The arguments as typed, with their help beside them.

mod table;

pub use table::*;

use bytesize::ByteSize;
use clap::{Args, Parser, Subcommand, ValueEnum};
use grundy::{Approach, Convention, GAMES, Level, Limits, Reading, Request, Run, Side};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Impartial combinatorial games: who wins, by what nimber, with which moves, and why.
#[derive(Debug, Parser)]
#[command(name = "grundy", version, about = ABOUT, max_term_width = 100, after_help = AFTER_HELP)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

const ABOUT: &str = "Impartial combinatorial games: who wins, by what nimber, with which moves, and why";

const AFTER_HELP: &str = "\
A position is a game and its notation, or a sum of those:
  grundy solve   \"nim 1 3 5 7\"
  grundy explain \"bubbly (I(T(C(A(L))))(F(N(U))(S)))(H(V(P(R))))(E(G))\"
  grundy solve   \"bubbly (E(G)) + nim 4 + *3\"
`grundy list` shows all games.

Exit codes: 0 answered; 1 a check failed, or a file had bad lines; 2 a mistake in the input;
3 stopped by a limit or a signal.";

/// What the program can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// The games: id, title, convention, parameters, an example each
    List(List),
    /// The board drawn in the terminal
    Show(Show),
    /// Outcome, nimber, parts, every winning move
    Solve(Solve),
    /// The same with the working, as one would teach it
    Explain(Explain),
    /// A position or a packing as an SVG picture
    Draw(Draw),
    /// A game against the program, in the terminal
    Play(Play),
    /// Make a puzzle whose winning moves spell a word
    Puzzle(Puzzle),
    /// A position at random, for teaching and tests
    Random(Random),
    /// Nimbers of the heaps of a taking-and-breaking code, and the proven period
    Sequence(Sequence),
    /// Every state of a board, on disk
    #[command(subcommand)]
    Table(Table),
    /// Disks into a round or rectangular cavity, with an exact proof
    Pack(Pack),
    /// Verify a certificate
    Check(Check),
    /// Look into a store of nimbers, verify or export it
    Store(StoreCommand),
    /// The web page, on this machine
    Serve(Serve),
    /// Print a completion script for a shell
    Completions(Completions),
    /// Print the manual page
    Man,
}

/// Which games there are.
#[derive(Debug, Args)]
pub struct List {
    /// One JSON object a game
    #[arg(long)]
    pub json: bool,
}

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
    /// Read on without what can only be a slip: an unmatched `)` of a forest
    #[arg(long)]
    pub lenient: bool,
    /// Drop the edges of a graph that are not joined to the ground
    #[arg(long)]
    pub drop_floating: bool,
}

impl Source {
    /// How texts are to be read.
    pub fn reading(&self) -> Reading {
        Reading { lenient: self.lenient, drop_floating: self.drop_floating }
    }
}

/// What is drawn.
#[derive(Debug, Args)]
pub struct Show {
    /// Where positions come from.
    #[command(flatten)]
    pub source: Source,
    /// Show a game that `grundy play --record` wrote, move by move
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "file", "json"])]
    pub record: Option<PathBuf>,
    /// One JSON object a position, one line each
    #[arg(long)]
    pub json: bool,
}

/// What becomes a picture.
#[derive(Debug, Args)]
pub struct Draw {
    /// Where the position comes from.
    #[command(flatten)]
    pub source: Source,
    /// Where the picture goes; `-` is standard output
    #[arg(long, short, value_name = "FILE.svg")]
    pub output: PathBuf,
    /// Mark the winning moves
    #[arg(long)]
    pub winning: bool,
    /// Mark what this move takes away
    #[arg(long = "move", value_name = "LABEL")]
    pub making: Option<String>,
    /// Draw the packing of this certificate, as `grundy pack --json` writes it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "file", "winning", "making"])]
    pub packing: Option<PathBuf>,
    /// Misère play, for the winning moves: whoever makes the last move loses
    #[arg(long, visible_alias = "misère", conflicts_with = "normal")]
    pub misere: bool,
    /// Normal play, for the winning moves: whoever makes the last move wins
    #[arg(long)]
    pub normal: bool,
    /// Stop looking for winning moves after this time: `10s`, `2m`, `500ms`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Stop a search that holds more memory than this
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = bytes)]
    pub memory: u64,
}

impl Draw {
    /// The convention that is asked for, if any.
    pub fn convention(&self) -> Option<Convention> {
        convention(self.misere, self.normal)
    }

    /// The limits of the search for winning moves.
    pub fn limits(&self) -> Limits {
        Limits { nodes: None, time: self.time, memory: Some(self.memory) }
    }
}

/// Which game is played, and how.
#[derive(Debug, Args)]
pub struct Play {
    /// The position at the start, in quotes or as several words
    #[arg(value_name = "POSITION", required = true, allow_negative_numbers = true)]
    pub position: Vec<String>,
    /// Who makes the first move: me or computer
    #[arg(long, value_name = "WHO", default_value_t = Side::Me, value_parser = str::parse::<Side>)]
    pub first: Side,
    /// How well the computer plays: perfect; casual, which errs now and then; or marienbad, which
    /// teases while the game is long
    #[arg(long, default_value_t = Level::Perfect, value_parser = str::parse::<Level>)]
    pub level: Level,
    /// Misère play: whoever makes the last move loses
    #[arg(long, visible_alias = "misère", conflicts_with = "normal")]
    pub misere: bool,
    /// Normal play: whoever makes the last move wins
    #[arg(long)]
    pub normal: bool,
    /// Another seed, other choices of the computer
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Keep the game in this file, for `grundy show --record`
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// How long the computer may think about a move: `10s`, `500ms`
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = duration)]
    pub time: Duration,
}

impl Play {
    /// The convention that is asked for, if any.
    pub fn convention(&self) -> Option<Convention> {
        convention(self.misere, self.normal)
    }
}

/// How a position is solved.
#[derive(Debug, Args)]
pub struct Solving {
    /// Where positions come from.
    #[command(flatten)]
    pub source: Source,
    /// Misère play: whoever makes the last move loses
    #[arg(long, visible_alias = "misère", conflicts_with = "normal")]
    pub misere: bool,
    /// Normal play: whoever makes the last move wins
    #[arg(long)]
    pub normal: bool,
    /// One JSON object a position, one line each
    #[arg(long)]
    pub json: bool,
    /// How many winning moves to name: a number or `all`; they are always all counted
    #[arg(long, value_name = "N|all", default_value = "100", value_parser = named_moves)]
    pub moves: usize,
    /// The road to the answer
    #[arg(long, value_enum, default_value_t = Method::Best)]
    pub method: Method,
    /// Stop after looking into so many positions
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Stop after this time: `10s`, `2m`, `500ms`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Stop a search that holds more memory than this
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = bytes)]
    pub memory: u64,
    /// How many threads search together
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    pub threads: usize,
    /// Use the nimbers in this file, and add those that are found; it is made where there is none
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
}

/// The road to the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// Theorems where there are any, search elsewhere
    Best,
    /// Search with parts and memo, without theorems
    Search,
    /// The plain definition: every move of every position
    Definition,
}

impl Solving {
    /// The request that is meant, without a stop button and a listener.
    pub fn request(&self) -> Request {
        let limits = Limits { nodes: self.nodes, time: self.time, memory: Some(self.memory) };
        Request {
            convention: convention(self.misere, self.normal),
            approach: match self.method {
                Method::Best => Approach::Best,
                Method::Search => Approach::Search,
                Method::Definition => Approach::Definition,
            },
            named_moves: self.moves,
            run: Run::new(limits).with_threads(self.threads),
        }
    }
}

/// What is solved.
#[derive(Debug, Args)]
pub struct Solve {
    /// How.
    #[command(flatten)]
    pub solving: Solving,
}

/// What is explained.
#[derive(Debug, Args)]
pub struct Explain {
    /// How.
    #[command(flatten)]
    pub solving: Solving,
    /// Look into one move, by its label: what it leaves, and for a bubble the options inside it
    #[arg(long = "move", visible_aliases = ["bubble", "focus"], value_name = "LABEL")]
    pub focus: Option<String>,
}

/// What puzzle is made.
#[derive(Debug, Args)]
pub struct Puzzle {
    /// The game, one with a puzzle maker
    #[arg(value_parser = game)]
    pub game: String,
    /// The word that the winning moves spell in reading order
    #[arg(long)]
    pub word: String,
    /// How many bubbles it has (25 where nothing is said)
    #[arg(long, value_name = "N")]
    pub bubbles: Option<usize>,
    /// All labels in reading order; only the nesting is then free
    #[arg(long)]
    pub text: Option<String>,
    /// The same seed gives the same puzzle
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Give up after this time
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}

/// What position is drawn.
#[derive(Debug, Args)]
pub struct Random {
    /// The game
    #[arg(value_parser = game)]
    pub game: String,
    /// How many edges, bubbles or heaps it has
    #[arg(long, visible_aliases = ["edges", "bubbles", "heaps"], value_name = "N")]
    pub size: Option<usize>,
    /// For graphs: tree, cactus, sparse, grid or ring
    #[arg(long)]
    pub shape: Option<String>,
    /// The same seed gives the same position
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}

/// Which sequence is computed.
#[derive(Debug, Args)]
pub struct Sequence {
    /// The code, such as 0.07, 4.0! or "subtraction(1,2)", or a game of heaps with its parameters, such
    /// as kayles or "dawsons-kayles take=3"
    pub code: String,
    /// Heaps 0 to N - 1
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub terms: u64,
    /// Go on beyond the terms until a period is proved
    #[arg(long)]
    pub prove: bool,
    /// Compute every nimber, even those that a proved period tells
    #[arg(long, conflicts_with = "prove")]
    pub every: bool,
    /// Prove a period that is known from elsewhere. Where it ends beyond heap 2,000,000, only what the
    /// proof needs is remembered, some megabytes, however long the period is: this needs a code with
    /// a sparse space, and only the first 200,000 nimbers are told
    #[arg(long, value_name = "PREPERIOD,PERIOD", value_parser = claim, conflicts_with_all = ["prove", "every"])]
    pub claim: Option<(u64, u64)>,
    /// Write lines of heap and nimber
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Draw a chart of nimbers against heaps, with the proven period marked
    #[arg(long, value_name = "FILE.svg")]
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
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}

/// Heaps beyond this one are out of reach of the engines.
const LARGEST_CLAIM: u64 = 1 << 60;

/// A preperiod and a period: `53,34`.
fn claim(text: &str) -> Result<(u64, u64), String> {
    let numbers = text.split_once(',').and_then(|(before, length)| {
        Some((
            before.trim().parse::<u64>().ok()?,
            length.trim().parse().ok().filter(|&length: &u64| length > 0)?,
        ))
    });
    let (preperiod, period) = numbers.ok_or("write the preperiod and the period, `53,34`")?;
    if preperiod.checked_add(period).is_none_or(|end| end > LARGEST_CLAIM) {
        return Err(format!("preperiod and period together are at most 2^60, {LARGEST_CLAIM}"));
    }
    Ok((preperiod, period))
}

/// Which disks are packed.
#[derive(Debug, Args)]
pub struct Pack {
    /// A file of diameters, separated by blanks, commas or lines; # begins a comment
    #[arg(conflicts_with_all = ["disks", "preset"])]
    pub file: Option<PathBuf>,
    /// The diameters, as exact decimals: `2.150,2.250,2.308`
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, conflicts_with = "preset")]
    pub disks: Option<String>,
    /// A known puzzle, with its cavity
    #[arg(long, value_enum)]
    pub preset: Option<Preset>,
    /// The diameter of a round cavity, `12`, or the sides of a rectangular one, `10x12`
    #[arg(long, value_name = "D|WxH")]
    pub cavity: Option<String>,
    /// Look for the smallest cavity of this shape (round, where none is given) until the time is up
    #[arg(long)]
    pub minimise: bool,
    /// Stop after this time: `10s`, `2m`, `500ms`
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    pub time: Duration,
    /// The same seed gives the same placement on one thread
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many threads search together
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub threads: usize,
    /// One JSON object, which `grundy check` verifies
    #[arg(long)]
    pub json: bool,
    /// Write a picture of the placement
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// Puzzles that are known by a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Preset {
    /// Veit Elser's Formidable Fourteen: fourteen disks, a cavity of 12 inches
    FormidableFourteen,
}

/// Which certificate is verified.
#[derive(Debug, Args)]
pub struct Check {
    /// The certificate
    pub file: PathBuf,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}

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
    /// Write all positions with their nimbers
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
    /// Lines of position and nimber, or one JSON object a line
    #[arg(long, value_enum, default_value_t = ExportForm::Csv)]
    pub form: ExportForm,
}

/// A form of text for other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportForm {
    /// `position,nimber`, with a header
    Csv,
    /// JSON Lines
    Jsonl,
}

/// How the web page is served.
#[derive(Debug, Args)]
pub struct Serve {
    /// The address and port to listen at; port 0 is any free one
    #[arg(long, value_name = "IP:PORT", default_value = "127.0.0.1:7878")]
    pub addr: SocketAddr,
    /// Another name by which the server may be called, besides those of this machine; can be repeated
    #[arg(long = "host", value_name = "NAME")]
    pub hosts: Vec<String>,
    /// The longest that one hard position is worked on: `5s`, `1m`
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = duration)]
    pub time: Duration,
    /// The most memory for one hard position
    #[arg(long, value_name = "SIZE", default_value = "48M", value_parser = bytes)]
    pub memory: u64,
}

/// Which shell.
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// The convention that two switches ask for, if any.
fn convention(misere: bool, normal: bool) -> Option<Convention> {
    match (misere, normal) {
        (true, _) => Some(Convention::Misere),
        (_, true) => Some(Convention::Normal),
        _ => None,
    }
}

fn named_moves(text: &str) -> Result<usize, String> {
    match text {
        "all" => Ok(usize::MAX),
        number => number.parse().map_err(|_| "write a number or `all`".to_owned()),
    }
}

fn duration(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    match seconds {
        Some(time) => Ok(time),
        None => humantime::parse_duration(text)
            .map_err(|_| "write a time such as `10s`, `2m` or `500ms`".to_owned()),
    }
}

fn bytes(text: &str) -> Result<u64, String> {
    match text.parse::<ByteSize>() {
        Ok(size) => Ok(size.as_u64()),
        Err(_) => Err("write a size such as `4G`, `500M` or `1GiB`".to_owned()),
    }
}

fn threads(text: &str) -> Result<usize, String> {
    let most = 1024;
    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("write a number of threads from 1 to {most}"))
}

fn game(name: &str) -> Result<String, String> {
    match grundy::find_game(name) {
        Ok(game) => Ok(game.card().id.to_owned()),
        Err(error) => Err(format!("{error}; {}", error.help.as_deref().unwrap_or_default())),
    }
}

/// The ids of all games, for messages.
pub fn game_ids() -> Vec<&'static str> {
    GAMES.iter().map(|game| game.card().id).collect()
}
