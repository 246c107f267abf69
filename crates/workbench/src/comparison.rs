//! Answers held to what is expected of them.

use crate::entry::{Expected, ExpectedValue};
use crate::position::Answer;
use crate::question::Goal;
use grundy_core::{Diagnostic, Outcome};

/// What the answer for a position says to what was expected of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// The same.
    Agrees,
    /// Something else, which this is.
    Differs(String),
    /// Nothing: a limit left what was expected open.
    Stopped,
}

impl Expected {
    /// What has to be found out to compare.
    pub fn goal(&self) -> Goal {
        match self {
            Expected { winning: Some(_), .. } => Goal::Moves,
            Expected { value: ExpectedValue::Nimber(_), .. } => Goal::Nimber,
            Expected { value: ExpectedValue::Outcome(_), .. } => Goal::Outcome,
        }
    }

    /// Holds an answer to what was expected. The answer has to name all winning moves.
    ///
    /// # Errors
    /// When a winning move that is expected is no move; the span is its place in the line.
    ///
    /// ```
    /// use grundy::{Comparison, Entry, Position, Request};
    /// let answer = "nim 1 5 7".parse::<Position>().unwrap().solve(&Request::default());
    /// let compare = |line| Entry::read(line).unwrap().unwrap().expected.unwrap().compare(&answer);
    /// assert_eq!(compare("nim 1 5 7 = *3; 3:7>4 2:5>1"), Ok(Comparison::Differs("*3; 3:7>4".to_owned())));
    /// ```
    pub fn compare(&self, answer: &Answer) -> Result<Comparison, Diagnostic> {
        let outcome = match self.value {
            ExpectedValue::Outcome(outcome) => outcome,
            ExpectedValue::Nimber(nimber) => Outcome::of_nimber(nimber),
        };
        let as_found = |text: String| Ok(Comparison::Differs(text));
        match (answer.outcome, self.value, answer.nimber) {
            (Some(found), ExpectedValue::Outcome(_), _) if found != outcome => as_found(found.to_string()),
            (_, ExpectedValue::Nimber(nimber), Some(found)) if found != nimber => as_found(found.to_string()),
            // An outcome can refute a nimber that is not known.
            (Some(found), ExpectedValue::Nimber(_), None) if found != outcome => as_found(found.to_string()),
            (Some(found), ExpectedValue::Nimber(_), None) if answer.stopped.is_none() => {
                as_found(format!("{found}, without a nimber"))
            }
            (None, _, _) | (_, ExpectedValue::Nimber(_), None) => Ok(Comparison::Stopped),
            _ => self.compare_moves(answer),
        }
    }

    fn compare_moves(&self, answer: &Answer) -> Result<Comparison, Diagnostic> {
        let Some(expected) = &self.winning else { return Ok(Comparison::Agrees) };
        // Labels can be spelled in several ways: a move is what a person would say of it.
        let mut wanted = Vec::new();
        for (label, span) in expected {
            let said = answer.position.say(label);
            wanted.push(said.map_err(|error| Diagnostic { span: span.clone(), ..error })?);
        }
        if answer.winning_count.is_none() {
            return Ok(Comparison::Stopped);
        }
        let say = |label: &String| answer.position.say(label).expect("a winning move is a move");
        let mut found: Vec<String> = answer.winning.iter().map(say).collect();
        wanted.sort_unstable();
        wanted.dedup();
        found.sort_unstable();
        if wanted == found {
            return Ok(Comparison::Agrees);
        }
        let value = match self.value {
            ExpectedValue::Outcome(outcome) => outcome.to_string(),
            ExpectedValue::Nimber(nimber) => nimber.to_string(),
        };
        Ok(Comparison::Differs(format!("{value}; {}", answer.winning.join(" ")).trim_end().to_owned()))
    }
}
