//! The simplex method in exact fractions, for few rows and columns that are made when they are needed.

use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

/// The end of the search for weights `w >= 0` with `d . w >= 1` for every column `d`.
pub(super) enum Found<C> {
    /// Such weights, of least cost.
    Weights(Vec<BigRational>),
    /// There are none: positive multiples of these columns add up to nothing positive.
    Contradiction(Vec<(C, BigRational)>),
}

/// A problem whose columns are asked for one by one.
pub(super) trait Columns {
    /// The name of a column.
    type Name: Clone;

    /// A column `d` with `d . w < 1`, if there is one: as far below as can be.
    fn violated(&self, weights: &[BigRational]) -> Option<(Self::Name, Vec<i64>)>;
}

/// What stands in the basis: a column, or the slack of a row.
#[derive(Clone)]
enum Basic<C> {
    Slack,
    Column(C),
}

/// Of the dual problem, to make the sum of `y` as large as can be with `sum(y d) <= cost`: the basis, the inverse
/// of its matrix, and the values of `y` and the slacks.
struct Tableau<C> {
    basis: Vec<Basic<C>>,
    inverse: Vec<Vec<BigRational>>,
    values: Vec<BigRational>,
}

/// Finds weights of least cost, or why there are none; `None` where it takes more steps than these.
pub(super) fn solve<P: Columns>(problem: &P, costs: &[u64], steps: usize) -> Option<Found<P::Name>> {
    let count = costs.len();
    let unit = |row: usize| {
        (0..count).map(move |column| if row == column { BigRational::one() } else { BigRational::zero() })
    };
    let mut tableau = Tableau {
        basis: vec![Basic::Slack; count],
        inverse: (0..count).map(|row| unit(row).collect()).collect(),
        values: costs.iter().map(|&cost| BigRational::from_integer(cost.into())).collect(),
    };
    for _ in 0..steps {
        let weights = tableau.weights(count);
        let (name, column) = match weights.iter().position(Signed::is_negative) {
            Some(row) => (Basic::Slack, unit(row).collect()),
            None => match problem.violated(&weights) {
                None => return Some(Found::Weights(weights)),
                Some((name, column)) => {
                    let column = column.into_iter().map(|entry| BigRational::from_integer(entry.into()));
                    (Basic::Column(name), column.collect::<Vec<_>>())
                }
            },
        };
        let entering = tableau.times_inverse(&column);
        match tableau.leaving(&entering) {
            Some(row) => tableau.exchange(row, name, &entering),
            None => return Some(Found::Contradiction(tableau.ray(name, &entering))),
        }
    }
    None
}

impl<C: Clone> Tableau<C> {
    /// The prices of the rows: a column in the basis is worth 1, a slack nothing.
    fn weights(&self, count: usize) -> Vec<BigRational> {
        let mut weights = vec![BigRational::zero(); count];
        for (basic, row) in self.basis.iter().zip(&self.inverse) {
            if matches!(basic, Basic::Column(_)) {
                weights.iter_mut().zip(row).for_each(|(weight, entry)| *weight += entry);
            }
        }
        weights
    }

    fn times_inverse(&self, column: &[BigRational]) -> Vec<BigRational> {
        let product = |row: &Vec<BigRational>| {
            let terms = row.iter().zip(column).filter(|(one, other)| !one.is_zero() && !other.is_zero());
            terms.map(|(one, other)| one * other).sum()
        };
        self.inverse.iter().map(product).collect()
    }

    /// The row that reaches 0 first.
    fn leaving(&self, entering: &[BigRational]) -> Option<usize> {
        let positive = (0..entering.len()).filter(|&row| entering[row].is_positive());
        positive.min_by_key(|&row| (&self.values[row] / &entering[row], row))
    }

    fn exchange(&mut self, row: usize, name: Basic<C>, entering: &[BigRational]) {
        let pivot = entering[row].clone();
        for entry in &mut self.inverse[row] {
            *entry /= &pivot;
        }
        self.values[row] /= &pivot;
        let (line, value) = (self.inverse[row].clone(), self.values[row].clone());
        for (other, factor) in
            entering.iter().enumerate().filter(|&(other, factor)| other != row && !factor.is_zero())
        {
            let entries = self.inverse[other].iter_mut().zip(&line).filter(|(_, entry)| !entry.is_zero());
            entries.for_each(|(kept, entry)| *kept -= factor * entry);
            self.values[other] -= factor * &value;
        }
        self.basis[row] = name;
    }

    /// The columns along which the sum grows without end.
    fn ray(&self, name: Basic<C>, entering: &[BigRational]) -> Vec<(C, BigRational)> {
        let others = self.basis.iter().zip(entering).map(|(basic, entry)| (basic, -entry.clone()));
        let all = std::iter::once((&name, BigRational::one())).chain(others);
        all.filter_map(|(basic, times)| match basic {
            Basic::Column(name) if times.is_positive() => Some((name.clone(), times)),
            _ => None,
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Given(Vec<Vec<i64>>);

    impl Columns for Given {
        type Name = usize;

        fn violated(&self, weights: &[BigRational]) -> Option<(usize, Vec<i64>)> {
            let product = |column: &Vec<i64>| -> BigRational {
                column
                    .iter()
                    .zip(weights)
                    .map(|(&entry, weight)| weight * BigRational::from_integer(entry.into()))
                    .sum()
            };
            let (index, column) = self.0.iter().enumerate().min_by_key(|(_, column)| product(column))?;
            (product(column) < BigRational::one()).then(|| (index, column.clone()))
        }
    }

    fn solved(columns: &[&[i64]], costs: &[u64]) -> Found<usize> {
        solve(&Given(columns.iter().map(|column| column.to_vec()).collect()), costs, 1000)
            .expect("it is small")
    }

    #[test]
    fn weights_of_least_cost_are_found() {
        let Found::Weights(weights) = solved(&[&[2, -2], &[3, -3]], &[1, 1]) else {
            panic!("there are weights")
        };
        assert_eq!(weights.iter().map(ToString::to_string).collect::<Vec<_>>(), ["1/2", "0"]);
        let Found::Weights(weights) = solved(&[&[1, -1, 0], &[0, 1, -1]], &[1, 1, 1]) else {
            panic!("there are weights")
        };
        assert_eq!(weights.iter().map(ToString::to_string).collect::<Vec<_>>(), ["2", "1", "0"]);
    }

    #[test]
    fn columns_that_cancel_are_a_contradiction() {
        let Found::Contradiction(ray) =
            solved(&[&[1, -1, 0], &[0, 1, -1], &[-2, 0, 2], &[5, 5, 5]], &[1, 1, 1])
        else {
            panic!("they cancel");
        };
        let mut ray: Vec<(usize, String)> =
            ray.into_iter().map(|(column, times)| (column, times.to_string())).collect();
        ray.sort();
        assert_eq!(ray.iter().map(|(column, _)| *column).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(ray[0].1, ray[1].1, "as often as each other");
    }
}
