//! The degrees of vertices and edges.

use super::net::Net;
use super::spec::{TakeRule, Thing};
use std::collections::HashMap;

/// What conditions ask of a graph.
pub(super) struct Degrees {
    /// For each vertex how many ends of edges are there: a loop has two.
    of_vertices: Vec<i64>,
    /// For each vertex how many edges touch it: a loop is one.
    touching: Vec<i64>,
    /// How many edges join the same two vertices.
    alike: HashMap<[u32; 2], i64, foldhash::fast::RandomState>,
}

impl Degrees {
    pub(super) fn of(net: &Net) -> Degrees {
        let count = net.count() as usize;
        let mut degrees =
            Degrees { of_vertices: vec![0; count], touching: vec![0; count], alike: HashMap::default() };
        for &ends in net.edges() {
            ends.iter().for_each(|&end| degrees.of_vertices[end as usize] += 1);
            let [one, other] = sorted(ends);
            degrees.touching[one as usize] += 1;
            if one != other {
                degrees.touching[other as usize] += 1;
            }
            *degrees.alike.entry([one, other]).or_default() += 1;
        }
        degrees
    }

    /// Whether the condition of a rule holds of this vertex or edge. One without a value, by a number beyond 64 bits or
    /// a division by 0, does not.
    pub(super) fn allow(&self, rule: &TakeRule, net: &Net, index: u32) -> bool {
        let Some(condition) = &rule.condition else { return true };
        let of = |vertex: u32| self.of_vertices[vertex as usize];
        let holds = match rule.thing {
            Thing::Vertex => condition.holds(&[of(index)]),
            Thing::Edge => {
                let ends @ [one, other] = sorted(net.edges()[index as usize]);
                let beside = match one == other {
                    true => self.touching[one as usize] - 1,
                    false => {
                        self.touching[one as usize] + self.touching[other as usize] - self.alike[&ends] - 1
                    }
                };
                condition.holds(&[beside, of(one).min(of(other)), of(one).max(of(other))])
            }
        };
        holds.unwrap_or(false)
    }
}

fn sorted(mut ends: [u32; 2]) -> [u32; 2] {
    ends.sort_unstable();
    ends
}
