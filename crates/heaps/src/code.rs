//! The rules of a heap game: one type for every way to write them.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use grundy_core::Diagnostic;

/// Digit bit: the move may take the whole heap and leave nothing.
pub(crate) const NOTHING: u8 = 1;
/// Digit bit: the move may leave one heap.
pub(crate) const ONE: u8 = 2;
/// Digit bit: the move may leave two heaps.
pub(crate) const TWO: u8 = 4;
/// Digit bit: the move may leave three heaps.
pub(crate) const THREE: u8 = 8;

/// The most beans a code may name; a longer code is refused, not truncated.
pub const LARGEST_TAKE: u64 = 65_535;

/// How the author of a code wrote it, so that it is shown the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    Digits,
    Subtraction,
    AllBut,
}

/// Which heaps a move may leave beside one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Parts {
    /// Any.
    Any,
    /// Those that all differ in size: `!`.
    AllDiffer,
    /// Those that are not all of one size: `?`. With two heaps it is the same
    /// as the above, and is read as that.
    NotAllEqual,
}

/// The rules of a taking-and-breaking game on heaps of beans.
///
/// A code `d0.d1d2d3…` says what a player may leave after taking `k` beans
/// from one heap: digit `d_k` is a sum of 1 (nothing), 2 (one heap), 4 (two
/// heaps) and 8 (three heaps), all left heaps being non-empty (Guy and Smith,
/// *The G-values of various games*, 1956; Berlekamp, Conway and Guy,
/// *Winning Ways*, ch. 4). Subtraction sets and their complements are codes
/// whose digits are 3 and 0.
///
/// Accepted forms:
///
/// | text | rules |
/// |---|---|
/// | `0.07`, `.07`, `4.0` | octal digits, finite |
/// | `0.3F` | hexadecimal digits |
/// | `0.[3]`, `0.1[02]` | the bracketed digits repeat for ever |
/// | `4.0!` | all heaps left by one move differ in size (here: Grundy's game) |
/// | `0.8?` | the heaps left by one move are not all of one size |
/// | `subtraction(1,2,5)` | take 1, 2 or 5 |
/// | `allbut(2,3,7)` | take any number but 2, 3 and 7 |
///
/// Two codes are equal when they have the same digits, however they were
/// written: `0.[3]` equals `allbut()`.
///
/// ```
/// use grundy_heaps::Code;
///
/// let kayles: Code = "0.77".parse()?;
/// assert_eq!(kayles.digit(2), 7);
/// assert_eq!(kayles.to_string(), "0.77");
/// let mistake = "0.7G".parse::<Code>().unwrap_err();
/// assert_eq!(mistake.span, 3..4);
/// # Ok::<(), grundy_core::Diagnostic>(())
/// ```
#[derive(Clone, Debug)]
pub struct Code {
    pub(crate) written: Written,
    leading: u8,
    digits: Vec<u8>,
    repeat: Vec<u8>,
    parts: Parts,
}

impl Code {
    /// Builds a code in its normal form: no trailing zeros, the shortest
    /// repeated group, starting as early as it can.
    pub(crate) fn from_digits(leading: u8, mut digits: Vec<u8>, mut repeat: Vec<u8>, parts: Parts) -> Self {
        if repeat.iter().all(|&digit| digit == 0) {
            repeat.clear();
        }
        if repeat.is_empty() {
            while digits.last() == Some(&0) {
                digits.pop();
            }
        } else {
            let length = repeat.len();
            let group = (1..=length)
                .find(|&g| length.is_multiple_of(g) && (g..length).all(|i| repeat[i] == repeat[i - g]))
                .expect("the whole group repeats itself");
            repeat.truncate(group);
            while digits.last().is_some_and(|last| repeat.last() == Some(last)) {
                digits.pop();
                repeat.rotate_right(1);
            }
        }
        let mut code = Code { written: Written::Digits, leading, digits, repeat, parts };
        if code.parts == Parts::NotAllEqual && code.most_parts() == 2 {
            code.parts = Parts::AllDiffer;
        }
        code
    }

    /// The game of taking a number of beans in `set` from one heap.
    ///
    /// # Errors
    ///
    /// When the set is empty or holds 0 or a number above [`LARGEST_TAKE`];
    /// the span is that of the offending entry in `subtraction(…)` as
    /// [`Display`](fmt::Display) would write it.
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
        crate::parse::parse(&set_text("subtraction", set))
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
        crate::parse::parse(&set_text("allbut", set))
    }

    /// What may be left after taking `taken` beans: a sum of 1 (nothing),
    /// 2 (one heap), 4 (two heaps) and 8 (three heaps).
    ///
    /// ```
    /// # use grundy_heaps::Code;
    /// let code: Code = "0.1[02]".parse()?;
    /// assert_eq!((1..=5).map(|k| code.digit(k)).collect::<Vec<_>>(), [1, 0, 2, 0, 2]);
    /// # Ok::<(), grundy_core::Diagnostic>(())
    /// ```
    pub fn digit(&self, taken: u64) -> u8 {
        if taken == 0 {
            return self.leading;
        }
        let place = (taken - 1) as usize;
        match self.digits.get(place) {
            Some(&digit) => digit,
            None if self.repeat.is_empty() => 0,
            None => self.repeat[(place - self.digits.len()) % self.repeat.len()],
        }
    }

    /// Whether a move that takes this many beans may leave this many heaps,
    /// all with beans in them.
    ///
    /// ```
    /// # use grundy_heaps::Code;
    /// let code: Code = "0.07".parse()?;
    /// assert!(code.may_leave(2, 0) && code.may_leave(2, 1) && code.may_leave(2, 2));
    /// assert!(!code.may_leave(1, 1) && !code.may_leave(2, 3));
    /// # Ok::<(), grundy_core::Diagnostic>(())
    /// ```
    pub fn may_leave(&self, taken: u64, heaps: u32) -> bool {
        heaps <= 3 && self.digit(taken) >> heaps & 1 == 1
    }

    /// The largest number of beans a move may take, or `None` when the digits
    /// repeat for ever.
    ///
    /// ```
    /// # use grundy_heaps::Code;
    /// assert_eq!("0.137".parse::<Code>()?.largest_take(), Some(3));
    /// assert_eq!("allbut(2)".parse::<Code>()?.largest_take(), None);
    /// # Ok::<(), grundy_core::Diagnostic>(())
    /// ```
    pub fn largest_take(&self) -> Option<u64> {
        self.repeat.is_empty().then_some(self.digits.len() as u64)
    }

    /// The digits before the repeated group (all of them in a finite code)
    /// and the repeated group.
    ///
    /// ```
    /// # use grundy_heaps::Code;
    /// let code: Code = "0.1[02]".parse()?;
    /// assert_eq!(code.fraction(), (&[1][..], &[0, 2][..]));
    /// # Ok::<(), grundy_core::Diagnostic>(())
    /// ```
    pub fn fraction(&self) -> (&[u8], &[u8]) {
        (&self.digits, &self.repeat)
    }

    /// Whether two heaps left by one move must differ in size (`!`, `?`).
    pub fn unequal_parts(&self) -> bool {
        self.parts != Parts::Any
    }

    /// Whether one move may leave these heaps beside one another; they are in
    /// order of size.
    ///
    /// ```
    /// # use grundy_heaps::Code;
    /// let (differ, mixed): (Code, Code) = ("0.8!".parse()?, "0.8?".parse()?);
    /// assert!(!differ.parts_allowed(&[1, 1, 2]) && mixed.parts_allowed(&[1, 1, 2]));
    /// assert!(!mixed.parts_allowed(&[2, 2, 2]));
    /// # Ok::<(), grundy_core::Diagnostic>(())
    /// ```
    pub fn parts_allowed(&self, parts: &[u64]) -> bool {
        match self.parts {
            Parts::Any => true,
            Parts::AllDiffer => parts.windows(2).all(|pair| pair[0] != pair[1]),
            Parts::NotAllEqual => parts.len() < 2 || parts.first() != parts.last(),
        }
    }

    /// The most heaps one move can leave: 0 (no moves or only whole heaps
    /// go) to 3.
    ///
    /// ```
    /// # use grundy_heaps::Code;
    /// assert_eq!("0.3F".parse::<Code>()?.most_parts(), 3);
    /// # Ok::<(), grundy_core::Diagnostic>(())
    /// ```
    pub fn most_parts(&self) -> u32 {
        let all = self.digits.iter().chain(&self.repeat).fold(self.leading, |all, digit| all | digit);
        if all & THREE != 0 {
            3
        } else if all & TWO != 0 {
            2
        } else {
            u32::from(all & ONE != 0)
        }
    }

    /// Visits every option of one heap once, in order of beans taken, then of
    /// the heaps left (smaller heaps first). A heap of `h` has on the order of
    /// `h` options for each digit with a 4 and `h * h` for each with an 8.
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
    pub fn options<B>(&self, heap: u64, mut visit: impl FnMut(Split) -> ControlFlow<B>) -> ControlFlow<B> {
        for taken in 0..=heap.min(self.largest_take().unwrap_or(heap)) {
            let digit = self.digit(taken);
            let rest = heap - taken;
            if digit & NOTHING != 0 && rest == 0 {
                visit(Split::new(taken, &[]))?;
            }
            if digit & ONE != 0 && rest > 0 {
                visit(Split::new(taken, &[rest]))?;
            }
            if digit & TWO != 0 {
                for small in 1..=rest / 2 {
                    if self.parts_allowed(&[small, rest - small]) {
                        visit(Split::new(taken, &[small, rest - small]))?;
                    }
                }
            }
            if digit & THREE != 0 {
                for small in 1..=rest / 3 {
                    for middle in small..=(rest - small) / 2 {
                        let left = [small, middle, rest - small - middle];
                        if self.parts_allowed(&left) {
                            visit(Split::new(taken, &left))?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// A number that tells codes apart in stored files: a 64-bit FNV-1a hash
    /// of the code's normal digits. Equal codes have equal fingerprints.
    ///
    /// ```
    /// # use grundy_heaps::Code;
    /// let (a, b): (Code, Code) = ("0.070".parse()?, ".07".parse()?);
    /// assert_eq!(a.fingerprint(), b.fingerprint());
    /// # Ok::<(), grundy_core::Diagnostic>(())
    /// ```
    pub fn fingerprint(&self) -> u64 {
        let mut hash = crate::bytes::Fnv::new();
        hash.write(&[self.leading, self.parts as u8]);
        hash.write(&(self.digits.len() as u64).to_le_bytes());
        hash.write(&self.digits);
        hash.write(&self.repeat);
        hash.finish()
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        (self.leading, &self.digits, &self.repeat, self.parts)
            == (other.leading, &other.digits, &other.repeat, other.parts)
    }
}

impl Eq for Code {}

impl Hash for Code {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.leading, &self.digits, &self.repeat, self.parts).hash(state);
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = |wanted: u8| {
            self.digits
                .iter()
                .zip(1..)
                .filter(move |&(&digit, _)| digit == wanted)
                .map(|(_, k)| k)
                .collect::<Vec<u64>>()
        };
        match self.written {
            Written::Subtraction => f.write_str(&set_text("subtraction", &places(3))),
            Written::AllBut => f.write_str(&set_text("allbut", &places(0))),
            Written::Digits => {
                write!(f, "{:X}.", self.leading)?;
                for digit in &self.digits {
                    write!(f, "{digit:X}")?;
                }
                if !self.repeat.is_empty() {
                    f.write_str("[")?;
                    for digit in &self.repeat {
                        write!(f, "{digit:X}")?;
                    }
                    f.write_str("]")?;
                } else if self.digits.is_empty() {
                    f.write_str("0")?;
                }
                f.write_str(match self.parts {
                    Parts::Any => "",
                    Parts::AllDiffer => "!",
                    Parts::NotAllEqual => "?",
                })
            }
        }
    }
}

fn set_text(name: &str, set: &[u64]) -> String {
    let mut sorted = set.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let list: Vec<String> = sorted.iter().map(u64::to_string).collect();
    format!("{name}({})", list.join(","))
}

/// What one move on one heap does: the beans taken and the heaps left.
///
/// ```
/// use std::ops::ControlFlow;
/// # use grundy_heaps::Code;
/// let code: Code = "0.07".parse()?;
/// let ControlFlow::Break(first) = code.options(4, ControlFlow::Break) else { panic!() };
/// assert_eq!((first.taken(), first.heaps()), (2, &[2][..]));
/// # Ok::<(), grundy_core::Diagnostic>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Split {
    taken: u64,
    heaps: [u64; 3],
    parts: u8,
}

impl Split {
    /// A move that takes so many beans and leaves these heaps, at most three;
    /// they are put in order.
    pub fn new(taken: u64, left: &[u64]) -> Self {
        assert!(left.len() <= 3, "a move leaves at most three heaps");
        let mut heaps = [0; 3];
        heaps[..left.len()].copy_from_slice(left);
        heaps[..left.len()].sort_unstable();
        Split { taken, heaps, parts: left.len() as u8 }
    }

    /// The number of beans taken; 0 when the heap is only broken.
    pub fn taken(&self) -> u64 {
        self.taken
    }

    /// The heaps left, none to three, smallest first.
    pub fn heaps(&self) -> &[u64] {
        &self.heaps[..usize::from(self.parts)]
    }
}
