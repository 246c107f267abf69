//! The witnesses of one rare index: made of small parts, learnt from searches, sorted by worth.

use crate::code::rules::Rules;
use crate::sparse::history::RARE;
use std::cmp::Reverse;

/// A list is made of at most this many witnesses, and is never cut below that, even if the last have settled nothing
/// of late.
const MADE: usize = 320;

/// The length up to which it learns more.
const LONGEST_LIST: usize = 640;

/// What a settled heap adds to the hits of its witness: more than 1, so that a single heap is remembered for some
/// measurements.
pub(crate) const HIT: u32 = 16;

/// The most witnesses that a list learns in a run.
const LESSON: usize = 64;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Witness {
    /// a + k, the distance of the partner.
    pub(crate) distance: u32,
    /// The smaller part, 0 for a take.
    pub(crate) part: u32,
    /// The partner's index.
    pub(crate) plane: u32,
    /// How many heaps it has settled in the runs that were measured, [`HIT`] for each; those of earlier runs fade.
    pub(crate) hits: u32,
}

impl Witness {
    /// For sorting: what it settles for its cost, a third where the partners begin at a whole byte.
    fn worth(&self) -> u64 {
        u64::from(self.hits) * if self.distance.is_multiple_of(8) { 3 } else { 1 }
    }
}

/// The witnesses of one rare index, the best first.
#[derive(Clone, Debug)]
pub(crate) struct WitnessList {
    pub(crate) witnesses: Vec<Witness>,
    /// With at most this many open words of eight, these are left to the search.
    pub(crate) few: u32,
    /// How many of the first witnesses strike a whole run together. This adapts, so that one or two of the eight
    /// eights of a run need more witnesses.
    pub(crate) together: usize,
    /// How many at the end were learnt in this run.
    pub(crate) fresh: usize,
}

/// What of a history lists are made of.
#[derive(Clone, Copy)]
pub(crate) struct Seen<'a> {
    /// How many heaps are known.
    pub(crate) heaps: u64,
    /// The bytes of the small parts.
    pub(crate) small: &'a [u8],
    /// How many of the latest heaps have each index.
    pub(crate) frequency: &'a [u32; 256],
    /// Whether the parity of a heap is part of its class, so that a take by an odd number exchanges the
    /// classes.
    pub(crate) flips: bool,
}

impl WitnessList {
    pub(crate) fn new(few: u32) -> Self {
        WitnessList { witnesses: Vec::new(), few, together: 8, fresh: 0 }
    }

    /// Makes the list of rare index `j` anew: partners that begin at a whole byte first, then the likeliest.
    pub(crate) fn make(&mut self, j: usize, indices: usize, seen: Seen<'_>, rules: &Rules) {
        let Seen { heaps, small, frequency, flips } = seen;
        let mut all = Vec::new();
        for (part, &byte) in (0u32..).zip(small).filter(|&(_, &byte)| byte != RARE) {
            let plane = usize::from(byte) ^ j;
            for &taken in &rules.breaks {
                // Of no later heap are these two equal parts, which some moves forbid.
                let is_smaller = 2 * u64::from(part) + taken < heaps;
                if is_smaller && plane < indices && frequency[plane] > 0 {
                    let distance = part + taken as u32;
                    all.push(Witness { distance, part, plane: plane as u32, hits: frequency[plane] });
                }
            }
        }
        for &taken in rules.takes.iter().filter(|&&taken| flips && taken & 1 == 1) {
            all.push(Witness { distance: taken as u32, part: 0, plane: j as u32, hits: frequency[j] });
        }
        let rank = |witness: &Witness| {
            (!witness.distance.is_multiple_of(8), Reverse(witness.hits), witness.distance)
        };
        if all.len() > MADE {
            all.select_nth_unstable_by_key(MADE, rank);
            all.truncate(MADE);
        }
        all.sort_unstable_by_key(rank);
        all.iter_mut().for_each(|witness| witness.hits = 0);
        self.witnesses = all;
    }

    /// Adds a witness that a search has found. The newcomers of a run take the places of the last of a full
    /// list.
    pub(crate) fn learn(&mut self, found: Witness) {
        let WitnessList { witnesses, fresh, .. } = self;
        if *fresh == 0 {
            witnesses.truncate(LONGEST_LIST - LESSON);
        }
        let is_known = |witness: &Witness| (witness.distance, witness.plane) == (found.distance, found.plane);
        if *fresh < LESSON && !witnesses.iter().any(is_known) {
            witnesses.push(found);
            *fresh += 1;
        }
    }

    /// Sorts by worth, the best first; what was settled long ago counts less and less. Of more than [`MADE`] witnesses
    /// those that have settled nothing of late are dropped.
    pub(crate) fn sort_and_fade(&mut self) {
        self.witnesses.sort_by_key(|witness| Reverse(witness.worth()));
        let useful = self.witnesses.partition_point(|witness| witness.hits > 0);
        self.witnesses.truncate(useful.max(MADE));
        self.witnesses.iter_mut().for_each(|witness| witness.hits -= witness.hits.div_ceil(4));
    }
}
