//! Games of users: rules files, and lists of arcs.

use crate::positions::{agrees, reads_back_on};
use crate::{is_told, run, text_of};
use grundy::{LocalFile, NotRead, Position, Reading, RulesFile, Shelf, Workbench};
use std::fs;
use std::sync::Arc;

/// A rules file is refused with an error that points into its text, or its example is read. The example is then
/// written and read back, and theorems, search and the definition agree on it.
pub fn rules_file(data: &[u8]) {
    let text = text_of(&data[..data.len().min(1000)]);
    match RulesFile::read(&text) {
        Ok(file) => visit(LocalFile::Rules(file)),
        Err(error) => is_told(&text, &error),
    }
}

/// A list of arcs is refused, or the example of its game is held to the same laws as that of a rules file.
pub fn arcs_file(data: &[u8]) {
    const RULES: &str = "game a\narcs arcs\n";
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("arcs"), &data[..data.len().min(4000)]).expect("room");
    match LocalFile::read(RULES, folder.path(), &run(100_000)) {
        Ok(file) => visit(file),
        Err(error) => is_told(RULES, &error),
    }
}

/// Holds the example of a game to the laws of positions.
fn visit(file: LocalFile) {
    let name = file.name().to_owned();
    // The name may be one of the program's own.
    let Ok(shelf) = Shelf::builtin().with_local_file(file) else { return };
    let workbench = Workbench::new(Arc::new(shelf));
    let game = workbench.shelf().find(&name).expect("it has just been put there");
    let text = game.card().example_term();
    match Position::parse_on(&workbench, &text, Reading::default(), &run(2_000)) {
        Ok(position) => {
            reads_back_on(&workbench, &position);
            agrees(&position);
        }
        Err(NotRead::Stopped(_)) => {}
        Err(NotRead::Mistake(error)) => is_told(&text, &error),
    }
}
