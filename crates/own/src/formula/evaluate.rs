//! What formulas and conditions come to.

use super::{Condition, Formula, Operation, Relation};
use std::fmt;

/// Why a formula has no value, or a state no options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Division by 0.
    ByZero,
    /// A number beyond 64 bits.
    TooLarge,
    /// What is told, and what to do about it.
    Told(String, &'static str),
}

impl Fault {
    /// What to do about it.
    pub(crate) fn help(&self) -> &'static str {
        match self {
            Fault::ByZero => "keep 0 out with a condition, such as `if b > 0`",
            Fault::TooLarge => "numbers of rules have 64 bits; smaller positions stay within them",
            Fault::Told(_, help) => help,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::ByZero => f.write_str("a number is divided by 0"),
            Fault::TooLarge => f.write_str("a number does not fit 64 bits"),
            Fault::Told(told, _) => f.write_str(told),
        }
    }
}

impl Formula {
    /// Its value; `numbers` has the numbers of all names in scope.
    pub(crate) fn value(&self, numbers: &[i64]) -> Result<i64, Fault> {
        match self {
            Formula::Number(number) => Ok(*number),
            Formula::Name(place) => Ok(numbers[*place]),
            Formula::Joined(operation, both) => {
                operation.apply(both.0.value(numbers)?, both.1.value(numbers)?)
            }
        }
    }
}

impl Operation {
    /// The operation on two numbers; `/` and `%` round down.
    fn apply(self, left: i64, right: i64) -> Result<i64, Fault> {
        let whole = |number: Option<i64>| number.ok_or(Fault::TooLarge);
        match self {
            Operation::Add => whole(left.checked_add(right)),
            Operation::Subtract => whole(left.checked_sub(right)),
            Operation::Multiply => whole(left.checked_mul(right)),
            Operation::Divide | Operation::Remainder if right == 0 => Err(Fault::ByZero),
            Operation::Divide => whole(floor_division(left, right)),
            Operation::Remainder => {
                let rest = left.wrapping_rem(right);
                Ok(if rest != 0 && (rest < 0) != (right < 0) { rest + right } else { rest })
            }
            Operation::Least => Ok(left.min(right)),
            Operation::Greatest => Ok(left.max(right)),
            Operation::NimSum => Ok(left ^ right),
        }
    }
}

fn floor_division(left: i64, right: i64) -> Option<i64> {
    let quotient = left.checked_div(right)?;
    let is_rounded_up = left % right != 0 && (left < 0) != (right < 0);
    Some(if is_rounded_up { quotient - 1 } else { quotient })
}

impl Condition {
    /// Whether it holds.
    pub(crate) fn holds(&self, numbers: &[i64]) -> Result<bool, Fault> {
        match self {
            Condition::Compare(how, left, right) => {
                Ok(how.holds(left.value(numbers)?, right.value(numbers)?))
            }
            // The second is looked at only where it matters: it may divide by what the first keeps from 0.
            Condition::And(both) => Ok(both.0.holds(numbers)? && both.1.holds(numbers)?),
            Condition::Or(both) => Ok(both.0.holds(numbers)? || both.1.holds(numbers)?),
            Condition::Not(inner) => Ok(!inner.holds(numbers)?),
        }
    }
}

impl Relation {
    /// Whether two numbers compare so.
    #[inline]
    pub(crate) fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Relation::Equal => left == right,
            Relation::Unequal => left != right,
            Relation::Less => left < right,
            Relation::AtMost => left <= right,
            Relation::More => left > right,
            Relation::AtLeast => left >= right,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_and_remainder_round_down_and_refuse_zero() {
        for (left, right, quotient, rest) in [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -4, -1), (-7, -2, 3, -1)]
        {
            assert_eq!(Operation::Divide.apply(left, right), Ok(quotient), "{left} / {right}");
            assert_eq!(Operation::Remainder.apply(left, right), Ok(rest), "{left} % {right}");
        }
        assert_eq!(Operation::Divide.apply(1, 0), Err(Fault::ByZero));
        assert_eq!(Operation::Remainder.apply(1, 0), Err(Fault::ByZero));
        assert_eq!(Operation::Divide.apply(i64::MIN, -1), Err(Fault::TooLarge));
        assert_eq!(Operation::Remainder.apply(i64::MIN, -1), Ok(0));
        assert_eq!(Operation::Multiply.apply(i64::MAX, 2), Err(Fault::TooLarge));
    }
}
