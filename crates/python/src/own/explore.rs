//! All positions that can be reached from one, gone through once: their nimbers, and whether the game ends.

use super::asks::{Asks, chain};
use super::failure::explore_until;
use super::graph::{Node, UNKNOWN};
use crate::errors;
use grundy::Run;
use pyo3::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

/// The clock and the signals are looked at once in this many positions.
const PER_LOOK: u64 = 64;

/// A position on the way from the first to the one that is looked at.
struct Frame {
    id: u32,
    options: Arc<[u32]>,
    /// The next option.
    next: usize,
    /// The nimbers of the options so far, as bits.
    seen: Vec<u64>,
    height: u32,
}

/// What a frame waits for.
enum Wanted {
    /// Nothing: all options are known.
    Nothing,
    /// The parts of an option.
    Parts(u32),
    /// The nimber of a part.
    Nimber(u32),
}

impl Frame {
    /// Goes on through the options as far as their nimbers are known.
    fn go_on(&mut self, nodes: &[Node], has_parts: bool) -> Wanted {
        while let Some(&option) = self.options.get(self.next) {
            let node = &nodes[option as usize];
            let alone = [option];
            let parts = match (&node.parts, has_parts) {
                (Some(parts), _) => &parts[..],
                (None, false) => &alone,
                (None, true) => return Wanted::Parts(option),
            };
            let (mut nimber, mut height) = (0, 1_u32);
            for &part in parts {
                let part_node = &nodes[part as usize];
                if part_node.nimber == UNKNOWN {
                    return Wanted::Nimber(part);
                }
                nimber ^= part_node.nimber;
                height = height.saturating_add(part_node.height);
            }
            self.see(nimber);
            self.height = self.height.max(height);
            self.next += 1;
        }
        Wanted::Nothing
    }

    fn see(&mut self, nimber: u32) {
        let word = (nimber / 64) as usize;
        if word >= self.seen.len() {
            self.seen.resize(word + 1, 0);
        }
        self.seen[word] |= 1 << (nimber % 64);
    }

    /// The least nimber that no option has.
    fn mex(&self) -> u32 {
        let gap = self.seen.iter().position(|&bits| bits != u64::MAX);
        let word = gap.unwrap_or(self.seen.len());
        64 * word as u32 + self.seen.get(word).map_or(0, |bits| bits.trailing_ones())
    }
}

impl Asks {
    /// Goes through all that can be reached from a part, until the run or the time ends; what was finished by then is
    /// known.
    ///
    /// # Errors
    /// What the game raises, and that it goes on for ever.
    pub fn explore(&self, py: Python<'_>, from: u32, run: &Run, until: Instant) -> PyResult<()> {
        let most = self.most_positions(py)?;
        let mut path: Vec<Frame> = Vec::new();
        let mut places: HashMap<u32, usize> = HashMap::new();
        let mut wanted = Wanted::Nimber(from);
        let mut count = 0_u64;
        loop {
            match wanted {
                Wanted::Parts(option) => _ = self.parts(py, option)?,
                Wanted::Nimber(part) => {
                    if let Some(&place) = places.get(&part) {
                        let ids: Vec<u32> =
                            path[place..].iter().map(|frame| frame.id).chain([part]).collect();
                        return Err(self.circle(py, &ids));
                    }
                    count += 1;
                    if count.is_multiple_of(PER_LOOK) {
                        py.check_signals()?;
                    }
                    let is_over = count % PER_LOOK == 1 && Instant::now() >= until;
                    if is_over || run.step().is_err() {
                        explore_until(None);
                        return Ok(());
                    }
                    self.expect_end(py, most, &path)?;
                    let options = self.options(py, part, most)?;
                    if run.hold(size_of::<Node>() + size_of_val(&*options)).is_err() {
                        explore_until(None);
                        return Ok(());
                    }
                    places.insert(part, path.len());
                    path.push(Frame { id: part, options, next: 0, seen: Vec::new(), height: 0 });
                }
                Wanted::Nothing => {
                    let Some(done) = path.pop() else { return Ok(()) };
                    places.remove(&done.id);
                    self.graph.set(done.id, |node| {
                        node.nimber = done.mex();
                        node.height = done.height;
                    });
                }
            }
            let Some(frame) = path.last_mut() else { return Ok(()) };
            wanted = frame.go_on(&self.graph.read(), self.has_parts());
        }
    }

    /// That moves lead back to a position.
    fn circle(&self, py: Python<'_>, ids: &[u32]) -> PyErr {
        let shown = match ids.len() {
            ..=12 => chain(py, &self.graph, ids),
            long => format!(
                "{} -> ... -> {}",
                chain(py, &self.graph, &ids[..6]),
                chain(py, &self.graph, &ids[long - 5..])
            ),
        };
        errors::game(py, format!("the game goes round in a circle: {shown}"), None)
    }

    /// That there are not more positions than the game allows.
    fn expect_end(&self, py: Python<'_>, most: usize, path: &[Frame]) -> PyResult<()> {
        let (met, _) = self.graph.size();
        if met <= most {
            return Ok(());
        }
        let last: Vec<u32> = path[path.len().saturating_sub(4)..].iter().map(|frame| frame.id).collect();
        let message = format!(
            "more than {most} positions were met, and no end: does the game end? The last ones: {}\n  help: where it \
             does, set `most_positions` of the game, or tell its `parts` and its `canonical` form",
            chain(py, &self.graph, &last)
        );
        Err(errors::game(py, message, None))
    }

    /// Looks for circles among the positions whose options are known, and were not gone through to their end.
    ///
    /// # Errors
    /// The circle.
    pub fn expect_no_circle(&self, py: Python<'_>) -> PyResult<()> {
        let circle = circle_among(&self.graph.read(), self.has_parts());
        circle.map_or(Ok(()), |ids| Err(self.circle(py, &ids)))
    }
}

/// A circle of positions whose options are known: the first one stands at its end again.
fn circle_among(nodes: &[Node], has_parts: bool) -> Option<Vec<u32>> {
    const NEW: u8 = 0;
    const OPEN: u8 = 1;
    const DONE: u8 = 2;
    let followers = |id: u32| -> Vec<u32> {
        let options = nodes[id as usize].options.iter().flat_map(|options| options.iter());
        let parts = options.flat_map(|&option| match (&nodes[option as usize].parts, has_parts) {
            (Some(parts), _) => parts.to_vec(),
            (None, false) => vec![option],
            (None, true) => Vec::new(),
        });
        parts.filter(|&part| nodes[part as usize].nimber == UNKNOWN).collect()
    };
    let mut state = vec![NEW; nodes.len()];
    for first in 0..nodes.len() as u32 {
        if state[first as usize] != NEW {
            continue;
        }
        state[first as usize] = OPEN;
        let mut path = vec![(first, followers(first))];
        while let Some((id, left)) = path.last_mut() {
            match left.pop() {
                None => {
                    state[*id as usize] = DONE;
                    path.pop();
                }
                Some(next) => match state[next as usize] {
                    DONE => {}
                    OPEN => {
                        let ids = path.iter().map(|(id, _)| *id).skip_while(|&id| id != next);
                        return Some(ids.chain([next]).collect());
                    }
                    _ => {
                        state[next as usize] = OPEN;
                        path.push((next, followers(next)));
                    }
                },
            }
        }
    }
    None
}
