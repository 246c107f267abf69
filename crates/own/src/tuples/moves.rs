//! Lines of moves: what is left, `for` which numbers, `if` what holds.

use super::ways::{Alternative, Span, Term};
use crate::formula::{Formula, FormulaParser, Scope, Token, TokenKind, tokens};
use crate::spec::Phrase;
use crate::spec::preamble::check_say;
use crate::spec::statement::Statement;
use grundy_core::Diagnostic;

/// What is known where a line of moves is read.
pub(super) struct Line {
    pub(super) is_heap: bool,
    pub(super) arity: usize,
    /// The numbers of the state.
    pub(super) scope: Scope,
    pub(super) say: Option<Phrase>,
    /// The names of the numbers.
    pub(super) names: Vec<String>,
}

/// At most this many numbers are bound by `for` in one alternative, those of `sum` included.
const MOST_RANGES: usize = 16;

const HEAP_HELP: &str = "write what is left: a name, a number, `(n-k)`, or several joined by `+`";
const TUPLE_HELP: &str = "write what is left of each number, by commas: `a-k, b`";
const RANGE_HELP: &str = "write `for k in 1..a`";

impl Line {
    /// Reads the alternatives of a line.
    pub(super) fn alternatives(&self, statement: Statement<'_>) -> Result<Vec<Alternative>, Diagnostic> {
        let tokens = tokens(statement.rest, statement.rest_at)?;
        let rest = match self.is_heap {
            true => self.left_side(&tokens, statement)?,
            false => &tokens[..],
        };
        if let Some(arrow) = rest.iter().find(|token| token.what == TokenKind::Sign("->")) {
            let (message, help) = match self.is_heap {
                true => ("this line has two arrows", "write a line `move` for each, or join them by `|`"),
                false => ("moves of numbers have no arrow", TUPLE_HELP),
            };
            return Err(Diagnostic::new(message, arrow.span.clone()).help(help));
        }
        let mut found = Vec::new();
        let mut start = 0;
        for (index, place) in top_level(rest, &TokenKind::Sign("|")).chain([rest.len()]).enumerate() {
            let end = rest.get(place).map_or(statement.end(), |bar| bar.span.start);
            let slice = &rest[start..place];
            if slice.is_empty() && (index > 0 || place < rest.len() || rest.is_empty()) {
                let help = if self.is_heap { HEAP_HELP } else { TUPLE_HELP };
                return Err(Diagnostic::new("a move is missing here", end..end).help(help));
            }
            found.push(self.alternative(slice, end)?);
            start = place + 1;
        }
        Ok(found)
    }

    /// Reads `n ->`, and gives what follows.
    fn left_side<'t>(
        &self,
        tokens: &'t [Token],
        statement: Statement<'_>,
    ) -> Result<&'t [Token], Diagnostic> {
        const HELP: &str = "write `move n -> ` and what is left, such as `move n -> (n-1)`";
        let mut parser = FormulaParser::new(tokens, statement.end(), self.scope.clone())?;
        let span = parser.here();
        let left = parser.word().map(|(word, _)| word.to_owned());
        if !parser.eat("->") {
            return Err(parser.unexpected("`->` is expected behind the name of the heap", HELP));
        }
        let mut bare = FormulaParser::new(tokens, statement.end(), self.scope.clone())?;
        let is_name = left.is_some() && matches!(bare.formula(), Ok(Formula::Name(0)));
        match is_name {
            true => Ok(&tokens[parser.position()..]),
            false => Err(Diagnostic::new("the left side is the name of the heap alone", span).help(HELP)),
        }
    }

    fn alternative(&self, slice: &[Token], end: usize) -> Result<Alternative, Diagnostic> {
        let mut scope = self.scope.clone();
        let clauses = first_clause(slice);
        let mut parser = FormulaParser::new(&slice[clauses..], end, scope)?;
        let mut ranges = Vec::new();
        while parser.eat_word("for") {
            ranges.push(range(&mut parser)?);
        }
        let condition = if parser.eat_word("if") { Some(parser.condition()?) } else { None };
        if !parser.is_at_end() {
            let help = "first what is left, then `for NAME in FROM..TO`, then `if` and a condition";
            return Err(parser.unexpected("the move has ended before this", help));
        }
        scope = parser.scope;
        let terms_end = slice.get(clauses).map_or(end, |token| token.span.start);
        let terms = self.terms(&slice[..clauses], terms_end, scope)?;
        if let Some(say) = &self.say {
            let bound = ranges.iter().map(|range| &*range.name);
            let own = self.names.iter().map(String::as_str);
            check_say(say, &["from", "to"].into_iter().chain(own).chain(bound).collect::<Vec<_>>())?;
        }
        let start = slice.first().map_or(end, |token| token.span.start);
        let last = slice.last().map_or(end, |token| token.span.end);
        Ok(Alternative { terms, ranges, condition, say: self.say.clone(), span: start..last })
    }

    /// Reads the tuples that are left, joined by `+`.
    fn terms(&self, slice: &[Token], end: usize, scope: Scope) -> Result<Vec<Term>, Diagnostic> {
        let help = if self.is_heap { HEAP_HELP } else { TUPLE_HELP };
        if slice.is_empty() {
            return Err(Diagnostic::new("what a move leaves is missing here", end..end).help(help));
        }
        let has_comma = top_level(slice, &TokenKind::Sign(",")).next().is_some();
        if !self.is_heap && (has_comma || !is_sum_of_groups(slice)) {
            let mut parser = FormulaParser::new(slice, end, scope)?;
            let tuple = self.tuple(&mut parser)?;
            return match parser.is_at_end() {
                true => Ok(vec![Term::Tuple(tuple)]),
                false => Err(parser.unexpected("the numbers have ended before this", help)),
            };
        }
        let mut parser = FormulaParser::new(slice, end, scope)?;
        let mut terms = vec![self.term(&mut parser)?];
        while parser.eat("+") {
            terms.push(self.term(&mut parser)?);
        }
        if !parser.is_at_end() {
            let help = if self.is_heap { "arithmetic stands in parentheses: `(n-k)`" } else { help };
            return Err(parser.unexpected("`+` is expected here", help));
        }
        Ok(terms)
    }

    /// As many formulas as a position has numbers, by commas.
    fn tuple(&self, parser: &mut FormulaParser<'_>) -> Result<Vec<Formula>, Diagnostic> {
        let start = parser.position();
        let mut tuple = vec![parser.formula()?];
        while parser.eat(",") {
            tuple.push(parser.formula()?);
        }
        if tuple.len() == self.arity {
            return Ok(tuple);
        }
        let message = format!("a position has {} numbers, and this leaves {}", self.arity, tuple.len());
        Err(Diagnostic::new(message, parser.since(start)).help(TUPLE_HELP))
    }

    /// A heap, a tuple in parentheses, or `sum(term for NAME in FROM..TO)`.
    fn term(&self, parser: &mut FormulaParser<'_>) -> Result<Term, Diagnostic> {
        let span = parser.here();
        if parser.eat_word("sum") {
            parser.expect("(", "write `sum(i for i in 0..n-1)`")?;
            parser.deeper(&span)?;
            let term = self.sum(parser);
            parser.shallower();
            return term;
        }
        if !self.is_heap {
            parser.expect("(", "each tuple of several stands in parentheses: `(a, y) + (x, b)`")?;
            let tuple = self.tuple(parser)?;
            parser.expect(")", "every `(` needs a `)`")?;
            return Ok(Term::Tuple(tuple));
        }
        let formula = match parser.peek() {
            Some(TokenKind::Sign("(")) => {
                parser.eat("(");
                let formula = parser.formula()?;
                parser.expect(")", "every `(` needs a `)`")?;
                formula
            }
            Some(TokenKind::Number(number)) => {
                let number = *number;
                parser.back_to(parser.position() + 1);
                Formula::Number(number)
            }
            Some(TokenKind::Word(_)) => {
                let (word, span) = parser.word().expect("a word is next");
                parser.known(word, span)?
            }
            _ => return Err(parser.unexpected("what a move leaves is expected here", HEAP_HELP)),
        };
        Ok(Term::Tuple(vec![formula]))
    }

    /// What stands between the parentheses of `sum`, whose name comes behind the term that uses it.
    fn sum(&self, parser: &mut FormulaParser<'_>) -> Result<Term, Diagnostic> {
        let start = parser.position();
        let before = parser.scope.len();
        let place = parser.skip_to_for();
        if !parser.eat_word("for") {
            return Err(parser.unexpected("`for` is expected here", "write `sum(i for i in 0..n-1)`"));
        }
        let span = range(parser)?;
        parser.expect(")", "every `(` needs a `)`")?;
        let behind = parser.position();
        parser.back_to(start);
        let term = self.term(parser)?;
        if parser.position() != place {
            return Err(
                parser.unexpected("`for` is expected here", "a sum is of one term: `sum(i for i in 0..n-1)`")
            );
        }
        parser.back_to(behind);
        parser.scope.cut(before);
        Ok(Term::Sum(Box::new(term), Box::new(span)))
    }
}

/// `NAME in FROM..TO`, behind `for`.
fn range(parser: &mut FormulaParser<'_>) -> Result<Span, Diagnostic> {
    let Some((name, span)) = parser.word() else {
        return Err(parser.unexpected("a name is expected here", RANGE_HELP));
    };
    if !parser.eat_word("in") {
        return Err(parser.unexpected("`in` is expected here", RANGE_HELP));
    }
    let from = parser.formula()?;
    parser.expect("..", RANGE_HELP)?;
    let to = parser.formula()?;
    if parser.scope.len() >= MOST_RANGES {
        return Err(
            Diagnostic::new("too many numbers are bound here", span).help("write several lines `move`")
        );
    }
    // The ends know nothing of the name: it is added behind them.
    let place = parser.scope.add(name, span)?;
    Ok(Span { name: name.to_owned(), place, from, to })
}

/// The places of a token outside of all parentheses.
fn top_level<'t>(slice: &'t [Token], wanted: &'t TokenKind) -> impl Iterator<Item = usize> + 't {
    let mut depth = 0_usize;
    slice.iter().enumerate().filter_map(move |(place, token)| {
        match token.what {
            TokenKind::Sign("(") => depth += 1,
            TokenKind::Sign(")") => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth == 0 && token.what == *wanted).then_some(place)
    })
}

/// Where `for` or `if` first stands outside of all parentheses.
fn first_clause(slice: &[Token]) -> usize {
    let of = |word: &str| top_level(slice, &TokenKind::Word(word.to_owned())).next();
    [of("for"), of("if")].into_iter().flatten().min().unwrap_or(slice.len())
}

/// Whether all that `+` joins stands in parentheses of its own; what is missing beside a `+` is none the less one of
/// them.
fn is_sum_of_groups(slice: &[Token]) -> bool {
    let plus = TokenKind::Sign("+");
    let mut start = 0;
    top_level(slice, &plus).chain([slice.len()]).all(|end| {
        let part = &slice[start..end];
        start = end + 1;
        let part = match part.first().map(|token| &token.what) {
            Some(TokenKind::Word(word)) if word == "sum" => &part[1..],
            _ => part,
        };
        part.is_empty() || is_group(part)
    })
}

/// Whether a slice is one pair of parentheses and what it holds.
fn is_group(slice: &[Token]) -> bool {
    let mut depth = 0;
    for (place, token) in slice.iter().enumerate() {
        match token.what {
            TokenKind::Sign("(") => depth += 1,
            TokenKind::Sign(")") => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return place > 0 && place + 1 == slice.len();
        }
    }
    false
}
