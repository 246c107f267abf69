//! The arguments as typed, with their help beside them; each command has a module.

mod book;
mod check;
mod code;
mod completions;
mod deferred;
mod draw;
mod duel;
mod game;
mod how_played;
mod limits;
mod list;
mod misere;
mod numbers;
#[cfg(feature = "packing")]
mod pack;
mod play;
mod proof;
mod puzzle;
mod random;
mod review;
mod same;
mod sequence;
#[cfg(feature = "web")]
mod serve;
mod show;
mod solve;
mod source;
#[cfg(feature = "store")]
mod store;
mod table;
mod value;

pub use book::*;
pub use check::*;
pub use code::*;
pub use completions::*;
pub use deferred::Deferred;
pub use draw::*;
pub use duel::*;
pub use game::*;
pub use how_played::*;
pub use limits::*;
pub use list::*;
pub use misere::*;
pub use numbers::*;
#[cfg(feature = "packing")]
pub use pack::*;
pub use play::*;
pub use proof::*;
pub use puzzle::*;
pub use random::*;
pub use review::*;
pub use same::*;
pub use sequence::*;
#[cfg(feature = "web")]
pub use serve::*;
pub use show::*;
pub use solve::*;
pub use source::*;
#[cfg(feature = "store")]
pub use store::*;
pub use table::*;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use grundy::{Position, Reading};
use std::path::PathBuf;

/// Impartial combinatorial games: who wins, by what nimber, with which moves, and why.
#[derive(Debug, Parser)]
#[command(name = "grundy", version, about = ABOUT, max_term_width = 100, after_help = AFTER_HELP)]
pub struct Arguments {
    /// Load a game from a rules file; may be given several times
    #[arg(long = "game", value_name = "FILE", global = true, id = "rules_file")]
    pub rules_files: Vec<PathBuf>,
    /// Load the rules file under another name; once for each `--game`, in the same order
    #[arg(
        long = "as",
        value_name = "NAME",
        value_parser = name_of_a_game,
        global = true,
        requires = "rules_file",
        id = "rules_name"
    )]
    pub rules_names: Vec<String>,
    /// The memory that the command may take, in bytes: its `--memory`, or [`USUAL_MEMORY`] where it has none.
    #[arg(skip)]
    pub memory: u64,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

impl Arguments {
    /// The arguments of this process. Where they make no sense, or ask for help, the process ends.
    pub fn read() -> Arguments {
        let matches = Arguments::command().try_get_matches();
        let arguments = matches.and_then(Arguments::of);
        arguments.unwrap_or_else(|mut error| {
            if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand)
                && is_position(word)
            {
                let position = if word.contains(' ') { format!("\"{word}\"") } else { format!("{word} ...") };
                let tip = format!("for a position of a game write `grundy solve {position}`");
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(tip)]));
            }
            if error.kind() == ErrorKind::ArgumentConflict && is_about_file(&error) {
                let tip = "a line of a file is a whole position, `2d-nim 1100/0001`; for one board in a file \
                           write `2d-nim --board FILE`";
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(tip)]));
            }
            error.exit()
        })
    }

    fn of(mut matches: ArgMatches) -> Result<Arguments, clap::Error> {
        let memory = memory(&matches).unwrap_or(USUAL_MEMORY);
        let arguments = Arguments::from_arg_matches_mut(&mut matches);
        let arguments = arguments.map_err(|error| error.format(&mut Arguments::command()))?;
        Ok(Arguments { memory, ..arguments })
    }
}

/// The memory that a command without `--memory` may take, in bytes.
pub const USUAL_MEMORY: u64 = 4_000_000_000;

/// The `--memory` of the command, or of a command within it.
fn memory(matches: &ArgMatches) -> Option<u64> {
    let of_command = || matches.try_get_one("memory").ok().flatten().copied();
    matches.subcommand().and_then(|(_, inner)| memory(inner)).or_else(of_command)
}

/// Whether a position stands beside a file of positions.
fn is_about_file(error: &clap::Error) -> bool {
    let text = |kind| error.get(kind).map_or(String::new(), |value| value.to_string());
    let both = text(ContextKind::InvalidArg) + &text(ContextKind::PriorArg);
    both.contains("--file") && both.contains("POSITION")
}

/// Reads a name for a game from a rules file.
fn name_of_a_game(text: &str) -> Result<String, String> {
    let checked = grundy::own::check_name(text).map(|()| text.to_owned());
    checked.map_err(|error| error.help.unwrap_or(error.message))
}

/// Whether somebody who writes this in the place of a command means a position.
fn is_position(word: &str) -> bool {
    let game = word.split_whitespace().next();
    game.is_some_and(|game| {
        grundy::Shelf::usual().find(game).is_ok() || Position::parse(word, Reading::default()).is_ok()
    })
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
    List(Deferred<ListArguments>),
    /// The board drawn in the terminal
    Show(Deferred<ShowArguments>),
    /// Outcome, nimber, parts, every winning move
    Solve(Deferred<SolveArguments>),
    /// Outcome, nimber, parts and winning moves with the working, as one would teach it
    Explain(Deferred<ExplainArguments>),
    /// How the second player wins a lost position: a reply to every move, on a page
    Book(Deferred<BookArguments>),
    /// A position or a packing as a picture, SVG or PNG
    Draw(Deferred<DrawArguments>),
    /// A game against the program, in the terminal
    Play(Deferred<PlayArguments>),
    /// Grundy against a player that knows nothing of nimbers, game after game
    Match(Deferred<MatchArguments>),
    /// A played game, move by move: who was winning, what was missed, where it turned
    Review(Deferred<ReviewArguments>),
    /// Make a puzzle whose winning moves spell a word
    Puzzle(Deferred<PuzzleArguments>),
    /// A position at random, for teaching and tests
    Random(Deferred<RandomArguments>),
    /// Nimbers of the heaps of a taking-and-breaking code, and the proven period
    Sequence(Deferred<SequenceArguments>),
    /// All that is known of a code: period, exceptions, equal codes, rare heaps, what is open
    Code(Deferred<CodeArguments>),
    /// Misère theory: quotients proved for all heaps, genera, canonical forms
    Misere(Deferred<MisereArguments>),
    /// The least number that is missing from a set
    Mex(Deferred<NumbersArguments>),
    /// The sum without carrying, with its columns
    NimSum(Deferred<NumbersArguments>),
    /// Nim arithmetic: sums, products, quotients, powers and roots of nimbers, with the working
    Nim(Deferred<NimArguments>),
    /// Whether two positions, or two families of them, are the same game
    Same(Deferred<SameArguments>),
    /// A position as heaps of Nim, stalks of Hackenbush, nests of Bubbly or bare nimbers
    Convert(Deferred<ConvertArguments>),
    /// Every state of a board, on disk
    #[command(subcommand)]
    Table(TableCommand),
    /// Disks into a round or rectangular cavity, with an exact proof
    #[cfg(feature = "packing")]
    Pack(Deferred<PackArguments>),
    /// Verify a certificate
    Check(Deferred<CheckArguments>),
    /// A proof of who wins, by what nimber and with which moves, which `grundy check` verifies from the rules
    Prove(Deferred<ProveArguments>),
    /// Put proofs together, look into one, shorten it
    #[command(subcommand)]
    Proof(ProofCommand),
    /// Own games: look a rules file over, begin one, list them
    #[command(subcommand)]
    Game(GameCommand),
    /// Look into a store of what searches found, verify or export it
    #[cfg(feature = "store")]
    Store(StoreCommand),
    /// The web page, on this machine
    #[cfg(feature = "web")]
    Serve(Deferred<ServeArguments>),
    /// Print a completion script for a shell
    Completions(Deferred<CompletionsArguments>),
    /// Print the manual page
    Man(Deferred<ManArguments>),
}
