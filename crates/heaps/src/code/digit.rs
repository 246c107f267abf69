//! One digit of a code: into how many heaps a move may leave the rest, and of what sizes.

use std::fmt;

/// What a move asks of the sizes of the heaps that it leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sizes {
    /// Nothing.
    Any,
    /// No two of them are equal: `!`.
    AllDiffer,
    /// They are not all equal: `?`.
    NotAllEqual,
    /// They are all equal: `=`.
    AllEqual,
}

impl Sizes {
    /// The symbol that stands behind a digit, or nothing.
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Sizes::Any => "",
            Sizes::AllDiffer => "!",
            Sizes::NotAllEqual => "?",
            Sizes::AllEqual => "=",
        }
    }

    /// Whether heaps of these sizes, in order, may be left. One heap may, and none.
    ///
    /// ```
    /// use grundy_heaps::Sizes;
    ///
    /// assert!(Sizes::NotAllEqual.allow(&[1, 1, 2]) && !Sizes::AllDiffer.allow(&[1, 1, 2]));
    /// assert!(Sizes::AllEqual.allow(&[2, 2, 2]) && !Sizes::NotAllEqual.allow(&[2, 2, 2]));
    /// ```
    pub fn allow(self, heaps: &[u64]) -> bool {
        heaps.len() < 2
            || match self {
                Sizes::Any => true,
                Sizes::AllDiffer => heaps.windows(2).all(|pair| pair[0] != pair[1]),
                Sizes::NotAllEqual => heaps.first() != heaps.last(),
                Sizes::AllEqual => heaps.first() == heaps.last(),
            }
    }

    /// The same rule for so many heaps, told in one way only: fewer than two heaps are of any sizes, and two
    /// that are not all equal differ.
    fn for_heaps(self, heaps: usize) -> Sizes {
        match (heaps, self) {
            (0 | 1, _) => Sizes::Any,
            (2, Sizes::NotAllEqual) => Sizes::AllDiffer,
            _ => self,
        }
    }
}

/// The largest number of heaps that a digit names; `+` says "and more".
pub const MOST_NAMED: usize = 63;

/// What a move may leave after taking some number of beans: for each number of heaps whether it may leave so
/// many, and of what [sizes](Sizes).
///
/// Two digits are equal when they allow the same, however they were written.
///
/// ```
/// use grundy_heaps::{Code, Sizes};
///
/// let code: Code = "0.77!{0,3+}=".parse()?;
/// assert_eq!(code.digit(1).sizes(2), Some(Sizes::Any));
/// assert_eq!(code.digit(2).sizes(2), Some(Sizes::AllDiffer));
/// assert_eq!(code.digit(3).sizes(2), None);
/// assert_eq!(code.digit(3).sizes(1_000), Some(Sizes::AllEqual));
/// # Ok::<(), grundy_core::Diagnostic>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Digit {
    /// A bit for each number of heaps up to [`MOST_NAMED`] that may be left, by what is asked of their sizes.
    any: u64,
    differ: u64,
    mixed: u64,
    equal: u64,
    /// More heaps than that may be left, and what is asked then.
    more: Option<Sizes>,
}

impl Digit {
    /// The digit that allows no move.
    pub const ZERO: Digit = Digit { any: 0, differ: 0, mixed: 0, equal: 0, more: None };

    /// The octal or hexadecimal digit of this value: a sum of 1 (nothing), 2 (one heap), 4 (two heaps) and 8
    /// (three heaps).
    pub(crate) const fn plain(value: u8) -> Digit {
        Digit { any: value as u64, ..Digit::ZERO }
    }

    /// What is asked of the sizes of so many heaps; `None` when a move may not leave so many.
    pub fn sizes(&self, heaps: u64) -> Option<Sizes> {
        if heaps > MOST_NAMED as u64 {
            return self.more;
        }
        let masks = [
            (self.any, Sizes::Any),
            (self.differ, Sizes::AllDiffer),
            (self.mixed, Sizes::NotAllEqual),
            (self.equal, Sizes::AllEqual),
        ];
        masks.into_iter().find(|(mask, _)| mask >> heaps & 1 == 1).map(|(_, sizes)| sizes)
    }

    /// Whether no move is allowed.
    pub fn is_zero(&self) -> bool {
        *self == Digit::ZERO
    }

    /// Whether this is the octal or hexadecimal digit of a value, without modifiers.
    ///
    /// ```
    /// # use grundy_heaps::Code;
    /// let code: Code = "0.77!".parse()?;
    /// assert!(code.digit(1).is_plain(7) && !code.digit(2).is_plain(7));
    /// # Ok::<(), grundy_core::Diagnostic>(())
    /// ```
    pub fn is_plain(&self, value: u8) -> bool {
        *self == Digit::plain(value)
    }

    /// The most heaps that a move may leave, or `None` where there is no bound.
    pub(crate) fn most_parts(&self) -> Option<u32> {
        match self.more {
            Some(_) => None,
            None => Some(self.named().checked_ilog2().unwrap_or(0)),
        }
    }

    /// Whether a rule about sizes can forbid a move.
    pub(crate) fn has_modifiers(&self) -> bool {
        self.differ | self.mixed | self.equal != 0
    }

    /// The same without leaving nothing.
    pub(crate) fn without_none(mut self) -> Digit {
        self.any &= !1;
        self
    }

    /// The smallest numbers of heaps that are named, each with its rule. What lies beyond is as the last of
    /// them, where more are allowed.
    pub(crate) fn rules(&self) -> impl Iterator<Item = (u64, Sizes)> {
        (0..=MOST_NAMED as u64).filter_map(|heaps| Some((heaps, self.sizes(heaps)?)))
    }

    /// What is asked of more heaps than can be named.
    pub(crate) fn more(&self) -> Option<Sizes> {
        self.more
    }

    fn named(&self) -> u64 {
        self.any | self.differ | self.mixed | self.equal
    }

    /// Its fields as bytes, for a hash.
    pub(crate) fn bytes(&self) -> [u8; 33] {
        let mut bytes = [0; 33];
        let masks = [self.any, self.differ, self.mixed, self.equal].into_iter().flat_map(u64::to_le_bytes);
        bytes.iter_mut().zip(masks).for_each(|(slot, byte)| *slot = byte);
        bytes[32] = self.more.map_or(0, |sizes| 1 + sizes as u8);
        bytes
    }
}

/// A digit as it is written: how it is printed depends on more than what it allows, for `4?` and `4!` are the
/// same.
#[derive(Clone, Debug, Default)]
pub(crate) struct Written {
    /// For each number of heaps from 0, what is asked if it may be left.
    parts: Vec<Option<Sizes>>,
    /// All larger numbers may be left like the last.
    more: bool,
}

impl Written {
    /// A hexadecimal digit with its modifier.
    pub(crate) fn of_value(value: u8, sizes: Sizes) -> Written {
        Written::new((0..8).map(|bit| (value >> bit & 1 == 1).then_some(sizes)).collect(), false)
    }

    /// Numbers of heaps with their rules, and whether all larger ones are like the last; in the normal form
    /// of CGSuite: a rule that can forbid nothing is that of the others, and the numbers that are like all
    /// larger ones are not named.
    pub(crate) fn new(mut parts: Vec<Option<Sizes>>, more: bool) -> Written {
        trim(&mut parts);
        if more && let Some(&last) = parts.last() {
            // Rules are compared from two heaps on, so those are written out.
            parts.resize(parts.len().max(4), last);
        }
        let mut asked = parts.iter().skip(2).flatten();
        let first = asked.next().copied();
        let common = first.filter(|first| asked.all(|sizes| sizes == first)).unwrap_or(Sizes::Any);
        for sizes in parts.iter_mut().take(2).flatten() {
            *sizes = common;
        }
        if more && let Some(&last) = parts.last() {
            let named = parts.iter().rposition(|&sizes| sizes != last).map_or(0, |place| place + 1);
            parts.truncate(named + 1);
        }
        Written { parts, more }
    }

    /// What it allows.
    pub(crate) fn digit(&self) -> Digit {
        let mut digit = Digit::ZERO;
        let last = self.parts.last().copied().flatten().filter(|_| self.more);
        for heaps in 0..=MOST_NAMED {
            let sizes = self.parts.get(heaps).copied().unwrap_or(last);
            let mask = match sizes.map(|sizes| sizes.for_heaps(heaps)) {
                None => continue,
                Some(Sizes::Any) => &mut digit.any,
                Some(Sizes::AllDiffer) => &mut digit.differ,
                Some(Sizes::NotAllEqual) => &mut digit.mixed,
                Some(Sizes::AllEqual) => &mut digit.equal,
            };
            *mask |= 1 << heaps;
        }
        digit.more = last;
        digit
    }

    /// The same with a rule for the sizes of two and more heaps.
    pub(crate) fn with(&self, sizes: Sizes) -> Written {
        let parts = self.parts.iter().map(|old| old.map(|_| sizes)).collect();
        Written::new(parts, self.more)
    }

    /// Whether a modifier says something: two or more heaps may be left.
    pub(crate) fn can_be_modified(&self) -> bool {
        self.more || self.parts.len() > 2
    }

    /// The numbers that are named, as `0,2!,3`.
    fn list(&self, has_symbols: bool) -> String {
        let named = self.parts.iter().enumerate().filter_map(|(heaps, sizes)| Some((heaps, (*sizes)?)));
        let symbol = |sizes: Sizes| if has_symbols { sizes.symbol() } else { "" };
        let named: Vec<String> = named.map(|(heaps, sizes)| format!("{heaps}{}", symbol(sizes))).collect();
        named.join(",")
    }
}

/// Takes away the numbers of heaps at the end that may not be left.
fn trim(parts: &mut Vec<Option<Sizes>>) {
    while parts.last() == Some(&None) {
        parts.pop();
    }
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(last) = self.parts.last().copied().flatten() else { return f.write_str("0") };
        let is_common = self.parts.iter().flatten().all(|&sizes| sizes == last);
        let more = if self.more { "+" } else { "" };
        match (is_common, self.more, self.parts.len()) {
            (true, false, ..=4) => {
                let bits = (0..).zip(&self.parts).filter(|(_, sizes)| sizes.is_some());
                write!(f, "{:X}{}", bits.map(|(bit, _)| 1u8 << bit).sum::<u8>(), last.symbol())
            }
            (true, true, 1) => write!(f, "*{}", last.symbol()),
            (true, ..) => write!(f, "{{{}{more}}}{}", self.list(false), last.symbol()),
            (false, ..) => write!(f, "{{{}{more}}}", self.list(true)),
        }
    }
}
