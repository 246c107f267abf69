//! Basin hopping: one start and the walk from valley to lower valley after it.
//!
//! A walk lives in a cavity a little smaller than the smallest known to hold the disks, where every placement
//! overlaps and the energy of a valley tells how promising its placement is. A valley that no hop soon
//! improves is polished, which gives its own smallest cavity.
//!
//! Wales and Doye, "Global optimization by basin-hopping", J. Phys. Chem. A 101 (1997).

use crate::board::Board;
use crate::descent::{Descent, Patience};
use crate::dice::Dice;
use crate::moves::Hops;
use crate::overlap::{Landscape, Reading};
use crate::polish::{self, Settled};

/// By how much the cavity is smaller than the best known, as a share.
///
/// Smaller shares leave too little energy to tell valleys apart; larger ones rank them by how they bear
/// squeezing, not by how small they are.
const SHRINK: f64 = 0.02;

/// How densely the first cavity is filled, before anything is known.
const FIRST_DENSITY: f64 = 0.83;

/// A walk ends after this many hops a disk without a lower valley.
const HOPS_PER_DISK: usize = 5;

/// The share of walks that start from the best placement, shaken.
const FROM_BEST: f64 = 0.5;

/// At most this many hops at once shake the best placement.
const SHAKES: usize = 6;

/// Valleys whose estimated cavity is beyond the best by this share are not polished.
const WORTH_POLISHING: f64 = 0.004;

/// A searcher and its working memory; it makes one walk after another.
#[derive(Clone, Debug)]
pub(crate) struct Walker {
    landscape: Landscape,
    descent: Descent,
    hops: Hops,
    patience: Patience,
    first_size: f64,
}

/// Where a walk stands.
struct Stand {
    size: f64,
    at: Vec<f64>,
    reading: Reading,
}

impl Walker {
    /// A searcher over that landscape.
    pub(crate) fn new(landscape: Landscape) -> Self {
        let radii = landscape.radii();
        let walls = landscape.walls();
        let squares: f64 = radii.iter().map(|r| r * r).sum();
        let area = std::f64::consts::PI * squares;
        let largest = radii.iter().copied().fold(0.0, f64::max);
        let mean = (squares / radii.len() as f64).sqrt();
        Walker {
            descent: Descent::new(radii.len()),
            hops: Hops::new(radii, walls),
            patience: Patience { flat: 1e-6 * mean, gain: 0.1, steps: 300 },
            first_size: (area / walls.area() / FIRST_DENSITY)
                .sqrt()
                .max(walls.size_around(0.0, 0.0, largest)),
            landscape,
        }
    }

    /// Walks until the walk is exhausted or the board says to stop.
    pub(crate) fn walk(&mut self, board: &Board, dice: &mut Dice) {
        let n = self.landscape.radii().len();
        let mut best = board.best();
        let mut here = self.start(best.as_ref(), dice);
        if best.is_none() {
            // Whatever happens next, there is a placement to show.
            if !self.polish(&mut here, &mut best, board) {
                let landscape = &self.landscape;
                board.offer(&polish::in_a_row(landscape.radii(), landscape.walls()));
            }
        }
        let mut trial = here.at.clone();
        let mut failures = 0;
        while failures < HOPS_PER_DISK * n && board.count_hop() {
            trial.copy_from_slice(&here.at);
            self.hops.hop(here.size, &mut trial, dice);
            let reading = self.descend(here.size, &mut trial);
            if reading.energy < here.reading.energy * (1.0 - 1e-9) {
                here.at.copy_from_slice(&trial);
                here.reading = reading;
                failures = 0;
                continue;
            }
            failures += 1;
            if failures == n.div_ceil(2) && self.polish(&mut here, &mut best, board) {
                failures = 0;
            }
        }
    }

    fn descend(&mut self, size: f64, at: &mut [f64]) -> Reading {
        self.descent.run(&mut self.landscape, size, at, self.patience)
    }

    fn target(&self, best: Option<&Settled>) -> f64 {
        best.map_or(self.first_size, |best| best.size * (1.0 - SHRINK))
    }

    fn start(&mut self, best: Option<&Settled>, dice: &mut Dice) -> Stand {
        let size = self.target(best);
        let mut at;
        match best {
            Some(best) if dice.unit() < FROM_BEST => {
                at = best.at.clone();
                for _ in 0..=dice.below(SHAKES) {
                    self.hops.hop(size, &mut at, dice);
                }
            }
            _ => {
                at = vec![0.0; 2 * self.landscape.radii().len()];
                self.hops.scatter(size, &mut at, dice);
            }
        }
        let reading = self.descend(size, &mut at);
        Stand { size, at, reading }
    }

    /// Polishes a promising valley; when that gives a new best, tells so and goes on in the smaller cavity.
    fn polish(&mut self, here: &mut Stand, best: &mut Option<Settled>, board: &Board) -> bool {
        let bound = best.as_ref().map_or(f64::INFINITY, |best| best.size);
        if here.reading.jamming_size(here.size) > bound * (1.0 + WORTH_POLISHING) {
            return false;
        }
        let (landscape, descent) = (&mut self.landscape, &mut self.descent);
        let settled = polish::settle(landscape, descent, here.size, &here.at, bound);
        // The same placement found again differs by rounding only: no news.
        let Some(settled) = settled.filter(|new| new.size < bound * (1.0 - 1e-12)) else {
            return false;
        };
        board.offer(&settled);
        here.size = self.target(Some(&settled));
        *best = Some(settled);
        here.reading = self.descend(here.size, &mut here.at);
        true
    }
}
