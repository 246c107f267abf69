//! The standard form of a code: the same game on smaller heaps, where heaps of one bean are dead.
//!
//! Where a single bean cannot be taken (d1 is even), a heap of 1 has no move, so it counts as nothing. Leave
//! a bean out of every heap: the heap n becomes n - 1, and a heap that is left behind may now be empty.
//!
//! ```text
//! take k, leave nothing       n = k             take k - 1, leave nothing
//! take k, leave one heap      n - k             take k,     leave one heap or nothing
//! take k, leave two heaps     n - k = a + b     take k + 1, leave two heaps, one or nothing
//! take k, leave three heaps                     take k + 2, leave three, two, one or nothing
//! ```
//!
//! Guy and Smith, *The G-values of various games*, 1956; *Winning Ways*, ch. 4 ("first cousins").

use crate::Code;
use crate::code::digit::Sizes;

/// Codes of more digits are left as they are: every step may add two.
const MOST_DIGITS: u64 = 64;

impl Code {
    /// The standard form, whose digit d1 is odd, and how many beans fewer each heap of it has: heap n of this
    /// code is heap `n - beans` of the standard form, in normal play and in misère play. `None` for codes with
    /// modifiers, with digits that repeat, of moves that add beans or leave more than three heaps, and of more
    /// than 64 digits; and for a code without moves.
    ///
    /// ```
    /// use grundy_heaps::Code;
    ///
    /// let code: Code = "0.07".parse()?;
    /// let (standard, beans) = code.standard_form().expect("octal");
    /// assert_eq!((standard.to_string(), beans), ("0.137".to_owned(), 1));
    /// assert_eq!("4.0".parse::<Code>()?.standard_form().expect("octal").0, "0.7".parse()?);
    /// # Ok::<(), grundy_core::Diagnostic>(())
    /// ```
    pub fn standard_form(&self) -> Option<(Code, u64)> {
        let mut digits = self.values()?;
        let mut beans = 0;
        while digits.get(1).is_none_or(|first| first & 1 == 0) {
            digits = with_a_bean_less(&digits);
            beans += 1;
        }
        (beans > 0).then(|| (code_of(&digits), beans)).or_else(|| Some((self.clone(), 0)))
    }

    /// The values of the digits from d0 on, where each is a sum of 1, 2, 4 and 8 and some is not 0.
    fn values(&self) -> Option<Vec<u8>> {
        let most = self.largest_take().filter(|&most| most <= MOST_DIGITS)?;
        if self.most_added() > 0 || self.most_parts()? > 3 || self.has_modifiers() {
            return None;
        }
        let value = |taken: u64| {
            let left = |heaps: u64| self.digit(taken).sizes(heaps) == Some(Sizes::Any);
            (0..4).filter(|&heaps| left(heaps)).map(|heaps| 1 << heaps).sum()
        };
        let values: Vec<u8> = (0..=most).map(value).collect();
        // Without a digit there is no move, and no bean ever can be taken.
        values.iter().any(|&value| value > 0).then_some(values)
    }
}

fn with_a_bean_less(digits: &[u8]) -> Vec<u8> {
    let mut less = vec![0; digits.len() + 2];
    for (taken, &digit) in digits.iter().enumerate() {
        if digit & 1 > 0 && taken > 1 {
            less[taken - 1] |= 1;
        }
        if digit & 2 > 0 {
            less[taken] |= 3;
        }
        if digit & 4 > 0 {
            less[taken + 1] |= 7;
        }
        if digit & 8 > 0 {
            less[taken + 2] |= 15;
        }
    }
    while less.last() == Some(&0) {
        less.pop();
    }
    less
}

fn code_of(digits: &[u8]) -> Code {
    let mut text = format!("{:X}.", digits[0]);
    digits[1..].iter().for_each(|digit| text += &format!("{digit:X}"));
    text.parse().expect("digits of a code, the first of them 0")
}

#[cfg(test)]
mod tests {
    use crate::{Code, plain};

    #[test]
    fn published_cousins_have_the_standard_form_of_the_tables() {
        for (code, standard, beans) in [
            ("0.07", "0.137", 1),
            ("0.4", "0.137", 2),
            ("0.137", "0.137", 0),
            ("0.454", "0.1777", 1),
            ("0.2", "0.3", 1),
            ("0.6", "0.37", 1),
            ("0.007", "0.11337", 2),
            ("4.0", "0.7", 1),
            ("0.77", "0.77", 0),
        ] {
            let code: Code = code.parse().expect("a code");
            let found = code.standard_form().expect("octal");
            assert_eq!((found.0.to_string().as_str(), found.1), (standard, beans), "{code}");
        }
        for code in ["4!.0", "0.[3]", "0.0", "80.0", "0.{4}", "allbut(2)"] {
            assert_eq!(code.parse::<Code>().expect("a code").standard_form(), None, "{code}");
        }
    }

    #[test]
    fn heaps_of_the_standard_form_are_worth_what_they_were_with_more_beans() {
        let mut codes: Vec<String> = (1..512).map(|digits| format!("0.{digits:03o}")).collect();
        codes.extend((1..64).map(|digits| format!("4.{digits:02o}")));
        codes.extend((1..=255).step_by(7).map(|digits| format!("0.{digits:02X}")));
        for text in codes {
            let code: Code = text.parse().expect("a code");
            let (standard, beans) = code.standard_form().expect("digits");
            assert!(standard.may_leave(1, 0), "{code}: {standard}");
            let terms = 60;
            let of_code = plain(&code, terms + beans as usize);
            assert_eq!(of_code[beans as usize..], plain(&standard, terms), "{code}: {standard}");
            assert!(of_code[..=beans as usize].iter().all(|&nimber| nimber == 0), "{code}");
        }
    }
}
