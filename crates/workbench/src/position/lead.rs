//! Where a move leads.

use crate::position::answer::Answer;
use crate::question::Request;
use grundy_core::{Convention, Diagnostic, Nimber, Outcome};

/// What a move leaves: who wins it, and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lead {
    /// Who wins what is left; after a winning move P.
    pub outcome: Outcome,
    /// What is left is worth this; none under misère play, or where the game can be won at once.
    pub nimber: Option<Nimber>,
}

impl Answer {
    /// Where a move of the position leads. Under normal play only the term that the move changes is
    /// looked into: the others are worth what the answer says. Nothing when the run stops first.
    ///
    /// ```
    /// use grundy::{Nimber, Outcome, Position, Request};
    /// let answer = "bubbly (E(G)) + nim 4".parse::<Position>()?.solve(&Request::default());
    /// let lead = answer.lead("2:1:4>3", &Request::default())?.unwrap();
    /// assert_eq!((lead.outcome, lead.nimber), (Outcome::N, Some(Nimber(1))));
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// When no move has this label; the span is within it.
    pub fn lead(&self, label: &str, request: &Request) -> Result<Option<Lead>, Diagnostic> {
        let (moved, inner) = self.position.locate(label)?;
        let own = self.parts.get(moved).and_then(|part| part.nimber);
        if let (Convention::Normal, Some(total), Some(own)) = (self.convention, self.nimber, own) {
            let board = self.position.terms()[moved].play(inner);
            let board = board.map_err(|error| error.shifted(label.len() - inner.len()))?;
            if board.is_won() {
                return Ok(Some(Lead { outcome: Outcome::P, nimber: None }));
            }
            if board.winning_at_once(0).is_some() {
                return Ok(Some(Lead { outcome: Outcome::N, nimber: None }));
            }
            let run = &request.run;
            let found = board.prepare(run).and_then(|()| board.nimber(request.approach, run)).ok();
            return Ok(found.map(|(nimber, _)| {
                let left = total ^ own ^ nimber;
                Lead { outcome: Outcome::of_nimber(left), nimber: Some(left) }
            }));
        }
        let left = self.position.play(label)?;
        let found = left.find(self.convention, request, &mut left.parts()).ok();
        Ok(found.map(|found| Lead { outcome: found.outcome, nimber: found.nimber }))
    }
}
