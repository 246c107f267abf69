//! The games of a shelf that have tables of every state.

use crate::shelf::Shelf;
use crate::term::{game_name, parameters};
use grundy_core::{Diagnostic, Parameters};
use grundy_tables::{Rules, StateTable, TableError, TableGame};
use std::path::Path;

impl Shelf {
    /// The game of a name with its parameters, as tables of every state know it.
    ///
    /// # Errors
    /// When there is no such game, it has no such parameters, or its moves do not take stones off a board: which games
    /// do, as help. Places are in the text.
    ///
    /// ```
    /// use grundy::Shelf;
    /// let shelf = Shelf::builtin();
    /// assert_eq!(shelf.table_game("tactix").unwrap().to_string(), "2d-nim max=any");
    /// assert_eq!(shelf.table_game("text-cram").unwrap().id(), "text-cram");
    /// let error = shelf.table_game("nim").unwrap_err();
    /// assert!(error.help.unwrap().contains("`boxing-match`, `cram`"));
    /// ```
    pub fn table_game(&self, text: &str) -> Result<TableGame, Diagnostic> {
        if text.trim().is_empty() {
            return Err(Diagnostic::new("no game is given", 0..text.len()).help("write its name: `cram`"));
        }
        let (name, after) = game_name(text, self)?;
        let game = self.find(name)?;
        let (mut parameters, rest) = parameters(text, after, &game.card().parameters)?;
        if let Some(more) = Some(text[rest..].trim()).filter(|more| !more.is_empty()) {
            let at = rest + text[rest..].find(more).unwrap_or(0);
            let message = format!("`{}` is no parameter", more.escape_debug());
            return Err(Diagnostic::new(message, at..at + more.len())
                .help("write the game's name and its parameters, such as `2d-nim max=any`"));
        }
        parameters.call(name);
        let id = &game.card().id;
        game.table_game(&parameters)?.ok_or_else(|| {
            let message = format!("there are no tables of `{id}`: its moves do not take stones off a board");
            Diagnostic::new(message, 0..after).help(format!("there are tables of {}", self.with_tables()))
        })
    }

    /// The names of the games that have tables.
    fn with_tables(&self) -> String {
        let has_tables = |game: &&dyn crate::Game| {
            game.table_game(&Parameters::default()).is_ok_and(|game| game.is_some())
        };
        let names = self.games().filter(has_tables).map(|game| format!("`{}`", game.card().id));
        names.collect::<Vec<_>>().join(", ")
    }

    /// Opens the table of a folder. Where a game of this shelf goes by the name of the table's game, it has to have the
    /// table's moves.
    ///
    /// # Errors
    /// As [`StateTable::open`], and [`TableError::OtherRules`].
    pub fn open_table(&self, folder: &Path) -> Result<StateTable, TableError> {
        let table = StateTable::open(folder)?;
        match self.check_table(&table) {
            // The manifest is enough to read its states.
            Err(TableError::NoGame { .. }) | Ok(()) => Ok(table),
            Err(error) => Err(error),
        }
    }

    /// Holds a table to the game that goes by its name on this shelf: the moves on its board are the same.
    ///
    /// # Errors
    /// [`TableError::NoGame`] and [`TableError::OtherRules`].
    pub fn check_table(&self, table: &StateTable) -> Result<(), TableError> {
        let rules = table.shape().rules();
        if self.find(rules.id()).is_err() {
            return Err(TableError::NoGame { path: table.folder().to_owned(), game: rules.id().to_owned() });
        }
        let now = self.table_game(&rules.game());
        let now = now.and_then(|game| Rules::new(&game, rules.rows(), rules.columns(), rules.convention()));
        match now {
            Ok(now) if now.shapes() == rules.shapes() => Ok(()),
            _ => Err(Shelf::other_rules(table)),
        }
    }

    /// That a table is not of the game that goes by its name now.
    pub(crate) fn other_rules(table: &StateTable) -> TableError {
        let game = table.shape().rules().id().to_owned();
        TableError::OtherRules { path: table.folder().to_owned(), game }
    }
}
