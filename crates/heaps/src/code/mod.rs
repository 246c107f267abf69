//! The rules of a heap game: one type for every way to write them.

pub(crate) mod digit;
pub(crate) mod options;
pub(crate) mod parse;
pub(crate) mod partitions;
pub(crate) mod rules;
pub(crate) mod split;
pub(crate) mod standard;
pub(crate) mod takes;
pub(crate) mod termination;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_core::Diagnostic;

use crate::code::digit::Digit;
use crate::code::split::Split;
use crate::code::termination::Weight;

/// The most beans a code may name; a longer code is refused, not truncated.
pub const LARGEST_TAKE: u64 = 65_535;

/// The rules of a taking-and-breaking game on heaps of beans.
///
/// A code `d0.d1d2d3…` says what a player may leave after taking `k` beans from one heap: digit `d_k` is a
/// sum of 1 (nothing), 2 (one heap), 4 (two heaps) and 8 (three heaps), all left heaps being non-empty (Guy
/// and Smith, *The G-values of various games*, 1956; Berlekamp, Conway and Guy, *Winning Ways*, ch. 4).
/// Subtraction sets and their complements are codes whose digits are 3 and 0.
///
/// Accepted forms are those of CGSuite, and some more:
///
/// | text | rules |
/// |---|---|
/// | `0.07`, `.07`, `4.0` | octal digits, finite |
/// | `0.3F` | hexadecimal digits |
/// | `0.[3]`, `0.1[02]` | the bracketed digits repeat for ever; `0.1(02)` is read too |
/// | `4!.0` | the heaps left after this digit all differ in size (here: Grundy's game); `4u.0` is read too |
/// | `0.8?` | they are not all of one size |
/// | `0.8=` | they are all of one size |
/// | `0.{0,4}` | nothing is left, or four heaps |
/// | `0.{0,2!,3+}` | nothing, two heaps that differ, three heaps or more |
/// | `0.*` | any number of heaps, even none |
/// | `80.0` | d0 is 0; the 8 left of it adds a bean and parts the heap in three |
/// | `subtraction(1,2,5)` | take 1, 2 or 5 |
/// | `allbut(2,3,7)` | take any number but 2, 3 and 7 |
///
/// A modifier (`!`, `?`, `=`) belongs to the digit before it. Digits left of d0 are read only where every
/// heap that a move leaves is smaller than the heap it came from, since otherwise the game need not end.
///
/// Two codes are equal when their digits allow the same, however they were written: `0.[3]` equals
/// `allbut()`, and `4?.0` equals `4!.0`.
///
/// ```
/// use grundy_heaps::Code;
///
/// let kayles: Code = "0.77".parse()?;
/// assert!(kayles.digit(2).is_plain(7));
/// assert_eq!(kayles.to_string(), "0.77");
/// let mistake = "0.7G".parse::<Code>().unwrap_err();
/// assert_eq!(mistake.span, 3..4);
/// # Ok::<(), grundy_core::Diagnostic>(())
/// ```
#[derive(Clone)]
pub struct Code {
    rules: Arc<Rules>,
    /// How it is printed.
    text: Arc<str>,
}

/// What the digits allow.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Rules {
    /// Digits left of d0: the first adds one bean. The last is not zero.
    added: Vec<Digit>,
    leading: Digit,
    digits: Vec<Digit>,
    repeat: Vec<Digit>,
    weight: Weight,
}

impl Rules {
    fn all(&self) -> impl Iterator<Item = &Digit> {
        [&self.leading].into_iter().chain(&self.added).chain(&self.digits).chain(&self.repeat)
    }
}

impl Code {
    /// Makes a code of its digits. Those before and in the repeated group are brought to the shortest form:
    /// no trailing zeros, the shortest group, starting as early as it can.
    pub(crate) fn from_digits(
        added: Vec<Digit>,
        leading: Digit,
        mut digits: Vec<Digit>,
        mut repeat: Vec<Digit>,
        weight: Weight,
        text: String,
    ) -> Self {
        if repeat.iter().all(Digit::is_zero) {
            repeat.clear();
        }
        if repeat.is_empty() {
            while digits.last().is_some_and(Digit::is_zero) {
                digits.pop();
            }
        } else {
            repeat.truncate(shortest_group(&repeat));
            while digits.last().is_some_and(|last| repeat.last() == Some(last)) {
                digits.pop();
                repeat.rotate_right(1);
            }
        }
        Code { rules: Arc::new(Rules { added, leading, digits, repeat, weight }), text: text.into() }
    }

    /// The game of taking a number of beans in `set` from one heap.
    ///
    /// # Errors
    ///
    /// When the set is empty or holds 0 or a number above [`LARGEST_TAKE`]; the span is that of the offending
    /// entry in `subtraction(…)` as [`Display`](fmt::Display) would write it.
    ///
    /// ```
    /// use grundy_heaps::Code;
    ///
    /// let code = Code::subtraction(&[3, 1, 2])?;
    /// assert_eq!(code.to_string(), "subtraction(1,2,3)");
    /// assert_eq!(code, "0.333".parse()?);
    /// # Ok::<(), grundy_core::Diagnostic>(())
    /// ```
    pub fn subtraction(set: &[u64]) -> Result<Self, Diagnostic> {
        crate::code::parse::parse(&set_text("subtraction", set))
    }

    /// The game of taking any number of beans not in `set` (and not 0).
    ///
    /// # Errors
    ///
    /// As [`Code::subtraction`], but an empty set is allowed: it is Nim.
    ///
    /// ```
    /// use grundy_heaps::Code;
    ///
    /// assert_eq!(Code::all_but(&[2])?, "0.30[3]".parse()?);
    /// # Ok::<(), grundy_core::Diagnostic>(())
    /// ```
    pub fn all_but(set: &[u64]) -> Result<Self, Diagnostic> {
        crate::code::parse::parse(&set_text("allbut", set))
    }

    /// What may be left after taking `taken` beans.
    ///
    /// ```
    /// # use grundy_heaps::Code;
    /// let code: Code = "0.1[02]".parse()?;
    /// assert_eq!((1..=5).map(|k| code.digit(k).is_plain(2)).collect::<Vec<_>>(), [false, false, true, false, true]);
    /// # Ok::<(), grundy_core::Diagnostic>(())
    /// ```
    pub fn digit(&self, taken: u64) -> Digit {
        if taken == 0 {
            return self.rules.leading;
        }
        let (digits, repeat) = self.fraction();
        let place = (taken - 1) as usize;
        match digits.get(place) {
            Some(&digit) => digit,
            None if repeat.is_empty() => Digit::ZERO,
            None => repeat[(place - digits.len()) % repeat.len()],
        }
    }

    /// What may be left after adding `added` beans, at least one.
    ///
    /// ```
    /// # use grundy_heaps::Code;
    /// let code: Code = "80.0".parse()?;
    /// assert!(code.digit_adding(1).is_plain(8) && code.digit_adding(2).is_zero());
    /// # Ok::<(), grundy_core::Diagnostic>(())
    /// ```
    pub fn digit_adding(&self, beans: u64) -> Digit {
        let place = usize::try_from(beans).ok().and_then(|beans| beans.checked_sub(1));
        place.and_then(|place| self.rules.added.get(place)).copied().unwrap_or(Digit::ZERO)
    }

    /// The most beans that a move adds: how many digits stand left of d0.
    ///
    /// ```
    /// # use grundy_heaps::Code;
    /// assert_eq!(("0.77".parse::<Code>()?.most_added(), "80.0".parse::<Code>()?.most_added()), (0, 1));
    /// # Ok::<(), grundy_core::Diagnostic>(())
    /// ```
    pub fn most_added(&self) -> u64 {
        self.rules.added.len() as u64
    }

    /// Whether a move that takes this many beans may leave this many heaps, all with beans in them.
    ///
    /// ```
    /// # use grundy_heaps::Code;
    /// let code: Code = "0.07".parse()?;
    /// assert!(code.may_leave(2, 0) && code.may_leave(2, 1) && code.may_leave(2, 2));
    /// assert!(!code.may_leave(1, 1) && !code.may_leave(2, 3));
    /// # Ok::<(), grundy_core::Diagnostic>(())
    /// ```
    pub fn may_leave(&self, taken: u64, heaps: u32) -> bool {
        self.digit(taken).sizes(heaps.into()).is_some()
    }

    /// Whether a move in a heap may do this.
    ///
    /// ```
    /// # use grundy_heaps::{Code, Split};
    /// let code: Code = "0.77!".parse()?;
    /// assert!(code.allows(&Split::of(7, &[3, 3])) && !code.allows(&Split::of(8, &[3, 3])));
    /// # Ok::<(), grundy_core::Diagnostic>(())
    /// ```
    pub fn allows(&self, split: &Split) -> bool {
        let digit = match split.added() {
            0 => self.digit(split.taken()),
            beans => self.digit_adding(beans),
        };
        digit.sizes(split.heaps().len() as u64).is_some_and(|sizes| sizes.allow(split.heaps()))
    }

    /// The largest number of beans a move may take, or `None` when the digits repeat for ever.
    ///
    /// ```
    /// # use grundy_heaps::Code;
    /// assert_eq!("0.137".parse::<Code>()?.largest_take(), Some(3));
    /// assert_eq!("allbut(2)".parse::<Code>()?.largest_take(), None);
    /// # Ok::<(), grundy_core::Diagnostic>(())
    /// ```
    pub fn largest_take(&self) -> Option<u64> {
        let (digits, repeat) = self.fraction();
        repeat.is_empty().then_some(digits.len() as u64)
    }

    /// The digits before the repeated group (all of them in a finite code) and the repeated group, in the
    /// shortest form.
    ///
    /// ```
    /// # use grundy_heaps::Code;
    /// let code: Code = "0.10[20]".parse()?;
    /// let (digits, repeat) = code.fraction();
    /// assert_eq!((digits.len(), repeat.len()), (1, 2));
    /// assert!(repeat[0].is_zero() && repeat[1].is_plain(2));
    /// # Ok::<(), grundy_core::Diagnostic>(())
    /// ```
    pub fn fraction(&self) -> (&[Digit], &[Digit]) {
        (&self.rules.digits, &self.rules.repeat)
    }

    /// Whether some digit has a rule about the sizes of the heaps left beside one another (`!`, `?`, `=`).
    ///
    /// ```
    /// # use grundy_heaps::Code;
    /// assert!("0.77!".parse::<Code>()?.has_modifiers() && !"0.77".parse::<Code>()?.has_modifiers());
    /// # Ok::<(), grundy_core::Diagnostic>(())
    /// ```
    pub fn has_modifiers(&self) -> bool {
        self.rules.all().any(Digit::has_modifiers)
    }

    /// The most heaps one move can leave, 0 where only whole heaps go; `None` where there is no bound.
    ///
    /// ```
    /// # use grundy_heaps::Code;
    /// assert_eq!("0.3F".parse::<Code>()?.most_parts(), Some(3));
    /// assert_eq!("0.*".parse::<Code>()?.most_parts(), None);
    /// # Ok::<(), grundy_core::Diagnostic>(())
    /// ```
    pub fn most_parts(&self) -> Option<u32> {
        self.rules.all().map(Digit::most_parts).try_fold(0, |most, parts| parts.map(|parts| most.max(parts)))
    }

    /// A bound on how many moves can be made in a heap and in what it leaves. The heaps that a move leaves
    /// come to less.
    ///
    /// ```
    /// # use grundy_heaps::Code;
    /// assert_eq!("0.07".parse::<Code>()?.moves_left(12), 23);
    /// # Ok::<(), grundy_core::Diagnostic>(())
    /// ```
    pub fn moves_left(&self, heap: u64) -> u128 {
        self.rules.weight.of(heap)
    }

    /// Visits every option of one heap once, in order of beans taken (the most that are added come first),
    /// then of the number of heaps left, then of the heaps (smaller heaps first). A heap of `h` has on the
    /// order of `h` options for each digit with a 4, `h * h` for each with an 8, and e^(2.6 sqrt(h)) for each
    /// `*`.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// # use grundy_heaps::Code;
    /// let mut left = Vec::new();
    /// let kayles: Code = "0.77".parse()?;
    /// let _ = kayles.options(4, |split| {
    ///     left.push(split.heaps().to_vec());
    ///     ControlFlow::<()>::Continue(())
    /// });
    /// assert_eq!(left, [vec![3], vec![1, 2], vec![2], vec![1, 1]]);
    /// # Ok::<(), grundy_core::Diagnostic>(())
    /// ```
    pub fn options<B>(&self, heap: u64, visit: impl FnMut(Split) -> ControlFlow<B>) -> ControlFlow<B> {
        self.options_within(heap, u64::MAX, u64::MAX, visit)
    }

    /// The same for options that take at most so many beans and leave at most so many heaps.
    pub fn options_within<B>(
        &self,
        heap: u64,
        most_taken: u64,
        most_heaps: u64,
        mut visit: impl FnMut(Split) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (place, digit) in self.rules.added.iter().enumerate().rev() {
            each_part(digit, heap + place as u64 + 1, most_heaps, |left| visit(Split::of(heap, left)))?;
        }
        for taken in 0..=heap.min(self.largest_take().unwrap_or(heap)).min(most_taken) {
            let digit = self.digit(taken);
            each_part(&digit, heap - taken, most_heaps, |left| visit(Split::new(taken, left)))?;
        }
        ControlFlow::Continue(())
    }

    /// A number that distinguishes codes in stored files: a 64-bit FNV-1a hash of the code's normal digits.
    /// Equal codes have equal fingerprints. A code that could be written before modifiers belonged to digits
    /// has the fingerprint that it had then.
    ///
    /// ```
    /// # use grundy_heaps::Code;
    /// let (a, b): (Code, Code) = ("0.070".parse()?, ".07".parse()?);
    /// assert_eq!(a.fingerprint(), b.fingerprint());
    /// # Ok::<(), grundy_core::Diagnostic>(())
    /// ```
    pub fn fingerprint(&self) -> u64 {
        crate::checkpoint::version1::fingerprint(self).unwrap_or_else(|| {
            let mut hash = crate::checkpoint::bytes::Fnv::new();
            // No first byte of format 1 was more than 15.
            hash.write(&[255]);
            for digits in
                [&self.rules.added[..], &[self.rules.leading], &self.rules.digits, &self.rules.repeat]
            {
                hash.write(&(digits.len() as u64).to_le_bytes());
                digits.iter().for_each(|digit| hash.write(&digit.bytes()));
            }
            hash.finish()
        })
    }
}

/// The length of the shortest group that the digits repeat.
pub(crate) fn shortest_group<T: PartialEq>(digits: &[T]) -> usize {
    let length = digits.len();
    (1..=length)
        .find(|&g| length.is_multiple_of(g) && (g..length).all(|i| digits[i] == digits[i - g]))
        .expect("the whole group repeats itself")
}

/// Visits the heaps that a digit may leave of a number of beans.
fn each_part<B>(
    digit: &Digit,
    beans: u64,
    most_heaps: u64,
    mut visit: impl FnMut(&[u64]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if digit.is_zero() {
        return ControlFlow::Continue(());
    }
    if beans == 0 {
        return if digit.sizes(0).is_some() { visit(&[]) } else { ControlFlow::Continue(()) };
    }
    let most = digit.most_parts().map_or(beans, |parts| beans.min(parts.into())).min(most_heaps);
    for heaps in 1..=most {
        match digit.sizes(heaps) {
            None => {}
            Some(_) if heaps == 1 => visit(&[beans])?,
            Some(sizes) if heaps == 2 => {
                let of = |small: u64| [small, beans - small];
                (1..=beans / 2).map(of).filter(|left| sizes.allow(left)).try_for_each(|left| visit(&left))?;
            }
            Some(sizes) => partitions::each(beans, heaps, sizes, &mut visit)?,
        }
    }
    ControlFlow::Continue(())
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.rules == other.rules
    }
}

impl Eq for Code {}

impl Hash for Code {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.rules.hash(state);
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Code({})", self.text)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

pub(crate) fn set_text(name: &str, set: &[u64]) -> String {
    let mut sorted = set.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let list: Vec<String> = sorted.iter().map(u64::to_string).collect();
    format!("{name}({})", list.join(","))
}
