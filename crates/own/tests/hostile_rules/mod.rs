//! Rules files that try to cost much: deep, huge, many patterns, enormous runs, exchangeable symbols, moves that are
//! hard to weigh. All are short enough to be sent over a network.

#![allow(dead_code)] // not all users ask everything

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// How many there are.
pub const FILES: u64 = 1000;

/// A file has at most this many bytes.
const MOST_TEXT: usize = 4 << 10;

const SYMBOLS: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "."];

/// The file of a seed, and a board for its game.
pub fn file(seed: u64) -> (String, String) {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let is_strip = dice.random_bool(0.4);
    let lines = match seed % 16 {
        0 => many(&mut dice, is_strip, &|dice| rule(dice, 20, &cell)),
        1 => many(&mut dice, is_strip, &|dice| format!("move {}", runs(dice, 5))),
        2 => many(&mut dice, is_strip, &|dice| format!("{} {}", ban(dice), runs_alone(dice, 4))),
        3 => many(&mut dice, is_strip, &|dice| rule(dice, 12, &class_with_edge)),
        4 => many(&mut dice, is_strip, &|dice| rule(dice, 60, &class)),
        5 => exchangeable(&mut dice),
        6 => counter(&mut dice),
        7 => many(&mut dice, is_strip, &|dice| rule(dice, 4, &cell)),
        8 => many(&mut dice, is_strip, &|dice| format!("move {}{{{}}} -> .", cell(dice), size(dice))),
        9 => many(&mut dice, false, &|dice| format!("move a{{{}}} -> {}", block(dice), cell(dice))),
        10 => with_bans(&mut dice, is_strip),
        11 => nonsense(&mut dice),
        12 => many(&mut dice, false, &|dice| tall(dice)),
        13 => many(&mut dice, is_strip, &|dice| format!("move {} -> .", wide(dice))),
        14 => long_ban(&mut dice),
        _ => many(&mut dice, is_strip, &|dice| format!("fixed {}", runs(dice, 2))),
    };
    let is_strip = lines.starts_with("strip");
    let mut text = format!("game hostile\n{lines}");
    while text.len() > MOST_TEXT {
        let cut = text.trim_end().rfind('\n').unwrap_or(0);
        text.truncate(cut);
    }
    (text, board(&mut dice, is_strip))
}

fn kind(is_strip: bool) -> &'static str {
    if is_strip { "strip" } else { "grid" }
}

fn many(dice: &mut ChaCha8Rng, is_strip: bool, line: &dyn Fn(&mut ChaCha8Rng) -> String) -> String {
    let count = *[1, 3, 16, 64].choose(dice).expect("there are some");
    let mut text = format!("{}\n", kind(is_strip));
    if line(&mut dice.clone()).starts_with(['w', 'e', 'n']) {
        text += "move a -> b | b -> c\n";
    }
    (0..count).for_each(|_| text += &format!("{}\n", line(dice)));
    text
}

fn cell(dice: &mut ChaCha8Rng) -> String {
    (*SYMBOLS.choose(dice).expect("there are some")).to_owned()
}

fn class(dice: &mut ChaCha8Rng) -> String {
    let all: String = SYMBOLS.iter().filter(|_| dice.random_bool(0.6)).copied().collect();
    if all.is_empty() { "a".to_owned() } else { format!("[{all}]") }
}

fn class_with_edge(dice: &mut ChaCha8Rng) -> String {
    class(dice).replace(']', "@]")
}

fn rule(dice: &mut ChaCha8Rng, most: usize, cell: &dyn Fn(&mut ChaCha8Rng) -> String) -> String {
    let count = dice.random_range(1..=most);
    let left: String = (0..count).map(|_| cell(dice)).collect();
    let facing = *["move", "fixed", "sideways"].choose(dice).expect("there are some");
    if dice.random_bool(0.5) {
        return format!("{facing} {left} -> {}", SYMBOLS.choose(dice).expect("there are some"));
    }
    let right: String = (0..count).map(|_| *SYMBOLS.choose(dice).expect("there are some")).collect();
    format!("{facing} {left} -> {right}")
}

fn size(dice: &mut ChaCha8Rng) -> String {
    let sizes = [
        "any",
        "0..any",
        "1024",
        "1..1024",
        "99999999999999999999",
        "1023..1024",
        "n",
        "n:2..any",
        "0..0",
        "-1",
    ];
    (*sizes.choose(dice).expect("there are some")).to_owned()
}

fn block(dice: &mut ChaCha8Rng) -> String {
    let blocks = ["n x n", "n x m", "1024 x 1024", "32x32", "1x1024", "n x 1024", "3 x n"];
    (*blocks.choose(dice).expect("there are some")).to_owned()
}

/// Runs with names, one after the other.
fn runs(dice: &mut ChaCha8Rng, most: usize) -> String {
    let count = dice.random_range(1..=most);
    let names = ["k", "l", "m", "n", "p"];
    let run = |dice: &mut ChaCha8Rng, name: &str| format!("{}{{{name}}}", cell(dice));
    let left: String = names[..count].iter().map(|name| run(dice, name)).collect();
    let right: String = names[..count].iter().rev().map(|name| run(dice, name)).collect();
    format!("{left}a -> b{right}")
}

fn runs_alone(dice: &mut ChaCha8Rng, most: usize) -> String {
    let count = dice.random_range(1..=most);
    (0..count).map(|place| format!("{}{{{}}}", class(dice), ["k", "l", "m", "n", "p"][place])).collect()
}

fn ban(dice: &mut ChaCha8Rng) -> &'static str {
    ["never", "never", "win", "end"].choose(dice).expect("there are some")
}

/// Symbols that play equal parts: any may take any other's place.
fn exchangeable(dice: &mut ChaCha8Rng) -> String {
    let length = dice.random_range(1..=6);
    let mut text = "grid\n".to_owned();
    for one in &SYMBOLS[..7] {
        text += &format!("move {} -> .\n", one.repeat(length));
        for other in SYMBOLS[..7].iter().filter(|other| *other != one) {
            text += &format!("never {}{}\n", one, other.repeat(length));
        }
    }
    text
}

/// A counter: each symbol stands for many of the next, so that weights grow as powers.
fn counter(dice: &mut ChaCha8Rng) -> String {
    let base = dice.random_range(2..=30);
    let mut text = format!("{}\n", kind(dice.random_bool(0.5)));
    for pair in SYMBOLS.windows(2) {
        let rest = cell(dice).repeat(base);
        text += &format!("fixed {}{rest} -> {}\n", pair[0], pair[1].repeat(base + 1));
    }
    text
}

fn with_bans(dice: &mut ChaCha8Rng, is_strip: bool) -> String {
    let moves = many(dice, is_strip, &|dice| format!("move {} -> {}", class(dice), cell(dice)));
    let bans: String =
        (0..dice.random_range(1..=64)).map(|_| format!("{} {}\n", ban(dice), runs_alone(dice, 3))).collect();
    moves + &bans
}

/// Signs of every sort.
fn nonsense(dice: &mut ChaCha8Rng) -> String {
    let sign = *["[", "{", "/", "|", "@", "?", "move ", "a{", "a{n}", "[a@]", "-> ", "a/", "\u{1f40c}", "\0"]
        .choose(dice)
        .expect("there are some");
    format!("grid\nmove {} -> .\n", sign.repeat(4000 / sign.len()))
}

fn tall(dice: &mut ChaCha8Rng) -> String {
    let rows = vec![cell(dice); dice.random_range(1..=64)];
    format!("move {} -> .", rows.join("/"))
}

fn wide(dice: &mut ChaCha8Rng) -> String {
    let most = *[8, 64, 1024].choose(dice).expect("there are some");
    (0..dice.random_range(1..=20))
        .map(|_| format!("{}{{{}}}", cell(dice), dice.random_range(1..=most)))
        .collect()
}

/// Runs that are long in both the moves and what forbids them.
fn long_ban(dice: &mut ChaCha8Rng) -> String {
    let one = cell(dice);
    format!(
        "strip\nmove {one}{{any}} -> g\nmove a{{any}} -> f\nnever f{{any}}{one} | g{{n}}f{{m}} | [fg@]g{{any}}\n"
    )
}

fn board(dice: &mut ChaCha8Rng, is_strip: bool) -> String {
    let (rows, columns) = match is_strip {
        true => (1, *[8, 60, 200, 1024].choose(dice).expect("there are some")),
        false => *[(4, 4), (8, 8), (16, 16), (32, 32)].choose(dice).expect("there are some"),
    };
    let row = |dice: &mut ChaCha8Rng| (0..columns).map(|_| cell(dice)).collect::<String>();
    (0..rows).map(|_| row(dice)).collect::<Vec<_>>().join("/")
}
