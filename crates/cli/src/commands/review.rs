//! `grundy review`: a played game, move by move.

use crate::arguments::ReviewArguments;
use crate::diagnostics::{Gravity, render, render_in_file, tell};
use crate::files::RECORD;
use crate::input::{BYTE_ORDER_MARK, name_of};
use crate::interrupt::Interrupt;
use crate::{Ending, report};
use grundy::{GameReview, PlayedGame, Run, TextTable};
use std::io::{self, BufWriter, Write};
use std::sync::Arc;

pub fn run(arguments: &ReviewArguments) -> anyhow::Result<Ending> {
    if let Some((of, error)) = arguments.of.as_ref().and_then(|of| Some((of, PlayedGame::no_game(of)?))) {
        tell(render(Gravity::Error, "--of", 1, of, &error));
        return Ok(Ending::Mistaken);
    }
    let (origin, text) = (name_of(&arguments.file), text_of(arguments)?);
    let game = match PlayedGame::parse(&text, arguments.of.as_deref()) {
        Ok(game) => game,
        Err(error) => {
            tell(render_in_file(Gravity::Error, &origin, &text, &error));
            return Ok(Ending::Mistaken);
        }
    };
    let convention = arguments.play.convention().unwrap_or(game.convention());
    let (game, limits) = (game.with_convention(convention), arguments.limits());
    let review = Interrupt::listen()?.during(|pressed| {
        let new_run = || Run::new(limits).with_cancel(Arc::clone(&pressed)).with_resident(crate::resident);
        game.reviewed(&new_run, arguments.moves)
    })?;
    let mut out = BufWriter::new(io::stdout().lock());
    if arguments.json {
        serde_json::to_writer(&mut out, &review)?;
        writeln!(out)?;
    } else {
        write(&mut out, &review)?;
    }
    out.flush()?;
    Ok(if review.is_known() { Ending::Answered } else { Ending::Stopped })
}

fn text_of(arguments: &ReviewArguments) -> anyhow::Result<String> {
    if arguments.file.as_os_str() != "-" {
        return RECORD.read_text(&arguments.file);
    }
    let mut bytes = Vec::new();
    RECORD.read_from(io::stdin().lock(), "standard input", &mut bytes)?;
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&bytes).to_vec();
    String::from_utf8(bytes).map_err(|_| anyhow::anyhow!("standard input is not UTF-8 text"))
}

fn write(out: &mut dyn Write, review: &GameReview) -> anyhow::Result<()> {
    let misere = if review.convention == "misere" { ", misère play" } else { "" };
    writeln!(out, "{}{misere}; {} begins.\n", review.position, review.players[0])?;
    let mut table = TextTable::new(["move", "by", "what", "wins before", "wins after", ""]);
    let winner = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
    for turn in &review.moves {
        table.row([
            turn.number.to_string(),
            turn.player.clone(),
            turn.label.clone(),
            winner(&turn.winner_before),
            winner(&turn.winner_after),
            if turn.gave_it_away { "gave the win away" } else { "" }.to_owned(),
        ]);
    }
    report::write_table(out, &table)?;
    writeln!(out)?;
    for turn in review.moves.iter().filter(|turn| turn.gave_it_away) {
        let more = match turn.missed_count.unwrap_or(0).saturating_sub(turn.missed.len() as u64) {
            0 => String::new(),
            more => format!(" and {more} more (--moves all names them)"),
        };
        let (number, label, player) = (turn.number, &turn.label, &turn.player);
        let winners = turn.missed.join(" ");
        report::paragraph(out, &format!("Move {number}, {label} by {player}: winning was {winners}{more}."))?;
    }
    for sentence in review.verdict() {
        report::paragraph(out, &sentence)?;
    }
    Ok(())
}
