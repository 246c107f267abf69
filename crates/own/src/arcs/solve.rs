//! The nimbers of all nodes, depth first: each arc is looked at twice.

use super::graph::Graph;
use grundy_core::{Run, Stopped};

/// Why nodes have no nimbers.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unsolved {
    /// These nodes lead round and round; the first follows the last.
    Cycle(Vec<u32>),
    /// The run ended first.
    Stopped(Stopped),
}

impl From<Stopped> for Unsolved {
    fn from(stopped: Stopped) -> Unsolved {
        Unsolved::Stopped(stopped)
    }
}

/// Not looked at yet, and on the way from the first node.
const NEW: u32 = u32::MAX;
const OPEN: u32 = u32::MAX - 1;

/// What is known of each node.
#[derive(Debug)]
pub(super) struct Solved {
    pub(super) nimbers: Vec<u32>,
    /// The place of each node in an order in which arcs lead to earlier nodes only.
    pub(super) order: Vec<u32>,
}

/// The nimbers of all nodes.
pub(super) fn solve(graph: &Graph, run: &Run) -> Result<Solved, Unsolved> {
    run.hold(2 * graph.count() * size_of::<u32>())?;
    let mut nimbers = vec![NEW; graph.count()];
    let mut order = vec![0; graph.count()];
    let mut finished = 0;
    // The nodes on the way, each with the number of its arcs that were followed.
    let mut way: Vec<(u32, u32)> = Vec::new();
    let mut met: Vec<u32> = Vec::new();
    let mut now = 0_u32;
    for first in 0..graph.count() as u32 {
        if nimbers[first as usize] != NEW {
            continue;
        }
        nimbers[first as usize] = OPEN;
        way.push((first, 0));
        while let Some((node, followed)) = way.last_mut() {
            let (node, targets) = (*node, graph.targets(*node));
            match targets[*followed as usize..].iter().position(|&to| nimbers[to as usize] >= OPEN) {
                Some(place) => {
                    *followed += place as u32 + 1;
                    let to = targets[*followed as usize - 1];
                    if nimbers[to as usize] == OPEN {
                        let begin = way.iter().position(|&(node, _)| node == to).unwrap_or(0);
                        return Err(Unsolved::Cycle(way[begin..].iter().map(|&(node, _)| node).collect()));
                    }
                    nimbers[to as usize] = OPEN;
                    way.push((to, 0));
                }
                None => {
                    run.step()?;
                    now = now.wrapping_add(1);
                    if now == 0 {
                        met.fill(0);
                        now = 1;
                    }
                    if met.len() <= targets.len() {
                        met.resize(targets.len() + 1, now.wrapping_sub(1));
                    }
                    for &to in targets {
                        // A nimber beyond the number of arcs does not matter to the mex.
                        if let Some(met) = met[..=targets.len()].get_mut(nimbers[to as usize] as usize) {
                            *met = now;
                        }
                    }
                    let mex = met.iter().position(|&met| met != now).unwrap_or(met.len());
                    nimbers[node as usize] = mex as u32;
                    order[node as usize] = finished;
                    finished += 1;
                    way.pop();
                }
            }
        }
    }
    Ok(Solved { nimbers, order })
}
