//! `grundy play`: a game against the program, in the terminal or through a pipe.

use super::oracle::Tables;
use super::show::width;
use crate::Ending;
use crate::arguments::PlayArguments;
use crate::console::{Console, ConsoleInput};
use crate::diagnostics::{Gravity, render, tell};
use crate::error::{CliError, refuse};
use crate::files::replace;
use crate::input::{ending_of, report_notes};
use crate::interrupt::Interrupt;
use crate::report;
use anyhow::bail;
use grundy::check::proof::{ProofFile, by_proof, check_proof, move_by_proof};
use grundy::{
    Choice, Convention, Level, Limits, Player, Position, Reading, Record, Request, Run, Side, Thought, Turn,
};
use std::path::Path;

/// The most labels that are searched for a prefix, and the most that are listed.
const MOST_SEARCHED: usize = 100_000;
const MOST_LISTED: usize = 60;
/// The most labels that Tab completes.
const MOST_COMPLETED: usize = 2_000;

const HELP: &str = "\
A move is its label, or so much of it that only one move begins that way.
  moves    the moves by their labels
  hint     a move that I would make in your place
  why      who wins, and the working
  undo     take back your last move and mine
  board    the board again
  resign   give up
  quit     leave the game as it is; q does too
In a terminal, Tab completes moves and commands, and the arrows bring back what you wrote.";

/// What can be asked for instead of a move.
const COMMANDS: [&str; 8] = ["help", "moves", "hint", "why", "undo", "board", "resign", "quit"];

pub fn run(arguments: &PlayArguments) -> anyhow::Result<Ending> {
    if let Some(path) = &arguments.record
        && std::fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() > 0)
    {
        refuse!(
            format!("{} is there already", path.display()),
            "name another file with --record, or remove this one"
        );
    }
    // While nothing is thought about, Ctrl-C ends the program at once.
    let interrupt = Interrupt::listen()?;
    let proof = arguments.by.as_deref().map(|path| verified(path, &interrupt)).transpose()?;
    let text = match &proof {
        Some(proof) if arguments.position.is_empty() => first_claim(proof)?,
        _ => arguments.position.join(" "),
    };
    let limits = Limits { time: Some(arguments.time), nodes: None, memory: Some(1 << 30) };
    let start = match Position::parse_within(&text, Reading::default(), &Run::new(limits)) {
        Ok(position) => position,
        Err(error) => {
            let ending = ending_of(&error);
            tell(render(Gravity::Error, "position", 1, &text, &error.told(&text)));
            return Ok(ending);
        }
    };
    report_notes("position", 1, &text, &start);
    let tables = super::oracle::of(arguments.dir.as_deref())?;
    tables.attach(&start);
    if let Some(proof) = &proof
        && let Some(other) = start.other_game_than_in(&proof.games)
    {
        if proof.games.iter().any(|game| game.heading == other) {
            refuse!(
                format!("the proof has other rules of `{other}` than are known here"),
                "`--game FILE` loads the rules of an own game"
            );
        }
        refuse!(format!("the proof has nothing of `{other}`"), "write a position of the games of the proof");
    }
    let by_proof = proof.as_ref().map(|proof| proof.convention);
    let named = arguments.play.convention();
    if let (Some(convention), Some(other)) = (by_proof, named.filter(|named| Some(*named) != by_proof)) {
        refuse!(
            format!("the proof is of the {convention} convention, and the game of the {other} one"),
            "leave the convention out"
        );
    }
    let convention = named.or(by_proof).unwrap_or_else(|| start.usual_convention());
    let player = Player {
        level: arguments.level,
        convention: Some(convention),
        seed: arguments.seed,
        limits,
        cancel: interrupt.button(),
    };
    let record = Record::new(start, convention, arguments.first, arguments.level);
    let mut game = Session { arguments, record, player, proof, tables, console: Console::new()?, interrupt };
    game.play()?;
    Ok(if game.interrupt.is_pressed() { Ending::Stopped } else { Ending::Answered })
}

/// A proof that has been verified.
fn verified(path: &Path, interrupt: &Interrupt) -> anyhow::Result<ProofFile> {
    let wrong = |error: &dyn std::fmt::Display| {
        CliError::new(
            format!("{}: {error}", path.display()),
            "`grundy prove POSITION -o FILE` writes a proof",
        )
    };
    let (file, _) = super::check::read_proof(path).map_err(|error| wrong(&error))?;
    let run = |pressed| Run::unlimited().with_cancel(pressed);
    interrupt.during(|pressed| check_proof(&file, &run(pressed))).map_err(|refusal| wrong(&refusal))?;
    Ok(file)
}

fn first_claim(proof: &ProofFile) -> anyhow::Result<String> {
    match proof.claims.first() {
        Some(claim) => Ok(claim.position.clone()),
        None => refuse!("the proof claims nothing", "write the position that is to be played"),
    }
}

/// A game at the console.
struct Session<'a> {
    arguments: &'a PlayArguments,
    record: Record,
    player: Player,
    /// What is played by, where it is not a search.
    proof: Option<ProofFile>,
    tables: Tables,
    console: Console,
    interrupt: Interrupt,
}

/// What is to be done after a command.
enum Next {
    /// The same side is asked again.
    Ask,
    /// The game goes on from its position.
    Go,
    /// The person leaves.
    Leave,
}

impl Session<'_> {
    fn play(&mut self) -> anyhow::Result<()> {
        let first = match self.record.first {
            Side::Me => "You begin",
            Side::Computer => "I begin",
        };
        let last = match self.record.convention {
            Convention::Normal => "whoever makes the last move wins",
            Convention::Misere => "misère play: whoever makes the last move loses",
        };
        self.console.say(&format!("{first}; {last}. Type ? for help."))?;
        if let (None, Some(why)) =
            (self.arguments.play.convention(), self.record.position().mixed_conventions())
        {
            self.console.say(&report::convention_chosen(&why))?;
        }
        for table in self.record.position().tables(self.record.convention) {
            let (folder, shape) = (table.folder().display(), table.shape());
            self.console.say(&format!("I look positions up in the table {folder}: {shape}."))?;
        }
        if let Some(proof) = &self.proof {
            let shown = by_proof(proof, &[&self.record.position().in_proofs()], &Run::unlimited())?;
            if shown.iter().all(Option::is_none) {
                self.console.say(
                    "The proof shows nothing of this position: I play by it where I come to what it shows.",
                )?;
            }
        }
        self.show_board()?;
        self.keep()?;
        while self.record.winner().is_none() {
            if self.interrupt.is_pressed() {
                return self.console.say("The game stops here.");
            }
            match self.record.to_move() {
                Side::Computer => self.computer_moves()?,
                Side::Me => loop {
                    match self.ask()? {
                        Next::Ask => {}
                        Next::Go => break,
                        Next::Leave => return self.console.say("The game stops here."),
                    }
                },
            }
        }
        self.finish()
    }

    /// The move that the proof shows to win; where it shows none, the first move there is.
    fn moves_by(&mut self, proof: &ProofFile) -> anyhow::Result<()> {
        let position = self.record.position();
        let shown = move_by_proof(proof, &position.in_proofs(), &Run::unlimited())?;
        let (label, remark) = match shown {
            Some(shown) if shown.reaches.is_empty() => (shown.label, "Nothing is left.".to_owned()),
            Some(shown) => (shown.label, format!("By the proof: {}.", shown.reaches.join(", "))),
            None => {
                let first = position.moves(1).pop().expect("the game is not over");
                (first, "The proof shows no move that wins.".to_owned())
            }
        };
        let said = position.say(&label)?;
        self.console.strong(&format!("Me: {label} ({said}). {remark}"))?;
        self.record.play(&label)?;
        self.show_board()?;
        self.keep()
    }

    fn computer_moves(&mut self) -> anyhow::Result<()> {
        if let Some(proof) = self.proof.take() {
            let moved = self.moves_by(&proof);
            self.proof = Some(proof);
            return moved;
        }
        let choice = self.interrupt.during(|_| self.player.choose(self.record.position()));
        self.tables.tell_faults();
        if self.interrupt.is_pressed() {
            // What it would play now it has not thought about.
            return Ok(());
        }
        let Some(Choice { label, thought }) = choice else {
            bail!("the computer found no move where there is one");
        };
        let said = self.record.position().say(&label)?;
        let remark = match thought {
            Thought::Unsure => " I had no time to read this out.",
            _ => "",
        };
        self.console.strong(&format!("Me: {label} ({said}).{remark}"))?;
        self.record.play(&label)?;
        self.show_board()?;
        self.keep()
    }

    fn ask(&mut self) -> anyhow::Result<Next> {
        let moves = self.record.position().moves(MOST_COMPLETED);
        self.console.complete_with(COMMANDS.map(str::to_owned).into_iter().chain(moves).collect());
        let line = match self.console.ask("Your move: ")? {
            ConsoleInput::Line(line) => line,
            ConsoleInput::End => return Ok(Next::Leave),
        };
        let word = line.trim();
        if word.is_empty() {
            return Ok(Next::Ask);
        }
        // A label that is spelled like a command is a label.
        if self.record.position().play(word).is_ok() {
            return self.person_moves(word);
        }
        let asked = self.command(word)?;
        let stops = self.interrupt.is_pressed();
        Ok(if stops { Next::Go } else { asked })
    }

    fn command(&mut self, word: &str) -> anyhow::Result<Next> {
        match word {
            "?" | "help" => self.console.show(HELP)?,
            "moves" => self.list_moves()?,
            "hint" => self.hint()?,
            "why" => self.why()?,
            "board" => self.show_board()?,
            "undo" => return self.undo(),
            "resign" => {
                self.record.resigned = Some(Side::Me);
                self.keep()?;
                return Ok(Next::Go);
            }
            "quit" | "exit" | "q" => return Ok(Next::Leave),
            prefix => return self.by_prefix(prefix),
        }
        Ok(Next::Ask)
    }

    fn person_moves(&mut self, label: &str) -> anyhow::Result<Next> {
        let said = self.record.position().say(label)?;
        self.console.say(&format!("You: {label} ({said})."))?;
        self.record.play(label)?;
        self.keep()?;
        if self.record.winner().is_some() {
            self.show_board()?;
        }
        Ok(Next::Go)
    }

    fn by_prefix(&mut self, prefix: &str) -> anyhow::Result<Next> {
        let labels = self.record.position().moves(MOST_SEARCHED);
        let matching: Vec<&String> = labels.iter().filter(|label| label.starts_with(prefix)).collect();
        match matching.as_slice() {
            [] => {
                if let Err(error) = self.record.position().play(prefix) {
                    self.console.complain("move", prefix, &error)?;
                }
                Ok(Next::Ask)
            }
            [only] if labels.len() < MOST_SEARCHED => {
                let label = (*only).clone();
                self.person_moves(&label)
            }
            several => {
                let shown: Vec<&str> = several.iter().take(12).map(|label| label.as_str()).collect();
                let more = if several.len() > 12 { " ..." } else { "" };
                self.console.say(&format!("Several moves begin so: {}{more}", shown.join(" ")))?;
                Ok(Next::Ask)
            }
        }
    }

    fn list_moves(&mut self) -> anyhow::Result<()> {
        let position = self.record.position();
        let (labels, count) = (position.moves(MOST_LISTED), position.count_moves());
        let more = count - labels.len() as u128;
        let more = if more > 0 { format!(" ... and {more} more") } else { String::new() };
        self.console.say(&format!("{}{more}", labels.join(" ")))
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        let adviser = Player { level: Level::Perfect, ..self.player.clone() };
        let choice = self.interrupt.during(|_| adviser.choose(self.record.position()));
        let Some(choice) = choice.filter(|_| !self.interrupt.is_pressed()) else { return Ok(()) };
        let said = self.record.position().say(&choice.label)?;
        let label = &choice.label;
        self.console.say(&match choice.thought {
            Thought::Winning => format!("{label} wins: {said}."),
            Thought::Lost => format!("No move wins by force. {label} makes it hardest for me: {said}."),
            _ => format!("I cannot read this out in the time I have. Perhaps {label}: {said}."),
        })
    }

    fn why(&mut self) -> anyhow::Result<()> {
        let run = Run::new(self.player.limits).with_cancel(self.interrupt.button());
        let request =
            Request { convention: Some(self.record.convention), named_moves: 20, run, ..Request::default() };
        let position = self.record.position();
        let explanation = self.interrupt.during(|_| position.explain(&request, None))?;
        let mut text = Vec::new();
        report::explanation(&mut text, &explanation)?;
        self.console.show(String::from_utf8_lossy(&text).trim_end())
    }

    /// Takes back to the person's last move, or says that there is none.
    fn undo(&mut self) -> anyhow::Result<Next> {
        let is_mine = |index: &usize| self.record.side_of(*index) == Side::Me;
        let Some(last) = (0..self.record.moves().len()).rev().find(is_mine) else {
            self.console.say("There is no move of yours to take back.")?;
            return Ok(Next::Ask);
        };
        while self.record.moves().len() > last {
            self.record.undo();
        }
        self.show_board()?;
        self.keep()?;
        Ok(Next::Ask)
    }

    fn show_board(&mut self) -> anyhow::Result<()> {
        let board = self.record.position().show(width());
        self.console.show(board.trim_end())
    }

    /// Writes the record, after every move: nothing is lost, however the game ends.
    fn keep(&self) -> anyhow::Result<()> {
        let Some(path) = &self.arguments.record else { return Ok(()) };
        replace(path, |file| write!(file, "{}", self.record))
            .map_err(|error| CliError::new(format!("{error:#}"), "check the folder").into())
    }

    fn finish(&mut self) -> anyhow::Result<()> {
        let winner = self.record.winner();
        self.console.strong(match winner {
            Some(Side::Me) => "You have won.",
            _ => "I have won.",
        })?;
        // The review shall not keep anybody waiting: a fraction of a move's time for each position.
        let limits = Limits { time: self.player.limits.time.map(|time| time / 10), ..self.player.limits };
        let turns = self.record.review(limits);
        let lost_by = |side: Side| turns.iter().rev().find(|turn| turn.side == side && turn.gave_it_away());
        let turning = match winner {
            Some(Side::Me) => lost_by(Side::Computer).map(|turn| turning_point("My", turn)),
            _ => lost_by(Side::Me).map(|turn| turning_point("Your", turn)),
        };
        match turning {
            Some(turning) => self.console.say(&turning),
            None => Ok(()),
        }
    }
}

fn turning_point(whose: &str, turn: &Turn) -> String {
    // Labels can be numbers and have commas in them.
    let quoted = |label: &String| format!("`{label}`");
    let Turn { number, label, better, .. } = turn;
    let better: Vec<String> = better.iter().map(quoted).collect();
    format!("{whose} move {number}, {}, gave it away; winning was {}.", quoted(label), better.join(" or "))
}
