//! Whether two positions, or two families of them, are the same game: the same values, and the same trees of
//! options.

mod family;
mod moves;
mod structures;
mod trees;

pub use family::Family;

use crate::position::Position;
use crate::question::{Approach, Goal, Request};
use grundy_core::{Convention, Nimber, Outcome, Run, Word};
use structures::Structures;
use trees::Trees;

/// What two positions have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Likeness {
    /// The nimber of each under normal play, where it was found.
    pub nimbers: [Option<Nimber>; 2],
    /// Who wins each, where it was found.
    pub outcomes: [Option<Outcome>; 2],
    /// Whether the values are the same, nimbers under normal play and outcomes under misère play; none where a
    /// limit came first.
    pub same_value: Option<bool>,
    /// Whether the trees of options are the same, under normal play without moves after which the opponent wins at
    /// once; none where a limit came first, or where a move can end the whole game, as completing three does.
    pub same_tree: Option<bool>,
}

/// Holds positions to each other. What was found out is kept for further ones.
#[derive(Debug)]
pub struct SameGame {
    convention: Convention,
    run: Run,
    structures: Structures,
    trees: Trees,
}

impl SameGame {
    /// Positions are compared under this convention, all of them in one run, of which trees take half at most.
    ///
    /// ```
    /// use grundy::{Convention, Run, SameGame};
    /// let mut same = SameGame::new(Convention::Normal, Run::unlimited());
    /// let nim = "nim 1 3".parse().unwrap();
    /// let stalks = "hackenbush ()((()))".parse().unwrap();
    /// let found = same.compare(&nim, &stalks);
    /// assert_eq!((found.same_value, found.same_tree), (Some(true), Some(true)));
    /// // A strip of two cells fills up before three in a row can stand.
    /// let found = same.compare(&"treblecross len=2".parse().unwrap(), &"0.007 4".parse().unwrap());
    /// assert_eq!(found.same_value, Some(false));
    /// ```
    pub fn new(convention: Convention, run: Run) -> SameGame {
        let half = run.half_of_the_rest();
        let (structures, trees) = (Structures::new(convention, half.clone()), Trees::new(convention, half));
        SameGame { convention, run, structures, trees }
    }

    /// What two positions have in common.
    pub fn compare(&mut self, left: &Position, right: &Position) -> Likeness {
        let both = [left, right];
        let answers = both.map(|position| {
            let (goal, run) = (Goal::Nimber, self.run.clone());
            let request = Request {
                convention: Some(self.convention),
                goal,
                approach: Approach::Best,
                run,
                ..Request::default()
            };
            position.solve(&request)
        });
        let nimbers = answers.each_ref().map(|answer| answer.nimber);
        let outcomes = answers.each_ref().map(|answer| answer.outcome);
        let by_nimber = nimbers[0].zip(nimbers[1]).map(|(left, right)| left == right);
        let by_outcome = outcomes[0].zip(outcomes[1]).map(|(left, right)| left == right);
        // Without a nimber, as under misère play or where a term can be won at once, only who wins is compared.
        let has_none = answers.iter().any(|answer| answer.nimber.is_none() && answer.stopped.is_none());
        let same_value = match by_nimber {
            None if self.convention == Convention::Misere || has_none => by_outcome,
            // Different outcomes are different nimbers.
            None => by_outcome.filter(|is_same| !is_same),
            known => known,
        };
        let same_tree = self.same_tree(left, right);
        Likeness { nimbers, outcomes, same_value, same_tree }
    }

    /// Whether two positions have the same tree of options: where they have the same structure, they do.
    fn same_tree(&mut self, left: &Position, right: &Position) -> Option<bool> {
        let (left, right) = (left.mixture(), right.mixture());
        let structures = [&left, &right].map(|mixture| self.structures.of(mixture));
        if structures[0].is_some() && structures[0] == structures[1] {
            return Some(true);
        }
        let trees = [&left, &right].map(|mixture| self.trees.of(mixture));
        trees[0].zip(trees[1]).map(|(left, right)| left == right)
    }

    /// Why two positions differ: what the options of each are worth, or an option of one that the other has not.
    pub fn difference(&mut self, left: &Position, right: &Position) -> Option<String> {
        let found = self.compare(left, right);
        if found.same_value == Some(false) && found.nimbers.iter().all(Option::is_some) {
            let [left, right] = [left, right].map(|position| self.options_told(position));
            return Some(format!("{}; {}", left?, right?));
        }
        if found.same_tree == Some(false) {
            return self.odd_option(left, right).or_else(|| self.odd_option(right, left));
        }
        None
    }

    /// `the options of `nim 2` are worth {0, 1}`; `None` where a limit leaves one of them open.
    fn options_told(&self, position: &Position) -> Option<String> {
        let (goal, run) = (Goal::Nimber, self.run.clone());
        let request = Request {
            convention: Some(self.convention),
            goal,
            run,
            lists_options: true,
            named_moves: 10_000,
            ..Request::default()
        };
        let answer = position.solve(&request);
        if answer.stopped.is_some() {
            return None;
        }
        let options = answer.options.unwrap_or_default();
        let values: Vec<u64> =
            options.iter().filter_map(|option| option.nimber).map(|nimber| nimber.0).collect();
        Some(match options.is_empty() {
            true => format!("`{position}` has no move"),
            false => format!("the options of `{position}` are worth {}", Word::set(values)),
        })
    }

    /// A move of one position to a game that no move of the other leads to.
    fn odd_option(&mut self, of: &Position, other: &Position) -> Option<String> {
        let known = self.trees.of(&other.mixture())?;
        for label in of.moves(10_000) {
            let left = of.play(&label).ok()?;
            let mixture = left.mixture();
            if self.trees.is_passed_over(&mixture) {
                continue;
            }
            let tree = self.trees.of(&mixture)?;
            if !self.trees.has_option(known, tree) {
                return Some(format!(
                    "the move {label} of `{of}` leads to `{left}`, and no option of `{other}` is that game"
                ));
            }
        }
        None
    }
}
