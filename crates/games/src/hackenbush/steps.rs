//! The working in pictures: from a graph to one stalk, each step worth the same.

use super::graph::{Edge, GROUND, Graph};
use super::picture;
use super::theorem::{self, Fused};
use grundy_core::{DrawnStep, Marks, Word};
use grundy_picture::{Anchor, Picture, Shape};
use std::collections::BTreeSet;

/// Between the two halves of the figure.
const APART: f64 = 90.0;
/// The height of a line of text.
const LINE: f64 = 20.0;

/// A graph on the way, and what was done to come there.
pub(super) struct Stage {
    pub(super) title: String,
    pub(super) graph: Graph,
}

/// The steps as pictures, and the figure of the colon principle. None for a graph that is too large to be drawn.
pub(super) fn drawn(graph: &Graph) -> Vec<DrawnStep> {
    if graph.is_empty() || graph.len() >= picture::MOST_EDGES {
        return Vec::new();
    }
    let draw = |stage: Stage| DrawnStep {
        picture: picture::draw(&stage.graph, &Marks::default()),
        title: stage.title,
    };
    let mut steps: Vec<DrawnStep> = stages(graph).into_iter().map(draw).collect();
    steps.push(colon_figure(graph));
    steps
}

/// The graphs from the first to a stalk alone: all have the same value.
pub(super) fn stages(graph: &Graph) -> Vec<Stage> {
    let fused = Fused::new(graph);
    let mut stages = vec![Stage { title: "The graph as it stands".to_owned(), graph: graph.clone() }];
    let mut last = fused_graph(graph, &fused);
    if fused.components.iter().any(|component| !component.loops.is_empty()) {
        stages.push(Stage {
            title: "Fusion: the vertices of a cycle become one, its edges loops there".to_owned(),
            graph: last.clone(),
        });
        last = with_kept_loops(&last, &fused);
        stages.push(Stage {
            title: "Loops: two at one place cancel, so of each place the parity stays".to_owned(),
            graph: last.clone(),
        });
        last = with_stalks(&last);
        stages.push(Stage {
            title: "A loop is worth as much as a stalk of one edge".to_owned(),
            graph: last.clone(),
        });
    }
    let mut tree = Tree::of(&last);
    while let Some(told) = tree.merge_stalks() {
        stages.push(Stage { title: format!("The colon principle: {told}"), graph: tree.graph() });
    }
    if let Some(told) = tree.merge_at_ground() {
        stages.push(Stage { title: format!("At the ground: {told}"), graph: tree.graph() });
    }
    stages
}

/// The graph with every component as one vertex.
fn fused_graph(graph: &Graph, fused: &Fused) -> Graph {
    let stands_for = |vertex: u32| {
        let component = fused.components.iter().find(|component| component.vertices.contains(&vertex));
        component.map_or(vertex, |component| component.vertices[0])
    };
    graph.with_edges(graph.edges().iter().map(|ends| Some(ends.map(stands_for))))
}

/// Of the loops at each place none, or one where their number is odd.
fn with_kept_loops(graph: &Graph, fused: &Fused) -> Graph {
    let kept: BTreeSet<Edge> = fused
        .components
        .iter()
        .filter(|component| component.loops.len() % 2 == 1)
        .filter_map(|component| component.loops.iter().min().copied())
        .collect();
    let edges = graph.edges().iter().zip(0u32..);
    graph.with_edges(
        edges.map(|(&[from, to], edge)| (from != to || kept.contains(&Edge(edge))).then_some([from, to])),
    )
}

/// Every loop as an edge to a new vertex.
fn with_stalks(graph: &Graph) -> Graph {
    let mut next = graph.edges().iter().flatten().max().map_or(1, |most| most + 1);
    graph.with_edges(graph.edges().iter().map(|&[from, to]| {
        if from != to {
            return Some([from, to]);
        }
        next += 1;
        Some([from, next - 1])
    }))
}

/// A tree on the ground: of every vertex those above it; the ground first.
struct Tree {
    above: Vec<Vec<usize>>,
    names: Vec<u32>,
}

impl Tree {
    fn of(graph: &Graph) -> Tree {
        let mut tree = Tree { above: vec![Vec::new()], names: vec![GROUND] };
        let mut left: Vec<[u32; 2]> = graph.edges().to_vec();
        let mut at = 0;
        while at < tree.names.len() {
            let name = tree.names[at];
            let (here, rest): (Vec<_>, Vec<_>) = left.into_iter().partition(|ends| ends.contains(&name));
            left = rest;
            for [from, to] in here {
                let above = tree.names.len();
                tree.names.push(if from == name { to } else { from });
                tree.above.push(Vec::new());
                tree.above[at].push(above);
            }
            at += 1;
        }
        tree
    }

    /// How long the stalk is that begins with the edge to this vertex; `None` where it branches.
    fn stalk(&self, mut vertex: usize) -> Option<u64> {
        let mut length = 1;
        loop {
            match self.above[vertex].as_slice() {
                [] => return Some(length),
                [only] => vertex = *only,
                _ => return None,
            }
            length += 1;
        }
    }

    /// Replaces the stalks at each vertex above the ground that holds several, and nothing but stalks, by one;
    /// says so.
    fn merge_stalks(&mut self) -> Option<String> {
        let ready: Vec<usize> = (1..self.above.len())
            .filter(|&vertex| self.above[vertex].len() > 1)
            .filter(|&vertex| self.above[vertex].iter().all(|&above| self.stalk(above).is_some()))
            .collect();
        let told: Vec<String> = ready.iter().map(|&vertex| self.merge(vertex)).collect();
        (!told.is_empty()).then(|| told.join("; "))
    }

    fn merge_at_ground(&mut self) -> Option<String> {
        (self.above[0].len() > 1).then(|| self.merge(0))
    }

    fn merge(&mut self, vertex: usize) -> String {
        let stalks: Vec<u64> = self.above[vertex].iter().filter_map(|&above| self.stalk(above)).collect();
        let sum = stalks.iter().fold(0, |sum, stalk| sum ^ stalk);
        let old = std::mem::take(&mut self.above[vertex]);
        let mut free: Vec<usize> = old.into_iter().flat_map(|above| self.way(above)).collect();
        free.reverse();
        let mut at = vertex;
        for _ in 0..sum {
            let next = free.pop().expect("a nim-sum is at most the sum");
            self.above[next].clear();
            self.above[at].push(next);
            at = next;
        }
        let summed = stalks.iter().map(u64::to_string).collect::<Vec<_>>().join(" ⊕ ");
        let place =
            if vertex == 0 { "the ground".to_owned() } else { format!("vertex {}", self.names[vertex]) };
        format!("the stalks at {place} are as good as one: {summed} = {sum}")
    }

    /// The vertices of a stalk from this one up.
    fn way(&self, mut vertex: usize) -> Vec<usize> {
        let mut way = vec![vertex];
        while let [only] = self.above[vertex].as_slice() {
            vertex = *only;
            way.push(vertex);
        }
        way
    }

    fn graph(&self) -> Graph {
        let mut edges = Vec::new();
        let mut waiting = vec![0];
        while let Some(vertex) = waiting.pop() {
            for &above in self.above[vertex].iter() {
                edges.push([self.names[vertex], self.names[above]]);
            }
            waiting.extend(self.above[vertex].iter().rev());
        }
        Graph::new(edges).expect("a tree stands on the ground")
    }
}

/// The figure of the proof: a graph, and the same graph on one more edge, with what their moves lead to.
fn colon_figure(graph: &Graph) -> DrawnStep {
    let raised = raised(graph);
    let (low, high) = (options(graph), options(&raised));
    let value = theorem::nimber(graph);
    let mut figure = Picture::new("the colon principle");
    let left = picture::draw(graph, &Marks::default());
    let right = picture::draw(&raised, &Marks::default());
    // Both stand on one line.
    let top = left.bounds().top.min(right.bounds().top);
    let (left_top, right_top) = (left.bounds().top - top, right.bounds().top - top);
    let (left_width, bottom) = (left.bounds().width(), left.bounds().bottom.max(right.bounds().bottom) - top);
    let next = left_width.max(280.0) + APART;
    figure.place(left, (0.0, left_top));
    figure.place(right, (next, right_top));
    let mut write = |x: f64, line: f64, text: String| {
        let at = (x, bottom + LINE * (line + 1.2));
        figure.add(Shape::text(at, text, 14.0).anchor(Anchor::Start).class("note"));
    };
    write(0.0, 0.0, format!("moves to {}", Word::set(low.iter().copied())));
    write(0.0, 1.0, format!("not to {}: worth *{}", value.0, value.0));
    write(
        next,
        0.0,
        format!("the same moves, one higher, and the edge below: 0; to {}", Word::set(high.iter().copied())),
    );
    write(next, 1.0, format!("not to {}: worth *{}", value.0 + 1, value.0 + 1));
    DrawnStep { title: "The colon principle: an edge below adds one".to_owned(), picture: figure }
}

/// The graph on top of one more edge.
fn raised(graph: &Graph) -> Graph {
    let top = graph.edges().iter().flatten().max().map_or(1, |most| most + 1);
    let lifted = |vertex: u32| if vertex == GROUND { top } else { vertex };
    let edges = std::iter::once([GROUND, top]).chain(graph.edges().iter().map(|ends| ends.map(lifted)));
    Graph::new(edges.collect()).expect("it stands on the new edge")
}

/// The nimbers that moves lead to.
fn options(graph: &Graph) -> BTreeSet<u64> {
    (0..graph.len() as u32).map(|edge| theorem::nimber(&graph.without(Edge(edge))).0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hackenbush::GraphShape;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    #[test]
    fn every_step_is_worth_the_same_and_the_last_is_a_stalk() {
        for shape in GraphShape::ALL {
            for seed in 0..40 {
                let graph = shape.draw(4 + seed as usize % 24, &mut ChaCha8Rng::seed_from_u64(seed));
                let value = theorem::nimber(&graph);
                let stages = stages(&graph);
                for stage in &stages {
                    assert_eq!(theorem::nimber(&stage.graph), value, "{}: {graph:?}", stage.title);
                }
                let last = &stages[stages.len() - 1].graph;
                assert_eq!(last.len() as u64, value.0, "{graph:?}");
            }
        }
    }

    /// Seed 004, line 243: "Those moves all exist in the right picture, except elevated by one. [...] In
    /// addition, in the right picture we can remove the bottom edge, creating a position of nimber 0."
    #[test]
    fn a_graph_on_one_more_edge_has_the_same_moves_one_higher_and_one_to_0() {
        for seed in 0..60 {
            let graph = GraphShape::Sparse.draw(3 + seed as usize % 14, &mut ChaCha8Rng::seed_from_u64(seed));
            let expected: BTreeSet<u64> =
                options(&graph).into_iter().map(|value| value + 1).chain([0]).collect();
            assert_eq!(options(&raised(&graph)), expected);
            assert_eq!(theorem::nimber(&raised(&graph)).0, theorem::nimber(&graph).0 + 1);
        }
    }
}
