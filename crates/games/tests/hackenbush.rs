//! Green Hackenbush against its definition, against recomputation, and published values.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use grundy_core::{
    Convention, Definition, Knowledge, Nimber, Notation, Outcome, Reader, Reading, Ruleset, Run, Tame,
    Target, Tuned,
};
use grundy_games::Hackenbush;
use grundy_games::hackenbush::{Edge, Graph, GraphShape, theorem};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::ops::ControlFlow;

fn cuts(graph: &Graph, target: Target) -> Option<Vec<Edge>> {
    let mut found = Vec::new();
    let _ = Hackenbush.moves_to(graph, target, &mut |edge| {
        found.push(edge);
        ControlFlow::<()>::Continue(())
    })?;
    Some(found)
}

/// Every subset of the edges of a small graph: what falls, its nimber, its misère outcome, all by the
/// definition.
struct Subsets<'g> {
    edges: &'g [[u32; 2]],
    nimbers: Vec<u8>,
    is_misere_n: Vec<bool>,
}

impl<'g> Subsets<'g> {
    fn of(graph: &'g Graph) -> Self {
        let edges = graph.edges();
        let mut all = Subsets { edges, nimbers: Vec::new(), is_misere_n: Vec::new() };
        for set in 0..1usize << edges.len() {
            let kept = all.joined(set);
            if kept != set {
                all.nimbers.push(all.nimbers[kept]);
                all.is_misere_n.push(all.is_misere_n[kept]);
                continue;
            }
            let options =
                || (0..edges.len()).filter(|edge| set >> edge & 1 == 1).map(|edge| set & !(1 << edge));
            let met = options().fold(0u64, |met, option| met | 1 << all.nimbers[option]);
            let misere_n = set == 0 || options().any(|option| !all.is_misere_n[option]);
            all.nimbers.push(met.trailing_ones() as u8);
            all.is_misere_n.push(misere_n);
        }
        all
    }

    /// The edges of a set that are joined to the ground by edges of the set.
    fn joined(&self, set: usize) -> usize {
        let (mut vertices, mut kept) = (1u64, 0);
        loop {
            let before = kept;
            for (edge, ends) in self.edges.iter().enumerate().filter(|(edge, _)| set >> edge & 1 == 1) {
                let mask = ends.iter().fold(0, |mask, end| mask | 1 << end);
                if vertices & mask != 0 {
                    vertices |= mask;
                    kept |= 1 << edge;
                }
            }
            if kept == before {
                return kept;
            }
        }
    }

    fn option(&self, edge: usize) -> usize {
        ((1 << self.edges.len()) - 1) & !(1 << edge)
    }
}

/// A multigraph of few vertices, so that loops and parallel edges abound; the vertices numbered and the
/// edges listed in any order.
fn multigraph(size: usize, random: &mut ChaCha8Rng) -> Graph {
    let vertices = random.random_range(1..=size as u32 + 1);
    let mut edges: Vec<[u32; 2]> = Vec::new();
    let mut joined = vec![0];
    let mut others: Vec<u32> = (1..vertices).collect();
    others.shuffle(random);
    while edges.len() < size {
        let from = joined[random.random_range(0..joined.len())];
        let to = match others.is_empty() || random.random_range(0..3) == 0 {
            true => joined[random.random_range(0..joined.len())],
            false => others.pop().unwrap(),
        };
        if !joined.contains(&to) {
            joined.push(to);
        }
        edges.push(if random.random() { [from, to] } else { [to, from] });
    }
    edges.shuffle(random);
    Graph::new(edges).unwrap()
}

#[test]
fn the_definition_agrees_on_ten_thousand_multigraphs_of_up_to_eleven_edges() {
    let agree_on = |seed: u64| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut tame_graphs = 0;
        for round in 0..2500 {
            let graph = multigraph(round % 12, &mut random);
            let subsets = Subsets::of(&graph);
            let nimber = *subsets.nimbers.last().unwrap();
            assert_eq!(theorem::nimber(&graph), Nimber(u64::from(nimber)), "{graph:?}");
            for wanted in 0..=12 {
                let found = cuts(&graph, Target::exactly(Nimber(u64::from(wanted)))).unwrap();
                let expected: Vec<Edge> = (0..graph.len())
                    .filter(|&edge| subsets.nimbers[subsets.option(edge)] == wanted)
                    .map(|edge| Edge(edge as u32))
                    .collect();
                assert_eq!(found, expected, "to {wanted}: {graph:?}");
            }
            let Some(tame) = Hackenbush.tame(&graph) else { continue };
            tame_graphs += 1;
            let is_misere_n = *subsets.is_misere_n.last().unwrap();
            assert_eq!(tame.misere_outcome() == Outcome::N, is_misere_n, "{graph:?}");
            let found = cuts(&graph, Target::misere(Tame::ZERO)).unwrap();
            let expected: Vec<Edge> = (0..graph.len())
                .filter(|&edge| !subsets.is_misere_n[subsets.option(edge)])
                .map(|edge| Edge(edge as u32))
                .collect();
            assert_eq!(found, expected, "misère: {graph:?}");
        }
        assert!(tame_graphs > 300, "{tame_graphs} tame graphs");
    };
    std::thread::scope(|scope| {
        for seed in 0..4 {
            scope.spawn(move || agree_on(seed));
        }
    });
}

#[test]
fn playing_and_the_definition_of_the_core_agree_with_the_subsets() {
    let mut random = ChaCha8Rng::seed_from_u64(9);
    let run = Run::unlimited();
    for _ in 0..150 {
        let size = random.random_range(0..=8);
        let graph = multigraph(size, &mut random);
        let subsets = Subsets::of(&graph);
        let mut definition = Definition::new(&Hackenbush);
        let nimber = definition.nimber(&graph, &run).unwrap();
        assert_eq!(nimber.unwrap().0, u64::from(*subsets.nimbers.last().unwrap()));
        let outcome = definition.outcome(&graph, Convention::Misere, &run).unwrap();
        assert_eq!(outcome == Outcome::N, *subsets.is_misere_n.last().unwrap());
    }
}

/// The value as the textbook has it, with bridges found by trying: O(m^2).
fn textbook_value(edges: &[[u32; 2]]) -> u64 {
    let count = 1 + edges.iter().flatten().copied().max().unwrap_or(0) as usize;
    let joined = |without: usize| {
        let mut sets: Vec<usize> = (0..count).collect();
        for (_, ends) in edges.iter().enumerate().filter(|(edge, _)| *edge != without) {
            let [from, to] = ends.map(|end| {
                let mut at = end as usize;
                while sets[at] != at {
                    sets[at] = sets[sets[at]];
                    at = sets[at];
                }
                at
            });
            sets[from] = to;
        }
        let first = |mut at: usize| {
            while sets[at] != at {
                at = sets[at];
            }
            at
        };
        (0..count).map(first).collect::<Vec<_>>()
    };
    let is_bridge: Vec<bool> = edges
        .iter()
        .enumerate()
        .map(|(edge, &[from, to])| {
            let sets = joined(edge);
            sets[from as usize] != sets[to as usize]
        })
        .collect();
    // Fuse what is not a bridge; then the bridges form a tree, which is climbed from the ground.
    let mut component: Vec<usize> = (0..count).collect();
    for (&[from, to], _) in edges.iter().zip(&is_bridge).filter(|(_, is_bridge)| !**is_bridge) {
        let (from, to) = (component[from as usize], component[to as usize]);
        component.iter_mut().filter(|at| **at == from).for_each(|at| *at = to);
    }
    fn value(at: usize, from: usize, edges: &[[u32; 2]], is_bridge: &[bool], component: &[usize]) -> u64 {
        let mut sum = 0;
        for (index, ends) in edges.iter().enumerate() {
            let [one, other] = ends.map(|end| component[end as usize]);
            if !is_bridge[index] {
                sum ^= u64::from(one == at);
            } else if index != from && (one == at || other == at) {
                sum ^= 1 + value(one ^ other ^ at, index, edges, is_bridge, component);
            }
        }
        sum
    }
    value(component[0], usize::MAX, edges, &is_bridge, &component)
}

/// Two graphs in one: the second one's ground is a vertex of the first, or hangs on it by an edge.
fn glued(first: &Graph, second: &Graph, random: &mut ChaCha8Rng) -> Graph {
    let above = 1 + first.edges().iter().flatten().copied().max().unwrap_or(0);
    let place = first.edges()[random.random_range(0..first.len())][random.random_range(0..2)];
    let mut edges = first.edges().to_vec();
    match random.random() {
        true => edges.extend(
            second.edges().iter().map(|ends| ends.map(|end| if end == 0 { place } else { above + end })),
        ),
        false => {
            edges.push([place, above]);
            edges.extend(second.edges().iter().map(|ends| ends.map(|end| above + end)));
        }
    }
    edges.shuffle(random);
    Graph::new(edges).unwrap()
}

/// One of ten families.
fn of_family(family: usize, size: usize, random: &mut ChaCha8Rng) -> Graph {
    let part =
        |size: usize, random: &mut ChaCha8Rng| GraphShape::ALL[random.random_range(0..5)].draw(size, random);
    match family {
        0..5 => GraphShape::ALL[family].draw(size, random),
        5 => multigraph(size, random),
        // A bundle of paths between the ground and one vertex: one ring each.
        6 => {
            let (mut edges, mut next) = (Vec::new(), 2);
            while edges.len() < size {
                let length = random.random_range(1..=30).min(size - edges.len());
                let mut last = 0;
                for _ in 1..length {
                    edges.push([last, next]);
                    (last, next) = (next, next + 1);
                }
                edges.push([last, 1]);
            }
            Graph::new(edges).unwrap()
        }
        // A ring whose beads are rings, loops and parallel edges.
        7 => {
            let (mut edges, mut last, mut next) = (Vec::new(), 0, 1);
            while edges.len() + 1 < size {
                edges.push([last, next]);
                for _ in 0..random.random_range(0..4) {
                    edges.push(if random.random() { [next, next + 1] } else { [next, next] });
                }
                last = if edges.last() == Some(&[next, next + 1]) { next + 1 } else { next };
                next += 2;
            }
            edges.push([last, 0]);
            Graph::new(edges).unwrap()
        }
        8 => {
            let (first, second) = (part(size / 2, random), part(size / 2, random));
            glued(&first, &second, random)
        }
        _ => {
            let parts: Vec<Graph> = (0..5).map(|_| part(size / 5, random)).collect();
            let mut parts = parts.into_iter();
            let first = parts.next().unwrap();
            parts.fold(first, |whole, part| glued(&whole, &part, random))
        }
    }
}

#[test]
fn cutting_every_edge_agrees_on_a_thousand_graphs_of_ten_families() {
    let agree_on = |seed: u64| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        for round in 0..250 {
            // Few of the largest: the work is the square of the size.
            let most = if round % 10 == 0 { 700 } else { 200 };
            let size = random.random_range(20..=most);
            let graph = of_family(round % 10, size, &mut random);
            let value = theorem::nimber(&graph);
            let options: Vec<Nimber> =
                (0..graph.len() as u32).map(|edge| theorem::nimber(&graph.without(Edge(edge)))).collect();
            if round % 25 == 0 {
                assert_eq!(value.0, textbook_value(graph.edges()));
                let first = random.random_range(0..graph.len());
                assert_eq!(options[first].0, textbook_value(graph.without(Edge(first as u32)).edges()));
            }
            assert!(options.iter().all(|&option| option != value));
            let mut wanted: Vec<Nimber> =
                options.iter().copied().step_by(7).chain([Nimber(0), value]).collect();
            wanted.sort_unstable();
            wanted.dedup();
            for nimber in wanted {
                let found = cuts(&graph, Target::exactly(nimber)).unwrap();
                let expected: Vec<Edge> = (0..graph.len() as u32)
                    .map(Edge)
                    .filter(|edge| options[edge.index()] == nimber)
                    .collect();
                assert_eq!(found, expected, "to {nimber}: {graph:?}");
            }
        }
    };
    std::thread::scope(|scope| {
        for seed in 0..4 {
            scope.spawn(move || agree_on(seed));
        }
    });
}

fn read(text: &str) -> Graph {
    Hackenbush.parse(&mut Reader::new(text)).unwrap()
}

#[test]
fn the_untame_example_has_value_one_and_misere_value_two() {
    let graph = read("0-1 1-2 2-0 1-3 2-4");
    assert_eq!(theorem::nimber(&graph), Nimber(1));
    assert_eq!(Hackenbush.tame(&graph), None, "it stands on the ground by two edges");
    // Its misère value is the mex of its options', and a heap of that size beside it makes it P.
    let run = Run::unlimited();
    let mut misere_values = Vec::new();
    fn misere_value(graph: &Graph) -> Nimber {
        let mut options = Vec::new();
        let _ = Tuned(&Hackenbush).options(graph, |option| {
            options.push(misere_value(&option));
            ControlFlow::<()>::Continue(())
        });
        if options.is_empty() { Nimber(1) } else { grundy_core::mex(options) }
    }
    misere_values.push(misere_value(&graph));
    assert_eq!(misere_values, [Nimber(2)]);
    assert_eq!(Definition::new(&Hackenbush).outcome(&graph, Convention::Misere, &run).unwrap(), Outcome::N);
}

/// From CGSuite's own tests, which give these values: a tree, and the Girl of Winning Ways, chapter 7,
/// figure 3.
#[test]
fn strings_of_cgsuite_have_their_published_values() {
    for (text, nimber) in [
        ("eeeeeee", 7),
        ("e(ee(e;e);e(eee;ee);e(ee;e))", 5),
        ("e(ee:{waist};ee:{waist}e(ee;e(e:{head};e:{head}e)))", 2),
    ] {
        assert_eq!(theorem::nimber(&read(text)), Nimber(nimber), "{text}");
    }
}

#[test]
fn all_notations_of_a_tree_are_the_same_position() {
    let tree = read("0-1 1-2 2-3 3-4 3-5 5-6");
    assert_eq!(read("((((()(())))))"), read("0-1 1-2 2-3 3-4 4-5 4-6 6-7"));
    assert_eq!(read("eee(e;ee)"), tree);
    assert_eq!(read("(((()(()))))"), tree);
    assert_eq!(read(" 0-1,1-2 2-3,\n3-4\t3-5, 5-6 "), tree);
    assert_eq!(read("(e;ee)"), read("()(())"));
    assert_eq!(read("-"), Graph::default());
    assert_eq!(theorem::nimber(&Graph::default()), Nimber(0));
}

#[test]
fn vertices_may_have_any_numbers() {
    let far = read("0-4294967294 4294967294-7 7-100000 100000-4294967294");
    let near = read("0-1 1-2 2-3 3-1");
    assert_eq!(theorem::nimber(&far), theorem::nimber(&near));
    for nimber in 0..5 {
        let target = Target::exactly(Nimber(nimber));
        assert_eq!(cuts(&far, target), cuts(&near, target));
    }
    assert_eq!(Hackenbush.format(&far), "0-4294967294 4294967294-7 7-100000 100000-4294967294");
}

#[test]
fn mistakes_are_told_with_their_place_and_a_remedy() {
    let told = |text: &str| {
        let error = Hackenbush.parse(&mut Reader::new(text)).unwrap_err();
        (error.message, error.span, error.help.unwrap())
    };
    let cases = [
        ("0-1 5-6 6-7", 4..7, "edge 2, 5-6, is not joined to the ground"),
        ("1-2 2-1", 0..3, "edge 1, 1-2, is not joined to the ground"),
        ("0-1 1", 4..5, "`1` is one vertex, and an edge joins two"),
        ("0-1 1-2-3", 4..9, "`1-2-3` names more than two vertices"),
        ("0-1 1-", 4..6, "the edge `1-` has one end only"),
        ("0-1 -1-2", 4..8, "`-1-2` is no edge: a vertex cannot be negative"),
        ("0-4294967295", 0..12, "a vertex of `0-4294967295` is too large: the largest is 4294967294"),
        ("0-1 (())", 4..8, "`(())` is a tree, but edges stand before it"),
        ("0:0-1", 0..1, "edges are numbered from 1"),
        ("0-1 0-2 2:0-3", 8..9, "edge 2 stands after edge 2"),
        ("5:0-1 3:0-2", 6..7, "edge 3 stands after edge 5"),
        ("1073741824:0-1", 0..10, "the number of an edge is at most 1073741823"),
        ("2:", 0..2, "`2:` is no edge"),
        ("3:5-6", 0..5, "edge 3, 5-6, is not joined to the ground"),
        ("", 0..0, "a graph is missing"),
        ("0-1 x", 4..5, "`x` is no edge"),
        ("0-1 1-2;", 4..8, "`1-2;` is no edge"),
        ("(()", 0..1, "1 edge is never closed; the last opens here"),
        ("())", 2..3, "unmatched `)`"),
        ("(1)", 1..2, "`1` is no part of a tree"),
        ("eel", 2..3, "`l` is an edge that only one player may cut: the game is partizan"),
        ("ee(e;r)", 5..6, "`r` is an edge that only one player may cut: the game is partizan"),
        ("ex", 1..2, "`x` is no edge"),
        ("e;e", 1..2, "a `;` outside parentheses"),
        ("e(e;e)e", 6..7, "a branch ends with its `)`"),
        ("e(e;e", 1..2, "this parenthesis is never closed"),
        ("e:{head", 1..7, "this name is never closed"),
    ];
    for (text, span, message) in cases {
        let (found, place, help) = told(text);
        assert_eq!((found.as_str(), place), (message, span), "{text}");
        assert!(!help.is_empty());
    }
    assert!(told("1-2").2.contains("no edge touches the ground"));
    assert!(told("0-1 5-6").2.contains("--drop-floating"));
}

#[test]
fn floating_edges_are_dropped_when_that_is_asked_with_a_note() {
    let reading = Reading { drop_floating: true, ..Reading::default() };
    let mut text = Reader::with("5-6 0-1 6-6 1-2", reading);
    let graph = Hackenbush.parse(&mut text).unwrap();
    assert_eq!(graph, read("2:0-1 4:1-2"), "edges keep the numbers of the list");
    assert_eq!(graph.edges(), read("0-1 1-2").edges());
    assert_eq!(Hackenbush.format(&graph), "2:0-1 4:1-2");
    assert_eq!(
        (Hackenbush.label(&graph, &Edge(1)), Hackenbush.parse_move(&graph, "4")),
        ("4".into(), Ok(Edge(1)))
    );
    assert_eq!(Hackenbush.say(&graph, &Edge(0)), "cut edge 2, 0-1; 1 edge falls");
    assert!(Hackenbush.parse_move(&graph, "1").unwrap_err().help.unwrap().contains("the numbers 2, 4"));
    assert_eq!(read("1:0-1 2:1-2"), read("0-1 1-2"), "a number that is the place says nothing");
    assert_eq!(read("3:0-1 1-2"), read("3:0-1 4:1-2"));
    assert_eq!(Hackenbush.play(&read("0-1 7:0-2 0-3"), &Edge(1)), read("0-1 8:0-3"));
    let notes = text.take_notes();
    assert_eq!(notes.len(), 1);
    assert_eq!(notes[0].message, "2 edges are not joined to the ground, the first here");
    assert_eq!(notes[0].span, 0..3);
}

#[test]
fn a_path_and_a_ring_of_a_million_edges_are_read_solved_and_written() {
    let size = 1_000_000u32;
    let path: Vec<[u32; 2]> = (0..size).map(|vertex| [vertex, vertex + 1]).collect();
    let path = Graph::new(path).unwrap();
    assert_eq!(theorem::nimber(&path), Nimber(u64::from(size)));
    assert_eq!(cuts(&path, Target::exactly(Nimber(3))).unwrap(), [Edge(3)]);
    assert_eq!(read(&Hackenbush.format(&path)), path);
    assert_eq!(Hackenbush.tame(&path), Some(Tame::heap(u64::from(size))));
    let nested = format!("{}{}", "(".repeat(1_000_000), ")".repeat(1_000_000));
    assert_eq!(read(&nested), path);

    // Cutting edge j of a ring leaves stalks of j and k - 1 - j.
    let ring: Vec<[u32; 2]> = (0..size).map(|vertex| [vertex, (vertex + 1) % size]).collect();
    let ring = Graph::new(ring).unwrap();
    assert_eq!(theorem::nimber(&ring), Nimber(0));
    let wanted = 7 ^ (size - 8);
    let expected: Vec<Edge> = (0..size).filter(|j| j ^ (size - 1 - j) == wanted).map(Edge).collect();
    assert!(expected.contains(&Edge(7)));
    assert_eq!(cuts(&ring, Target::exactly(Nimber(u64::from(wanted)))).unwrap(), expected);
}

/// Each square, the lowest with the ground as one of its sides, closes one cycle.
#[test]
fn grids_have_two_rows_and_two_columns_of_squares_wherever_the_edges_reach() {
    for (size, seed) in (10..120).flat_map(|size| (0..20).map(move |seed| (size, seed))) {
        let graph = GraphShape::Grid.draw(size, &mut ChaCha8Rng::seed_from_u64(seed));
        assert_eq!(graph.len(), size);
        let vertices = *graph.edges().iter().flatten().max().unwrap() as usize;
        let on_the_ground = graph.edges().iter().filter(|ends| ends.contains(&0)).count();
        let across = graph.edges().iter().filter(|ends| ends[0] > 0 && ends[0] + 1 == ends[1]).count();
        let columns = on_the_ground - 1;
        assert!(columns >= 2, "{size} edges, seed {seed}: {graph:?}");
        assert!(across >= 2 * columns && size - vertices == across, "{size} edges, seed {seed}: {graph:?}");
    }
    for size in 0..10 {
        assert_eq!(GraphShape::Grid.draw(size, &mut ChaCha8Rng::seed_from_u64(1)).len(), size);
    }
}
