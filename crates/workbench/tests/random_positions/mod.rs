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

/// A graph of at most seven vertices, with loops and parallel edges now and then.
fn graph(dice: &mut ChaCha8Rng, most: usize) -> String {
    let vertices = dice.random_range(1..=most.min(7));
    let edges = (0..dice.random_range(0..=most))
        .map(|_| format!("{}-{}", dice.random_range(1..=vertices), dice.random_range(1..=vertices)));
    let mut words: Vec<String> = edges.collect();
    words.extend((1..=dice.random_range(1..=2)).map(|_| dice.random_range(1..=vertices).to_string()));
    words.join(" ")
}

/// A graph on the ground, or something near it.
fn edges(dice: &mut ChaCha8Rng, most: usize) -> String {
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
    let is_of_coins = [
        "mock-turtles",
        "moebius",
        "mogul",
        "moidores",
        "ruler",
        "triplets",
        "turning-corners",
        "turnips",
        "grunt",
    ]
    .contains(&name);
    let below = (2 + most / count).min(if is_of_coins { 4 } else { 6 });
    let numbers: Vec<String> = (0..count).map(|_| dice.random_range(0..below).to_string()).collect();
    format!("{name} {}", numbers.join(" "))
}

/// How small positions of a game are made.
#[derive(Clone, Copy)]
enum Made {
    /// A board of these signs, rows joined by `/`.
    Board(&'static str),
    /// A row of these signs.
    Row(&'static str),
    /// So many heaps of less than this.
    Heaps(u32, u32),
    /// A bar of Chomp.
    Bar,
    /// Edges on the ground.
    Edges,
    /// A graph of few vertices.
    Graph,
    /// Bubbles.
    Forest,
    /// A number that stands at once behind the name.
    Nimber,
}

/// The games whose positions are made here, but those of [`NUMBERS`].
const MADE: [(&str, Made); 56] = [
    ("cram", Made::Board("...#")),
    ("2d-nim max=2", Made::Board("1110")),
    ("2d-nim", Made::Board("1110")),
    ("2d-nim max=any", Made::Board("1110")),
    ("boxing-match", Made::Board("11110")),
    ("chomp", Made::Bar),
    ("nim", Made::Heaps(2, 6)),
    ("*", Made::Nimber),
    ("kayles", Made::Heaps(1, 9)),
    ("0.137", Made::Heaps(2, 9)),
    ("grundys-game", Made::Heaps(1, 10)),
    ("clobber", Made::Board("XO.")),
    ("cannibal-clobber", Made::Board("XO.#")),
    ("text-cram", Made::Board("...#")),
    ("peg-duotaire", Made::Board("..o")),
    ("l-cram", Made::Board("...#")),
    ("bubbly", Made::Forest),
    ("hackenbush", Made::Edges),
    ("treblecross", Made::Row("....X")),
    ("text-treblecross", Made::Row("....X")),
    ("dawsons-kayles", Made::Heaps(2, 9)),
    ("dawsons-chess", Made::Heaps(1, 9)),
    ("officers", Made::Heaps(1, 9)),
    ("subtraction", Made::Heaps(2, 9)),
    ("octal", Made::Heaps(2, 9)),
    ("amazons", Made::Board("X..O#")),
    ("nogo", Made::Board("....XO#")),
    ("amazons-1xn", Made::Row("X..O.#")),
    ("arc-kayles", Made::Graph),
    ("clobber-1xn", Made::Row("XOXO.#")),
    ("col", Made::Board("...#")),
    ("dawsons-chess-heap", Made::Heaps(2, 9)),
    ("dawsons-heap", Made::Heaps(2, 9)),
    ("double-kayles", Made::Heaps(1, 9)),
    ("elephants", Made::Row("XO...")),
    ("fission", Made::Board("..X")),
    ("graph-kayles", Made::Graph),
    ("grim", Made::Graph),
    ("node-kayles", Made::Graph),
    ("node-kayles-grid", Made::Board(".")),
    ("nogo-1xn", Made::Row("....XO#")),
    ("northcott", Made::Row("L..R")),
    ("notakto", Made::Board("...X")),
    ("silver-dollar", Made::Row("..o")),
    ("snort", Made::Board("...#")),
    ("text-2d-nim", Made::Board("###.")),
    ("text-boxing-match", Made::Board("####.")),
    ("text-dawsons-kayles", Made::Row("ooo.")),
    ("text-kayles", Made::Row("ooo.")),
    ("text-subtraction", Made::Heaps(2, 9)),
    ("toad-steps", Made::Row("tf..")),
    ("toads-and-frogs", Made::Row("tf.")),
    ("toppling-dominoes", Made::Row("XO#.")),
    ("tromino-cram", Made::Board("...#")),
    ("turning-turtles", Made::Heaps(2, 5)),
    ("white-knight", Made::Heaps(2, 5)),
];

/// The games whose positions are made here, but those of [`NUMBERS`].
pub fn games() -> impl Iterator<Item = &'static str> {
    MADE.iter().map(|(game, _)| *game)
}

/// A small position of a game.
pub fn position_of(game: &str, dice: &mut ChaCha8Rng, most: usize) -> String {
    let (_, made) = MADE.iter().find(|(name, _)| *name == game).expect("one of `games`");
    let at = match *made {
        Made::Board(signs) => board(dice, signs, most),
        Made::Row(signs) => line(dice, signs, most),
        Made::Heaps(count, below) => {
            let heaps: Vec<String> = (0..count).map(|_| dice.random_range(0..below).to_string()).collect();
            heaps.join(" ")
        }
        Made::Bar => bar(dice),
        Made::Edges => edges(dice, most),
        Made::Graph => graph(dice, most),
        Made::Forest => forest(dice, most),
        Made::Nimber => return format!("*{}", dice.random_range(0..6)),
    };
    format!("{game} {at}")
}

/// A small position of some game.
pub fn term(dice: &mut ChaCha8Rng, most: usize) -> String {
    match dice.random_range(0..MADE.len() + 3) {
        place if place < MADE.len() => position_of(MADE[place].0, dice, most),
        _ => numbers(dice, most),
    }
}

/// Whether the game reads it: signs of rules files may change.
pub fn is_read(text: &str) -> bool {
    text.parse::<Position>().is_ok()
}
