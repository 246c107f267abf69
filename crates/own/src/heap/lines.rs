//! Whether the formulas of a file are simple enough that heaps up to some size tell what they do with all heaps.
//!
//! Where all formulas are sums and differences of the heap, of the numbers behind `for`, of their doubles and of small
//! numbers, or halves, least and greatest of such, then what a move can leave of a heap `n` is the set of whole points
//! in a few polygons whose sides have small coefficients. So is what a code lets a move leave. Where two such sets
//! differ, they differ at a point near a corner of one of the polygons, and all corners are small multiples of the
//! largest number in the file.

use crate::formula::{Condition, Formula, Operation};
use crate::tuples::{Alternative, Term, TupleSpec};

/// The largest coefficient of a name.
const MOST_TIMES: i64 = 2;

/// How large the numbers of a file are, and how many numbers are free to grow with the heap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    pub(super) largest: i64,
    pub(super) free: usize,
}

impl Extent {
    /// Heaps up to this tell what the rules do with all heaps.
    pub(super) fn enough(self) -> i64 {
        match self.free {
            0 | 1 => 48 + 12 * self.largest,
            _ => 64 + 24 * self.largest,
        }
    }
}

/// The extent of a file's formulas; `None` where they are not simple, or too large to be looked through.
pub(super) fn extent(spec: &TupleSpec) -> Option<Extent> {
    let all: Vec<Extent> = spec.alternatives.iter().map(of_alternative).collect::<Option<_>>()?;
    let largest = all.iter().map(|extent| extent.largest).max()?;
    let free = all.iter().map(|extent| extent.free).max()?;
    let most = if free > 1 { 8 } else { 100 };
    (largest <= most && free <= 2).then_some(Extent { largest, free })
}

fn of_alternative(alternative: &Alternative) -> Option<Extent> {
    let mut largest = 0;
    let mut look = |formula: &Formula| -> Option<()> {
        is_simple(formula).then_some(())?;
        formula.each(&mut |inner| {
            if let Formula::Number(number) = inner {
                largest = largest.max(number.saturating_abs());
            }
        });
        Some(())
    };
    for term in &alternative.terms {
        let Term::Tuple(tuple) = term else { return None };
        tuple.iter().try_for_each(&mut look)?;
    }
    let mut free = 0;
    for range in &alternative.ranges {
        look(&range.from)?;
        look(&range.to)?;
        free += usize::from(!is_bounded(&range.to));
    }
    let mut is_good = true;
    if let Some(condition) = &alternative.condition {
        sides(condition, &mut |side| is_good &= look(side).is_some());
    }
    is_good.then_some(Extent { largest, free })
}

/// The two sides of every comparison.
fn sides(condition: &Condition, visit: &mut dyn FnMut(&Formula)) {
    match condition {
        Condition::Compare(_, left, right) => {
            visit(left);
            visit(right);
        }
        Condition::And(both) | Condition::Or(both) => {
            sides(&both.0, visit);
            sides(&both.1, visit);
        }
        Condition::Not(inner) => sides(inner, visit),
    }
}

/// Whether the end of a range is a number, or the least of several one of which is.
fn is_bounded(formula: &Formula) -> bool {
    match formula {
        Formula::Number(_) => true,
        Formula::Joined(Operation::Least, both) => is_bounded(&both.0) || is_bounded(&both.1),
        _ => false,
    }
}

/// Whether names have small coefficients, and nothing is divided but by 2.
fn is_simple(formula: &Formula) -> bool {
    let Formula::Joined(operation, both) = formula else { return true };
    let (left, right) = (&both.0, &both.1);
    let number = |formula: &Formula| match formula {
        Formula::Number(number) => Some(*number),
        _ => None,
    };
    match operation {
        Operation::Add | Operation::Subtract | Operation::Least | Operation::Greatest => {
            is_simple(left) && is_simple(right)
        }
        Operation::Multiply => match (number(left), number(right)) {
            (Some(times), _) => times.saturating_abs() <= MOST_TIMES && is_name(right),
            (_, Some(times)) => times.saturating_abs() <= MOST_TIMES && is_name(left),
            _ => false,
        },
        Operation::Divide => number(right) == Some(2) && is_simple(left) && !has_division(left),
        Operation::Remainder | Operation::NimSum => false,
    }
}

fn is_name(formula: &Formula) -> bool {
    matches!(formula, Formula::Name(_) | Formula::Number(_))
}

fn has_division(formula: &Formula) -> bool {
    let mut found = false;
    formula.each(&mut |inner| found |= matches!(inner, Formula::Joined(Operation::Divide, _)));
    found
}
