//! Answers held to what is expected of them.

use crate::entry::{Expected, ExpectedValue};
use crate::position::{Answer, Position};
use crate::question::Goal;
use grundy_check::proof::ProofClaim;
use grundy_core::{Diagnostic, Nimber, Outcome};

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
        self.hold(&Found {
            position: &answer.position,
            outcome: answer.outcome,
            nimber: answer.nimber,
            winning: answer.winning_count.map(|_| &answer.winning[..]),
            is_whole: answer.stopped.is_none(),
        })
    }

    /// Holds what a proof of a position claims to what was expected of it: [`Comparison::Stopped`] where the claim does
    /// not say enough. The proof has to be verified by who asks.
    ///
    /// # Errors
    /// As [`compare`](Expected::compare).
    ///
    /// ```
    /// use grundy::{Comparison, Entry, Position, ProofRequest};
    /// let position: Position = "cram 2x3".parse()?;
    /// let claim = &position.prove(&ProofRequest::default())?.file.claims[0];
    /// let entry = Entry::read("cram 2x3 = *1")?.unwrap();
    /// assert_eq!(entry.expected.unwrap().compare_with(&position, claim)?, Comparison::Agrees);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn compare_with(&self, position: &Position, claim: &ProofClaim) -> Result<Comparison, Diagnostic> {
        self.hold(&Found {
            position,
            outcome: Some(claim.outcome),
            nimber: claim.nimber.map(Nimber),
            winning: claim.winning.as_deref(),
            is_whole: false,
        })
    }

    fn hold(&self, found: &Found<'_>) -> Result<Comparison, Diagnostic> {
        let outcome = match self.value {
            ExpectedValue::Outcome(outcome) => outcome,
            ExpectedValue::Nimber(nimber) => Outcome::of_nimber(nimber),
        };
        let as_found = |text: String| Ok(Comparison::Differs(text));
        match (found.outcome, self.value, found.nimber) {
            (Some(told), ExpectedValue::Outcome(_), _) if told != outcome => as_found(told.to_string()),
            (_, ExpectedValue::Nimber(nimber), Some(told)) if told != nimber => as_found(told.to_string()),
            // An outcome can refute a nimber that is not known.
            (Some(told), ExpectedValue::Nimber(_), None) if told != outcome => as_found(told.to_string()),
            (Some(told), ExpectedValue::Nimber(_), None) if found.is_whole => {
                as_found(format!("{told}, without a nimber"))
            }
            (None, _, _) | (_, ExpectedValue::Nimber(_), None) => Ok(Comparison::Stopped),
            _ => self.hold_moves(found),
        }
    }

    fn hold_moves(&self, found: &Found<'_>) -> Result<Comparison, Diagnostic> {
        let Some(expected) = &self.winning else { return Ok(Comparison::Agrees) };
        // Labels can be spelled in several ways: a move is what a person would say of it.
        let mut wanted = Vec::new();
        for (label, span) in expected {
            let said = found.position.say(label);
            wanted.push(said.map_err(|error| Diagnostic { span: span.clone(), ..error })?);
        }
        let Some(winning) = found.winning else { return Ok(Comparison::Stopped) };
        let say = |label: &String| found.position.say(label).expect("a winning move is a move");
        let mut said: Vec<String> = winning.iter().map(say).collect();
        wanted.sort_unstable();
        wanted.dedup();
        said.sort_unstable();
        if wanted == said {
            return Ok(Comparison::Agrees);
        }
        let value = match self.value {
            ExpectedValue::Outcome(outcome) => outcome.to_string(),
            ExpectedValue::Nimber(nimber) => nimber.to_string(),
        };
        Ok(Comparison::Differs(format!("{value}; {}", winning.join(" ")).trim_end().to_owned()))
    }
}

/// What has been found of a position, by a search or a proof.
struct Found<'f> {
    position: &'f Position,
    outcome: Option<Outcome>,
    nimber: Option<Nimber>,
    /// All winning moves, where they are known.
    winning: Option<&'f [String]>,
    /// Whether all that was asked has been found.
    is_whole: bool,
}
