//! Lines of a file without their comments, each with its word and its place.

/// A statement: its first word, and what follows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Statement<'t> {
    pub(crate) word: &'t str,
    pub(crate) at: usize,
    pub(crate) rest: &'t str,
    /// Where the rest begins.
    pub(crate) rest_at: usize,
}

impl Statement<'_> {
    /// The bytes of the statement's word.
    pub(crate) fn word_span(&self) -> std::ops::Range<usize> {
        self.at..self.at + self.word.len()
    }

    /// The end of the statement.
    pub(crate) fn end(&self) -> usize {
        self.rest_at + self.rest.len()
    }
}

/// The statements of a file, in order.
pub(crate) fn statements(text: &str) -> impl Iterator<Item = Statement<'_>> {
    let start = text.as_ptr().addr();
    text.trim_start_matches('\u{feff}').split(['\n', '\r']).filter_map(move |line| {
        let line_at = line.as_ptr().addr() - start;
        let line = &line[..comment(line)];
        let at = line_at + line.len() - line.trim_start().len();
        let line = line.trim();
        let end = line.find(is_blank).unwrap_or(line.len());
        let rest = line[end..].trim_start();
        let rest_at = at + line.len() - rest.len();
        (!line.is_empty()).then_some(Statement { word: &line[..end], at, rest, rest_at })
    })
}

pub(crate) fn is_blank(c: char) -> bool {
    c.is_whitespace()
}

/// Where the comment of a line begins: two hyphens with a blank, or the end of the line, on both sides.
fn comment(line: &str) -> usize {
    // Lines of a program or a file name have none.
    let word = line.split_whitespace().next().unwrap_or("");
    if ["arcs", "program"].contains(&word) {
        return line.len();
    }
    let is_comment = |&(at, _): &(usize, &str)| {
        line[..at].chars().next_back().is_none_or(is_blank)
            && line[at + 2..].chars().next().is_none_or(is_blank)
    };
    line.match_indices("--").find(is_comment).map_or(line.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_stand_between_blanks_and_places_count_from_the_start_of_the_file() {
        let text = "-- all\n game a-b -- c\r\n\tsays x--y -- z\n--x\n";
        let found: Vec<_> =
            statements(text).map(|line| (line.word, line.at, line.rest, line.rest_at)).collect();
        assert_eq!(found, [("game", 8, "a-b", 13), ("says", 24, "x--y", 29), ("--x", 39, "", 42)]);
    }
}
