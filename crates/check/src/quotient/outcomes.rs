//! The two sides of theorem A.

use super::QuotientRefusal;
use super::table::Table;
use grundy_core::Run;
use std::collections::HashSet;

/// What is checked of outcomes, component by component and then of all words.
pub(super) struct Outcomes<'a> {
    table: &'a Table,
    run: &'a Run,
    /// For each element the elements that no component of that value may have as an option: with them some
    /// product would be for the second player twice. Made when it is first asked.
    forbidden: Vec<Option<Vec<u64>>>,
    /// The pairs of a value and a set of options that were seen.
    seen: HashSet<(u16, Vec<u64>)>,
}

/// Work between two looks at the run.
const LOOK: usize = 1 << 20;

impl<'a> Outcomes<'a> {
    pub(super) fn new(table: &'a Table, run: &'a Run) -> Self {
        Outcomes { table, run, forbidden: vec![None; table.order], seen: HashSet::new() }
    }

    /// Takes in a component with the values of its options, and checks the second player's side.
    pub(super) fn component(&mut self, value: u16, options: &[u64]) -> Result<(), QuotientRefusal> {
        if options.iter().all(|&word| word == 0) {
            return match value {
                0 => Ok(()),
                _ => QuotientRefusal::because(format!("a component without moves has value {value}")),
            };
        }
        let table = self.table;
        let forbidden = self.forbidden[usize::from(value)].get_or_insert_with(|| forbidden(table, value));
        if meet(forbidden, options) {
            return QuotientRefusal::because(format!(
                "a sum for the second player has an option that is too: a component of value {value}"
            ));
        }
        if !self.seen.contains(&(value, options.to_vec())) {
            self.run.hold(8 * options.len() + 48)?;
            self.seen.insert((value, options.to_vec()));
        }
        Ok(())
    }

    /// Checks the next player's side for all words.
    pub(super) fn close(self) -> Result<(), QuotientRefusal> {
        let generators = least(self.table.order, self.seen);
        Closed::new(self.table, self.run, generators).run()
    }
}

/// The elements t for which some u has both `value u` and `t u` for the second player.
fn forbidden(table: &Table, value: u16) -> Vec<u64> {
    let mut set = table.no_elements();
    for other in 0..table.order as u16 {
        if meet(table.profile(value), table.profile(other)) {
            set[usize::from(other) / 64] |= 1 << (other % 64);
        }
    }
    set
}

fn meet(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).any(|(one, other)| one & other != 0)
}

fn is_part(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).all(|(one, other)| one & !other == 0)
}

fn size(set: &[u64]) -> usize {
    set.iter().map(|word| word.count_ones() as usize).sum()
}

/// The pairs without those whose set is larger than another of the same value; small sets first.
fn least(order: usize, seen: HashSet<(u16, Vec<u64>)>) -> Vec<(u16, Vec<u64>)> {
    let mut pairs: Vec<(u16, Vec<u64>)> = seen.into_iter().collect();
    pairs.sort_by_key(|(value, set)| (size(set), *value));
    let mut of_value: Vec<Vec<Vec<u64>>> = vec![Vec::new(); order];
    let mut kept = Vec::new();
    for (value, set) in pairs {
        let known = &mut of_value[usize::from(value)];
        if !known.iter().any(|less| is_part(less, &set)) {
            known.push(set.clone());
            kept.push((value, set));
        }
    }
    kept
}

/// The closure of the pairs under products, as far as sets are least.
///
/// At the end no pair that was kept lies above another, every pair of a component lies above a kept one or has
/// value 1, and so does every product of two that were kept; each of these was looked at. By induction on its
/// length the pair of every word lies above one that was kept, or above a product that was looked at.
struct Closed<'a> {
    table: &'a Table,
    run: &'a Run,
    /// The least sets of each element.
    known: Vec<Vec<Vec<u64>>>,
    /// Pairs that wait, by the size of the set.
    waiting: Vec<Vec<(u16, Vec<u64>)>>,
    work: usize,
}

impl<'a> Closed<'a> {
    fn new(table: &'a Table, run: &'a Run, generators: Vec<(u16, Vec<u64>)>) -> Self {
        let known = vec![Vec::new(); table.order];
        let mut waiting = vec![Vec::new(); table.order + 1];
        for (value, set) in generators {
            waiting[size(&set)].push((value, set));
        }
        Closed { table, run, known, waiting, work: 0 }
    }

    /// Small sets first: most of what is left is then needless at once.
    fn run(mut self) -> Result<(), QuotientRefusal> {
        let mut least = 0;
        while least < self.waiting.len() {
            match self.waiting[least].pop() {
                None => least += 1,
                Some((value, set)) => least = least.min(self.take(value, set)?),
            }
        }
        Ok(())
    }

    /// Looks at a pair; gives the size of the smallest set that is new.
    fn take(&mut self, value: u16, set: Vec<u64>) -> Result<usize, QuotientRefusal> {
        if !self.table.is_p(value) && !meet(&set, &self.table.p) {
            return QuotientRefusal::because(format!(
                "a sum of value {value} is said to be the next player's, and has no move that wins"
            ));
        }
        let mut smallest = usize::MAX;
        // The empty sum's set is part of every other: this pair was looked at, and has no news for products.
        if value == 0 || self.is_known(value, &set) {
            return Ok(smallest);
        }
        let known = &mut self.known[usize::from(value)];
        known.retain(|other| !is_part(&set, other));
        known.push(set.clone());
        for (other, sets) in self.known.iter().enumerate() {
            for others in sets {
                let (product, options) = times(self.table, (value, &set), (other as u16, others));
                self.work += 64;
                if product == 0 || !self.is_known(product, &options) {
                    let size = size(&options);
                    smallest = smallest.min(size);
                    self.waiting[size].push((product, options));
                }
            }
        }
        if self.work >= LOOK {
            self.work = 0;
            self.run.check()?;
        }
        Ok(smallest)
    }

    fn is_known(&self, value: u16, set: &[u64]) -> bool {
        self.known[usize::from(value)].iter().any(|less| is_part(less, set))
    }
}

/// The pair of two words together.
fn times(table: &Table, (one, options): (u16, &[u64]), (other, others): (u16, &[u64])) -> (u16, Vec<u64>) {
    let mut all = table.no_elements();
    spread(options, table.row(other), &mut all);
    spread(others, table.row(one), &mut all);
    (table.row(one)[usize::from(other)], all)
}

/// Adds the products of the elements of a set with what the row is of.
pub(super) fn spread(set: &[u64], row: &[u16], into: &mut [u64]) {
    for (place, &word) in set.iter().enumerate() {
        let mut rest = word;
        while rest != 0 {
            let product = row[64 * place + rest.trailing_zeros() as usize];
            into[usize::from(product) / 64] |= 1 << (product % 64);
            rest &= rest - 1;
        }
    }
}
