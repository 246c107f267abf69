//! Graphs as pictures: vertices in [layers], edges as curves, each with its number.

mod free;
mod layers;

pub use free::FreeDrawing;

use super::Hackenbush;
use super::graph::{Dense, Edge, GROUND, Graph};
use grundy_core::{Marks, Notation};
use grundy_picture::{Path, Picture, Point, Shape, text_width};
use layers::{ACROSS, Layers};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::f64::consts::{PI, TAU};

/// A larger graph is told in a sentence.
pub(super) const MOST_EDGES: usize = 400;
/// The most edges for which an order with few crossings is searched: that takes milliseconds.
const MOST_SORTED: usize = 90;
/// Places up to here count steps of a grid, larger ones the points of the picture.
const MOST_STEPS: i32 = 30;
const VERTEX: f64 = 4.5;
/// How far parallel edges bulge.
const BULGE: f64 = 26.0;
/// How far the controls of a loop reach, and the widest angle that a loop takes.
const LOOP: f64 = 56.0;
const WIDEST_LOOP: f64 = 1.1;
/// The size of numbers, and how far they stand from the middle of the edge's line.
const NUMBER: f64 = 12.0;
const BESIDE: f64 = 8.0;

/// The graph on its ground line, every edge with its number.
pub(super) fn draw(at: &Graph, marks: &Marks<Edge>) -> Picture {
    let dense = at.dense();
    let edges: Vec<[usize; 2]> = dense.edges.iter().map(|ends| ends.map(|end| end as usize)).collect();
    let mut layers = Layers::new(edges, dense.count);
    if at.len() <= MOST_SORTED {
        layers.sort();
    }
    let points = placed(at, &dense, &layers).unwrap_or_else(|| layers.points());
    let stays = marks.making.map(|edge| at.joined_without(edge));
    let mut picture = Picture::new("a graph on the ground");
    let mut curves = Curves {
        alike: HashMap::new(),
        drawn: HashMap::new(),
        end: ground_end(&layers, &points),
        is_placed: !at.places().is_empty(),
    };
    for ends in &layers.edges {
        *curves.alike.entry(sorted(*ends)).or_default() += 1;
    }
    let mut labels = Vec::new();
    for (&ends, edge) in layers.edges.iter().zip(0..) {
        let edge = Edge(edge);
        let number = at.number(edge).to_string();
        let (path, middle) = curves.curve(ends, text_width(&number, NUMBER), &layers, &points);
        let is_taken = stays.as_ref().is_some_and(|stays| !stays[edge.index()]);
        let shape = Shape::path(path).class("edge green").class_if(is_taken, "taken");
        let shape = shape.class_if(marks.wins(&edge) && !is_taken, "winning");
        picture.add(shape.stands_for(Hackenbush.label(at, &edge)).title(Hackenbush.say(at, &edge)));
        labels.push(Shape::text(middle, number, NUMBER).class("number"));
    }
    for &vertex in layers.rows.iter().flatten() {
        picture.add(
            Shape::circle(points[vertex], VERTEX)
                .class("vertex")
                .title(format!("point {}", dense.name(vertex as u32))),
        );
    }
    labels.into_iter().for_each(|label| picture.add(label));
    let reach = picture.bounds();
    let (left, right) =
        if reach.is_empty() { (-40.0, 40.0) } else { (reach.left - 14.0, reach.right + 14.0) };
    picture.add(Shape::line((left, 0.0), (right, 0.0)).class("ground"));
    picture
}

/// Where the vertices were put; `None` where they were not. Small numbers count steps of a grid.
fn placed(at: &Graph, dense: &Dense<'_>, layers: &Layers) -> Option<Vec<Point>> {
    let places = at.places();
    let farthest = places.iter().map(|&(_, right, high)| right.abs().max(high)).max()?;
    let unit = if farthest <= MOST_STEPS { ACROSS } else { 1.0 };
    let mut points = layers.points();
    for (vertex, point) in points.iter_mut().enumerate() {
        let name = dense.name(vertex as u32);
        if let Ok(found) = places.binary_search_by_key(&name, |place| place.0) {
            let (_, right, high) = places[found];
            *point = (f64::from(right) * unit, -f64::from(high) * unit);
        }
    }
    Some(points)
}

fn sorted(mut ends: [usize; 2]) -> [usize; 2] {
    ends.sort_unstable();
    ends
}

/// Where the next edge from the ground to itself begins: right of everything.
fn ground_end(layers: &Layers, points: &[Point]) -> f64 {
    let lowest = layers.rows.first().into_iter().flatten();
    lowest.map(|&vertex| points[vertex].0 + ACROSS / 2.0).fold(0.0, f64::max)
}

/// The ways of edges, parallel ones bulging to both sides.
struct Curves {
    /// How many edges join the same two vertices, and how many of them are drawn.
    alike: HashMap<[usize; 2], usize>,
    drawn: HashMap<[usize; 2], usize>,
    end: f64,
    /// Whether vertices stand where they were put: arcs over a layer have no meaning then.
    is_placed: bool,
}

impl Curves {
    /// The way of an edge, and where its number, so wide, stands: beside the edge, however wide.
    fn curve(&mut self, ends: [usize; 2], wide: f64, layers: &Layers, points: &[Point]) -> (Path, Point) {
        let ends = sorted(ends);
        let index = self.drawn.entry(ends).or_default();
        let place = *index as f64;
        *index += 1;
        let count = self.alike[&ends] as f64;
        let (one, other) = (ends[0], ends[1]);
        if other == GROUND as usize {
            let from = self.end + 8.0;
            self.end = from + 44.0;
            let path = Path::from((from, 0.0));
            return (path.curve_to((from, -52.0), (self.end, -52.0), (self.end, 0.0)), (from + 22.0, -48.0));
        }
        let (x, y) = points[other];
        if one == other {
            return petal(one, place, count, layers, points);
        }
        let from = if one == GROUND as usize { (x, 0.0) } else { points[one] };
        let (dx, dy) = (x - from.0, y - from.1);
        let length = (dx * dx + dy * dy).sqrt().max(1.0);
        // Arcs over a layer rise with the number of vertices that they span.
        let over = match layers.layer[one] == layers.layer[other] && !self.is_placed {
            true => 22.0 * (layers.place[one].abs_diff(layers.place[other]) as f64 - 1.0),
            false => 0.0,
        };
        let (nx, ny) = if dy == 0.0 { (0.0, -1.0) } else { (-dy / length, dx / length) };
        let bulge = over * 1.4 + BULGE * (place - (count - 1.0) / 2.0);
        let aside = |share: f64| {
            let reach = bulge * 4.0 / 3.0;
            (from.0 + dx * share + nx * reach, from.1 + dy * share + ny * reach)
        };
        let path = Path::from(from).curve_to(aside(0.3), aside(0.7), (x, y));
        let side = if bulge < 0.0 { -1.0 } else { 1.0 };
        let label = bulge + (BESIDE + wide / 2.0 * nx.abs() + NUMBER / 4.0 * ny.abs()) * side;
        (path, (from.0 + dx * 0.5 + nx * label, from.1 + dy * 0.5 + ny * label))
    }
}

/// The way of a loop, and where its number stands: loops fan out where most room is between the other edges.
fn petal(vertex: usize, place: f64, count: f64, layers: &Layers, points: &[Point]) -> (Path, Point) {
    let (x, y) = points[vertex];
    let (middle, room) = widest_gap(&directions(vertex, layers, points));
    let width = (0.85 * room.min(1.3 * PI) / count).min(WIDEST_LOOP);
    let direction = middle + (place - (count - 1.0) / 2.0) * width;
    let towards = |angle: f64, reach: f64| (x + reach * angle.sin(), y - reach * angle.cos());
    let half = 0.45 * width;
    let reach = LOOP / half.cos();
    let path = Path::from((x, y));
    let path = path.curve_to(towards(direction - half, reach), towards(direction + half, reach), (x, y));
    (path, towards(direction, 0.75 * LOOP + BESIDE + NUMBER / 4.0))
}

/// The directions of the edges at a vertex that are no loops, clockwise from straight up, in order.
fn directions(vertex: usize, layers: &Layers, points: &[Point]) -> Vec<f64> {
    let (x, y) = points[vertex];
    let direction = |&[one, other]: &[usize; 2]| {
        let far = match (one == vertex, other == vertex) {
            (true, false) => other,
            (false, true) => one,
            _ => return None,
        };
        let (far_x, far_y) = if far == GROUND as usize { (x, 0.0) } else { points[far] };
        Some((far_x - x).atan2(y - far_y))
    };
    let mut directions: Vec<f64> = layers.edges.iter().filter_map(direction).collect();
    directions.sort_by(f64::total_cmp);
    directions
}

/// The middle and the width of the widest gap between directions in order; of equal ones that nearest to straight up.
fn widest_gap(directions: &[f64]) -> (f64, f64) {
    let Some(first) = directions.first() else { return (0.0, TAU) };
    let next = directions[1..].iter().copied().chain([first + TAU]);
    let gaps = directions.iter().zip(next).map(|(&from, to)| ((from + to) / 2.0, to - from));
    gaps.max_by(|one, other| {
        let up = |middle: f64| middle.cos();
        let is_wider =
            if (one.1 - other.1).abs() < 1e-6 { Ordering::Equal } else { one.1.total_cmp(&other.1) };
        is_wider.then(up(one.0).total_cmp(&up(other.0)))
    })
    .unwrap_or((0.0, TAU))
}
