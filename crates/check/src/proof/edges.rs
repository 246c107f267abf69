//! Green Hackenbush: cutting an edge, and what it held to the ground falls.

use super::part::ProofPart;
use super::rules::{BoardMove, PartRules, only};
use std::collections::HashMap;

/// The rules of Green Hackenbush. A board is rows of three numbers: those of an edge and of the two vertices that it
/// joins. A part is a piece that meets others at the ground only: rows of two vertices, the smaller one first, in
/// order.
#[derive(Debug)]
pub(super) struct Edges {
    pub(super) game: u16,
}

/// The lemma about the nimber of a graph on the ground: an edge whose loss cuts off a piece is worth 1 + that piece
/// (colon principle), and of the edges on circles, which may be shrunk to a point each, every one is worth 1 (fusion
/// principle).
/// *Winning Ways*, chapter 7.
pub(super) const FUSION: &str = "fusion";

/// A graph has at most this many edges.
const MOST_EDGES: usize = 65_000;

/// An edge by its number, and its ends.
type Edge = [u32; 3];

const GROUND: u32 = 0;

/// What each move leaves is a drawing of its own: in larger ones they would take more memory than there is.
const MOST_MOVED: usize = 4_096;

impl Edges {
    fn board_of(&self, edges: &[Edge]) -> ProofPart {
        ProofPart::of_numbers(self.game, 3, edges.as_flattened())
    }

    /// The pieces that meet at the ground only.
    fn pieces(&self, edges: &[Edge]) -> Vec<ProofPart> {
        let mut sets = Sets::default();
        for &[_, from, to] in edges.iter().filter(|edge| edge[1] != GROUND && edge[2] != GROUND) {
            sets.join(from, to);
        }
        let mut places: HashMap<u32, usize> = HashMap::new();
        let mut pieces: Vec<Vec<[u32; 2]>> = Vec::new();
        for &[_, from, to] in edges {
            // A loop on the ground is a piece of its own.
            let place = match sets.first(from.max(to)) {
                GROUND => pieces.len(),
                first => *places.entry(first).or_insert(pieces.len()),
            };
            if place == pieces.len() {
                pieces.push(Vec::new());
            }
            pieces[place].push([from.min(to), from.max(to)]);
        }
        let part = |mut piece: Vec<[u32; 2]>| {
            piece.sort_unstable();
            ProofPart::of_numbers(self.game, 2, piece.as_flattened())
        };
        pieces.into_iter().map(part).collect()
    }
}

/// Vertices that are joined.
#[derive(Default)]
pub(super) struct Sets(HashMap<u32, u32>);

impl Sets {
    /// The least vertex that one is joined with.
    pub(super) fn first(&mut self, vertex: u32) -> u32 {
        let mut first = vertex;
        while let Some(&next) = self.0.get(&first).filter(|&&next| next != first) {
            first = next;
        }
        let mut at = vertex;
        while at != first {
            at = self.0.insert(at, first).unwrap_or(first);
        }
        first
    }

    pub(super) fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.first(one), self.first(other));
        self.0.insert(one.max(other), one.min(other));
    }
}

/// The edges that are joined to the ground.
fn joined(edges: &[Edge]) -> Vec<Edge> {
    let mut sets = Sets::default();
    edges.iter().for_each(|&[_, from, to]| sets.join(from, to));
    edges.iter().copied().filter(|edge| sets.first(edge[1]) == GROUND).collect()
}

/// What is left after a cut.
fn without(edges: &[Edge], place: usize) -> Vec<Edge> {
    joined(&[&edges[..place], &edges[place + 1..]].concat())
}

/// A vertex on the way from the ground, in the order in which it was met.
struct Met {
    /// Where it was met from, and by which edge.
    from: usize,
    by: usize,
    /// Its edges that are still to be looked at.
    open: Vec<usize>,
    /// The first vertex that an edge from here or from above leads back to.
    low: usize,
    /// The nim-sum of the bridges of the component, and of its edges, so far.
    value: u64,
}

/// The nimber by the lemma: a walk from the ground that finds the bridges.
fn nimber(edges: &[Edge]) -> u64 {
    let mut ends: HashMap<u32, Vec<usize>> = HashMap::new();
    for (edge, &[_, from, to]) in edges.iter().enumerate() {
        ends.entry(from).or_default().push(edge);
        if from != to {
            ends.entry(to).or_default().push(edge);
        }
    }
    let mut places: HashMap<u32, usize> = HashMap::from([(GROUND, 0)]);
    let meet = |ends: &mut HashMap<u32, Vec<usize>>, vertex: u32, from: usize, by: usize, place: usize| Met {
        from,
        by,
        open: ends.remove(&vertex).unwrap_or_default(),
        low: place,
        value: 0,
    };
    let mut met: Vec<Met> = vec![meet(&mut ends, GROUND, 0, usize::MAX, 0)];
    let mut vertices = vec![GROUND];
    let mut is_used = vec![false; edges.len()];
    let mut at = 0;
    loop {
        let Some(edge) = met[at].open.pop() else {
            let Met { from, by, low, value, .. } = met[at];
            if by == usize::MAX {
                return value;
            }
            // A bridge leads to a piece of its own; any other edge is worth 1 in a component that goes on.
            let is_bridge = low == at;
            met[from].value ^= if is_bridge { 1 + value } else { value ^ 1 };
            met[from].low = met[from].low.min(low);
            at = from;
            continue;
        };
        if std::mem::replace(&mut is_used[edge], true) {
            continue;
        }
        let [_, one, other] = edges[edge];
        let other = if one == vertices[at] { other } else { one };
        match places.get(&other) {
            Some(&place) => {
                met[at].low = met[at].low.min(place);
                met[at].value ^= 1;
            }
            None => {
                let place = met.len();
                places.insert(other, place);
                met.push(meet(&mut ends, other, at, edge, place));
                vertices.push(other);
                at = place;
            }
        }
    }
}

fn of_board(board: &[ProofPart]) -> Vec<Edge> {
    let numbers = only(board).numbers();
    numbers.chunks_exact(3).map(|edge| [edge[0], edge[1], edge[2]]).collect()
}

fn of_part(part: &ProofPart) -> Vec<Edge> {
    part.numbers().chunks_exact(2).zip(1..).map(|(ends, number)| [number, ends[0], ends[1]]).collect()
}

/// Reads `0-1 1-2 5:2-2`; places of vertices in a picture, `1@2,1`, are passed over.
fn read(text: &str) -> Option<Vec<Edge>> {
    let mut edges: Vec<Edge> = Vec::new();
    for word in text.split(' ').filter(|word| !word.contains('@')) {
        let last = edges.last().map_or(0, |edge| edge[0]);
        let (number, ends) = match word.split_once(':') {
            Some((number, ends)) => (number.parse().ok().filter(|&number| number > last)?, ends),
            None => (last.checked_add(1)?, word),
        };
        let (from, to) = ends.split_once('-')?;
        edges.push([number, from.parse().ok()?, to.parse().ok()?]);
    }
    (joined(&edges).len() == edges.len()).then_some(edges)
}

impl PartRules for Edges {
    fn width(&self) -> u32 {
        32
    }

    fn board(&self, text: &str) -> Result<Vec<ProofPart>, String> {
        let edges = if text == "-" { Some(Vec::new()) } else { read(text) };
        let edges = edges.ok_or_else(|| format!("`{text}` are no edges on the ground, as `0-1 1-2`"))?;
        match edges.len() <= MOST_EDGES {
            true => Ok(vec![self.board_of(&edges)]),
            false => Err(format!("there are more than {MOST_EDGES} edges")),
        }
    }

    fn text(&self, at: &ProofPart) -> String {
        let edges = of_part(at).into_iter().map(|[_, from, to]| format!("{from}-{to}"));
        edges.collect::<Vec<_>>().join(" ")
    }

    fn moves(&self, board: &[ProofPart]) -> Result<Vec<BoardMove>, String> {
        let edges = of_board(board);
        if edges.len() > MOST_MOVED {
            let told = format!(
                "each move leaves a drawing, so that proofs have drawings of at most {MOST_MOVED} edges"
            );
            return Err(format!("{told}: this one has {}", edges.len()));
        }
        let after = |place| vec![self.board_of(&without(&edges, place))];
        Ok(edges.iter().enumerate().map(|(place, edge)| (edge[0].to_string(), after(place))).collect())
    }

    fn parts(&self, board: &[ProofPart]) -> Result<Vec<ProofPart>, String> {
        Ok(self.pieces(&of_board(board)))
    }

    fn options(&self, at: &ProofPart) -> Result<Vec<Vec<ProofPart>>, String> {
        let edges = of_part(at);
        Ok((0..edges.len()).map(|place| self.pieces(&without(&edges, place))).collect())
    }

    fn size(&self, at: &ProofPart) -> u64 {
        at.rows.into()
    }

    fn check_part(&self, part: &ProofPart) -> Result<(), String> {
        let edges = if part.columns == 2 { of_part(part) } else { Vec::new() };
        let is_joined = joined(&edges).len() == edges.len();
        match is_joined && matches!(&self.pieces(&edges)[..], [one] if one == part) {
            true => Ok(()),
            false => Err("edges that are not one piece in order".to_owned()),
        }
    }

    fn by_lemma(&self, part: &ProofPart) -> Option<(u64, &'static str)> {
        Some((nimber(&of_part(part)), FUSION))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // in a test, a panic is the report
mod tests {
    use super::*;
    use crate::proof::rules::probe::dice;

    fn by_definition(edges: &[Edge], known: &mut HashMap<Vec<[u32; 2]>, u64>) -> u64 {
        let key: Vec<[u32; 2]> = edges.iter().map(|edge| [edge[1], edge[2]]).collect();
        if let Some(&nimber) = known.get(&key) {
            return nimber;
        }
        let options: Vec<u64> =
            (0..edges.len()).map(|place| by_definition(&without(edges, place), known)).collect();
        let nimber = (0..).find(|number| !options.contains(number)).unwrap();
        known.insert(key, nimber);
        nimber
    }

    #[test]
    fn the_lemma_is_the_definition_on_graphs_with_circles_loops_and_parallel_edges() {
        let (mut known, mut met, mut dice) = (HashMap::new(), 0, dice());
        for _ in 0..600 {
            let (vertices, count) = (dice(6) + 1, dice(9));
            let edges: Vec<Edge> = (0..count)
                .map(|number| [number as u32 + 1, dice(vertices) as u32, dice(vertices) as u32])
                .collect();
            let edges = joined(&edges);
            met += usize::from(edges.len() > 5);
            let value = nimber(&edges);
            assert_eq!(value, by_definition(&edges, &mut known), "{edges:?}");
            let rules = Edges { game: 0 };
            let parts = rules.pieces(&edges);
            assert_eq!(parts.iter().map(|part| rules.by_lemma(part).unwrap().0).fold(0, |a, b| a ^ b), value);
            assert!(parts.iter().all(|part| rules.check_part(part).is_ok()), "{edges:?}");
        }
        assert!(met > 50, "{met}");
    }

    #[test]
    fn edges_keep_their_numbers_and_a_cut_takes_what_it_held() {
        let rules = Edges { game: 0 };
        let board = rules.board("0-1 1-2 2-3 3-1 7:0-5 5@2,3").unwrap();
        let labels: Vec<String> = rules.moves(&board).unwrap().into_iter().map(|(label, _)| label).collect();
        assert_eq!(labels, ["1", "2", "3", "4", "7"]);
        assert_eq!(of_board(&rules.moves(&board).unwrap()[0].1), [[7, 0, 5]]);
        for wrong in ["1-2", "0-1 2-3", "0-1 1:1-2", "0", "x-1"] {
            assert!(rules.board(wrong).is_err(), "{wrong}");
        }
        // A tree walk must not recurse: a path of many edges.
        let path: Vec<Edge> = (0..60_000).map(|number| [number + 1, number, number + 1]).collect();
        assert_eq!(nimber(&path), 60_000);
    }

    #[test]
    fn the_moves_of_a_drawing_that_is_too_large_are_not_listed() {
        let rules = Edges { game: 0 };
        let chain = |edges: usize| {
            let text: Vec<String> = (0..edges).map(|edge| format!("{edge}-{}", edge + 1)).collect();
            rules.board(&text.join(" ")).unwrap()
        };
        assert_eq!(rules.moves(&chain(50)).unwrap().len(), 50);
        let told = rules.moves(&chain(MOST_MOVED + 1)).unwrap_err();
        assert!(told.contains("at most 4096 edges: this one has 4097"), "{told}");
    }
}
