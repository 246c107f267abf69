//! Where the values of a proof come from: what a search has found, or another proof.

use super::NotProved;
use crate::board::Board;
use crate::late_board::LateBoard;
use crate::mixture::Mixture;
use crate::part::Part;
use crate::part_values::PartValues;
use crate::position::Position;
use crate::question::Approach;
use grundy_check::proof::{ProofGames, ProofPart, SINGLE};
use grundy_core::{Nimber, Outcome, Run};
use grundy_solve::{MisereSolver, MisereTable};
use std::collections::HashMap;
use std::sync::Arc;

/// What is known of parts.
pub(super) trait Source {
    /// The nimber, where it is known.
    fn at_hand(&mut self, part: &ProofPart) -> Result<Option<u64>, NotProved>;

    /// The nimber, found out.
    fn nimber(&mut self, part: &ProofPart) -> Result<u64, NotProved>;

    /// Whether this is the nimber, found out.
    fn is_worth(&mut self, part: &ProofPart, nimber: u64) -> Result<bool, NotProved>;
}

/// What is known of misère sums of parts that have numbers.
pub(super) trait SumSource {
    /// Tells the next part.
    fn add(&mut self, part: &ProofPart) -> Result<(), NotProved>;

    /// Whether a sum is a P-position, where it is known.
    fn is_p_at_hand(&mut self, sum: &[u32]) -> Result<Option<bool>, NotProved>;

    /// Whether a sum is a P-position, found out.
    fn is_p(&mut self, sum: &[u32]) -> Result<bool, NotProved>;

    /// All states of the board with these rows and columns, where searches have made them.
    fn whole_board(&self, sides: (u32, u32)) -> Option<Arc<LateBoard>> {
        let _ = sides;
        None
    }
}

/// What searches of a position have found, and find.
pub(super) struct Searches<'a> {
    games: &'a ProofGames,
    /// For each game what is known of its positions, and how many were told.
    values: Vec<(Box<dyn PartValues + 'a>, usize)>,
    places: HashMap<ProofPart, usize>,
    run: &'a Run,
}

impl<'a> Searches<'a> {
    /// `boards` has a position of each game.
    pub(super) fn new(
        games: &'a ProofGames,
        boards: &[&'a Arc<dyn Board>],
        approach: Approach,
        run: &'a Run,
    ) -> Self {
        let values = boards.iter().map(|board| (board.values(approach), 0)).collect();
        Searches { games, values, places: HashMap::new(), run }
    }

    fn place(&mut self, part: &ProofPart) -> Result<(&dyn PartValues, usize), NotProved> {
        let (values, count) = &mut self.values[usize::from(part.game)];
        if let Some(&place) = self.places.get(part) {
            return Ok((&**values, place));
        }
        let place = *count;
        let text = self.games.notation(part);
        values.add(&text).map_err(|error| NotProved::Fault(format!("`{text}` is not read: {error}")))?;
        *count += 1;
        self.places.insert(part.clone(), place);
        Ok((&**values, place))
    }
}

impl Source for Searches<'_> {
    fn at_hand(&mut self, part: &ProofPart) -> Result<Option<u64>, NotProved> {
        let run = self.run;
        let (values, place) = self.place(part)?;
        Ok(values.at_hand(place, run)?.map(|nimber| nimber.0))
    }

    fn nimber(&mut self, part: &ProofPart) -> Result<u64, NotProved> {
        let run = self.run;
        let (values, place) = self.place(part)?;
        Ok(values.nimber(place, run)?.0)
    }

    fn is_worth(&mut self, part: &ProofPart, nimber: u64) -> Result<bool, NotProved> {
        let run = self.run;
        let (values, place) = self.place(part)?;
        Ok(values.is_worth(place, Nimber(nimber), run)?)
    }
}

/// What searches of a misère sum of one game have found, and find.
pub(super) struct OneGame<'a> {
    games: &'a ProofGames,
    values: Box<dyn PartValues + 'a>,
    run: &'a Run,
}

impl<'a> OneGame<'a> {
    pub(super) fn new(
        games: &'a ProofGames,
        board: &'a Arc<dyn Board>,
        approach: Approach,
        run: &'a Run,
    ) -> Self {
        OneGame { games, values: board.values(approach), run }
    }
}

fn places(sum: &[u32]) -> Vec<usize> {
    sum.iter().map(|&part| part as usize).collect()
}

impl SumSource for OneGame<'_> {
    fn add(&mut self, part: &ProofPart) -> Result<(), NotProved> {
        let text = self.games.notation(part);
        self.values.add(&text).map_err(|error| NotProved::Fault(format!("`{text}` is not read: {error}")))
    }

    fn is_p_at_hand(&mut self, sum: &[u32]) -> Result<Option<bool>, NotProved> {
        Ok(self.values.misere_at_hand(&places(sum), self.run)?.map(|outcome| outcome == Outcome::P))
    }

    fn is_p(&mut self, sum: &[u32]) -> Result<bool, NotProved> {
        Ok(self.values.misere(&places(sum), self.run)? == Outcome::P)
    }

    fn whole_board(&self, sides: (u32, u32)) -> Option<Arc<LateBoard>> {
        self.values.whole_board(sides)
    }
}

/// What searches of a misère sum of several games have found, and find.
pub(super) struct SeveralGames<'a> {
    games: &'a ProofGames,
    position: &'a Position,
    sums: &'a MisereTable<Vec<Part>>,
    parts: Vec<Part>,
    run: &'a Run,
}

impl<'a> SeveralGames<'a> {
    pub(super) fn new(games: &'a ProofGames, position: &'a Position, run: &'a Run) -> Self {
        let sums = position.memos().mixtures(Approach::Search);
        SeveralGames { games, position, sums, parts: Vec::new(), run }
    }

    fn solver(&self) -> MisereSolver<'_, Mixture> {
        MisereSolver::new(&Mixture, &(), self.sums)
    }

    fn sum(&self, sum: &[u32]) -> Vec<Part> {
        sum.iter().map(|&part| self.parts[part as usize].clone()).collect()
    }
}

impl SumSource for SeveralGames<'_> {
    fn add(&mut self, part: &ProofPart) -> Result<(), NotProved> {
        let text = self.games.text(part);
        let read =
            Position::parse_on(self.position.workbench(), &text, grundy_core::Reading::default(), self.run);
        let read = read.map_err(|error| NotProved::Fault(format!("`{text}` is not read: {error}")))?;
        self.parts.push(read.terms()[0].part());
        Ok(())
    }

    fn is_p_at_hand(&mut self, sum: &[u32]) -> Result<Option<bool>, NotProved> {
        let known = self.solver().at_hand(&[self.sum(sum)], self.run)?;
        Ok(known.map(|outcome| outcome == Outcome::P))
    }

    fn is_p(&mut self, sum: &[u32]) -> Result<bool, NotProved> {
        Ok(self.solver().outcome(&self.sum(sum), self.run)? == Outcome::P)
    }
}

/// The couples of another proof, and nothing else.
pub(super) struct OtherCouples<'a>(pub(super) HashMap<&'a ProofPart, u64>);

/// What is asked of a proof beyond what it has.
fn not_there<T>() -> Result<T, NotProved> {
    Err(NotProved::Fault("the proof does not hold what it needs".to_owned()))
}

impl Source for OtherCouples<'_> {
    fn at_hand(&mut self, part: &ProofPart) -> Result<Option<u64>, NotProved> {
        Ok(self.0.get(part).copied())
    }

    fn nimber(&mut self, part: &ProofPart) -> Result<u64, NotProved> {
        self.at_hand(part)?.map_or_else(not_there, Ok)
    }

    fn is_worth(&mut self, _: &ProofPart, _: u64) -> Result<bool, NotProved> {
        not_there()
    }
}

/// The sums of another proof, and nothing else.
pub(super) struct OtherSums<'a> {
    /// The number of each of its parts there.
    pub(super) numbers: HashMap<&'a ProofPart, u32>,
    pub(super) sums: std::collections::HashSet<&'a [u32]>,
    /// Whether the first part that is told stands for a single move.
    pub(super) has_single: bool,
    /// The numbers there of the parts that were told.
    pub(super) told: Vec<Option<u32>>,
}

impl SumSource for OtherSums<'_> {
    fn add(&mut self, part: &ProofPart) -> Result<(), NotProved> {
        let is_single = self.has_single && self.told.is_empty();
        let number = if is_single { Some(SINGLE) } else { self.numbers.get(part).copied() };
        self.told.push(number);
        Ok(())
    }

    fn is_p_at_hand(&mut self, sum: &[u32]) -> Result<Option<bool>, NotProved> {
        let sum: Option<Vec<u32>> = sum.iter().map(|&part| self.told[part as usize]).collect();
        let Some(mut sum) = sum else { return Ok(Some(false)) };
        sum.sort_unstable();
        Ok(Some(self.sums.contains(sum.as_slice())))
    }

    fn is_p(&mut self, sum: &[u32]) -> Result<bool, NotProved> {
        Ok(self.is_p_at_hand(sum)? == Some(true))
    }
}
