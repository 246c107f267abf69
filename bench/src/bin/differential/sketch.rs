//! Positions drawn at random, game by game, as text.
//!
//! A game that has no line here is played at random from its example, so that none of the list is left out.

use grundy::{Board, Position};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// Codes that are tried beside those drawn at random; one that the program refuses is passed over.
const CODES: [&str; 24] = [
    "0.07",
    "0.137",
    "0.77",
    "0.6",
    "0.16",
    "0.26",
    "0.3F",
    "0.8",
    "0.1[7]",
    "0.[3]",
    "0.[7]",
    "0.054",
    "0.106",
    "0.3[0]",
    "4.7",
    "4.3",
    "4!.0",
    "4.0!",
    "0.77!",
    "0.8?",
    "0.C",
    "allbut(2)",
    "allbut(1,3)",
    "subtraction(2,3)",
];

/// A position of this game about `size` moves deep.
pub fn draw(id: &str, example: &str, size: usize, dice: &mut ChaCha8Rng) -> String {
    let text = match id {
        "nim" | "kayles" => heaps(size, dice),
        "officers" | "grundys-game" => heaps(size + 1, dice),
        "dawsons-chess" => heaps(2 * size, dice),
        "dawsons-kayles" => {
            let take = dice.random_range(1..=4);
            format!("take={take} {}", heaps(size * take, dice))
        }
        "subtraction" => subtraction(size, dice),
        "octal" => format!("code={} {}", code(dice), heaps(size, dice)),
        "2d-nim" => {
            let max = ["max=1 ", "max=2 ", "", "", "max=4 ", "max=any "][dice.random_range(0..6)];
            format!("{max}{}", board(size, size, ['1', '0'], dice))
        }
        "boxing-match" => board(size, size, ['1', '0'], dice),
        "cram" => board(2 * size, 2 * size, ['1', '0'], dice),
        "chomp" => bar(size + 1, dice),
        "treblecross" => strip(size, dice),
        "bubbly" => forest(size, dice),
        "hackenbush" => graph(size, dice),
        "nimber" => return format!("*{size}"),
        _ => return played(&format!("{id} {example}"), size, dice),
    };
    format!("{id} {text}")
}

/// A position `size` moves before the end of a game that is played at random from this one; this one where the game is
/// shorter.
fn played(from: &str, size: usize, dice: &mut ChaCha8Rng) -> String {
    let Ok(position) = from.parse::<Position>() else { return from.to_owned() };
    let [term] = position.terms() else { return from.to_owned() };
    let mut course: Vec<String> = vec![from.to_owned()];
    let mut board: Option<Box<dyn Board>> = None;
    loop {
        let here: &dyn Board = board.as_deref().unwrap_or(&**term);
        let labels = if here.is_won() { Vec::new() } else { here.moves(usize::MAX) };
        if labels.is_empty() {
            break;
        }
        let Ok(next) = here.play(&labels[dice.random_range(0..labels.len())]) else { break };
        course.push(next.term());
        board = Some(next);
    }
    let place = (course.len() - 1).saturating_sub(size);
    course.swap_remove(place)
}

/// Heaps with `total` counters in all, rarely with an empty one between.
fn heaps(mut total: usize, dice: &mut ChaCha8Rng) -> String {
    let mut sizes = Vec::new();
    while total > 0 {
        let size = dice.random_range(1..=total);
        sizes.push(size.to_string());
        total -= size;
        if dice.random_ratio(1, 40) {
            sizes.push("0".to_owned());
        }
    }
    let last = sizes.len() - 1;
    sizes.swap(0, dice.random_range(0..=last));
    sizes.join(" ")
}

fn subtraction(size: usize, dice: &mut ChaCha8Rng) -> String {
    let mut set: Vec<usize> = (1..=9).filter(|_| dice.random_ratio(1, 3)).collect();
    if set.is_empty() {
        set.push(dice.random_range(1..=5));
    }
    let least = set[0];
    let set: Vec<String> = set.iter().map(usize::to_string).collect();
    format!("set={} {}", set.join(","), heaps(size * least, dice))
}

/// A code of the list, or one of up to four digits, sometimes with one that breaks without taking.
fn code(dice: &mut ChaCha8Rng) -> String {
    if dice.random_ratio(1, 2) {
        return CODES[dice.random_range(0..CODES.len())].to_owned();
    }
    let digits = dice.random_range(1..=4);
    let largest = if dice.random_ratio(1, 3) { 15 } else { 7 };
    let mut text: String = (1..digits)
        .map(|_| char::from_digit(dice.random_range(0..=largest), 16))
        .map(Option::unwrap_or_default)
        .collect();
    text.extend(char::from_digit(dice.random_range(1..=largest), 16));
    let first = if dice.random_ratio(1, 5) { '4' } else { '0' };
    format!("{first}.{}", text.to_uppercase())
}

/// A board with `filled` cells of the first kind, most often within 4x4, for which there are tables.
fn board(least: usize, filled: usize, [one, none]: [char; 2], dice: &mut ChaCha8Rng) -> String {
    let fits = |&(rows, columns): &(usize, usize)| rows * columns >= least;
    let most = if dice.random_ratio(3, 4) { 4 } else { least.max(4) };
    let sides = |most: usize| {
        let all = (1..=most).flat_map(move |rows| (1..=most).map(move |columns| (rows, columns)));
        all.filter(fits).filter(move |&(rows, columns)| rows * columns <= 2 * least + 2).collect::<Vec<_>>()
    };
    let mut shapes = sides(most);
    if shapes.is_empty() {
        shapes = sides(least);
    }
    let (rows, columns) = shapes[dice.random_range(0..shapes.len())];
    let mut cells = vec![none; rows * columns];
    let mut left = filled;
    while left > 0 {
        let cell = dice.random_range(0..cells.len());
        if cells[cell] == none {
            cells[cell] = one;
            left -= 1;
        }
    }
    cells.chunks(columns).map(String::from_iter).collect::<Vec<_>>().join("/")
}

/// The lengths of the rows of a bar of `squares` squares.
fn bar(mut squares: usize, dice: &mut ChaCha8Rng) -> String {
    let mut rows: Vec<usize> = Vec::new();
    while squares > 0 {
        let most = rows.last().map_or(squares, |&above| above.min(squares));
        let least = if rows.is_empty() { squares.isqrt().max(1) } else { 1 };
        let length = dice.random_range(least.min(most)..=most);
        rows.push(length);
        squares -= length;
    }
    // The text `3` alone would be read as one row of 3.
    rows.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
}

fn strip(size: usize, dice: &mut ChaCha8Rng) -> String {
    (0..size).map(|_| if dice.random_ratio(1, 6) { 'X' } else { '.' }).collect()
}

/// A forest of `size` bubbles: labelled, with labels that are repeated, or without.
fn forest(size: usize, dice: &mut ChaCha8Rng) -> String {
    let letters = [0, 3, 26][dice.random_range(0..3)];
    let (mut text, mut open) = (String::new(), 0_usize);
    for _ in 0..size {
        let closed = dice.random_range(0..=open.min(3));
        text.extend(std::iter::repeat_n(')', closed));
        text.push('(');
        if letters > 0 && dice.random_ratio(9, 10) {
            text.push(char::from(b'A' + dice.random_range(0..letters)));
        }
        open = open - closed + 1;
    }
    text.extend(std::iter::repeat_n(')', open));
    text
}

/// A graph of `size` edges: each from a vertex that is joined to the ground to any other, or to a new one.
fn graph(size: usize, dice: &mut ChaCha8Rng) -> String {
    let mut vertices = 1;
    let grows = dice.random_range(1..=4);
    let edges: Vec<String> = (0..size)
        .map(|_| {
            let from = dice.random_range(0..vertices);
            let to = if dice.random_ratio(grows, 4) { vertices } else { dice.random_range(0..vertices) };
            vertices = vertices.max(to + 1);
            if dice.random() { format!("{from}-{to}") } else { format!("{to}-{from}") }
        })
        .collect();
    edges.join(" ")
}
