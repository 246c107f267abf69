//! Boards in a text: rows one below the other, boards one after the other or side by side.

use std::ops::Range;

/// A word of a line, with its place in the text.
#[derive(Clone, Debug)]
pub(super) struct Placed<'t> {
    pub(super) text: &'t str,
    pub(super) span: Range<usize>,
}

/// A board: its rows, each with its place.
#[derive(Clone, Debug, Default)]
pub(super) struct Diagram<'t> {
    pub(super) rows: Vec<Placed<'t>>,
    /// The word above it, such as the name of who made the move that led to it.
    pub(super) caption: Option<Placed<'t>>,
}

impl Diagram<'_> {
    /// The rows, joined as positions write them.
    pub(super) fn text(&self) -> String {
        self.rows.iter().map(|row| row.text).collect::<Vec<_>>().join("/")
    }

    /// Where it begins: its first row.
    pub(super) fn place(&self) -> Range<usize> {
        self.rows.first().map_or(0..0, |row| row.span.clone())
    }
}

/// What stands between boards that are side by side, and says nothing.
const JOINTS: [&str; 8] = [">", "->", "=>", "→", "⇒", "|", "-->", ">>"];

/// What may stand in the cells of a board.
const CELLS: &str = "01.#XxoO_*-●○■□·";

/// A line without the marks with which e-mail quotes it, and its place.
pub(super) fn unquoted(line: &str, at: usize) -> (usize, &str) {
    let plain = line.trim_start_matches(['>', ' ']);
    let is_quoted = line == ">" || line.starts_with("> ");
    if is_quoted { (at + line.len() - plain.len(), plain) } else { (at, line) }
}

/// Whether nothing but marks between boards stands on a line.
pub(super) fn is_joint(words: &[Placed<'_>]) -> bool {
    !words.is_empty() && words.iter().all(|word| JOINTS.contains(&word.text))
}

/// The words of a line that begins at `at`. Arrows stand by themselves, with blanks around them or without.
pub(super) fn words(line: &str, at: usize) -> Vec<Placed<'_>> {
    let mut end = 0;
    line.split(|c: char| c.is_whitespace() || "→⇒".contains(c))
        .filter(|text| !text.is_empty())
        .map(|text| {
            let start = end + line[end..].find(text).unwrap_or(0);
            end = start + text.len();
            Placed { text, span: at + start..at + end }
        })
        .collect()
}

/// The rows of boards that stand side by side on a line; `None` where it is no such line.
pub(super) fn rows<'t>(words: &[Placed<'t>]) -> Option<Vec<Placed<'t>>> {
    let rows: Vec<Placed<'t>> = words.iter().filter(|word| !JOINTS.contains(&word.text)).cloned().collect();
    let is_row = |row: &Placed<'_>| row.text.chars().all(|cell| CELLS.contains(cell));
    let first = rows.first()?.text.chars().count();
    let is_board = first > 1 && rows.iter().all(|row| is_row(row) && row.text.chars().count() == first);
    is_board.then_some(rows)
}

/// The first row that is longer or shorter than the one before it, on a line of rows; `None` where they are equal, or
/// where it is no such line.
pub(super) fn ragged<'t>(words: &[Placed<'t>], before: Option<usize>) -> Option<Placed<'t>> {
    let rows: Vec<&Placed<'t>> = words.iter().filter(|word| !JOINTS.contains(&word.text)).collect();
    let width = |row: &Placed<'_>| row.text.chars().count();
    let is_row = |row: &&Placed<'_>| width(row) > 1 && row.text.chars().all(|cell| CELLS.contains(cell));
    let wanted = before.or_else(|| rows.first().map(|row| width(row)))?;
    if !rows.iter().all(is_row) {
        return None;
    }
    rows.into_iter().find(|row| width(row) != wanted).cloned()
}

/// The name in a caption: `(A)`, `A:`, `A`.
pub(super) fn name(caption: &str) -> &str {
    caption.trim_matches(|c| "()[]:,.".contains(c))
}

/// Whether a caption says that its board is the one at the start.
pub(super) fn is_start(caption: &str) -> bool {
    let plain = name(caption).to_lowercase();
    ["org", "orig", "original", "start", "begin", "0"].contains(&plain.as_str())
}

/// Lines of rows that belong together, and the line of captions above them.
#[derive(Clone, Debug, Default)]
pub(super) struct Block<'t> {
    lines: Vec<Vec<Placed<'t>>>,
    captions: Vec<Placed<'t>>,
}

impl<'t> Block<'t> {
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether a line of rows goes on with this block: as many boards of the same width.
    pub(super) fn takes(&self, rows: &[Placed<'_>]) -> bool {
        let width = |row: &Placed<'_>| row.text.chars().count();
        self.lines
            .first()
            .is_none_or(|first| first.len() == rows.len() && width(&first[0]) == width(&rows[0]))
    }

    /// How many cells its rows have.
    pub(super) fn width(&self) -> Option<usize> {
        self.lines.first().map(|rows| rows[0].text.chars().count())
    }

    /// Other ways to read a block that is not one board: boards of equal heights one below the other without a line
    /// between them, a board in each line with its rows apart by blanks, or a square board in each line without
    /// blanks.
    pub(super) fn other_readings(&self) -> Vec<Vec<Diagram<'t>>> {
        let board = |rows: Vec<Placed<'t>>| Diagram { rows, caption: None };
        let (count, width) = (self.lines.first().map_or(0, Vec::len), self.width().unwrap_or(0));
        if count > 1 {
            return vec![self.lines.iter().cloned().map(board).collect()];
        }
        let rows: Vec<Placed<'t>> = self.lines.iter().flatten().cloned().collect();
        let heights = (1..rows.len()).filter(|height| rows.len().is_multiple_of(*height)).rev();
        let mut readings: Vec<Vec<Diagram<'t>>> =
            heights.map(|height| rows.chunks(height).map(|rows| board(rows.to_vec())).collect()).collect();
        let side = width.isqrt();
        if side > 1 && side * side == width {
            readings.push(rows.iter().map(|row| board(pieces(row, side))).collect());
        }
        readings
    }

    pub(super) fn push(&mut self, rows: Vec<Placed<'t>>) {
        self.lines.push(rows);
    }

    /// Keeps the words above the block.
    pub(super) fn caption(&mut self, words: Vec<Placed<'t>>) {
        self.captions = words;
    }

    /// The boards, from left to right, and the line of captions where it is not of as many words.
    pub(super) fn diagrams(self) -> Result<Vec<Diagram<'t>>, Range<usize>> {
        let count = self.lines.first().map_or(0, Vec::len);
        if !self.captions.is_empty() && self.captions.len() != count {
            let (first, last) = (&self.captions[0].span, &self.captions[self.captions.len() - 1].span);
            return Err(first.start..last.end);
        }
        let mut captions = self.captions.into_iter();
        let mut diagrams = vec![Diagram::default(); count];
        for line in self.lines {
            for (diagram, row) in diagrams.iter_mut().zip(line) {
                diagram.rows.push(row);
            }
        }
        diagrams.iter_mut().for_each(|diagram| diagram.caption = captions.next());
        Ok(diagrams)
    }
}

/// A row cut into rows of this number of cells.
fn pieces<'t>(row: &Placed<'t>, width: usize) -> Vec<Placed<'t>> {
    let mut ends: Vec<usize> = row.text.char_indices().map(|(place, _)| place).step_by(width).collect();
    ends.push(row.text.len());
    let piece = |ends: &[usize]| Placed {
        text: &row.text[ends[0]..ends[1]],
        span: row.span.start + ends[0]..row.span.start + ends[1],
    };
    ends.windows(2).map(piece).collect()
}
