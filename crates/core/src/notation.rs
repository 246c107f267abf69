//! How positions and moves are written, said and shown.

use crate::{Diagnostic, Marks, Reader, Ruleset};
use grundy_picture::Picture;
use std::fmt::Write;

/// How a game's positions and moves are written, and said.
pub trait Notation: Ruleset {
    /// Reads a position, which takes the whole text: who opens it [asks](Reader::expect_end) that nothing is
    /// left over. Where the text is [`EMPTY`](crate::EMPTY) [alone](Reader::eat_empty), it is the position in
    /// which nothing is left.
    ///
    /// # Errors
    /// A [`Diagnostic`] with the place of the mistake and a remedy; also where nothing is written at all.
    fn parse(&self, text: &mut Reader<'_>) -> Result<Self::Position, Diagnostic>;

    /// Writes a position canonically: what is written, [`parse`](Notation::parse) reads back. Where nothing is
    /// left it writes [`EMPTY`](crate::EMPTY).
    fn format(&self, at: &Self::Position) -> String;

    /// A [part](Ruleset::split) as a working names it: as it lies in the whole, neither turned nor mirrored,
    /// without what is empty around it.
    fn format_part(&self, part: &Self::Position) -> String {
        self.format(part)
    }

    /// The position without what has been taken whole and is written all the same, so that labels keep their
    /// numbers: a heap of 0. Tables show so what a move leaves.
    fn in_play(&self, at: &Self::Position) -> Self::Position {
        at.clone()
    }

    /// A move's label: unique in its position, without blanks, and read back by
    /// [`parse_move`](Notation::parse_move).
    fn label(&self, at: &Self::Position, mv: &Self::Move) -> String;

    /// The labels of several moves of one position, where that is cheaper than one by one.
    fn labels(&self, at: &Self::Position, moves: &[Self::Move]) -> Vec<String> {
        moves.iter().map(|mv| self.label(at, mv)).collect()
    }

    /// Reads a move's label.
    ///
    /// # Errors
    /// When no move of the position has that label.
    fn parse_move(&self, at: &Self::Position, label: &str) -> Result<Self::Move, Diagnostic>;

    /// The move as a person would say it: "take 3 from the second heap".
    fn say(&self, at: &Self::Position, mv: &Self::Move) -> String;

    /// The parameters as they stand before a position (`max=4`), empty where all are usual.
    fn parameters(&self) -> String {
        String::new()
    }
}

/// How a position looks, in a terminal and as a picture.
pub trait Show: Ruleset {
    /// The board as lines of text, at most `width` columns where that can be; a board too large to
    /// be read that way says so and shows a summary.
    fn show(&self, at: &Self::Position, width: usize) -> String;

    /// The board as a picture, with marks. Each shape that stands for a move has the move's label. A
    /// board too large to be read says so and shows a summary, within a second.
    ///
    /// The text of [`show`](Show::show) is the picture of a game that has no other; it cannot show
    /// marks.
    fn draw(&self, at: &Self::Position, marks: &Marks<Self::Move>) -> Picture {
        let _ = marks;
        Picture::of_text("", &self.show(at, 80))
    }
}

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
