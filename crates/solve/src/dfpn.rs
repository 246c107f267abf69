//! Depth-first proof-number search (df-pn): which question to ask next at a frame.
//!
//! A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", PhD thesis, University of
//! Tokyo, 2002; with the 1 + epsilon trick of J. Pawlewicz and L. Lew, see [`Thresholds::of_best_child`].
//!
//! A node is the statement "this part has the nimber v". Its children are
//!
//! * for each option, "the option has the value v", and
//! * for each smaller value u that may be the nimber, "this part has the nimber u".
//!
//! The statement is true when all children are false. So
//!
//! ```text
//! proof number    = sum of the children's disproof numbers
//! disproof number = least of the children's proof numbers
//! ```
//!
//! Entry function: [`next`], the loop that Nagai calls MID, for one frame. Its recursion is the stack of
//! `mex_search`.

use crate::frame::Frame;
use crate::options::OptionSum;
use crate::proof_numbers::{ProofNumbers, Thresholds, capped_sum};
use crate::proof_table::ProofTable;
use crate::question::{Goal, Next, Question};
use crate::transposition_table::{LARGEST_EXCLUDABLE, PartId, Snapshot, TranspositionTable};
use grundy_core::{Nimber, Run, Stopped};
use std::hash::Hash;

/// What is known of the statement of a frame.
enum Status {
    /// The part has the nimber.
    Proved,
    /// It has another one.
    Disproved,
    /// Not decided.
    Open(Choice),
}

/// The numbers of an undecided node, and its most promising child.
struct Choice {
    numbers: ProofNumbers,
    best: Child,
    /// The proof number of the second best child.
    second_proof: u64,
}

/// An undecided child of a node, by the question that helps to decide it.
struct Child {
    question: Question,
    numbers: ProofNumbers,
}

/// Searches until the frame has its answer, a threshold is reached, or a child has to be searched first.
pub(crate) fn next<P: Eq + Hash>(
    table: &TranspositionTable<P>,
    frame: &mut Frame,
    proofs: &mut ProofTable,
    run: &Run,
) -> Result<Next, Stopped> {
    loop {
        let (id, sought) = (frame.id, frame.sought);
        let status = match table.has_nimber(id, sought) {
            // Cut-off: the nimber is in the table, from another frame or another thread.
            Some(true) => return Ok(Next::Return),
            Some(false) => Status::Disproved,
            None => status(table, frame, proofs),
        };
        match status {
            // Sound: an option has the value, or the nimber is another one. A test ends here; for the
            // nimber itself the next candidate is tested.
            Status::Disproved => {
                table.exclude(id, sought);
                if frame.goal == Goal::Test(sought) {
                    return Ok(Next::Return);
                }
                frame.seek_next(table);
            }
            // Sound: no option has the value, so the nimber is at most this; no smaller value is left.
            Status::Proved => {
                table.settle(id, sought);
                return Ok(Next::Return);
            }
            // Thresholds: return from this frame when either number reaches them. An ancestor has then a
            // more promising node elsewhere. The stored numbers let the search come back.
            Status::Open(choice) if choice.numbers.reach(frame.thresholds) => {
                proofs.store(id, sought, choice.numbers, run)?;
                table.set_has_proof_numbers(id);
                return Ok(Next::Return);
            }
            Status::Open(choice) => {
                let (best, thresholds) = (choice.best.question, choice.child_thresholds(frame.thresholds));
                if best.id != id {
                    return Ok(Next::Descend(best, thresholds));
                }
                frame.pursue_first(best.goal, thresholds);
            }
        }
    }
}

/// What is known of the statement of a frame. Options whose values have become known are removed.
#[inline]
fn status<P: Eq + Hash>(table: &TranspositionTable<P>, frame: &mut Frame, proofs: &ProofTable) -> Status {
    let sought = frame.sought;
    // Cut-off: an option of value v shows that the nimber is not v.
    if frame.seen.contains(sought) {
        return Status::Disproved;
    }
    let mut children = Children::NONE;
    add_options(table, frame, proofs, &mut children);
    // Cut-off: one of the options that have become known has the value.
    if frame.seen.contains(sought) {
        return Status::Disproved;
    }
    let part = table.snapshot(frame.id);
    for smaller in (0..sought.0.min(LARGEST_EXCLUDABLE + 1)).map(Nimber) {
        match part.has_nimber(smaller) {
            // Cut-off: another thread has found the nimber, and it is a smaller one.
            Some(true) => return Status::Disproved,
            // A value that no option is known to have may be the mex.
            None if !frame.seen.contains(smaller) => {
                let numbers = proofs.numbers(frame.id, part, smaller);
                children
                    .add(Child { question: Question { id: frame.id, goal: Goal::Test(smaller) }, numbers });
            }
            _ => {}
        }
    }
    children.status()
}

/// Adds the options that may have the value sought, and removes those whose values are known.
#[inline]
fn add_options<P: Eq + Hash>(
    table: &TranspositionTable<P>,
    frame: &mut Frame,
    proofs: &ProofTable,
    children: &mut Children,
) {
    let mut kept = 0;
    for at in 0..frame.options.list.len() {
        let option = frame.options.list[at];
        match unknown_parts(table, &frame.options.parts, option) {
            (value, [None, _]) => {
                frame.seen.insert(value);
                continue;
            }
            (value, [Some((id, part)), None]) => {
                // The option has the value sought exactly when its last part has this nimber.
                let wanted = frame.sought ^ value;
                // Cut-off: an option that is known to have another value is a decided child.
                if part.has_nimber(wanted).is_none() {
                    let numbers = proofs.numbers(id, part, wanted);
                    children.add(Child { question: Question { id, goal: Goal::test(wanted) }, numbers });
                }
            }
            // Parts stand in order of effort. All but the hardest need their nimbers.
            (_, [Some((id, part)), Some((_, hardest))]) => {
                let numbers = proofs.estimate(part.effort(), 0).and(proofs.estimate(hardest.effort(), 0));
                children.add(Child { question: Question { id, goal: Goal::Nimber }, numbers });
            }
        }
        frame.options.list[kept] = option;
        kept += 1;
    }
    frame.options.list.truncate(kept);
}

/// The nimber of the known parts of an option, with the easiest and the hardest of the others.
#[inline]
fn unknown_parts<P: Eq + Hash>(
    table: &TranspositionTable<P>,
    parts: &[PartId],
    option: OptionSum,
) -> (Nimber, [Option<(PartId, Snapshot)>; 2]) {
    let mut value = option.known;
    let mut unknown = [None; 2];
    for &id in &parts[option.range()] {
        let part = table.snapshot(id);
        match part.known() {
            Some(nimber) => value ^= nimber,
            None if unknown[0].is_none() => unknown[0] = Some((id, part)),
            None => unknown[1] = Some((id, part)),
        }
    }
    (value, unknown)
}

/// The undecided children of a node, added one by one.
struct Children {
    proof: u64,
    best: Option<Child>,
    second_proof: u64,
}

impl Children {
    const NONE: Children = Children { proof: 0, best: None, second_proof: u64::MAX };

    #[inline]
    fn add(&mut self, child: Child) {
        self.proof = capped_sum(self.proof, child.numbers.disproof);
        let key = |child: &Child| (child.numbers.proof, child.numbers.disproof);
        match &self.best {
            Some(best) if key(best) <= key(&child) => {
                self.second_proof = self.second_proof.min(child.numbers.proof);
            }
            _ => {
                self.second_proof = self.best.as_ref().map_or(u64::MAX, |best| best.numbers.proof);
                self.best = Some(child);
            }
        }
    }

    fn status(self) -> Status {
        match self.best {
            // All children are decided, and none is true.
            None => Status::Proved,
            Some(best) => Status::Open(Choice {
                numbers: ProofNumbers { proof: self.proof, disproof: best.numbers.proof },
                best,
                second_proof: self.second_proof,
            }),
        }
    }
}

impl Choice {
    /// The thresholds for the best child in a frame with these thresholds.
    ///
    /// Proof numbers are stored for tests only, so a nimber is searched without thresholds. With them the
    /// search would return without a better estimate, and the frame would choose the same child again.
    fn child_thresholds(&self, frame: Thresholds) -> Thresholds {
        match self.best.question.goal {
            Goal::Nimber => Thresholds::INFINITE,
            Goal::Test(_) => frame.of_best_child(self.numbers, self.best.numbers, self.second_proof),
        }
    }
}
