//! Small words that messages and workings share.

use std::fmt::Write;

/// Small words that every game needs to say.
pub enum Word {}

impl Word {
    /// A number with its noun: `1 heap`, `2 heaps`.
    ///
    /// ```
    /// use grundy_core::Word;
    /// assert_eq!(Word::count(1, "bubble"), "1 bubble");
    /// assert_eq!(Word::count(1_000_000, "bubble"), "1000000 bubbles");
    /// ```
    pub fn count(number: u128, noun: &str) -> String {
        format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
    }

    /// A list as prose: `A`, `A and B`, `A, B and C`.
    ///
    /// ```
    /// use grundy_core::Word;
    /// assert_eq!(Word::list(&["A", "B", "C"]), "A, B and C");
    /// ```
    pub fn list<S: AsRef<str>>(items: &[S]) -> String {
        let mut prose = String::new();
        for (index, item) in items.iter().enumerate() {
            let joint = match index {
                0 => "",
                last if last + 1 == items.len() => " and ",
                _ => ", ",
            };
            let _ = write!(prose, "{joint}{}", item.as_ref());
        }
        prose
    }

    /// A set of nimbers in increasing order, with long runs shortened: `{0, 4, 5}`, `{0..31, 40}`.
    ///
    /// ```
    /// use grundy_core::Word;
    /// assert_eq!(Word::set([0, 4, 5, 6, 7]), "{0, 4, 5, 6, 7}");
    /// assert_eq!(Word::set((0..32).chain([40])), "{0..31, 40}");
    /// ```
    pub fn set(nimbers: impl IntoIterator<Item = u64>) -> String {
        let nimbers: std::collections::BTreeSet<u64> = nimbers.into_iter().collect();
        let mut runs: Vec<(u64, u64)> = Vec::new();
        for &nimber in &nimbers {
            match runs.last_mut() {
                Some((_, last)) if nimbers.len() > 16 && *last + 1 == nimber => *last = nimber,
                _ => runs.push((nimber, nimber)),
            }
        }
        let run = |(first, last): (u64, u64)| match last - first {
            0 => first.to_string(),
            1 => format!("{first}, {last}"),
            _ => format!("{first}..{last}"),
        };
        format!("{{{}}}", runs.into_iter().map(run).collect::<Vec<_>>().join(", "))
    }

    /// Nimbers and their sum: `4 ⊕ 1 = 5`; one nimber stands alone.
    ///
    /// ```
    /// use grundy_core::Word;
    /// assert_eq!(Word::nim_sum([4, 1]), "4 ⊕ 1 = 5");
    /// assert_eq!(Word::nim_sum([3]), "3");
    /// assert_eq!(Word::nim_sum([]), "0");
    /// ```
    pub fn nim_sum(nimbers: impl IntoIterator<Item = u64>) -> String {
        let nimbers: Vec<u64> = nimbers.into_iter().collect();
        let total = nimbers.iter().fold(0, |total, nimber| total ^ nimber);
        match nimbers.len() {
            0 | 1 => total.to_string(),
            2..=12 => {
                let terms: Vec<String> = nimbers.iter().map(u64::to_string).collect();
                format!("{} = {total}", terms.join(" ⊕ "))
            }
            many => format!("the ⊕ of {many} nimbers = {total}"),
        }
    }

    /// The place in a row: `first`, `second`, ... `tenth`, then `11th`.
    ///
    /// ```
    /// use grundy_core::Word;
    /// assert_eq!(Word::ordinal(2), "second");
    /// assert_eq!(Word::ordinal(22), "22nd");
    /// ```
    pub fn ordinal(place: usize) -> String {
        const SMALL: [&str; 10] =
            ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
        if let Some(word) = place.checked_sub(1).and_then(|index| SMALL.get(index)) {
            return (*word).to_owned();
        }
        let ending = match (place % 100, place % 10) {
            (11..=13, _) => "th",
            (_, 1) => "st",
            (_, 2) => "nd",
            (_, 3) => "rd",
            _ => "th",
        };
        format!("{place}{ending}")
    }
}
