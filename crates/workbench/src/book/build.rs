//! How a book is made.

use super::{Book, BookEntry, BookReply};
use crate::position::Position;
use crate::question::{Goal, Request};
use grundy_core::{Convention, Outcome, Run, StopReason, Stopped};
use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BinaryHeap, HashMap};
use thiserror::Error;

/// A book of more entries is no help to anybody.
const MOST_ENTRIES: usize = 50_000;
/// The most moves of a position that is answered move by move.
const MOST_MOVES: u128 = 2_000;

/// Why there is no book.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoBook {
    /// A limit or a signal came first.
    #[error("stopped ({0}) before the book was whole")]
    Stopped(StopReason),
    /// There is nothing to answer.
    #[error("no move is left in this position")]
    Over,
    /// It would be too long.
    #[error("the book would have more than {MOST_ENTRIES} positions")]
    TooLong,
    /// A position has too many moves to be answered one by one.
    #[error("`{position}` has {moves} moves, and a book answers each: at most {MOST_MOVES}")]
    TooManyMoves {
        /// The position.
        position: String,
        /// How many moves it has.
        moves: u128,
    },
}

impl From<Stopped> for NoBook {
    fn from(stopped: Stopped) -> Self {
        NoBook::Stopped(stopped.reason)
    }
}

impl Book {
    /// Makes the book of a position: of the second player where it is P; where it is N, of the player to move,
    /// who makes the opening move.
    ///
    /// Of several answers one is taken that leads to a position already in the book, else to one with few moves:
    /// that keeps the book short.
    ///
    /// # Errors
    /// When the run stops first, no move is left, or the book would be too long.
    pub fn of(start: &Position, convention: Convention, run: &Run) -> Result<Book, NoBook> {
        if start.is_over() {
            return Err(NoBook::Over);
        }
        let mut building = Building { convention, run, places: HashMap::new(), waiting: BinaryHeap::new() };
        building.places.insert(start.shape(), None);
        let opening = match building.outcome(start)? {
            Outcome::P => None,
            Outcome::N => building.answer(start)?,
        };
        let first = match &opening {
            Some(label) => played(start, label),
            None => start.clone(),
        };
        building.places.clear();
        building.wait(first);
        let mut entries = Vec::new();
        while let Some(next) = building.waiting.pop() {
            run.check()?;
            if entries.len() == MOST_ENTRIES {
                return Err(NoBook::TooLong);
            }
            building.places.insert(next.position.shape(), Some(entries.len()));
            let replies = building.replies(&next.position)?;
            entries.push((next.position, replies));
        }
        let entries =
            entries.into_iter().map(|(position, replies)| building.entry(position, replies)).collect();
        Ok(Book { start: start.clone(), convention, opening, entries })
    }
}

/// A position of which the opponent's moves have not been answered yet: those with many moves come first.
struct Waiting {
    moves: u128,
    number: Reverse<usize>,
    position: Position,
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Waiting) -> bool {
        (self.moves, self.number) == (other.moves, other.number)
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Waiting) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Waiting) -> std::cmp::Ordering {
        (self.moves, self.number).cmp(&(other.moves, other.number))
    }
}

/// Moves that are alike, with the answer and the shape that it leads to.
struct Answered {
    moves: Vec<String>,
    answer: Option<(String, Vec<String>)>,
}

struct Building<'r> {
    convention: Convention,
    run: &'r Run,
    /// By shape, the number of the entry; none where it waits for one.
    places: HashMap<Vec<String>, Option<usize>>,
    waiting: BinaryHeap<Waiting>,
}

impl Building<'_> {
    /// Puts a position on the list of those to be answered, unless it is there or has been answered.
    fn wait(&mut self, position: Position) {
        let number = Reverse(self.places.len());
        if let Entry::Vacant(place) = self.places.entry(position.shape()) {
            place.insert(None);
            self.waiting.push(Waiting { moves: position.count_moves(), number, position });
        }
    }

    fn request(&self, goal: Goal) -> Request {
        Request {
            convention: Some(self.convention),
            goal,
            named_moves: MOST_MOVES as usize,
            run: self.run.clone(),
            ..Request::default()
        }
    }

    fn outcome(&self, position: &Position) -> Result<Outcome, NoBook> {
        let answer = position.solve(&self.request(Goal::Outcome));
        answer.outcome.ok_or(NoBook::Stopped(answer.stopped.unwrap_or(StopReason::Nodes)))
    }

    /// The moves of the opponent by classes, each with its answer.
    fn replies(&mut self, position: &Position) -> Result<Vec<Answered>, NoBook> {
        let moves = position.count_moves();
        if moves > MOST_MOVES {
            return Err(NoBook::TooManyMoves { position: position.to_string(), moves });
        }
        if position.is_over() {
            return Ok(Vec::new());
        }
        let mut classes: BTreeMap<Vec<String>, usize> = BTreeMap::new();
        let mut replies: Vec<(Position, Vec<String>)> = Vec::new();
        for label in position.moves(MOST_MOVES as usize) {
            let left = played(position, &label);
            match classes.get(&left.shape()) {
                Some(&class) => replies[class].1.push(label),
                None => {
                    classes.insert(left.shape(), replies.len());
                    replies.push((left, vec![label]));
                }
            }
        }
        let mut answered = Vec::new();
        for (left, moves) in replies {
            let answer = match left.is_won_at_once(self.convention) {
                true => None,
                false => self.answer(&left)?.map(|label| {
                    let then = played(&left, &label);
                    let shape = then.shape();
                    self.wait(then);
                    (label, shape)
                }),
            };
            answered.push(Answered { moves, answer });
        }
        Ok(answered)
    }

    /// A winning move: one that leads into the book, else one that leaves few moves.
    fn answer(&self, position: &Position) -> Result<Option<String>, NoBook> {
        let answer = position.solve(&self.request(Goal::Moves));
        if answer.winning.is_empty() {
            return Err(NoBook::Stopped(answer.stopped.unwrap_or(StopReason::Nodes)));
        }
        let rank = |label: &String| {
            let left = played(position, label);
            (!self.places.contains_key(&left.shape()), left.count_moves())
        };
        Ok(answer.winning.into_iter().min_by_key(rank))
    }

    fn entry(&self, position: Position, replies: Vec<Answered>) -> BookEntry {
        let reply = |answered: Answered| {
            let (answer, shape) = answered.answer.unzip();
            let to = shape.and_then(|shape| self.places.get(&shape).copied().flatten());
            BookReply { moves: answered.moves, answer, to }
        };
        BookEntry { position, replies: replies.into_iter().map(reply).collect() }
    }
}

fn played(position: &Position, label: &str) -> Position {
    position.play(label).expect("the move was listed")
}
