//! A game whose types are erased.

use crate::board::Board;
use crate::memos::{Memo, Memos};
use crate::named::{LateIdentity, Named};
use crate::not_read::NotRead;
use crate::typed::Typed;
use grundy_core::{
    Brief, Card, Diagnostic, Listing, NoPuzzle, Notation, Parameters, Playable, Reader, Run, Series, Sketch,
    Stopped, Word,
};
use grundy_heaps::Code;
use grundy_tables::TableGame;
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

/// A game whose types are erased: text in, a [`Board`] out. [`Listed`] makes one of every [`Listing`].
pub trait Game: Send + Sync {
    /// What it is called and what can be set.
    fn card(&self) -> &Card;

    /// Reads a position in the game's own notation. It shares what is found with other positions of these
    /// memos.
    ///
    /// # Errors
    /// [`NotOpened`]: a mistake, or an end of the run that the text is [read within](Reader::within).
    fn open(&self, with: &Parameters, text: Reader<'_>, memos: &Memos) -> Result<Opened, NotOpened>;

    /// Holds a position in the game's own notation to the [laws](grundy_core::laws), one move deep: theorems, parts,
    /// canonical forms, labels, texts. With the feature `laws`, which is meant for tests.
    ///
    /// # Errors
    /// The first law that does not hold, or that the text is no position.
    #[cfg(feature = "laws")]
    fn check_laws(&self, with: &Parameters, text: &str) -> Result<(), grundy_core::laws::Broken>;

    /// The code of a rules file of heaps, where its rules are one. Found out when it is first asked for.
    fn code_of_rules(&self) -> Option<&Code> {
        None
    }

    /// The game with these parameters, as [tables of every state](grundy_tables::TableGame) know it; `None` for games
    /// that have none, whose moves take no stones off a board.
    ///
    /// # Errors
    /// When a parameter makes no sense, with its place.
    fn table_game(&self, with: &Parameters) -> Result<Option<TableGame>, Diagnostic>;

    /// Makes a puzzle; `None` for games without a puzzle maker.
    fn compose(&self, brief: &Brief, run: &Run) -> Option<Result<Box<dyn Board>, NoPuzzle>>;

    /// Makes a series of puzzles; `None` for games without a maker of series.
    fn compose_series(&self, series: &Series, run: &Run) -> Option<Result<Vec<Box<dyn Board>>, NoPuzzle>>;

    /// Draws a position at random, or says what is wrong with the sketch, with a span within the size or the
    /// shape; `None` for games that draw none.
    fn random(&self, sketch: &Sketch) -> Option<Result<Box<dyn Board>, Diagnostic>>;
}

/// A position that was read, with notes on what was read leniently.
#[derive(Debug)]
pub struct Opened {
    /// The position.
    pub board: Box<dyn Board>,
    /// What was skipped or mended, each with its place in the text.
    pub notes: Vec<Diagnostic>,
}

/// Why a game opened no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotOpened {
    /// A parameter makes no sense; the place is that of the parameter, as it was given.
    Parameter(Diagnostic),
    /// The text is no position; the place is in the text.
    Text(Diagnostic),
    /// The run ended first.
    Stopped(Stopped),
}

impl NotOpened {
    /// The same, where the text begins so many bytes after what places of parameters are counted from.
    pub(crate) fn behind(self, by: usize) -> NotRead {
        match self {
            NotOpened::Parameter(mistake) => NotRead::Mistake(mistake),
            NotOpened::Text(mistake) => NotRead::Mistake(mistake.shifted(by)),
            NotOpened::Stopped(stopped) => NotRead::Stopped(stopped),
        }
    }
}

/// The game of a listing.
///
/// ```
/// use grundy::{Game, Listed, Memos, Parameters, Reader};
/// use grundy_games::Nim;
/// let (parameters, memos) = (Parameters::default(), Memos::default());
/// let opened = Listed::new(Nim).open(&parameters, Reader::new("1 3 5 7"), &memos).unwrap();
/// assert_eq!(opened.board.count_moves(), 16);
/// ```
#[derive(Debug)]
pub struct Listed<L> {
    listing: L,
    card: Arc<Card>,
    /// By heading: an identity is worked out once.
    identities: RwLock<HashMap<String, LateIdentity>>,
}

impl<L: Listing> Listed<L> {
    /// The game of this listing.
    pub fn new(listing: L) -> Self {
        let card = Arc::new(listing.card());
        Listed { listing, card, identities: RwLock::default() }
    }

    fn named(&self, with: &Parameters) -> Result<Named<L::Rules>, Diagnostic> {
        let rules = self.listing.rules(with)?;
        let heading = rules.heading(&self.card.id);
        let known = self.identities.read().unwrap_or_else(PoisonError::into_inner).get(&heading).cloned();
        let identity = known.unwrap_or_else(|| {
            let mut identities = self.identities.write().unwrap_or_else(PoisonError::into_inner);
            if identities.len() >= MOST_IDENTITIES {
                identities.clear();
            }
            identities.entry(heading.clone()).or_default().clone()
        });
        let given: Vec<String> = with.iter().map(|(key, value, _)| format!("{key}={value}")).collect();
        let (card, given) = (Arc::clone(&self.card), given.join(" ").into());
        Ok(Named { rules, card, heading: heading.into(), identity, given })
    }

    /// A position that is at hand as a value, under the usual parameters. It shares what is found with other
    /// positions of these memos.
    ///
    /// ```
    /// use grundy::{Listed, Memos, Nimber, Position, Request};
    /// use grundy_games::BareNimber;
    /// let board = Listed::new(BareNimber).place(Nimber(3), &Memos::default())?;
    /// assert_eq!(Position::of(board).solve(&Request::default()).nimber, Some(Nimber(3)));
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// When the game has no usual parameters.
    pub fn place(
        &self,
        at: <L::Rules as grundy_core::Ruleset>::Position,
        memos: &Memos,
    ) -> Result<Box<dyn Board>, Diagnostic> {
        let named = Arc::new(self.named(&Parameters::default())?);
        let memo = memos.of(named, None).expect("without a run there is no limit");
        Ok(Box::new(Typed::new(memo, at)))
    }

    /// The position, with a memo of its own.
    fn alone(&self, at: <L::Rules as grundy_core::Ruleset>::Position) -> Option<Box<dyn Board>> {
        let named = self.named(&Parameters::default()).ok()?;
        Some(Box::new(Typed::new(Memo::new(Arc::new(named)), at)))
    }

    fn usual(&self) -> Option<L::Rules> {
        self.listing.rules(&Parameters::default()).ok()
    }
}

/// A list that lives as long as the program has at most this many: there are endlessly many codes.
const MOST_IDENTITIES: usize = 1024;

impl<L: Listing> Game for Listed<L> {
    fn card(&self) -> &Card {
        &self.card
    }

    fn open(&self, with: &Parameters, mut text: Reader<'_>, memos: &Memos) -> Result<Opened, NotOpened> {
        let own = Arc::new(self.named(with).map_err(NotOpened::Parameter)?);
        let memo = memos.of(Arc::clone(&own), text.run()).map_err(NotOpened::Stopped)?;
        // What is known of the memo's rules helps to read, where they are made of the same parameters.
        let reads = if memo.rules.given == own.given { &memo.rules } else { &own };
        let position = reads
            .parse(&mut text)
            .map_err(|told| text.stopped().map_or(NotOpened::Text(told), NotOpened::Stopped))?;
        text.expect_end().map_err(NotOpened::Text)?;
        Ok(Opened { board: Box::new(Typed::new(memo, position)), notes: text.take_notes() })
    }

    #[cfg(feature = "laws")]
    fn check_laws(&self, with: &Parameters, text: &str) -> Result<(), grundy_core::laws::Broken> {
        use grundy_core::laws;
        let no_position = |mistake: Diagnostic| laws::Broken {
            law: "what is held to the laws is a position",
            found: format!("{text}: {mistake}"),
        };
        let rules = self.listing.rules(with).map_err(no_position)?;
        let mut reader = Reader::new(text);
        let position = rules.parse(&mut reader).map_err(no_position)?;
        reader.expect_end().map_err(no_position)?;
        laws::check(&rules, &position)?;
        let Some(taking) = rules.taking() else { return Ok(()) };
        laws::check_taking(&rules, taking, &position)?;
        laws::check_board_marks(&rules, taking, &position)
    }

    fn table_game(&self, with: &Parameters) -> Result<Option<TableGame>, Diagnostic> {
        Ok(Arc::new(self.named(with)?).table_game())
    }

    fn compose(&self, brief: &Brief, run: &Run) -> Option<Result<Box<dyn Board>, NoPuzzle>> {
        let rules = self.usual()?;
        if let Err(too_large) = not_too_large(brief.size) {
            return Some(Err(too_large));
        }
        match rules.compose(brief, run)? {
            Ok(position) => self.alone(position).map(Ok),
            Err(none) => Some(Err(none)),
        }
    }

    fn compose_series(&self, series: &Series, run: &Run) -> Option<Result<Vec<Box<dyn Board>>, NoPuzzle>> {
        let rules = self.usual()?;
        if let Err(too_large) = not_too_large(series.size) {
            return Some(Err(too_large));
        }
        match rules.compose_series(series, run)? {
            Ok(positions) => {
                positions.into_iter().map(|position| self.alone(position)).collect::<Option<_>>().map(Ok)
            }
            Err(none) => Some(Err(none)),
        }
    }

    fn random(&self, sketch: &Sketch) -> Option<Result<Box<dyn Board>, Diagnostic>> {
        let rules = self.usual()?;
        if let Some(size) = sketch.size.filter(|&size| size > Sketch::MOST_THINGS) {
            let most = format!("the size is at most {}", Sketch::MOST_THINGS);
            return Some(Err(Diagnostic::new("that is too large", 0..size.to_string().len()).help(most)));
        }
        match rules.random(sketch)? {
            Ok(position) => self.alone(position).map(Ok),
            Err(mistake) => Some(Err(mistake)),
        }
    }
}

/// Refuses a puzzle of more than [`Brief::MOST_THINGS`] things.
fn not_too_large(size: Option<usize>) -> Result<(), NoPuzzle> {
    match size.filter(|&size| size > Brief::MOST_THINGS) {
        Some(size) => Err(NoPuzzle::Impossible(format!(
            "{size} are too many: a puzzle has at most {}",
            Word::count(Brief::MOST_THINGS as u128, "bubble")
        ))),
        None => Ok(()),
    }
}
