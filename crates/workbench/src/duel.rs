//! The perfect player against simple ones, game after game.

use crate::player::{Player, Thought};
use crate::position::Position;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::fmt;
use std::str::FromStr;

/// A greedy player looks at this many moves.
const MOST_LOOKED_AT: usize = 20_000;

/// A player that knows nothing of nimbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opponent {
    /// Makes any move, all alike likely.
    Random,
    /// Takes as much as it can: makes the move that leaves the fewest moves, of several any.
    Greedy,
}

impl Opponent {
    /// All of them.
    pub const ALL: [Opponent; 2] = [Opponent::Random, Opponent::Greedy];

    /// Chooses a move; none where there is none.
    fn choose(self, position: &Position, dice: &mut ChaCha8Rng) -> Option<String> {
        match self {
            Opponent::Random => random(position, dice),
            Opponent::Greedy => greedy(position, dice),
        }
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Opponent::Random => "random",
            Opponent::Greedy => "greedy",
        })
    }
}

impl FromStr for Opponent {
    type Err = String;

    fn from_str(text: &str) -> Result<Opponent, String> {
        let found = Opponent::ALL.into_iter().find(|opponent| opponent.to_string() == text);
        found.ok_or_else(|| format!("`{text}` is no opponent: write random or greedy"))
    }
}

/// Any move of the whole sum.
fn random(position: &Position, dice: &mut ChaCha8Rng) -> Option<String> {
    let all = u64::try_from(position.count_moves()).unwrap_or(u64::MAX);
    let mut place = if all == 0 { return None } else { dice.random_range(0..all) };
    for (term, board) in position.terms().iter().enumerate() {
        let own = u64::try_from(board.count_moves()).unwrap_or(u64::MAX);
        if place < own {
            let label = board.labels_at(&[place]).pop()?;
            return Some(position.label_in_sum(term, &label));
        }
        place -= own;
    }
    None
}

/// The move that leaves the fewest moves, of the first twenty thousand.
fn greedy(position: &Position, dice: &mut ChaCha8Rng) -> Option<String> {
    let mut best: Vec<String> = Vec::new();
    let mut least = u128::MAX;
    for label in position.moves(MOST_LOOKED_AT) {
        let left = position.play(&label).map_or(u128::MAX, |left| left.count_moves());
        if left < least {
            least = left;
            best.clear();
        }
        if left == least {
            best.push(label);
        }
    }
    let chosen = if best.is_empty() { return None } else { dice.random_range(0..best.len()) };
    Some(best.swap_remove(chosen))
}

/// A match: from one position, the perfect player against a simple one.
///
/// ```
/// use grundy::{Duel, Opponent, Player};
/// let duel = Duel { start: "nim 3 4 5".parse().unwrap(), opponent: Opponent::Greedy, player: Player::default(), seed: 1 };
/// let game = duel.play(0, true);
/// assert!(game.is_won);
/// assert_eq!(game.proved_at, Some(1), "nim 3 4 5 is won by whoever begins");
/// ```
#[derive(Clone, Debug)]
pub struct Duel {
    /// Where every game begins.
    pub start: Position,
    /// Who plays against it.
    pub opponent: Opponent,
    /// The player, with its limits; its seed is that of the game.
    pub player: Player,
    /// The same seed gives the opponent the same dice.
    pub seed: u64,
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuelGame {
    /// Whether the perfect player won it.
    pub is_won: bool,
    /// The moves of both, by label.
    pub moves: Vec<String>,
    /// The number of the move, from 1, with which the player had a proof that it wins; none where it never had.
    pub proved_at: Option<usize>,
    /// How many moves there were to choose from at that point.
    pub choices_at_proof: Option<u128>,
}

impl Duel {
    /// Plays the game of this number; `is_first` says whether the perfect player begins.
    pub fn play(&self, number: u64, is_first: bool) -> DuelGame {
        let mut dice = ChaCha8Rng::seed_from_u64(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
        let player = Player { seed: self.seed ^ number, ..self.player.clone() };
        let convention = player.convention.unwrap_or_else(|| self.start.usual_convention());
        let mut position = self.start.clone();
        let mut game = DuelGame { is_won: false, moves: Vec::new(), proved_at: None, choices_at_proof: None };
        let mut is_mine = is_first;
        while !position.is_over() {
            let label = match is_mine {
                true => player.choose(&position).map(|choice| {
                    if choice.thought == Thought::Winning && game.proved_at.is_none() {
                        game.proved_at = Some(game.moves.len() + 1);
                        game.choices_at_proof = Some(position.count_moves());
                    }
                    choice.label
                }),
                false => self.opponent.choose(&position, &mut dice),
            };
            let Some(label) = label else { break };
            position = position.play(&label).expect("the move was chosen of those that there are");
            game.moves.push(label);
            is_mine = !is_mine;
        }
        // Whoever is to move now has no move, or has seen the other complete what wins at once.
        game.is_won = is_mine != position.is_lost_at_once(convention);
        game
    }
}
