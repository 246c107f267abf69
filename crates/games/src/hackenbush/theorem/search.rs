//! What is left of a graph without its outer trees: a depth-first search from the ground.

use super::peel::{Peeled, TAKEN, Vertex};
use crate::hackenbush::graph::GROUND;

/// No node, no edge.
pub(super) const NONE: u32 = u32::MAX;

/// A vertex of the core. Vertices are numbered in the order in which the search meets them, so that a
/// vertex comes after the one it was met from, and near it.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// The node that this one was met from.
    pub parent: u32,
    /// The edge it was met by.
    pub edge: u32,
    /// The vertex of the graph.
    pub vertex: u32,
    /// How many back edges begin in the subtree of this node and end above it: none when its edge to
    /// the parent is a bridge. During the search, those that begin here less those that end here.
    pub cover: u32,
    /// During the search, what stands on the vertex and its share of the parity of edges; see
    /// [`settle`].
    pub value: u32,
}

/// An end of an edge, in the list of its vertex.
#[derive(Clone, Copy, Default)]
struct End {
    other: u32,
    edge: u32,
}

/// In place of the edges of a vertex: they are listed, and end at `neighbour`.
const LISTED: u32 = u32::MAX;
/// Added to the number of a node, in place of the degree of its vertex.
const SEEN: u32 = 1 << 31;

/// A node with ends that are still to be read.
#[derive(Clone, Copy)]
struct Unread {
    node: u32,
    next: u32,
    end: u32,
}

/// Told about every back edge: an edge that leads from a node to one above it that is not its parent,
/// or to its parent once more.
pub(super) trait BackEdges {
    /// A new node, numbered one higher than the one before.
    fn node(&mut self);
    /// A back edge from `low` up to `high`.
    fn back_edge(&mut self, low: u32, high: u32, edge: u32);
}

impl BackEdges for () {
    fn node(&mut self) {}
    fn back_edge(&mut self, _: u32, _: u32, _: u32) {}
}

/// Searches the core from the ground; the nodes in the order in which they are met, the ground first.
///
/// A vertex of two edges needs no list of them: one edge tells the other, and there is no way back to
/// it. So only the other vertices have lists, and a stack of those with unread edges replaces
/// recursion. O(edges).
pub(super) fn search(edges: &[[u32; 2]], peeled: &mut Peeled, back: &mut impl BackEdges) -> Vec<Node> {
    let ends = list_ends(edges, peeled);
    let vertices = &mut peeled.vertices;
    let count = vertices.iter().filter(|vertex| vertex.degree != TAKEN && vertex.degree > 0).count();
    let nodes = Vec::with_capacity(count.max(1));
    let mut walk = Walk { vertices, ends, nodes, back };
    let mut unread = walk.meet(0, End { other: GROUND, edge: NONE });
    let mut stack: Vec<Unread> = Vec::new();
    loop {
        while unread.next == unread.end {
            match stack.pop() {
                Some(waiting) => unread = waiting,
                None => return walk.nodes,
            }
        }
        let end = walk.ends[unread.next as usize];
        unread.next += 1;
        // Where the other vertex has been met since, the edge was told from there.
        if walk.vertices[end.other as usize].degree & SEEN == 0
            && let Some(met) = walk.follow(unread.node, end)
        {
            if unread.next < unread.end {
                stack.push(unread);
            }
            unread = met;
        }
    }
}

/// A search on its way.
struct Walk<'a, B> {
    vertices: &'a mut [Vertex],
    ends: Vec<End>,
    nodes: Vec<Node>,
    back: &'a mut B,
}

impl<B: BackEdges> Walk<'_, B> {
    /// Goes from a node along vertices of two edges to a new vertex with a list, and gives what is
    /// unread there; or to a vertex that was met before, and tells the back edge to it.
    fn follow(&mut self, from: u32, end: End) -> Option<Unread> {
        let (mut node, mut from, mut end) = (from, self.nodes[from as usize].vertex, end);
        loop {
            let met = &mut self.vertices[end.other as usize];
            if met.degree & SEEN != 0 {
                let high = met.degree ^ SEEN;
                self.tell_back_edge(node, high, end.edge);
                return None;
            }
            if met.edge == LISTED {
                return Some(self.meet(node, end));
            }
            let number = self.nodes.len() as u32;
            met.degree = SEEN | number;
            let next = End { other: met.neighbour ^ from, edge: met.edge ^ end.edge };
            self.nodes.push(Node {
                parent: node,
                edge: end.edge,
                vertex: end.other,
                cover: 0,
                value: met.value,
            });
            self.back.node();
            (node, from, end) = (number, end.other, next);
        }
    }

    /// Meets a vertex with a list, coming from a node. Of its ends, those that lead to vertices met
    /// before are told at once; what remains is unread.
    fn meet(&mut self, parent: u32, End { other: vertex, edge }: End) -> Unread {
        let number = self.nodes.len() as u32;
        let met = &mut self.vertices[vertex as usize];
        let degree = std::mem::replace(&mut met.degree, SEEN | number);
        let (start, end) = (met.neighbour - degree, met.neighbour);
        self.nodes.push(Node { parent, edge, vertex, cover: 0, value: met.value });
        self.back.node();
        // Looks at all neighbours first, so that the processor fetches them together and not each when
        // it knows what became of the one before.
        let list = &self.ends[start as usize..end as usize];
        let together = list.iter().fold(0, |all, end| all | self.vertices[end.other as usize].degree);
        std::hint::black_box(together);
        let mut kept = start;
        for index in start..end {
            let at = self.ends[index as usize];
            let seen = self.vertices[at.other as usize].degree;
            if seen & SEEN == 0 {
                self.ends[kept as usize] = at;
                kept += 1;
            } else if at.edge != edge {
                self.tell_back_edge(number, seen ^ SEEN, at.edge);
            }
        }
        Unread { node: number, next: start, end: kept }
    }

    fn tell_back_edge(&mut self, low: u32, high: u32, edge: u32) {
        let at = &mut self.nodes[low as usize];
        at.value ^= 1;
        at.cover = at.cover.wrapping_add(1);
        let above = &mut self.nodes[high as usize].cover;
        *above = above.wrapping_sub(1);
        self.back.back_edge(low, high, edge);
    }
}

/// The ends of the edges of the ground and of every vertex of more than two, vertex by vertex.
///
/// Where an end is listed is chosen without a branch, so that the processor can fetch the vertices of
/// many edges at a time; ends that are not listed go to a place behind all others.
fn list_ends(edges: &[[u32; 2]], peeled: &mut Peeled) -> Vec<End> {
    let vertices = &mut peeled.vertices;
    let mut count = 0;
    for (vertex, at) in vertices.iter_mut().enumerate() {
        let is_listed = (at.degree > 2 && at.degree != TAKEN) || vertex == GROUND as usize;
        if is_listed {
            (at.neighbour, at.edge) = (count, LISTED);
            count += at.degree;
        }
    }
    let mut ends = vec![End::default(); count as usize + 1];
    if count == 0 {
        return ends;
    }
    for (edge, &[from, to]) in edges.iter().enumerate() {
        let is_left = |vertex: u32| vertices[vertex as usize].degree != TAKEN;
        let is_left = (from != to) & is_left(from) & is_left(to);
        for (vertex, other) in [(from, to), (to, from)] {
            let at = &mut vertices[vertex as usize];
            let is_listed = is_left & (at.edge == LISTED);
            let place = if is_listed { at.neighbour } else { count };
            at.neighbour += u32::from(is_listed);
            ends[place as usize] = End { other, edge: edge as u32 };
        }
    }
    ends
}

/// From the last node to the first: hands cover and value of a node, then complete, to its parent.
///
/// The value of a node is that of all that stands on its subtree, seen from its 2-edge-connected
/// component: a bridge adds 1 + the value above it (the colon principle), any other edge its parity
/// (fusion: cycles shrink to a point and their edges become loops, each worth 1). `visit` is told of
/// every node but the ground, before it is handed on. The value of the whole is that of the ground.
#[inline]
pub(super) fn settle(nodes: &mut [Node], mut visit: impl FnMut(&[Node], usize)) -> u32 {
    for index in (1..nodes.len()).rev() {
        visit(nodes, index);
        let Node { parent, cover, value, .. } = nodes[index];
        let parent = &mut nodes[parent as usize];
        parent.cover = parent.cover.wrapping_add(cover);
        parent.value ^= if cover == 0 { 1 + value } else { 1 ^ value };
    }
    nodes[0].value
}
