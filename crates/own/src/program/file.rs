//! A rules file that names a program.

use super::child::ProgramCommand;
use super::game::ProgramGame;
use super::states::States;
use crate::origin::Origin;
use crate::spec::Phrase;
use crate::spec::preamble::{Preamble, check_length, phrase, twice};
use crate::spec::statement::statements;
use grundy_core::{Card, Convention, Diagnostic, EMPTY, Listing, Parameters};
use std::ops::Range;
use std::path::Path;

/// A rules file of the kind `program`: a command whose process gives the options of a state, a line each. It runs what
/// the file says: it is for the user's own machine.
///
/// The command is started in the folder of the file when a position is first read. To each line, a state, it answers
/// one line: the options, by blanks. An option is a state, or several joined by `+`; `-` is nothing. A line that begins
/// with `!` says what is wrong.
///
/// ```
/// use grundy_core::{Knowledge, Listing, Nimber, Notation, Parameters, Reader};
/// use grundy_own::ProgramFile;
/// let text = "game last-digit\nprogram sed -u s/./-/\nexample 7\n";
/// let file = ProgramFile::read(text, std::path::Path::new("."))?;
/// let rules = file.rules(&Parameters::default())?;
/// let at = rules.parse(&mut Reader::new("7"))?;
/// assert_eq!(rules.theorem(&at), Some(Nimber(1)));
/// # Ok::<(), grundy_core::Diagnostic>(())
/// ```
#[derive(Clone, Debug)]
pub struct ProgramFile {
    preamble: Preamble,
    name: String,
    text: String,
    command: Phrase,
    game: ProgramGame,
}

impl ProgramFile {
    /// Reads the text of a rules file; its program is looked for, and run, in `folder`. Nothing is started yet.
    ///
    /// # Errors
    /// The first mistake of the text.
    pub fn read(text: &str, folder: &Path) -> Result<ProgramFile, Diagnostic> {
        check_length(text, Origin::Local)?;
        let (mut preamble, mut command) = (Preamble::default(), None);
        for (index, statement) in statements(text).enumerate() {
            if index == 0 && statement.word != "game" {
                return Err(Preamble::name_first(statement));
            }
            match preamble.read(statement) {
                Some(read) => read?,
                None if statement.word == "program" && command.is_some() => return Err(twice(statement)),
                None if statement.word == "program" => command = Some(phrase(statement)?),
                None => {
                    let shown: String =
                        statement.word.chars().take(40).flat_map(char::escape_debug).collect();
                    let message = format!("`{shown}` begins no line of a rules file with a program");
                    return Err(Diagnostic::new(message, statement.word_span())
                        .help("a line begins with game, title, says, by, play, example or program"));
                }
            }
        }
        let end = text.trim_end().len();
        let missing = || Diagnostic::new("the program is missing", end..end).help("write `program COMMAND`");
        let command = command.ok_or_else(missing)?;
        let states = States::new(ProgramCommand::new(&command.text, folder));
        let game = ProgramGame::new(states, &command.text);
        let name = preamble.name.as_ref().map_or_else(String::new, |name| name.text.clone());
        Ok(ProgramFile { preamble, name, text: text.to_owned(), command, game })
    }

    /// The same game under another name.
    #[must_use]
    pub fn named(mut self, name: &str) -> ProgramFile {
        name.clone_into(&mut self.name);
        self
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text of the rules file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where the name stands in the text.
    pub fn name_span(&self) -> Range<usize> {
        self.preamble.name.as_ref().map_or(0..0, |name| name.span.clone())
    }

    /// The example of the file, with its place; a program cannot be asked for one.
    pub fn example(&self) -> Option<&Phrase> {
        self.preamble.example.as_ref()
    }

    /// What is known of the program, for people.
    pub fn facts(&self) -> Vec<(&'static str, String)> {
        vec![
            ("program", self.command.text.clone()),
            ("states", format!("{} have been reached", self.game.count())),
            ("it ends", "no state that was reached leads back to itself".to_owned()),
        ]
    }
}

impl Listing for ProgramFile {
    type Rules = ProgramGame;

    fn card(&self) -> Card {
        let text = |phrase: &Option<Phrase>| phrase.as_ref().map(|phrase| phrase.text.clone());
        let title = text(&self.preamble.title).unwrap_or_else(|| self.name.clone());
        let says = text(&self.preamble.says).unwrap_or_else(|| format!("as `{}` says", self.command.text));
        let example = self.example().map_or(EMPTY, |example| &example.text).to_owned();
        let play = self.preamble.play.unwrap_or(Convention::Normal);
        Card::new(self.name.clone(), title, says, example).with_convention(play)
    }

    fn rules(&self, _: &Parameters) -> Result<ProgramGame, Diagnostic> {
        Ok(self.game.clone())
    }
}
