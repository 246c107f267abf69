//! Graphs by their usual names, with vertices 0, 1, 2, ...

use super::net::{MOST_NET_EDGES, MOST_VERTICES};

/// A family: its name, how it is written, how many numbers it has, and its graph.
pub(super) struct Family {
    pub(super) name: &'static str,
    /// An example.
    pub(super) usage: &'static str,
    /// The least and the largest value of each number.
    ranges: &'static [(u64, u64)],
    graph: fn(&[u64]) -> Made,
}

/// How many vertices there are, and the edges.
pub(super) type Made = (u64, Vec<[u64; 2]>);

const MOST: u64 = MOST_VERTICES as u64;

/// The families; two that share a name differ in how many numbers they have.
pub(super) const FAMILIES: [Family; 10] = [
    Family { name: "path", usage: "path(5)", ranges: &[(1, MOST)], graph: |n| path(n[0]) },
    Family { name: "cycle", usage: "cycle(5)", ranges: &[(3, MOST)], graph: |n| cycle(n[0]) },
    Family { name: "complete", usage: "complete(5)", ranges: &[(1, MOST)], graph: |n| complete(n[0]) },
    Family {
        name: "complete",
        usage: "complete(3,4)",
        ranges: &[(1, MOST), (1, MOST)],
        graph: |n| bipartite(n[0], n[1]),
    },
    Family { name: "star", usage: "star(4)", ranges: &[(1, MOST - 1)], graph: |n| bipartite(1, n[0]) },
    Family { name: "wheel", usage: "wheel(5)", ranges: &[(3, MOST - 1)], graph: |n| wheel(n[0]) },
    Family { name: "grid", usage: "grid(3,4)", ranges: &[(1, MOST), (1, MOST)], graph: |n| grid(n[0], n[1]) },
    Family { name: "cube", usage: "cube(3)", ranges: &[(0, 9)], graph: |n| cube(n[0] as u32) },
    Family { name: "petersen", usage: "petersen", ranges: &[], graph: |_| petersen() },
    Family {
        name: "random",
        usage: "random(8,30,1)",
        ranges: &[(1, MOST), (0, 100), (0, u64::MAX)],
        graph: |n| random(n[0], n[1], n[2]),
    },
];

/// How a family of this name is written, where there is one.
pub(super) fn usage(name: &str) -> Option<String> {
    let usages: Vec<String> = FAMILIES
        .iter()
        .filter(|family| family.name == name)
        .map(|family| format!("`{}`", family.usage))
        .collect();
    (!usages.is_empty()).then(|| usages.join(" or "))
}

/// The graph of a family.
///
/// # Errors
/// What is wrong with the name or the numbers, and what to do.
pub(super) fn made(name: &str, numbers: &[u64]) -> Result<Made, (String, String)> {
    let Some(usage) = usage(name) else {
        let mut known: Vec<&str> = FAMILIES.iter().map(|family| family.usage).collect();
        known.dedup();
        return Err((
            format!("there is no family `{name}`"),
            format!("the families are {}", known.join(", ")),
        ));
    };
    let of_name = |family: &&Family| family.name == name && family.ranges.len() == numbers.len();
    let Some(family) = FAMILIES.iter().find(of_name) else {
        return Err((format!("`{name}` has another number of numbers"), format!("write {usage}")));
    };
    for (number, (least, most)) in numbers.iter().zip(family.ranges) {
        if number < least || number > most {
            let help = format!("a number of {usage} here is from {least} to {most}");
            return Err((format!("{number} is out of the range of `{name}`"), help));
        }
    }
    if name == "grid" && numbers[0] * numbers[1] > MOST {
        return Err(too_large());
    }
    // Before they are listed.
    let edges = match numbers {
        [n] if name == "complete" => n * (n - 1) / 2,
        [a, b] if name == "complete" => a * b,
        _ => 0,
    };
    if edges > MOST_NET_EDGES as u64 {
        return Err(too_large());
    }
    Ok((family.graph)(numbers))
}

/// That a graph is too large.
pub(super) fn too_large() -> (String, String) {
    (
        "this graph is too large".to_owned(),
        format!("a graph has at most {MOST_VERTICES} vertices and {MOST_NET_EDGES} edges"),
    )
}

fn path(n: u64) -> Made {
    (n, (1..n).map(|vertex| [vertex - 1, vertex]).collect())
}

fn cycle(n: u64) -> Made {
    let (_, mut edges) = path(n);
    edges.insert(1, [0, n - 1]);
    (n, edges)
}

fn complete(n: u64) -> Made {
    (n, (0..n).flat_map(|one| (one + 1..n).map(move |other| [one, other])).collect())
}

fn bipartite(a: u64, b: u64) -> Made {
    (a + b, (0..a).flat_map(|one| (a..a + b).map(move |other| [one, other])).collect())
}

/// A cycle, and last a vertex joined to all of it.
fn wheel(n: u64) -> Made {
    let (_, mut edges) = cycle(n);
    edges.extend((0..n).map(|vertex| [vertex, n]));
    edges.sort_unstable();
    (n + 1, edges)
}

/// Vertices row by row.
fn grid(rows: u64, columns: u64) -> Made {
    let of = |vertex: u64| {
        let right = (!(vertex + 1).is_multiple_of(columns)).then_some([vertex, vertex + 1]);
        let below = (vertex + columns < rows * columns).then_some([vertex, vertex + columns]);
        right.into_iter().chain(below)
    };
    (rows * columns, (0..rows * columns).flat_map(of).collect())
}

/// Vertices are joined that differ in one binary digit.
fn cube(dimension: u32) -> Made {
    let all =
        (0..1_u64 << dimension).flat_map(|vertex| (0..dimension).map(move |bit| [vertex, vertex ^ 1 << bit]));
    (1 << dimension, all.filter(|[one, other]| one < other).collect())
}

/// A pentagon, and a pentagram within it.
fn petersen() -> Made {
    let of =
        |vertex: u64| [[vertex, (vertex + 1) % 5], [vertex, vertex + 5], [5 + vertex, 5 + (vertex + 2) % 5]];
    let mut edges: Vec<[u64; 2]> =
        (0..5).flat_map(of).map(|[one, other]| [one.min(other), one.max(other)]).collect();
    edges.sort_unstable();
    (10, edges)
}

/// Every two vertices are joined with this probability, in percent, as the seed has it.
fn random(n: u64, percent: u64, seed: u64) -> Made {
    // SplitMix64.
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    };
    (n, complete(n).1.into_iter().filter(|_| next() % 100 < percent).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_have_their_vertices_and_edges() {
        for (name, numbers, vertices, edges) in [
            ("path", &[5][..], 5, 4),
            ("cycle", &[5], 5, 5),
            ("complete", &[5], 5, 10),
            ("complete", &[3, 4], 7, 12),
            ("star", &[4], 5, 4),
            ("wheel", &[5], 6, 10),
            ("grid", &[3, 4], 12, 17),
            ("grid", &[1, 1], 1, 0),
            ("cube", &[4], 16, 32),
            ("petersen", &[], 10, 15),
            ("random", &[8, 0, 1], 8, 0),
            ("random", &[8, 100, 1], 8, 28),
        ] {
            let (count, found) = made(name, numbers).expect(name);
            assert_eq!((count, found.len()), (vertices, edges), "{name}");
            assert!(found.iter().all(|[one, other]| one < other && *other < count), "{name}");
            assert!(found.is_sorted(), "{name}: {found:?}");
        }
        let degree = |vertex: u64| petersen().1.iter().flatten().filter(|&&end| end == vertex).count();
        assert!((0..10).all(|vertex| degree(vertex) == 3));
    }

    #[test]
    fn what_is_no_family_is_told() {
        for (name, numbers, message) in [
            ("knight", &[3][..], "there is no family `knight`"),
            ("path", &[3, 4], "`path` has another number of numbers"),
            ("cycle", &[2], "2 is out of the range of `cycle`"),
            ("complete", &[100], "this graph is too large"),
            ("grid", &[200, 200], "this graph is too large"),
        ] {
            assert_eq!(made(name, numbers).expect_err(name).0, message);
        }
    }
}
