//! Ranges in the lines of a file: `cram 3x{1..20}` stands for twenty lines.

use std::ops::RangeInclusive;

/// A line with ranges, on its way: the numbers of the last range change fastest.
#[derive(Debug)]
pub struct Ranges {
    /// The text before each range, and the range with the number that it is at.
    ranges: Vec<(String, RangeInclusive<u64>, u64)>,
    rest: String,
    is_over: bool,
}

impl Ranges {
    /// The lines that a line stands for, if there is a range in it: two numbers in braces, as `{1..20}`, the
    /// smaller one first, before any comment.
    pub fn of(line: &[u8]) -> Option<Ranges> {
        let line = std::str::from_utf8(line).ok()?;
        if line.trim_start().starts_with('#') || !line.contains("..") {
            return None;
        }
        let end = line.find(" -- ").unwrap_or(line.len());
        let (mut ranges, mut at, mut from) = (Vec::new(), 0, 0);
        while let Some(start) = line[at..end].find('{').map(|found| at + found) {
            let close = line[start..end].find('}').map(|found| start + found)?;
            if let Some(range) = range(&line[start + 1..close]) {
                let first = *range.start();
                ranges.push((line[from..start].to_owned(), range, first));
                from = close + 1;
            }
            at = close + 1;
        }
        let rest = line[from..].to_owned();
        (!ranges.is_empty()).then_some(Ranges { ranges, rest, is_over: false })
    }

    /// Whether there are no more lines.
    pub fn is_over(&self) -> bool {
        self.is_over
    }
}

impl Iterator for Ranges {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        if self.is_over {
            return None;
        }
        let mut line = String::new();
        for (before, _, number) in &self.ranges {
            line += before;
            line += &number.to_string();
        }
        line += &self.rest;
        // The next number of the last range that has one; those behind it begin again.
        self.is_over = !self.ranges.iter_mut().rev().any(|(_, range, number)| {
            let has_next = *number < *range.end();
            *number = if has_next { *number + 1 } else { *range.start() };
            has_next
        });
        Some(line.into_bytes())
    }
}

/// What stands in the braces, `1..20`.
fn range(text: &str) -> Option<RangeInclusive<u64>> {
    let (first, last) = text.split_once("..")?;
    let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse::<u64>().ok())?;
    let range = number(first)?..=number(last)?;
    (!range.is_empty()).then_some(range)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // in a test, a panic is the report

    use super::Ranges;

    fn lines(line: &str) -> Option<Vec<String>> {
        let lines = Ranges::of(line.as_bytes())?;
        Some(lines.map(|line| String::from_utf8(line).unwrap()).collect())
    }

    #[test]
    fn a_line_with_ranges_stands_for_many() {
        assert_eq!(lines("cram 3x{1..3}").unwrap(), ["cram 3x1", "cram 3x2", "cram 3x3"]);
        assert_eq!(
            lines("nim {0..1} {9..10} = N -- {1..2}").unwrap(),
            [
                "nim 0 9 = N -- {1..2}",
                "nim 0 10 = N -- {1..2}",
                "nim 1 9 = N -- {1..2}",
                "nim 1 10 = N -- {1..2}"
            ]
        );
        assert_eq!(lines("0.{0,2} {5..5}").unwrap(), ["0.{0,2} 5"]);
        assert_eq!(lines("nim {18446744073709551615..18446744073709551615}").unwrap().len(), 1);
        for line in ["nim 3", "# {1..3}", "nim {3..1}", "nim {1..}", "nim {a..b}", "0.{0,2} 5", "nim {1..2"] {
            assert_eq!(lines(line), None, "{line}");
        }
    }
}
