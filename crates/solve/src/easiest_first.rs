//! The order of the mex search without proof numbers: options in the order of their list, the easiest first.
//!
//! Entry function: [`next`].

use crate::frame::Frame;
use crate::options::OptionSum;
use crate::proof_numbers::Thresholds;
use crate::question::{Goal, Next, Question};
use crate::transposition_table::{PartId, TranspositionTable};
use grundy_core::Nimber;
use std::hash::Hash;

/// Looks at options until the frame has its answer, or until a question has to be answered first.
pub(crate) fn next<P: Eq + Hash>(table: &TranspositionTable<P>, frame: &mut Frame) -> Next {
    loop {
        // Cut-off: the mex is no value of an option, so one option of value v shows that the nimber is not
        // v. The other options need no value.
        if frame.seen.contains(frame.sought) {
            table.exclude(frame.id, frame.sought);
            if frame.goal == Goal::Test(frame.sought) {
                return Next::Return;
            }
            frame.seek_next(table);
            continue;
        }
        // Cut-off: no option has the value, so the nimber is at most this; `seek_next` came back to it, so
        // all smaller values are excluded.
        if frame.absent == Some(frame.sought) {
            table.settle(frame.id, frame.sought);
            return Next::Return;
        }
        match frame.options.list.get(frame.at) {
            Some(&option) => match question(table, frame, option) {
                Some(question) => return Next::Descend(question, Thresholds::INFINITE),
                None => frame.at += 1,
            },
            None => {
                frame.absent = Some(frame.sought);
                // The nimber is this value or a smaller one. A test of this value is answered only when the
                // smaller values are excluded too, so the nimber itself is now the goal.
                frame.goal = Goal::Nimber;
                frame.seek_next(table);
            }
        }
    }
}

/// The question that has to be answered to know whether an option has the value sought; `None` when that
/// is known.
fn question<P: Eq + Hash>(
    table: &TranspositionTable<P>,
    frame: &mut Frame,
    option: OptionSum,
) -> Option<Question> {
    let mut value = option.known;
    let mut unknown: Option<PartId> = None;
    for &id in &frame.options.parts[option.range()] {
        match (table.known(id), unknown) {
            (Some(nimber), _) => value ^= nimber,
            (None, None) => unknown = Some(id),
            // Parts stand in order of effort. All but the hardest need their nimbers.
            (None, Some(easier)) => return Some(Question { id: easier, goal: Goal::Nimber }),
        }
    }
    let Some(id) = unknown else {
        frame.seen.insert(value);
        return None;
    };
    // Cut-off: the option has the value sought exactly when its last part has this nimber, so that part is
    // only tested (Sprague and Grundy: the nimber of a sum is the nim-sum).
    let wanted: Nimber = frame.sought ^ value;
    match table.has_nimber(id, wanted) {
        // Another thread has found it meanwhile: the option has the value sought.
        Some(true) => {
            frame.seen.insert(frame.sought);
            None
        }
        Some(false) => None,
        None => Some(Question { id, goal: Goal::test(wanted) }),
    }
}
