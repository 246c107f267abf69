//! A quick sign that two games are the same: options as multisets of parts, which are compared part by part.

use super::moves::{options_compared, parts_compared};
use crate::part::Part;
use grundy_core::{Convention, Run};
use std::collections::{BTreeSet, HashMap};

/// The number of a part's structure.
type Structure = u32;

/// The structure without options.
const LEAF: Structure = 0;

/// Structures of parts: two parts have the same one when their options, each a multiset of structures, are the
/// same. Then their trees of options are the same. The converse is not true, for a sum of parts may have the tree
/// of one part.
#[derive(Debug)]
pub(super) struct Structures {
    run: Run,
    convention: Convention,
    numbers: HashMap<BTreeSet<Vec<Structure>>, Structure>,
    parts: HashMap<Part, Structure>,
}

/// A part whose options are being looked at.
struct Open {
    part: Part,
    /// Those that are left.
    options: Vec<Vec<Part>>,
    found: BTreeSet<Vec<Structure>>,
}

impl Structures {
    pub(super) fn new(convention: Convention, run: Run) -> Structures {
        Structures {
            run,
            convention,
            numbers: HashMap::from([(BTreeSet::new(), LEAF)]),
            parts: HashMap::new(),
        }
    }

    /// The structures of the parts of a sum, in order; none where a move ends the whole game, or the run
    /// stops first.
    pub(super) fn of(&mut self, sum: &[Part]) -> Option<Vec<Structure>> {
        let parts: Vec<Part> = sum.iter().flat_map(|part| parts_compared(part, self.convention)).collect();
        for part in &parts {
            self.work_out(part.clone())?;
        }
        self.known(&parts).ok()
    }

    fn work_out(&mut self, part: Part) -> Option<()> {
        let mut open = vec![self.open(part)?];
        while let Some(mut top) = open.pop() {
            match self.look_at(&mut top) {
                Some(next) => {
                    open.push(top);
                    open.push(self.open(next)?);
                }
                None => {
                    self.run.hold(64 * top.found.len() + 256).ok()?;
                    let next = Structure::try_from(self.numbers.len()).ok()?;
                    let number = *self.numbers.entry(top.found).or_insert(next);
                    self.parts.insert(top.part, number);
                }
            }
        }
        Some(())
    }

    /// Looks at the options of a part up to one with a part that is not known yet, which is returned.
    fn look_at(&self, top: &mut Open) -> Option<Part> {
        while let Some(option) = top.options.last() {
            match self.known(option) {
                Ok(structures) => {
                    top.found.insert(structures);
                    top.options.pop();
                }
                Err(unknown) => return Some(unknown),
            }
        }
        None
    }

    /// The structures of a sum in order, without those that have no moves; or a part that is not known yet.
    fn known(&self, sum: &[Part]) -> Result<Vec<Structure>, Part> {
        let known = sum.iter().map(|part| self.parts.get(part).copied().ok_or_else(|| part.clone()));
        let mut structures: Vec<Structure> = known.collect::<Result<_, _>>()?;
        structures.retain(|&structure| structure != LEAF);
        structures.sort_unstable();
        Ok(structures)
    }

    fn open(&self, part: Part) -> Option<Open> {
        self.run.step().ok()?;
        let options = options_compared(&part, self.convention)?;
        Some(Open { part, options, found: BTreeSet::new() })
    }
}
