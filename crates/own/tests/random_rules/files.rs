//! Makes random rules files, and boards for them.

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

const SYMBOLS: [&str; 3] = [".", "x", "o"];

/// A random rules file.
pub fn file(dice: &mut ChaCha8Rng) -> String {
    let is_strip = dice.random_bool(0.45);
    let symbols = &SYMBOLS[..dice.random_range(2..=3)];
    let mut text = format!("game random\n{}\n", if is_strip { "strip" } else { "grid" });
    let taking = dice.random_bool(0.2);
    for _ in 0..dice.random_range(1..=3) {
        let facings: &[&str] = if is_strip {
            &["move", "move", "fixed", "sideways"]
        } else {
            &["move", "move", "fixed", "sideways", "updown"]
        };
        let facing = facings.choose(dice).unwrap();
        let rule = if taking { taking_rule(dice, is_strip) } else { rule(dice, is_strip, symbols) };
        text += &format!("{facing} {rule}\n");
    }
    for word in ["win", "end", "never"] {
        if !taking && dice.random_bool(0.125) {
            let fixed = if dice.random_bool(0.3) { " fixed" } else { "" };
            let (rows, columns) = sides(dice, is_strip);
            let cells: Vec<Vec<String>> = (0..rows)
                .map(|row| {
                    (0..columns)
                        .map(|column| cell(dice, symbols, is_outermost(row, column, rows, columns)))
                        .collect()
                })
                .collect();
            let mut pattern = joined(&cells);
            // A run, as in NoGo: between two cells whatever is as long as the board has room for.
            if rows == 1 && columns == 3 && is_plain(&cells[0][1]) && dice.random_bool(0.5) {
                pattern = format!("{}{}{{any}}{}", cells[0][0], cells[0][1], cells[0][2]);
            }
            text += &format!("{word}{fixed} {pattern}\n");
        }
    }
    text
}

/// A random rules file whose patterns are rows of cells and runs.
pub fn file_of_runs(dice: &mut ChaCha8Rng) -> String {
    let is_strip = dice.random_bool(0.6);
    let symbols = &SYMBOLS[..dice.random_range(2..=3)];
    let mut text = format!("game random\n{}\n", if is_strip { "strip" } else { "grid" });
    for _ in 0..dice.random_range(1..=2) {
        let facing = ["move", "fixed", "sideways"].choose(dice).unwrap();
        let pieces: Vec<(String, String)> =
            (0..dice.random_range(2..=4)).map(|place| piece(dice, symbols, place)).collect();
        let left: String = pieces.iter().map(|(left, _)| left.as_str()).collect();
        let right = match dice.random_bool(0.4) {
            true => (*symbols.choose(dice).unwrap()).to_owned(),
            false => pieces.iter().map(|(_, right)| right.as_str()).collect(),
        };
        text += &format!("{facing} {left} -> {right}\n");
    }
    for word in ["win", "end", "never"] {
        if dice.random_bool(0.15) {
            let pieces: String = (0..3).map(|place| piece(dice, symbols, place).0).collect();
            text += &format!("{word} {pieces}\n");
        }
    }
    text
}

/// A cell or a run of a left side, and what the right side has in its place. A run of several lengths is named by its
/// place.
fn piece(dice: &mut ChaCha8Rng, symbols: &[&str], place: usize) -> (String, String) {
    let symbol = |dice: &mut ChaCha8Rng| *symbols.choose(dice).unwrap();
    let what = if dice.random_bool(0.5) { "?" } else { symbol(dice) };
    let becomes = if what == "?" { "?" } else { symbol(dice) };
    // Boards have at most twelve cells in a row.
    let least = *[0, 0, 1, 1, 2, 3, 8, 13].choose(dice).unwrap();
    let name = ["a", "b", "c", "d"][place];
    match dice.random_range(0..10) {
        0..3 => (what.to_owned(), becomes.to_owned()),
        3..6 => {
            let length = least.max(1);
            (format!("{what}{{{length}}}"), format!("{becomes}{{{length}}}"))
        }
        6..8 => (format!("{what}{{{name}:{least}..any}}"), format!("{becomes}{{{name}}}")),
        _ => {
            let most = least.max(1) + dice.random_range(0..3);
            (format!("{what}{{{name}:{least}..{most}}}"), format!("{becomes}{{{name}}}"))
        }
    }
}

/// Whether a cell of a pattern is one symbol.
fn is_plain(cell: &str) -> bool {
    SYMBOLS.contains(&cell)
}

fn sides(dice: &mut ChaCha8Rng, is_strip: bool) -> (usize, usize) {
    if is_strip {
        (1, dice.random_range(1..=4))
    } else {
        *[(1, 1), (1, 2), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)].choose(dice).unwrap()
    }
}

fn is_outermost(row: usize, column: usize, rows: usize, columns: usize) -> bool {
    column == 0 || column + 1 == columns || rows > 1 && (row == 0 || row + 1 == rows)
}

/// A cell of a left side.
fn cell(dice: &mut ChaCha8Rng, symbols: &[&str], may_be_edge: bool) -> String {
    let symbol = |dice: &mut ChaCha8Rng| (*symbols.choose(dice).unwrap()).to_owned();
    match dice.random_range(0..100) {
        0..8 => "?".to_owned(),
        8..16 if may_be_edge => "@".to_owned(),
        16..20 if may_be_edge => format!("[{}@]", symbol(dice)),
        20..30 => {
            let (one, other) = (symbol(dice), symbol(dice));
            if one == other { one } else { format!("[{one}{other}]") }
        }
        _ => symbol(dice),
    }
}

fn joined(cells: &[Vec<String>]) -> String {
    cells.iter().map(|row| row.concat()).collect::<Vec<_>>().join("/")
}

fn taking_rule(dice: &mut ChaCha8Rng, is_strip: bool) -> String {
    match dice.random_range(0..6) {
        0 => "o{1..2} -> .".to_owned(),
        1 => "o{any} -> x".to_owned(),
        2 if !is_strip => "o{n x n} -> .".to_owned(),
        _ => {
            let (rows, columns) = sides(dice, is_strip);
            let cells: Vec<Vec<String>> = (0..rows)
                .map(|_| {
                    (0..columns).map(|_| if dice.random_bool(0.2) { "?" } else { "o" }.to_owned()).collect()
                })
                .collect();
            format!("{} -> {}", joined(&cells), ["x", "."].choose(dice).unwrap())
        }
    }
}

fn rule(dice: &mut ChaCha8Rng, is_strip: bool, symbols: &[&str]) -> String {
    let symbol = |dice: &mut ChaCha8Rng| (*symbols.choose(dice).unwrap()).to_owned();
    if dice.random_bool(0.12) {
        let (one, other) = (symbol(dice), symbol(dice));
        return match dice.random_range(0..4) {
            0 => format!("{one}{{n:1..2}}{other} -> {other}{{n}}{one}"),
            1 => format!("{one}{{1..any}}{other} -> {one}"),
            2 => format!("{one}{{0..2}}{other} -> {}", symbol(dice)),
            _ => format!("{one}{{n}}{other} -> {other}{{n}}{}", symbol(dice)),
        };
    }
    let (rows, columns) = sides(dice, is_strip);
    let left: Vec<Vec<String>> = (0..rows)
        .map(|row| {
            (0..columns).map(|column| cell(dice, symbols, is_outermost(row, column, rows, columns))).collect()
        })
        .collect();
    if dice.random_bool(0.4) {
        return format!("{} -> {}", joined(&left), symbol(dice));
    }
    let right: Vec<Vec<String>> = left
        .iter()
        .map(|row| {
            row.iter()
                .map(|cell| match cell.as_str() {
                    "?" | "@" => cell.clone(),
                    _ => symbol(dice),
                })
                .collect()
        })
        .collect();
    if right.len() == 1 && right[0].len() == 1 {
        return format!("{} -> {}", joined(&left), right[0][0]);
    }
    format!("{} -> {}", joined(&left), joined(&right))
}

/// A random board with the symbols of the file.
pub fn board(dice: &mut ChaCha8Rng, is_strip: bool, text: &str) -> String {
    // Without the words of the lines, and what stands in braces.
    let rules: String = text.lines().skip(2).flat_map(|line| line.split(' ').skip(1)).collect();
    let rules: String = rules
        .replace("fixed", "")
        .split('{')
        .map(|piece| piece.split_once('}').map_or(piece, |(_, rest)| rest))
        .collect();
    let symbols: Vec<char> = ['.', 'x', 'o'].into_iter().filter(|symbol| rules.contains(*symbol)).collect();
    let (rows, columns) = match is_strip {
        true => (1, dice.random_range(5..=12)),
        false => *[(2, 3), (3, 2), (3, 3), (2, 4), (1, 7), (4, 2), (2, 5), (3, 3)].choose(dice).unwrap(),
    };
    let favourite = *symbols.choose(dice).unwrap();
    let is_symmetric = dice.random_bool(0.4);
    let mut cells = vec![vec!['.'; columns]; rows];
    for cell in cells.iter_mut().flatten() {
        *cell = match dice.random_range(0..100) {
            0..11 => '_',
            11..52 => favourite,
            _ => *symbols.choose(dice).unwrap(),
        };
    }
    if is_symmetric {
        // Turned by 180 degrees, perhaps with two symbols exchanged.
        let exchange = symbols.len() > 1 && dice.random_bool(0.5);
        let renamed = |c: char| match c {
            _ if !exchange => c,
            _ if c == symbols[symbols.len() - 1] => symbols[symbols.len() - 2],
            _ if c == symbols[symbols.len() - 2] => symbols[symbols.len() - 1],
            _ => c,
        };
        for place in 0..rows * columns / 2 {
            let other = rows * columns - 1 - place;
            cells[other / columns][other % columns] = renamed(cells[place / columns][place % columns]);
        }
    }
    cells.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
}
