//! The strip as text, `..X....X.`; a move as its cell's number, from 1.

use super::rules::Strip;
use super::{LENGTH, LONGEST, Treblecross};
use grundy_core::{Diagnostic, EMPTY, Notation, Reader, WinsAtOnce, Word};

impl Treblecross {
    /// Reads a strip, which is not written where a length tells it.
    fn read_strip(length: Option<usize>, text: &mut Reader<'_>) -> Result<Strip, Diagnostic> {
        text.skip_blanks();
        let start = text.position();
        if length.is_none() && text.eat_empty() {
            let message = "`-` alone is the strip without cells";
            text.note(Diagnostic::new(message, start..start + 1).help("a strip of one empty cell is `.`"));
            return Ok(Strip(Vec::new()));
        }
        let mut cells = Vec::new();
        while !text.is_at_end() {
            match text.peek() {
                Some('.' | '_' | '-') => cells.push(false),
                Some('X' | 'x') => cells.push(true),
                found => {
                    let found = found.map_or(String::new(), |found| found.escape_debug().to_string());
                    return Err(Diagnostic::new(format!("`{found}` is no cell of a strip"), text.here())
                        .help("write `.` for an empty cell and `X` for a taken one: `..X....X.`"));
                }
            }
            if cells.len() > LONGEST {
                return Err(Diagnostic::new(format!("a strip has at most {LONGEST} cells"), text.here())
                    .help("the nimbers of 0.007 take time with the square of the length"));
            }
            text.next_char();
        }
        match (cells.is_empty(), length) {
            (true, Some(length)) => Ok(Strip(vec![false; length])),
            (true, None) => Err(Diagnostic::new("a strip needs cells", start..start)
                .help(format!("write them, `..X....X.`, or `{LENGTH}=12` for twelve empty ones"))),
            (false, None) => Ok(Strip(cells)),
            (false, Some(length)) => Err(Diagnostic::new(
                format!("{LENGTH}={length} already tells the strip"),
                start..text.position(),
            )
            .help(format!("write either `{LENGTH}={length}` or the cells"))),
        }
    }
}

impl Notation for Treblecross {
    fn parse(&self, text: &mut Reader<'_>) -> Result<Strip, Diagnostic> {
        Treblecross::read_strip(self.length, text)
    }

    fn parse_written(&self, text: &mut Reader<'_>) -> Result<Strip, Diagnostic> {
        Treblecross::read_strip(None, text)
    }

    fn format(&self, at: &Strip) -> String {
        if at.0.is_empty() {
            return EMPTY.to_owned();
        }
        at.0.iter().map(|&has_x| if has_x { 'X' } else { '.' }).collect()
    }

    fn label(&self, _: &Strip, cell: &usize) -> String {
        (cell + 1).to_string()
    }

    fn parse_move(&self, at: &Strip, label: &str) -> Result<usize, Diagnostic> {
        let wrong = |message: String| {
            Diagnostic::new(message, 0..label.len())
                .help(format!("a move is the number of an empty cell, from 1 to {}", at.0.len()))
        };
        if self.is_won(at) {
            return Err(wrong("three are in a row already: the game is over".to_owned()));
        }
        let cell = label.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let cell = cell.filter(|&cell| cell < at.0.len());
        let cell = cell.ok_or_else(|| wrong(format!("`{label}` is no cell of the strip")))?;
        if at.0[cell] { Err(wrong(format!("cell {} is taken", cell + 1))) } else { Ok(cell) }
    }

    fn say(&self, at: &Strip, cell: &usize) -> String {
        let place = Word::ordinal(cell + 1);
        match at.completes(*cell) {
            true => format!("complete three in a row in the {place} cell"),
            false => format!("write an X in the {place} cell"),
        }
    }
}
