//! The arcs of each node side by side: four bytes an arc, and four a node.

use super::read::{Nodes, Pairs};
use grundy_core::Run;
use std::io;

/// A list of arcs by the nodes that they come from.
#[derive(Debug)]
pub(super) struct Graph {
    /// Where the arcs of each node begin, and where the last ends.
    starts: Vec<u32>,
    /// Where arcs lead.
    targets: Vec<u32>,
    pub(super) nodes: Nodes,
}

impl Graph {
    /// The graph of the pairs: they are read twice, so that they need not be kept. Where the run ends first, the error
    /// has its `Stopped` within.
    pub(super) fn of(pairs: &mut Pairs<'_>, run: &Run) -> io::Result<Graph> {
        let (mut starts, count) = match counts(pairs, run) {
            // A node that is no number: all are names.
            Err(_) if pairs.turn_to_names() => counts(pairs, run)?,
            counted => counted?,
        };
        if count > u64::from(u32::MAX) {
            return Err(io::Error::other("there are more than 2^32 arcs"));
        }
        if starts.is_empty() {
            starts.push(0);
        }
        for node in 1..starts.len() {
            starts[node] += starts[node - 1];
        }
        run.hold(count as usize * size_of::<u32>()).map_err(io::Error::other)?;
        let mut targets = vec![0; count as usize];
        // Each start moves on to the next while arcs are put down, and is put back behind.
        pairs.each(&mut |from, to| {
            let place = &mut starts[from as usize];
            targets[*place as usize] = to;
            *place += 1;
            Ok(())
        })?;
        starts.rotate_right(1);
        starts[0] = 0;
        let last = starts.len() - 1;
        starts[last] = count as u32;
        Ok(Graph { starts, targets, nodes: pairs.take_nodes() })
    }

    /// How many nodes there are.
    pub(super) fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many arcs there are.
    pub(super) fn arcs(&self) -> usize {
        self.targets.len()
    }

    /// Where the arcs of a node lead.
    pub(super) fn targets(&self, node: u32) -> &[u32] {
        &self.targets[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }
}

/// How many arcs leave each node, one place on; and how many there are.
fn counts(pairs: &mut Pairs<'_>, run: &Run) -> io::Result<(Vec<u32>, u64)> {
    let mut starts: Vec<u32> = Vec::new();
    let mut count: u64 = 0;
    let counted = pairs.each(&mut |from, to| {
        let most = from.max(to) as usize;
        if most + 2 > starts.len() {
            run.hold((most + 2 - starts.len()) * size_of::<u32>()).map_err(io::Error::other)?;
            starts.resize(most + 2, 0);
        }
        starts[from as usize + 1] += 1;
        count += 1;
        Ok(())
    });
    // They may be counted again by names.
    counted.inspect_err(|_| run.release(starts.len() * size_of::<u32>()))?;
    Ok((starts, count))
}
