//! Own games on graphs: rules files whose moves take edges and vertices.

use super::edges::Sets;
use super::part::{PackedCells, ProofPart};
use super::rules::{BoardMove, Listed, PartRules, VisitOption, bytes_of, collected, only, passes_over};
use crate::rules::{NaiveGraph, NaiveGraphs};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;

/// An own game on graphs. A board is its text. A part is a component in which a move can be made: a row for each edge,
/// of the numbers of its two vertices, the smaller one first, the rows in order; or the number 0 for one vertex without
/// edges. Moves look at degrees only, so a component may be numbered in any way.
#[derive(Debug)]
pub(super) struct Graphs {
    pub(super) game: u16,
    pub(super) rules: NaiveGraphs,
}

/// A graph has at most this many vertices, as in the program.
const MOST_VERTICES: usize = 256;
/// A graph has at most this many edges, as in the program.
const MOST_EDGES: usize = 2048;

/// A component whose vertices are numbered from 0.
type Numbered = NaiveGraph<u8>;

/// The name of a vertex. Numbers stand before other names, in the order of their size.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Name(String);

impl Name {
    fn key(&self) -> (u64, &str) {
        let is_number = self.0.len() <= 9 && self.0.bytes().all(|byte| byte.is_ascii_digit());
        let is_number = is_number && (self.0 == "0" || !self.0.starts_with('0'));
        (self.0.parse().ok().filter(|_| is_number).unwrap_or(u64::MAX), &self.0)
    }
}

impl Ord for Name {
    fn cmp(&self, other: &Name) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Name) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<String> for Name {
    fn from(name: String) -> Name {
        Name(name)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Graphs {
    fn written(&self, text: &str) -> ProofPart {
        ProofPart { game: self.game, rows: 0, columns: 0, cells: PackedCells::Many(text.as_bytes().into()) }
    }

    fn part(&self, graph: &Numbered) -> ProofPart {
        if graph.edges.is_empty() {
            return ProofPart::of_cells(self.game, (1, 1), 8, &[0]);
        }
        let cells: Vec<u8> = graph.edges.iter().flat_map(|&(one, other)| [one, other]).collect();
        ProofPart::of_cells(self.game, (graph.edges.len(), 2), 8, &cells)
    }

    fn has_moves(&self, graph: &Numbered) -> bool {
        self.rules.each_move(graph, |_| ControlFlow::Break(())).is_break()
    }

    /// The components that have moves.
    fn parts_of<V: Ord + Clone>(&self, graph: &NaiveGraph<V>) -> Vec<ProofPart> {
        let components = components(graph).into_iter().filter(|component| self.has_moves(component));
        components.map(|component| self.part(&renumbered(&component))).collect()
    }
}

/// The graph that a board was written as.
fn of_board(board: &[ProofPart]) -> NaiveGraph<Name> {
    let PackedCells::Many(text) = &only(board).cells else { unreachable!("a board is its text") };
    std::str::from_utf8(text).ok().and_then(|text| text.parse().ok()).expect("a board was read before")
}

/// The graph of a part.
fn of_part(part: &ProofPart) -> Numbered {
    let numbers = part.unpacked(8);
    match part.columns {
        1 => NaiveGraph { vertices: [0].into(), edges: Vec::new() },
        _ => numbered(numbers.chunks_exact(2).map(|ends| (ends[0], ends[1])).collect()),
    }
}

fn numbered(edges: Vec<(u8, u8)>) -> Numbered {
    NaiveGraph { vertices: edges.iter().flat_map(|&(one, other)| [one, other]).collect(), edges }
}

/// The components, each numbered in the order of its vertices.
fn components<V: Ord + Clone>(graph: &NaiveGraph<V>) -> Vec<Numbered> {
    let places: BTreeMap<&V, u32> = graph.vertices.iter().zip(0..).collect();
    let mut sets = Sets::default();
    graph.edges.iter().for_each(|(one, other)| sets.join(places[one], places[other]));
    let mut numbers: Vec<u8> = Vec::new();
    let mut found: BTreeMap<u32, Numbered> = BTreeMap::new();
    for place in 0..places.len() as u32 {
        let component = found.entry(sets.first(place)).or_default();
        numbers.push(component.vertices.len() as u8);
        component.vertices.insert(component.vertices.len() as u8);
    }
    for (one, other) in &graph.edges {
        let component = found.get_mut(&sets.first(places[one])).expect("every vertex is in a component");
        component.edges.push((numbers[places[one] as usize], numbers[places[other] as usize]));
    }
    found.into_values().collect()
}

/// So many numberings of a component are compared at most. Where there are more, the same component may be numbered in
/// two ways, and has two couples in place of one; the proof is right all the same.
const MOST_NUMBERINGS: usize = 64;

/// A component under a numbering that does not depend on the one that it comes with. The vertices are coloured, at first
/// all alike, and vertices with different colours beside them get different colours, until this ends. If some still
/// share a colour, each of these in turn gets a colour of its own, and it goes on. Once all colours differ, they are the
/// numbers. Of all numberings that are reached so, the one is taken whose list of edges is the least.
fn renumbered(graph: &Numbered) -> Numbered {
    if graph.edges.is_empty() {
        return graph.clone();
    }
    let mut beside = vec![Vec::new(); graph.vertices.len()];
    for &(one, other) in &graph.edges {
        beside[usize::from(one)].push(usize::from(other));
        beside[usize::from(other)].push(usize::from(one));
    }
    let mut least: Option<Vec<(u8, u8)>> = None;
    let mut numberings = 0;
    let mut open = vec![vec![0; beside.len()]];
    while let Some(colours) = open.pop().filter(|_| numberings < MOST_NUMBERINGS) {
        let colours = told_apart(colours, &beside);
        let mut members = vec![Vec::new(); beside.len()];
        colours.iter().enumerate().for_each(|(vertex, &colour)| members[colour].push(vertex));
        let Some(shared) = members.iter().find(|members| members.len() > 1) else {
            numberings += 1;
            let number = |vertex: u8| colours[usize::from(vertex)] as u8;
            let edge =
                |&(one, other): &(u8, u8)| (number(one).min(number(other)), number(one).max(number(other)));
            let mut edges: Vec<(u8, u8)> = graph.edges.iter().map(edge).collect();
            edges.sort_unstable();
            least = Some(match least {
                Some(least) => least.min(edges),
                None => edges,
            });
            continue;
        };
        for &first in shared {
            let mut colours: Vec<usize> = colours.iter().map(|colour| 2 * colour + 1).collect();
            colours[first] -= 1;
            open.push(colours);
        }
    }
    numbered(least.expect("one numbering at least was met"))
}

/// Tells vertices of a colour apart by the colours beside them, until vertices of equal colour have equally many of each
/// colour beside them. The new colours are 0, 1, 2, ...
fn told_apart(mut colours: Vec<usize>, beside: &[Vec<usize>]) -> Vec<usize> {
    let mut count = 0;
    loop {
        let key = |(colour, beside): (&usize, &Vec<usize>)| {
            let mut near: Vec<usize> = beside.iter().map(|&vertex| colours[vertex]).collect();
            near.sort_unstable();
            (*colour, near)
        };
        let keys: Vec<(usize, Vec<usize>)> = colours.iter().zip(beside).map(key).collect();
        let mut ranks: Vec<&(usize, Vec<usize>)> = keys.iter().collect();
        ranks.sort_unstable();
        ranks.dedup();
        let rank = |key| ranks.binary_search(&key).expect("every key has a rank");
        colours = keys.iter().map(rank).collect();
        if ranks.len() == count {
            return colours;
        }
        count = ranks.len();
    }
}

impl PartRules for Graphs {
    fn width(&self) -> u32 {
        8
    }

    fn board(&self, text: &str) -> Result<Vec<ProofPart>, String> {
        let graph: NaiveGraph<Name> = text.parse()?;
        if graph.vertices.len() > MOST_VERTICES || graph.edges.len() > MOST_EDGES {
            return Err(format!("there are more than {MOST_VERTICES} vertices, or {MOST_EDGES} edges"));
        }
        Ok(vec![self.written(text)])
    }

    /// The vertices are written as 1, 2, 3, ..., as the program writes them in `path(5)` and other families.
    fn text(&self, at: &ProofPart) -> String {
        let graph = of_part(at);
        let edges = graph.edges.iter().map(|&(one, other)| (u32::from(one) + 1, u32::from(other) + 1));
        let vertices = graph.vertices.iter().map(|&vertex| u32::from(vertex) + 1).collect();
        NaiveGraph { vertices, edges: edges.collect() }.to_string()
    }

    fn moves(&self, board: &[ProofPart]) -> Result<Vec<BoardMove>, String> {
        let (mut moves, mut told) = (Listed::new(), Ok(()));
        let _ = self.rules.each_move(&of_board(board), |taken| {
            let after = || Ok(vec![self.written(&taken.left.to_string())]);
            told = moves.add(self.rules.label(&taken), bytes_of(board), after);
            if told.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        told.map(|()| moves.all())
    }

    fn parts(&self, board: &[ProofPart]) -> Result<Vec<ProofPart>, String> {
        Ok(self.parts_of(&of_board(board)))
    }

    fn options(&self, at: &ProofPart) -> Result<Vec<Vec<ProofPart>>, String> {
        collected(|visit| self.each_option(at, 0, visit))
    }

    fn each_option(&self, at: &ProofPart, skipped: usize, visit: VisitOption<'_>) -> Result<(), String> {
        let mut is_skipped = passes_over(skipped);
        let _ = self.rules.each_move(&of_part(at), |taken| match is_skipped() {
            true => ControlFlow::Continue(()),
            false => visit(self.parts_of(&taken.left)),
        });
        Ok(())
    }

    /// Every move takes a vertex or an edge.
    fn size(&self, at: &ProofPart) -> u64 {
        let graph = of_part(at);
        (graph.vertices.len() + graph.edges.len()) as u64
    }

    fn check_part(&self, part: &ProofPart) -> Result<(), String> {
        let is_written = match (part.rows, part.columns) {
            (1, 1) => part.cells == PackedCells::Few(0),
            (1.., 2) => {
                let graph = of_part(part);
                let is_in_order =
                    graph.edges.is_sorted() && graph.edges.iter().all(|(one, other)| one <= other);
                is_in_order
                    && graph.edges.len() <= MOST_EDGES
                    && graph.vertices.iter().map(|&vertex| usize::from(vertex)).eq(0..graph.vertices.len())
                    && components(&graph).len() == 1
                    && self.part(&graph) == *part
            }
            _ => false,
        };
        match is_written && self.has_moves(&of_part(part)) {
            true => Ok(()),
            false => Err("edges that are not one component in order, or have no moves".to_owned()),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // in a test, a panic is the report
mod tests {
    use super::*;
    use crate::proof::rules::probe::{assert_is_part, dice};

    fn rules(takes: &str) -> Graphs {
        let rules = NaiveGraphs::read(&format!("game mine\ngraph\n{takes}\n")).unwrap();
        Graphs { game: 0, rules }
    }

    #[test]
    fn parts_do_not_depend_on_names_and_have_the_options_of_their_boards() {
        let rules = rules("take vertex with neighbours\ntake edge if degree > 1");
        let mut dice = dice();
        for _ in 0..600 {
            let vertices = 1 + dice(8);
            let edges: Vec<[usize; 2]> = (0..dice(11)).map(|_| [dice(vertices), dice(vertices)]).collect();
            let mut names: Vec<String> = (0..vertices).map(|vertex| format!("v{vertex}")).collect();
            let mut written = |edges: &[[usize; 2]]| {
                for vertex in 0..vertices {
                    names.swap(vertex, dice(vertices));
                }
                let edges = edges.iter().map(|&[one, other]| format!("{}-{}", names[one], names[other]));
                edges.chain(names.iter().cloned()).collect::<Vec<_>>().join(" ")
            };
            let parts = |text: &str| {
                let mut parts = rules.parts(&rules.board(text).unwrap()).unwrap();
                parts.sort_unstable();
                parts
            };
            let known = parts(&written(&edges));
            let reversed: Vec<[usize; 2]> = edges.iter().rev().map(|&[one, other]| [other, one]).collect();
            assert_eq!(parts(&written(&reversed)), known, "{edges:?}");
            known.iter().for_each(|part| assert_is_part(&rules, part));
        }
    }

    #[test]
    fn symmetric_graphs_are_numbered_in_a_moment() {
        let rules = rules("take vertex");
        let complete = |count: usize| {
            let pairs = (1..=count).flat_map(|one| (1..one).map(move |other| format!("{other}-{one}")));
            pairs.collect::<Vec<_>>().join(" ")
        };
        let star = |leaves: usize| (2..leaves + 2).map(|leaf| format!("1-{leaf} ")).collect::<String>();
        for text in [complete(40), star(MOST_VERTICES - 1)] {
            let part = rules.parts(&rules.board(text.trim()).unwrap()).unwrap();
            assert_eq!(part.len(), 1);
            rules.check_part(&part[0]).unwrap();
        }
    }

    #[test]
    fn what_is_no_component_in_order_is_refused() {
        let rules = rules("take edge");
        for (rows, columns, cells) in [
            (1, 2, &[1, 0][..]),
            (1, 2, &[0, 2]),
            (1, 2, &[1, 2]),
            (2, 2, &[0, 1, 2, 3]),
            (2, 2, &[1, 2, 0, 1]),
            (1, 1, &[0]),
            (1, 3, &[0, 1, 2]),
            (0, 0, &[]),
        ] {
            let part = ProofPart::of_cells(0, (rows, columns), 8, cells);
            assert!(rules.check_part(&part).is_err(), "{cells:?}");
        }
        assert!(rules.check_part(&ProofPart::of_cells(0, (3, 2), 8, &[0, 0, 0, 1, 0, 1])).is_ok());
    }
}
