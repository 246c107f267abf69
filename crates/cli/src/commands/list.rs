//! `grundy list`: the games.

use crate::Ending;
use crate::arguments::ListArguments;
use grundy::{Card, Convention, Parameter, Shelf};
use serde_json::json;
use std::io::{BufWriter, Write};

pub fn run(arguments: &ListArguments) -> anyhow::Result<Ending> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let shelf = Shelf::usual();
    let asked = match &arguments.game {
        None => None,
        Some(name) => match super::game_called(name) {
            Some(game) => Some(&game.card().id),
            None => return Ok(Ending::Mistaken),
        },
    };
    let is_asked = |card: &&Card| asked.is_none_or(|id| *id == card.id);
    let margin = shelf.cards().filter(is_asked).map(|card| card.id.len()).max().unwrap_or(0);
    if arguments.json {
        let cards: Vec<_> = shelf.cards().filter(is_asked).map(as_json).collect();
        writeln!(out, "{}", serde_json::Value::from(cards))?;
        out.flush()?;
        return Ok(Ending::Answered);
    }
    for (index, card) in shelf.cards().filter(is_asked).enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        write_card(&mut out, card, margin)?;
        if arguments.game.is_some() {
            write_positions(&mut out, card)?;
        } else if !card.positions.is_empty() {
            let names = card.positions.iter().map(|position| format!("@{}", position.name));
            let names = textwrap::fill(&names.collect::<Vec<_>>().join(" "), WIDTH - margin - NAMES.len());
            let indent = " ".repeat(margin + 1 + NAMES.len());
            writeln!(out, "{:<margin$} {NAMES}{}", "", names.replace('\n', &format!("\n{indent}")))?;
        }
    }
    out.flush()?;
    Ok(Ending::Answered)
}

/// What stands before the names of positions.
const NAMES: &str = "positions: ";

/// How wide lists of names are.
const WIDTH: usize = 100;

fn write_card(out: &mut dyn Write, card: &Card, margin: usize) -> anyhow::Result<()> {
    writeln!(out, "{:<margin$} {}: {}", card.id, card.title, card.summary)?;
    writeln!(out, "{:<margin$} convention: {}", "", card.convention)?;
    if !card.aliases.is_empty() {
        writeln!(out, "{:<margin$} also called: {}", "", card.aliases.join(", "))?;
    }
    for Parameter { key, help, default } in &card.parameters {
        writeln!(out, "{:<margin$} {key}={default}: {help}", "")?;
    }
    writeln!(out, "{:<margin$} example: grundy solve \"{}\"", "", card.example_term())?;
    Ok(())
}

/// Every position that has a name: what it is, how it is played, where it stands.
fn write_positions(out: &mut dyn Write, card: &Card) -> anyhow::Result<()> {
    for position in &card.positions {
        let play = match position.convention {
            Some(Convention::Misere) if card.convention == Convention::Normal => ", misère play",
            Some(Convention::Normal) if card.convention == Convention::Misere => ", normal play",
            _ => "",
        };
        writeln!(out, "\n{}@{}", card.id, position.name)?;
        writeln!(out, "  {}{play}", card.term_of(position))?;
        writeln!(out, "  from {}", position.source)?;
        if let Some(remark) = &position.remark {
            writeln!(out, "  {remark}")?;
        }
    }
    Ok(())
}

fn as_json(card: &Card) -> serde_json::Value {
    let parameters: Vec<_> = card
        .parameters
        .iter()
        .map(|parameter| json!({"key": parameter.key, "default": parameter.default, "help": parameter.help}))
        .collect();
    let positions: Vec<_> = card
        .positions
        .iter()
        .map(|position| {
            json!({
                "name": format!("{}@{}", card.id, position.name),
                "position": card.term_of(position),
                "convention": position.convention.unwrap_or(card.convention).to_string(),
                "source": position.source,
                "remark": position.remark,
            })
        })
        .collect();
    json!({
        "id": card.id,
        "title": card.title,
        "summary": card.summary,
        "convention": card.convention.to_string(),
        "aliases": card.aliases,
        "parameters": parameters,
        "example": card.example_term(),
        "positions": positions,
    })
}
