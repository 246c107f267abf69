//! The value of a graph and all moves to any value.
//!
//! **Value** (Berlekamp, Conway and Guy, *Winning Ways*, chapter 7): by the fusion principle the
//! vertices of a cycle may be brought together, so that a 2-edge-connected component becomes one vertex
//! with its edges as loops, of which only the parity counts; by the colon principle a bridge to a
//! component of value v is a stalk of 1 + v. For a component C, with its bridges to components C' above,
//!
//! ```text
//! value(C) = (number of its edges that are no bridges) mod 2, XOR over C' of (1 + value(C'))
//! ```
//!
//! **Moves.** What a move has to leave goes from the ground upwards: let a component of value V have to
//! become T.
//!
//! * A bridge to C' of value V': with y = V XOR T XOR (1 + V'), cutting it does when y = 0; else a move
//!   above it does when it makes C' become y - 1.
//! * The other edges fall into *rings*, classes of which any two cut the component in two (`rings`).
//!   Cut one edge of a ring and the others become bridges: two arms of beads, whose values `arms`
//!   finds for all edges of the ring together. An edge alone in its ring does when V XOR 1 = T.
//!
//! So a node only has to know V XOR T. All in all O(m + k log k for every ring of k edges) time and less
//! than 100 bytes an edge, without recursion. Outer trees are taken off first (`peel`), which is
//! faster than searching them; the rest is searched depth first (`search`).
//!
//! (The moves are a method of this project; tests hold it to the definition and to recomputation.)

mod arms;
mod fused;
mod misere;
mod peel;
mod rings;
mod search;

use super::graph::{Edge, GROUND, Graph};
use arms::Arms;
use grundy_core::Nimber;
use peel::{Peeled, Taken};
use rings::{Finder, Rings};
use search::{NONE, Node, search, settle};

pub(super) use fused::Fused;
pub(super) use misere::heaps;

/// The nimber of a graph, by fusion and the colon principle. O(edges).
///
/// ```
/// use grundy_core::Nimber;
/// use grundy_games::hackenbush::{Graph, theorem};
/// // A triangle on a stalk: its edges become three loops, worth 1, and the stalk adds 1.
/// let flower = Graph::new(vec![[0, 1], [1, 2], [2, 3], [3, 1]]).unwrap();
/// assert_eq!(theorem::nimber(&flower), Nimber(2));
/// ```
pub fn nimber(graph: &Graph) -> Nimber {
    let dense = graph.dense();
    let mut peeled = Peeled::new(&dense.edges, dense.count);
    let mut nodes = search(&dense.edges, &mut peeled, &mut ());
    Nimber(u64::from(settle(&mut nodes, |_, _| {})))
}

/// The edges whose cutting leaves a graph of this nimber. O(m + k log k for every ring of k edges).
///
/// ```
/// use grundy_core::Nimber;
/// use grundy_games::hackenbush::{Edge, Graph, theorem};
/// let flower = Graph::new(vec![[0, 1], [1, 2], [2, 3], [3, 1]]).unwrap();
/// let cuts = |nimber| theorem::cuts_to(&flower, Nimber(nimber)).iter().collect::<Vec<_>>();
/// assert_eq!(cuts(0), [Edge(0)]);
/// assert_eq!(cuts(1), [Edge(2)]); // leaves two stalks of 1 on top
/// assert_eq!(cuts(3), [Edge(1), Edge(3)]); // leave one stalk of 2
/// ```
pub fn cuts_to(graph: &Graph, wanted: Nimber) -> EdgeSet {
    let mut found = EdgeSet::of(graph);
    let Some(wanted) = u32::try_from(wanted.0).ok().filter(|&wanted| wanted as usize <= graph.len()) else {
        return found; // a nimber is at most the number of edges
    };
    let dense = graph.dense();
    let edges = &*dense.edges;
    let mut peeled = Peeled::new(edges, dense.count);
    let inner = dense.count - peeled.count_taken();
    let mut finder = Finder::with_capacity(inner, (peeled.left + 1).saturating_sub(inner));
    let mut nodes = search(edges, &mut peeled, &mut finder);
    let value = settle(&mut nodes, |nodes, index| finder.meet(nodes, index));
    if value == wanted {
        return found; // no cut leaves the value as it is
    }
    let rings = finder.rings(&nodes);
    cut_core(&mut nodes, rings, value ^ wanted, &mut found);
    drop(std::mem::take(&mut peeled.vertices));
    let loops = peeled.loops;
    let mut changes = vec![0; dense.count];
    nodes.iter().for_each(|node| changes[node.vertex as usize] = node.value);
    drop(nodes);
    for Taken { vertex, holder, edge, value } in peeled.into_taken() {
        changes[vertex as usize] = found.cut_bridge(edge, changes[holder as usize], value);
    }
    if loops > 0 {
        let is_found = |&[from, to]: &[u32; 2]| from == to && changes[from as usize] == 1;
        let loops = edges.iter().zip(0..).filter(|(ends, _)| is_found(ends));
        loops.for_each(|(_, edge)| found.insert(edge));
    }
    found
}

/// Finds the cuts in the core, when its ground component has to change by `change`, which is V XOR T;
/// leaves in every node how its component has to change.
fn cut_core(nodes: &mut [Node], rings: Rings, change: u32, found: &mut EdgeSet) {
    let mut ring = Ring::default();
    nodes[GROUND as usize].value = change;
    for index in 1..nodes.len() {
        let Node { parent, cover, value, edge, .. } = nodes[index];
        let change = nodes[parent as usize].value;
        nodes[index].value = if cover == 0 {
            found.cut_bridge(edge, change, value)
        } else {
            let link = rings.links[index];
            if !link.has_higher {
                if link.lower == NONE && link.closing == NONE {
                    found.cut_alone(edge, change);
                } else {
                    ring.gather(nodes, &rings, index);
                    ring.cut(change, found);
                }
            }
            change
        };
    }
    for back_edge in &rings.alone {
        found.cut_alone(back_edge.edge, nodes[back_edge.low as usize].value);
    }
}

/// A ring of two edges or more, and working memory for the next ones.
#[derive(Default)]
struct Ring {
    edges: Vec<u32>,
    /// Of the beads between the edges, but for the bead that hangs on the rest of the graph.
    weights: Vec<u32>,
    arms: Arms,
}

impl Ring {
    /// Reads the ring whose highest node is `top`; the nodes below still have their values.
    fn gather(&mut self, nodes: &[Node], rings: &Rings, top: usize) {
        self.edges.clear();
        self.weights.clear();
        let mut at = top;
        loop {
            let (node, link) = (&nodes[at], rings.links[at]);
            self.edges.push(node.edge);
            if link.lower == NONE {
                if link.closing != NONE {
                    self.edges.push(link.closing);
                    self.weights.push(node.value ^ 1);
                }
                return;
            }
            let lower = &nodes[link.lower as usize];
            self.weights.push(node.value ^ lower.value ^ 1);
            at = link.lower as usize;
        }
    }

    /// Of the whole ring V is the bead that it hangs by, the parity of the edges, and the weights; of a
    /// cut one T is that bead and both arms.
    fn cut(&mut self, change: u32, found: &mut EdgeSet) {
        let whole = self.weights.iter().fold(self.edges.len() as u32 & 1, |sum, weight| sum ^ weight);
        let wanted = change ^ whole;
        for (&edge, arms) in self.edges.iter().zip(self.arms.of(&self.weights)) {
            if arms == wanted {
                found.insert(edge);
            }
        }
    }
}

/// A set of edges of one graph, a bit each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeSet(Vec<u64>);

impl EdgeSet {
    /// None of the edges of a graph.
    fn of(graph: &Graph) -> EdgeSet {
        EdgeSet(vec![0; graph.len().div_ceil(64)])
    }

    /// Whether an edge is in the set.
    pub fn contains(&self, edge: Edge) -> bool {
        self.0[edge.index() / 64] >> (edge.index() % 64) & 1 == 1
    }

    /// The edges in the order of the list.
    pub fn iter(&self) -> impl Iterator<Item = Edge> {
        self.0.iter().zip(0u32..).flat_map(|(&word, place)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(Edge(64 * place + bit))
            })
        })
    }

    fn insert(&mut self, edge: u32) {
        self.0[edge as usize / 64] |= 1 << (edge % 64);
    }

    /// For a bridge to a component of this value, from one that has to change by `change`: takes it in
    /// if cutting it does that, and says how the component above has to change. (Where the bridge
    /// itself is a cut, it would have to become 2^32 - 1, which nothing does.)
    fn cut_bridge(&mut self, edge: u32, change: u32, value: u32) -> u32 {
        let above = change ^ (1 + value);
        if above == 0 {
            self.insert(edge);
        }
        value ^ above.wrapping_sub(1)
    }

    /// For an edge that is alone in its ring, or a loop.
    fn cut_alone(&mut self, edge: u32, change: u32) {
        if change == 1 {
            self.insert(edge);
        }
    }
}
