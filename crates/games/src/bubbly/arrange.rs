//! Bubbles placed so that the labels of chosen ones lie on given points: the pictures of puzzles, in which the winning
//! bubbles are read off from left to right and from top to bottom.

use super::circles::{Named, circles};
use super::forest::{Bubble, Forest};
use super::pinned::{half_label, label_place};
use super::place::{Lie, Place};
use grundy_picture::Point;
use std::f64::consts::TAU;

/// The room that a label takes, as the radius of a circle.
const LABEL: f64 = 11.0;
/// Between circles side by side, and between a circle and what is in it.
const GAP: f64 = 5.0;
/// Between outer bubbles.
const OUTER_GAP: f64 = 12.0;
/// Directions that are tried for a circle beside another one.
const DIRECTIONS: u32 = 36;
/// Steps of the search for the middle of things.
const STEPS: u32 = 200;

/// A circle.
#[derive(Clone, Copy, Debug)]
struct Disk {
    at: Point,
    radius: f64,
}

impl Disk {
    fn is_apart(self, other: Disk, gap: f64) -> bool {
        distance(self.at, other.at) >= self.radius + other.radius + gap - 1e-9
    }
}

/// Places for all bubbles, with the label of each chosen bubble on its point, and no chosen one larger than
/// `largest`; `None` where the points are too near each other, or circles that were moved for their labels overlap.
/// Neither of two chosen bubbles is inside the other. A chosen bubble is laid out as any other one, so that a picture does not show which ones are chosen.
///
/// From the deepest bubble outwards: what holds a chosen bubble is the smallest circle around those that are
/// inside, fixed by their points; everything else is placed beside them, the largest first, as near as it goes.
pub(super) fn arrange(forest: &Forest, chosen: &[(Bubble, Point)], largest: f64) -> Option<Vec<Place>> {
    let mut arranging = Arranging {
        forest,
        chosen,
        largest,
        disks: vec![Disk { at: (0.0, 0.0), radius: 0.0 }; forest.len()],
        is_fixed: vec![false; forest.len()],
    };
    for &(bubble, _) in chosen {
        forest.path(bubble).into_iter().for_each(|around| arranging.is_fixed[around.index()] = true);
    }
    for bubble in forest.bubbles().rev() {
        if arranging.is_fixed[bubble.index()] {
            arranging.fix(bubble)?;
        }
    }
    let outer: Vec<Bubble> = forest.roots().collect();
    arranging.around(&outer, OUTER_GAP)?;
    // A label has one of several places in its circle, and rounding may change which: then the circle is moved far.
    Some(arranging.places()).filter(|places| are_nested_as(forest, places))
}

struct Arranging<'f> {
    forest: &'f Forest,
    chosen: &'f [(Bubble, Point)],
    largest: f64,
    disks: Vec<Disk>,
    /// Whether a bubble is chosen or holds a chosen one.
    is_fixed: Vec<bool>,
}

impl Arranging<'_> {
    /// Finds the circle of a bubble that is chosen, or holds one that is and has been found.
    fn fix(&mut self, bubble: Bubble) -> Option<()> {
        let point = self.chosen.iter().find(|(chosen, _)| *chosen == bubble).map(|(_, point)| *point);
        let disk = match point {
            Some(at) => {
                self.lay_out(bubble);
                let label = self.label(bubble);
                let middle = self.disks[bubble.index()].at;
                self.carry(bubble, (middle.0 + at.0 - label.0, middle.1 + at.1 - label.1));
                self.disks[bubble.index()]
            }
            None => {
                let inside: Vec<Bubble> = self.forest.inside(bubble).collect();
                let mut placed = self.around(&inside, GAP)?;
                let middle = middle(&placed);
                let high =
                    (middle.0, placed.iter().map(|disk| disk.at.1 - disk.radius).fold(middle.1, f64::min));
                placed.push(beside(&placed, LABEL, high, GAP));
                let (at, radius) = smallest_around(&placed);
                Disk { at, radius: radius + GAP }
            }
        };
        self.disks[bubble.index()] = disk;
        (point.is_none() || disk.radius <= self.largest).then_some(())
    }

    /// Places those of some bubbles that are free beside those that are fixed, and gives the circles of all.
    fn around(&mut self, bubbles: &[Bubble], gap: f64) -> Option<Vec<Disk>> {
        let (fixed, mut free): (Vec<Bubble>, Vec<Bubble>) =
            bubbles.iter().partition(|bubble| self.is_fixed[bubble.index()]);
        let mut placed: Vec<Disk> = fixed.iter().map(|bubble| self.disks[bubble.index()]).collect();
        for (index, one) in placed.iter().enumerate() {
            if placed[..index].iter().any(|other| !one.is_apart(*other, gap)) {
                return None;
            }
        }
        let middle = middle(&placed);
        free.iter().for_each(|&bubble| self.lay_out(bubble));
        free.sort_by(|one, other| {
            let radius = |bubble: &Bubble| self.disks[bubble.index()].radius;
            radius(other).total_cmp(&radius(one)).then(one.cmp(other))
        });
        for bubble in free {
            let disk = beside(&placed, self.disks[bubble.index()].radius, middle, gap);
            self.carry(bubble, disk.at);
            placed.push(disk);
        }
        Some(placed)
    }

    /// Lays out a bubble without chosen ones, around the origin.
    fn lay_out(&mut self, bubble: Bubble) {
        let base = self.forest.depths()[bubble.index()] as usize;
        let named = |index: usize| Named {
            bubble: Bubble(index as u32),
            depth: self.forest.depths()[index] as usize - base,
            text: "M".to_owned(),
        };
        let found = circles(&(bubble.index()..self.forest.end(bubble)).map(named).collect::<Vec<_>>());
        for circle in found {
            self.disks[circle.bubble.index()] = Disk { at: circle.centre, radius: circle.radius };
        }
    }

    /// Where the label of a bubble stands when these circles are drawn.
    fn label(&self, bubble: Bubble) -> Point {
        let disk = |bubble: Bubble| self.disks[bubble.index()];
        let inside: Vec<(Point, f64)> =
            self.forest.inside(bubble).map(|inner| (disk(inner).at, disk(inner).radius)).collect();
        let wanted = half_label(self.forest.label(bubble));
        label_place(disk(bubble).at, disk(bubble).radius, &inside, wanted).0
    }

    /// Moves a bubble and what is in it.
    fn carry(&mut self, bubble: Bubble, to: Point) {
        let from = self.disks[bubble.index()].at;
        for disk in &mut self.disks[bubble.index()..self.forest.end(bubble)] {
            disk.at = (disk.at.0 + to.0 - from.0, disk.at.1 + to.1 - from.1);
        }
    }

    /// The circles in whole numbers, but where those of a chosen bubble are moved a little, for its label to stand on
    /// its point.
    fn places(mut self) -> Vec<Place> {
        for disk in &mut self.disks {
            *disk = Disk { at: (disk.at.0.round(), disk.at.1.round()), radius: disk.radius.round() };
        }
        for &(bubble, at) in self.chosen {
            let (middle, label) = (self.disks[bubble.index()].at, self.label(bubble));
            self.carry(bubble, (middle.0 + at.0 - label.0, middle.1 + at.1 - label.1));
        }
        self.disks.iter().map(|disk| Place::nearest(disk.at, disk.radius)).collect()
    }
}

/// Whether circles lie in each other as the bubbles of a forest do, and apart otherwise. O(n^2).
fn are_nested_as(forest: &Forest, places: &[Place]) -> bool {
    forest.bubbles().all(|bubble| {
        places[bubble.index() + 1..].iter().zip(bubble.index() + 1..).all(|(&other, index)| {
            let wanted = if index < forest.end(bubble) { Lie::Around } else { Lie::Apart };
            places[bubble.index()].lies(other) == wanted
        })
    })
}

/// A circle of this radius beside those that are placed, as near to a point as it goes.
fn beside(placed: &[Disk], radius: f64, near: Point, gap: f64) -> Disk {
    if placed.is_empty() {
        return Disk { at: near, radius };
    }
    let fits = |at: &Point| placed.iter().all(|other| Disk { at: *at, radius }.is_apart(*other, gap));
    let turns = placed.iter().flat_map(|other| {
        let out = other.radius + radius + gap;
        (0..DIRECTIONS).map(move |direction| {
            let angle = TAU * f64::from(direction) / f64::from(DIRECTIONS);
            (other.at.0 + out * angle.sin(), other.at.1 - out * angle.cos())
        })
    });
    let pairs = placed.iter().enumerate().flat_map(|(index, one)| {
        placed[..index].iter().flat_map(move |other| touching(*one, *other, radius + gap))
    });
    let nearest = std::iter::once(near)
        .chain(turns)
        .chain(pairs)
        .filter(fits)
        .min_by(|one, other| distance(*one, near).total_cmp(&distance(*other, near)));
    // Beside the lowest of all there is always room.
    let below = || {
        let lowest = placed.iter().map(|disk| disk.at.1 + disk.radius).fold(near.1, f64::max);
        (near.0, lowest + radius + gap)
    };
    Disk { at: nearest.unwrap_or_else(below), radius }
}

/// The middles of the circles that touch two others, their radius and what is between given as one number.
fn touching(one: Disk, other: Disk, reach: f64) -> Vec<Point> {
    let (from_one, from_other) = (one.radius + reach, other.radius + reach);
    let apart = distance(one.at, other.at);
    if apart >= from_one + from_other || apart < 1e-9 {
        return Vec::new();
    }
    let (right, down) = ((other.at.0 - one.at.0) / apart, (other.at.1 - one.at.1) / apart);
    let along = (apart * apart + from_one * from_one - from_other * from_other) / (2.0 * apart);
    let aside = (from_one * from_one - along * along).max(0.0).sqrt();
    let foot = (one.at.0 + along * right, one.at.1 + along * down);
    vec![(foot.0 - aside * down, foot.1 + aside * right), (foot.0 + aside * down, foot.1 - aside * right)]
}

/// The middle of the rectangle around circles.
fn middle(disks: &[Disk]) -> Point {
    let Some(first) = disks.first() else { return (0.0, 0.0) };
    let (mut least, mut most) = (first.at, first.at);
    for disk in disks {
        least = (least.0.min(disk.at.0 - disk.radius), least.1.min(disk.at.1 - disk.radius));
        most = (most.0.max(disk.at.0 + disk.radius), most.1.max(disk.at.1 + disk.radius));
    }
    ((least.0 + most.0) / 2.0, (least.1 + most.1) / 2.0)
}

/// A small circle around circles: from their middle towards whatever sticks out most, by ever smaller steps
/// (Bădoiu and Clarkson 2003).
fn smallest_around(disks: &[Disk]) -> (Point, f64) {
    let mut at = middle(disks);
    let reach = |at: Point, disk: &Disk| distance(at, disk.at) + disk.radius;
    let mut best = (at, f64::INFINITY);
    for step in 1..=STEPS {
        let farthest = disks.iter().max_by(|one, other| reach(at, one).total_cmp(&reach(at, other)));
        let farthest = farthest.expect("there is a circle");
        let radius = reach(at, farthest);
        if radius < best.1 {
            best = (at, radius);
        }
        let share = 1.0 / f64::from(step + 1);
        at = (at.0 + (farthest.at.0 - at.0) * share, at.1 + (farthest.at.1 - at.1) * share);
    }
    best
}

fn distance(one: Point, other: Point) -> f64 {
    (one.0 - other.0).hypot(one.1 - other.1)
}
