//! What is published of codes, with its sources.

use grundy_heaps::Code;

const PERIODS: &str = include_str!("../../data/octal-periods.csv");
const OPEN: &str = include_str!("../../data/open-codes.csv");

/// A period that is published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedPeriod {
    /// From which heap on.
    pub preperiod: u64,
    /// After how many heaps.
    pub period: u64,
    /// By whom.
    pub source: &'static str,
}

/// How far a code has been searched for a period, in vain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedSearch {
    /// How many heaps, as it was published.
    pub heaps: &'static str,
    /// By whom.
    pub source: &'static str,
}

/// The lines of a table but for comments.
fn lines(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.starts_with('#'))
}

impl PublishedPeriod {
    /// The published period of a code.
    ///
    /// ```
    /// use grundy::PublishedPeriod;
    /// let known = PublishedPeriod::of(&"0.106".parse().unwrap()).unwrap();
    /// assert_eq!((known.preperiod, known.period), (465_384_263_797, 328_226_140_474));
    /// assert!(PublishedPeriod::of(&"0.007".parse().unwrap()).is_none());
    /// ```
    pub fn of(code: &Code) -> Option<PublishedPeriod> {
        period(code)
    }
}

impl PublishedSearch {
    /// The published search of a code that is open.
    ///
    /// ```
    /// use grundy::PublishedSearch;
    /// assert!(PublishedSearch::of(&"0.6".parse().unwrap()).is_some());
    /// assert!(PublishedSearch::of(&"0.77".parse().unwrap()).is_none());
    /// ```
    pub fn of(code: &Code) -> Option<PublishedSearch> {
        search(code)
    }
}

/// The published period of a code.
pub(super) fn period(code: &Code) -> Option<PublishedPeriod> {
    lines(PERIODS).find_map(|line| {
        let mut fields = line.splitn(4, ',');
        let is_meant = fields.next()?.parse::<Code>().is_ok_and(|known| known == *code);
        let [preperiod, period] = [fields.next()?, fields.next()?].map(|number| number.parse().ok());
        let source = fields.next()?.trim_matches('"');
        is_meant.then_some(PublishedPeriod { preperiod: preperiod?, period: period?, source })
    })
}

/// The published search of a code that is open.
pub(super) fn search(code: &Code) -> Option<PublishedSearch> {
    lines(OPEN).find_map(|line| {
        let (before, source) = line.split_once(",\"")?;
        let mut fields = before.split(',');
        let is_meant = fields.next()?.parse::<Code>().is_ok_and(|known| known == *code);
        let heaps = fields.next_back()?;
        (is_meant && !heaps.is_empty()).then_some(PublishedSearch { heaps, source: source.trim_matches('"') })
    })
}

#[cfg(test)]
mod tests {
    use super::{OPEN, PERIODS, lines, period, search};
    use grundy_heaps::Code;

    #[test]
    fn every_line_of_the_tables_is_read() {
        let code = |line: &str| line.split(',').next().and_then(|text| text.parse::<Code>().ok());
        for line in lines(PERIODS) {
            assert!(code(line).and_then(|code| period(&code)).is_some(), "{line}");
        }
        for line in lines(OPEN) {
            let code = code(line).unwrap_or_else(|| panic!("{line}"));
            assert_eq!(search(&code).is_some(), !line.ends_with(",,\"\""), "{line}");
        }
    }
}
