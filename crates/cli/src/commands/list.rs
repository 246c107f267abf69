//! `grundy list`: the games.

use crate::Ending;
use crate::arguments::List;
use grundy::{Card, GAMES};
use serde_json::json;
use std::io::{BufWriter, Write};

pub fn run(arguments: &List) -> anyhow::Result<Ending> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let margin = GAMES.iter().map(|game| game.card().id.len()).max().unwrap_or(0);
    for (index, game) in GAMES.iter().enumerate() {
        let card = game.card();
        if arguments.json {
            writeln!(out, "{}", as_json(card))?;
            continue;
        }
        if index > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{:<margin$} {}: {}", card.id, card.title, card.summary)?;
        writeln!(out, "{:<margin$} convention: {}", "", card.convention)?;
        if !card.aliases.is_empty() {
            writeln!(out, "{:<margin$} also called: {}", "", card.aliases.join(", "))?;
        }
        for parameter in card.parameters {
            let (key, help, default) = (parameter.key, parameter.help, parameter.default);
            writeln!(out, "{:<margin$} {key}={default}: {help}", "")?;
        }
        writeln!(out, "{:<margin$} example: grundy solve \"{}\"", "", example(card))?;
    }
    out.flush()?;
    Ok(Ending::Answered)
}

fn example(card: &Card) -> String {
    if card.example.starts_with('*') {
        card.example.to_owned()
    } else {
        format!("{} {}", card.id, card.example)
    }
}

fn as_json(card: &Card) -> serde_json::Value {
    let parameters: Vec<_> = card
        .parameters
        .iter()
        .map(|parameter| json!({"key": parameter.key, "default": parameter.default, "help": parameter.help}))
        .collect();
    json!({
        "id": card.id,
        "title": card.title,
        "summary": card.summary,
        "convention": card.convention.to_string(),
        "aliases": card.aliases,
        "parameters": parameters,
        "example": example(card),
    })
}
