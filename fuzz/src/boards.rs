//! Boards of every size from 1 to 256 cells.

use crate::positions::agrees;
use crate::{is_told, run};
use grundy::{Convention, Position, Reading, Request};

const GAMES: [&str; 4] = ["cram", "2d-nim", "2d-nim max=any", "boxing-match"];

/// Cells are stored in words of 64.
const MOST_CELLS: usize = 256;

/// A board: its game, whether it is full, how many rows and columns, and its cells. It is shown, played on and
/// searched within small limits, and small boards are held to the definition.
pub fn board_edges(data: &[u8]) {
    let [game, rows, columns, cells @ ..] = data else { return };
    let rows = usize::from(*rows) + 1;
    let columns = usize::from(*columns) % (MOST_CELLS / rows) + 1;
    let name = GAMES[usize::from(*game) % GAMES.len()];
    let text = match game {
        128.. => format!("{name} {rows}x{columns}"),
        _ => format!("{name} {}", board(rows, columns, cells)),
    };
    match Position::parse(&text, Reading::default()) {
        Ok(position) => visit(&position, rows * columns),
        Err(error) => is_told(&text, &error),
    }
}

/// The cells of a board by the bits of bytes that are repeated.
fn board(rows: usize, columns: usize, cells: &[u8]) -> String {
    let is_set = |place: usize| match cells {
        [] => true,
        _ => cells[place / 8 % cells.len()] >> (place % 8) & 1 == 1,
    };
    let row =
        |row: usize| (0..columns).map(move |column| if is_set(row * columns + column) { '1' } else { '0' });
    (0..rows).map(|at| row(at).collect::<String>()).collect::<Vec<_>>().join("/")
}

fn visit(position: &Position, cells: usize) {
    let text = position.to_string();
    let again: Position = text.parse().unwrap_or_else(|error| panic!("{text:?} is not read back: {error}"));
    assert_eq!(again.to_string(), text);
    assert!(!position.show(80).is_empty());
    let labels = position.moves(usize::MAX);
    assert_eq!(labels.len() as u128, position.count_moves(), "{text}");
    for label in labels.iter().take(4).chain(labels.last()) {
        let played = position.play(label).unwrap_or_else(|error| panic!("{label} of {text}: {error}"));
        assert!(played.to_string() != text);
    }
    for convention in [Convention::Normal, Convention::Misere] {
        let request = Request { convention: Some(convention), run: run(300), ..Request::default() };
        let answer = position.solve(&request);
        assert_eq!(answer.moves, position.count_moves());
    }
    if cells <= 9 {
        agrees(position);
    }
}
