//! Codes that leave more than three heaps, or add beans: the set of all nimbers that a total can be parted
//! into, by the number of heaps.
//!
//! With the heaps of 1, ..., a known, `any[c][m]` is the set of the XORs of c heaps that come to m, none
//! larger than a. The next size a, worth v, may be one more of them, time and again:
//!
//! ```text
//! any[c][m]    gets  any[c-1][m-a] ^ v                 c and m upwards: any number of a
//! differ[c][m] gets  differ[c-1][m-a] ^ v              c and m downwards: one a at most
//! mixed[c][m]  gets  (mixed[c-1][m-a] or, of the smaller sizes, any[c-1][m-a]) ^ v
//! ```
//!
//! where `mixed` holds what is not all of one size. The last row stands for c heaps or more where a digit has
//! no largest number. A set is a row of bits. The work is of the order of the heap for each row of each new
//! heap, times the largest nimber by 64.

use crate::Code;
use crate::code::digit::{Digit, MOST_NAMED, Sizes};
use crate::engine::pair_sets::translate;
use crate::error::EngineError;

/// The nimbers that this kernel may reach.
const NIMBERS: usize = 1 << 16;

/// The words of a row that are written in a step, about: some milliseconds.
const PAUSE: usize = 1 << 22;

/// Totals that there is room for at first.
const FIRST_ROOM: usize = 64;

/// Nimbers of such a code, in order of heaps.
#[derive(Clone, Debug)]
pub(crate) struct Many {
    code: Code,
    values: Vec<u16>,
    /// Totals below this have a place.
    room: usize,
    /// Words of a set: a power of two, so that XORs stay within.
    words: usize,
    /// The largest nimber.
    largest: usize,
    /// Heaps below this are in the sets.
    taken_in: usize,
    any: Option<Rows>,
    differ: Option<Rows>,
    mixed: Option<Rows>,
    /// The nimbers reached from the heap under study.
    reached: Vec<u64>,
}

/// The sets of 0, 1, ... heaps, each for all totals.
#[derive(Clone, Debug)]
struct Rows {
    /// The number of heaps of the last row.
    last: usize,
    /// The last row is for more heaps too.
    is_open: bool,
    bits: Vec<u64>,
}

impl Rows {
    /// The rows that the digits with such a rule need: the open one behind all numbers that must be told
    /// apart.
    fn needed(code: &Code, wanted: impl Fn(Sizes) -> bool) -> Option<Rows> {
        let (mut exact, mut open) = (0, None);
        for digit in all_digits(code) {
            // From here on all numbers of heaps are alike.
            let alike = digit.more().filter(|&sizes| wanted(sizes)).map(|_| first_like_more(&digit));
            let named = digit
                .rules()
                .filter(|&(heaps, sizes)| heaps > 1 && wanted(sizes))
                .map(|rule| rule.0 as usize);
            exact = named.filter(|&heaps| alike.is_none_or(|from| heaps < from)).fold(exact, usize::max);
            open = open.max(alike);
        }
        let last = open.map_or(exact, |from| from.max(exact + 1));
        (last > 0).then(|| Rows { last, is_open: open.is_some(), bits: Vec::new() })
    }

    fn clear(&mut self, room: usize, words: usize) {
        self.bits = vec![0; (self.last + 1) * room * words];
    }
}

/// The least number of heaps, two or more, from which all have the rule of those that are not named.
fn first_like_more(digit: &Digit) -> usize {
    let is_other = |heaps: &usize| digit.sizes(*heaps as u64) != digit.more();
    (2..=MOST_NAMED).rev().find(is_other).map_or(2, |heaps| heaps + 1)
}

fn all_digits(code: &Code) -> impl Iterator<Item = Digit> {
    let (digits, repeat) = code.fraction();
    let added = (0..=code.most_added())
        .map(|beans| if beans == 0 { code.digit(0) } else { code.digit_adding(beans) });
    added.chain(digits.iter().copied()).chain(repeat.iter().copied())
}

impl Many {
    /// Whether this kernel is the one for a code.
    pub(crate) fn is_for(code: &Code) -> bool {
        code.most_added() > 0 || code.most_parts().is_none_or(|parts| parts > 3)
    }

    /// Continues from known nimbers of heaps `0..values.len()`.
    pub(crate) fn from_values(code: &Code, values: Vec<u16>) -> Self {
        let mut many = Many {
            code: code.clone(),
            values: Vec::new(),
            room: FIRST_ROOM,
            words: 1,
            largest: 0,
            taken_in: 0,
            // Sizes that are not all equal need a row of their own beside those that may be any.
            any: Rows::needed(code, |sizes| matches!(sizes, Sizes::Any | Sizes::NotAllEqual)),
            differ: Rows::needed(code, |sizes| sizes == Sizes::AllDiffer),
            mixed: None,
            reached: Vec::new(),
        };
        let has_mixed = Rows::needed(code, |sizes| sizes == Sizes::NotAllEqual).is_some();
        many.mixed = many.any.clone().filter(|_| has_mixed);
        many.values = values;
        many.grow();
        many
    }

    pub(crate) fn values(&self) -> &[u16] {
        &self.values
    }

    /// The bytes that grow with the heaps.
    pub(crate) fn bytes(&self) -> u64 {
        let rows = [&self.any, &self.differ, &self.mixed].into_iter().flatten();
        2 * self.values.len() as u64 + rows.map(|rows| 8 * rows.bits.len() as u64).sum::<u64>()
    }

    /// Whether the sets have no room for what comes next.
    fn is_outgrown(&self) -> bool {
        self.values.len() + self.code.most_added() as usize >= self.room || self.largest / 64 >= self.words
    }

    /// Computes the next nimber, where the sets that it needs take at most `memory` bytes. Where many heaps
    /// are to be taken in again, some are, and the next step goes on with them.
    pub(crate) fn step(&mut self, memory: u64) -> Result<(), EngineError> {
        let heap = self.values.len();
        if self.is_outgrown() {
            // Totals are twice as many, or nimbers.
            if self.bytes().saturating_mul(2) > memory {
                return Err(EngineError::Limit { heap: heap as u64 });
            }
            self.grow();
        }
        let mut work = 0;
        while self.taken_in < heap {
            if work > PAUSE {
                return Ok(());
            }
            if self.taken_in > 0 {
                self.add(self.taken_in);
                work += self.room * self.words;
            }
            self.taken_in += 1;
        }
        self.reached.clear();
        self.reached.resize(self.words, 0);
        let added = self.code.most_added();
        for beans in 1..=added {
            self.reach(&self.code.digit_adding(beans), heap + beans as usize);
        }
        let most = self.code.largest_take().unwrap_or(u64::MAX).min(heap as u64);
        for taken in 0..=most {
            self.reach(&self.code.digit(taken), heap - taken as usize);
        }
        let full = self.reached.iter().take_while(|&&word| word == u64::MAX).count();
        let mex = full * 64 + self.reached.get(full).map_or(0, |word| word.trailing_ones() as usize);
        if mex >= NIMBERS - 1 {
            return Err(EngineError::Nimbers);
        }
        self.values.push(mex as u16);
        self.largest = self.largest.max(mex);
        Ok(())
    }

    /// Makes room for what comes next, with sets that have not taken in any heap.
    fn grow(&mut self) {
        self.taken_in = 0;
        let added = self.code.most_added() as usize;
        while self.values.len() + added >= self.room {
            self.room *= 2;
        }
        self.largest = self.values.iter().copied().max().unwrap_or(0).into();
        self.words = (self.largest / 64 + 1).next_power_of_two();
        // All are free before the first is made, so that old and new ones are never held together.
        for rows in [&mut self.any, &mut self.differ, &mut self.mixed].into_iter().flatten() {
            rows.bits = Vec::new();
        }
        for rows in [&mut self.any, &mut self.differ, &mut self.mixed].into_iter().flatten() {
            rows.clear(self.room, self.words);
            // No heaps come to nothing, and to nimber 0.
            rows.bits[0] = 1;
        }
        if let Some(mixed) = &mut self.mixed {
            mixed.bits[0] = 0;
        }
    }

    /// Takes in heaps of one more size.
    fn add(&mut self, size: usize) {
        let value = usize::from(self.values[size]);
        let sets = Sets { room: self.room, words: self.words, size, value };
        if let Some(differ) = &mut self.differ {
            sets.add_once(differ);
        }
        if let (Some(mixed), Some(any)) = (&mut self.mixed, &self.any) {
            sets.add_mixed(mixed, any);
        }
        if let Some(any) = &mut self.any {
            sets.add_often(any);
        }
    }

    /// Marks what a digit reaches with `beans` beans.
    fn reach(&mut self, digit: &Digit, beans: usize) {
        if digit.is_zero() {
            return;
        }
        if beans == 0 {
            self.reached[0] |= u64::from(digit.sizes(0).is_some());
            return;
        }
        if digit.sizes(1).is_some() {
            self.mark(usize::from(self.values[beans]));
        }
        for heaps in 2..=MOST_NAMED.min(beans) + 1 {
            // The last stands for all larger ones.
            let Some(sizes) = digit.sizes(heaps as u64) else { continue };
            if sizes == Sizes::AllEqual {
                self.reach_equal(heaps, beans, heaps > MOST_NAMED);
                continue;
            }
            let rows = match sizes {
                Sizes::Any => &self.any,
                Sizes::AllDiffer => &self.differ,
                _ => &self.mixed,
            };
            let Some(rows) = rows else { continue };
            let row = heaps.min(rows.last);
            let at = (row * self.room + beans) * self.words;
            for (reached, bits) in self.reached.iter_mut().zip(&rows.bits[at..at + self.words]) {
                *reached |= bits;
            }
            if rows.is_open && row == rows.last {
                // All larger numbers are in this row.
                return;
            }
        }
    }

    /// Marks the XOR of `heaps` equal heaps, or of any number of them from `heaps` on.
    fn reach_equal(&mut self, heaps: usize, beans: usize, and_more: bool) {
        let most = if and_more { beans } else { heaps };
        for heaps in (heaps..=most).filter(|&heaps| beans.is_multiple_of(heaps)) {
            let one = usize::from(self.values[beans / heaps]);
            self.mark(if heaps % 2 == 1 { one } else { 0 });
        }
    }

    fn mark(&mut self, value: usize) {
        self.reached[value / 64] |= 1 << (value % 64);
    }
}

/// How sets of totals become larger when heaps of one more size may be among them.
struct Sets {
    room: usize,
    words: usize,
    size: usize,
    value: usize,
}

impl Sets {
    /// Adds one heap of the size to the set of so many heaps of a total, where `from` holds it, and puts what
    /// comes of it among those of `heaps`.
    fn one_more(&self, into: &mut [u64], heaps: usize, total: usize, from: impl Fn(&[u64], usize) -> u64) {
        let into_at = (heaps * self.room + total) * self.words;
        for word in 0..self.words {
            let bits = from(into, word);
            if bits != 0 {
                into[into_at + (word ^ (self.value / 64))] |= translate(bits, self.value % 64);
            }
        }
    }

    /// The place of the set of so many heaps that lacks one heap of the size.
    fn without(&self, heaps: usize, total: usize) -> usize {
        (heaps * self.room + total - self.size) * self.words
    }

    fn add_often(&self, any: &mut Rows) {
        for heaps in 1..=any.last {
            let is_open = any.is_open && heaps == any.last;
            for total in self.size..self.room {
                let (fewer, as_many) = (self.without(heaps - 1, total), self.without(heaps, total));
                self.one_more(&mut any.bits, heaps, total, |bits, word| {
                    bits[fewer + word] | if is_open { bits[as_many + word] } else { 0 }
                });
            }
        }
    }

    fn add_once(&self, differ: &mut Rows) {
        for heaps in (1..=differ.last).rev() {
            let is_open = differ.is_open && heaps == differ.last;
            for total in (self.size..self.room).rev() {
                let (fewer, as_many) = (self.without(heaps - 1, total), self.without(heaps, total));
                self.one_more(&mut differ.bits, heaps, total, |bits, word| {
                    bits[fewer + word] | if is_open { bits[as_many + word] } else { 0 }
                });
            }
        }
    }

    /// `any` does not know the new size yet.
    fn add_mixed(&self, mixed: &mut Rows, any: &Rows) {
        for heaps in 2..=mixed.last {
            let is_open = mixed.is_open && heaps == mixed.last;
            for total in self.size..self.room {
                let (fewer, as_many) = (self.without(heaps - 1, total), self.without(heaps, total));
                self.one_more(&mut mixed.bits, heaps, total, |bits, word| {
                    let open = if is_open { bits[as_many + word] | any.bits[as_many + word] } else { 0 };
                    bits[fewer + word] | any.bits[fewer + word] | open
                });
            }
        }
    }
}
