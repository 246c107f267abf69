//! Numbers and conditions of rules files, read from words and worked out.

use std::collections::BTreeMap;

/// Parentheses nest at most this deep. So does everything that walks over a formula.
const DEEPEST: usize = 64;

/// A number or a condition, which is 1 where it holds and 0 where it does not.
///
/// What stands side by side is one list, however long it is: only parentheses make a formula deeper.
#[derive(Clone, Debug)]
pub(super) enum Formula {
    Number(i128),
    Name(String),
    Not(Box<Formula>),
    /// The first, and those joined to it from the left to the right, each behind its sign.
    Joined(Box<Formula>, Vec<(&'static str, Formula)>),
}

pub(super) type Numbers = BTreeMap<String, i128>;

/// A name, and the numbers that it runs through.
#[derive(Clone, Debug)]
pub(super) struct Range {
    pub(super) name: String,
    pub(super) from: Formula,
    pub(super) to: Formula,
}

impl Formula {
    pub(super) fn value(&self, numbers: &Numbers) -> Result<i128, String> {
        match self {
            Formula::Number(number) => Ok(*number),
            Formula::Name(name) => numbers.get(name).copied().ok_or_else(|| format!("`{name}` is not known")),
            Formula::Not(inner) => Ok(i128::from(inner.value(numbers)? == 0)),
            Formula::Joined(first, others) => {
                let mut value = first.value(numbers)?;
                for (sign, other) in others {
                    value = match (*sign, value) {
                        // The second is looked at only where it matters.
                        ("and", 0) => 0,
                        ("or", 1) => 1,
                        (sign, left) => joined(sign, left, other.value(numbers)?)?,
                    };
                }
                Ok(value)
            }
        }
    }

    pub(super) fn names(&self) -> Vec<String> {
        match self {
            Formula::Number(_) => Vec::new(),
            Formula::Name(name) => vec![name.clone()],
            Formula::Not(inner) => inner.names(),
            Formula::Joined(first, others) => {
                let others = others.iter().flat_map(|(_, other)| other.names());
                first.names().into_iter().chain(others).collect()
            }
        }
    }

    pub(super) fn joined_by_and(&self) -> Vec<&Formula> {
        match self {
            Formula::Joined(first, others) if others.iter().all(|(sign, _)| *sign == "and") => {
                let all = std::iter::once(&**first).chain(others.iter().map(|(_, other)| other));
                all.flat_map(Formula::joined_by_and).collect()
            }
            other => vec![other],
        }
    }

    /// One formula, or several that are joined.
    fn of(first: Formula, others: Vec<(&'static str, Formula)>) -> Formula {
        if others.is_empty() { first } else { Formula::Joined(Box::new(first), others) }
    }

    /// The formula where it is a number.
    fn number(self) -> Result<Formula, String> {
        let is_condition = match &self {
            Formula::Number(_) | Formula::Name(_) => false,
            Formula::Not(_) => true,
            Formula::Joined(_, others) => {
                let sign = others.first().map(|(sign, _)| *sign);
                sign.is_some_and(|sign| ["and", "or"].contains(&sign) || COMPARISONS.contains(&sign))
            }
        };
        match is_condition {
            true => {
                Err("a condition stands where a number is expected: conditions stand behind `if`".to_owned())
            }
            false => Ok(self),
        }
    }
}

const COMPARISONS: [&str; 7] = ["<=", ">=", "!=", "==", "=", "<", ">"];

/// Two numbers joined by a sign; `/` and `%` round down.
fn joined(sign: &str, left: i128, right: i128) -> Result<i128, String> {
    let value = match sign {
        "and" | "or" => Some(right),
        "+" => left.checked_add(right),
        "-" => left.checked_sub(right),
        "*" => left.checked_mul(right),
        "/" | "%" if right == 0 => return Err("a number is divided by 0".to_owned()),
        "/" => divided(left, right),
        "%" => divided(left, right)
            .and_then(|times| times.checked_mul(right))
            .and_then(|multiple| left.checked_sub(multiple)),
        "min" => Some(left.min(right)),
        "max" => Some(left.max(right)),
        "xor" => Some(left ^ right),
        "=" | "==" => Some(i128::from(left == right)),
        "!=" => Some(i128::from(left != right)),
        "<" => Some(i128::from(left < right)),
        "<=" => Some(i128::from(left <= right)),
        ">" => Some(i128::from(left > right)),
        _ => Some(i128::from(left >= right)),
    };
    let small = value.filter(|&value| i64::try_from(value).is_ok());
    small.ok_or_else(|| "a number does not fit 64 bits".to_owned())
}

/// The quotient, rounded down.
fn divided(left: i128, right: i128) -> Option<i128> {
    let is_rounded_up = right < 0 && left.checked_rem_euclid(right)? != 0;
    left.checked_div_euclid(right)?.checked_sub(i128::from(is_rounded_up))
}

/// Numbers, names and signs.
pub(super) fn words(text: &str) -> Result<Vec<String>, String> {
    const SIGNS: [&str; 17] =
        ["->", "..", "<=", ">=", "!=", "==", "+", "-", "*", "/", "%", "(", ")", ",", "|", "=", "<"];
    let (mut found, mut rest) = (Vec::new(), text.trim_start());
    while let Some(first) = rest.chars().next() {
        let while_in = |belongs: fn(char) -> bool| rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        let length = if first.is_ascii_digit() {
            while_in(|c| c.is_ascii_digit())
        } else if first.is_ascii_alphabetic() {
            while_in(|c| c.is_ascii_alphanumeric() || c == '_')
        } else {
            let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign));
            sign.or((first == '>').then_some(">")).ok_or("a sign is not known")?.len()
        };
        found.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    Ok(found)
}

/// Words one after the other.
pub(super) struct Reader<'w> {
    words: &'w [String],
    at: usize,
    /// How many parentheses are open.
    depth: usize,
}

impl<'w> Reader<'w> {
    /// Begins at the first of these words.
    pub(super) fn new(words: &'w [String]) -> Reader<'w> {
        Reader { words, at: 0, depth: 0 }
    }

    /// A formula that is all of the words.
    pub(super) fn whole(words: &[String]) -> Result<Formula, String> {
        let mut reader = Reader::new(words);
        let formula = reader.number()?;
        reader.end()?;
        Ok(formula)
    }

    /// A condition that is all of the words.
    pub(super) fn whole_condition(words: &[String]) -> Result<Formula, String> {
        let mut reader = Reader::new(words);
        let condition = reader.either()?;
        reader.end()?;
        Ok(condition)
    }

    pub(super) fn eat(&mut self, word: &str) -> bool {
        let is_next = self.words.get(self.at).is_some_and(|next| next == word);
        self.at += usize::from(is_next);
        is_next
    }

    fn eat_any(&mut self, words: &[&'static str]) -> Option<&'static str> {
        words.iter().copied().find(|word| self.eat(word))
    }

    pub(super) fn expect(&mut self, word: &str) -> Result<(), String> {
        if self.eat(word) { Ok(()) } else { Err(format!("`{word}` is expected")) }
    }

    pub(super) fn end(&self) -> Result<(), String> {
        if self.at == self.words.len() { Ok(()) } else { Err("a line goes on too long".to_owned()) }
    }

    /// `(`, which is closed by [`close`](Reader::close).
    pub(super) fn open(&mut self) -> Result<(), String> {
        self.expect("(")?;
        self.depth += 1;
        match self.depth > DEEPEST {
            true => Err(format!(
                "parentheses of a formula nest more than {DEEPEST} deep at `{}`: write the formula with fewer of them",
                self.around()
            )),
            false => Ok(()),
        }
    }

    /// `)`
    pub(super) fn close(&mut self) -> Result<(), String> {
        self.depth = self.depth.saturating_sub(1);
        self.expect(")")
    }

    /// A few words from the last one on.
    fn around(&self) -> String {
        let from = self.at.saturating_sub(1).min(self.words.len());
        self.words[from..self.words.len().min(from + 6)]
            .iter()
            .map(|word| shortened(word))
            .collect::<Vec<_>>()
            .join(" ")
    }

    pub(super) fn range(&mut self) -> Result<Range, String> {
        let name = self.words.get(self.at).cloned().ok_or("a name is missing")?;
        self.at += 1;
        self.expect("in")?;
        let from = self.number()?;
        self.expect("..")?;
        Ok(Range { name, from, to: self.number()? })
    }

    pub(super) fn list(&mut self) -> Result<Vec<Formula>, String> {
        let mut all = vec![self.number()?];
        while self.eat(",") {
            all.push(self.number()?);
        }
        Ok(all)
    }

    pub(super) fn either(&mut self) -> Result<Formula, String> {
        let (first, mut others) = (self.both()?, Vec::new());
        while self.eat("or") {
            others.push(("or", self.both()?));
        }
        Ok(Formula::of(first, others))
    }

    fn both(&mut self) -> Result<Formula, String> {
        let (first, mut others) = (self.negated()?, Vec::new());
        while self.eat("and") {
            others.push(("and", self.negated()?));
        }
        Ok(Formula::of(first, others))
    }

    fn negated(&mut self) -> Result<Formula, String> {
        let mut count = 0_usize;
        while self.eat("not") {
            count += 1;
        }
        let inner = self.compared()?;
        let not = |inner: Formula| Formula::Not(Box::new(inner));
        Ok(match count {
            0 => inner,
            _ if count % 2 == 1 => not(inner),
            _ => not(not(inner)),
        })
    }

    fn compared(&mut self) -> Result<Formula, String> {
        let mut left = self.sum()?;
        let mut all = Vec::new();
        while let Some(sign) = self.eat_any(&COMPARISONS) {
            let right = self.number()?;
            all.push(Formula::of(left.number()?, vec![(sign, right.clone())]));
            left = right;
        }
        let mut all = all.into_iter();
        match all.next() {
            None => Ok(left),
            Some(first) => Ok(Formula::of(first, all.map(|one| ("and", one)).collect())),
        }
    }

    /// A formula that is no condition.
    fn number(&mut self) -> Result<Formula, String> {
        self.sum()?.number()
    }

    fn sum(&mut self) -> Result<Formula, String> {
        self.joined(&["+", "-"], Reader::product)
    }

    fn product(&mut self) -> Result<Formula, String> {
        self.joined(&["*", "/", "%"], Reader::signed)
    }

    /// What is read by `next`, or several of it joined by such signs.
    fn joined(
        &mut self,
        signs: &[&'static str],
        next: fn(&mut Reader<'w>) -> Result<Formula, String>,
    ) -> Result<Formula, String> {
        let (mut first, mut others) = (next(self)?, Vec::new());
        while let Some(sign) = self.eat_any(signs) {
            if others.is_empty() {
                first = first.number()?;
            }
            others.push((sign, next(self)?.number()?));
        }
        Ok(Formula::of(first, others))
    }

    fn signed(&mut self) -> Result<Formula, String> {
        let mut count = 0_usize;
        while self.eat("-") {
            count += 1;
        }
        let inner = self.primary()?;
        match count {
            0 => Ok(inner),
            _ if count % 2 == 1 => Ok(Formula::of(Formula::Number(0), vec![("-", inner.number()?)])),
            _ => inner.number(),
        }
    }

    pub(super) fn primary(&mut self) -> Result<Formula, String> {
        if self.words.get(self.at).is_some_and(|word| word == "(") {
            self.open()?;
            let inner = self.either()?;
            self.close()?;
            return Ok(inner);
        }
        if let Some(function) = self.eat_any(&["min", "max", "xor"]) {
            self.open()?;
            let mut all = self.list()?.into_iter();
            self.close()?;
            let first = all.next().ok_or("a function has numbers")?;
            return Ok(Formula::of(first, all.map(|next| (function, next)).collect()));
        }
        let word = self.words.get(self.at).ok_or("a number or a name is missing")?;
        self.at += 1;
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let number: i64 = word.parse().map_err(|_| {
                format!("the number {} does not fit 64 bits: write a smaller one", shortened(word))
            })?;
            return Ok(Formula::Number(number.into()));
        }
        match word.starts_with(|c: char| c.is_ascii_alphabetic()) {
            true => Ok(Formula::Name(word.clone())),
            false => Err(format!("`{word}` is no number")),
        }
    }
}

/// The beginning of a word, which is ASCII.
fn shortened(word: &str) -> String {
    const LONGEST: usize = 40;
    if word.len() <= LONGEST { word.to_owned() } else { format!("{}...", &word[..LONGEST]) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // in a test, a panic is the report
mod tests {
    use super::*;
    use crate::rules::{NaiveGraphs, NaiveNumbers};

    fn read(text: &str) -> Result<Formula, String> {
        Reader::whole_condition(&words(text)?)
    }

    fn value(text: &str) -> Result<i128, String> {
        let numbers = [("a".to_owned(), 7), ("least".to_owned(), i64::MIN.into())];
        read(text)?.value(&numbers.into())
    }

    #[test]
    fn formulas_are_worked_out_from_the_left_and_conditions_as_far_as_they_matter() {
        for (text, expected) in [
            ("10 - 2 - 3", 5),
            ("-a / 2", -4),
            ("a / -2 * 3 % 5", 3),
            ("a % -2", -1),
            ("least % -1", 0),
            ("- - - 3", -3),
            ("min(a, 9, 4) + max(1, 2) - xor(6, 3)", 1),
            ("not not a", 1),
            ("not not not a", 0),
            ("1 < 2 < 3 <= 3", 1),
            ("1 < 2 < 2 < 1 / 0", 0),
            ("a = 0 and 1 / 0 = 1 or a = 7 or 1 / 0 = 1", 1),
        ] {
            assert_eq!(value(text), Ok(expected), "{text}");
        }
        let condition = read("a > 0 and 1 < a < 9 and (a = 7 and not a = 6 or a = 1)").unwrap();
        assert_eq!(condition.joined_by_and().len(), 4);
        assert_eq!(condition.names().len(), 6);
        for text in ["(a < 9) < 2", "1 + (a = 1)", "-(a = 1)", "min(a = 1, 2)", "min((a = 1), 2)"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn parentheses_nest_as_deep_as_own_games_may_nest_them_and_no_deeper() {
        let nested = |open: &str, count: usize| format!("{}1{}", open.repeat(count), ")".repeat(count));
        for open in ["(", "-(", "1+(", "min(2,"] {
            assert!(value(&nested(open, DEEPEST)).is_ok(), "{open}");
            for count in [DEEPEST + 1, 20_000] {
                let told = read(&nested(open, count)).unwrap_err();
                assert!(told.contains("more than 64 deep") && told.len() < 400, "{open}: {told}");
            }
        }
        assert!(read(&"(".repeat(60_000)).is_err());
        assert!(read(&"not (".repeat(12_000)).is_err());
        let sums = |count| {
            let (open, close) = ("sum(".repeat(count), " for i in 1..1)".repeat(count));
            NaiveNumbers::read(&format!("game a\nheap n\nmove n -> {open}(n-1){close}\n"))
        };
        assert!(sums(10).is_ok());
        let told = sums(5_000).unwrap_err();
        assert!(told.starts_with("line 3 of the rules: ") && told.contains("64 deep"), "{told}");
        let ranges = "for k in 1..1 ".repeat(5_000);
        let told = NaiveNumbers::read(&format!("game a\nheap n\nmove n -> (n-1) {ranges}\n")).unwrap_err();
        assert!(told.contains("more than 16 `for`"), "{told}");
    }

    #[test]
    fn what_stands_side_by_side_is_not_deep_however_long_it_is() {
        const COUNT: usize = 30_000;
        assert_eq!(value(&format!("a{}", "+0".repeat(COUNT))), Ok(7));
        assert_eq!(value(&format!("a{}", "*1".repeat(COUNT))), Ok(7));
        assert_eq!(value(&format!("a{}", "%9".repeat(COUNT))), Ok(7));
        assert_eq!(value(&format!("{}a = 7", "not ".repeat(COUNT))), Ok(1));
        assert_eq!(value(&format!("{}a", "-".repeat(COUNT + 1))), Ok(-7));
        assert_eq!(value(&format!("min(a{})", ",8".repeat(COUNT))), Ok(7));
        for sign in ["=", "and ", "or "] {
            let text = format!("a{}", format!(" {sign}7").repeat(COUNT));
            assert_eq!(read(&text).unwrap().clone().names(), ["a"], "{sign}");
            assert_eq!(value(&text), Ok(if sign == "=" { 1 } else { 7 }), "{sign}");
        }
        let rules = |formula: &str| format!("game a\nnumbers a\nmove a-1 if {formula}\n");
        let long = NaiveNumbers::read(&rules(&format!("a{} > 0", "+0".repeat(COUNT)))).unwrap();
        assert_eq!(long.options(&[3]).unwrap(), [vec![vec![2]]].into());
        let deep = format!("{}degree = 1{}", "(".repeat(20_000), ")".repeat(20_000));
        let told = NaiveGraphs::read(&format!("game a\ngraph\ntake vertex if {deep}\n")).unwrap_err();
        assert!(told.starts_with("line 3 of the rules: "), "{told}");
    }

    /// Comparisons side by side have the number between them twice. In one another they would double it again and
    /// again.
    #[test]
    fn comparisons_in_one_another_are_refused() {
        let text = (0..40).fold("a".to_owned(), |inner, _| format!("0<({inner})<9"));
        assert!(read(&text).unwrap_err().contains("a condition stands where a number is expected"));
    }

    #[test]
    fn numbers_beyond_64_bits_are_refused() {
        for number in ["9223372036854775808", &"9".repeat(38), &"9".repeat(50_000)] {
            for text in [number.to_owned(), format!("{number} * {number}"), format!("a = -{number}")] {
                let told = read(&text).unwrap_err();
                assert!(told.contains("does not fit 64 bits") && told.len() < 120, "{told}");
            }
        }
        let most = i64::MAX;
        assert_eq!(value(&format!("{most}")), Ok(most.into()));
        for text in
            [format!("{most} * {most}"), format!("{most} + 1"), "least - 1".into(), "least / -1".into()]
        {
            assert_eq!(value(&text).unwrap_err(), "a number does not fit 64 bits", "{text}");
        }
        // Not even names can be larger in a product than its numbers have room for.
        let huge = [("a".to_owned(), i128::MAX), ("b".to_owned(), i128::MIN)];
        for text in ["a * a", "a + 1", "b - 1", "b / -1", "b % -1", "-b"] {
            let told = read(text).unwrap().value(&huge.clone().into()).unwrap_err();
            assert_eq!(told, "a number does not fit 64 bits", "{text}");
        }
    }
}
