//! A played game in the light of who wins, as text and pages tell it.

use super::PlayedGame;
use grundy_core::{Diagnostic, Outcome, Run, Word};
use serde::Serialize;
use std::collections::BTreeMap;

/// A played game in the light of who wins. As JSON it is what `grundy review --json` prints.
#[derive(Clone, Debug, Serialize)]
pub struct GameReview {
    /// The position at the start.
    pub position: String,
    /// How it was played, `normal` or `misere`.
    pub convention: String,
    /// The players, the one who made the first move first.
    pub players: [String; 2],
    /// Every move.
    pub moves: Vec<ReviewedMove>,
    /// The numbers of the moves with which each player gave a win away.
    pub given_away: BTreeMap<String, Vec<usize>>,
    /// The last move that gave a win away: from then on the same player could win.
    pub turning_point: Option<usize>,
    /// Who has won, where the game is over.
    pub winner: Option<String>,
    /// Who gave up.
    pub resigned: Option<String>,
}

/// A move of it.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewedMove {
    /// Its number, from 1.
    pub number: usize,
    /// Who made it.
    pub player: String,
    /// Its label.
    #[serde(rename = "move")]
    pub label: String,
    /// The move as a person would say it.
    pub said: String,
    /// What it leaves.
    pub position: String,
    /// The outcome before it; none where it was not found within the limits.
    #[serde(serialize_with = "letter")]
    pub before: Option<Outcome>,
    /// The outcome after it.
    #[serde(serialize_with = "letter")]
    pub after: Option<Outcome>,
    /// Who wins with perfect play before it.
    pub winner_before: Option<String>,
    /// Who wins with perfect play after it.
    pub winner_after: Option<String>,
    /// Whether it gave a win away.
    pub gave_it_away: bool,
    /// Then some of the moves that win.
    pub missed: Vec<String>,
    /// And how many do.
    pub missed_count: Option<u64>,
}

fn letter<S: serde::Serializer>(outcome: &Option<Outcome>, to: S) -> Result<S::Ok, S::Error> {
    outcome.map(|outcome| outcome.to_string()).serialize(to)
}

impl PlayedGame {
    /// Every move in the light of who wins, who threw a win away, and where the game turned. `new_run` makes the run in
    /// which a position is solved, a new one for each. Of the winning moves that were missed, at most `named` are told.
    ///
    /// # Errors
    /// Never for a game that was read: its moves have words.
    pub fn reviewed(&self, new_run: &dyn Fn() -> Run, named: usize) -> Result<GameReview, Diagnostic> {
        let judged = self.review(new_run, named);
        let mut moves = Vec::with_capacity(judged.len());
        for (index, turn) in judged.into_iter().enumerate() {
            let winner = |moves: usize, outcome: Option<Outcome>| {
                outcome.map(|outcome| self.winner_after(moves, outcome).to_owned())
            };
            moves.push(ReviewedMove {
                number: index + 1,
                player: self.player_of(index).to_owned(),
                said: self.position_after(index).say(&turn.label)?,
                position: self.position_after(index + 1).to_string(),
                winner_before: winner(index, turn.before),
                winner_after: winner(index + 1, turn.after),
                gave_it_away: turn.gave_it_away(),
                missed_count: turn.missed_count.map(|count| u64::try_from(count).unwrap_or(u64::MAX)),
                label: turn.label,
                before: turn.before,
                after: turn.after,
                missed: turn.missed,
            });
        }
        let thrown = |player: &str| -> Vec<usize> {
            let is_own = |turn: &&ReviewedMove| turn.gave_it_away && turn.player == player;
            moves.iter().filter(is_own).map(|turn| turn.number).collect()
        };
        let owned = |name: Option<&str>| name.map(str::to_owned);
        Ok(GameReview {
            position: self.start().to_string(),
            convention: self.convention().to_string(),
            players: self.players().map(str::to_owned),
            given_away: self
                .players()
                .into_iter()
                .map(|player| (player.to_owned(), thrown(player)))
                .collect(),
            turning_point: moves.iter().rfind(|turn| turn.gave_it_away).map(|turn| turn.number),
            winner: owned(self.winner()),
            resigned: owned(self.resigned()),
            moves,
        })
    }
}

impl GameReview {
    /// Whether it was found out who wins before and after every move.
    pub fn is_known(&self) -> bool {
        self.moves.iter().all(|turn| turn.before.is_some() && turn.after.is_some())
    }

    /// Who threw what away, where the game turned, and how it ended, a sentence each.
    pub fn verdict(&self) -> Vec<String> {
        let mut told = Vec::new();
        for player in &self.players {
            let numbers: Vec<String> = self.given_away[player].iter().map(usize::to_string).collect();
            let noun = if numbers.len() == 1 { "move" } else { "moves" };
            if !numbers.is_empty() {
                told.push(format!("{player} threw the win away in {noun} {}.", Word::list(&numbers)));
            }
        }
        match self.turning_point {
            Some(number) => {
                let winner = &self.players[number % 2];
                told.push(format!(
                    "The turning point was move {number}: from then on {winner} could win, and kept it."
                ));
            }
            None if self.is_known() && !self.moves.is_empty() => {
                told.push("Nobody gave a win away.".to_owned())
            }
            None => {}
        }
        let next = &self.players[self.moves.len() % 2];
        told.push(match (&self.resigned, &self.winner) {
            (Some(loser), Some(winner)) => format!("{loser} resigned, and {winner} won."),
            (_, Some(winner)) => format!("{winner} won."),
            (_, None) => match self.moves.last().and_then(|turn| turn.winner_after.as_ref()) {
                Some(winner) => {
                    format!("It is not finished: {next} is to move, and {winner} wins with perfect play.")
                }
                None => format!("It is not finished: {next} is to move."),
            },
        });
        told
    }
}
