//! Downhill to the nearest least energy: the limited-memory Broyden-Fletcher-Goldfarb-Shanno method
//! (Nocedal, 1980) with backtracking.

use crate::overlap::{Landscape, Reading};

/// How many past steps the method remembers.
const MEMORY: usize = 6;

/// When to stop going down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// Stop once every slope is below this length.
    pub(crate) flat: f64,
    /// Stop once ten steps together lower the energy by less than this share.
    pub(crate) gain: f64,
    /// Stop after this number of steps.
    pub(crate) steps: usize,
}

/// The method's working memory, kept between runs to spare allocation.
#[derive(Clone, Debug)]
pub(crate) struct Descent {
    moves: Vec<Vec<f64>>,
    bends: Vec<Vec<f64>>,
    inverse: [f64; MEMORY],
    slope: Vec<f64>,
    next_slope: Vec<f64>,
    next: Vec<f64>,
    direction: Vec<f64>,
}

impl Descent {
    /// Working memory for `n` disks.
    pub(crate) fn new(n: usize) -> Self {
        let zeros = vec![0.0; 2 * n];
        Descent {
            moves: vec![zeros.clone(); MEMORY],
            bends: vec![zeros.clone(); MEMORY],
            inverse: [0.0; MEMORY],
            slope: zeros.clone(),
            next_slope: zeros.clone(),
            next: zeros.clone(),
            direction: zeros,
        }
    }

    /// Moves `at` downhill in a cavity of `size` and returns where it ended.
    pub(crate) fn run(
        &mut self,
        landscape: &mut Landscape,
        size: f64,
        at: &mut [f64],
        patience: Patience,
    ) -> Reading {
        let mut reading = landscape.measure(size, at, &mut self.slope);
        let mut held = 0;
        let mut newest = 0;
        let mut milestone = reading.energy;
        let flat = patience.flat * patience.flat;
        for step in 1..=patience.steps {
            if dot(&self.slope, &self.slope) <= flat {
                break;
            }
            if step % 10 == 0 {
                if reading.energy > milestone * (1.0 - patience.gain) {
                    break;
                }
                milestone = reading.energy;
            }
            self.aim(held, newest);
            let mut fall = dot(&self.direction, &self.slope);
            if fall >= 0.0 {
                // The remembered curvature misleads: forget it.
                held = 0;
                self.aim(0, 0);
                fall = dot(&self.direction, &self.slope);
            }
            let mut stride = 1.0;
            let mut found = None;
            for _ in 0..12 {
                for ((next, here), way) in self.next.iter_mut().zip(at.iter()).zip(&self.direction) {
                    *next = here + stride * way;
                }
                let trial = landscape.measure(size, &self.next, &mut self.next_slope);
                if trial.energy <= reading.energy + 1e-4 * stride * fall {
                    found = Some(trial);
                    break;
                }
                // The least point of the parabola through what is known, kept from being timid.
                let bend = trial.energy - reading.energy - stride * fall;
                let least = -0.5 * fall * stride * stride / bend;
                stride = least.clamp(0.1 * stride, 0.5 * stride);
            }
            let Some(trial) = found else {
                if held == 0 {
                    break;
                }
                held = 0;
                continue;
            };
            let slot = if held == 0 { 0 } else { (newest + 1) % MEMORY };
            let (moved, bend) = (&mut self.moves[slot], &mut self.bends[slot]);
            for k in 0..at.len() {
                moved[k] = self.next[k] - at[k];
                bend[k] = self.next_slope[k] - self.slope[k];
            }
            let curvature = dot(moved, bend);
            at.copy_from_slice(&self.next);
            std::mem::swap(&mut self.slope, &mut self.next_slope);
            reading = trial;
            if curvature > 1e-12 * dot(moved, moved) {
                self.inverse[slot] = 1.0 / curvature;
                newest = slot;
                held = (held + 1).min(MEMORY);
            }
        }
        reading
    }

    /// The direction of the two-loop recursion from the `held` newest steps.
    fn aim(&mut self, held: usize, newest: usize) {
        for (way, slope) in self.direction.iter_mut().zip(&self.slope) {
            *way = -slope;
        }
        if held == 0 {
            // A contact between two disks bends with 4, so a quarter of the slope parts them.
            for way in &mut self.direction {
                *way *= 0.25;
            }
            return;
        }
        let mut shares = [0.0; MEMORY];
        for back in 0..held {
            let slot = (newest + MEMORY - back) % MEMORY;
            let share = self.inverse[slot] * dot(&self.moves[slot], &self.direction);
            shares[slot] = share;
            add(&mut self.direction, -share, &self.bends[slot]);
        }
        let bends = &self.bends[newest];
        let scale = 1.0 / (self.inverse[newest] * dot(bends, bends));
        for way in &mut self.direction {
            *way *= scale;
        }
        for back in (0..held).rev() {
            let slot = (newest + MEMORY - back) % MEMORY;
            let share = self.inverse[slot] * dot(&self.bends[slot], &self.direction);
            add(&mut self.direction, shares[slot] - share, &self.moves[slot]);
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    // Four sums side by side, so that the processor need not wait for each.
    let mut sums = [0.0; 4];
    let (mut left, mut right) = (a.chunks_exact(4), b.chunks_exact(4));
    for (p, q) in left.by_ref().zip(right.by_ref()) {
        for k in 0..4 {
            sums[k] += p[k] * q[k];
        }
    }
    let rest: f64 = left.remainder().iter().zip(right.remainder()).map(|(p, q)| p * q).sum();
    (sums[0] + sums[2]) + (sums[1] + sums[3]) + rest
}

fn add(to: &mut [f64], times: f64, what: &[f64]) {
    for (t, w) in to.iter_mut().zip(what) {
        *t += times * w;
    }
}
