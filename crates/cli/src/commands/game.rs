//! `grundy game`: own games.

use crate::Ending;
use crate::arguments::{CheckGame, GameCommand, NewGame};
use crate::diagnostics::{Gravity, render_in_file, tell};
use crate::files::RULES;
use crate::own_games;
use anyhow::{Context, bail};
use grundy::own::Derived;
use grundy::{Convention, Limits, RulesCheck, RulesFile, Run, Shelf, Stopped, WaySolved};
use std::io::Write;

pub fn run(command: &GameCommand) -> anyhow::Result<Ending> {
    match command {
        GameCommand::Check(check) => look_over(check),
        GameCommand::New(new) => begin(new),
        GameCommand::List => list(),
    }
}

/// `grundy game check`: what was derived, and the example in three ways.
fn look_over(arguments: &CheckGame) -> anyhow::Result<Ending> {
    let text = RULES.read_text(&arguments.file)?;
    let origin = arguments.file.display().to_string();
    let limits = Limits { nodes: Some(arguments.nodes), time: Some(arguments.time), ..Limits::default() };
    let checked = RulesFile::read(&text).and_then(|file| {
        let check = RulesCheck::of(&file, &mut || Run::new(limits))?;
        Ok((file, check))
    });
    let (file, check) = match checked {
        Ok(found) => found,
        Err(error) => {
            tell(render_in_file(Gravity::Error, &origin, &text, &error));
            return Ok(Ending::Mistaken);
        }
    };
    for note in &file.spec().notes {
        tell(render_in_file(Gravity::Warning, &origin, &text, note));
    }
    let mut out = std::io::stdout().lock();
    write_derived(&mut out, &file, &check)?;
    writeln!(out, "\nexample: {} {}", file.name(), check.example)?;
    write!(out, "{}", check.picture)?;
    writeln!(out)?;
    for way in &check.ways {
        writeln!(out, "{}", told(way))?;
    }
    match check.is_sound() {
        true => Ok(Ending::Answered),
        false => {
            writeln!(out, "the ways differ: this is a fault of the program; please report it with the file")?;
            Ok(Ending::Failed)
        }
    }
}

fn write_derived(out: &mut impl Write, file: &RulesFile, check: &RulesCheck) -> anyhow::Result<()> {
    let Derived { images, symmetries, joints, is_taking, mirror, ends } = &check.derived;
    let kind = format!("{:?}", file.spec().kind).to_lowercase();
    let path =
        if *is_taking { "a game of taking: one set of cells" } else { "one set of cells for each symbol" };
    let convention = if file.spec().play == Convention::Misere { ", misère play" } else { "" };
    writeln!(out, "{} ({}): a {kind}{convention}; {path}", file.name(), check.identity)?;
    for (rule, count) in images {
        writeln!(out, "images:     `{rule}` has {count} on boards of at most 8 by 8 cells")?;
    }
    writeln!(out, "symmetries: {}: {}", symmetries.len(), symmetries.join("; "))?;
    let shown: Vec<String> = joints.iter().take(MOST_JOINTS).map(|joint| format!("`{joint}`")).collect();
    let more = joints.len().saturating_sub(MOST_JOINTS);
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    writeln!(out, "parts:      joined by {}{more}", shown.join(", "))?;
    writeln!(out, "mirror:     {mirror}")?;
    writeln!(out, "it ends:    {ends}")?;
    Ok(())
}

/// More patterns that join cells are not listed.
const MOST_JOINTS: usize = 8;

/// What a way found, in a line.
fn told(way: &WaySolved) -> String {
    let stopped = |stopped: &Stopped| format!("? ({stopped})");
    let nimber = match &way.nimber {
        Ok(Some(nimber)) => nimber.to_string(),
        Ok(None) => "sunny".to_owned(),
        Err(error) => stopped(error),
    };
    let misere = way.misere.as_ref().map_or_else(stopped, ToString::to_string);
    format!("{:<21} nimber {nimber}, misère {misere}, {} nodes", way.name, way.nodes)
}

/// `grundy game new`: a start.
fn begin(arguments: &NewGame) -> anyhow::Result<Ending> {
    let wanted = arguments.name.to_lowercase();
    let shipped = RulesFile::shipped();
    let text_form = format!("text-{wanted}");
    let found = shipped.iter().find(|file| [&wanted, &text_form].contains(&&file.name().to_owned()));
    let is_taken = found.is_some() || Shelf::builtin().find(&wanted).is_ok();
    let name = if is_taken { format!("my-{wanted}") } else { wanted };
    let text = match found {
        Some(file) => file.spec().text.replacen(&format!("game {}", file.name()), &format!("game {name}"), 1),
        None => START.replacen("NAME", &name, 1),
    };
    if let Err(error) = RulesFile::read(&text) {
        tell(render_in_file(Gravity::Error, "the name", &text, &error));
        return Ok(Ending::Mistaken);
    }
    let path = arguments.output.clone().unwrap_or_else(|| format!("{name}.game").into());
    let created = std::fs::OpenOptions::new().write(true).create_new(true).open(&path);
    let mut file = match created {
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            bail!("{} is there already\nhelp: give another file with --output", path.display())
        }
        created => created.with_context(|| format!("cannot write {}", path.display()))?,
    };
    file.write_all(text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))?;
    println!("{} is written; look it over with `grundy game check {0}`", path.display());
    Ok(Ending::Answered)
}

/// The start of a game that is like no other.
const START: &str = "\
game NAME
says what a move is, in a sentence
grid                       -- or `strip`, one row of cells
cells . free # covered     -- names of the symbols
move .. -> #               -- two free cells side by side, in all directions
say put a domino on {cells}
example 3x4
";

/// `grundy game list`: the games from rules files.
fn list() -> anyhow::Result<Ending> {
    let mut out = std::io::stdout().lock();
    let own: Vec<String> = RulesFile::shipped().iter().map(|file| file.name().to_owned()).collect();
    let builtin: Vec<String> = Shelf::builtin().cards().map(|card| card.id.to_string()).collect();
    let is_from_file = |id: &str| own.iter().any(|name| name == id) || builtin.iter().all(|name| name != id);
    let cards: Vec<_> = Shelf::usual().cards().filter(|card| is_from_file(&card.id)).collect();
    let margin = cards.iter().map(|card| card.id.len()).max().unwrap_or(0);
    for card in cards {
        writeln!(out, "{:<margin$} {}: {}", card.id, card.title, card.summary)?;
    }
    match own_games::folder() {
        Some(folder) => {
            let files = own_games::folder_files().len();
            writeln!(out, "\nyours are loaded from {}/*.game ({files} files there)", folder.display())?;
        }
        None => writeln!(out, "\nyours are loaded from ~/.config/grundy/games/*.game; HOME is not set")?,
    }
    Ok(Ending::Answered)
}
