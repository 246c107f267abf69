//! A game that is complete enough to be opened, solved, shown and taught.

use crate::signature;
use crate::{Card, Diagnostic, Explain, Notation, Parameters, Run, Show, Stopped, TakingRules};
use std::fmt;

/// Everything that rules need to take part: moves, notation, a way to be shown and explained. A [`Listing`]
/// makes them from parameters, and puts them on a shelf.
pub trait Playable: Notation + Show + Explain + Send + 'static {
    /// What stands before the notation in a term of a sum: the name that the game goes by, and the parameters
    /// that are not usual.
    fn heading(&self, name: &str) -> String {
        match self.parameters() {
            none if none.is_empty() => name.to_owned(),
            parameters => format!("{name} {parameters}"),
        }
    }

    /// Writes down what the rules are, piece by piece: rules of the same signature have the same positions,
    /// moves and notation, whatever they are called. Memos, stores and sums go by a hash of it. `example` is a
    /// position in their notation.
    ///
    /// As it stands it writes the parameters and what can be reached from the example, at most a thousand
    /// moves. Rules that are given by a text, such as a code, write that.
    fn signature(&self, example: &str, write: &mut dyn FnMut(&str)) {
        signature::of_rules(self, example, write);
    }

    /// Whether values may be kept in a file for later runs. Not where the rules may be others the next time, though their
    /// text is the same: a program that answers, for one.
    fn is_kept(&self) -> bool {
        true
    }

    /// The moves as shapes, for games in which a move takes stones of some shape off a board: they have tables of every
    /// state. `None` for other games.
    fn taking(&self) -> Option<&dyn TakingRules<Self>> {
        None
    }

    /// Makes a puzzle, for games that have a puzzle maker; `None` for the others.
    fn compose(&self, brief: &Brief, run: &Run) -> Option<Result<Self::Position, NoPuzzle>> {
        let _ = (brief, run);
        None
    }

    /// Makes puzzles that spell one text together, for games that have a maker of series; `None` for the others.
    fn compose_series(&self, series: &Series, run: &Run) -> Option<Result<Vec<Self::Position>, NoPuzzle>> {
        let _ = (series, run);
        None
    }

    /// Draws a position at random, for teaching and tests: the position, or what is wrong with the
    /// sketch, its span within the shape; `None` for games that draw none.
    fn random(&self, sketch: &Sketch) -> Option<Result<Self::Position, Diagnostic>> {
        let _ = sketch;
        None
    }
}

/// A game as a shelf holds it: its card, and how parameters make its rules. Where a game has no parameters the
/// rules themselves are mostly the listing.
///
/// It is a value: a program that reads rules from a file lists as many games as it has files.
pub trait Listing: Send + Sync + 'static {
    /// The rules that it makes.
    type Rules: Playable;

    /// What the game is called and what can be set.
    fn card(&self) -> Card;

    /// The rules with these parameters, whose keys are all on the card.
    ///
    /// # Errors
    /// When a value makes no sense, with its place.
    fn rules(&self, parameters: &Parameters) -> Result<Self::Rules, Diagnostic>;
}

/// What a random position should be like.
///
/// ```
/// use grundy_core::Sketch;
/// let sketch = Sketch { shape: Some("cube".into()), ..Sketch::default() };
/// let error = sketch.no_such_shape(&["tree", "ring"]);
/// assert_eq!((error.message.as_str(), error.span), ("there is no shape `cube`", 0..4));
/// assert_eq!(error.help.unwrap(), "the shapes are tree, ring");
/// assert!(sketch.without_shape().is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sketch {
    /// How many things (heaps, bubbles, edges) it has, where that is asked; at most
    /// [`Sketch::MOST_THINGS`].
    pub size: Option<usize>,
    /// One of the shapes that the game knows, where that is asked.
    pub shape: Option<String>,
    /// The same seed gives the same position.
    pub seed: u64,
}

impl Sketch {
    /// Larger positions are not drawn.
    pub const MOST_THINGS: usize = 10_000_000;

    /// That the game has shapes, but not this one.
    pub fn no_such_shape(&self, shapes: &[&str]) -> Diagnostic {
        let shape = self.shape.as_deref().unwrap_or_default();
        let message = format!("there is no shape `{}`", shape.escape_debug());
        Diagnostic::new(message, 0..shape.len()).help(format!("the shapes are {}", shapes.join(", ")))
    }

    /// For games without shapes: whether none is asked.
    ///
    /// # Errors
    /// When one is.
    pub fn without_shape(&self) -> Result<(), Diagnostic> {
        match &self.shape {
            None => Ok(()),
            Some(shape) => {
                Err(Diagnostic::new("this game has no shapes", 0..shape.len()).help("leave the shape out"))
            }
        }
    }
}

/// What a puzzle should be like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Brief {
    /// The word that the winning moves spell, in reading order and in the picture.
    pub word: String,
    /// All labels in reading order, where they are fixed beforehand.
    pub text: Option<String>,
    /// How many things (bubbles) the position has, where that is asked; at most [`Brief::MOST_THINGS`].
    pub size: Option<usize>,
    /// The same seed gives the same puzzle.
    pub seed: u64,
}

impl Brief {
    /// Larger puzzles are not composed.
    pub const MOST_THINGS: usize = 10_000;
}

/// What a series of puzzles should be like: laid over each other, their winning moves spell a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Series {
    /// The text that all winning moves spell together, a word a line.
    pub text: String,
    /// How many positions there are.
    pub count: usize,
    /// How many things (bubbles) the largest has, where that is asked.
    pub size: Option<usize>,
    /// The same seed gives the same series.
    pub seed: u64,
}

/// Why there is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoPuzzle {
    /// There is none, for this reason.
    Impossible(String),
    /// None was found; there may be one. Says how hard it was tried.
    NotFound(String),
    /// The run stopped first.
    Stopped(Stopped),
}

impl fmt::Display for NoPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoPuzzle::Impossible(reason) | NoPuzzle::NotFound(reason) => f.write_str(reason),
            NoPuzzle::Stopped(stopped) => stopped.fmt(f),
        }
    }
}

impl std::error::Error for NoPuzzle {}

impl From<Stopped> for NoPuzzle {
    fn from(stopped: Stopped) -> Self {
        NoPuzzle::Stopped(stopped)
    }
}
