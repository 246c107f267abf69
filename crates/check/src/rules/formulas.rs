//! Numbers and conditions of rules files, read from words and worked out.

use std::collections::BTreeMap;

/// A number or a condition, which is 1 where it holds and 0 where it does not.
#[derive(Clone, Debug)]
pub(super) enum Formula {
    Number(i128),
    Name(String),
    Of(&'static str, Vec<Formula>),
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
        let (sign, of) = match self {
            Formula::Number(number) => return Ok(*number),
            Formula::Name(name) => {
                return numbers.get(name).copied().ok_or_else(|| format!("`{name}` is not known"));
            }
            Formula::Of(sign, of) => (*sign, of),
        };
        let left = of[0].value(numbers)?;
        match (sign, left) {
            ("not", left) => return Ok(i128::from(left == 0)),
            ("and", 0) => return Ok(0),
            ("or", 1) => return Ok(1),
            _ => {}
        }
        let right = of[1].value(numbers)?;
        let value = match sign {
            "and" | "or" => right,
            "+" => left + right,
            "-" => left - right,
            "*" => left * right,
            "/" | "%" if right == 0 => return Err("a number is divided by 0".to_owned()),
            "/" => left.div_euclid(right) - i128::from(right < 0 && left.rem_euclid(right) != 0),
            "%" => left - right * Formula::Of("/", of.clone()).value(numbers)?,
            "min" => left.min(right),
            "max" => left.max(right),
            "xor" => left ^ right,
            "=" | "==" => i128::from(left == right),
            "!=" => i128::from(left != right),
            "<" => i128::from(left < right),
            "<=" => i128::from(left <= right),
            ">" => i128::from(left > right),
            _ => i128::from(left >= right),
        };
        match i64::try_from(value) {
            Ok(_) => Ok(value),
            Err(_) => Err("a number does not fit 64 bits".to_owned()),
        }
    }

    pub(super) fn names(&self) -> Vec<String> {
        match self {
            Formula::Number(_) => Vec::new(),
            Formula::Name(name) => vec![name.clone()],
            Formula::Of(_, of) => of.iter().flat_map(Formula::names).collect(),
        }
    }

    pub(super) fn joined_by_and(&self) -> Vec<&Formula> {
        match self {
            Formula::Of("and", of) => of.iter().flat_map(Formula::joined_by_and).collect(),
            other => vec![other],
        }
    }
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
}

impl<'w> Reader<'w> {
    /// Begins at the first of these words.
    pub(super) fn new(words: &'w [String]) -> Reader<'w> {
        Reader { words, at: 0 }
    }

    /// A formula that is all of the words.
    pub(super) fn whole(words: &[String]) -> Result<Formula, String> {
        let mut reader = Reader::new(words);
        let formula = reader.sum()?;
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

    pub(super) fn range(&mut self) -> Result<Range, String> {
        let name = self.words.get(self.at).cloned().ok_or("a name is missing")?;
        self.at += 1;
        self.expect("in")?;
        let from = self.sum()?;
        self.expect("..")?;
        Ok(Range { name, from, to: self.sum()? })
    }

    pub(super) fn list(&mut self) -> Result<Vec<Formula>, String> {
        let mut all = vec![self.sum()?];
        while self.eat(",") {
            all.push(self.sum()?);
        }
        Ok(all)
    }

    pub(super) fn either(&mut self) -> Result<Formula, String> {
        let mut left = self.both()?;
        while self.eat("or") {
            left = Formula::Of("or", vec![left, self.both()?]);
        }
        Ok(left)
    }

    fn both(&mut self) -> Result<Formula, String> {
        let mut left = self.negated()?;
        while self.eat("and") {
            left = Formula::Of("and", vec![left, self.negated()?]);
        }
        Ok(left)
    }

    fn negated(&mut self) -> Result<Formula, String> {
        if self.eat("not") {
            return Ok(Formula::Of("not", vec![self.negated()?]));
        }
        let mut left = self.sum()?;
        let mut all: Option<Formula> = None;
        while let Some(sign) = self.eat_any(&["<=", ">=", "!=", "==", "=", "<", ">"]) {
            let right = self.sum()?;
            let one = Formula::Of(sign, vec![left, right.clone()]);
            all = Some(match all {
                None => one,
                Some(before) => Formula::Of("and", vec![before, one]),
            });
            left = right;
        }
        Ok(all.unwrap_or(left))
    }

    fn sum(&mut self) -> Result<Formula, String> {
        let mut left = self.product()?;
        while let Some(sign) = self.eat_any(&["+", "-"]) {
            left = Formula::Of(sign, vec![left, self.product()?]);
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Formula, String> {
        let mut left = self.signed()?;
        while let Some(sign) = self.eat_any(&["*", "/", "%"]) {
            left = Formula::Of(sign, vec![left, self.signed()?]);
        }
        Ok(left)
    }

    fn signed(&mut self) -> Result<Formula, String> {
        if self.eat("-") {
            return Ok(Formula::Of("-", vec![Formula::Number(0), self.signed()?]));
        }
        self.primary()
    }

    pub(super) fn primary(&mut self) -> Result<Formula, String> {
        if self.eat("(") {
            let inner = self.either()?;
            self.expect(")")?;
            return Ok(inner);
        }
        if let Some(function) = self.eat_any(&["min", "max", "xor"]) {
            self.expect("(")?;
            let mut all = self.list()?.into_iter();
            self.expect(")")?;
            let first = all.next().ok_or("a function has numbers")?;
            return Ok(all.fold(first, |before, next| Formula::Of(function, vec![before, next])));
        }
        let word = self.words.get(self.at).ok_or("a number or a name is missing")?;
        self.at += 1;
        if let Ok(number) = word.parse() {
            return Ok(Formula::Number(number));
        }
        match word.starts_with(|c: char| c.is_ascii_alphabetic()) {
            true => Ok(Formula::Name(word.clone())),
            false => Err(format!("`{word}` is no number")),
        }
    }
}
