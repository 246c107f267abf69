//! Games from rules files: those of the user's folder, and those of `--game`.

use crate::arguments::{Arguments, Command};
use crate::diagnostics::{Gravity, render_in_file, tell};
use crate::files::RULES;
use grundy::{Diagnostic, Limits, LocalFile, RulesFile, Run, Shelf};
use std::path::{Path, PathBuf};

/// Puts the games of the user's folder and of the arguments on the shelf of the process. Says whether all files of
/// the arguments could be read; what is wrong has been reported. A mistake in the folder is a warning.
///
/// # Errors
/// When a file of the arguments cannot be opened.
pub fn load(arguments: &Arguments) -> anyhow::Result<bool> {
    let (mut shelf, may_be): (Option<Shelf>, Box<MayBe>) = (None, may_be(arguments));
    for path in folder_files() {
        match RULES.read_text(&path) {
            Ok(text) => _ = put(&mut shelf, &path, &text, None, &may_be, Gravity::Warning),
            Err(error) => tell(format_args!("warning: {error:#}")),
        }
    }
    let mut are_read = true;
    for (index, path) in arguments.rules_files.iter().enumerate() {
        let text = RULES.read_text(path)?;
        let name = arguments.rules_names.get(index).map(String::as_str);
        are_read &= put(&mut shelf, path, &text, name, &may_be, Gravity::Error);
    }
    if let Some(shelf) = shelf {
        shelf.make_usual();
    }
    Ok(are_read)
}

/// What reads the text of a file.
type MayBe = dyn Fn(&str, &Path) -> Result<LocalFile, Diagnostic>;

/// What files may be: those that read other files are none of what the server shows.
fn may_be(arguments: &Arguments) -> Box<MayBe> {
    let memory = arguments.memory;
    match arguments.command {
        #[cfg(feature = "web")]
        Command::Serve(_) => Box::new(|text, _| RulesFile::read(text).map(LocalFile::Rules)),
        _ => Box::new(move |text, path| read_local(text, path, memory)),
    }
}

/// Reads a rules file of this machine. Files that it names are looked for in its folder, and what is read may take
/// `memory` bytes.
pub fn read_local(text: &str, path: &Path, memory: u64) -> Result<LocalFile, Diagnostic> {
    let run = Run::new(Limits { memory: Some(memory), ..Limits::default() }).with_resident(crate::resident);
    LocalFile::read(text, path.parent().unwrap_or(Path::new("")), &run)
}

/// Puts one file on the shelf; tells what is wrong with it.
fn put(
    shelf: &mut Option<Shelf>,
    path: &Path,
    text: &str,
    name: Option<&str>,
    may_be: &MayBe,
    gravity: Gravity,
) -> bool {
    let origin = path.display().to_string();
    let now = || shelf.clone().unwrap_or_else(|| (**Shelf::builtin()).clone());
    let put = may_be(text, path).and_then(|file| {
        let span = file.name_span();
        let file = match name {
            Some(name) => file.named(name),
            None => file,
        };
        if file.replaces_shipped() {
            tell(format_args!(
                "note: the game `{}` of {origin} goes before the one that comes with Grundy",
                file.name()
            ));
        }
        now().with_local_file(file).map_err(|taken| {
            Diagnostic::new(taken.to_string(), span).help("give it another name, or load it with `--as NAME`")
        })
    });
    match put {
        Ok(more) => *shelf = Some(more),
        Err(error) => {
            tell(render_in_file(gravity, &origin, text, &error));
            return false;
        }
    }
    true
}

/// The folder that the user's games are loaded from.
pub fn folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let config = set("XDG_CONFIG_HOME").filter(|path| path.is_absolute());
    Some(config.or_else(|| Some(set("HOME")?.join(".config")))?.join("grundy").join("games"))
}

/// The rules files of the user's folder, by name.
pub fn folder_files() -> Vec<PathBuf> {
    let Some(entries) = folder().and_then(|folder| std::fs::read_dir(folder).ok()) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "game"));
    files.sort();
    files
}
