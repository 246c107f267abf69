//! Random rules files, each held to the plain definition on random boards.

#![allow(clippy::unwrap_used, dead_code)] // in a test, a panic is the report; not all users ask everything

use grundy_core::{
    Convention, Definition, Knowledge, Limits, Nimber, Notation, Outcome, Reader, Ruleset, Run, StopReason,
    WinsAtOnce, laws,
};
use grundy_own::{BoardFile, Meaning, OwnGame, Plain, PlainBoard};
use grundy_solve::{MexSolver, MisereSolver, MisereTable, Theorems, TranspositionTable};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// What was met, to say that the test tests.
#[derive(Clone, Debug, Default)]
pub struct Met {
    pub files: u64,
    pub refused: u64,
    pub positions: u64,
    pub in_parts: u64,
    pub mirrored: u64,
    pub sunny: u64,
    pub with_never: u64,
    pub with_end: u64,
    pub with_win: u64,
    pub with_edge: u64,
    pub too_large: u64,
    /// Boards of games with `never` whose representative is not that of all boards that are the same game.
    pub unsettled: u64,
}

impl Met {
    pub fn add(&mut self, other: &Met) {
        self.files += other.files;
        self.refused += other.refused;
        self.positions += other.positions;
        self.in_parts += other.in_parts;
        self.mirrored += other.mirrored;
        self.sunny += other.sunny;
        self.with_never += other.with_never;
        self.with_end += other.with_end;
        self.with_win += other.with_win;
        self.with_edge += other.with_edge;
        self.too_large += other.too_large;
        self.unsettled += other.unsettled;
    }
}

impl Met {
    /// What was met, with its shares of the positions.
    pub fn told(&self) -> String {
        let share =
            |count: u64| format!("{count} ({:.1} %)", 100.0 * count as f64 / self.positions.max(1) as f64);
        format!(
            "{} files, {} refused as endless, {} positions ({} more were too large); in parts {}, by the mirror theorem {}, \
             with `never` {}, `end` {}, `win` {}, `@` {}; {} sunny; {} representatives are not the only ones",
            self.files,
            self.refused,
            self.positions,
            self.too_large,
            share(self.in_parts),
            share(self.mirrored),
            share(self.with_never),
            share(self.with_end),
            share(self.with_win),
            share(self.with_edge),
            self.sunny,
            self.unsettled,
        )
    }

    /// Whether everything is met as often as the comparison is meant to meet it.
    pub fn is_enough(&self) -> bool {
        let is_share = |count: u64, percent: u64| 100 * count >= percent * self.positions;
        is_share(self.in_parts, 30)
            && is_share(self.mirrored, 10)
            && [self.with_never, self.with_end, self.with_win, self.with_edge]
                .iter()
                .all(|&count| is_share(count, 5))
            && self.refused > 0
            && 1000 * self.unsettled <= self.positions
    }
}

/// Makes the rules file of a seed, and holds it to the plain definition on a few boards.
pub fn check(seed: u64) -> Met {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let text = file(&mut dice);
    check_file(seed, &text, &mut dice)
}

/// The same with patterns of many runs, some of no cells and some longer than boards are.
pub fn check_runs(seed: u64) -> Met {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let text = file_of_runs(&mut dice);
    check_file(seed, &text, &mut dice)
}

fn check_file(seed: u64, text: &str, dice: &mut ChaCha8Rng) -> Met {
    let mut met = Met::default();
    let file = match BoardFile::read(text) {
        Ok(file) => file,
        Err(error) => {
            met.refused += u64::from(error.message.contains("may go on for ever"));
            let is_known = [
                "for ever",
                "changes nothing",
                "reads no symbol",
                "moves past this cell",
                "images of patterns",
                "have too many images for so many moves",
            ];
            assert!(
                is_known.iter().any(|known| error.message.contains(known)),
                "seed {seed}: {error}\n{text}"
            );
            return met;
        }
    };
    met.files = 1;
    let is_strip = text.contains("\nstrip\n");
    for _ in 0..5 {
        let board = board(dice, is_strip, text);
        let of_board = check_board(file.game(), &board)
            .unwrap_or_else(|wrong| panic!("seed {seed}: {wrong}\non {board} of\n{text}"));
        met.add(&of_board);
        if of_board.positions > 0 {
            met.with_never += u64::from(text.contains("\nnever"));
            met.with_end += u64::from(text.contains("\nend"));
            met.with_win += u64::from(text.contains("\nwin"));
            met.with_edge += u64::from(text.contains('@'));
        }
    }
    met
}

/// The laws that a game with `never` may break where cells that forbid moves are chosen anew within a small room.
const ONLY_REPRESENTATIVE: [&str; 2] =
    ["canon is settled after once", "canon keeps the tree of options: the canonical options are the same"];

fn has_never(game: &OwnGame) -> bool {
    game.spec().bans.iter().any(|ban| ban.meaning == Meaning::Never)
}

/// Holds one board to the plain definition.
pub fn check_board(game: &OwnGame, board: &str) -> Result<Met, String> {
    let mut met = Met::default();
    let at = match game.parse(&mut Reader::new(board)) {
        Ok(at) => at,
        // On larger boards there are more moves, which may go on for ever.
        Err(error) if error.message.contains("this board is too large for these rules") => {
            met.too_large = 1;
            return Ok(met);
        }
        Err(error) => return Err(format!("no position: {error}")),
    };
    let chart = PlainBoard::read(board);
    let run = || Run::new(Limits { nodes: Some(30_000), ..Limits::default() });
    let plain = Plain::new(game);
    let mut definition = Definition::new(&plain);
    let limit = run();
    let (Ok(nimber), Ok(misere)) =
        (definition.nimber(&chart, &limit), definition.outcome(&chart, Convention::Misere, &limit))
    else {
        met.too_large = 1;
        return Ok(met);
    };
    met.positions = 1;
    if let Err(broken) = laws::check(game, &at) {
        expect(ONLY_REPRESENTATIVE.contains(&broken.law) && has_never(game), || broken.to_string())?;
        met.unsettled = 1;
        // Another representative than elsewhere loses a look-up; it must not lose the value.
        let chosen = plain.board(&game.canon(at.clone()));
        let (Ok(same), Ok(same_misere)) =
            (definition.nimber(&chosen, &limit), definition.outcome(&chosen, Convention::Misere, &limit))
        else {
            return Err(format!("the representative of {board} is larger than the board"));
        };
        expect((same, same_misere) == (nimber, misere), || "the representative is another game".to_owned())?;
    }
    // Moves and their labels.
    let labels: BTreeSet<String> = plain.labelled_moves(&chart).into_keys().collect();
    let found = moves(game, &at);
    let found_labels: BTreeSet<String> = game.labels(&at, &found).into_iter().collect();
    expect(found_labels == labels, || format!("moves {found_labels:?}, defined {labels:?}"))?;
    for (label, mv) in plain.labelled_moves(&chart) {
        let own = game.parse_move(&at, &label).map_err(|error| error.to_string())?;
        let left = plain.play(&chart, &mv).text();
        let after = game.play(&at, &own);
        let wanted = game.parse(&mut Reader::new(&left)).map_err(|error| error.to_string())?;
        expect(after == wanted, || format!("{label} leaves {after:?}, defined {left}"))?;
        let again = game.parse(&mut Reader::new(&game.format(&after))).map_err(|error| error.to_string())?;
        expect(again == after, || format!("{} is not read back", game.format(&after)))?;
    }
    // Values.
    let (table, misere_table) = (TranspositionTable::default(), MisereTable::default());
    let theorems = Theorems(game);
    let own = nimber_of(game, &at, &MexSolver::new(game, &theorems, &table));
    expect(own == nimber, || format!("nimber {own:?}, defined {nimber:?}"))?;
    let bare_table = TranspositionTable::default();
    let bare = nimber_of(game, &at, &MexSolver::new(game, &(), &bare_table));
    expect(bare == nimber, || format!("nimber without theorems {bare:?}, defined {nimber:?}"))?;
    let solver = MisereSolver::new(game, &theorems, &misere_table);
    let own = solver.outcome(&at, &Run::unlimited()).unwrap();
    expect(own == misere, || format!("misère outcome {own}, defined {misere}"))?;
    // Winning moves.
    let wins = |mv: &<OwnGame as Ruleset>::Move| {
        let after = game.play(&at, mv);
        game.wins_at_once().is_won(&after)
            || nimber_of(game, &after, &MexSolver::new(game, &theorems, &table)) == Some(Nimber::ZERO)
    };
    let own: BTreeSet<String> = found.iter().filter(|mv| wins(mv)).map(|mv| game.label(&at, mv)).collect();
    let defined: BTreeSet<String> = winning(&plain, &mut definition, &chart, Convention::Normal);
    expect(own == defined, || format!("winning moves {own:?}, defined {defined:?}"))?;
    let loses = |mv: &&<OwnGame as Ruleset>::Move| {
        solver.outcome(&game.play(&at, mv), &Run::unlimited()).unwrap() == Outcome::P
    };
    let own: BTreeSet<String> = found.iter().filter(loses).map(|mv| game.label(&at, mv)).collect();
    let defined = winning(&plain, &mut definition, &chart, Convention::Misere);
    expect(own == defined, || format!("misère winning moves {own:?}, defined {defined:?}"))?;
    let parts = game.split(at.clone());
    met.in_parts = u64::from(parts.len() > 1);
    met.mirrored = u64::from(
        !found.is_empty() && parts.iter().any(|part| game.theorem(&game.canon(part.clone())).is_some())
            || game.theorem(&at).is_some(),
    );
    met.sunny = u64::from(nimber.is_none());
    Ok(met)
}

fn expect(holds: bool, wrong: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(wrong()) }
}

fn moves(game: &OwnGame, at: &<OwnGame as Ruleset>::Position) -> Vec<<OwnGame as Ruleset>::Move> {
    let mut moves = Vec::new();
    let _ = game.moves(at, |mv| {
        moves.push(mv);
        ControlFlow::<()>::Continue(())
    });
    moves
}

/// The nimber by search; none of a sunny position.
fn nimber_of(
    game: &OwnGame,
    at: &<OwnGame as Ruleset>::Position,
    solver: &MexSolver<'_, OwnGame>,
) -> Option<Nimber> {
    if game.wins_at_once().is_sunny(at) {
        return None;
    }
    let found = solver.nimber(at, &Run::unlimited());
    Some(found.unwrap_or_else(|stopped| panic!("{:?}", (stopped.reason, StopReason::Nodes))))
}

/// The labels of the moves that win, by the definition.
fn winning(
    plain: &Plain,
    definition: &mut Definition<'_, Plain>,
    at: &PlainBoard,
    convention: Convention,
) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for (label, mv) in plain.labelled_moves(at) {
        let after = plain.play(at, &mv);
        let wins = match convention {
            Convention::Normal => {
                plain.is_won(&after)
                    || definition.nimber(&after, &Run::unlimited()).unwrap() == Some(Nimber::ZERO)
            }
            Convention::Misere => {
                definition.outcome(&after, convention, &Run::unlimited()).unwrap() == Outcome::P
            }
        };
        if wins {
            all.insert(label);
        }
    }
    all
}

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
