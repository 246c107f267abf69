//! A graph that stands on no ground, in the same layers.

use super::layers::Layers;
use super::{Curves, MOST_SORTED, sorted};
use crate::hackenbush::graph::GROUND;
use grundy_picture::{Path, Point};
use std::collections::HashMap;

/// Where the vertices of a graph stand that hangs on no ground, and which ways its edges go: in columns by their
/// distance from the first vertex of each component.
///
/// ```
/// use grundy_games::hackenbush::FreeDrawing;
/// let drawing = FreeDrawing::of(&[[0, 1], [1, 2]], 4, |_| 0.0);
/// assert_eq!((drawing.points.len(), drawing.ways.len()), (4, 2));
/// // A path goes from left to right, the lone vertex stands beside its first.
/// assert!(drawing.points[0].0 < drawing.points[1].0 && drawing.points[1].0 < drawing.points[2].0);
/// assert_eq!(drawing.points[3].0, drawing.points[0].0);
/// ```
#[derive(Clone, Debug)]
pub struct FreeDrawing {
    /// The vertices, in order.
    pub points: Vec<Point>,
    /// The ways of the edges, in order, each with the place for its number.
    pub ways: Vec<(Path, Point)>,
}

impl FreeDrawing {
    /// The drawing of the graph with these edges between vertices 0 to `count` - 1; `wide` is how wide the number of an
    /// edge is. Crossings are avoided while the graph is small.
    pub fn of(edges: &[[usize; 2]], count: usize, wide: impl Fn(usize) -> f64) -> FreeDrawing {
        // Every component hangs by its first vertex on a ground that is not drawn.
        let above = |end: usize| end + 1;
        let mut all: Vec<[usize; 2]> = edges.iter().map(|ends| ends.map(above)).collect();
        all.extend(firsts(edges, count).into_iter().map(|vertex| [GROUND as usize, above(vertex)]));
        let mut layers = Layers::new(all, count + 1);
        if edges.len() <= MOST_SORTED {
            layers.sort();
        }
        // From left to right in place of from below.
        let points: Vec<Point> = layers.points().into_iter().map(|(x, y)| (-y, x)).collect();
        let mut curves = Curves { alike: HashMap::new(), drawn: HashMap::new(), end: 0.0, is_placed: false };
        for ends in &layers.edges[..edges.len()] {
            *curves.alike.entry(sorted(*ends)).or_default() += 1;
        }
        let way = |(edge, &ends): (usize, &[usize; 2])| curves.curve(ends, wide(edge), &layers, &points);
        let ways = layers.edges[..edges.len()].iter().enumerate().map(way).collect();
        FreeDrawing { points: points[1..].to_vec(), ways }
    }
}

/// The first vertex of each component.
fn firsts(edges: &[[usize; 2]], count: usize) -> Vec<usize> {
    let mut beside = vec![Vec::new(); count];
    for &[one, other] in edges {
        beside[one].push(other);
        beside[other].push(one);
    }
    let mut is_seen = vec![false; count];
    let mut firsts = Vec::new();
    for vertex in 0..count {
        if is_seen[vertex] {
            continue;
        }
        firsts.push(vertex);
        let mut way = vec![vertex];
        while let Some(at) = way.pop() {
            if !std::mem::replace(&mut is_seen[at], true) {
                way.extend(&beside[at]);
            }
        }
    }
    firsts
}
