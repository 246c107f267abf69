//! `grundy list`: the games.

use crate::Ending;
use crate::arguments::ListArguments;
use grundy::{Card, Parameter, Shelf};
use serde_json::json;
use std::io::{BufWriter, Write};

pub fn run(arguments: &ListArguments) -> anyhow::Result<Ending> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let margin = Shelf::usual().cards().map(|card| card.id.len()).max().unwrap_or(0);
    for (index, card) in Shelf::usual().cards().enumerate() {
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
        for Parameter { key, help, default } in &card.parameters {
            writeln!(out, "{:<margin$} {key}={default}: {help}", "")?;
        }
        writeln!(out, "{:<margin$} example: grundy solve \"{}\"", "", card.example_term())?;
    }
    out.flush()?;
    Ok(Ending::Answered)
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
        "example": card.example_term(),
    })
}
