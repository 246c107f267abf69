//! The computer as a player on boards that are out of reach of a full search: Boxing Match on random
//! boards of 10 by 20, 0.3 seconds a move, against who moves at random and who takes the largest square.
//!
//! Four games against each; `LONG=1` plays the twenty of the bar, in about a quarter of an hour.

use grundy::{Player, Position, Thought};
use grundy_bench::report;
use grundy_core::{Limits, Notation};
use grundy_games::BoxingMatch;
use grundy_games::grid::GridBoard;
use rand::RngExt;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use std::time::{Duration, Instant};

/// Who plays against the program.
#[derive(Clone, Copy, Debug)]
enum Opponent {
    /// Every move is as likely as any other.
    Random,
    /// Takes a square as large as can be.
    Greedy,
}

impl Opponent {
    fn choose(self, position: &Position, dice: &mut ChaCha8Rng) -> String {
        let mut labels: Vec<String> = position.terms()[0].moves(usize::MAX);
        if let Opponent::Greedy = self {
            let side = |label: &String| label.rsplit_once('+').and_then(|(_, side)| side.parse().ok());
            let largest: Option<u16> = labels.iter().map(side).max().expect("the game is not over");
            labels.retain(|label| side(label) == largest);
        }
        labels.swap_remove(dice.random_range(0..labels.len()))
    }
}

fn random_board(density: f64, dice: &mut ChaCha8Rng) -> GridBoard {
    let mut board = GridBoard::empty(10, 20);
    for row in 0..10 {
        for column in 0..20 {
            if dice.random_bool(density) {
                board = board.with_cell(row, column);
            }
        }
    }
    board
}

/// How a game went.
struct Game {
    is_won: bool,
    /// All moves of both.
    moves: usize,
    /// The number of moves to the end when the program first knew that it wins.
    known_before_end: Option<usize>,
    /// The longest that a move took.
    slowest: Duration,
}

fn play(board: &GridBoard, opponent: Opponent, program_begins: bool, seed: u64) -> Game {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let text = format!("boxing-match {}", BoxingMatch.format(board));
    let mut position: Position = text.parse().expect("it is a position");
    let limits = Limits { time: Some(Duration::from_millis(300)), ..Player::default().limits };
    let player = Player { limits, seed, ..Player::default() };
    let (mut moves, mut known_at, mut slowest) = (0, None, Duration::ZERO);
    let mut is_program = program_begins;
    while position.count_moves() > 0 {
        let label = if is_program {
            let begin = Instant::now();
            let choice = player.choose(&position).expect("the game is not over");
            slowest = slowest.max(begin.elapsed());
            match choice.thought {
                Thought::Winning => known_at = known_at.or(Some(moves)),
                _ => assert_eq!(known_at, None, "who knew that he wins has lost it: {position}"),
            }
            choice.label
        } else {
            opponent.choose(&position, &mut dice)
        };
        position = position.play(&label).expect("it is a move");
        moves += 1;
        is_program = !is_program;
    }
    Game { is_won: !is_program, moves, known_before_end: known_at.map(|at| moves - at), slowest }
}

fn main() {
    let games = if std::env::var_os("LONG").is_some() { 20 } else { 4 };
    for opponent in [Opponent::Random, Opponent::Greedy] {
        let mut won = 0;
        for number in 0..games {
            let board = random_board(0.85, &mut ChaCha8Rng::seed_from_u64(1994 + number));
            let program_begins = number % 2 == 0;
            let game = play(&board, opponent, program_begins, number);
            won += u64::from(game.is_won);
            println!(
                "{opponent:?} {number}: {} in {} moves, {} began, known to be won {} moves before the end, \
                 slowest move {:.2} s",
                if game.is_won { "won" } else { "LOST" },
                game.moves,
                if program_begins { "the program" } else { "the other" },
                game.known_before_end.unwrap_or(0),
                game.slowest.as_secs_f64(),
            );
        }
        report(
            &format!("Boxing Match 10 x 20 against {opponent:?}, 0.3 s a move"),
            won as f64,
            "won",
            &format!("{games}"),
            won == games,
        );
        assert_eq!(won, games, "{opponent:?}");
    }
}
