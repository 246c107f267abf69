//! Rings: classes of edges of which any two cut a 2-edge-connected graph in two.
//!
//! In the tree of a depth-first search, two edges of the tree belong to one ring exactly when the same
//! back edges cover them. Let M(i) be the nearest common ancestor of the lower ends of the back edges
//! that cover the edge from node i to its parent. Then two tree edges are covered by the same back
//! edges exactly when they have the same M and the same number of covering back edges: of two nodes
//! with the same M one is above the other, every back edge that covers the upper one also begins below
//! the lower one and ends above it, and equal numbers make equal sets. Where that number is 1, the one
//! back edge belongs to the ring too.
//!
//! M is found from the last node to the first, in linear time (Georgiadis, Italiano and Kosinas,
//! "Computing vertex-edge cut-pairs and 2-edge cuts in practice", SEA 2021): M(i) is i when a back edge
//! leaves i itself or two of its children's subtrees; else it is at or below M(child) for the one child
//! whose subtree they leave, and every step of the way down from there is made once.

use super::search::{BackEdges, NONE, Node};

/// Marks the highest back edge of a node as one that closes a ring.
const IN_A_RING: u32 = 0;

/// What the search notes of every node for its rings.
#[derive(Clone, Copy)]
struct Reach {
    /// The highest end of the node's own back edges.
    own: u32,
    /// The back edge that reaches it.
    own_edge: u32,
    /// The highest end reached from the subtree of one child,
    first: u32,
    /// that child,
    first_child: u32,
    /// and the highest end reached from any other child's.
    second: u32,
    /// M of the node.
    meeting: u32,
}

impl Reach {
    const NOTHING: Reach =
        Reach { own: NONE, own_edge: NONE, first: NONE, first_child: NONE, second: NONE, meeting: NONE };
}

/// A back edge, by the node that it begins at.
#[derive(Clone, Copy)]
pub(super) struct BackEdge {
    pub low: u32,
    pub edge: u32,
}

/// The back edges, and what becomes of them.
pub(super) struct Finder {
    reach: Vec<Reach>,
    back_edges: Vec<BackEdge>,
}

impl Finder {
    /// Memory for a core of at most this number of nodes and back edges.
    pub fn with_capacity(nodes: usize, back_edges: usize) -> Finder {
        Finder { reach: Vec::with_capacity(nodes), back_edges: Vec::with_capacity(back_edges) }
    }
}

impl BackEdges for Finder {
    fn node(&mut self) {
        self.reach.push(Reach::NOTHING);
    }

    fn back_edge(&mut self, low: u32, high: u32, edge: u32) {
        let reach = &mut self.reach[low as usize];
        if high < reach.own {
            (reach.own, reach.own_edge) = (high, edge);
        }
        self.back_edges.push(BackEdge { low, edge });
    }
}

/// The rings of a core.
pub(super) struct Rings {
    /// For every node the place of its tree edge in its ring.
    pub links: Vec<Link>,
    /// The back edges that are in no ring with a tree edge: each is a ring of its own.
    pub alone: Vec<BackEdge>,
}

/// The place of a tree edge, known by its lower node, in its ring.
#[derive(Clone, Copy)]
pub(super) struct Link {
    /// The next lower node of the ring.
    pub lower: u32,
    /// The back edge that closes the ring, where one does; the lowest node knows it.
    pub closing: u32,
    /// Whether a higher node is in the ring.
    pub has_higher: bool,
}

impl Finder {
    /// To be told of every node from the last to the first, its cover complete: finds its M.
    #[inline]
    pub fn meet(&mut self, nodes: &[Node], index: usize) {
        let node = &nodes[index];
        let Reach { own, first, first_child, second, .. } = self.reach[index];
        let highest = own.min(first);
        let above = &mut self.reach[node.parent as usize];
        if highest < above.first {
            above.second = above.first;
            (above.first, above.first_child) = (highest, index as u32);
        } else if highest < above.second {
            above.second = highest;
        }
        if node.cover == 0 {
            return;
        }
        let leaves_here = |reach: &Reach| (reach.own.min(reach.second) as usize) < index;
        let meeting = match (own.min(second) as usize) < index {
            true => index as u32,
            false => {
                let mut meeting = self.reach[first_child as usize].meeting;
                loop {
                    let reach = &self.reach[meeting as usize];
                    if leaves_here(reach) {
                        break meeting;
                    }
                    meeting = self.reach[reach.first_child as usize].meeting;
                }
            }
        };
        self.reach[index].meeting = meeting;
    }

    /// The rings, when every node has been met.
    pub fn rings(self, nodes: &[Node]) -> Rings {
        let mut links = vec![Link { lower: NONE, closing: NONE, has_higher: false }; nodes.len()];
        let Finder { mut reach, mut back_edges } = self;
        // What was reached is not needed any more. From now on `first` is, of the nodes that have this
        // one for their M, the one that was seen last, and `own` a mark on the node's highest back edge.
        reach.iter_mut().for_each(|reach| (reach.first, reach.own) = (NONE, NONE));
        for index in (1..nodes.len()).rev().filter(|&index| nodes[index].cover > 0) {
            let meeting = reach[index].meeting as usize;
            let meeting = &mut reach[meeting];
            let lower = std::mem::replace(&mut meeting.first, index as u32);
            if lower != NONE && nodes[lower as usize].cover == nodes[index].cover {
                links[index].lower = lower;
                links[lower as usize].has_higher = true;
            } else if nodes[index].cover == 1 {
                links[index].closing = meeting.own_edge;
                meeting.own = IN_A_RING;
            }
        }
        back_edges.retain(|back_edge| {
            let low = &reach[back_edge.low as usize];
            low.own != IN_A_RING || low.own_edge != back_edge.edge
        });
        Rings { links, alone: back_edges }
    }
}
