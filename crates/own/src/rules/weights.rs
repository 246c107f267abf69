//! Why a game ends: weights of symbols that every move lowers.

use super::expand::Expanded;
use super::image::Image;
use super::simplex::{Columns, Found, solve};
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

/// Weights of symbols, in fractions of a common denominator, that every move lowers by 1 at least: of the symbol
/// anywhere, and for each row and column that it is farther down and to the right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Weights {
    pub(crate) denominator: i128,
    pub(crate) of_symbols: Vec<i128>,
    /// By row and by column; only for symbols whose number no move changes.
    pub(crate) of_places: Vec<(i128, i128)>,
}

/// Moves that, made some number of times each, change no count of symbols and no sum of places: each as the index
/// of its image, and the symbols that stand in the cells that it writes.
pub(crate) type Endless = Vec<(usize, Vec<u8>)>;

/// For each symbol its weight, and four for its places: down, up, right, left.
const PER_SYMBOL: usize = 5;

struct Moves<'r> {
    images: &'r [Image],
    symbols: usize,
    /// The symbols that have weights of places.
    moved: Vec<bool>,
}

impl Weights {
    /// Finds weights for the moves.
    ///
    /// # Errors
    /// With moves that undo each other.
    pub(crate) fn find(rules: &Expanded, symbols: usize) -> Result<Weights, Endless> {
        let moved = (0..symbols).map(|code| keeps_number(rules, code as u8)).collect();
        let moves = Moves { images: &rules.images, symbols, moved };
        // Weights of places only where there must be. Costs that differ a little keep the method from cycling.
        let cost = |index: usize| if index.is_multiple_of(PER_SYMBOL) { 100_000 } else { 100_000_000 } + 37 * index as u64;
        let costs: Vec<u64> = (0..symbols * PER_SYMBOL).map(cost).collect();
        match solve(&moves, &costs) {
            Some(Found::Weights(weights)) => scaled(&weights).ok_or_else(Vec::new),
            Some(Found::Contradiction(columns)) => Err(columns.into_iter().map(|(name, _)| name).collect()),
            None => Err(Vec::new()),
        }
    }

    /// How much heavier the symbols of a board are than they could ever be, rounded down: no more moves than that
    /// can be made. For each symbol its number, and the sums of its rows and columns from both ends.
    pub(crate) fn bound(&self, counts: impl Iterator<Item = Count>) -> u128 {
        let mut total: i128 = 0;
        for ((count, weight), (row, column)) in counts.zip(&self.of_symbols).zip(&self.of_places) {
            total += weight * count.cells;
            total += row.abs() * if *row >= 0 { count.rows.0 } else { count.rows.1 };
            total += column.abs() * if *column >= 0 { count.columns.0 } else { count.columns.1 };
        }
        (total / self.denominator).unsigned_abs()
    }

    /// Whether places have no weight.
    pub(crate) fn is_of_symbols(&self) -> bool {
        self.of_places.iter().all(|&places| places == (0, 0))
    }
}

/// The cells of a symbol on a board: how many, and the sums of their rows and columns, counted from either side.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Count {
    pub(crate) cells: i128,
    pub(crate) rows: (i128, i128),
    pub(crate) columns: (i128, i128),
}

/// Whether no move changes the number of a symbol.
fn keeps_number(rules: &Expanded, code: u8) -> bool {
    rules.images.iter().all(|image| {
        let reads = |write: &&super::image::Write| {
            let read = image.reads.iter().find(|read| (read.row, read.column) == (write.row, write.column));
            read.map_or(0, |read| read.allows)
        };
        let may_read = image.writes.iter().filter(|write| reads(write) >> code & 1 == 1).count();
        let must_read = image.writes.iter().filter(|write| reads(write) == 1 << code).count();
        let written = image.writes.iter().filter(|write| write.code == code);
        may_read == must_read && written.clone().all(|write| write.is_sure) && written.count() == must_read
    })
}

/// Fractions over their common denominator; `None` where these numbers are too large.
fn scaled(weights: &[BigRational]) -> Option<Weights> {
    let denominator = weights.iter().fold(BigRational::one(), |all, weight| {
        let rest = &all * weight;
        all * BigRational::from_integer(rest.denom().clone())
    });
    let number = |index: usize| (&weights[index] * &denominator).to_integer().to_i128();
    let small = |number: i128| (number.abs() < 1 << 80).then_some(number);
    let mut found = Weights {
        denominator: small(denominator.to_integer().to_i128()?)?,
        of_symbols: Vec::new(),
        of_places: Vec::new(),
    };
    for first in (0..weights.len()).step_by(PER_SYMBOL) {
        found.of_symbols.push(small(number(first)?)?);
        found.of_places.push((
            small(number(first + 1)? - number(first + 2)?)?,
            small(number(first + 3)? - number(first + 4)?)?,
        ));
    }
    Some(found)
}

impl Moves<'_> {
    /// The weight of a symbol at a place.
    fn weight(&self, weights: &[BigRational], code: u8, row: u16, column: u16) -> BigRational {
        let own = &weights[usize::from(code) * PER_SYMBOL..][..PER_SYMBOL];
        let times = |number: u16| BigRational::from_integer(number.into());
        &own[0] + (&own[1] - &own[2]) * times(row) + (&own[3] - &own[4]) * times(column)
    }

    /// What a move of an image lowers least, and the symbols with which it does.
    fn least(&self, image: &Image, weights: &[BigRational]) -> (BigRational, Vec<u8>) {
        let mut total = BigRational::zero();
        let mut symbols = Vec::new();
        // What it costs least to have one cell change, where none does.
        let mut cheapest: Option<(BigRational, usize, u8)> = None;
        let mut changes = false;
        for (place, write) in image.writes.iter().enumerate() {
            let read = image.reads.iter().find(|read| (read.row, read.column) == (write.row, write.column));
            let allows = read.map_or(0, |read| read.allows);
            let after = self.weight(weights, write.code, write.row, write.column);
            let lowered = |code: u8| self.weight(weights, code, write.row, write.column) - &after;
            let choices = || (0..self.symbols as u8).filter(|code| allows >> code & 1 == 1);
            let best =
                choices().min_by_key(|&code| (lowered(code), code == write.code)).unwrap_or(write.code);
            total += lowered(best);
            changes |= best != write.code;
            symbols.push(best);
            let other = choices().filter(|&code| code != write.code).min_by_key(|&code| lowered(code));
            if let Some(other) = other {
                let more = lowered(other) - lowered(best);
                if cheapest.as_ref().is_none_or(|(least, ..)| more < *least) {
                    cheapest = Some((more, place, other));
                }
            }
        }
        if let (false, Some((more, place, code))) = (changes, cheapest) {
            total += more;
            symbols[place] = code;
        }
        (total, symbols)
    }

    /// By how much a move lowers each weight.
    fn column(&self, image: &Image, symbols: &[u8]) -> Vec<i64> {
        let mut column = vec![0; self.symbols * PER_SYMBOL];
        for (write, &before) in image.writes.iter().zip(symbols) {
            for (code, sign) in [(before, 1), (write.code, -1)] {
                let own = &mut column[usize::from(code) * PER_SYMBOL..][..PER_SYMBOL];
                own[0] += sign;
                if self.moved[usize::from(code)] {
                    let (row, to_right) = (sign * i64::from(write.row), sign * i64::from(write.column));
                    own[1] += row;
                    own[2] -= row;
                    own[3] += to_right;
                    own[4] -= to_right;
                }
            }
        }
        column
    }
}

impl Columns for Moves<'_> {
    type Name = (usize, Vec<u8>);

    fn violated(&self, weights: &[BigRational]) -> Option<(Self::Name, Vec<i64>)> {
        let least = self.images.iter().enumerate().map(|(index, image)| (self.least(image, weights), index));
        let ((lowered, symbols), index) = least.min_by(|((one, _), _), ((other, _), _)| one.cmp(other))?;
        (lowered < BigRational::one()).then(|| {
            let column = self.column(&self.images[index], &symbols);
            ((index, symbols), column)
        })
    }
}
