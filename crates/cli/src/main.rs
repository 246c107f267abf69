//! The program `grundy`: arguments in, answers out. What it answers with is the library `grundy`.

mod arguments;
mod batch;
mod commands;
mod console;
mod diagnostics;
mod edges;
mod error;
mod files;
mod input;
mod interrupt;
mod lines;
mod lock;
mod meanwhile;
mod own_games;
mod ranges;
mod report;
mod spinner;

use arguments::{Arguments, Command};
use error::CliError;
use grundy::Diagnostic;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// Answered.
    Answered = 0,
    /// A check failed, or a file had bad lines.
    Failed = 1,
    /// A mistake in the input or the arguments.
    Mistaken = 2,
    /// Stopped by a limit or a signal.
    Stopped = 3,
}

fn main() -> ExitCode {
    let arguments = Arguments::read();
    let ended = catch_unwind(AssertUnwindSafe(|| run(arguments)));
    let ending = ended.unwrap_or_else(|_| Err(CliError::new(FAULT, REPORT).into())).unwrap_or_else(|error| {
        if is_broken_pipe(&error) {
            return Ending::Answered; // whoever reads has enough
        }
        match is_of_output(&error) {
            true => diagnostics::tell(format_args!("error: the answer cannot be written: {error}")),
            false => diagnostics::tell(format_args!("error: {error:#}")),
        }
        Ending::Mistaken
    });
    ExitCode::from(ending as u8)
}

fn run(arguments: Arguments) -> anyhow::Result<Ending> {
    if !own_games::load(&arguments)? {
        return Ok(Ending::Mistaken);
    }
    match arguments.command {
        Command::List(list) => commands::list::run(&list),
        Command::Show(show) => commands::show::run(&show),
        Command::Solve(solve) => commands::solve::run(&solve),
        Command::Explain(explain) => commands::explain::run(&explain),
        Command::Book(book) => commands::book::run(&book),
        Command::Draw(draw) => commands::draw::run(&draw),
        Command::Play(play) => commands::play::run(&play),
        Command::Match(duel) => commands::duel::run(&duel),
        Command::Review(review) => commands::review::run(&review),
        Command::Puzzle(puzzle) => commands::puzzle::run(&puzzle),
        Command::Random(random) => commands::random::run(&random),
        Command::Sequence(sequence) => commands::sequence::run(&sequence),
        Command::Code(code) => commands::code::run(&code),
        Command::Misere(misere) => commands::misere::run(&misere),
        Command::Mex(numbers) => commands::numbers::mex(&numbers),
        Command::NimSum(numbers) => commands::numbers::nim_sum(&numbers),
        Command::Nim(formula) => commands::numbers::nim(&formula),
        Command::Same(same) => commands::same::run(&same),
        Command::Convert(convert) => commands::convert::run(&convert),
        Command::Table(table) => commands::table::run(&table),
        #[cfg(feature = "packing")]
        Command::Pack(pack) => commands::pack::run(&pack),
        #[cfg(feature = "web")]
        Command::Serve(serve) => commands::serve::run(&serve),
        Command::Check(check) => commands::check::run(&check),
        Command::Prove(prove) => commands::prove::run(&prove),
        Command::Proof(proof) => commands::proof::run(&proof),
        Command::Game(game) => commands::game::run(&game),
        #[cfg(feature = "store")]
        Command::Store(store) => commands::store::run(&store.action),
        Command::Completions(completions) => commands::generate::completions(&completions),
        Command::Man(man) => commands::generate::man(&man),
    }
}

/// The message of a panic.
const FAULT: &str = "this is a fault of the program, not of the input";
const REPORT: &str = "please report it, with the command and the message above";

/// A panic as the error of the text that led to it.
fn fault(text: Range<usize>) -> Diagnostic {
    Diagnostic::new(FAULT, text).help(REPORT)
}

/// The resident memory of the process in bytes, where the system reports it.
fn resident() -> Option<u64> {
    memory_stats::memory_stats().map(|stats| stats.physical_mem as u64)
}

/// Whether the standard output takes no more: errors of named files say which file it is.
fn is_of_output(error: &anyhow::Error) -> bool {
    let is_json = error.downcast_ref::<serde_json::Error>().is_some_and(serde_json::Error::is_io);
    error.chain().len() == 1 && (error.is::<std::io::Error>() || is_json)
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let of_io = |cause: &(dyn std::error::Error + 'static)| {
        let io = cause.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
        let json = cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        io.or(json) == Some(std::io::ErrorKind::BrokenPipe)
    };
    error.chain().any(of_io)
}
