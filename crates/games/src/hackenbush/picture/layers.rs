//! Where the vertices of a graph stand: in layers by their distance from the ground.
//!
//! An edge then joins neighbouring layers or two vertices of one layer, and the order within the layers
//! decides what crosses. It starts as a depth-first search meets the vertices, in which trees have no
//! crossing, and neighbours change places as long as that saves crossings.

use crate::hackenbush::graph::GROUND;
use grundy_picture::Point;

/// From one vertex to the next in a layer, and from layer to layer.
pub(super) const ACROSS: f64 = 62.0;
const UP: f64 = 72.0;

/// Where the vertices stand.
pub(super) struct Layers {
    /// Above the ground, from the lowest layer up, each from left to right.
    pub(super) rows: Vec<Vec<usize>>,
    /// For every vertex its layer; the ground is layer 0.
    pub(super) layer: Vec<usize>,
    /// For every vertex its place in its layer.
    pub(super) place: Vec<usize>,
    pub(super) edges: Vec<[usize; 2]>,
}

impl Layers {
    pub(super) fn new(edges: Vec<[usize; 2]>, count: usize) -> Layers {
        let mut beside = vec![Vec::new(); count];
        for &[one, other] in &edges {
            beside[one].push(other);
            beside[other].push(one);
        }
        let mut layer = vec![usize::MAX; count];
        layer[GROUND as usize] = 0;
        let mut queue = vec![GROUND as usize];
        let mut next = 0;
        while let Some(&vertex) = queue.get(next) {
            next += 1;
            for &other in &beside[vertex] {
                if layer[other] == usize::MAX {
                    layer[other] = layer[vertex] + 1;
                    queue.push(other);
                }
            }
        }
        let mut layers = Layers { rows: Vec::new(), layer, place: vec![0; count], edges };
        let mut is_seen = vec![false; count];
        let mut way = vec![GROUND as usize];
        while let Some(vertex) = way.pop() {
            if std::mem::replace(&mut is_seen[vertex], true) {
                continue;
            }
            if let Some(row) = layers.layer[vertex].checked_sub(1) {
                layers.rows.resize_with(layers.rows.len().max(row + 1), Vec::new);
                layers.place[vertex] = layers.rows[row].len();
                layers.rows[row].push(vertex);
            }
            way.extend(beside[vertex].iter().rev());
        }
        layers
    }

    /// Lets neighbours change places while that saves crossings.
    pub(super) fn sort(&mut self) {
        let mut crossings = self.crossings();
        let mut is_better = true;
        while is_better && crossings > 0 {
            is_better = false;
            for row in 0..self.rows.len() {
                for place in 1..self.rows[row].len() {
                    self.swap(row, place);
                    let now = self.crossings();
                    if now < crossings {
                        (crossings, is_better) = (now, true);
                    } else {
                        self.swap(row, place);
                    }
                }
            }
        }
    }

    fn swap(&mut self, row: usize, place: usize) {
        self.rows[row].swap(place - 1, place);
        for place in [place - 1, place] {
            self.place[self.rows[row][place]] = place;
        }
    }

    /// How many pairs of edges cross. Edges to the ground go straight down and cross nothing.
    fn crossings(&self) -> usize {
        let ends = |&[one, other]: &[usize; 2]| {
            let key = |vertex: usize| (self.layer[vertex], self.place[vertex]);
            let (low, high) = (key(one).min(key(other)), key(one).max(key(other)));
            (low.0 > 0 && low != high).then_some((low, high))
        };
        let edges: Vec<_> = self.edges.iter().filter_map(ends).collect();
        let mut count = 0;
        for (index, (low, high)) in edges.iter().enumerate() {
            for (other_low, other_high) in &edges[index + 1..] {
                count += usize::from(cross((*low, *high), (*other_low, *other_high)));
            }
        }
        count
    }

    /// The places of the vertices: each layer spread out, then drawn towards its neighbours as far as
    /// the order allows.
    pub(super) fn points(&self) -> Vec<Point> {
        let widest = self.rows.iter().map(Vec::len).max().unwrap_or(0) as f64;
        let mut points = vec![(0.0, 0.0); self.layer.len()];
        for (row, vertices) in self.rows.iter().enumerate() {
            let margin = (widest - vertices.len() as f64) / 2.0;
            for (place, &vertex) in vertices.iter().enumerate() {
                points[vertex] = (ACROSS * (margin + place as f64), -UP * (row + 1) as f64);
            }
        }
        for sweep in 0..24 {
            let rows: Vec<usize> = match sweep % 2 {
                0 => (0..self.rows.len()).collect(),
                _ => (0..self.rows.len()).rev().collect(),
            };
            for row in rows {
                self.pull(row, &mut points);
            }
        }
        points
    }

    /// Moves the vertices of a layer to the middle of their neighbours in other layers, in order and
    /// not too near to each other.
    fn pull(&self, row: usize, points: &mut [Point]) {
        let vertices = &self.rows[row];
        let mut wanted: Vec<f64> = vertices.iter().map(|&vertex| points[vertex].0).collect();
        let mut sums = vec![(0.0, 0.0); vertices.len()];
        for &[one, other] in &self.edges {
            for (vertex, neighbour) in [(one, other), (other, one)] {
                if self.layer[vertex] == row + 1 && ![0, row + 1].contains(&self.layer[neighbour]) {
                    let sum = &mut sums[self.place[vertex]];
                    *sum = (sum.0 + points[neighbour].0, sum.1 + 1.0);
                }
            }
        }
        for (wanted, (sum, count)) in wanted.iter_mut().zip(sums) {
            if count > 0.0 {
                *wanted = sum / count;
            }
        }
        // From the left they are pushed right, from the right pushed left; the middle of both keeps
        // the distances.
        let mut right = wanted.clone();
        for place in 1..right.len() {
            right[place] = right[place].max(right[place - 1] + ACROSS);
        }
        let mut left = wanted;
        for place in (1..left.len()).rev() {
            left[place - 1] = left[place - 1].min(left[place] - ACROSS);
        }
        for (place, &vertex) in vertices.iter().enumerate() {
            points[vertex].0 = (left[place] + right[place]) / 2.0;
        }
    }
}

type Spot = (usize, usize);

/// Whether two edges cross, each from its lower to its higher end: as lines between two layers, or as
/// arcs over one, under which no edge may go up.
fn cross((low, high): (Spot, Spot), (other_low, other_high): (Spot, Spot)) -> bool {
    let is_between = |place: usize, (low, high): (Spot, Spot)| low.1 < place && place < high.1;
    match (low.0 == high.0, other_low.0 == other_high.0) {
        (false, false) => {
            let same_layers = low.0 == other_low.0 && high.0 == other_high.0;
            same_layers
                && low.1 != other_low.1
                && high.1 != other_high.1
                && (low.1 < other_low.1) != (high.1 < other_high.1)
        }
        (true, true) => {
            let (arc, other) = ((low, high), (other_low, other_high));
            low.0 == other_low.0
                && ((is_between(other_low.1, arc) && other_high.1 > high.1)
                    || (is_between(low.1, other) && high.1 > other_high.1))
        }
        (true, false) => low.0 == other_low.0 && is_between(other_low.1, (low, high)),
        (false, true) => low.0 == other_low.0 && is_between(low.1, (other_low, other_high)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Hackenbush;
    use grundy_core::{Notation, Reader};

    #[test]
    fn trees_and_small_plane_graphs_are_drawn_without_crossings() {
        for text in [
            "(()(()()))(()((()()())()))",
            "0-1 0-2 1-2 1-3 2-4 3-4 3-5 4-5",
            "0-1 1-2 2-3 3-1 0-4 4-5 5-6 6-4 6-7 7-7 7-7 0-8 0-8 0-8 8-9",
            "0-1 1-2 1-3 1-4 2-5 3-5 4-5 5-6 6-7 6-8 0-0 0-9 9-10 10-11 11-9 2-4",
        ] {
            let graph = Hackenbush.parse(&mut Reader::new(text)).expect("a graph");
            let edges = graph.edges().iter().map(|ends| ends.map(|end| end as usize)).collect();
            let mut layers = Layers::new(edges, graph.dense().count);
            layers.sort();
            assert_eq!(layers.crossings(), 0, "{text}");
            let points = layers.points();
            for row in &layers.rows {
                let apart = |pair: &[usize]| points[pair[1]].0 - points[pair[0]].0 > ACROSS - 1e-6;
                assert!(row.windows(2).all(apart), "{text}");
            }
        }
    }
}
