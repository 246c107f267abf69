//! `grundy match`: Grundy against a player that knows nothing of nimbers.

use crate::Ending;
use crate::arguments::MatchArguments;
use crate::diagnostics::{Gravity, render, tell};
use crate::error::refuse;
use crate::files::POSITION;
use crate::interrupt::Interrupt;
use grundy::{Duel, DuelGame, Limits, Player, Position, Reading, Word};
use serde_json::json;
use std::io::Write;
use std::sync::atomic::Ordering;

pub fn run(arguments: &MatchArguments) -> anyhow::Result<Ending> {
    let (origin, text) = text(arguments)?;
    let start = match Position::parse(&text, Reading::default()) {
        Ok(start) => start,
        Err(error) => {
            tell(render(Gravity::Error, &origin, 1, &text, &error));
            return Ok(Ending::Mistaken);
        }
    };
    start.notes().iter().for_each(|note| tell(render(Gravity::of_note(note), &origin, 1, &text, note)));
    let limits = Limits { time: Some(arguments.time), ..Player::default().limits };
    let interrupt = Interrupt::listen()?;
    interrupt.during(|pressed| {
        let convention = arguments.play.convention();
        let player = Player { convention, limits, cancel: pressed.clone(), ..Player::default() };
        let duel = Duel { start, opponent: arguments.against, player, seed: arguments.seed };
        let mut won = 0;
        let mut out = std::io::stdout().lock();
        for number in 0..arguments.games {
            let game = duel.play(number, arguments.first.is_grundy(number));
            if pressed.load(Ordering::Relaxed) {
                tell(format_args!("note: stopped in game {}", number + 1));
                return Ok(Ending::Stopped);
            }
            won += u64::from(game.is_won);
            write_game(&mut out, number + 1, &game, arguments)?;
        }
        if !arguments.json {
            let (games, against) = (arguments.games, arguments.against);
            writeln!(out, "Grundy wins {won} of {games} against the {against} player.")?;
        }
        Ok(Ending::Answered)
    })
}

/// The position as text, and what it comes from.
fn text(arguments: &MatchArguments) -> anyhow::Result<(String, String)> {
    let Some(path) = &arguments.file else {
        return Ok(("position".to_owned(), arguments.position.join(" ")));
    };
    let file = POSITION.read_text(path)?;
    let mut lines = file.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    match (lines.next(), lines.next()) {
        (Some(line), None) => Ok((path.display().to_string(), line.to_owned())),
        _ => refuse!(format!("{} has not one position", path.display()), "write one on a line of its own"),
    }
}

fn write_game(
    out: &mut impl Write,
    number: u64,
    game: &DuelGame,
    arguments: &MatchArguments,
) -> anyhow::Result<()> {
    if arguments.json {
        let object = json!({
            "game": number,
            "won": game.is_won,
            "moves": game.moves.len(),
            "proved_at": game.proved_at,
            "choices_at_proof": game.choices_at_proof,
            "labels": game.moves,
        });
        return Ok(writeln!(out, "{object}")?);
    }
    let who = if game.is_won { "Grundy wins" } else { "the other wins" };
    let proof = match (game.proved_at, game.choices_at_proof) {
        (Some(at), Some(choices)) => format!("proved at move {at}, of {choices} to choose from"),
        _ if game.moves.is_empty() => "no move is left at the start".to_owned(),
        _ => "never proved before".to_owned(),
    };
    Ok(writeln!(
        out,
        "game {number:>2}: {who} after {}; {proof}",
        Word::count(game.moves.len() as u128, "move")
    )?)
}
