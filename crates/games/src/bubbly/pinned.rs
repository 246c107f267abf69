//! Circles that lie where they were given, and where their labels find room.

use super::circles::{Circle, Named, TEXT};
use super::place::Place;
use grundy_picture::{Point, text_width};
use std::f64::consts::TAU;

/// The radius of the smallest circle in a picture is from here to there: labels have to be read.
const SMALLEST: std::ops::RangeInclusive<f64> = 6.0..=600.0;
/// The smallest text.
const LEAST_TEXT: f64 = 4.0;
/// Between a label and what is around it.
const AIR: f64 = 1.5;
/// How many rings, and how many directions on each, are tried for a label.
const RINGS: u32 = 12;
const DIRECTIONS: u32 = 48;

/// The circles of bubbles in reading order, `named[i]` at `places[i]`.
///
/// The picture's unit is that of the places, or a power of ten of it where the circles would be too small or
/// too large to be seen: so pictures of like sizes lie over each other as they are given. A label stands in
/// the middle of its circle where that is free, else as high as it finds room.
pub(super) fn pinned(named: &[Named], places: &[Place]) -> Vec<Circle> {
    let unit = unit(places.iter().map(|place| place.radius()).fold(f64::INFINITY, f64::min));
    let scaled = |place: &Place| {
        let (x, y) = place.centre();
        ((x * unit, y * unit), place.radius() * unit)
    };
    let disks: Vec<(Point, f64)> = places.iter().map(scaled).collect();
    let circle = |(index, named_here): (usize, &Named)| {
        let deeper = named[index + 1..].iter().take_while(|inner| inner.depth > named_here.depth);
        let inside: Vec<(Point, f64)> = deeper
            .enumerate()
            .filter(|(_, inner)| inner.depth == named_here.depth + 1)
            .map(|(after, _)| disks[index + 1 + after])
            .collect();
        let (centre, radius) = disks[index];
        let half = half_label(&named_here.text);
        let (label, room) = label_place(centre, radius, &inside, half);
        let size = (TEXT * room / half).clamp(LEAST_TEXT, TEXT);
        Circle { bubble: named_here.bubble, centre, radius, label, size }
    };
    named.iter().enumerate().map(circle).collect()
}

/// By what places are multiplied, from the radius of the smallest circle.
fn unit(smallest: f64) -> f64 {
    let mut unit = 1.0;
    while smallest * unit < *SMALLEST.start() {
        unit *= 10.0;
    }
    while smallest * unit > *SMALLEST.end() {
        unit /= 10.0;
    }
    unit
}

/// The room that a label wants around its middle.
pub(super) fn half_label(text: &str) -> f64 {
    0.5 * text_width(text, TEXT).max(0.8 * TEXT)
}

/// Where a label goes in a circle beside what is inside, and how much room it has there around its middle.
pub(super) fn label_place(centre: Point, radius: f64, inside: &[(Point, f64)], wanted: f64) -> (Point, f64) {
    let room = |at: Point| {
        let to_rim = radius - distance(at, centre);
        inside.iter().map(|&(other, size)| distance(at, other) - size).fold(to_rim, f64::min) - AIR
    };
    let ring = |ring: u32| {
        let out = radius * f64::from(ring) / f64::from(RINGS);
        (0..DIRECTIONS).map(move |direction| {
            let angle = TAU * f64::from(direction) / f64::from(DIRECTIONS);
            (centre.0 + out * angle.sin(), centre.1 - out * angle.cos())
        })
    };
    if room(centre) >= wanted {
        return (centre, room(centre));
    }
    let candidates = || (0..RINGS).flat_map(ring).map(|at| (at, room(at)));
    let highest = candidates().filter(|(_, room)| *room >= wanted).min_by(|(one, _), (other, _)| {
        let aside = |at: &Point| (at.0 - centre.0).abs();
        one.1.total_cmp(&other.1).then(aside(one).total_cmp(&aside(other)))
    });
    let widest = || candidates().max_by(|(_, one), (_, other)| one.total_cmp(other));
    highest.or_else(widest).expect("some places are tried")
}

fn distance(one: Point, other: Point) -> f64 {
    (one.0 - other.0).hypot(one.1 - other.1)
}
