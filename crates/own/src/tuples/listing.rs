//! A file of numbers or heaps on a shelf.

use super::options::Options;
use super::rules::{Shared, TupleGame};
use super::spec::TupleSpec;
use super::values::told;
use super::ways::{Alternative, Span, Term};
use crate::formula::{Condition, Formula, Operation, Relation};
use crate::origin::Origin;
use grundy_core::{
    Card, Convention, Diagnostic, Limits, Listing, Notation, Parameters, Playable, Reader, Run,
};
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

/// A rules file of the kinds `numbers` and `heap` as a listing.
///
/// ```
/// use grundy_core::Listing;
/// use grundy_own::TupleFile;
/// let file = TupleFile::read("game nim-two\nnumbers a b\nmove a-k, b for k in 1..a | a, b-k for k in 1..b\n")?;
/// assert_eq!((&*file.card().id, &*file.card().example), ("nim-two", "7 3"));
/// # Ok::<(), grundy_core::Diagnostic>(())
/// ```
#[derive(Clone, Debug)]
pub struct TupleFile {
    shared: Arc<Shared>,
    name: String,
}

/// So many options below the example of a file are looked at to see that its rules hold there.
const LOOKED_AT: u64 = 1 << 16;

/// Where files have no example: numbers from the first that is a position.
const EXAMPLES: [i64; 8] = [7, 3, 2, 5, 4, 6, 1, 8];

impl TupleFile {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// The first mistake of the text, with its place.
    pub fn read(text: &str) -> Result<TupleFile, Diagnostic> {
        TupleFile::read_from(text, Origin::Local)
    }

    /// Reads the text of a file that may come from somebody else.
    ///
    /// # Errors
    /// As [`read`](TupleFile::read), and where a file of that origin is too long.
    pub fn read_from(text: &str, origin: Origin) -> Result<TupleFile, Diagnostic> {
        let file = TupleFile::read_only(text, origin)?;
        file.check_example()?;
        Ok(file)
    }

    /// Reads the text, and leaves it to a test that its example is a position.
    pub(crate) fn read_only(text: &str, origin: Origin) -> Result<TupleFile, Diagnostic> {
        let spec = TupleSpec::read_from(text, origin)?;
        Ok(TupleFile { name: spec.name().to_owned(), shared: Arc::new(Shared::new(spec)) })
    }

    /// The same game under another name.
    #[must_use]
    pub fn named(mut self, name: &str) -> TupleFile {
        name.clone_into(&mut self.name);
        self
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The file as it was read.
    pub fn spec(&self) -> &TupleSpec {
        &self.shared.spec
    }

    /// The moves, ready to be made.
    pub(crate) fn options(&self) -> &Options {
        &self.shared.options
    }

    /// The rules, which know no nimbers yet.
    pub fn game(&self) -> TupleGame {
        TupleGame::new(Arc::clone(&self.shared))
    }

    /// The example of the file, or small numbers.
    pub fn example(&self) -> String {
        match &self.spec().preamble.example {
            Some(example) => example.text.clone(),
            None => {
                let numbers = EXAMPLES.iter().take(self.spec().names.len());
                numbers.map(i64::to_string).collect::<Vec<_>>().join(" ")
            }
        }
    }

    /// The example is a position, and the rules hold there.
    fn check_example(&self) -> Result<(), Diagnostic> {
        let Some(example) = &self.spec().preamble.example else { return Ok(()) };
        let mut reader = Reader::new(&example.text);
        let read = self.game().parse(&mut reader).and_then(|_| reader.expect_end());
        read.map_err(|error| match self.breakdown() {
            Some(breakdown) => breakdown,
            None => Diagnostic {
                message: format!("this example is no position: {error}"),
                ..error.shifted(example.span.start)
            },
        })
    }

    /// Where the rules break down below the example, or below small numbers where there is none: at which line of
    /// moves, and why. Little is looked at; `None` where nothing is found.
    ///
    /// ```
    /// use grundy_own::TupleFile;
    /// let text = "game a\nheap n\nmove n -> n\n";
    /// let breakdown = TupleFile::read(text)?.breakdown().unwrap();
    /// assert_eq!(&text[breakdown.span], "n");
    /// # Ok::<(), grundy_core::Diagnostic>(())
    /// ```
    pub fn breakdown(&self) -> Option<Diagnostic> {
        let (text, options) = (self.example(), self.options());
        let groups = self.game().groups(&mut Reader::new(&text)).ok()?;
        let mut turns = LOOKED_AT;
        let broken = groups.iter().find_map(|(tuple, _)| options.glimpse(tuple, &mut turns).err());
        let (state, fault) = broken?;
        let way = options.broken_way(&state)?;
        let span = self.spec().alternatives[way].span.clone();
        Some(Diagnostic::new(told(&state, &fault), span).help(fault.help()))
    }

    /// What is derived from the file, for people.
    pub fn facts(&self) -> TupleFacts {
        let spec = self.spec();
        let ways = spec.alternatives.iter().map(|way| spec.text[way.span.clone()].to_owned()).collect();
        let ends = match &spec.measure {
            Some(measure) => format!(
                "every move lowers `{}`; this is looked at in every position that can be reached",
                self.formula_text(measure)
            ),
            None if spec.names.len() == 1 => "every number that a move leaves is less".to_owned(),
            None => "every move leaves less, compared from the left; this is looked at in every position that can be \
                     reached"
                .to_owned(),
        };
        TupleFacts { ways, ends, values: self.first_values() }
    }

    /// The nimbers of the first heaps, for games of one number.
    fn first_values(&self) -> Vec<u64> {
        if self.spec().names.len() != 1 {
            return Vec::new();
        }
        let (game, run) = (self.game(), Run::new(Limits { time: Some(FIRST_TIME), ..Limits::default() }));
        let value = |heap: i64| {
            game.find(&[heap], &run).ok()?;
            game.value(&[heap]).map(|value| u64::from(value.nimber))
        };
        (0..FIRST_VALUES).map_while(value).collect()
    }

    fn formula_text(&self, formula: &Formula) -> String {
        let names: Vec<&str> = self.spec().names.iter().map(|name| &*name.text).collect();
        let text = formula_text(formula, &|place| {
            names.get(place).map_or_else(String::new, |&name| name.to_owned())
        });
        let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        inner.map_or_else(|| text.clone(), str::to_owned)
    }
}

/// So many first nimbers are told of a game of one number, or as many as are found in this time.
const FIRST_VALUES: i64 = 200;
const FIRST_TIME: Duration = Duration::from_millis(100);

/// What is derived from a file of numbers, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TupleFacts {
    /// The ways to move, as they are written.
    pub ways: Vec<String>,
    /// Why the game ends.
    pub ends: String,
    /// The nimbers of 0, 1, 2, ... where a position is one number.
    pub values: Vec<u64>,
}

impl TupleFacts {
    /// The shortest repeat with which the first nimbers end, as its first place and its length: observed and not
    /// proved. Three periods must be there.
    ///
    /// ```
    /// use grundy_own::TupleFile;
    /// let file = TupleFile::read("game a\nheap n\nmove n -> (n-k) for k in 1..3\n")?;
    /// assert_eq!(file.facts().observed(), Some((0, 4)));
    /// # Ok::<(), grundy_core::Diagnostic>(())
    /// ```
    pub fn observed(&self) -> Option<(usize, usize)> {
        observed(&self.values)
    }
}

/// The shortest repeat with which a sequence ends, seen three times.
pub(crate) fn observed(values: &[u64]) -> Option<(usize, usize)> {
    (1..=values.len() / 3).find_map(|period| {
        let differs = (period..values.len()).rev().find(|&place| values[place] != values[place - period]);
        let from = differs.map_or(0, |place| place + 1 - period);
        (values.len() - from >= 3 * period).then_some((from, period))
    })
}

impl Listing for TupleFile {
    type Rules = TupleGame;

    fn card(&self) -> Card {
        let spec = self.spec();
        let text = |phrase: &Option<crate::spec::Phrase>| phrase.as_ref().map(|phrase| phrase.text.clone());
        let title = text(&spec.preamble.title).unwrap_or_else(|| self.name.clone());
        let ways = || {
            spec.alternatives.iter().map(|way| &spec.text[way.span.clone()]).collect::<Vec<_>>().join(" | ")
        };
        let says = text(&spec.preamble.says).unwrap_or_else(ways);
        let play = spec.preamble.play.unwrap_or(Convention::Normal);
        Card::new(self.name.clone(), title, says, self.example()).with_convention(play)
    }

    fn rules(&self, _: &Parameters) -> Result<TupleGame, Diagnostic> {
        Ok(self.game())
    }
}

impl Playable for TupleGame {
    /// The formulas, with places for names, sorted: two spellings of one game are the same.
    fn signature(&self, _: &str, write: &mut dyn FnMut(&str)) {
        let spec = self.spec();
        write("own numbers 1");
        write(&format!("{} {}", spec.names.len(), if spec.is_heap { "heap" } else { "numbers" }));
        let mut ways: Vec<String> = spec.alternatives.iter().map(way_text).collect();
        ways.sort_unstable();
        ways.dedup();
        ways.iter().for_each(|way| write(way));
        if let Some(measure) = &spec.measure {
            write(&format!("measure {}", formula_text(measure, &placed)));
        }
    }
}

fn placed(place: usize) -> String {
    format!("v{place}")
}

/// A way to move with places for names.
fn way_text(way: &Alternative) -> String {
    let mut terms: Vec<String> = way.terms.iter().map(term_text).collect();
    terms.sort_unstable();
    let mut text = terms.join(" + ");
    for range in &way.ranges {
        let _ = write!(text, " for {}", range_text(range));
    }
    if let Some(condition) = &way.condition {
        let _ = write!(text, " if {}", condition_text(condition));
    }
    text
}

fn range_text(range: &Span) -> String {
    let (from, to) = (formula_text(&range.from, &placed), formula_text(&range.to, &placed));
    format!("{} in {from}..{to}", placed(range.place))
}

fn term_text(term: &Term) -> String {
    match term {
        Term::Tuple(tuple) => {
            let all: Vec<String> = tuple.iter().map(|formula| formula_text(formula, &placed)).collect();
            format!("({})", all.join(","))
        }
        Term::Sum(term, range) => format!("sum({} for {})", term_text(term), range_text(range)),
    }
}

/// A formula with all its parentheses.
pub(crate) fn formula_text(formula: &Formula, name: &dyn Fn(usize) -> String) -> String {
    match formula {
        Formula::Number(number) => number.to_string(),
        Formula::Name(place) => name(*place),
        Formula::Joined(operation, both) => {
            let (left, right) = (formula_text(&both.0, name), formula_text(&both.1, name));
            let between = match operation {
                Operation::Add => "+",
                Operation::Subtract => "-",
                Operation::Multiply => "*",
                Operation::Divide => "/",
                Operation::Remainder => "%",
                Operation::Least => return format!("min({left}, {right})"),
                Operation::Greatest => return format!("max({left}, {right})"),
                Operation::NimSum => return format!("xor({left}, {right})"),
            };
            format!("({left} {between} {right})")
        }
    }
}

/// A condition with places for names.
pub(crate) fn condition_text(condition: &Condition) -> String {
    match condition {
        Condition::Compare(how, left, right) => {
            let between = match how {
                Relation::Equal => "=",
                Relation::Unequal => "!=",
                Relation::Less => "<",
                Relation::AtMost => "<=",
                Relation::More => ">",
                Relation::AtLeast => ">=",
            };
            format!("{} {between} {}", formula_text(left, &placed), formula_text(right, &placed))
        }
        Condition::And(both) => format!("({} and {})", condition_text(&both.0), condition_text(&both.1)),
        Condition::Or(both) => format!("({} or {})", condition_text(&both.0), condition_text(&both.1)),
        Condition::Not(inner) => format!("not ({})", condition_text(inner)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeat_is_observed_only_where_it_is_seen_three_times() {
        assert_eq!(observed(&[0, 1, 2, 0, 1, 2, 0, 1, 2]), Some((0, 3)));
        assert_eq!(observed(&[5, 0, 1, 0, 1, 0, 1]), Some((1, 2)));
        assert_eq!(observed(&[0, 1, 2, 3, 4, 5]), None);
        assert_eq!(observed(&[]), None);
    }
}
