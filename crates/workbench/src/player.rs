//! The computer as a player: which move it makes.

use crate::position::Position;
use crate::question::{Approach, Request};
use grundy_core::{Convention, Limits, Nimber, Outcome, Run, Target};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The most winning moves, and the most losing moves, that are compared.
const MOST_COMPARED: usize = 48;
/// A term with more moves than this is not walked through; its theorem is asked for moves instead.
const MOST_WALKED: u128 = 1 << 20;
/// In a sum, this many terms are looked into for a move that does not win.
const MOST_TERMS: usize = 12;
/// How many of so many moves that could win a casual player gives away: with these, who plays at random wins about as
/// often in every game.
const CARELESS: (u32, u32) = (3, 5);
/// The same of a careful player.
const SELDOM_CARELESS: (u32, u32) = (1, 5);
/// A game of no more moves than this can be read out to its end, and nobody takes chances in it.
const READABLE: u128 = 12;

/// How well the computer plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Level {
    /// Wins whenever it can. Where it cannot, it makes the move that leaves the fewest winning replies,
    /// and of those the one that leaves the longest game.
    #[default]
    Perfect,
    /// Like perfect, but of the moves that could win, about three in five are given away. Who plays at random
    /// wins some 30 to 60 of a hundred games, whatever the game is.
    Casual,
    /// Between casual and perfect: of the moves that could win, about one in five is given away, and every other move
    /// is that of the perfect player.
    Careful,
    /// M of the film *L'Année dernière à Marienbad* (1961), who "can lose, but always wins": while the
    /// game is long he leaves unsafe positions, those in which the answer is hardest to find; as soon
    /// as it can be read out to its end, he plays perfectly. Who answers every move of his rightly
    /// can beat him, and nobody else.
    Marienbad,
}

impl Level {
    /// All levels, the easiest first.
    ///
    /// ```
    /// use grundy::Level;
    /// assert_eq!(Level::ALL.map(|level| level.to_string()), ["casual", "careful", "marienbad", "perfect"]);
    /// ```
    pub const ALL: [Level; 4] = [Level::Casual, Level::Careful, Level::Marienbad, Level::Perfect];
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Level::Perfect => "perfect",
            Level::Casual => "casual",
            Level::Careful => "careful",
            Level::Marienbad => "marienbad",
        })
    }
}

/// A text that names no [`Level`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLevel(pub String);

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no level: write perfect, careful, casual or marienbad", self.0)
    }
}

impl std::error::Error for UnknownLevel {}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        let found = Level::ALL.into_iter().find(|level| level.to_string() == text);
        found.ok_or_else(|| UnknownLevel(text.to_owned()))
    }
}

/// What the computer knew of the move it chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thought {
    /// It wins.
    Winning,
    /// No move wins.
    Lost,
    /// Another move wins; the level made it choose this one.
    Careless,
    /// Time was over before it knew.
    Unsure,
}

/// A move that the computer chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move's label.
    pub label: String,
    /// What it knew of it.
    pub thought: Thought,
}

/// A player. The same player answers the same position with the same move, as long as the clock does
/// not stop it: it keeps no state, and its dice are thrown by its seed and the position.
///
/// ```
/// use grundy::{Player, Position, Thought};
/// let position: Position = "nim 1 3 5 6".parse().unwrap();
/// let choice = Player::default().choose(&position).unwrap();
/// assert_eq!(choice.thought, Thought::Winning);
/// assert!(["1:1>0", "2:3>2", "3:5>4"].contains(&choice.label.as_str()));
/// ```
#[derive(Clone, Debug)]
pub struct Player {
    /// How well it plays.
    pub level: Level,
    /// The convention of the game; by default that of the position.
    pub convention: Option<Convention>,
    /// Another seed, other choices where there is more than one.
    pub seed: u64,
    /// How much thinking a move may take.
    pub limits: Limits,
    /// Stops the thinking, from another thread; a move is then made at once.
    pub cancel: Arc<AtomicBool>,
}

impl Default for Player {
    /// A perfect player that thinks five seconds and holds a gigabyte at most.
    fn default() -> Self {
        let limits = Limits { time: Some(Duration::from_secs(5)), nodes: None, memory: Some(1 << 30) };
        Player { level: Level::default(), convention: None, seed: 0, limits, cancel: Arc::default() }
    }
}

/// A move with what it leaves to the opponent.
struct Leave {
    label: String,
    winning_replies: u128,
    moves: u128,
}

impl Player {
    /// Chooses a move; none where the game is over.
    pub fn choose(&self, position: &Position) -> Option<Choice> {
        if position.is_over() {
            return None;
        }
        let mut thinking =
            Thinking { player: self, position, started: Instant::now(), dice: self.dice(position) };
        // Most of the time for the question who wins, the rest for the choice among moves.
        let answer = position.solve(&thinking.request(0.7, MOST_COMPARED));
        Some(match answer.outcome {
            None => thinking.when_in_doubt(),
            // Known to be won, but no time was left to find how.
            Some(Outcome::N) if answer.winning.is_empty() => thinking.when_in_doubt(),
            Some(Outcome::N) => thinking.when_winning(&answer.winning),
            Some(Outcome::P) if self.level == Level::Casual => thinking.any_move(Thought::Lost),
            Some(Outcome::P) => thinking.most_confusing(),
        })
    }

    fn dice(&self, position: &Position) -> ChaCha8Rng {
        // FNV-1a, whose values are the same everywhere and always. The last byte ends the text.
        let text = position.to_string();
        let bytes = text.bytes().chain([0xff]);
        let hash = bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        ChaCha8Rng::seed_from_u64(hash ^ self.seed)
    }
}

/// The choice of one move.
struct Thinking<'p> {
    player: &'p Player,
    position: &'p Position,
    started: Instant,
    dice: ChaCha8Rng,
}

impl Thinking<'_> {
    /// A question that may take this share of all the time, counted from the start.
    fn request(&self, share: f64, named_moves: usize) -> Request {
        self.request_within(self.time_left(share), named_moves)
    }

    /// What is left of this share of all the time.
    fn time_left(&self, share: f64) -> Option<Duration> {
        self.player.limits.time.map(|time| time.mul_f64(share).saturating_sub(self.started.elapsed()))
    }

    fn request_within(&self, time: Option<Duration>, named_moves: usize) -> Request {
        let limits = Limits { time, ..self.player.limits };
        let run = Run::new(limits).with_cancel(Arc::clone(&self.player.cancel));
        Request { convention: self.player.convention, named_moves, run, ..Request::default() }
    }

    /// Nobody knows who wins. A short look at every option may still find one that wins, or rule out
    /// some that do not.
    fn when_in_doubt(&mut self) -> Choice {
        let candidates = self.candidates();
        let count = candidates.len();
        let mut unknown = Vec::new();
        let mut losing = Vec::new();
        for (place, label) in candidates.into_iter().enumerate() {
            // What one look takes too long is taken from the others, and there may be nothing left.
            let each = self.time_left(1.0).map(|time| time / (count - place) as u32);
            if each.is_some_and(|time| time.is_zero()) {
                unknown.push(label);
                break;
            }
            let Ok(left) = self.position.play(&label) else { continue };
            let answer = left.solve(&self.request_within(each, 0));
            match (answer.outcome, answer.winning_count) {
                (Some(Outcome::P), _) => return Choice { label, thought: Thought::Winning },
                (_, Some(winning_replies)) => {
                    losing.push(Leave { label, winning_replies, moves: answer.moves });
                }
                (_, None) => unknown.push(label),
            }
        }
        match unknown.pop().or_else(|| most_confusing_of(losing).map(|leave| leave.label)) {
            Some(label) => Choice { label, thought: Thought::Unsure },
            None => self.any_move(Thought::Unsure),
        }
    }

    /// Some move is known to win.
    fn when_winning(&mut self, winning: &[String]) -> Choice {
        let is_careless = match self.player.level {
            Level::Perfect => false,
            Level::Casual => self.dice.random_ratio(CARELESS.0, CARELESS.1),
            Level::Careful => self.dice.random_ratio(SELDOM_CARELESS.0, SELDOM_CARELESS.1),
            Level::Marienbad => self.position.count_moves() > READABLE,
        };
        let careless = match self.player.level {
            _ if !is_careless => None,
            Level::Marienbad => self.daring_move(winning),
            Level::Perfect | Level::Careful | Level::Casual => self.careless_move(winning),
        };
        careless.unwrap_or_else(|| self.quickest(winning))
    }

    /// Of winning moves, one that leaves the shortest game.
    fn quickest(&mut self, winning: &[String]) -> Choice {
        let moves_left =
            |label: &String| self.position.play(label).map_or(u128::MAX, |left| left.count_moves());
        let in_time = self.request(1.0, 0);
        let mut best: Option<(u128, &String)> = None;
        for label in winning {
            if best.is_some() && in_time.run.check().is_err() {
                break;
            }
            let moves = moves_left(label);
            if best.is_none_or(|(least, _)| moves < least) {
                best = Some((moves, label));
            }
        }
        let (_, label) = best.expect("an N-position has a winning move");
        Choice { label: label.clone(), thought: Thought::Winning }
    }

    /// A move that does not win, but leaves a game too long to be read out, in which one reply in six
    /// at most is right.
    fn daring_move(&mut self, winning: &[String]) -> Option<Choice> {
        let mut candidates = self.candidates();
        candidates.retain(|label| !winning.contains(label));
        let mut leaves = self.leaves(candidates);
        leaves.retain(|leave| {
            leave.moves > READABLE
                && leave.winning_replies > 0
                && leave.winning_replies.saturating_mul(6) <= leave.moves
        });
        let best = most_confusing_of(leaves)?;
        Some(Choice { label: best.label, thought: Thought::Careless })
    }

    /// The move that leaves the fewest winning replies, and of those the longest game.
    fn most_confusing(&mut self) -> Choice {
        let candidates = self.candidates();
        match most_confusing_of(self.leaves(candidates)) {
            Some(best) => Choice { label: best.label, thought: Thought::Lost },
            None => self.any_move(Thought::Lost),
        }
    }

    /// What each of these moves leaves, as far as time allows.
    fn leaves(&mut self, candidates: Vec<String>) -> Vec<Leave> {
        let mut leaves = Vec::new();
        for label in candidates {
            let Ok(left) = self.position.play(&label) else { continue };
            let answer = left.solve(&self.request(1.0, 0));
            let Some(winning_replies) = answer.winning_count else { break };
            leaves.push(Leave { label, winning_replies, moves: answer.moves });
        }
        leaves
    }

    /// Any move but these.
    fn careless_move(&mut self, winning: &[String]) -> Option<Choice> {
        let candidates = self.candidates();
        let label = candidates.into_iter().find(|label| !winning.contains(label))?;
        Some(Choice { label, thought: Thought::Careless })
    }

    /// Any move.
    fn any_move(&mut self, thought: Thought) -> Choice {
        let label = self.candidates().pop().expect("it was asked whether there is a move");
        Choice { label, thought }
    }

    /// Moves to choose from, in random order: all of a small position, some of a large one.
    fn candidates(&mut self) -> Vec<String> {
        let position = self.position;
        let mut terms: Vec<usize> =
            (0..position.terms().len()).filter(|&term| position.terms()[term].has_moves()).collect();
        shuffle(&mut terms, &mut self.dice);
        terms.truncate(MOST_TERMS);
        let share = MOST_COMPARED.div_ceil(terms.len().max(1));
        let mut labels = Vec::new();
        for term in terms {
            let found = self.candidates_in(term, share);
            labels.extend(found.iter().map(|label| position.label_in_sum(term, label)));
        }
        shuffle(&mut labels, &mut self.dice);
        labels
    }

    fn candidates_in(&mut self, term: usize, most: usize) -> Vec<String> {
        let board = &self.position.terms()[term];
        let count = board.count_moves();
        if count > MOST_WALKED {
            return self.candidates_by_theorem(term);
        }
        let count = count as u64;
        let mut places: BTreeSet<u64> = BTreeSet::new();
        if count <= most as u64 {
            places.extend(0..count);
        } else {
            // The last moves in reading order often take the least.
            places.extend([0, count - 2, count - 1]);
            while places.len() < most {
                places.insert(self.dice.random_range(0..count));
            }
        }
        board.labels_at(&places.into_iter().collect::<Vec<_>>())
    }

    /// Moves of a huge term, by the values that they leave: those that differ in one binary digit, or in
    /// all up to one. Taking one counter from a heap changes its digits so.
    fn candidates_by_theorem(&mut self, term: usize) -> Vec<String> {
        let board = &self.position.terms()[term];
        let run = self.request(0.9, 0).run;
        let Ok((nimber, _)) = board.nimber(Approach::Best, &run) else { return board.moves(1) };
        let switches = (0..63).flat_map(|bit| [1u64 << bit, (2 << bit) - 1]);
        let values = switches.map(|switch| nimber.0 ^ switch);
        let mut labels = Vec::new();
        for value in values {
            let target = Target::exactly(Nimber(value));
            let (found, tried) = board.winning(target, 2, Approach::Best, &run);
            labels.extend(found.labels);
            if tried.is_err() {
                break;
            }
        }
        labels.sort_unstable();
        labels.dedup();
        if labels.is_empty() { board.moves(1) } else { labels }
    }
}

fn most_confusing_of(leaves: Vec<Leave>) -> Option<Leave> {
    leaves.into_iter().min_by_key(|leave| (leave.winning_replies, u128::MAX - leave.moves))
}

fn shuffle<T>(items: &mut [T], dice: &mut impl Rng) {
    for last in (1..items.len()).rev() {
        items.swap(last, dice.random_range(0..=last));
    }
}
