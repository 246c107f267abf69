//! Formulas of rules files: whole numbers, names, arithmetic, conditions.

mod evaluate;
mod lex;
mod parse;

pub(crate) use evaluate::Fault;
pub(crate) use lex::{Token, What as TokenKind, tokens};
pub(crate) use parse::{FormulaParser, Scope};

/// A whole number, as it is worked out from the names in scope.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Formula {
    /// A number.
    Number(i64),
    /// The name at this place of the scope: the numbers of the state first, then those of `for`.
    Name(usize),
    /// Two formulas joined by an operation.
    Joined(Operation, Box<(Formula, Formula)>),
}

/// An operation on two whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`, rounded down.
    Divide,
    /// `%`, with the sign of the divisor.
    Remainder,
    /// `min(a, b)`
    Least,
    /// `max(a, b)`
    Greatest,
    /// `xor(a, b)`: the nim-sum.
    NimSum,
}

/// A condition behind `if`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Condition {
    /// Two formulas compared.
    Compare(Relation, Formula, Formula),
    /// Both hold.
    And(Box<(Condition, Condition)>),
    /// One of them holds, or both.
    Or(Box<(Condition, Condition)>),
    /// It does not hold.
    Not(Box<Condition>),
}

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    /// `=`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}

impl Formula {
    fn joined(operation: Operation, left: Formula, right: Formula) -> Formula {
        Formula::Joined(operation, Box::new((left, right)))
    }

    /// Whether the name at this place of the scope stands in it.
    pub(crate) fn has(&self, place: usize) -> bool {
        match self {
            Formula::Number(_) => false,
            Formula::Name(name) => *name == place,
            Formula::Joined(_, both) => both.0.has(place) || both.1.has(place),
        }
    }

    /// Whether it grows by equal steps with the number at this place, the others unchanged.
    pub(crate) fn is_even_in(&self, place: usize) -> bool {
        match self {
            Formula::Number(_) | Formula::Name(_) => true,
            Formula::Joined(Operation::Add | Operation::Subtract, both) => {
                both.0.is_even_in(place) && both.1.is_even_in(place)
            }
            Formula::Joined(Operation::Multiply, both) => {
                let is_scaled = |one: &Formula, other: &Formula| !one.has(place) && other.is_even_in(place);
                is_scaled(&both.0, &both.1) || is_scaled(&both.1, &both.0)
            }
            other => !other.has(place),
        }
    }

    /// Visits it and all formulas in it.
    pub(crate) fn each(&self, visit: &mut dyn FnMut(&Formula)) {
        visit(self);
        if let Formula::Joined(_, both) = self {
            both.0.each(visit);
            both.1.each(visit);
        }
    }
}

impl Condition {
    /// Whether the name at this place of the scope stands in it.
    pub(crate) fn has(&self, place: usize) -> bool {
        match self {
            Condition::Compare(_, left, right) => left.has(place) || right.has(place),
            Condition::And(both) | Condition::Or(both) => both.0.has(place) || both.1.has(place),
            Condition::Not(inner) => inner.has(place),
        }
    }

    /// What `and` joins, in order.
    pub(crate) fn parts<'c>(&'c self, parts: &mut Vec<&'c Condition>) {
        match self {
            Condition::And(both) => {
                both.0.parts(parts);
                both.1.parts(parts);
            }
            other => parts.push(other),
        }
    }
}
