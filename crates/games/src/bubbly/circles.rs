//! Where to draw bubbles: circles in circles, laid out by the disk packer.

use super::forest::{Bubble, Forest};
use grundy_packing::layout;
use grundy_picture::{Point, text_width};
use std::collections::HashMap;

/// The size of labels.
pub(super) const TEXT: f64 = 15.0;
/// The radius of a bubble that holds nothing, at least.
const LEAST: f64 = 16.0;
/// Between circles side by side, and between a circle and what is in it.
const GAP: f64 = 5.0;
/// Between outer bubbles.
const OUTER_GAP: f64 = 14.0;

/// A bubble's circle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Circle {
    /// The bubble.
    pub(super) bubble: Bubble,
    /// Its centre.
    pub(super) centre: Point,
    /// Its radius.
    pub(super) radius: f64,
    /// The middle of its label.
    pub(super) label: Point,
    /// The size of its label.
    pub(super) size: f64,
}

/// A bubble to be drawn: its place in the forest and in the drawing's depth, and what it says.
pub(super) struct Named {
    pub(super) bubble: Bubble,
    pub(super) depth: usize,
    pub(super) text: String,
}

/// Circles for some bubbles in reading order, which must be a forest themselves: none overlaps another
/// or a label, and each contains what is in its bubble.
///
/// A bubble's label is packed like a bubble beside what is inside, so it finds its own free place, and
/// the whole is turned to have it on top. Equal contents are laid out once.
pub(super) fn circles(bubbles: &[Named]) -> Vec<Circle> {
    let mut packer = Packer::default();
    // From the last bubble to the first: radius, label and the places of what is inside, all around
    // the bubble's own centre.
    let mut radii = vec![0.0; bubbles.len()];
    let mut labels = vec![(0.0, 0.0); bubbles.len()];
    let mut centres = vec![(0.0, 0.0); bubbles.len()];
    let mut waiting: Vec<Vec<usize>> = Vec::new();
    for (index, named) in bubbles.iter().enumerate().rev() {
        waiting.resize_with(waiting.len().max(named.depth + 2), Vec::new);
        let mut inside = std::mem::take(&mut waiting[named.depth + 1]);
        inside.reverse();
        let half_text = text_width(&named.text, TEXT) / 2.0;
        if inside.is_empty() {
            radii[index] = LEAST.max(half_text + 5.0);
        } else {
            let sizes: Vec<f64> = inside.iter().map(|&inner| radii[inner] + GAP / 2.0).collect();
            let nest = packer.nest(&sizes, (half_text + 2.0).max(9.0));
            radii[index] = nest.radius + GAP / 2.0;
            labels[index] = nest.label;
            for (inner, place) in inside.into_iter().zip(nest.places) {
                centres[inner] = place;
            }
        }
        waiting[named.depth].push(index);
    }
    let mut outer = waiting.into_iter().next().unwrap_or_default();
    outer.reverse();
    in_rows(&outer, &radii, &mut centres);
    // From the first to the last: the centres around the holder's.
    let mut holders: Vec<usize> = Vec::new();
    for (index, named) in bubbles.iter().enumerate() {
        holders.truncate(named.depth);
        if let Some(&holder) = holders.last() {
            centres[index] = sum(centres[holder], centres[index]);
        }
        holders.push(index);
    }
    let circle = |(index, named): (usize, &Named)| Circle {
        bubble: named.bubble,
        centre: centres[index],
        radius: radii[index],
        label: sum(centres[index], labels[index]),
        size: TEXT,
    };
    bubbles.iter().enumerate().map(circle).collect()
}

/// Puts the outer bubbles into rows in reading order, about as wide as the screen wants them.
fn in_rows(outer: &[usize], radii: &[f64], centres: &mut [Point]) {
    let side = |&index: &usize| 2.0 * radii[index] + OUTER_GAP;
    let area: f64 = outer.iter().map(|index| side(index) * side(index)).sum();
    let widest = outer.iter().map(side).fold(0.0, f64::max);
    let width = (2.8 * area).sqrt().max(widest);
    let mut rows: Vec<(Vec<usize>, f64)> = Vec::new();
    for &index in outer {
        match rows.last_mut() {
            Some((row, taken)) if *taken + side(&index) <= width => {
                row.push(index);
                *taken += side(&index);
            }
            _ => rows.push((vec![index], side(&index))),
        }
    }
    let mut top = 0.0;
    for (row, taken) in rows {
        let height = row.iter().map(side).fold(0.0, f64::max);
        let mut left = (width - taken) / 2.0;
        for index in row {
            centres[index] = (left + side(&index) / 2.0, top + height / 2.0);
            left += side(&index);
        }
        top += height;
    }
}

/// How the inside of a bubble is laid out, around its centre.
#[derive(Clone)]
struct Nest {
    radius: f64,
    label: Point,
    places: Vec<Point>,
}

/// The packer, with what it has laid out before.
#[derive(Default)]
struct Packer {
    known: HashMap<Vec<u64>, (f64, Vec<Point>)>,
}

impl Packer {
    /// Circles of these radii with a label beside them, the label on top.
    fn nest(&mut self, radii: &[f64], label: f64) -> Nest {
        if let [only] = *radii {
            let radius = only + label;
            return Nest { radius, label: (0.0, label - radius), places: vec![(0.0, radius - only)] };
        }
        let with_label: Vec<f64> = radii.iter().copied().chain([label]).collect();
        let mut order: Vec<usize> = (0..with_label.len()).collect();
        order.sort_by(|&one, &other| with_label[other].total_cmp(&with_label[one]).then(one.cmp(&other)));
        let sorted: Vec<f64> = order.iter().map(|&index| with_label[index]).collect();
        let key = sorted.iter().map(|radius| radius.to_bits()).collect();
        let (radius, found) = self.known.entry(key).or_insert_with(|| {
            let found = layout(&sorted).expect("few circles of like sizes can be laid out");
            (found.radius, found.centres)
        });
        let mut places = vec![(0.0, 0.0); with_label.len()];
        for (&index, &place) in order.iter().zip(found.iter()) {
            places[index] = place;
        }
        let up = places[radii.len()];
        places.iter_mut().for_each(|place| *place = turned(*place, up));
        let label = places.pop().expect("the label is one of them");
        in_reading_order(radii, &mut places);
        Nest { radius: *radius, label, places }
    }
}

/// Turned around the origin so that `up` comes to stand above it.
fn turned(place: Point, up: Point) -> Point {
    let length = (up.0 * up.0 + up.1 * up.1).sqrt();
    if length < 1e-6 {
        return place;
    }
    let (x, y) = (up.0 / length, up.1 / length);
    (x * place.1 - y * place.0, -(x * place.0 + y * place.1))
}

/// Bubbles of one size may change places: they are put from left to right, the upper before the lower.
fn in_reading_order(radii: &[f64], places: &mut [Point]) {
    let mut by_size: HashMap<u64, Vec<usize>> = HashMap::new();
    for (index, radius) in radii.iter().enumerate() {
        by_size.entry(radius.to_bits()).or_default().push(index);
    }
    for alike in by_size.into_values() {
        let mut ordered: Vec<Point> = alike.iter().map(|&index| places[index]).collect();
        ordered.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
        for (index, place) in alike.into_iter().zip(ordered) {
            places[index] = place;
        }
    }
}

fn sum(one: Point, other: Point) -> Point {
    (one.0 + other.0, one.1 + other.1)
}

/// How much of a forest can be drawn: bubbles, and how deep they nest.
const MOST_DRAWN: usize = 500;
const MOST_DEEP: usize = 60;

/// The bubbles that are drawn, in reading order: all, or those near the outside; all where they were given as
/// a picture. O(n).
pub(super) fn drawn(at: &Forest) -> Vec<Bubble> {
    if at.places().is_some() {
        return at.bubbles().collect();
    }
    let mut of_depth = [0usize; MOST_DEEP];
    for &depth in at.depths() {
        if let Some(count) = of_depth.get_mut(depth as usize) {
            *count += 1;
        }
    }
    let mut total = 0;
    let fits = |count: &&usize| {
        total += **count;
        total <= MOST_DRAWN
    };
    // At least the outer bubbles, as many of them as can be drawn.
    let deepest = of_depth.iter().take_while(fits).count().max(1);
    let is_near = |bubble: &Bubble| (at.depths()[bubble.index()] as usize) < deepest;
    at.bubbles().filter(is_near).take(MOST_DRAWN).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bubbly::uniform_forest;
    use rand::SeedableRng;

    #[test]
    fn no_circle_touches_another_or_leaves_its_holder() {
        let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(7);
        let forests = [1, 2, 3, 5, 9, 20, 60, 150, 500].map(|size| uniform_forest(size, &mut random));
        let star = Forest::from_depths([vec![0], vec![1; 499]].concat());
        let chain = Forest::from_depths((0..60).collect());
        for forest in forests.into_iter().chain([star, chain]) {
            let bubbles = drawn(&forest);
            let named: Vec<Named> = bubbles
                .iter()
                .map(|&bubble| Named {
                    bubble,
                    depth: forest.depths()[bubble.index()] as usize,
                    text: format!("#{}", bubble.index() + 1),
                })
                .collect();
            let circles = circles(&named);
            for (index, one) in circles.iter().enumerate() {
                let label_radius = if forest.end(one.bubble) == one.bubble.index() + 1 { 0.0 } else { 9.0 };
                for other in &circles[index + 1..] {
                    let apart = distance(one.centre, other.centre);
                    if other.bubble.index() < forest.end(one.bubble) {
                        assert!(apart + other.radius < one.radius - 2.0, "{other:?} leaves {one:?}");
                        let from_label = distance(one.label, other.centre);
                        assert!(
                            from_label > other.radius + label_radius,
                            "{other:?} hides the label of {one:?}"
                        );
                    } else {
                        assert!(apart > one.radius + other.radius + 4.0, "{one:?} and {other:?}");
                    }
                }
            }
        }
    }

    fn distance(one: Point, other: Point) -> f64 {
        (one.0 - other.0).hypot(one.1 - other.1)
    }
}
