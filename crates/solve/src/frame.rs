//! A frame of the mex search: a part that has been expanded, and the question about it.

use crate::options::Options;
use crate::proof_numbers::Thresholds;
use crate::question::Goal;
use crate::transposition_table::{PartId, TranspositionTable};
use grundy_core::{MexSet, Nimber};
use std::hash::Hash;

/// A part on the search stack, with its options.
pub(crate) struct Frame {
    pub(crate) id: PartId,
    pub(crate) goal: Goal,
    /// Df-pn returns from the frame when one of its proof numbers reaches its threshold.
    pub(crate) thresholds: Thresholds,
    /// Earlier goals of the same part that wait for the present one, the latest last.
    waiting: Vec<(Goal, Thresholds)>,
    /// The value under test: the search looks for an option that has it.
    pub(crate) sought: Nimber,
    /// A value that no option has, once one is known. From then on the goal is the nimber, and the frame is left only when
    /// that is found; so `begin` never meets a frame that has one.
    pub(crate) absent: Option<Nimber>,
    /// The values of options that are known.
    pub(crate) seen: MexSet,
    /// The options whose values are not known, the easiest first.
    pub(crate) options: Options,
    /// The index of the current option, where options are tried in order.
    pub(crate) at: usize,
    /// The memory of the frame, as held by the run.
    pub(crate) bytes: usize,
}

impl Frame {
    pub(crate) fn new(id: PartId, seen: MexSet, options: Options, bytes: usize) -> Frame {
        Frame {
            id,
            goal: Goal::Nimber,
            thresholds: Thresholds::INFINITE,
            waiting: Vec::new(),
            sought: Nimber::ZERO,
            absent: None,
            seen,
            options,
            at: 0,
            bytes,
        }
    }

    /// Starts on a goal, with the first value to test.
    pub(crate) fn begin(&mut self, goal: Goal, thresholds: Thresholds) {
        (self.goal, self.thresholds, self.at) = (goal, thresholds, 0);
        self.sought = match goal {
            Goal::Nimber => self.seen.mex(),
            Goal::Test(nimber) => nimber,
        };
    }

    /// Suspends the present goal until another goal of the same part has been pursued.
    pub(crate) fn pursue_first(&mut self, goal: Goal, thresholds: Thresholds) {
        self.waiting.push((self.goal, self.thresholds));
        self.begin(goal, thresholds);
    }

    /// Resumes the goal that was suspended last. Returns whether there was one.
    pub(crate) fn resume(&mut self) -> bool {
        let waited = self.waiting.pop();
        if let Some((goal, thresholds)) = waited {
            self.begin(goal, thresholds);
        }
        waited.is_some()
    }

    /// Goes on to the least value that the nimber can still have.
    pub(crate) fn seek_next<P: Eq + Hash>(&mut self, table: &TranspositionTable<P>) {
        self.remove_known_options(table);
        let is_excluded =
            |value: Nimber| self.seen.contains(value) || table.has_nimber(self.id, value) == Some(false);
        // The nimber is the mex of all options, so it is at least the mex of those seen so far.
        let mut sought = self.seen.mex();
        while is_excluded(sought) {
            sought = Nimber(sought.0 + 1);
        }
        (self.sought, self.at) = (sought, 0);
    }

    /// Moves options whose values have become known from the options to the seen values.
    pub(crate) fn remove_known_options<P: Eq + Hash>(&mut self, table: &TranspositionTable<P>) {
        let Options { list, parts } = &mut self.options;
        list.retain(|option| {
            let known = |id: &PartId| table.known(*id);
            let rest: Option<Nimber> = parts[option.range()].iter().map(known).sum();
            if let Some(rest) = rest {
                self.seen.insert(rest ^ option.known);
            }
            rest.is_none()
        });
    }
}
