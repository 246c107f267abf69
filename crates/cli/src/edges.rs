//! Positions from files: graphs with one edge a line, which can be far too large for an argument, pictures with
//! one circle a line, and boards with their rows one below the other.

use crate::diagnostics::{Gravity, render};
use crate::error::{CliError, refuse};
use crate::files::{BOARD, EDGES, Sort};
use grundy::{Diagnostic, Run};
use std::io;
use std::path::Path;

/// The text of a position whose edges, or rows, come from a file.
pub struct EdgeFile {
    origin: String,
    /// The game's name and parameters, a line end, and the file with its comments blanked out.
    pub text: String,
    /// Where the file begins in the text.
    start: usize,
}

impl EdgeFile {
    /// Reads the edges that follow these words from a file; `-` is standard input. A line is an edge,
    /// `0-1`, its two vertices, `0 1`, or several edges; `#` begins a comment.
    pub fn read(words: &[String], path: &Path, memory: u64) -> anyhow::Result<EdgeFile> {
        only_one_term(words, "hackenbush --edges FILE")?;
        EdgeFile::read_with(words, path, EDGES.within(memory), tidy)
    }

    /// Reads the circles that follow these words from a file; `-` is standard input. A line is a circle, its x,
    /// y, radius and label; a line that begins with `#` is a comment.
    pub fn of_circles(words: &[String], path: &Path, memory: u64) -> anyhow::Result<EdgeFile> {
        if words.iter().flat_map(|word| word.split_whitespace()).count() > 1 {
            refuse!(
                "a file of circles is a whole position, and there is another one",
                "write the game's name alone: bubbly --circles FILE"
            );
        }
        EdgeFile::read_with(words, path, EDGES.within(memory), |line| {
            if line.trim_ascii_start().starts_with(b"#") {
                line.fill(b' ');
            }
        })
    }

    /// Reads the rows of a board that follow these words from a file; `-` is standard input. A `#` is a cell.
    pub fn read_board(words: &[String], path: &Path) -> anyhow::Result<EdgeFile> {
        only_one_term(words, "2d-nim --board FILE")?;
        let file = EdgeFile::read_with(words, path, BOARD, |_| {})?;
        if let Some(count) = boards_side_by_side(&file.text[file.start..]) {
            refuse!(
                format!("{count} boards stand side by side in {}, and one is read", file.origin),
                "write them one under the other in a file for `grundy solve -f`, a board on each line: 2d-nim 1100/0000"
            );
        }
        Ok(file)
    }

    fn read_with(
        words: &[String],
        path: &Path,
        sort: Sort,
        tidy: impl Fn(&mut [u8]),
    ) -> anyhow::Result<EdgeFile> {
        let mut bytes = words.join(" ").into_bytes();
        bytes.push(b'\n');
        let start = bytes.len();
        let origin = match path.as_os_str() == "-" {
            true => {
                sort.read_from(io::stdin().lock(), "standard input", &mut bytes)?;
                "standard input".to_owned()
            }
            false => {
                sort.read_onto(path, &Run::unlimited(), &mut bytes)?;
                path.display().to_string()
            }
        };
        if bytes[start..].starts_with(crate::input::BYTE_ORDER_MARK) {
            bytes.drain(start..start + crate::input::BYTE_ORDER_MARK.len());
        }
        bytes[start..].split_mut(|&byte| byte == b'\n').for_each(&tidy);
        // A game's name alone would be its example, and the file says that there are no edges.
        let is_name = bytes[..start].iter().filter(|byte| byte.is_ascii_whitespace()).count() == 1;
        if is_name && bytes[start..].iter().all(u8::is_ascii_whitespace) {
            bytes.extend_from_slice(grundy::EMPTY.as_bytes());
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = &error.as_bytes()[start..error.utf8_error().valid_up_to()];
            let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count();
            CliError::new(format!("{origin}:{line} is not UTF-8 text"), "save the file as UTF-8")
        })?;
        Ok(EdgeFile { origin, text, start })
    }

    /// A message with the line of the file that it is about.
    pub fn render(&self, gravity: Gravity, diagnostic: &Diagnostic) -> String {
        let at = diagnostic.span.start;
        let before = &self.text[..at];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let line_end = self.text[at..].find('\n').map_or(self.text.len(), |length| at + length);
        // Without what was blanked out, but with all that the message is about.
        let end = diagnostic.span.end.clamp(at, line_end);
        let line =
            &self.text[line_start..end.max(line_start + self.text[line_start..line_end].trim_end().len())];
        let mut own = diagnostic.clone();
        own.span = at - line_start..end - line_start;
        if at < self.start {
            return render(gravity, "position", 1, line, &own);
        }
        let number = 1 + self.text[self.start..at].bytes().filter(|&byte| byte == b'\n').count();
        render(gravity, &self.origin, number, line, &own)
    }
}

/// Refuses a sum: the file would belong to its last term alone.
fn only_one_term(words: &[String], example: &str) -> anyhow::Result<()> {
    if words.iter().flat_map(|word| word.split_whitespace()).any(|word| word == "+") {
        refuse!(
            "a file is the position of one game, and this is a sum",
            format!("write the game of the file alone, `{example}`, or the whole sum as text")
        );
    }
    Ok(())
}

/// How many boards stand side by side: as many blocks of signs on each of several lines, all equally wide. Blocks of
/// one sign are the cells of one board.
fn boards_side_by_side(text: &str) -> Option<usize> {
    let lines: Vec<Vec<&str>> = text
        .lines()
        .map(|line| line.split_whitespace().collect())
        .filter(|words: &Vec<_>| !words.is_empty())
        .collect();
    let count = lines.first()?.len();
    let width = lines[0][0].chars().count();
    let is_block = |word: &&str| word.chars().count() == width;
    let are_boards = lines.len() > 1 && count > 1 && width > 1;
    let all_alike = lines.iter().all(|words| words.len() == count && words.iter().all(is_block));
    (are_boards && all_alike).then_some(count)
}

/// Blanks out the comment of a line, and joins two vertices that stand alone on it: `0 1` is `0-1`.
fn tidy(line: &mut [u8]) {
    if let Some(comment) = line.iter().position(|&byte| byte == b'#') {
        line[comment..].fill(b' ');
    }
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let run = |from: usize, belongs: &dyn Fn(&u8) -> bool| {
        from + line[from..].iter().take_while(|byte| belongs(byte)).count()
    };
    let is_between = |byte: &u8| byte.is_ascii_whitespace() || *byte == b',';
    let first = run(0, &is_between);
    let first_end = run(first, &is_digit);
    let second = run(first_end, &is_between);
    let second_end = run(second, &is_digit);
    let is_pair = first < first_end && first_end < second && second < second_end;
    if is_pair && run(second_end, &is_between) == line.len() {
        line[first_end] = b'-';
        line.copy_within(second..second_end, first_end + 1);
        line[first_end + 1 + second_end - second..second_end].fill(b' ');
    }
}

#[cfg(test)]
mod tests {
    use super::{boards_side_by_side, tidy};

    #[test]
    fn boards_side_by_side_are_told_from_rows_and_from_cells_apart() {
        assert_eq!(boards_side_by_side("1100 1001\n0000  0110\n"), Some(2));
        assert_eq!(boards_side_by_side("1 1 0 0\n0 0 1 1"), None, "cells of one board");
        assert_eq!(boards_side_by_side("1100 1001 0110"), None, "rows of one board");
        assert_eq!(boards_side_by_side("1100\n1001"), None);
        assert_eq!(boards_side_by_side(""), None);
    }

    #[test]
    fn two_vertices_on_a_line_are_an_edge_and_comments_are_blank() {
        let tidied = |line: &str| {
            let mut bytes = line.as_bytes().to_vec();
            tidy(&mut bytes);
            assert_eq!(bytes.len(), line.len(), "places stay what they are");
            String::from_utf8(bytes).unwrap_or_default().trim_end_matches(' ').to_owned()
        };
        assert_eq!(tidied("0 1"), "0-1");
        assert_eq!(tidied(" 10 ,\t200  # the leg"), " 10-200");
        assert_eq!(tidied("0-1 1-2"), "0-1 1-2");
        assert_eq!(tidied("0 1 2"), "0 1 2");
        assert_eq!(tidied("7"), "7");
        assert_eq!(tidied("# 0 1"), "");
        assert_eq!(tidied("0 1\r"), "0-1\r");
    }
}
