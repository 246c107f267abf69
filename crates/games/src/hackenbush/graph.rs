//! Graphs on the ground, as plain data.

use std::borrow::Cow;

/// The vertex that is the ground.
pub const GROUND: u32 = 0;

/// A graph has at most this many edges, so that every number the theorem makes of it fits 32 bits.
pub const MOST_EDGES: usize = (1 << 30) - 1;

/// An edge, by its place in the list from 0. Its label is the place from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge(pub u32);

impl Edge {
    /// The place in the list, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A multigraph of which every edge is joined to the ground, vertex 0. Loops and parallel edges are
/// edges like any other.
///
/// It is the list of its edges in the order in which they were given, each with the numbers of the
/// vertices that it joins; a move takes an edge from the list and the rest keep their order and
/// their vertices.
///
/// ```
/// use grundy_games::hackenbush::{Edge, Graph};
/// let girl = Graph::new(vec![[0, 1], [1, 2], [2, 3], [3, 1]]).unwrap();
/// assert_eq!(girl.without(Edge(1)).edges(), [[0, 1], [2, 3], [3, 1]]);
/// assert_eq!(girl.without(Edge(0)).edges(), [[0u32; 2]; 0]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Graph {
    edges: Vec<[u32; 2]>,
}

/// Edges that cannot be a graph on the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoGraph {
    /// Some edges are not joined to the ground.
    Floating {
        /// The first of them, by its place in the list.
        first: Edge,
        /// How many they are.
        count: usize,
    },
    /// There are more than [`MOST_EDGES`].
    TooManyEdges,
}

impl Graph {
    /// The graph of these edges.
    ///
    /// # Errors
    /// When some edge is not joined to the ground, or there are more than [`MOST_EDGES`].
    pub fn new(edges: Vec<[u32; 2]>) -> Result<Graph, NoGraph> {
        if edges.len() > MOST_EDGES {
            return Err(NoGraph::TooManyEdges);
        }
        let mut graph = Graph { edges };
        match graph.is_joined().map(|joined| first_false(&joined)) {
            None => Ok(graph),
            Some((first, count)) => {
                graph.edges.clear();
                Err(NoGraph::Floating { first, count })
            }
        }
    }

    /// The graph of those of the edges that are joined to the ground, and what is left out: the first
    /// such edge, and how many there are.
    ///
    /// # Errors
    /// When there are more than [`MOST_EDGES`].
    ///
    /// ```
    /// use grundy_games::hackenbush::{Edge, Graph};
    /// let (graph, dropped) = Graph::joined(vec![[0, 1], [2, 3], [3, 3]]).unwrap();
    /// assert_eq!(graph.edges(), [[0, 1]]);
    /// assert_eq!(dropped, Some((Edge(1), 2)));
    /// ```
    pub fn joined(edges: Vec<[u32; 2]>) -> Result<(Graph, Option<(Edge, usize)>), NoGraph> {
        if edges.len() > MOST_EDGES {
            return Err(NoGraph::TooManyEdges);
        }
        let mut graph = Graph { edges };
        let dropped = graph.is_joined().map(|joined| {
            graph.keep(&joined);
            first_false(&joined)
        });
        Ok((graph, dropped))
    }

    /// The edges in the order given.
    pub fn edges(&self) -> &[[u32; 2]] {
        &self.edges
    }

    /// How many edges there are.
    pub fn len(&self) -> usize {
        self.edges.len()
    }

    /// Whether no edge is left.
    pub fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }

    /// The graph after this edge is cut, and with it all that it held to the ground. O(edges).
    pub fn without(&self, edge: Edge) -> Graph {
        let mut edges = Vec::with_capacity(self.len() - 1);
        edges.extend_from_slice(&self.edges[..edge.index()]);
        edges.extend_from_slice(&self.edges[edge.index() + 1..]);
        let mut graph = Graph { edges };
        if let Some(joined) = graph.is_joined() {
            graph.keep(&joined);
        }
        graph
    }

    /// For every edge whether it stays when this one is cut: itself falls, and what it held. O(edges).
    pub(super) fn joined_without(&self, cut: Edge) -> Vec<bool> {
        let dense = self.dense();
        let mut sets = Sets::new(dense.count);
        let others = || dense.edges.iter().zip(0..).filter(|(_, edge)| *edge != cut.0);
        others().for_each(|(&[from, to], _)| sets.join(from, to));
        let stays = |(&[from, _], edge): (&[u32; 2], u32)| edge != cut.0 && sets.first(from) == GROUND;
        dense.edges.iter().zip(0..).map(stays).collect()
    }

    /// For every edge, which piece it is in: pieces meet at the ground only, and are numbered from 0
    /// in the order of their first edges. An edge from the ground to itself is a piece of its own.
    ///
    /// ```
    /// use grundy_games::hackenbush::Graph;
    /// let graph = Graph::new(vec![[0, 1], [0, 2], [0, 0], [1, 3], [0, 0]]).unwrap();
    /// assert_eq!(graph.pieces(), (vec![0, 1, 2, 0, 3], 4));
    /// ```
    pub fn pieces(&self) -> (Vec<u32>, usize) {
        let dense = self.dense();
        let mut sets = Sets::new(dense.count);
        for &[from, to] in dense.edges.iter().filter(|[from, to]| *from != GROUND && *to != GROUND) {
            sets.join(from, to);
        }
        let mut number = vec![u32::MAX; dense.count];
        let mut count = 0;
        let mut new = || {
            count += 1;
            count - 1
        };
        let piece = |&[from, to]: &[u32; 2]| match sets.first(from.max(to)) {
            GROUND => new(),
            root if number[root as usize] != u32::MAX => number[root as usize],
            root => {
                number[root as usize] = new();
                number[root as usize]
            }
        };
        let pieces = dense.edges.iter().map(piece).collect();
        (pieces, count as usize)
    }

    /// The pieces that meet at the ground only, each as a graph.
    pub fn split(&self) -> Vec<Graph> {
        let (piece_of, count) = self.pieces();
        let mut pieces = vec![Graph::default(); count];
        for (&edge, &piece) in self.edges.iter().zip(&piece_of) {
            pieces[piece as usize].edges.push(edge);
        }
        pieces
    }

    /// The same graph however its edges are listed, and to whichever end they are read: edges from
    /// the smaller vertex to the larger one, sorted.
    pub(super) fn sorted(mut self) -> Graph {
        self.edges.iter_mut().for_each(|ends| ends.sort_unstable());
        self.edges.sort_unstable();
        self
    }

    /// The edges with vertices numbered from 0 without large gaps, and how many numbers there are.
    pub(super) fn dense(&self) -> Dense<'_> {
        let most = self.edges.iter().fold(0, |most, ends| most.max(ends[0]).max(ends[1]));
        if most as usize <= 2 * self.len() + 16 {
            return Dense { edges: Cow::Borrowed(&self.edges), count: most as usize + 1, names: None };
        }
        let mut names: Vec<u32> = self.edges.iter().flatten().copied().chain([GROUND]).collect();
        names.sort_unstable();
        names.dedup();
        let number = |name| names.binary_search(&name).expect("all were collected") as u32;
        let edges = self.edges.iter().map(|ends| ends.map(number)).collect();
        Dense { edges: Cow::Owned(edges), count: names.len(), names: Some(names) }
    }

    /// For every edge whether it is joined to the ground; none when all are.
    fn is_joined(&self) -> Option<Vec<bool>> {
        let dense = self.dense();
        let mut sets = Sets::new(dense.count);
        for &[from, to] in dense.edges.iter() {
            sets.join(from, to);
        }
        let mut joined = dense.edges.iter().map(|&[from, _]| sets.first(from) == GROUND);
        match joined.all(|is_joined| is_joined) {
            true => None,
            false => Some(dense.edges.iter().map(|&[from, _]| sets.first(from) == GROUND).collect()),
        }
    }

    fn keep(&mut self, kept: &[bool]) {
        let mut kept = kept.iter();
        self.edges.retain(|_| kept.next() == Some(&true));
    }
}

fn first_false(joined: &[bool]) -> (Edge, usize) {
    let first = joined.iter().position(|&is_joined| !is_joined).unwrap_or(joined.len());
    (Edge(first as u32), joined.iter().filter(|&&is_joined| !is_joined).count())
}

/// Edges whose vertices are numbered without large gaps; the ground stays 0.
pub(super) struct Dense<'g> {
    pub edges: Cow<'g, [[u32; 2]]>,
    /// One more than the largest number.
    pub count: usize,
    /// The vertices' own numbers, where they differ.
    pub names: Option<Vec<u32>>,
}

impl Dense<'_> {
    /// A vertex's own number.
    pub fn name(&self, vertex: u32) -> u32 {
        self.names.as_ref().map_or(vertex, |names| names[vertex as usize])
    }
}

/// Disjoint sets of vertices, each known by its first vertex.
struct Sets(Vec<u32>);

impl Sets {
    fn new(count: usize) -> Sets {
        Sets((0..count as u32).collect())
    }

    /// The first vertex of the set that holds this one; halves the way to it.
    fn first(&mut self, mut vertex: u32) -> u32 {
        loop {
            let next = self.0[vertex as usize];
            if next == vertex {
                return vertex;
            }
            let after = self.0[next as usize];
            self.0[vertex as usize] = after;
            vertex = after;
        }
    }

    fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.first(one), self.first(other));
        self.0[one.max(other) as usize] = one.min(other);
    }
}
