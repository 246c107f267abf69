//! Formulas and conditions from tokens.

use super::lex::{Token, What};
use super::{Condition, Formula, Operation, Relation};
use grundy_core::Diagnostic;
use std::ops::Range;

/// Parentheses nest at most this deep.
const DEEPEST: usize = 64;

/// A line of moves has at most this many tokens.
const MOST_TOKENS: usize = 4096;

/// The names that formulas may use: the numbers of a state, and those of `for`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    names: Vec<String>,
}

/// Words that are no names.
const WORDS: [&str; 12] = ["for", "in", "if", "and", "or", "not", "min", "max", "xor", "sum", "any", "game"];

impl Scope {
    /// The scope of these names.
    pub(crate) fn of(names: impl IntoIterator<Item = String>) -> Scope {
        Scope { names: names.into_iter().collect() }
    }

    /// How many names there are.
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }

    /// Forgets all but the first names.
    pub(crate) fn cut(&mut self, length: usize) {
        self.names.truncate(length);
    }

    /// Adds a name.
    ///
    /// # Errors
    /// When it is a word of the language, or there already.
    pub(crate) fn add(&mut self, name: &str, span: Range<usize>) -> Result<usize, Diagnostic> {
        if WORDS.contains(&name) {
            return Err(Diagnostic::new(format!("`{name}` is a word of rules files, and no name"), span)
                .help("write another name, such as `k`"));
        }
        if self.names.iter().any(|known| known == name) {
            return Err(Diagnostic::new(format!("the name `{name}` is taken already"), span)
                .help("write another name, such as `k`"));
        }
        self.names.push(name.to_owned());
        Ok(self.names.len() - 1)
    }

    /// The place of a name.
    fn place(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }
}

/// A number, or a condition.
enum Value {
    Number(Formula),
    Truth(Condition),
}

/// Reads formulas from tokens.
pub(crate) struct FormulaParser<'t> {
    tokens: &'t [Token],
    at: usize,
    /// Where the text ends.
    end: usize,
    depth: usize,
    /// The names in scope.
    pub(crate) scope: Scope,
}

impl<'t> FormulaParser<'t> {
    /// A parser of these tokens, whose text ends at byte `end` of the file.
    ///
    /// # Errors
    /// When there are too many.
    pub(crate) fn new(tokens: &'t [Token], end: usize, scope: Scope) -> Result<Self, Diagnostic> {
        if let Some(beyond) = tokens.get(MOST_TOKENS) {
            return Err(Diagnostic::new("this line of moves is too long", beyond.span.clone())
                .help("write several lines `move`"));
        }
        Ok(FormulaParser { tokens, at: 0, end, depth: 0, scope })
    }

    /// The next token, not read yet.
    pub(crate) fn peek(&self) -> Option<&'t What> {
        Some(&self.tokens.get(self.at)?.what)
    }

    /// The place of the next token; empty at the end.
    pub(crate) fn here(&self) -> Range<usize> {
        self.tokens.get(self.at).map_or(self.end..self.end, |token| token.span.clone())
    }

    /// The place from a token on to the last that was read.
    pub(crate) fn since(&self, start: usize) -> Range<usize> {
        let first = self.tokens.get(start).map_or(self.end, |token| token.span.start);
        let last = self.at.checked_sub(1).and_then(|last| self.tokens.get(last));
        first..last.map_or(self.end, |token| token.span.end).max(first)
    }

    /// How many tokens have been read.
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    /// Goes back to where it was.
    pub(crate) fn back_to(&mut self, position: usize) {
        self.at = position;
    }

    /// Whether all has been read.
    pub(crate) fn is_at_end(&self) -> bool {
        self.at == self.tokens.len()
    }

    /// Reads the sign if it is next.
    pub(crate) fn eat(&mut self, sign: &str) -> bool {
        let is_next = matches!(self.peek(), Some(What::Sign(found)) if *found == sign);
        self.at += usize::from(is_next);
        is_next
    }

    /// Reads the word if it is next.
    pub(crate) fn eat_word(&mut self, word: &str) -> bool {
        let is_next = matches!(self.peek(), Some(What::Word(found)) if found == word);
        self.at += usize::from(is_next);
        is_next
    }

    /// Reads a sign that must stand here.
    pub(crate) fn expect(&mut self, sign: &str, help: &str) -> Result<(), Diagnostic> {
        if self.eat(sign) {
            return Ok(());
        }
        Err(self.unexpected(&format!("`{sign}` is expected here"), help))
    }

    /// Reads any word.
    pub(crate) fn word(&mut self) -> Option<(&'t str, Range<usize>)> {
        let span = self.here();
        let What::Word(word) = self.peek()? else { return None };
        self.at += 1;
        Some((word, span))
    }

    /// That something else is expected here.
    pub(crate) fn unexpected(&self, message: &str, help: &str) -> Diagnostic {
        let message = match self.is_at_end() {
            true => format!("{message}, but the line ends"),
            false => message.to_owned(),
        };
        Diagnostic::new(message, self.here()).help(help)
    }

    /// Reads a number.
    pub(crate) fn formula(&mut self) -> Result<Formula, Diagnostic> {
        let start = self.at;
        let value = self.sum()?;
        self.number(value, start)
    }

    /// Reads a condition.
    pub(crate) fn condition(&mut self) -> Result<Condition, Diagnostic> {
        let start = self.at;
        let value = self.either()?;
        self.truth(value, start)
    }

    fn number(&self, value: Value, start: usize) -> Result<Formula, Diagnostic> {
        match value {
            Value::Number(formula) => Ok(formula),
            Value::Truth(_) => Err(Diagnostic::new("this is a condition, not a number", self.since(start))
                .help("conditions stand behind `if`")),
        }
    }

    fn truth(&self, value: Value, start: usize) -> Result<Condition, Diagnostic> {
        match value {
            Value::Truth(condition) => Ok(condition),
            Value::Number(_) => Err(Diagnostic::new("this is a number, not a condition", self.since(start))
                .help("compare it with another: `a < b`, `a % 2 = 0`")),
        }
    }

    fn either(&mut self) -> Result<Value, Diagnostic> {
        let start = self.at;
        let mut left = self.both()?;
        while self.eat_word("or") {
            let (before, second) = (self.truth(left, start)?, self.at);
            let right = self.both()?;
            left = Value::Truth(Condition::Or(Box::new((before, self.truth(right, second)?))));
        }
        Ok(left)
    }

    fn both(&mut self) -> Result<Value, Diagnostic> {
        let start = self.at;
        let mut left = self.negated()?;
        while self.eat_word("and") {
            let (before, second) = (self.truth(left, start)?, self.at);
            let right = self.negated()?;
            left = Value::Truth(Condition::And(Box::new((before, self.truth(right, second)?))));
        }
        Ok(left)
    }

    fn negated(&mut self) -> Result<Value, Diagnostic> {
        let mut is_negated = false;
        let mut any = false;
        while self.eat_word("not") {
            is_negated = !is_negated;
            any = true;
        }
        let start = self.at;
        let value = self.compared()?;
        if !any {
            return Ok(value);
        }
        let inner = self.truth(value, start)?;
        Ok(Value::Truth(if is_negated { Condition::Not(Box::new(inner)) } else { inner }))
    }

    fn comparison(&mut self) -> Option<Relation> {
        let found = match self.peek()? {
            What::Sign("=" | "==") => Relation::Equal,
            What::Sign("!=") => Relation::Unequal,
            What::Sign("<") => Relation::Less,
            What::Sign("<=") => Relation::AtMost,
            What::Sign(">") => Relation::More,
            What::Sign(">=") => Relation::AtLeast,
            _ => return None,
        };
        self.at += 1;
        Some(found)
    }

    /// `a < b`, or `a < b <= c`, which is both.
    fn compared(&mut self) -> Result<Value, Diagnostic> {
        let start = self.at;
        let first = self.sum()?;
        let Some(mut how) = self.comparison() else { return Ok(first) };
        let mut left = self.number(first, start)?;
        let mut all: Option<Condition> = None;
        loop {
            let right = self.formula()?;
            let one = Condition::Compare(how, left, right.clone());
            all = Some(match all {
                None => one,
                Some(before) => Condition::And(Box::new((before, one))),
            });
            left = right;
            let Some(next) = self.comparison() else { break };
            how = next;
        }
        Ok(Value::Truth(all.expect("at least one comparison was read")))
    }

    fn sum(&mut self) -> Result<Value, Diagnostic> {
        let start = self.at;
        let mut left = self.product()?;
        loop {
            let operation = match self.peek() {
                Some(What::Sign("+")) => Operation::Add,
                Some(What::Sign("-")) => Operation::Subtract,
                _ => return Ok(left),
            };
            let before = self.number(left, start)?;
            self.at += 1;
            let second = self.at;
            let right = self.product()?;
            left = Value::Number(Formula::joined(operation, before, self.number(right, second)?));
        }
    }

    fn product(&mut self) -> Result<Value, Diagnostic> {
        let start = self.at;
        let mut left = self.signed()?;
        loop {
            let operation = match self.peek() {
                Some(What::Sign("*")) => Operation::Multiply,
                Some(What::Sign("/")) => Operation::Divide,
                Some(What::Sign("%")) => Operation::Remainder,
                _ => return Ok(left),
            };
            let before = self.number(left, start)?;
            self.at += 1;
            let second = self.at;
            let right = self.signed()?;
            left = Value::Number(Formula::joined(operation, before, self.number(right, second)?));
        }
    }

    fn signed(&mut self) -> Result<Value, Diagnostic> {
        let mut is_negative = false;
        let mut any = false;
        while self.eat("-") {
            is_negative = !is_negative;
            any = true;
        }
        let start = self.at;
        let value = self.primary()?;
        if !any {
            return Ok(value);
        }
        let inner = self.number(value, start)?;
        Ok(Value::Number(match (is_negative, inner) {
            (false, inner) => inner,
            (true, Formula::Number(number)) => Formula::Number(-number),
            (true, inner) => Formula::joined(Operation::Subtract, Formula::Number(0), inner),
        }))
    }

    fn primary(&mut self) -> Result<Value, Diagnostic> {
        const HELP: &str = "write a whole number, a name, `(`, or min, max, xor of several";
        let span = self.here();
        match self.peek() {
            Some(What::Number(number)) => {
                self.at += 1;
                Ok(Value::Number(Formula::Number(*number)))
            }
            Some(What::Word(word)) => {
                self.at += 1;
                let function = match word.as_str() {
                    "min" => Some(Operation::Least),
                    "max" => Some(Operation::Greatest),
                    "xor" => Some(Operation::NimSum),
                    _ => None,
                };
                match function {
                    Some(operation) => self.function(operation).map(Value::Number),
                    None => self.name(word, span).map(Value::Number),
                }
            }
            Some(What::Sign("(")) => {
                self.deeper(&span)?;
                self.at += 1;
                let value = self.either()?;
                self.expect(")", "every `(` needs a `)`")?;
                self.depth -= 1;
                Ok(value)
            }
            _ => Err(self.unexpected("a number or a name is expected here", HELP)),
        }
    }

    /// Counts the parentheses around.
    pub(crate) fn deeper(&mut self, span: &Range<usize>) -> Result<(), Diagnostic> {
        self.depth += 1;
        match self.depth > DEEPEST {
            true => Err(Diagnostic::new("these parentheses nest too deep", span.clone())
                .help(format!("formulas nest at most {DEEPEST} deep"))),
            false => Ok(()),
        }
    }

    /// Leaves a pair of parentheses.
    pub(crate) fn shallower(&mut self) {
        self.depth -= 1;
    }

    /// `(a, b, ...)` behind the name of a function.
    fn function(&mut self, operation: Operation) -> Result<Formula, Diagnostic> {
        const HELP: &str = "write the numbers in parentheses: `min(a, b)`";
        let span = self.here();
        self.expect("(", HELP)?;
        self.deeper(&span)?;
        let mut all = self.formula()?;
        self.expect(",", HELP)?;
        loop {
            all = Formula::joined(operation, all, self.formula()?);
            if self.eat(")") {
                self.depth -= 1;
                return Ok(all);
            }
            self.expect(",", HELP)?;
        }
    }

    /// The formula of a name that has been read.
    ///
    /// # Errors
    /// When it is not known here.
    pub(crate) fn known(&self, word: &str, span: Range<usize>) -> Result<Formula, Diagnostic> {
        self.name(word, span)
    }

    /// Goes to the `for` of these parentheses, or to what closes them.
    pub(crate) fn skip_to_for(&mut self) -> usize {
        let mut depth = 0_usize;
        while let Some(what) = self.peek() {
            match what {
                What::Sign("(") => depth += 1,
                What::Sign(")") if depth == 0 => break,
                What::Sign(")") => depth -= 1,
                What::Word(word) if depth == 0 && word == "for" => break,
                _ => {}
            }
            self.at += 1;
        }
        self.at
    }

    fn name(&self, word: &str, span: Range<usize>) -> Result<Formula, Diagnostic> {
        if let Some(place) = self.scope.place(word) {
            return Ok(Formula::Name(place));
        }
        let known: Vec<String> = self.scope.names.iter().map(|name| format!("`{name}`")).collect();
        Err(Diagnostic::new(format!("the name `{word}` is not known here"), span)
            .help(format!("names known here: {}; a `for {word} in 1..a` makes one", known.join(", "))))
    }
}
