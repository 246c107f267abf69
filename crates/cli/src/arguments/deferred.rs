//! Arguments that are described to the parser only when their command is the one that was typed.

use clap::builder::Resettable;
use clap::{ArgMatches, Args, Command, FromArgMatches, Id};
use std::ops::Deref;

/// The arguments of a command, described when the parser comes to that command, or builds the whole tree for a manual.
///
/// Commands that have commands themselves are described at once, for `grundy help` lists these. The program has some
/// thirty commands with several hundred arguments; to describe them all took a fifth of the time
/// of a short command.
#[derive(Debug)]
pub struct Deferred<A>(A);

impl<A> Deref for Deferred<A> {
    type Target = A;

    fn deref(&self) -> &A {
        &self.0
    }
}

/// Where the arguments of the whole program stand among those of a command in its help: after them, before `--help`.
const LAST: usize = 900;

/// The command with what `describe` adds to it, under the description that it had before.
fn described(command: Command, describe: fn(Command) -> Command) -> Command {
    let (about, long_about) = (command.get_about().cloned(), command.get_long_about().cloned());
    let passed_down: Vec<Id> = command.get_arguments().map(|argument| argument.get_id().clone()).collect();
    let mut command = describe(command);
    for (order, argument) in (LAST..).zip(passed_down) {
        command = command.mut_arg(argument, |argument| argument.display_order(order));
    }
    command.about(Resettable::from(about)).long_about(Resettable::from(long_about))
}

impl<A: FromArgMatches> FromArgMatches for Deferred<A> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        A::from_arg_matches(matches).map(Deferred)
    }

    fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<Self, clap::Error> {
        A::from_arg_matches_mut(matches).map(Deferred)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}

impl<A: Args> Args for Deferred<A> {
    fn augment_args(command: Command) -> Command {
        command.defer(|command| described(command, A::augment_args))
    }

    fn augment_args_for_update(command: Command) -> Command {
        command.defer(|command| described(command, A::augment_args_for_update))
    }
}
