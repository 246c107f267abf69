//! Graphs at random, for teaching and tests.

use super::graph::{GROUND, Graph, MOST_EDGES};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// What a random graph looks like.
///
/// ```
/// use grundy_games::hackenbush::GraphShape;
/// use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
/// let mut random = ChaCha8Rng::seed_from_u64(1);
/// for shape in GraphShape::ALL {
///     assert_eq!(shape.draw(1000, &mut random).len(), 1000);
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GraphShape {
    /// Every vertex grows from an earlier one, the ground among them.
    Tree,
    /// Cycles of up to six edges and single edges, any two of which share one vertex at most.
    Cactus,
    /// A tree, and one edge more between any two vertices for every nine of the tree.
    Sparse,
    /// Squares side by side and upon each other, the lowest on the ground; two rows and two columns of
    /// them at least, where there are edges for that, ten.
    Grid,
    /// A ring through the ground, and trees that grow from it with a third of the edges.
    Ring,
}

impl GraphShape {
    /// Every shape.
    pub const ALL: [GraphShape; 5] =
        [GraphShape::Tree, GraphShape::Cactus, GraphShape::Sparse, GraphShape::Grid, GraphShape::Ring];

    /// Its name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            GraphShape::Tree => "tree",
            GraphShape::Cactus => "cactus",
            GraphShape::Sparse => "sparse",
            GraphShape::Grid => "grid",
            GraphShape::Ring => "ring",
        }
    }

    /// A graph of this shape with this number of edges, at most [`MOST_EDGES`]. O(edges).
    pub fn draw(self, edges: usize, random: &mut ChaCha8Rng) -> Graph {
        let edges = edges.min(MOST_EDGES);
        let mut drawing = Drawing { edges: Vec::with_capacity(edges), vertices: 1, random };
        match self {
            GraphShape::Tree => drawing.trees(edges),
            GraphShape::Cactus => drawing.cactus(edges),
            GraphShape::Sparse => {
                drawing.trees(edges - edges / 10);
                drawing.joints(edges / 10);
            }
            GraphShape::Grid => drawing.grid(edges),
            GraphShape::Ring => {
                drawing.cycle(GROUND, edges - edges / 3);
                drawing.trees(edges / 3);
            }
        }
        Graph::new(drawing.edges).expect("every edge is drawn from a vertex that is joined to the ground")
    }
}

struct Drawing<'r> {
    edges: Vec<[u32; 2]>,
    /// How many vertices there are, with the ground.
    vertices: u32,
    random: &'r mut ChaCha8Rng,
}

impl Drawing<'_> {
    fn any_vertex(&mut self) -> u32 {
        self.random.random_range(0..self.vertices)
    }

    /// An edge from a vertex to a new one.
    fn grow(&mut self, from: u32) -> u32 {
        let new = self.vertices;
        self.edges.push([from, new]);
        self.vertices += 1;
        new
    }

    fn trees(&mut self, edges: usize) {
        for _ in 0..edges {
            let from = self.any_vertex();
            self.grow(from);
        }
    }

    fn joints(&mut self, edges: usize) {
        for _ in 0..edges {
            let joint = [self.any_vertex(), self.any_vertex()];
            self.edges.push(joint);
        }
    }

    /// A cycle of `edges` edges through a vertex; a loop for one edge.
    fn cycle(&mut self, through: u32, edges: usize) {
        let mut last = through;
        for _ in 1..edges {
            last = self.grow(last);
        }
        if edges > 0 {
            self.edges.push([last, through]);
        }
    }

    fn cactus(&mut self, edges: usize) {
        let mut left = edges;
        while left > 0 {
            let at = self.any_vertex();
            let size = self.random.random_range(0..=6).min(left);
            match size {
                0 => _ = self.grow(at),
                _ => self.cycle(at, size),
            }
            left -= size.max(1);
        }
    }

    fn grid(&mut self, edges: usize) {
        let usual = (edges / 2).isqrt();
        // A row of so many upright edges has one edge less across, and two rows have to fit.
        let most = (edges / 2).div_ceil(2).max(2);
        let least = usual.div_ceil(2).max(3).min(most);
        let width = self.random.random_range(least..=(2 * usual).clamp(least, most)) as u32;
        // Upwards from the lower row, then across to the left neighbour.
        'rows: for row in 0.. {
            for column in 0..width {
                if self.edges.len() == edges {
                    break 'rows;
                }
                let lower = if row == 0 { GROUND } else { self.vertices - width };
                let new = self.grow(lower);
                if column > 0 && self.edges.len() < edges {
                    self.edges.push([new - 1, new]);
                }
            }
        }
    }
}
