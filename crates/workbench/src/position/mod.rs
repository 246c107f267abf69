//! A position as one line of text: a sum of terms, each of any game.

pub(crate) mod answer;
mod cancel;
mod canonical;
mod convert;
mod draw;
mod explain;
pub(crate) mod found;
mod genus;
mod joint;
mod joint_steps;
mod lead;
mod misere;
mod options;
mod proof;
mod quotient;
mod quotient_steps;
mod resumed;
mod rules_texts;
mod solve;
#[cfg(feature = "store")]
mod store;
mod sum_search;
mod tables;
mod text;

pub use answer::{Answer, Explanation, OptionAnswer, PartAnswer};
pub use convert::NotConverted;
pub use explain::Focus;
pub use lead::Lead;
pub(crate) use quotient::code_of;
pub use quotient::{MisereParts, NoMisereParts, check_parts};
pub use rules_texts::CertifiedQuotient;
pub(crate) use rules_texts::workbench_with;

use crate::board::Board;
use crate::memos::Memos;
use crate::workbench::Workbench;
use grundy_core::{Card, Convention, Diagnostic, Held, Word};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::iter::Sum;
use std::ops::Add;
use std::sync::Arc;

/// A sum of positions of any games; a sum of one is that position, a sum of none is `*0`.
///
/// ```
/// use grundy::Position;
/// let sum: Position = " BUBBLY ( E(G) )  +  *3".parse().unwrap();
/// assert_eq!(sum.to_string(), "bubbly (E(G)) + *3");
/// assert_eq!(sum.play("2:*1").unwrap().to_string(), "bubbly (E(G)) + *1");
/// let error = "nim 3 x".parse::<Position>().unwrap_err();
/// assert_eq!(error.span, 6..7);
/// ```
///
/// Positions add up as they do in text:
///
/// ```
/// use grundy::{Nimber, Position};
/// let kayles: Position = "kayles 5".parse()?;
/// assert_eq!(kayles.clone() + Nimber(4).into(), "kayles 5 + *4".parse()?);
/// assert_eq!(vec![kayles; 2].into_iter().sum::<Position>(), "0.77 5 + kayles 5".parse()?);
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
///
/// With serde a position is its line of text:
///
/// ```
/// use grundy::{Nimber, Position};
/// let read: (Position, Nimber) = serde_json::from_str(r#"["NIM 3,5", 6]"#)?;
/// assert_eq!(serde_json::to_string(&read)?, r#"["nim 3 5",6]"#);
/// assert!(serde_json::from_str::<Position>(r#""nim x""#).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone)]
pub struct Position {
    terms: Vec<Arc<dyn Board>>,
    /// The usual convention of every term.
    conventions: Vec<Convention>,
    notes: Vec<Diagnostic>,
    workbench: Workbench,
    /// What many terms take, held of the run that they were read within until the last clone goes.
    room: Option<Arc<Held>>,
}

/// The id of bare nimbers, which are written without a name.
pub(crate) const BARE_NIMBER: &str = "nimber";

impl Position {
    /// A position of one term.
    pub fn of(board: Box<dyn Board>) -> Position {
        Position {
            conventions: vec![board.card().convention],
            terms: vec![board.into()],
            ..Position::empty(Workbench::default())
        }
    }

    /// The sum of no terms, which others are added to.
    fn empty(workbench: Workbench) -> Position {
        Position { terms: Vec::new(), conventions: Vec::new(), notes: Vec::new(), workbench, room: None }
    }

    /// The terms in order.
    pub fn terms(&self) -> &[Arc<dyn Board>] {
        &self.terms
    }

    /// Where the position was read.
    pub(crate) fn workbench(&self) -> &Workbench {
        &self.workbench
    }

    /// The memos of the terms.
    pub(crate) fn memos(&self) -> &Memos {
        self.workbench.memos()
    }

    /// What was read leniently, or may be meant in another way, with places in the text.
    pub fn notes(&self) -> &[Diagnostic] {
        &self.notes
    }

    /// The usual convention of the games: that of the terms where they agree, and
    /// normal play where they do not. Bare nimbers go with any.
    pub fn usual_convention(&self) -> Convention {
        usual(self.cards_with_conventions().map(|(_, convention)| convention))
    }

    /// The usual convention, where a name in the text brought it, as `marienbad` does, and the position's own
    /// text would not.
    pub fn convention_by_name(&self) -> Option<Convention> {
        let convention = self.usual_convention();
        let by_cards = usual(self.cards_with_conventions().map(|(card, _)| card.convention));
        (convention != by_cards).then_some(convention)
    }

    /// The cards of all terms but bare nimbers, each with its usual convention.
    fn cards_with_conventions(&self) -> impl Iterator<Item = (&Card, Convention)> {
        let cards = self.terms.iter().map(|term| term.card()).zip(self.conventions.iter().copied());
        cards.filter(|(card, _)| card.id != BARE_NIMBER)
    }

    /// Where the terms have different usual conventions, which has which, as a sentence without
    /// a full stop: then [`usual_convention`](Position::usual_convention) is a choice, and people should
    /// hear of it.
    ///
    /// ```
    /// use grundy::Position;
    /// let sum: Position = "2d-nim 2x2 + nim 3 + cram 2x2 + *1".parse().unwrap();
    /// assert_eq!(
    ///     sum.mixed_conventions().unwrap(),
    ///     "2D Nim is told with misère play, but Nim and Cram with normal play"
    /// );
    /// assert!("2d-nim 2x2 + *1".parse::<Position>().unwrap().mixed_conventions().is_none());
    /// ```
    pub fn mixed_conventions(&self) -> Option<String> {
        let played_with = |convention: Convention| {
            let mut titles: Vec<&str> = Vec::new();
            for (card, _) in self.cards_with_conventions().filter(|&(_, usual)| usual == convention) {
                if !titles.contains(&&*card.title) {
                    titles.push(&card.title);
                }
            }
            titles
        };
        let (misere, normal) = (played_with(Convention::Misere), played_with(Convention::Normal));
        // A name such as `marienbad` may bring another convention than the game's own.
        if let Some(title) = misere.iter().find(|title| normal.contains(title)) {
            return Some(format!(
                "{title} is told with misère play in one term, and with normal play in another"
            ));
        }
        let verb = if misere.len() == 1 { "is" } else { "are" };
        (!misere.is_empty() && !normal.is_empty()).then(|| {
            let (misere, normal) = (Word::list(&misere), Word::list(&normal));
            format!("{misere} {verb} told with misère play, but {normal} with normal play")
        })
    }

    /// The position with every term by its [number](Board::by_number), `2d-nim 4x4#61695`; or the first term
    /// that has none.
    ///
    /// # Errors
    /// That term, from 0.
    ///
    /// ```
    /// use grundy::Position;
    /// let state: Position = "2d-nim 1111/0000/1111/1111".parse().unwrap();
    /// assert_eq!(state.by_number().unwrap(), "2d-nim 4x4#61695");
    /// let sum: Position = "2d-nim 4x4#61695 + nim 3".parse().unwrap();
    /// assert_eq!(sum.by_number(), Err(1));
    /// ```
    pub fn by_number(&self) -> Result<String, usize> {
        let numbered = self.terms.iter().zip(0_usize..).map(|(term, index)| term.by_number().ok_or(index));
        Ok(numbered.collect::<Result<Vec<_>, _>>()?.join(" + "))
    }

    /// How many moves there are in all terms.
    pub fn count_moves(&self) -> u128 {
        self.terms.iter().map(|term| term.count_moves()).sum()
    }

    /// Whether the game is over: no term has a move, or one of them has
    /// [ended the whole game](Board::is_won).
    pub fn is_over(&self) -> bool {
        self.terms.iter().any(|term| term.is_won()) || !self.terms.iter().any(|term| term.has_moves())
    }

    /// The labels of the first moves in reading order, at most `limit`.
    pub fn moves(&self, limit: usize) -> Vec<String> {
        let mut labels = Vec::new();
        for (index, term) in self.terms.iter().enumerate() {
            let own = term.moves(limit - labels.len());
            labels.extend(own.iter().map(|label| self.label_in_sum(index, label)));
        }
        labels
    }

    /// The move of this label as a person would say it.
    ///
    /// # Errors
    /// When no move has it; the span is within the label.
    pub fn say(&self, label: &str) -> Result<String, Diagnostic> {
        let (term, inner) = self.locate(label)?;
        let said = self.terms[term].say(inner).map_err(|error| error.shifted(label.len() - inner.len()))?;
        Ok(if self.terms.len() == 1 { said } else { format!("in term {}, {said}", term + 1) })
    }

    /// The board as text of about this width, the terms one below the other.
    pub fn show(&self, width: usize) -> String {
        if self.terms.is_empty() {
            return "(the empty sum)\n".to_owned();
        }
        self.terms.iter().map(|term| term.show(width)).collect::<Vec<_>>().join("+\n")
    }

    /// A label of a term as a label of the whole: in a sum of several terms the term's number, from
    /// 1, and a colon stand before it.
    pub fn label_in_sum(&self, term: usize, label: &str) -> String {
        if self.terms.len() == 1 { label.to_owned() } else { format!("{}:{label}", term + 1) }
    }

    /// The term that a label of the whole means, and the label within it.
    ///
    /// # Errors
    /// When there is no such term.
    pub fn locate<'l>(&self, label: &'l str) -> Result<(usize, &'l str), Diagnostic> {
        if self.terms.len() == 1 {
            return Ok((0, label));
        }
        if self.terms.is_empty() {
            return Err(
                Diagnostic::new("the empty sum has no moves", 0..label.len()).help("leave the move out")
            );
        }
        let (number, inner) = label.split_once(':').unwrap_or(("", label));
        let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        match index.filter(|&index| index < self.terms.len()) {
            Some(index) => Ok((index, inner)),
            None => Err(Diagnostic::new(format!("`{label}` names no term"), 0..label.len()).help(format!(
                "in a sum a move begins with its term's number, from 1 to {}, and a colon: `1:{inner}`",
                self.terms.len()
            ))),
        }
    }

    /// The position after the move of this label.
    ///
    /// # Errors
    /// When no move has it; the span is within the label.
    pub fn play(&self, label: &str) -> Result<Position, Diagnostic> {
        let (moved, inner) = self.locate(label)?;
        let prefix = label.len() - inner.len();
        let board = self.terms[moved].play(inner).map_err(|error| error.shifted(prefix))?;
        let mut terms = self.terms.clone();
        terms[moved] = board.into();
        Ok(Position {
            terms,
            conventions: self.conventions.clone(),
            notes: Vec::new(),
            workbench: self.workbench.clone(),
            room: self.room.clone(),
        })
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Position").field(&format_args!("{self}")).finish()
    }
}

impl PartialEq for Position {
    /// Whether the terms are the same, in order: the same positions of the same rules, whatever these are
    /// called.
    fn eq(&self, other: &Position) -> bool {
        self.mixture() == other.mixture()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.mixture().hash(state);
    }
}

impl Add for Position {
    type Output = Position;

    /// The sum: the terms of both, on the workbench of the first.
    fn add(mut self, other: Position) -> Position {
        self.terms.extend(other.terms);
        self.conventions.extend(other.conventions);
        // Places in two texts are none in the sum.
        self.notes.clear();
        self
    }
}

impl Sum for Position {
    /// The sum of all; of none, the empty sum, which is worth *0.
    fn sum<I: Iterator<Item = Position>>(mut positions: I) -> Position {
        let first = positions.next().unwrap_or_else(|| Position::empty(Workbench::default()));
        positions.fold(first, Add::add)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, term) in self.terms.iter().enumerate() {
            if index > 0 {
                f.write_str(" + ")?;
            }
            f.write_str(&term.term())?;
        }
        Ok(())
    }
}

impl Serialize for Position {
    /// The line of text.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Position {
    /// Reads the line of text, with the games that come with Grundy.
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Position, D::Error> {
        let text = Cow::<str>::deserialize(from)?;
        text.parse().map_err(D::Error::custom)
    }
}

/// The convention that all agree on, or normal play.
fn usual(mut conventions: impl Iterator<Item = Convention>) -> Convention {
    let first = conventions.next().unwrap_or_default();
    if conventions.all(|convention| convention == first) { first } else { Convention::Normal }
}
