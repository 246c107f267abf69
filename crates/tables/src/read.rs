//! Reading the states of a board.

use crate::{Rules, TABLE_GAMES};
use grundy_core::{Diagnostic, Stones, Word};

fn count(number: usize, noun: &str) -> String {
    Word::count(number as u128, noun)
}

/// A full board by its size, `4x6`, where the text is one.
fn of_size(text: &str) -> Option<&str> {
    let is_number = |side: &str| !side.is_empty() && side.bytes().all(|digit| digit.is_ascii_digit());
    let (rows, columns) = text.split_once(['x', 'X', '×'])?;
    (is_number(rows) && is_number(columns)).then_some(text)
}

impl Rules {
    /// Reads a state: rows of `1` and `0` (also `#` and `.`) joined by `/`, or `4x4` for the full
    /// board, or `4x4#61695` for the state of this [number](Stones::number). Blanks around it do not matter.
    ///
    /// # Errors
    /// When the rows are not those of this board, or other characters are met.
    pub fn read(&self, text: &str) -> Result<u64, Diagnostic> {
        let start = text.len() - text.trim_start().len();
        let trimmed = text.trim();
        let span = start..start + trimmed.len();
        let size = format!("{}x{}", self.rows(), self.columns());
        let help = format!(
            "write {} of {}, 1 for a stone and 0 for none, joined by /; or {size}",
            count(self.rows() as usize, "row"),
            count(self.columns() as usize, "cell")
        );
        if trimmed.is_empty() {
            return Err(Diagnostic::new("no board is given", span).help(help));
        }
        if trimmed.replace('×', "x").eq_ignore_ascii_case(&size) {
            return Ok(self.full_board());
        }
        if let Some((sides, number)) = trimmed.split_once('#')
            && of_size(sides).is_some_and(|sides| sides.replace('×', "x").eq_ignore_ascii_case(&size))
        {
            let place = span.end - number.len()..span.end;
            let state = number.parse().ok().and_then(|number| {
                Stones::of_number(self.rows(), self.columns(), number).map(|stones| stones.cells)
            });
            let message = format!("a board of {size} has no state `{number}`");
            let help = format!("its states are {size}#0 to {size}#{}", self.full_board());
            return state.ok_or_else(|| Diagnostic::new(message, place).help(help));
        }
        if let Some(other) = of_size(trimmed) {
            let message = format!("this table is of boards of {size}, not of {other}");
            let help = format!("{help}; `grundy solve --dir` looks smaller boards up too");
            return Err(Diagnostic::new(message, span).help(help));
        }
        let mut state = 0;
        let mut at = start;
        for (row, line) in trimmed.split('/').enumerate() {
            for (column, (offset, character)) in line.char_indices().enumerate() {
                let stone = match character {
                    '1' | '#' => 1,
                    '0' | '.' => 0,
                    _ => {
                        let place = at + offset..at + offset + character.len_utf8();
                        let message = format!("a board has no `{character}`");
                        return Err(Diagnostic::new(message, place).help(help));
                    }
                };
                if row < self.rows() as usize && column < self.columns() as usize {
                    state |= stone << (row * self.columns() as usize + column);
                }
            }
            let place = at..at + line.len();
            if row >= self.rows() as usize {
                let message = format!("the board of this table has {}", count(self.rows() as usize, "row"));
                return Err(Diagnostic::new(message, place).help(help));
            }
            let cells = line.chars().count();
            if cells != self.columns() as usize {
                let message = format!(
                    "row {} has {}, and the table's board {}",
                    row + 1,
                    count(cells, "cell"),
                    self.columns()
                );
                return Err(Diagnostic::new(message, place).help(help));
            }
            at += line.len() + 1;
        }
        let rows = trimmed.split('/').count();
        if rows != self.rows() as usize {
            let message = format!("this board has {}, and the table's {}", count(rows, "row"), self.rows());
            return Err(Diagnostic::new(message, span).help(help));
        }
        Ok(state)
    }

    /// Reads a state with or without its game before it: `1100/0001` as well as `2d-nim max=3
    /// 1100/0001`.
    ///
    /// # Errors
    /// As [`read`](Rules::read), and when another game is named.
    pub fn read_position(&self, text: &str) -> Result<u64, Diagnostic> {
        let mut at = 0;
        loop {
            let rest = &text[at..];
            let start = at + rest.len() - rest.trim_start().len();
            let word = text[start..].split_whitespace().next().unwrap_or_default();
            let span = start..start + word.len();
            if self.is_about_game(word, span.clone())? {
                at = span.end;
            } else {
                return self.read(&text[at..]).map_err(|error| error.shifted(at));
            }
        }
    }

    /// Whether a word names this table's game, or a parameter of it, rather than the board.
    fn is_about_game(&self, word: &str, span: std::ops::Range<usize>) -> Result<bool, Diagnostic> {
        let help = format!("write a board of {}", self.game());
        if word.eq_ignore_ascii_case(self.game().id()) {
            return Ok(true);
        }
        if word.chars().next().is_some_and(char::is_alphabetic) && !word.contains('=')
            || TABLE_GAMES.iter().any(|game| word.eq_ignore_ascii_case(game.id()))
        {
            let message = format!("this is a table of {}, not of `{word}`", self.game().id());
            return Err(Diagnostic::new(message, span).help(help));
        }
        let Some((key, value)) = word.split_once('=') else { return Ok(false) };
        let told = if key == "max" { self.game().with_max(value).ok() } else { None };
        let longest = self.rows().max(self.columns());
        if told.is_some_and(|told| told.is_same_up_to(self.game(), longest)) {
            return Ok(true);
        }
        let message = format!("this is a table of {}, not of {word}", self.game());
        Err(Diagnostic::new(message, span).help(help))
    }
}
