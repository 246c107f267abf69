//! Equal terms cancel: who answers each move in the one by the same move in the other makes the last one.

use crate::answer::Winning;
use crate::board::MOST_LOOKED_THROUGH;
use crate::part::Part;
use crate::position::Position;
use grundy_core::{Nimber, Step, Word};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// The most pairs that are named one by one.
const MOST_TOLD: usize = 12;

/// A sum under normal play, without what cancels in it.
#[derive(Clone, Default)]
struct Rest {
    /// What theorems know of it.
    known: Nimber,
    /// The others, each once: two of a kind cancel.
    odd: BTreeSet<Part>,
}

impl Rest {
    fn add(&mut self, parts: impl IntoIterator<Item = Part>) {
        for part in parts {
            match part.theorem() {
                Some(nimber) => self.known ^= nimber,
                None if self.odd.remove(&part) => {}
                None => _ = self.odd.insert(part),
            }
        }
    }

    fn is_nothing(&self) -> bool {
        self.odd.is_empty() && self.known.is_zero()
    }
}

impl Position {
    /// Pairs of terms that cancel under normal play: equal up to symmetry, and not known by a theorem.
    pub(crate) fn cancelling(&self) -> Vec<[usize; 2]> {
        if self.terms().len() < 2 {
            return Vec::new();
        }
        let mut waiting: BTreeMap<Vec<Part>, usize> = BTreeMap::new();
        let mut pairs = Vec::new();
        for (index, term) in self.terms().iter().enumerate() {
            let part = term.part();
            if part.is_sunny() || part.theorem().is_some() {
                continue;
            }
            let mut parts = part.split();
            parts.sort_unstable();
            match waiting.remove(&parts) {
                Some(first) => pairs.push([first, index]),
                None => _ = waiting.insert(parts, index),
            }
        }
        pairs
    }

    /// Moves in a sum after which everything cancels, so that they win whatever the terms are worth; `limit`
    /// of their labels.
    pub(crate) fn cancelling_moves(&self, limit: usize) -> Winning {
        let mut all = Winning::default();
        if self.terms().len() < 2 || self.count_moves() > MOST_LOOKED_THROUGH {
            return all;
        }
        let mixture = self.mixture();
        if mixture.iter().any(Part::is_sunny) {
            return all;
        }
        for (index, term) in mixture.iter().enumerate() {
            let mut others = Rest::default();
            let is_other = |(other, part): (usize, &Part)| (other != index).then(|| part.split());
            others.add(mixture.iter().enumerate().filter_map(is_other).flatten());
            let (mut place, mut places) = (0, Vec::new());
            term.options(&mut |option| {
                let mut rest = others.clone();
                rest.add(option.split());
                // A move that lets the opponent win the whole game at once wins nothing.
                if rest.is_nothing() && !option.is_sunny() {
                    places.push(place);
                }
                place += 1;
                ControlFlow::Continue(())
            });
            let labels = self.terms()[index].labels_at(&places);
            self.add_winning(&mut all, index, Winning { labels, count: places.len() as u128 }, limit);
        }
        all
    }

    /// What cancels, where something does, and what that leaves for the whole where it is known.
    pub(crate) fn cancelling_step(&self, whole: Option<Nimber>) -> Option<Step> {
        let pairs = self.cancelling();
        let mut told: Vec<String> = (pairs.iter().take(MOST_TOLD))
            .map(|[one, other]| format!("terms {} and {}", one + 1, other + 1))
            .collect();
        if pairs.len() > MOST_TOLD {
            told.push(Word::count((pairs.len() - MOST_TOLD) as u128, "more pair"));
        }
        let others = whole.filter(|_| 2 * pairs.len() < self.terms().len());
        let others =
            others.map(|nimber| format!(" So the whole is worth what the other terms are: {nimber}."));
        (!told.is_empty()).then(|| {
            Step::new("Equal terms cancel").text(format!(
                "A move in one of {} is answered by the same move in the other, so together they are worth *0, \
                 whatever each is worth.{}",
                Word::list(&told),
                others.unwrap_or_default()
            ))
        })
    }

    /// The proof by a move that leaves what cancels, where there is one and the search came to no end.
    pub(crate) fn cancelling_move_step(&self) -> Option<Step> {
        let label = self.cancelling_moves(1).labels.pop()?;
        Some(Step::new("A move after which everything cancels").text(format!(
            "{label} leaves what cancels: terms that are known come to *0, and of the others each has a twin, \
             in which every move is met by the same one. So it wins, whatever they are worth. Whether moves that \
             are not named win as well is not known."
        )))
    }
}
