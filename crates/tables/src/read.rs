//! Reading the states of a board.

use crate::Rules;
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
    /// Reads a state: rows of the game's [marks](Rules::marks), such as `1` and `0`, joined by `/`, or `4x4` for the
    /// full board, or `4x4#61695` for the state of this [number](Stones::number). Blanks around it do not matter.
    ///
    /// # Errors
    /// When the rows are not those of this board, or other characters are met.
    pub fn read(&self, text: &str) -> Result<u64, Diagnostic> {
        let start = text.len() - text.trim_start().len();
        let trimmed = text.trim();
        let span = start..start + trimmed.len();
        let size = format!("{}x{}", self.rows(), self.columns());
        let first = |signs: &str| signs.chars().next().map_or_else(String::new, String::from);
        let help = format!(
            "write {} of {}, {} for a stone and {} for none, joined by /{}",
            count(self.rows() as usize, "row"),
            count(self.columns() as usize, "cell"),
            first(&self.marks().stones),
            first(&self.marks().gaps),
            if self.marks().sides_are_full { format!("; or {size}") } else { String::new() }
        );
        if trimmed.is_empty() {
            return Err(Diagnostic::new("no board is given", span).help(help));
        }
        if trimmed.replace('×', "x").eq_ignore_ascii_case(&size) {
            let is_full = self.marks().sides_are_full;
            let message = || format!("`{size}` alone is not the full board in {}", self.id());
            return is_full
                .then(|| self.full_board())
                .ok_or_else(|| Diagnostic::new(message(), span).help(help));
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
                let Some(stone) = self.marks().is_stone(character).map(u64::from) else {
                    let place = at + offset..at + offset + character.len_utf8();
                    let message = format!("a board has no `{}`", character.escape_debug());
                    return Err(Diagnostic::new(message, place).help(help));
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
    /// 1100/0001`. The game goes by its name here; whoever has a shelf of games compares its rules.
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
        let is_board = |c: char| c == '/' || self.marks().is_stone(c).is_some();
        if word.eq_ignore_ascii_case(self.id()) {
            return Ok(true);
        }
        let other = |found: &str| {
            let message = format!("this is a table of {}, not of {found}", self.game());
            Err(Diagnostic::new(message, span.clone()).help(help.clone()))
        };
        let is_given = |own: &str| own.eq_ignore_ascii_case(word);
        match word.contains('=') {
            _ if word.chars().all(is_board) => Ok(false),
            true if self.parameters().split(' ').any(is_given) => Ok(true),
            true => other(word),
            false if is_name(word) => other(&format!("`{word}`")),
            false => Ok(false),
        }
    }
}

/// Whether a word that is no board looks like the name of a game.
fn is_name(word: &str) -> bool {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let begins = word.starts_with(|c: char| c.is_ascii_alphabetic()) || word.contains('-');
    begins && word.chars().all(is_of_name)
}
