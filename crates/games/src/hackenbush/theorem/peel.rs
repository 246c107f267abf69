//! The vertices of a graph, and its outer trees taken off.

use crate::hackenbush::graph::GROUND;

/// The degree of a vertex that was taken off.
pub(super) const TAKEN: u32 = u32::MAX;

/// All that is kept of a vertex while the theorem works: 16 bytes, so that a visit to a far vertex
/// costs one cache line.
#[derive(Clone, Copy, Default)]
pub(super) struct Vertex {
    /// How many ends of edges are here, loops not counted; [`TAKEN`] for a vertex that was taken off.
    pub degree: u32,
    /// The XOR of the neighbours: with one edge left, the neighbour; with two, either of them tells the
    /// other.
    pub neighbour: u32,
    /// The XOR of the edges, in the same way.
    pub edge: u32,
    /// The value of what stood here and was taken off, with the parity of loops.
    pub value: u32,
}

/// A vertex that was taken off.
pub(super) struct Taken {
    pub vertex: u32,
    /// The vertex that it hung on,
    pub holder: u32,
    /// and by which edge.
    pub edge: u32,
    /// The value of all that stood on it.
    pub value: u32,
}

/// A graph without its outer trees.
pub(super) struct Peeled {
    pub vertices: Vec<Vertex>,
    /// What was taken off, every vertex before the one that it hung on.
    taken: Vec<[u32; 4]>,
    /// How many edges are loops.
    pub loops: usize,
    /// How many edges are left that are no loops.
    pub left: usize,
}

impl Peeled {
    /// Takes off every vertex that hangs by one edge, until there is none; its value, 1 more for the
    /// edge, goes into that of its holder (the colon principle). O(edges).
    ///
    /// Vertices wait in a queue with all that is to be known of them, and join it without a branch: so
    /// the processor can fetch the holders of many vertices at a time, however far they are.
    pub fn new(edges: &[[u32; 2]], count: usize) -> Peeled {
        let mut vertices = vec![Vertex::default(); count];
        let mut loops = 0;
        for (edge, &[from, to]) in edges.iter().enumerate() {
            if from == to {
                vertices[from as usize].value ^= 1;
                loops += 1;
                continue;
            }
            for (vertex, neighbour) in [(from, to), (to, from)] {
                let vertex = &mut vertices[vertex as usize];
                vertex.degree += 1;
                vertex.neighbour ^= neighbour;
                vertex.edge ^= edge as u32;
            }
        }
        let mut taken = vec![[0; 4]; count];
        let mut waiting = 0;
        for vertex in GROUND + 1..count as u32 {
            waiting += take(&mut vertices, vertex, &mut taken[waiting]);
        }
        let mut next = 0;
        while next < waiting {
            let [vertex, holder, edge, value] = taken[next];
            let held = &mut vertices[holder as usize];
            held.degree -= 1;
            held.neighbour ^= vertex;
            held.edge ^= edge;
            held.value ^= 1 + value;
            waiting += take(&mut vertices, holder, &mut taken[waiting]);
            next += 1;
        }
        taken.truncate(waiting);
        if waiting < count / 2 {
            taken.shrink_to_fit(); // which may copy
        }
        let left = edges.len() - loops - taken.len();
        Peeled { vertices, taken, loops, left }
    }

    /// How many vertices were taken off.
    pub fn count_taken(&self) -> usize {
        self.taken.len()
    }

    /// What was taken off, every vertex after the one that it hung on.
    pub fn into_taken(self) -> impl Iterator<Item = Taken> {
        let name = |[vertex, holder, edge, value]: [u32; 4]| Taken { vertex, holder, edge, value };
        self.taken.into_iter().rev().map(name)
    }
}

/// Puts a vertex into the slot, and says whether it belongs there: whether it hangs by one edge.
#[inline]
fn take(vertices: &mut [Vertex], vertex: u32, slot: &mut [u32; 4]) -> usize {
    let at = &mut vertices[vertex as usize];
    *slot = [vertex, at.neighbour, at.edge, at.value];
    let hangs = at.degree == 1 && vertex != GROUND;
    at.degree = if hangs { TAKEN } else { at.degree };
    usize::from(hangs)
}
