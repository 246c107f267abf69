//! Rules files of numbers and heaps, read and played from their text: every number of every range is tried.

use super::formulas::{Formula, Numbers, Range, Reader, words};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// The rules of a game of numbers, or of heaps, as they stand in its file.
///
/// ```
/// use grundy_check::rules::NaiveNumbers;
/// let rules = NaiveNumbers::read("game a\nnumbers a b\nmove a-k, b for k in 1..a | b, a if b < a\n")?;
/// let options = rules.options(&[2, 1])?;
/// assert_eq!(options.len(), 3);
/// assert!(options.contains(&vec![vec![1, 2]]));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug)]
pub struct NaiveNumbers {
    name: String,
    is_misere: bool,
    is_heap: bool,
    names: Vec<String>,
    ways: Vec<Way>,
    measure: Option<Formula>,
}

/// A way to move.
#[derive(Clone, Debug)]
struct Way {
    terms: Vec<Term>,
    ranges: Vec<Range>,
    condition: Option<Formula>,
}

#[derive(Clone, Debug)]
enum Term {
    Tuple(Vec<Formula>),
    Sum(Box<Term>, Range),
}

/// A way to move has at most this many `for` in a row: each is a level of the search for options.
const MOST_RANGES: usize = 16;

/// As in the program: what the options of one tuple may take.
const MOST_TURNS: u64 = 100_000_000;
const MOST_OPTIONS: usize = 1_000_000;
const MOST_TUPLES: usize = 10_000;

/// The tuples that all options of a tuple have together are kept, so they are bounded too.
const MOST_KEPT: usize = 4_000_000;

/// The options of a tuple as they are found.
#[derive(Default)]
struct Found {
    options: Vec<NaiveOption>,
    /// How many numbers of ranges were tried.
    turns: u64,
    /// How many tuples all options have together.
    tuples: usize,
}

/// What is left by a move: tuples in ascending order.
pub(crate) type NaiveOption = Vec<Vec<i64>>;

impl NaiveNumbers {
    /// Reads a rules file of the kinds `numbers` and `heap`.
    ///
    /// # Errors
    /// When a line cannot be read.
    pub fn read(text: &str) -> Result<NaiveNumbers, String> {
        let mut rules = NaiveNumbers {
            name: String::new(),
            is_misere: false,
            is_heap: false,
            names: Vec::new(),
            ways: Vec::new(),
            measure: None,
        };
        let lines: Vec<(usize, &str, &str)> = lines(text).collect();
        for (_, word, rest) in &lines {
            match *word {
                "game" => rules.name = (*rest).to_owned(),
                "play" => rules.is_misere = ["misere", "misère"].contains(rest),
                "heap" | "numbers" => {
                    rules.is_heap = *word == "heap";
                    rules.names = rest.split_whitespace().map(str::to_owned).collect();
                }
                "title" | "says" | "by" | "example" | "say" | "move" | "measure" => {}
                other => return Err(format!("`{other}` cannot stand here")),
            }
        }
        for (number, word, rest) in &lines {
            match *word {
                "move" => rules.line(rest),
                "measure" => words(rest).and_then(|words| {
                    rules.measure = Some(Reader::whole(&words)?);
                    Ok(())
                }),
                _ => Ok(()),
            }
            .map_err(|told| in_line(*number, &told))?;
        }
        if rules.names.is_empty() || rules.ways.is_empty() {
            return Err("the rules have no numbers, or no moves".to_owned());
        }
        Ok(rules)
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the game is usually played under the misère convention.
    pub fn is_misere(&self) -> bool {
        self.is_misere
    }

    /// How many numbers a tuple has.
    pub fn arity(&self) -> usize {
        self.names.len()
    }

    /// What moves leave of a tuple: for each move the tuples that are left, in ascending order; heaps of 0 are left
    /// out.
    ///
    /// # Errors
    /// When a formula has no value, or an option is not less than the tuple.
    pub fn options(&self, tuple: &[i64]) -> Result<BTreeSet<NaiveOption>, String> {
        Ok(self.options_in_order(tuple)?.into_iter().collect())
    }

    /// Whether the file is of heaps.
    pub(crate) fn is_of_heaps(&self) -> bool {
        self.is_heap
    }

    /// The options in the order of the file, each where it is first met.
    pub(crate) fn options_in_order(&self, tuple: &[i64]) -> Result<Vec<NaiveOption>, String> {
        // A heap of 0 is no heap.
        if self.is_heap && tuple == [0] {
            return Ok(Vec::new());
        }
        let numbers: Numbers =
            self.names.iter().cloned().zip(tuple.iter().map(|&number| i128::from(number))).collect();
        let mut found = Found::default();
        for way in &self.ways {
            self.of_way(way, &way.ranges, numbers.clone(), &mut found)
                .map_err(|told| format!("the moves of {tuple:?}: {told}"))?;
        }
        let mut found = found.options;
        for left in found.iter().flatten() {
            if !self.is_less(left, tuple)? {
                return Err(format!("{left:?} is not less than {tuple:?}"));
            }
        }
        if self.is_heap {
            found.iter_mut().for_each(|option: &mut NaiveOption| option.retain(|heap| heap[0] > 0));
        }
        let mut met = BTreeSet::new();
        found.retain(|option| met.insert(option.clone()));
        Ok(found)
    }

    fn is_less(&self, left: &[i64], tuple: &[i64]) -> Result<bool, String> {
        let Some(measure) = &self.measure else { return Ok(left < tuple) };
        let rank = |tuple: &[i64]| {
            let numbers = tuple.iter().map(|&number| i128::from(number));
            measure.value(&self.names.iter().cloned().zip(numbers).collect())
        };
        let (after, before) = (rank(left)?, rank(tuple)?);
        if after < 0 || before < 0 { Err("a measure is below 0".to_owned()) } else { Ok(after < before) }
    }

    fn of_way(&self, way: &Way, ranges: &[Range], numbers: Numbers, found: &mut Found) -> Result<(), String> {
        if let Some((range, inner)) = ranges.split_first() {
            // A condition may keep a range from making no sense: what it says of names that are known comes first.
            let known = |formula: &&Formula| formula.names().iter().all(|name| numbers.contains_key(name));
            for part in way.condition.iter().flat_map(Formula::joined_by_and).filter(known) {
                if part.value(&numbers)? == 0 {
                    return Ok(());
                }
            }
            for number in range.numbers(&numbers, &mut found.turns)? {
                let mut numbers = numbers.clone();
                numbers.insert(range.name.clone(), number);
                self.of_way(way, inner, numbers, found)?;
            }
            return Ok(());
        }
        if let Some(condition) = &way.condition
            && condition.value(&numbers)? == 0
        {
            return Ok(());
        }
        let mut left = Vec::new();
        for term in &way.terms {
            term.tuples(&numbers, &mut left, &mut found.turns)?;
        }
        // What would be below 0 is no option.
        let natural = |tuple: Vec<i128>| -> Option<Vec<i64>> {
            tuple.into_iter().map(|number| i64::try_from(number).ok().filter(|&number| number >= 0)).collect()
        };
        if let Some(mut left) = left.into_iter().map(natural).collect::<Option<NaiveOption>>() {
            left.sort();
            found.add(left)?;
        }
        Ok(())
    }

    /// Reads the ways to move of a line.
    fn line(&mut self, rest: &str) -> Result<(), String> {
        let mut words = words(rest)?;
        if self.is_heap {
            if words.len() < 3 || words[0] != self.names[0] || words[1] != "->" {
                return Err("a move of a heap is `n -> ` and what is left".to_owned());
            }
            words.drain(..2);
        }
        for way in words.split(|word| word == "|") {
            let mut depth = 0;
            let clauses = way.iter().position(|word| {
                depth += i32::from(word == "(") - i32::from(word == ")");
                depth == 0 && (word == "for" || word == "if")
            });
            let (left, clauses) = way.split_at(clauses.unwrap_or(way.len()));
            let mut reader = Reader::new(clauses);
            let mut ranges = Vec::new();
            while reader.eat("for") {
                ranges.push(reader.range()?);
                if ranges.len() > MOST_RANGES {
                    return Err(format!(
                        "more than {MOST_RANGES} `for` follow one another: write several lines `move`"
                    ));
                }
            }
            let condition = if reader.eat("if") { Some(reader.either()?) } else { None };
            reader.end()?;
            self.ways.push(Way { terms: self.terms(left)?, ranges, condition });
        }
        Ok(())
    }

    /// What is left: tuples joined by `+`.
    fn terms(&self, left: &[String]) -> Result<Vec<Term>, String> {
        let mut reader = Reader::new(left);
        let is_sum = self.is_heap || is_sum_of_tuples(left);
        if !is_sum {
            let tuple = reader.list()?;
            reader.end()?;
            return self.checked(tuple).map(|tuple| vec![tuple]);
        }
        let mut terms = vec![self.term(&mut reader)?];
        while reader.eat("+") {
            terms.push(self.term(&mut reader)?);
        }
        reader.end()?;
        Ok(terms)
    }

    fn checked(&self, tuple: Vec<Formula>) -> Result<Term, String> {
        if tuple.len() == self.names.len() {
            Ok(Term::Tuple(tuple))
        } else {
            Err("a tuple has another number of numbers".to_owned())
        }
    }

    fn term(&self, reader: &mut Reader<'_>) -> Result<Term, String> {
        if reader.eat("sum") {
            reader.open()?;
            let term = self.term(reader)?;
            reader.expect("for")?;
            let range = reader.range()?;
            reader.close()?;
            return Ok(Term::Sum(Box::new(term), range));
        }
        if reader.eat("(") {
            let tuple = reader.list()?;
            reader.expect(")")?;
            return self.checked(tuple);
        }
        let one = reader.primary()?;
        self.checked(vec![one])
    }
}

impl Found {
    fn add(&mut self, option: NaiveOption) -> Result<(), String> {
        self.tuples += option.len();
        self.options.push(option);
        match self.options.len() > MOST_OPTIONS || self.tuples > MOST_KEPT {
            true => Err(format!(
                "they are more than {MOST_OPTIONS}, or leave more than {MOST_KEPT} tuples in all: write a smaller position"
            )),
            false => Ok(()),
        }
    }
}

impl Range {
    /// The numbers that it runs through, which are counted.
    fn numbers(&self, numbers: &Numbers, turns: &mut u64) -> Result<RangeInclusive<i128>, String> {
        let (from, to) = (self.from.value(numbers)?, self.to.value(numbers)?);
        let count = u64::try_from((to - from).max(0)).unwrap_or(u64::MAX).saturating_add(1);
        *turns = turns.saturating_add(count);
        match *turns > MOST_TURNS {
            true => {
                Err(format!("they take more than {MOST_TURNS} numbers of `for`: write a smaller position"))
            }
            false => Ok(from..=to),
        }
    }
}

impl Term {
    fn tuples(&self, numbers: &Numbers, left: &mut Vec<Vec<i128>>, turns: &mut u64) -> Result<(), String> {
        match self {
            Term::Tuple(tuple) => {
                left.push(tuple.iter().map(|formula| formula.value(numbers)).collect::<Result<_, _>>()?);
            }
            Term::Sum(term, range) => {
                for number in range.numbers(numbers, turns)? {
                    let mut numbers = numbers.clone();
                    numbers.insert(range.name.clone(), number);
                    term.tuples(&numbers, left, turns)?;
                    if left.len() > MOST_TUPLES {
                        return Err(format!(
                            "one leaves more than {MOST_TUPLES} tuples: write a smaller position"
                        ));
                    }
                }
            }
        }
        Ok(())
    }
}

/// The lines of a file without comments, each as its number, its first word and the rest.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str, &str)> {
    (1..).zip(text.trim_start_matches('\u{feff}').split(['\n', '\r'])).filter_map(|(number, line)| {
        let line = super::read::without_comment(line).trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        (!word.is_empty()).then_some((number, word, rest.trim()))
    })
}

/// What is wrong with a line, and which line it is.
pub(super) fn in_line(number: usize, told: &str) -> String {
    format!("line {number} of the rules: {told}")
}

/// Whether what `+` joins are tuples in parentheses, and sums of them.
fn is_sum_of_tuples(words: &[String]) -> bool {
    let mut depth = 0;
    let parts = words.split(move |word| {
        depth += i32::from(word == "(") - i32::from(word == ")");
        depth == 0 && word == "+"
    });
    parts.map(|part| part.strip_prefix(&["sum".to_owned()]).unwrap_or(part)).all(is_in_parentheses)
}

/// Whether the first parenthesis is closed by the last word.
fn is_in_parentheses(words: &[String]) -> bool {
    let mut depth = 0;
    let closed = words.iter().position(|word| {
        depth += i32::from(word == "(") - i32::from(word == ")");
        depth == 0
    });
    words.first().is_some_and(|word| word == "(") && closed == Some(words.len() - 1)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // in a test, a panic is the report
mod tests {
    use super::*;

    #[test]
    fn moves_beyond_all_bounds_are_not_listed() {
        let told = |moves: &str| {
            let rules = NaiveNumbers::read(&format!("game a\nheap n\nmove n -> {moves}\n")).unwrap();
            rules.options(&[9]).unwrap_err()
        };
        for moves in [
            "(n-k) for k in 1..9000000000000000000",
            "(n-1) for k in 1..90000000 for m in 1..90000000 if k + m < 0",
            "sum(i for i in 1..9000000000000000000)",
            "sum(sum(i for i in 1..0) for j in -9000000000000000000..9000000000000000000)",
        ] {
            let told = told(moves);
            assert!(told.starts_with("the moves of [9]: they take more than 100000000 numbers"), "{told}");
        }
        assert!(told("sum(i for i in 1..20000)").contains("leaves more than 10000 tuples"));
        assert!(told("(n-1) for k in 1..2000000").contains("more than 1000000"));
        assert!(told("sum(1 for i in 1..9000) for k in 1..1000").contains("4000000 tuples in all"));
    }
}
