//! Graphs on the ground, as plain data.

use std::borrow::Cow;
use std::collections::BTreeSet;

pub use super::places::GROUND;
pub(super) use super::places::Placed;

/// A graph has at most this many edges, so that every number the theorem makes of it fits 32 bits.
pub const MOST_EDGES: usize = (1 << 30) - 1;

/// An edge, by its place in the list from 0. Its label is its [number](Graph::number).
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
/// their vertices. The number of an edge is its place in the list, from 1; where edges were left out of a list,
/// the others keep the numbers that they have there.
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
    /// The numbers of the edges, increasing; none where they are the places.
    numbers: Vec<u32>,
    /// Where the vertices stand in a picture of one's own, sorted; none where it is drawn as it comes.
    places: Vec<Placed>,
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
        let mut graph = Graph { edges, ..Graph::default() };
        match graph.is_joined().map(|joined| first_false(&joined)) {
            None => Ok(graph),
            Some((first, count)) => {
                graph.edges.clear();
                Err(NoGraph::Floating { first, count })
            }
        }
    }

    /// The graph of those of the edges that are joined to the ground, which keep their numbers, and what is left
    /// out: the first such edge, and how many there are.
    ///
    /// # Errors
    /// When there are more than [`MOST_EDGES`].
    ///
    /// ```
    /// use grundy_games::hackenbush::{Edge, Graph};
    /// let (graph, dropped) = Graph::joined(vec![[0, 1], [2, 3], [3, 3]]).unwrap();
    /// assert_eq!(graph.edges(), [[0, 1]]);
    /// assert_eq!(dropped, Some((Edge(1), 2)));
    ///
    /// let (graph, _) = Graph::joined(vec![[2, 3], [0, 1]]).unwrap();
    /// assert_eq!((graph.edges(), graph.number(Edge(0))), ([[0, 1]].as_slice(), 2));
    /// ```
    pub fn joined(edges: Vec<[u32; 2]>) -> Result<(Graph, Option<(Edge, usize)>), NoGraph> {
        if edges.len() > MOST_EDGES {
            return Err(NoGraph::TooManyEdges);
        }
        Ok(Graph { edges, ..Graph::default() }.without_floating())
    }

    /// The same without the edges that are not joined to the ground, as [`joined`](Graph::joined) tells them.
    fn without_floating(mut self) -> (Graph, Option<(Edge, usize)>) {
        let Some(joined) = self.is_joined() else { return (self, None) };
        if self.numbers.is_empty() {
            self.numbers = (1..=self.len() as u32).collect();
        }
        self.keep(&joined);
        (self, Some(first_false(&joined)))
    }

    /// The same graph whose edges have these numbers, which increase from 1 on or later; or those of them that
    /// are [joined](Graph::joined).
    ///
    /// # Errors
    /// As [`new`](Graph::new), where floating edges are not to be dropped.
    pub(super) fn numbered(
        edges: Vec<[u32; 2]>,
        numbers: Vec<u32>,
        drops_floating: bool,
    ) -> Result<(Graph, Option<(Edge, usize)>), NoGraph> {
        if !drops_floating {
            return Ok((Graph { numbers, ..Graph::new(edges)? }.settled(), None));
        }
        if edges.len() > MOST_EDGES {
            return Err(NoGraph::TooManyEdges);
        }
        Ok(Graph { edges, numbers, ..Graph::default() }.without_floating())
    }

    /// Numbers that are the places are left out.
    fn settled(mut self) -> Graph {
        self.settle();
        self
    }

    fn settle(&mut self) {
        if self.numbers.iter().copied().eq(1..=self.numbers.len() as u32) {
            self.numbers = Vec::new();
        }
        if !self.places.is_empty() {
            let standing: BTreeSet<u32> = self.edges.iter().flatten().copied().collect();
            self.places.retain(|(vertex, ..)| standing.contains(vertex));
        }
    }

    /// The number of an edge: its place in the list that was given, from 1.
    pub fn number(&self, edge: Edge) -> u32 {
        self.numbers.get(edge.index()).copied().unwrap_or(edge.0 + 1)
    }

    /// The edge with this number.
    pub fn edge_of(&self, number: u32) -> Option<Edge> {
        let place = match self.numbers.is_empty() {
            true => (number as usize).checked_sub(1).filter(|&place| place < self.len())?,
            false => self.numbers.binary_search(&number).ok()?,
        };
        Some(Edge(place as u32))
    }

    /// Whether some edge has a number that is not its place.
    pub fn is_numbered(&self) -> bool {
        !self.numbers.is_empty()
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

    /// The graph after this edge is cut, and with it all that it held to the ground. Where edges have other numbers
    /// than their places, they keep them. O(edges).
    pub fn without(&self, edge: Edge) -> Graph {
        let mut edges = Vec::with_capacity(self.len() - 1);
        edges.extend_from_slice(&self.edges[..edge.index()]);
        edges.extend_from_slice(&self.edges[edge.index() + 1..]);
        let mut numbers = self.numbers.clone();
        if !numbers.is_empty() {
            numbers.remove(edge.index());
        }
        let mut graph = Graph { edges, numbers, places: self.places.clone() };
        match graph.is_joined() {
            Some(joined) => graph.keep(&joined),
            None => graph.settle(),
        }
        graph
    }

    /// The same graph with its vertices in these places.
    pub(super) fn placed(mut self, places: impl IntoIterator<Item = Placed>) -> Graph {
        self.places = places.into_iter().collect();
        self.places.sort_unstable();
        self.settle();
        self
    }

    /// Where the vertices stand in a picture of one's own, sorted by vertex; none where it has no such picture.
    pub(super) fn places(&self) -> &[Placed] {
        &self.places
    }

    /// The same edges with other ends, or without those that have none; they keep their numbers. What comes out
    /// is joined to the ground.
    pub(super) fn with_edges(&self, edges: impl Iterator<Item = Option<[u32; 2]>>) -> Graph {
        let numbered = edges.zip(0u32..).filter_map(|(ends, edge)| Some((ends?, self.number(Edge(edge)))));
        let (edges, numbers) = numbered.unzip();
        Graph { edges, numbers, places: Vec::new() }.settled()
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

    /// The same graph however its edges are listed and numbered, and to whichever end they are read: edges from
    /// the smaller vertex to the larger one, sorted.
    pub(super) fn sorted(mut self) -> Graph {
        self.edges.iter_mut().for_each(|ends| ends.sort_unstable());
        self.edges.sort_unstable();
        (self.numbers, self.places) = (Vec::new(), Vec::new());
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
        let mut is_kept = kept.iter();
        self.edges.retain(|_| is_kept.next() == Some(&true));
        let mut is_kept = kept.iter();
        self.numbers.retain(|_| is_kept.next() == Some(&true));
        self.settle();
    }

    /// The bytes of its lists.
    pub(super) fn list_bytes(&self) -> usize {
        size_of_val(self.edges.as_slice())
            + size_of_val(self.numbers.as_slice())
            + size_of_val(self.places.as_slice())
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
