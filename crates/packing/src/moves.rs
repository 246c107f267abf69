//! The hops of the search: small changes to a placement that lead to another valley.

use crate::dice::Dice;
use crate::walls::Walls;

/// How many places apart in order of size disks of near size are.
const NEAR: usize = 3;

/// How many random points are tried for a hole.
const TRIES: usize = 24;

/// The strongest kick, in mean radii.
const KICK: f64 = 0.8;

/// What a hop needs to know of the disks.
#[derive(Clone, Debug)]
pub(crate) struct Hops {
    radii: Vec<f64>,
    walls: Walls,
    /// The disks from small to large.
    order: Vec<usize>,
    mean: f64,
}

impl Hops {
    /// Hops for disks of these radii.
    pub(crate) fn new(radii: &[f64], walls: Walls) -> Self {
        let mut order: Vec<usize> = (0..radii.len()).collect();
        order.sort_by(|&a, &b| radii[a].total_cmp(&radii[b]));
        Hops { mean: radii.iter().sum::<f64>() / radii.len() as f64, radii: radii.to_vec(), walls, order }
    }

    /// Disks thrown anywhere into a cavity of `size`.
    pub(crate) fn scatter(&self, size: f64, at: &mut [f64], dice: &mut Dice) {
        for (i, &radius) in self.radii.iter().enumerate() {
            let (x, y) = self.point(size, radius, dice);
            at[2 * i] = x;
            at[2 * i + 1] = y;
        }
    }

    /// Changes `at` by one hop chosen by the dice.
    pub(crate) fn hop(&self, size: f64, at: &mut [f64], dice: &mut Dice) {
        let n = self.radii.len();
        if n < 3 {
            return self.scatter(size, at, dice);
        }
        // The shares were tuned on the Formidable Fourteen and radii 1 to 18; the search is not sensitive to
        // them.
        let choice = dice.unit();
        let swapped = if choice < 0.55 {
            self.swap_near(at, NEAR, dice)
        } else if choice < 0.65 {
            self.swap_near(at, n - 1, dice)
        } else {
            false
        };
        if !swapped {
            if choice < 0.92 {
                self.fill_hole(size, at, dice);
            } else {
                self.kick(at, dice);
            }
        }
    }

    /// Swaps two disks at most `span` places apart in order of size; tells whether they differ, as swapping
    /// equals changes nothing.
    fn swap_near(&self, at: &mut [f64], span: usize, dice: &mut Dice) -> bool {
        let n = self.order.len();
        let (first, second) = loop {
            let first = dice.below(n);
            let second = first + 1 + dice.below(span.min(n - 1));
            if second < n {
                break (self.order[first], self.order[second]);
            }
        };
        at.swap(2 * first, 2 * second);
        at.swap(2 * first + 1, 2 * second + 1);
        self.radii[first] != self.radii[second]
    }

    /// Moves a disk, rather a small one, to the roomiest of some random points.
    fn fill_hole(&self, size: f64, at: &mut [f64], dice: &mut Dice) {
        let n = self.order.len();
        let moved = self.order[dice.below(n).min(dice.below(n))];
        let radius = self.radii[moved];
        let mut best = (f64::NEG_INFINITY, 0.0, 0.0);
        for _ in 0..TRIES {
            let (x, y) = self.point(size, radius, dice);
            let mut room = self.walls.room(size, x, y);
            for (j, other) in self.radii.iter().enumerate() {
                if j != moved {
                    let (dx, dy) = (x - at[2 * j], y - at[2 * j + 1]);
                    room = room.min((dx * dx + dy * dy).sqrt() - other);
                }
            }
            if room > best.0 {
                best = (room, x, y);
            }
        }
        at[2 * moved] = best.1;
        at[2 * moved + 1] = best.2;
    }

    /// Pushes every disk by a random amount of up to most of a mean radius.
    fn kick(&self, at: &mut [f64], dice: &mut Dice) {
        let strength = KICK * self.mean * dice.unit();
        for x in at {
            *x += strength * dice.signed();
        }
    }

    /// A random point for the centre of a disk in a cavity of `size`: one where the disk is inside, if it fits.
    fn point(&self, size: f64, radius: f64, dice: &mut Dice) -> (f64, f64) {
        match self.walls {
            Walls::Round => {
                for _ in 0..64 {
                    let (x, y) = (size * dice.signed(), size * dice.signed());
                    if self.walls.room(size, x, y) >= radius {
                        return (x, y);
                    }
                }
                (0.0, 0.0)
            }
            Walls::Box { half_width, half_height } => {
                // Where a disk hardly fits it is still put somewhat off the middle: disks that lie exactly on one
                // line push each other along it only, and no descent parts them otherwise.
                let mut along = |half: f64| (size * half - radius).max(0.1 * radius) * dice.signed();
                (along(half_width), along(half_height))
            }
        }
    }
}
