//! `grundy game`: own games.

use crate::Ending;
use crate::arguments::{CheckGame, GameCommand, NewGame, USUAL_MEMORY};
use crate::diagnostics::{Gravity, render_in_file, tell};
use crate::error::refuse;
use crate::files::RULES;
use crate::interrupt::Interrupt;
use crate::own_games;
use anyhow::Context;
use grundy::own::Phrase;
use grundy::{
    Diagnostic, Limits, Listing, LocalFile, Notation, Parameters, Reader, RulesCheck, RulesFile, Ruleset,
    Run, Shelf, Show, Stopped, WaySolved,
};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub fn run(command: &GameCommand) -> anyhow::Result<Ending> {
    match command {
        GameCommand::Check(check) => look_over(check),
        GameCommand::New(new) => begin(new),
        GameCommand::List => list(),
    }
}

/// `grundy game check`: what was derived, and the example in three ways.
fn look_over(arguments: &CheckGame) -> anyhow::Result<Ending> {
    let (text, path) = text_of(&arguments.file)?;
    let origin = path.display().to_string();
    let limits = Limits { nodes: Some(arguments.nodes), time: Some(arguments.time), ..Limits::default() };
    let told = |error: &Diagnostic| {
        tell(render_in_file(Gravity::Error, &origin, &text, error));
        Ok(Ending::Mistaken)
    };
    let file = match own_games::read_local(&text, &path, USUAL_MEMORY) {
        Ok(LocalFile::Rules(file)) => file,
        Ok(LocalFile::Arcs(file)) => {
            let (example, facts) = (file.example(), || file.facts());
            return values_told(
                &file,
                &Phrase { text: example, span: 0..0 },
                "a list of arcs",
                facts,
                limits,
            )
            .or_else(|error| told(&error?));
        }
        Ok(LocalFile::Program(file)) => {
            let end = text.trim_end().len();
            let Some(example) = file.example() else {
                return told(
                    &Diagnostic::new("the example to be looked over is missing", end..end)
                        .help("a program cannot be asked for one: write a line `example` with a state"),
                );
            };
            return values_told(&file, example, "a program", || file.facts(), limits)
                .or_else(|error| told(&error?));
        }
        Err(error) => return told(&error),
    };
    let interrupt = Interrupt::listen()?;
    let check = interrupt.during(|pressed| RulesCheck::of(&file, &mut || run_of(limits, &pressed)));
    let check = match check {
        Ok(check) => check,
        Err(error) => return told(&error),
    };
    for note in file.notes() {
        tell(render_in_file(Gravity::Warning, &origin, &text, note));
    }
    if let Err(taken) = Shelf::builtin().with_file(file.clone()) {
        let help = "`--game` refuses this file: write another name in its first line";
        let note = Diagnostic::new(taken.to_string(), file.name_span()).help(help);
        tell(render_in_file(Gravity::Warning, &origin, &text, &note));
    }
    let mut out = std::io::stdout().lock();
    write_derived(&mut out, &file, &check)?;
    writeln!(out, "\nexample: {} {}", file.name(), check.example)?;
    write!(out, "{}", check.picture)?;
    writeln!(out)?;
    for way in &check.ways {
        writeln!(out, "{}", way_line(way))?;
    }
    match check.is_sound() {
        true => Ok(Ending::Answered),
        false => {
            writeln!(out, "the ways differ: this is a fault of the program; please report it with the file")?;
            Ok(Ending::Failed)
        }
    }
}

/// The text of a rules file, and where it stands: a file, or one that comes with Grundy or stands in the user's folder,
/// by its name.
fn text_of(file: &Path) -> anyhow::Result<(String, PathBuf)> {
    let Some(name) = file.to_str().filter(|_| !file.exists()) else {
        return Ok((RULES.read_text(file)?, file.to_owned()));
    };
    if let Some(own) =
        own_games::folder_files().into_iter().find(|own| own.file_stem() == Some(file.as_os_str()))
    {
        return Ok((RULES.read_text(&own)?, own));
    }
    let wanted = name.to_lowercase();
    if let Some(shipped) = RulesFile::shipped().into_iter().find(|shipped| shipped.name() == wanted) {
        return Ok((shipped.text().to_owned(), PathBuf::from(format!("{wanted}.game"))));
    }
    match Shelf::builtin().find(name) {
        Ok(_) => refuse!(
            format!("`{name}` is a game of Grundy's own, which has no rules file"),
            "`grundy game list` shows the games that have one"
        ),
        Err(_) => Ok((RULES.read_text(file)?, file.to_owned())),
    }
}

/// A run within these limits, which ends when the button is pressed.
fn run_of(limits: Limits, pressed: &Arc<AtomicBool>) -> Run {
    Run::new(limits).with_cancel(Arc::clone(pressed))
}

/// What is known of a game whose nimbers are those of all that can be reached, and of its example.
///
/// # Errors
/// What is wrong with the example, or what kept it from being written.
fn values_told<L: Listing>(
    file: &L,
    example: &Phrase,
    kind: &str,
    facts: impl Fn() -> Vec<(&'static str, String)>,
    limits: Limits,
) -> Result<Ending, anyhow::Result<Diagnostic>> {
    let game = file.rules(&Parameters::default()).map_err(Ok)?;
    let (at, prepared) = Interrupt::listen().map_err(Err)?.during(|pressed| {
        let run = run_of(limits, &pressed);
        let at = game.parse(&mut Reader::new(&example.text).within(&run));
        let at = at.map_err(|error| Ok(Diagnostic { span: example.span.clone(), ..error }))?;
        let prepared = game.knowledge().prepare(&at, &run);
        Ok((at, prepared))
    })?;
    let mut out = std::io::stdout().lock();
    let mut write = || -> anyhow::Result<Ending> {
        writeln!(out, "{}: {kind}", file.card().id)?;
        for (about, told) in facts() {
            writeln!(out, "{:<11} {told}", format!("{about}:"))?;
        }
        writeln!(out, "\nexample: {} {}", file.card().id, game.format(&at))?;
        write!(out, "{}", game.show(&at, 80))?;
        match (prepared, game.knowledge().theorem(&at)) {
            (Err(stopped), _) => writeln!(out, "nimber ? ({stopped})")?,
            (Ok(()), nimber) => writeln!(out, "nimber {}", nimber.unwrap_or_default())?,
        }
        Ok(Ending::Answered)
    };
    write().map_err(Err)
}

fn write_derived(out: &mut impl Write, file: &RulesFile, check: &RulesCheck) -> anyhow::Result<()> {
    writeln!(out, "{} ({}): {}", file.name(), check.identity, check.kind)?;
    for (about, told) in &check.facts {
        writeln!(out, "{:<11} {told}", format!("{about}:"))?;
    }
    Ok(())
}

/// What a way found, in a line.
fn way_line(way: &WaySolved) -> String {
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
        Some(file) => file.text().replacen(&format!("game {}", file.name()), &format!("game {name}"), 1),
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
            refuse!(format!("{} is there already", path.display()), "give another file with --output")
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
