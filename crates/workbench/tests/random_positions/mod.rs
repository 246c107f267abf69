//! Small positions at random, of every game that has proofs.

use grundy::Position;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// A board of signs at random.
fn board(dice: &mut ChaCha8Rng, signs: &str, most: usize) -> String {
    let signs: Vec<char> = signs.chars().collect();
    let rows = dice.random_range(1..=most.isqrt());
    let columns = dice.random_range(1..=most / rows);
    let row = |dice: &mut ChaCha8Rng| {
        (0..columns).map(|_| signs[dice.random_range(0..signs.len())]).collect::<String>()
    };
    (0..rows).map(|_| row(dice)).collect::<Vec<_>>().join("/")
}

fn line(dice: &mut ChaCha8Rng, signs: &str, most: usize) -> String {
    let signs: Vec<char> = signs.chars().collect();
    (0..dice.random_range(1..=most)).map(|_| signs[dice.random_range(0..signs.len())]).collect()
}

fn bar(dice: &mut ChaCha8Rng) -> String {
    let mut lengths: Vec<u32> = (0..dice.random_range(1..=4)).map(|_| dice.random_range(1..=4)).collect();
    lengths.sort_unstable_by(|one, other| other.cmp(one));
    lengths.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

/// A graph on the ground, or something near it.
fn graph(dice: &mut ChaCha8Rng, most: usize) -> String {
    let mut met = 1;
    let mut edge = || {
        let (from, to) = (dice.random_range(0..met), dice.random_range(0..=met));
        met += u32::from(to == met);
        format!("{from}-{to}")
    };
    (0..most.min(7)).map(|_| edge()).collect::<Vec<_>>().join(" ")
}

fn forest(dice: &mut ChaCha8Rng, most: usize) -> String {
    let (mut text, mut open) = (String::new(), 0);
    for _ in 0..most.min(7) {
        let close = dice.random_range(0..=open);
        text += &")".repeat(close);
        text.push('(');
        open = open - close + 1;
    }
    text + &")".repeat(open)
}

/// Games of numbers and heaps, and how many numbers they have.
pub const NUMBERS: [(&str, usize); 34] = [
    ("chomp-2", 2),
    ("chomp-3", 3),
    ("cyclic-nimhoff", 2),
    ("divisor-nim", 2),
    ("end-nim", 4),
    ("euclid", 2),
    ("factorial-nim", 1),
    ("fibonacci-nim", 2),
    ("fibonacci-subtraction", 1),
    ("gen-wythoff", 2),
    ("grunt", 2),
    ("guiles", 2),
    ("kings-corner", 2),
    ("laskers-nim", 2),
    ("mark", 1),
    ("mem", 2),
    ("mem-other", 2),
    ("mock-turtles", 2),
    ("moebius", 2),
    ("mogul", 2),
    ("moidores", 2),
    ("moores-nim", 3),
    ("nim-3", 3),
    ("nim-with-a-pass", 3),
    ("ruler", 2),
    ("square-nim", 1),
    ("staircase-nim", 4),
    ("takeaway-3", 2),
    ("text-grundys-game", 2),
    ("tribulations", 1),
    ("triplets", 2),
    ("turning-corners", 2),
    ("turnips", 2),
    ("wythoff", 2),
];

/// A position of a game of numbers.
fn numbers(dice: &mut ChaCha8Rng, most: usize) -> String {
    let of = NUMBERS[dice.random_range(0..NUMBERS.len())];
    numbers_of(of, dice, most)
}

pub fn numbers_of((name, count): (&str, usize), dice: &mut ChaCha8Rng, most: usize) -> String {
    // A turned coin leaves several heaps: their sums are many.
    let is_of_coins =
        ["mock-turtles", "moebius", "mogul", "moidores", "ruler", "triplets", "turnips", "grunt"]
            .contains(&name);
    let below = (2 + most / count).min(if is_of_coins { 4 } else { 6 });
    let numbers: Vec<String> = (0..count).map(|_| dice.random_range(0..below).to_string()).collect();
    format!("{name} {}", numbers.join(" "))
}

/// The games whose positions are made here, but those of [`NUMBERS`].
pub const GAMES: [&str; 20] = [
    "cram",
    "2d-nim max=2",
    "2d-nim",
    "2d-nim max=any",
    "boxing-match",
    "chomp",
    "nim",
    "*",
    "kayles",
    "0.137",
    "grundys-game",
    "clobber",
    "cannibal-clobber",
    "text-cram",
    "peg-duotaire",
    "l-cram",
    "bubbly",
    "hackenbush",
    "treblecross",
    "text-treblecross",
];

/// A small position of a game.
pub fn position_of(game: &str, dice: &mut ChaCha8Rng, most: usize) -> String {
    let board = match game {
        "cram" | "text-cram" | "l-cram" => board(dice, "...#", most),
        "2d-nim" | "2d-nim max=2" | "2d-nim max=any" => board(dice, "1110", most),
        "boxing-match" => board(dice, "11110", most),
        "chomp" => bar(dice),
        "nim" => format!("{} {}", dice.random_range(0..6), dice.random_range(0..6)),
        "*" => return format!("*{}", dice.random_range(0..6)),
        "kayles" => dice.random_range(0..9).to_string(),
        "0.137" => format!("{} {}", dice.random_range(0..9), dice.random_range(0..9)),
        "grundys-game" => dice.random_range(0..10).to_string(),
        "clobber" => board(dice, "XO.", most),
        "cannibal-clobber" => board(dice, "XO.#", most),
        "peg-duotaire" => board(dice, "..o", most),
        "bubbly" => forest(dice, most),
        "hackenbush" => graph(dice, most),
        "treblecross" | "text-treblecross" => line(dice, "....X", most),
        other => panic!("no positions of {other} are made"),
    };
    format!("{game} {board}")
}

/// A small position of some game.
pub fn term(dice: &mut ChaCha8Rng, most: usize) -> String {
    match dice.random_range(0..GAMES.len() + 3) {
        place if place < GAMES.len() => position_of(GAMES[place], dice, most),
        _ => numbers(dice, most),
    }
}

/// Whether the game reads it: signs of rules files may change.
pub fn is_read(text: &str) -> bool {
    text.parse::<Position>().is_ok()
}
