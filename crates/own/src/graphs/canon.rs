//! The canonical form of a component: the same for all ways to number its vertices, as long as it is small.

use super::labelling::canonical_edges;
use super::net::{Gone, Net};
use super::spec::{Along, GraphSpec, Thing};
use std::collections::{BTreeSet, HashSet};

/// Larger components keep the order of their vertices, but for paths and cycles.
const MOST_ORDERED: u32 = 48;

/// What of a graph does not matter for its moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alike {
    /// Only how many vertices there are.
    no_edges: bool,
    /// Edges that join the same two vertices are as good as one.
    parallel: bool,
    /// Loops are as good as none.
    loops: bool,
    /// Of vertices that are joined to each other and to the same others, all but one.
    joined_twins: bool,
    /// Of vertices that hang by one edge on the same vertex, all but one.
    leaves: bool,
}

impl Alike {
    pub(super) fn of(spec: &GraphSpec) -> Alike {
        let all = |thing: Thing, along: Along| {
            spec.rules
                .iter()
                .all(|rule| (rule.thing, rule.along) == (thing, along) && rule.condition.is_none())
        };
        let is_free = !spec.has_conditions();
        let takes_edge_alone =
            spec.rules.iter().any(|rule| (rule.thing, rule.along) == (Thing::Edge, Along::Nothing));
        Alike {
            no_edges: all(Thing::Vertex, Along::Nothing),
            parallel: is_free && !takes_edge_alone,
            loops: is_free && !spec.takes(Thing::Edge),
            joined_twins: all(Thing::Vertex, Along::Neighbours),
            leaves: all(Thing::Edge, Along::Ends),
        }
    }

    /// What does not matter, for people.
    pub(super) fn told(self) -> Vec<&'static str> {
        let all = [
            (self.no_edges, "graphs with as many vertices: edges do not matter"),
            (self.parallel && !self.no_edges, "parallel edges, and one of them"),
            (self.loops && !self.no_edges, "a graph with loops, and without them"),
            (self.joined_twins, "vertices that are joined and have the same neighbours, and one of them"),
            (self.leaves, "vertices that hang by one edge on the same vertex, and one of them"),
        ];
        all.into_iter().filter(|(is_so, _)| *is_so).map(|(_, told)| told).collect()
    }

    /// A graph with the same tree of options: without names, and without what does not matter.
    pub(super) fn reduced(self, net: Net) -> Net {
        let mut net = net.without_names();
        if self.no_edges {
            return Net::bare(net.count(), Vec::new());
        }
        if self.parallel || self.loops {
            let mut met = BTreeSet::new();
            let stays = |[one, other]: &[u32; 2]| {
                let is_new = !self.parallel || met.insert([*one.min(other), *one.max(other)]);
                is_new && !(self.loops && one == other)
            };
            let edges: Vec<[u32; 2]> = net.edges().to_vec();
            net = Net::bare(net.count(), edges.into_iter().filter(stays).collect());
        }
        if self.joined_twins {
            return without_doubles(&net, true);
        }
        if self.leaves { without_doubles(&net, false) } else { net }
    }
}

/// Leaves one vertex of those that are as good as each other.
fn without_doubles(net: &Net, are_joined: bool) -> Net {
    let mut around: Vec<Vec<u32>> =
        (0..net.count()).map(|vertex| if are_joined { vec![vertex] } else { Vec::new() }).collect();
    for &[one, other] in net.edges() {
        around[one as usize].push(other);
        around[other as usize].push(one);
    }
    around.iter_mut().for_each(|around| around.sort_unstable());
    let mut met: HashSet<Vec<u32>, foldhash::fast::RandomState> = HashSet::default();
    let is_double = |around: Vec<u32>| (are_joined || around.len() == 1) && !met.insert(around);
    let vertices: Vec<bool> = around.into_iter().map(is_double).collect();
    if !vertices.contains(&true) {
        return net.clone();
    }
    let edges = net.edges().iter().map(|ends| ends.iter().any(|&end| vertices[end as usize])).collect();
    net.bare_without(&Gone { vertices, edges })
}

/// The canonical form of a connected graph without names.
pub(super) fn canonical(net: &Net) -> Net {
    let count = net.count();
    let edges = straight(net).or_else(|| if count <= MOST_ORDERED { canonical_edges(net) } else { None });
    Net::bare(count, edges.unwrap_or_else(|| net.edges().to_vec()))
}

/// The edges of a path or a cycle, from one vertex to the next.
fn straight(net: &Net) -> Option<Vec<[u32; 2]>> {
    let (count, edges) = (net.count(), net.edges());
    let is_cycle = edges.len() == count as usize && count > 2;
    if !is_cycle && edges.len() + 1 != count as usize {
        return None;
    }
    let mut degrees = vec![0_u8; count as usize];
    for &[one, other] in edges {
        for end in [one, other] {
            degrees[end as usize] += 1;
            if degrees[end as usize] > 2 || one == other {
                return None;
            }
        }
    }
    // Connected, and no vertex has more than two edges.
    let mut found: Vec<[u32; 2]> = (1..count).map(|vertex| [vertex - 1, vertex]).collect();
    if is_cycle {
        found.insert(1, [0, count - 1]);
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graphs::families::made;
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn family(name: &str, numbers: &[u64]) -> Net {
        let (count, edges) = made(name, numbers).expect("a family");
        Net::bare(count as u32, edges.into_iter().map(|ends| ends.map(|end| end as u32)).collect())
    }

    /// The same graph, its vertices numbered in another way, its edges in another order.
    fn shuffled(net: &Net, dice: &mut ChaCha8Rng) -> Net {
        let mut places: Vec<u32> = (0..net.count()).collect();
        places.shuffle(dice);
        let turn = |ends: &[u32; 2]| ends.map(|end| places[end as usize]);
        let mut edges: Vec<[u32; 2]> = net.edges().iter().map(turn).collect();
        edges.shuffle(dice);
        edges.iter_mut().for_each(|ends| ends.rotate_left(dice.random_range(0..2)));
        Net::bare(net.count(), edges)
    }

    fn degrees(net: &Net) -> Vec<usize> {
        let mut degrees = vec![0; net.count() as usize];
        net.edges().iter().flatten().for_each(|&end| degrees[end as usize] += 1);
        degrees.sort_unstable();
        degrees
    }

    #[test]
    fn the_form_does_not_depend_on_numbers() {
        let mut dice = ChaCha8Rng::seed_from_u64(1);
        let named: [(&str, &[u64]); 12] = [
            ("path", &[9]),
            ("path", &[100]),
            ("cycle", &[70]),
            ("complete", &[9]),
            ("complete", &[3, 5]),
            ("star", &[12]),
            ("wheel", &[7]),
            ("grid", &[4, 5]),
            ("grid", &[6, 6]),
            ("cube", &[4]),
            ("cube", &[5]),
            ("petersen", &[]),
        ];
        let mut all: Vec<Net> = named.iter().map(|(name, numbers)| family(name, numbers)).collect();
        for seed in 0..60 {
            let net = family("random", &[2 + seed % 13, 15 + 10 * (seed % 4), seed]);
            all.extend(net.components());
        }
        // Parallel edges and loops.
        all.push(Net::bare(3, vec![[0, 1], [0, 1], [1, 2]]));
        all.push(Net::bare(3, vec![[0, 1], [1, 2], [2, 2], [0, 0], [0, 0]]));
        all.push(Net::bare(2, vec![[0, 1], [0, 1]]));
        for net in &all {
            let form = canonical(net);
            assert_eq!(degrees(&form), degrees(net));
            assert_eq!(canonical(&form), form);
            for _ in 0..4 {
                assert_eq!(canonical(&shuffled(net, &mut dice)), form, "{net:?}");
            }
        }
    }

    /// Of all graphs with five vertices there are 34, and with six 156, 112 of them connected (OEIS A000088, A001349).
    #[test]
    fn different_graphs_have_different_forms() {
        for (count, wanted) in [(4_u32, 6), (5, 21), (6, 112)] {
            let pairs: Vec<[u32; 2]> =
                (0..count).flat_map(|one| (one + 1..count).map(move |other| [one, other])).collect();
            let mut forms = BTreeSet::new();
            for set in 0..1_u32 << pairs.len() {
                let edges =
                    pairs.iter().zip(0..).filter(|(_, bit)| set >> bit & 1 == 1).map(|(&ends, _)| ends);
                let net = Net::bare(count, edges.collect());
                if net.components().len() == 1 {
                    forms.insert(canonical(&net));
                }
            }
            assert_eq!(forms.len(), wanted, "{count} vertices");
        }
    }
}
