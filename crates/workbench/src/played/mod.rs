//! A game between two people, as it was written down: by the labels of its moves, or as boards one after the other.

mod diagrams;
mod infer;
mod judged;
mod read;

pub use judged::{GameReview, ReviewedMove};

use crate::position::Position;
use crate::review::{Judged, judge};
use grundy_core::{Convention, Diagnostic, EMPTY, Outcome, Run};

/// A game between two players.
///
/// ```
/// use grundy::{PlayedGame, Run};
/// let text = "position: nim 1 2\nplayers: Ann, Bob\n1. Ann 2:2>0\n2. Bob 1:1>0\n";
/// let game = PlayedGame::parse(text, None).unwrap();
/// let review = game.review(&Run::unlimited, 5);
/// assert!(review[0].gave_it_away() && review[0].missed == ["2:2>1"]);
/// assert_eq!(game.winner(), Some("Bob"));
///
/// // The same as positions, one a line: the moves are inferred.
/// let lines = PlayedGame::parse("nim 1 2\nnim 1\nnim -\n", None).unwrap();
/// assert_eq!(lines.moves(), ["2:2>0", "1:1>0"]);
/// ```
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// At the start, and after each move.
    positions: Vec<Position>,
    moves: Vec<String>,
    convention: Convention,
    /// Who made the first move, and the other one.
    players: [String; 2],
    /// Who gave up: 0 for the one who made the first move.
    resigned: Option<usize>,
}

impl PlayedGame {
    /// What is wrong with the name of a game and its parameters, which [`PlayedGame::parse`] takes as `of`.
    ///
    /// ```
    /// use grundy::PlayedGame;
    /// assert_eq!(PlayedGame::no_game("2d-nim max=2"), None);
    /// assert!(PlayedGame::no_game("2d-nym").is_some());
    /// assert_eq!(PlayedGame::no_game("nim 3 4").unwrap().span, 0..7);
    /// ```
    pub fn no_game(of: &str) -> Option<Diagnostic> {
        if of.trim().is_empty() {
            let missing = Diagnostic::new("the name of a game is missing", 0..of.len());
            return Some(missing.help("write one of those that `grundy list` shows"));
        }
        // Every game has a position that is written so.
        let error = format!("{of} {EMPTY}").parse::<Position>().err()?;
        if error.span.end <= of.len() {
            return Some(error);
        }
        let more = Diagnostic::new("this is more than a game with its parameters", 0..of.len());
        Some(more.help("leave the position out: the played game begins with its own"))
    }

    /// The position at the start.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The position after this number of moves, at most all.
    pub fn position_after(&self, moves: usize) -> &Position {
        &self.positions[moves]
    }

    /// The position at the end.
    pub fn end(&self) -> &Position {
        self.position_after(self.moves.len())
    }

    /// The labels of the moves.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// How the game was played.
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// The same game, played by this convention.
    #[must_use]
    pub fn with_convention(self, convention: Convention) -> PlayedGame {
        PlayedGame { convention, ..self }
    }

    /// The players, the one who made the first move first.
    pub fn players(&self) -> [&str; 2] {
        self.players.each_ref().map(String::as_str)
    }

    /// Who made the move of this index from 0, or would.
    pub fn player_of(&self, index: usize) -> &str {
        &self.players[index % 2]
    }

    /// Who gave up.
    pub fn resigned(&self) -> Option<&str> {
        self.resigned.map(|player| self.players[player].as_str())
    }

    /// Who has won, where the game is over.
    pub fn winner(&self) -> Option<&str> {
        let next = self.moves.len();
        match (self.resigned, self.end().is_over()) {
            (Some(loser), _) => Some(self.player_of(loser + 1)),
            (None, false) => None,
            (None, true) => match self.convention.outcome_without_moves() {
                Outcome::N => Some(self.player_of(next)),
                Outcome::P => Some(self.player_of(next + 1)),
            },
        }
    }

    /// Who wins with perfect play after this number of moves, where it was found out that the position has this
    /// outcome.
    pub fn winner_after(&self, moves: usize, outcome: Outcome) -> &str {
        self.player_of(if outcome == Outcome::N { moves } else { moves + 1 })
    }

    /// Every move in the light of who wins, with at most `named` of the winning moves that were missed. `new_run` makes
    /// the run in which a position is solved, a new one for each.
    pub fn review(&self, new_run: &dyn Fn() -> Run, named: usize) -> Vec<Judged> {
        judge(&self.positions, &self.moves, self.convention, new_run, named)
    }
}
