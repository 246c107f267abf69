//! Boards of cells and strips: a click changes what stands in a cell.

use super::{Editor, is_position};
use grundy::Board;
use grundy::picture::{Picture, Shape};

const STEP: f64 = 38.0;
/// Larger boards are changed as text.
const MOST_CELLS: usize = 600;
/// What may stand in cells; a game takes those that it reads.
const SYMBOLS: &str = ".10#XOxotfBWPSC*";

/// The editor of a board whose notation is rows of cells, or `4x4`; `None` where it is something else.
pub fn editor(board: &dyn Board, head: &str, notation: &str) -> Option<Editor> {
    let rows = rows(head, notation)?;
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    if columns == 0 || columns * rows.len() > MOST_CELLS {
        return None;
    }
    let text = |rows: &[Vec<char>]| {
        let lines: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
        format!("{head}{}", lines.join("/"))
    };
    let symbols = symbols(board, &rows, &text);
    let first = *symbols.first()?;
    let mut picture = Picture::new(format!("a board of {} to be changed", board.card().title));
    for (row, cells) in rows.iter().enumerate() {
        for (column, &symbol) in cells.iter().enumerate() {
            let at = (STEP * column as f64, STEP * row as f64);
            let place = symbols.iter().position(|&known| known == symbol);
            let next = place.map_or(first, |place| symbols[(place + 1) % symbols.len()]);
            let mut changed = rows.clone();
            changed[row][column] = next;
            let corner = (at.0 - STEP / 2.0, at.1 - STEP / 2.0);
            let class = if symbol == '#' && symbols.contains(&'.') { "blocked" } else { "free" };
            let square = Shape::rectangle(corner, (STEP, STEP)).class(class);
            let words = format!("row {}, column {}: {symbol} becomes {next}", row + 1, column + 1);
            picture.add(square.stands_for(text(&changed)).title(words));
            match symbol {
                '1' => picture.add(Shape::circle(at, 13.0).class("stone still")),
                '0' => picture.add(Shape::circle(at, 5.0).class("gap still")),
                '.' | '#' => {}
                other => picture.add(Shape::text(at, other.to_string(), 20.0).class("label")),
            }
        }
    }
    let mut buttons = Vec::new();
    let mut offer = |words: &str, rows: Vec<Vec<char>>| {
        let text = text(&rows);
        if is_position(&text) {
            buttons.push((words.to_owned(), text));
        }
    };
    let with_column = rows.iter().map(|row| [&row[..], &[first]].concat()).collect();
    offer(if rows.len() == 1 { "A cell more" } else { "A column more" }, with_column);
    if columns > 1 {
        let without: Vec<Vec<char>> =
            rows.iter().map(|row| row[..row.len().min(columns - 1)].to_vec()).collect();
        offer(if rows.len() == 1 { "A cell less" } else { "A column less" }, without);
    }
    offer("A row more", [&rows[..], &[vec![first; columns]]].concat());
    if rows.len() > 1 {
        offer("A row less", rows[..rows.len() - 1].to_vec());
    }
    for &symbol in symbols.iter().take(2) {
        offer(&format!("All {symbol}"), rows.iter().map(|row| vec![symbol; row.len()]).collect());
    }
    let list: Vec<String> = symbols.iter().map(char::to_string).collect();
    let told = format!("Click a cell to change what stands in it: {}.", list.join(", "));
    Some(Editor { picture, told, buttons, numbers: Vec::new(), name: None })
}

/// The cells row by row.
fn rows(head: &str, notation: &str) -> Option<Vec<Vec<char>>> {
    if let Some((rows, columns)) = notation.split_once('x')
        && let (Ok(rows), Ok(columns)) = (rows.parse::<usize>(), columns.parse::<usize>())
    {
        if rows * columns > MOST_CELLS {
            return None;
        }
        // A full board: the symbol of which a whole board is written as its size again.
        let full = |symbol: char| vec![vec![symbol; columns]; rows];
        let written = |symbol: char| {
            let lines: Vec<String> = full(symbol).iter().map(|row| row.iter().collect()).collect();
            let position: grundy::Position = format!("{head}{}", lines.join("/")).parse().ok()?;
            (position.terms().first()?.notation() == notation).then_some(())
        };
        return SYMBOLS.chars().find(|&symbol| written(symbol).is_some()).map(full);
    }
    let rows: Vec<Vec<char>> = notation.split('/').map(|row| row.chars().collect()).collect();
    rows.iter().all(|row| !row.is_empty() && row.iter().all(|c| !c.is_whitespace())).then_some(rows)
}

/// What a cell of the game may hold: the symbols with which the board is still a position.
fn symbols(board: &dyn Board, rows: &[Vec<char>], text: &dyn Fn(&[Vec<char>]) -> String) -> Vec<char> {
    let mut known: Vec<char> = Vec::new();
    let example =
        board.card().example.chars().filter(|c| !c.is_ascii_digit() && !matches!(c, '/' | 'x' | ' ' | '='));
    let on_board = rows.iter().flatten().copied();
    let wanted: Vec<char> = on_board.chain(example).chain(SYMBOLS.chars()).collect();
    let (Some(first_row), Some(_)) = (rows.first(), rows.first().and_then(|row| row.first())) else {
        return known;
    };
    // Of symbols that are read as the same thing, such as 1 and #, the first.
    let mut seen: Vec<String> = Vec::new();
    for symbol in wanted {
        if known.contains(&symbol) {
            continue;
        }
        let mut changed = rows.to_vec();
        changed[0][first_row.len() / 2] = symbol;
        let Ok(position) = text(&changed).parse::<grundy::Position>() else { continue };
        let written = position.to_string();
        if position.notes().is_empty() && !seen.contains(&written) {
            seen.push(written);
            known.push(symbol);
        }
    }
    known
}
