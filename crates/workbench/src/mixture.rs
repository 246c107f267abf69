//! A sum of positions of any games, as one ruleset.

use crate::part::Part;
use grundy_core::{Knowledge, Nimber, Ruleset, Tame};
use grundy_core::{Tuning, WinsAtOnce};
use std::ops::ControlFlow;

/// The rules of a sum of games: a move in the sum is a move in one of its parts. With it, a sum of
/// different games is a position like any other, for the definition and for misère search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mixture;

/// A move in a sum: which part, which of its moves in reading order, and what it becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MixtureMove {
    /// The index of the part.
    pub part: usize,
    /// The place of the move among those of the part, from 0.
    pub place: u64,
    /// The part after the move.
    pub becomes: Part,
}

impl Ruleset for Mixture {
    type Position = Vec<Part>;
    type Move = MixtureMove;

    fn moves<B>(
        &self,
        at: &Vec<Part>,
        mut visit: impl FnMut(MixtureMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (index, part) in at.iter().enumerate() {
            let mut place = 0;
            let mut broken = None;
            part.options(&mut |becomes| {
                let visited = visit(MixtureMove { part: index, place, becomes });
                place += 1;
                match visited {
                    ControlFlow::Continue(()) => ControlFlow::Continue(()),
                    ControlFlow::Break(found) => {
                        broken = Some(found);
                        ControlFlow::Break(())
                    }
                }
            });
            if let Some(found) = broken {
                return ControlFlow::Break(found);
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, at: &Vec<Part>, mv: &MixtureMove) -> Vec<Part> {
        let mut sum = at.clone();
        sum[mv.part] = mv.becomes.clone();
        sum
    }

    fn moves_left(&self, at: &Vec<Part>) -> u128 {
        at.iter().map(Part::moves_left).sum()
    }

    fn count_moves(&self, at: &Vec<Part>) -> u128 {
        at.iter().map(Part::count_moves).sum()
    }

    fn split(&self, at: Vec<Part>) -> Vec<Vec<Part>> {
        at.iter().flat_map(Part::split).map(|part| vec![part]).collect()
    }

    fn canon(&self, at: Vec<Part>) -> Vec<Part> {
        let mut parts: Vec<Part> = at.iter().flat_map(Part::split).collect();
        parts.sort_unstable();
        parts
    }

    fn knowledge(&self) -> &dyn Knowledge<Self> {
        self
    }

    fn tuning(&self) -> &dyn Tuning<Self> {
        self
    }

    fn wins_at_once(&self) -> &dyn WinsAtOnce<Self> {
        self
    }
}

impl Knowledge<Mixture> for Mixture {
    fn theorem(&self, at: &Vec<Part>) -> Option<Nimber> {
        at.iter().map(Part::theorem).sum()
    }

    fn tame(&self, at: &Vec<Part>) -> Option<Tame> {
        at.iter().try_fold(Tame::ZERO, |total, part| Some(total ^ part.tame()?))
    }
}

impl Tuning<Mixture> for Mixture {
    fn bytes(&self, at: &Vec<Part>) -> Option<usize> {
        Some(size_of_val(at) + at.iter().map(|part| size_of::<Part>() + part.bytes()).sum::<usize>())
    }
}

impl WinsAtOnce<Mixture> for Mixture {
    /// A term that wins the whole game wins it whatever the other terms are.
    fn is_won(&self, at: &Vec<Part>) -> bool {
        at.iter().any(Part::is_won)
    }

    fn is_sunny(&self, at: &Vec<Part>) -> bool {
        at.iter().any(Part::is_sunny)
    }
}
