//! A rules file on a shelf.

use super::rules::{OwnGame, Shared};
use crate::limits::MOST_BOARD;
use crate::origin::Origin;
use crate::rules::expand::{Expanded, expand};
use crate::rules::renamings_that_keep;
use crate::shipped::SHIPPED;
use crate::spec::kinds::kind_word;
use crate::spec::{BlockSide, Kind, Size, Spec};
use grundy_core::{Card, Diagnostic, Listing, Notation, Parameters, Playable, Reader, TakingRules};
use std::sync::{Arc, OnceLock};

/// A rules file of the kinds `strip` and `grid` as a listing: a shelf makes a game of it.
///
/// ```
/// use grundy_core::{Listing, Parameters};
/// use grundy_own::BoardFile;
/// let file = BoardFile::read("game my-kayles\nstrip\nmove o{1..2} -> .\nexample ooooo\n")?;
/// assert_eq!(file.card().id, "my-kayles");
/// let error = BoardFile::read("game endless\nstrip\nmove x. -> .x\n").unwrap_err();
/// assert!(error.message.contains("`x. -> .x` and its mirror image `.x -> x.` undo each other"));
/// # Ok::<(), grundy_core::Diagnostic>(())
/// ```
#[derive(Clone, Debug)]
pub struct BoardFile {
    spec: Arc<Spec>,
    /// Made when it is first asked for; of a file that was read it is there.
    game: Arc<OnceLock<OwnGame>>,
    name: String,
}

/// The key of a strip's length.
const LENGTH: &str = "len";

impl BoardFile {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// The first mistake of the text, with its place, or why the game may go on for ever.
    pub fn read(text: &str) -> Result<BoardFile, Diagnostic> {
        BoardFile::read_from(text, Origin::Local)
    }

    /// Reads the text of a file that may come from somebody else.
    ///
    /// # Errors
    /// As [`read`](BoardFile::read), and where a file of that origin is too long, or names a file or a program.
    pub fn read_from(text: &str, origin: Origin) -> Result<BoardFile, Diagnostic> {
        let file = BoardFile::read_only(text, origin)?;
        let game = OwnGame::new((*file.spec).clone())?;
        let _ = file.game.set(game);
        file.check_example()?;
        Ok(file)
    }

    /// Reads the text of a file, and leaves it to later to compile the rules.
    pub(crate) fn read_only(text: &str, origin: Origin) -> Result<BoardFile, Diagnostic> {
        let spec = Spec::read_from(text, origin)?;
        Ok(BoardFile { name: spec.name.text.clone(), spec: Arc::new(spec), game: Arc::default() })
    }

    /// The files of boards that come with Grundy, in alphabetical order.
    ///
    /// ```
    /// use grundy_own::BoardFile;
    /// assert!(BoardFile::shipped().iter().any(|file| file.name() == "clobber"));
    /// ```
    pub fn shipped() -> Vec<BoardFile> {
        let read = |text: &&str| {
            BoardFile::read_only(text, Origin::Local).expect("a test reads every file that ships")
        };
        SHIPPED
            .iter()
            .filter(|text| ["strip", "grid"].iter().any(|kind| kind_word(text) == Some(kind)))
            .map(read)
            .collect()
    }

    /// The same game under another name.
    #[must_use]
    pub fn named(mut self, name: &str) -> BoardFile {
        name.clone_into(&mut self.name);
        self
    }

    /// The file as it was read.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The rules.
    pub fn game(&self) -> &OwnGame {
        self.game.get_or_init(|| {
            OwnGame::new((*self.spec).clone()).expect("a test compiles every file that ships")
        })
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The example of the file, or a board full of its first symbol; empty where no move fits that.
    pub fn example(&self) -> String {
        match &self.spec.example {
            Some(example) => example.text.clone(),
            None if !self.game().shared.fits_full_board => String::new(),
            None if self.spec.kind == Kind::Strip => format!("{LENGTH}=8"),
            None => "3x4".to_owned(),
        }
    }

    /// The example is a position.
    fn check_example(&self) -> Result<(), Diagnostic> {
        let Some(example) = &self.spec.example else { return Ok(()) };
        let (game, text, at) = match example.text.strip_prefix("len=") {
            Some(length) => {
                let mut parameters = Parameters::default();
                parameters.insert(LENGTH, length.trim(), 0..example.text.len());
                (
                    self.rules(&parameters).map_err(|error| error.shifted(example.span.start))?,
                    "",
                    example.span.start,
                )
            }
            None => (self.game().clone(), &*example.text, example.span.start),
        };
        let mut reader = Reader::new(text);
        let read = game.parse(&mut reader).and_then(|_| reader.expect_end());
        read.map_err(|error| {
            let end = error.span.end.min(text.len());
            let error = Diagnostic { span: error.span.start.min(end)..end, ..error };
            Diagnostic { message: format!("this example is no position: {error}"), ..error.shifted(at) }
        })
    }
}

impl Listing for BoardFile {
    type Rules = OwnGame;

    fn card(&self) -> Card {
        let spec = &self.spec;
        let title = spec.title.as_ref().map_or_else(|| self.name.clone(), |title| title.text.clone());
        let says = spec.says.as_ref().map_or_else(|| self.summary(), |says| says.text.clone());
        let card = Card::new(self.name.clone(), title, says, self.example()).with_convention(spec.play);
        match spec.kind == Kind::Strip {
            true => card.with_parameter(LENGTH, "a full strip of this many cells", "none"),
            false => card,
        }
    }

    fn rules(&self, parameters: &Parameters) -> Result<OwnGame, Diagnostic> {
        let refusal = "a strip has at least one cell, and their number is a whole number";
        let length = match self.spec.kind == Kind::Strip {
            true => parameters.number(LENGTH, MOST_BOARD, refusal)?,
            false => None,
        };
        let game = self.game();
        Ok(OwnGame {
            shared: game.shared.clone(),
            length: length.map(|length| length as u16),
            strips: Arc::default(),
        })
    }
}

impl BoardFile {
    /// The rules as they are written, for a file that does not say what a move is.
    fn summary(&self) -> String {
        let spec = &self.spec;
        let rules = spec.rules.iter().map(|rule| spec.text[rule.span.clone()].trim());
        rules.collect::<Vec<_>>().join(" | ")
    }
}

/// Runs without an end are written out up to this length, or a little beyond the longest number of the file.
const LONGEST_RUN: u32 = 12;
const FAR_BEYOND: u32 = 56;

impl Playable for OwnGame {
    fn taking(&self) -> Option<&dyn TakingRules<OwnGame>> {
        self.taking_rules()
    }

    /// The symbols in the order of their codes, how a full board is written, and the images of all patterns, sorted,
    /// with codes in place of symbols: two spellings of one game in the same symbols are the same. Games that differ in
    /// their symbols alone are not, for one text is another position in each.
    fn signature(&self, _: &str, write: &mut dyn FnMut(&str)) {
        let shared = &*self.shared;
        write("own game 2");
        write(&format!("{:?} {}", shared.spec.kind, shared.is_bounded));
        let longest = shared.spec.longest_run();
        let limit = match shared.is_bounded {
            true => MOST_BOARD as u32,
            false => LONGEST_RUN.max(longest + 4),
        };
        if !shared.is_bounded {
            write(&format!("runs to {limit}"));
        }
        let expanded =
            (shared.is_bounded || longest <= FAR_BEYOND).then(|| expand(&shared.spec, &shared.codes, limit));
        let Some(Ok(mut all)) = expanded else { return write(&shared.spec.text) };
        let (symbols, fill) = shared.notation(&all);
        write(&format!("symbols {symbols}, full of {fill:?}"));
        all.images.sort_unstable();
        all.images.iter().for_each(|image| write(&format!("{image:?}")));
        for stands in [&all.wins, &all.ends, &all.nevers] {
            write("patterns");
            stands.iter().for_each(|stand| write(&format!("{stand:?}")));
        }
    }
}

impl Shared {
    /// The symbols in the order of their codes, and the code of those that `3x4` is a board of, where a move fits it. Where
    /// symbols may change places in the rules, the one that is first in the alphabet has the lower code.
    fn notation(&self, rules: &Expanded) -> (String, Option<u8>) {
        let fill = self.fill.filter(|_| self.fits_full_board);
        let renamed = |codes: Vec<u8>| {
            let mut symbols = self.codes.0.clone();
            for (symbol, &code) in self.codes.0.iter().zip(&codes) {
                symbols[usize::from(code)] = *symbol;
            }
            (String::from_iter(symbols), fill.map(|fill| codes[usize::from(fill)]))
        };
        let all = renamings_that_keep(rules, self.codes.0.len()).into_iter().map(renamed);
        all.min().expect("the renaming that changes nothing is among them")
    }
}

impl Spec {
    /// The largest number that a run has as an end.
    fn longest_run(&self) -> u32 {
        let patterns = self
            .rules
            .iter()
            .flat_map(|rule| rule.patterns())
            .chain(self.bans.iter().map(|ban| &ban.pattern));
        let of_side = |side: &BlockSide| if let BlockSide::Number(number) = side { *number } else { 0 };
        let of_size = |size: &Size| match size {
            Size::Exactly(number) => *number,
            Size::Between { from, to, .. } => to.unwrap_or(*from),
            Size::Block(rows, columns) => of_side(rows).max(of_side(columns)),
        };
        patterns.flat_map(|pattern| pattern.items()).map(|item| of_size(&item.size)).max().unwrap_or(1)
    }
}
