//! A position of any game, its type erased.

use crate::answer::{Method, Winning};
use crate::not_resumed::NotResumed;
use crate::part::Part;
use crate::part_values::PartValues;
use crate::question::{Approach, TermRequest};
use grundy_core::{
    Card, Diagnostic, DrawnStep, Marks, Nimber, Outcome, Run, Step, Stones, Stopped, Tame, Target,
};
use grundy_picture::Picture;
use grundy_store::{Error, Store, Value};
use grundy_tables::{GameTables, Oracle, TableError, TableGame};
use std::any::Any;
use std::fmt;
use std::io::{self, Read, Write};
use std::sync::Arc;

/// Only positions with fewer moves are looked through for a move after which everything cancels.
pub(crate) const MOST_LOOKED_THROUGH: u128 = 10_000;

/// A position of one game, its type erased: what a program shows of it and plays on it. Positions of sums answer
/// what is asked ([`Position`](crate::Position)).
///
/// The trait is sealed: a game of yours is a [`Playable`](crate::Playable), of which the workbench makes boards.
pub trait Board: Searched {
    /// The game's card.
    fn card(&self) -> &Card;

    /// The position in its own notation, parameters before it, without the game's name.
    fn text(&self) -> String;

    /// The position in its own notation alone.
    fn notation(&self) -> String;

    /// The position as a term of a sum, with the game's name.
    ///
    /// ```
    /// use grundy::Position;
    /// let sum: Position = "NIM 3,5 + *2".parse().unwrap();
    /// assert_eq!(sum.terms()[0].term(), "nim 3 5");
    /// assert_eq!(sum.terms()[1].term(), "*2");
    /// ```
    fn term(&self) -> String;

    /// The position by its number, with the game's name, `2d-nim 4x4#61695`; `None` where its game reads no numbers of
    /// [stones](crate::TakingRules::stones) on a board, or the board has no cell.
    fn by_number(&self) -> Option<String>;

    /// The nimbers that theorems tell of the independent parts, in reading order; `None` for a part of which they
    /// do not.
    fn pieces(&self) -> Vec<Option<Nimber>>;

    /// Whether there is a move. Some games have to go through all of them to count them.
    fn has_moves(&self) -> bool;

    /// How many moves there are.
    fn count_moves(&self) -> u128;

    /// The canonical forms of the parts that have moves, as terms: what the position is but for turning,
    /// mirroring, moving and the order of its parts.
    fn shape(&self) -> Vec<String>;

    /// Whether the last move has won the whole game, three in a row for one.
    fn is_won(&self) -> bool;

    /// The labels of the first moves in reading order, at most `limit`.
    fn moves(&self, limit: usize) -> Vec<String>;

    /// The position after the move of this label.
    ///
    /// # Errors
    /// When no move has it; the span is within the label.
    fn play(&self, label: &str) -> Result<Box<dyn Board>, Diagnostic>;

    /// The move of this label as a person would say it.
    ///
    /// # Errors
    /// When no move has it; the span is within the label.
    fn say(&self, label: &str) -> Result<String, Diagnostic>;

    /// The board as text of about this width.
    fn show(&self, width: usize) -> String;

    /// The board as a picture. Shapes that stand for moves have their labels.
    ///
    /// # Errors
    /// When a mark is no move; the span is within its label.
    fn draw(&self, marks: &Marks<String>) -> Result<Picture, Diagnostic>;
}

/// What the workbench asks of a board, and nobody else: outside of the crate it cannot be named.
pub trait Searched: Send + Sync {
    /// The position without what has been taken whole, heaps of 0: as tables show what a move leaves.
    fn in_play(&self) -> Box<dyn Board>;

    /// The moves that win the whole game at once, where there are any; `limit` of their labels.
    fn winning_at_once(&self, limit: usize) -> Option<Winning>;

    /// Whether after every move that does not win at once another one can: see [`WinsAtOnce`](grundy_core::WinsAtOnce).
    fn stays_sunny(&self) -> bool;

    /// Works out what the game's theorem needs to know of this position.
    ///
    /// # Errors
    /// When the run stops first; what was found by then is kept.
    fn prepare(&self, run: &Run) -> Result<(), Stopped>;

    /// The labels of the moves at these places in reading order, from 0, in increasing order.
    fn labels_at(&self, places: &[u64]) -> Vec<String>;

    /// The working as pictures, where the game has it.
    fn drawn_steps(&self) -> Vec<DrawnStep>;

    /// The nimber, and how it was found.
    ///
    /// # Errors
    /// When the run stops first. What was found stays with the board.
    fn nimber(&self, approach: Approach, run: &Run) -> Result<(Nimber, Method), Stopped>;

    /// Whether this is the nimber, which can be found far sooner than the nimber, and how.
    ///
    /// # Errors
    /// When the run stops first. What was found stays with the board.
    fn is_worth(&self, nimber: Nimber, approach: Approach, run: &Run) -> Result<(bool, Method), Stopped>;

    /// The least nimber that the position may have, by what has been found so far.
    fn at_least(&self, approach: Approach) -> Nimber;

    /// The nimber is at most this, by the rules alone: it is no larger than the number of moves, and than the
    /// number of moves that can still be made.
    fn at_most(&self) -> u128;

    /// The estimated work of a search.
    fn effort(&self) -> u64;

    /// How the position behaves in misère sums, where it is known to be tame.
    fn tame(&self) -> Option<Tame>;

    /// The moves that leave this target; `limit` of their labels. When the run stops first, those
    /// that are proven by then, and the stop.
    fn winning(
        &self,
        target: Target,
        limit: usize,
        approach: Approach,
        run: &Run,
    ) -> (Winning, Result<(), Stopped>);

    /// Finds who wins a misère sum, when all terms are of this game with the same parameters; `None` when
    /// not.
    ///
    /// # Errors
    /// When the run stops before the outcome is proven.
    fn misere(
        &self,
        terms: &[Arc<dyn Board>],
        approach: Approach,
        run: &Run,
    ) -> Option<Result<Outcome, Stopped>>;

    /// The winning moves of such a sum that the next player wins, term by term, `limit` of their labels; when
    /// the run stops first, those proven by then, and the stop.
    fn winning_misere(
        &self,
        terms: &[Arc<dyn Board>],
        limit: usize,
        approach: Approach,
        run: &Run,
    ) -> Option<(Vec<Winning>, Result<(), Stopped>)>;

    /// Lets searches use what is in a store.
    ///
    /// # Errors
    /// When the store has values of other rules, or cannot be read.
    fn attach(&self, store: &Arc<Store>) -> Result<(), Error>;

    /// Looks whether the values of this game that a store has are of its rules.
    ///
    /// # Errors
    /// When they are of other rules, or the store cannot be read.
    fn check_store(&self, store: &Store) -> Result<(), Error>;

    /// Whether values of this game are kept in stores.
    fn is_kept(&self) -> bool;

    /// Adds what was found so far to the store, of millions of values the hardest, and says how much was new.
    ///
    /// # Errors
    /// When the store cannot be written.
    fn save(&self) -> Result<u64, Error>;

    /// Adds a value of this position to a store; false where that is known there, or is not looked up.
    ///
    /// # Errors
    /// When the store has values of other rules, or cannot be written.
    fn keep(&self, value: Value, store: &Store) -> Result<bool, Error>;

    /// What stands before the notation of a term: the name, and parameters.
    fn heading(&self) -> &str;

    /// Whether a search of this position can be left and taken up again: [`write_search`](Searched::write_search).
    fn can_be_left(&self) -> bool;

    /// Writes what the searches of this game have found of boards that are words, and returns the number of entries.
    ///
    /// # Errors
    /// Those of the writer.
    fn write_search(&self, out: &mut dyn Write) -> io::Result<u64>;

    /// Adds what was written so, and returns the number of entries.
    ///
    /// # Errors
    /// When it cannot be read, is damaged or of another game, and when the run stops.
    fn read_search(&self, input: &mut dyn Read, run: &Run) -> Result<u64, NotResumed>;

    /// Which memo the board uses: boards of one memo have the same number.
    fn memo_number(&self) -> usize;

    /// Lets searches look states up in tables.
    fn attach_tables(&self, oracle: &Arc<Oracle>);

    /// The tables of this game, where some were attached.
    fn tables(&self) -> Option<&GameTables>;

    /// The position as stones, for a game of taking on a board of at most 64 cells.
    fn stones(&self) -> Option<Stones>;

    /// The game as tables know it, for a game of taking.
    fn table_game(&self) -> Option<TableGame>;

    /// The moves that leave stones of which it is told that they are lost; `limit` of their labels.
    ///
    /// # Errors
    /// The first that is met when stones are asked.
    fn winning_states(
        &self,
        limit: usize,
        is_lost: &mut dyn FnMut(Stones) -> Result<bool, TableError>,
    ) -> Result<Winning, TableError>;

    /// The board as what it is.
    fn as_any(&self) -> &dyn Any;

    /// The working from the position to its value and its winning moves.
    ///
    /// # Errors
    /// When the focus is no move.
    fn steps(&self, asked: &TermRequest<'_>, run: &Run) -> Result<Vec<Step>, Diagnostic>;

    /// The position as a part of a [`Mixture`](crate::Mixture).
    fn part(&self) -> Part;

    /// Tells whether a proof will stand on the next searches, so that they keep what they find.
    fn search_for_a_proof(&self, is_for_a_proof: bool);

    /// What is known of positions of this game, and can be found out about them.
    fn values(&self, approach: Approach) -> Box<dyn PartValues + '_>;
}

impl fmt::Debug for dyn Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.term())
    }
}
