//! Why a game ends: weights of symbols that every move lowers.

use super::expand::Expanded;
use super::image::{Image, Write};
use super::simplex::{Columns, Found, solve};
use num_rational::BigRational;
use num_traits::{FromPrimitive, Num, One, ToPrimitive};
use std::collections::BTreeMap;

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
    effects: Vec<Effect>,
}

impl Weights {
    /// Finds weights for the moves.
    ///
    /// # Errors
    /// With moves that undo each other.
    pub(crate) fn find(rules: &Expanded, symbols: usize, steps: usize) -> Result<Weights, Endless> {
        let moved: Vec<bool> = (0..symbols).map(|code| keeps_number(rules, code as u8)).collect();
        let effects = effects(&rules.images, moved.contains(&true));
        let moves = Moves { images: &rules.images, symbols, moved, effects };
        // Weights of places only where there must be. Costs that differ a little keep the method from cycling.
        let cost = |index: usize| if index.is_multiple_of(PER_SYMBOL) { 100_000 } else { 100_000_000 } + 37 * index as u64;
        let costs: Vec<u64> = (0..symbols * PER_SYMBOL).map(cost).collect();
        match solve(&moves, &costs, steps) {
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
        match (u64::try_from(total), u64::try_from(self.denominator)) {
            (Ok(total), Ok(denominator)) => u128::from(total / denominator),
            _ => (total / self.denominator).unsigned_abs(),
        }
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
        let reads = |write: &&Write| allowed_at(image, write);
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

/// Cells of a move that are alike: what may stand there, what is written, where (from the corner, if places have
/// weights), and how many there are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Alike {
    allows: u16,
    write: u8,
    place: (u16, u16),
    times: i64,
}

/// What a move does to the numbers of symbols: the index of one image that does so, and its cells.
struct Effect {
    image: usize,
    cells: Vec<Alike>,
}

/// Symbols for a move of an image: for each sort of cells one, and perhaps another one for one cell.
struct Choice {
    symbols: Vec<u8>,
    other: Option<(usize, u8)>,
}

/// Numbers that weights are worked out in: fractions, or whole numbers where these are enough.
trait Number: Num + Ord + Clone + FromPrimitive {}

impl Number for BigRational {}
impl Number for i128 {}

/// What the images do, each effect once.
fn effects(images: &[Image], has_places: bool) -> Vec<Effect> {
    let mut all: BTreeMap<Vec<Alike>, usize> = BTreeMap::new();
    for (index, image) in images.iter().enumerate() {
        let mut cells: BTreeMap<(u16, u8, (u16, u16)), i64> = BTreeMap::new();
        for write in &image.writes {
            let place = if has_places { (write.row, write.column) } else { (0, 0) };
            *cells.entry((allowed_at(image, write), write.code, place)).or_default() += 1;
        }
        let alike =
            cells.into_iter().map(|((allows, write, place), times)| Alike { allows, write, place, times });
        all.entry(alike.collect()).or_insert(index);
    }
    let mut effects: Vec<Effect> = all.into_iter().map(|(cells, image)| Effect { image, cells }).collect();
    effects.sort_by_key(|effect| effect.image);
    effects
}

/// What may stand in a cell that is written.
fn allowed_at(image: &Image, write: &Write) -> u16 {
    let place = image.reads.binary_search_by_key(&(write.row, write.column), |read| (read.row, read.column));
    place.map_or(0, |place| image.reads[place].allows)
}

impl Moves<'_> {
    /// The weight of a symbol at a place.
    fn weight<N: Number>(&self, weights: &[N], code: u8, (row, column): (u16, u16)) -> N {
        let own = &weights[usize::from(code) * PER_SYMBOL..][..PER_SYMBOL];
        if !self.moved[usize::from(code)] {
            return own[0].clone();
        }
        let times =
            |one: &N, other: &N, number: u16| (one.clone() - other.clone()) * number_of(number.into());
        own[0].clone() + times(&own[1], &own[2], row) + times(&own[3], &own[4], column)
    }

    /// What an effect lowers least, by a move that changes something.
    fn least<N: Number>(&self, effect: &Effect, weights: &[N]) -> (N, Choice) {
        let mut choice = Choice { symbols: Vec::new(), other: None };
        let mut total = N::zero();
        // What it costs least to have one cell change, where none does.
        let mut cheapest: Option<(N, usize, u8)> = None;
        let mut changes = false;
        for (place, alike) in effect.cells.iter().enumerate() {
            let after = self.weight(weights, alike.write, alike.place);
            let lowered = |code: u8| self.weight(weights, code, alike.place) - after.clone();
            let choices = || (0..self.symbols as u8).filter(|code| alike.allows >> code & 1 == 1);
            let best =
                choices().min_by_key(|&code| (lowered(code), code == alike.write)).unwrap_or(alike.write);
            total = total + lowered(best) * number_of(alike.times);
            choice.symbols.push(best);
            changes |= best != alike.write;
            if let Some(other) =
                choices().filter(|&code| code != alike.write).min_by_key(|&code| lowered(code))
            {
                let more = lowered(other) - lowered(best);
                if cheapest.as_ref().is_none_or(|(least, ..)| more < *least) {
                    cheapest = Some((more, place, other));
                }
            }
        }
        if let (false, Some((more, place, code))) = (changes, cheapest) {
            total = total + more;
            choice.other = Some((place, code));
        }
        (total, choice)
    }

    /// The effect that lowers weights least, if that is less than `enough`.
    fn worst<N: Number>(&self, weights: &[N], enough: &N) -> Option<(&Effect, Choice)> {
        let all = self.effects.iter().map(|effect| (effect, self.least(effect, weights)));
        let (effect, (lowered, choice)) = all.min_by(|(_, (one, _)), (_, (other, _))| one.cmp(other))?;
        (lowered < *enough).then_some((effect, choice))
    }

    /// By how much a move lowers each weight.
    fn column(&self, effect: &Effect, worst: &Choice) -> Vec<i64> {
        let mut column = vec![0; self.symbols * PER_SYMBOL];
        let mut add = |code: u8, (row, to_right): (u16, u16), times: i64| {
            let own = &mut column[usize::from(code) * PER_SYMBOL..][..PER_SYMBOL];
            own[0] += times;
            if self.moved[usize::from(code)] {
                let (row, to_right) = (times * i64::from(row), times * i64::from(to_right));
                own[1] += row;
                own[2] -= row;
                own[3] += to_right;
                own[4] -= to_right;
            }
        };
        for (place, (alike, &before)) in effect.cells.iter().zip(&worst.symbols).enumerate() {
            add(before, alike.place, alike.times);
            add(alike.write, alike.place, -alike.times);
            if let Some((_, code)) = worst.other.filter(|(other, _)| *other == place) {
                add(before, alike.place, -1);
                add(code, alike.place, 1);
            }
        }
        column
    }

    /// The symbols in the cells that the image writes.
    fn symbols(&self, effect: &Effect, worst: &Choice) -> Vec<u8> {
        let image = &self.images[effect.image];
        let mut other = worst.other;
        let symbol = |write: &Write| {
            let allows = allowed_at(image, write);
            let is_own = |alike: &Alike| {
                (alike.allows, alike.write) == (allows, write.code)
                    && (alike.place == (write.row, write.column) || !self.has_places())
            };
            let place = effect.cells.iter().position(is_own).unwrap_or(0);
            match other.take_if(|(other, _)| *other == place) {
                Some((_, code)) => code,
                None => worst.symbols[place],
            }
        };
        image.writes.iter().map(symbol).collect()
    }

    fn has_places(&self) -> bool {
        self.moved.contains(&true)
    }
}

impl Columns for Moves<'_> {
    type Name = (usize, Vec<u8>);

    fn violated(&self, weights: &[BigRational]) -> Option<(Self::Name, Vec<i64>)> {
        let worst = match whole_numbers(weights) {
            Some((whole, denominator)) => self.worst(&whole, &denominator),
            None => self.worst(weights, &BigRational::one()),
        };
        worst.map(|(effect, choice)| {
            ((effect.image, self.symbols(effect, &choice)), self.column(effect, &choice))
        })
    }
}

fn number_of<N: Number>(number: i64) -> N {
    N::from_i64(number).expect("every whole number of 64 bits is one")
}

/// Fractions over their common denominator, where all of these are small enough to reckon with.
fn whole_numbers(fractions: &[BigRational]) -> Option<(Vec<i128>, i128)> {
    let mut denominator: i128 = 1;
    for fraction in fractions {
        let own = fraction.denom().to_i64()?;
        denominator = denominator.checked_mul(i128::from(own) / gcd(denominator, own.into()))?;
        (denominator < 1 << 62).then_some(())?;
    }
    let whole = |fraction: &BigRational| {
        let number = i128::from(fraction.numer().to_i64()?) * (denominator / fraction.denom().to_i128()?);
        (number.abs() < 1 << 80).then_some(number)
    };
    Some((fractions.iter().map(whole).collect::<Option<_>>()?, denominator))
}

fn gcd(one: i128, other: i128) -> i128 {
    if other == 0 { one } else { gcd(other, one % other) }
}
