//! The list of games.

use crate::board::{Board, Typed};
use crate::memos::{Memo, Memos};
use grundy_core::{Brief, Card, Diagnostic, NoPuzzle, Parameters, Playable, Reader, Run, Sketch};
use grundy_games::heaps::{
    CodeGame, DawsonsChess, DawsonsKayles, GrundysGame, HeapGame, Kayles, Officers, Subtraction,
};
use grundy_games::{BareNimber, BoxingMatch, Bubbly, Chomp, Cram, Hackenbush, Nim, Treblecross, TwoDNim};
use std::marker::PhantomData;

/// Every game, in the order in which lists show them.
pub const GAMES: &[&dyn Game] = &[
    &Of::<Nim>::GAME,
    &Of::<Bubbly>::GAME,
    &Of::<Hackenbush>::GAME,
    &Of::<HeapGame<Kayles>>::GAME,
    &Of::<HeapGame<DawsonsKayles>>::GAME,
    &Of::<Treblecross>::GAME,
    &Of::<HeapGame<DawsonsChess>>::GAME,
    &Of::<HeapGame<GrundysGame>>::GAME,
    &Of::<HeapGame<Officers>>::GAME,
    &Of::<HeapGame<Subtraction>>::GAME,
    &Of::<HeapGame<CodeGame>>::GAME,
    &Of::<TwoDNim>::GAME,
    &Of::<BoxingMatch>::GAME,
    &Of::<Cram>::GAME,
    &Of::<Chomp>::GAME,
    &Of::<BareNimber>::GAME,
];

/// A game whose types are erased: text in, a [`Board`] out.
pub trait Game: Sync {
    /// What it is called and what can be set.
    fn card(&self) -> &'static Card;

    /// Says whether the values of parameters make sense.
    ///
    /// # Errors
    /// With the place of the parameter, as it was given.
    fn check(&self, with: &Parameters) -> Result<(), Diagnostic>;

    /// Reads a position in the game's own notation. It shares what is found with other positions of these
    /// memos.
    ///
    /// # Errors
    /// With the place in `text`, or that of a parameter.
    fn open(&self, with: &Parameters, text: Reader<'_>, memos: &Memos) -> Result<Opened, Diagnostic>;

    /// Makes a puzzle; `None` for games without a puzzle maker.
    fn compose(&self, brief: &Brief, run: &Run) -> Option<Result<Box<dyn Board>, NoPuzzle>>;

    /// Draws a position at random, or says what is wrong with the sketch, with a span within the size or the
    /// shape; `None` for games that draw none.
    fn random(&self, sketch: &Sketch) -> Option<Result<Box<dyn Board>, Diagnostic>>;
}

/// A position that was read, with notes on what was read leniently.
pub struct Opened {
    /// The position.
    pub board: Box<dyn Board>,
    /// What was skipped or mended, each with its place in the text.
    pub notes: Vec<Diagnostic>,
}

/// The game of a ruleset.
///
/// ```
/// use grundy::{Game, Memos, Of, Parameters, Reader};
/// use grundy_games::Nim;
/// let (parameters, memos) = (Parameters::default(), Memos::default());
/// let opened = Of::<Nim>::GAME.open(&parameters, Reader::new("1 3 5 7"), &memos).unwrap();
/// assert_eq!(opened.board.count_moves(), 16);
/// ```
pub struct Of<R>(PhantomData<fn() -> R>);

impl<R> Of<R> {
    /// The game, as it stands in a list of games.
    pub const GAME: Of<R> = Of(PhantomData);
}

impl<R: Playable> Game for Of<R> {
    fn card(&self) -> &'static Card {
        &const { R::CARD }
    }

    fn check(&self, with: &Parameters) -> Result<(), Diagnostic> {
        R::with(with).map(|_| ())
    }

    fn open(&self, with: &Parameters, mut text: Reader<'_>, memos: &Memos) -> Result<Opened, Diagnostic> {
        let memo = memos.of(R::with(with)?);
        let position = memo.rules.parse(&mut text)?;
        text.expect_end()?;
        Ok(Opened { board: Box::new(Typed::new(memo, position)), notes: text.take_notes() })
    }

    fn compose(&self, brief: &Brief, run: &Run) -> Option<Result<Box<dyn Board>, NoPuzzle>> {
        let rules = R::with(&Parameters::default()).ok()?;
        let puzzle = rules.compose(brief, run)?;
        Some(puzzle.map(|position| alone(rules, position)))
    }

    fn random(&self, sketch: &Sketch) -> Option<Result<Box<dyn Board>, Diagnostic>> {
        let rules = R::with(&Parameters::default()).ok()?;
        if let Some(size) = sketch.size.filter(|&size| size > Sketch::MOST_THINGS) {
            let most = format!("the size is at most {}", Sketch::MOST_THINGS);
            return Some(Err(Diagnostic::new("that is too large", 0..size.to_string().len()).help(most)));
        }
        let drawn = rules.random(sketch)?;
        Some(drawn.map(|position| alone(rules, position)))
    }
}

/// A position with a memo of its own.
fn alone<R: Playable>(rules: R, position: R::Position) -> Box<dyn Board> {
    Box::new(Typed::new(Memo::new(rules), position))
}

/// The game of this name or alias, in any case.
///
/// # Errors
/// With the nearest name as help, when there is none; the span is that of the name alone.
///
/// ```
/// use grundy::find_game;
/// assert_eq!(find_game("Bubbly").unwrap().card().id, "bubbly");
/// let error = find_game("bubly").err().unwrap();
/// assert!(error.help.unwrap().contains("`bubbly`"));
/// ```
pub fn find_game(name: &str) -> Result<&'static dyn Game, Diagnostic> {
    let wanted = name.to_lowercase();
    let names = |game: &&'static dyn Game| {
        let card = game.card();
        std::iter::once(card.id).chain(card.aliases.iter().copied())
    };
    if let Some(game) = GAMES.iter().find(|game| names(game).any(|name| name == wanted)) {
        return Ok(*game);
    }
    let shown: String = name.chars().take(40).flat_map(char::escape_debug).collect();
    let nearest = GAMES
        .iter()
        .flat_map(names)
        .map(|known| {
            (strsim::damerau_levenshtein(known, &wanted.chars().take(40).collect::<String>()), known)
        })
        .min();
    let help = match nearest {
        Some((distance, known)) if distance <= 2.max(known.len() / 3) => {
            format!("did you mean `{known}`? `grundy list` shows all games")
        }
        _ => format!(
            "the games are {}",
            GAMES.iter().map(|game| game.card().id).collect::<Vec<_>>().join(", ")
        ),
    };
    Err(Diagnostic::new(format!("there is no game called `{shown}`"), 0..name.len()).help(help))
}
