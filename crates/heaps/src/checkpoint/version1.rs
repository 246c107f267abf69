//! Codes in files of format 1, where `!` or `?` at the end of a code was a rule for every digit: `4.0!` was
//! Grundy's game. Since then a modifier belongs to the digit before it, as in CGSuite.

use crate::Code;
use crate::checkpoint::bytes::Fnv;
use crate::code::digit::{Digit, Sizes, Written};
use grundy_core::Diagnostic;

/// Reads a code of a file of format 1: `!` or `?` at its end is for all digits that break a heap. Else it is
/// read as codes are today.
pub(crate) fn parse(text: &str) -> Result<Code, Diagnostic> {
    let text = text.trim();
    let Some((digits, symbol)) = text
        .char_indices()
        .last()
        .filter(|last| "!?".contains(last.1))
        .map(|(at, symbol)| (&text[..at], symbol))
    else {
        return text.parse();
    };
    let breaks = |digit: &char| digit.to_digit(16).is_some_and(|value| value >= 4);
    if !digits.chars().any(|digit| breaks(&digit)) {
        return text.parse();
    }
    let modified = digits.chars().flat_map(|digit| [Some(digit), Some(symbol).filter(|_| breaks(&digit))]);
    modified.flatten().collect::<String>().parse()
}

/// Rules for sizes as format 1 numbered them.
const RULES: [Sizes; 3] = [Sizes::Any, Sizes::AllDiffer, Sizes::NotAllEqual];

/// The fingerprint of format 1, if the code could be written then: hexadecimal digits, and one rule for sizes
/// in all of them.
pub(crate) fn fingerprint(code: &Code) -> Option<u64> {
    let (digits, repeat) = code.fraction();
    if code.most_added() > 0 {
        return None;
    }
    let of_rule = |(number, rule): (u8, Sizes)| {
        let known: Vec<Digit> = (0..16).map(|value| Written::of_value(value, rule).digit()).collect();
        let value = |digit: &Digit| Some(known.iter().position(|known| known == digit)? as u8);
        let values = |digits: &[Digit]| digits.iter().map(value).collect::<Option<Vec<u8>>>();
        let (leading, written, group) = (value(&code.digit(0))?, values(digits)?, values(repeat)?);
        let mut hash = Fnv::new();
        hash.write(&[leading, number]);
        hash.write(&(written.len() as u64).to_le_bytes());
        hash.write(&written);
        hash.write(&group);
        Some(hash.finish())
    };
    (0..).zip(RULES).find_map(of_rule)
}
