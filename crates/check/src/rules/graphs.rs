//! Rules files of graphs, read and played from their text: every edge and every vertex is tried, names and all.

use super::formulas::{Formula, Reader, words};
use super::numbers::{in_line, lines};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::ops::ControlFlow;

/// The rules of a game on graphs, as they stand in its file.
///
/// ```
/// use grundy_check::rules::{NaiveGraph, NaiveGraphs};
/// let rules = NaiveGraphs::read("game node-kayles\ngraph\ntake vertex with neighbours\n")?;
/// let path: NaiveGraph = "1-2 2-3 3-4".parse()?;
/// let moves = rules.moves(&path);
/// assert_eq!(moves.keys().collect::<Vec<_>>(), ["1", "2", "3", "4"]);
/// assert_eq!(moves["1"].to_string(), "3-4");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug)]
pub struct NaiveGraphs {
    name: String,
    is_misere: bool,
    takes: Vec<Take>,
}

/// A line `take`.
#[derive(Clone, Debug)]
struct Take {
    is_edge: bool,
    /// 0 for nothing, 1 for the ends, 2 for the neighbours.
    along: usize,
    condition: Option<Formula>,
}

/// A graph: its vertices, which are told apart by a `V` each, and its edges in the order in which they are listed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NaiveGraph<V: Ord = String> {
    pub(crate) vertices: BTreeSet<V>,
    pub(crate) edges: Vec<(V, V)>,
}

impl<V: Ord> Default for NaiveGraph<V> {
    /// The graph without vertices.
    fn default() -> Self {
        NaiveGraph { vertices: BTreeSet::new(), edges: Vec::new() }
    }
}

/// A move: the edge or the vertex that it takes, what goes with it, and what it leaves.
pub(crate) struct Taken<'v, V: Ord> {
    thing: Thing<'v, V>,
    along: usize,
    pub(crate) left: NaiveGraph<V>,
}

impl NaiveGraphs {
    /// Reads a rules file of the kind `graph`.
    ///
    /// # Errors
    /// When a line cannot be read.
    pub fn read(text: &str) -> Result<NaiveGraphs, String> {
        let mut rules = NaiveGraphs { name: String::new(), is_misere: false, takes: Vec::new() };
        let mut is_graph = false;
        for (number, word, rest) in lines(text) {
            match word {
                "game" => rest.clone_into(&mut rules.name),
                "play" => rules.is_misere = ["misere", "misère"].contains(&rest),
                "graph" => is_graph = true,
                "take" => rules.takes.push(take(rest).map_err(|told| in_line(number, &told))?),
                "title" | "says" | "by" | "example" | "say" => {}
                other => return Err(format!("`{other}` cannot stand here")),
            }
        }
        match is_graph && !rules.takes.is_empty() {
            true => Ok(rules),
            false => Err("the rules are of no graph, or take nothing".to_owned()),
        }
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the game is usually played under the misère convention.
    pub fn is_misere(&self) -> bool {
        self.is_misere
    }

    /// What each move leaves, by the label of the move.
    pub fn moves(&self, at: &NaiveGraph) -> BTreeMap<String, NaiveGraph> {
        let mut found = BTreeMap::new();
        let _ = self.each_move(at, |taken| {
            found.insert(self.label(&taken), taken.left);
            ControlFlow::Continue(())
        });
        found
    }

    /// Visits the moves in reading order: edges as they are listed, then vertices in the order of their names.
    pub(crate) fn each_move<V: Ord + Clone>(
        &self,
        at: &NaiveGraph<V>,
        mut visit: impl FnMut(Taken<'_, V>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let takes_edges_only = self.takes.iter().all(|take| take.is_edge);
        let things = (0..at.edges.len()).map(Ok).chain(at.vertices.iter().map(Err));
        for thing in things {
            let mut met = Vec::new();
            for along in 0..3 {
                let is_there = |take: &&Take| take.is_edge == thing.is_ok() && take.along == along;
                if !self.takes.iter().filter(is_there).any(|take| at.allows(take, thing)) {
                    continue;
                }
                let mut left = at.without(thing, along);
                if takes_edges_only {
                    left.drop_lone();
                }
                if met.contains(&left) {
                    continue;
                }
                met.push(left.clone());
                visit(Taken { thing, along, left })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// How a move is written.
    pub(crate) fn label<V: Ord + Display>(&self, taken: &Taken<'_, V>) -> String {
        let (is_edge, along) = (taken.thing.is_ok(), taken.along);
        let sign = if is_edge && !self.kinds(false).is_empty() { "#" } else { "" };
        let behind = if self.kinds(is_edge).len() > 1 { ["", "+", "++"][along] } else { "" };
        match taken.thing {
            Ok(edge) => format!("{sign}{}{behind}", edge + 1),
            Err(vertex) => format!("{sign}{vertex}{behind}"),
        }
    }

    /// What can go with an edge, or with a vertex.
    fn kinds(&self, is_edge: bool) -> BTreeSet<usize> {
        self.takes.iter().filter(|take| take.is_edge == is_edge).map(|take| take.along).collect()
    }
}

/// An edge by its place, or a vertex.
type Thing<'v, V> = Result<usize, &'v V>;

impl<V: Ord + Clone> NaiveGraph<V> {
    fn degree(&self, vertex: &V) -> i128 {
        self.edges.iter().map(|(one, other)| i128::from(one == vertex) + i128::from(other == vertex)).sum()
    }

    fn touches(&self, edge: usize, vertex: &V) -> bool {
        self.edges[edge].0 == *vertex || self.edges[edge].1 == *vertex
    }

    fn allows(&self, take: &Take, thing: Thing<'_, V>) -> bool {
        let Some(condition) = &take.condition else { return true };
        let numbers = match thing {
            Err(vertex) => vec![("degree", self.degree(vertex))],
            Ok(edge) => {
                let (one, other) = &self.edges[edge];
                let others = (0..self.edges.len()).filter(|&beside| beside != edge);
                let beside =
                    others.filter(|&beside| self.touches(beside, one) || self.touches(beside, other));
                let (one, other) = (self.degree(one), self.degree(other));
                vec![("degree", beside.count() as i128), ("low", one.min(other)), ("high", one.max(other))]
            }
        };
        let numbers = numbers.into_iter().map(|(name, number)| (name.to_owned(), number)).collect();
        condition.value(&numbers) == Ok(1)
    }

    fn without(&self, thing: Thing<'_, V>, along: usize) -> NaiveGraph<V> {
        let mut centres: BTreeSet<V> = match thing {
            Err(vertex) => [vertex.clone()].into(),
            Ok(edge) if along > 0 => [self.edges[edge].0.clone(), self.edges[edge].1.clone()].into(),
            Ok(_) => BTreeSet::new(),
        };
        if along == 2 {
            for (one, other) in &self.edges {
                let is_beside = [one, other]
                    .map(|end| thing.is_ok_and(|edge| self.touches(edge, end)) || thing == Err(end));
                if is_beside.contains(&true) {
                    centres.extend([one.clone(), other.clone()]);
                }
            }
        }
        let stays = |(place, (one, other)): &(usize, &(V, V))| {
            thing != Ok(*place) && !centres.contains(one) && !centres.contains(other)
        };
        let edges = self.edges.iter().enumerate().filter(stays).map(|(_, edge)| edge.clone()).collect();
        NaiveGraph { vertices: self.vertices.difference(&centres).cloned().collect(), edges }
    }

    /// Leaves vertices without edges out.
    fn drop_lone(&mut self) {
        let ends: BTreeSet<&V> = self.edges.iter().flat_map(|(one, other)| [one, other]).collect();
        self.vertices.retain(|vertex| ends.contains(vertex));
    }
}

impl<V: Ord + From<String>> std::str::FromStr for NaiveGraph<V> {
    type Err = String;

    /// Reads a graph as the program writes it: edges and lone vertices.
    fn from_str(text: &str) -> Result<NaiveGraph<V>, String> {
        let mut graph = NaiveGraph::default();
        let is_name =
            |name: &&str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        for word in text.split_whitespace().filter(|word| *word != "-") {
            let ends: Vec<&str> = word.split('-').collect();
            if ends.len() > 2 || !ends.iter().all(is_name) {
                return Err(format!("`{word}` is no edge and no vertex"));
            }
            graph.vertices.extend(ends.iter().map(|&end| V::from(end.to_owned())));
            if let [one, other] = &ends[..] {
                graph.edges.push(((*one).to_owned().into(), (*other).to_owned().into()));
            }
        }
        Ok(graph)
    }
}

impl<V: Ord + Display> Display for NaiveGraph<V> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ends: BTreeSet<&V> = self.edges.iter().flat_map(|(one, other)| [one, other]).collect();
        let lone = self.vertices.iter().filter(|vertex| !ends.contains(vertex)).map(V::to_string);
        let all: Vec<String> =
            self.edges.iter().map(|(one, other)| format!("{one}-{other}")).chain(lone).collect();
        f.write_str(if all.is_empty() { "-".to_owned() } else { all.join(" ") }.as_str())
    }
}

/// What stands behind `take`.
fn take(rest: &str) -> Result<Take, String> {
    let (head, condition) = match rest.split_once(" if ") {
        Some((head, condition)) => (head, Some(condition)),
        None => (rest, None),
    };
    let all: Vec<&str> = head.split_whitespace().collect();
    let (is_edge, along) = match all[..] {
        ["edge"] => (true, 0),
        ["edge", "with", "ends"] => (true, 1),
        ["edge", "with", "neighbours"] => (true, 2),
        ["vertex"] => (false, 0),
        ["vertex", "with", "neighbours"] => (false, 2),
        _ => return Err(format!("`{rest}` is nothing that a move takes")),
    };
    let condition = condition.map(|condition| {
        let words = words(condition)?;
        Reader::whole_condition(&words)
    });
    Ok(Take { is_edge, along, condition: condition.transpose()? })
}
