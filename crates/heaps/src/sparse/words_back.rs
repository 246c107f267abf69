//! Exclusions by partners 64 or more heaps back: whole words of 64 heaps. Those very far back are left to
//! [`crate::sparse::far_back`].
//!
//! ```text
//! plane i, word w      bit p: heap 64w + p is common with index i
//! entry (d, j)         a rare part (or take) at distance d with index j:
//!                      index x at heap n - d excludes index x ^ j at heap n
//!
//! d = 64 q + s:        word w of the exclusions of index i gets
//!                      plane[i ^ j][w - q] << s  |  plane[i ^ j][w - q - 1] >> (64 - s)
//! ```
//!
//! Entries with the same shift s are OR-ed before they are shifted, so an entry costs one load and one OR for
//! each index and word; the unshifted sum of the previous word is kept for its upper part. Within a shift,
//! entries are grouped by `j mod 4`, for which the four-lane accumulators are permuted once a group.

use crate::simd::four_words::{self, Four, or};
use crate::simd::lanes::Lane;
use crate::simd::registers::Form;
use crate::sparse::columns::Columns;
use crate::sparse::far_back::{DISTANT, Distant};

/// Fours of planes handled together at most: enough to hide latency, few enough for registers.
const BLOCK: usize = 8;

/// Entries with one shift that are still shifted one by one.
const LONE: usize = 2;

/// The planes of past words, word-major.
#[derive(Clone, Debug)]
pub(crate) struct Planes<const Q: usize> {
    /// The word before the first, empty where it is before heap 0, and those from `base` on.
    rows: Vec<[Four; Q]>,
    base: usize,
}

impl<const Q: usize> Planes<Q> {
    /// No words yet; the first is to be `base`.
    pub(crate) fn new(base: usize) -> Self {
        Planes { rows: vec![[[0; 4]; Q]], base }
    }

    pub(crate) fn push(&mut self, row: [Four; Q]) {
        self.rows.push(row);
    }

    /// The bytes that it holds.
    pub(crate) fn bytes(&self) -> u64 {
        size_of_val(self.rows.as_slice()) as u64
    }

    /// Takes back all words from `word` on.
    pub(crate) fn truncate(&mut self, word: usize) {
        self.rows.truncate(word - self.base + 1);
    }

    /// Drops words when there are many more than the last `kept`.
    pub(crate) fn forget(&mut self, kept: usize) {
        if self.rows.len() > 2 * kept + 1024 {
            let spare = self.rows.len() - kept;
            self.rows.drain(..spare);
            self.base += spare;
        }
    }

    /// Whether words have been dropped.
    pub(crate) fn is_cut(&self) -> bool {
        self.base > 0
    }

    /// The word some words before another, after the one before it; `None` if that is before heap 0.
    #[inline(always)]
    fn pair(&self, word: usize, back: u32) -> Option<&[[Four; Q]; 2]> {
        let from = (word - self.base).checked_sub(back as usize)?;
        Some((&self.rows[from..from + 2]).try_into().expect("two rows"))
    }
}

/// An entry, but for the low two bits of its index.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Whole words back.
    back: u32,
    /// Heaps beyond these.
    shift: u32,
    /// The index divided by four.
    high: u32,
}

/// Entries with one shift, in groups by the low two bits of their index.
#[derive(Clone, Debug)]
struct Shift<const Q: usize> {
    shift: u32,
    groups: [Vec<Entry>; 4],
    /// The unshifted sum of the word before.
    last: Box<[Four; Q]>,
}

/// All far entries.
#[derive(Clone, Debug)]
pub(crate) struct Far<const Q: usize> {
    shifts: Vec<Shift<Q>>,
    /// Entries whose shift few others have, by the low two bits of their index. They are shifted one by one,
    /// which saves the sums to keep. None is shifted by 0.
    lone: [Vec<Entry>; 4],
    distant: Distant<Q>,
    /// The word that the `last` sums belong to.
    last_word: Option<usize>,
    /// Words that the farthest distant entry looks back, at least, 0 without one, and the farthest of the
    /// others.
    pub(crate) reach: usize,
    pub(crate) row_reach: usize,
    /// Indices in use, in fours, an even number: few heaps have a larger one, so the exclusions of larger
    /// ones are not computed.
    used: usize,
}

impl<const Q: usize> Far<Q> {
    pub(crate) fn new() -> Self {
        Far {
            shifts: Vec::new(),
            lone: Default::default(),
            distant: Distant::new(),
            last_word: None,
            reach: 0,
            row_reach: 1,
            used: 2,
        }
    }

    pub(crate) fn push(&mut self, distance: u64, index: u32) {
        let (words, shift) = ((distance / 64) as u32, (distance % 64) as u32);
        if distance >= DISTANT {
            self.reach = self.reach.max(words as usize + 2);
            self.distant.push(distance, index);
            return;
        }
        let entry = Entry { back: words, shift, high: index >> 2 };
        let low = (index & 3) as usize;
        let mut place = self.shifts.iter().position(|group| group.shift == shift);
        let company = self.lone.iter().flatten().filter(|lone| lone.shift == shift).count();
        if place.is_none() && shift > 0 && company < LONE {
            self.lone[low].push(entry);
        } else {
            let place = *place.get_or_insert_with(|| {
                let mut groups: [Vec<Entry>; 4] = Default::default();
                for (lone, group) in self.lone.iter_mut().zip(&mut groups) {
                    group.extend(lone.extract_if(.., |lone| lone.shift == shift));
                }
                self.shifts.push(Shift { shift, groups, last: Box::new([[0; 4]; Q]) });
                self.shifts.len() - 1
            });
            self.shifts[place].groups[low].push(entry);
        }
        self.row_reach = self.row_reach.max(words as usize + 2);
        self.last_word = None;
    }

    /// The number of indices whose exclusions are computed.
    pub(crate) fn used(&self) -> usize {
        self.used * 4
    }

    /// Computes the exclusions of at least `indices` indices from now on.
    pub(crate) fn widen(&mut self, indices: usize) {
        self.used = indices.div_ceil(8).max(1) * 2;
        self.last_word = None;
        self.distant.renew();
    }

    /// Forgets the kept sums, after words have been taken back.
    pub(crate) fn rewind(&mut self) {
        self.last_word = None;
    }

    /// The far exclusions of `word`, by planes.
    #[inline(always)]
    pub(crate) fn exclusions(&mut self, word: usize, planes: &Planes<Q>, columns: &Columns) -> [Four; Q] {
        let used = self.used;
        let is_stale = self.last_word.is_none_or(|last| last + 1 != word);
        let from = if is_stale { word.saturating_sub(1) } else { word };
        let mut all = self.distant.exclusions(word, columns, used).copied().unwrap_or([[0; 4]; Q]);
        add_shifted(&mut all, &self.lone, word, planes, used);
        for shift in &mut self.shifts {
            if is_stale {
                *shift.last = [[0; 4]; Q];
            }
            // One word, or where the sum of the word before is not kept, two: the code of `add` is long.
            for at in from..=word {
                let mut now = [[0; 4]; Q];
                add_unshifted(&mut now, &shift.groups, at, planes, used);
                if at == word {
                    for ((all, &now), &last) in all[..used.min(Q)].iter_mut().zip(&now).zip(shift.last.iter())
                    {
                        *all = or(*all, shifted(now, last, shift.shift));
                    }
                }
                *shift.last = now;
            }
        }
        self.last_word = Some(word);
        all
    }
}

/// Adds what entries exclude, shifted; `groups` are by the low two bits of their indices.
#[inline(always)]
fn add_shifted<const Q: usize>(
    all: &mut [Four; Q],
    groups: &[Vec<Entry>; 4],
    word: usize,
    planes: &Planes<Q>,
    used: usize,
) {
    for (low, entries) in groups.iter().enumerate() {
        add::<true, Q>(all, entries, word, planes, used, |all, part| match low {
            0 => add_permuted::<0>(all, part),
            1 => add_permuted::<1>(all, part),
            2 => add_permuted::<2>(all, part),
            _ => add_permuted::<3>(all, part),
        });
    }
}

/// The same, not shifted. Many groups have one entry or two: so that nothing is asked beside them, the code
/// of [`add`] is there for each of the four. It is long, and compiled for every width and form of registers.
#[inline(always)]
fn add_unshifted<const Q: usize>(
    all: &mut [Four; Q],
    groups: &[Vec<Entry>; 4],
    word: usize,
    planes: &Planes<Q>,
    used: usize,
) {
    add::<false, Q>(all, &groups[0], word, planes, used, add_permuted::<0>);
    add::<false, Q>(all, &groups[1], word, planes, used, add_permuted::<1>);
    add::<false, Q>(all, &groups[2], word, planes, used, add_permuted::<2>);
    add::<false, Q>(all, &groups[3], word, planes, used, add_permuted::<3>);
}

/// Adds what entries exclude whose indices have the same low two bits; `permuted` ORs their sum onto planes.
#[inline(always)]
fn add<const SHIFTED: bool, const Q: usize>(
    all: &mut [Four; Q],
    entries: &[Entry],
    word: usize,
    planes: &Planes<Q>,
    used: usize,
    permuted: impl Fn(&mut [Four], &[Four]) + Copy,
) {
    if entries.is_empty() {
        return;
    }
    let mut first = 0;
    while Q >= BLOCK && first + BLOCK <= used {
        permuted(&mut all[first..first + BLOCK], &block::<SHIFTED, Q, BLOCK>(first, entries, word, planes));
        first += BLOCK;
    }
    match used - first {
        0 => {}
        1..=2 => permuted(&mut all[first..first + 2], &block::<SHIFTED, Q, 2>(first, entries, word, planes)),
        3..=4 => permuted(&mut all[first..first + 4], &block::<SHIFTED, Q, 4>(first, entries, word, planes)),
        _ if Q > 4 => {
            permuted(&mut all[first..first + 6], &block::<SHIFTED, Q, 6>(first, entries, word, planes));
        }
        _ => unreachable!("no more fours are in use than there are"),
    }
}

/// What entries exclude of the fours of indices from `first` on, in registers, but for the low two bits.
#[inline(always)]
fn block<const SHIFTED: bool, const Q: usize, const FOURS: usize>(
    first: usize,
    entries: &[Entry],
    word: usize,
    planes: &Planes<Q>,
) -> [Four; FOURS] {
    let mut part = [[0; 4]; FOURS];
    for entry in entries {
        // Entries farther back than heap 0 exclude nothing yet.
        let Some([last, now]) = planes.pair(word, entry.back) else {
            continue;
        };
        for (offset, part) in part.iter_mut().enumerate() {
            let source = ((first + offset) ^ entry.high as usize) & (Q - 1);
            let excluded = match SHIFTED {
                false => now[source],
                true => four_words::shifted(last[source], now[source], entry.shift, 64 - entry.shift),
            };
            *part = or(*part, excluded);
        }
    }
    // Else the compiler permutes what every entry adds, rather than the sum.
    std::hint::black_box(part)
}

/// ORs a sum onto planes whose indices differ from its own in the low two bits by `LOW`.
#[inline(always)]
fn add_permuted<const LOW: usize>(all: &mut [Four], part: &[Four]) {
    for (all, part) in all.iter_mut().zip(part) {
        *all = or(*all, [part[LOW], part[1 ^ LOW], part[2 ^ LOW], part[3 ^ LOW]]);
    }
}

/// `now` moved up by `shift`, with the top of `last` moved in below.
#[inline(always)]
fn shifted(now: Four, last: Four, shift: u32) -> Four {
    // Two steps down, since a shift by 64 is none at all.
    four_words::shifted(four_words::halved(last), now, shift, 63 - shift)
}

/// The exclusions of a word as one set a heap.
#[inline(always)]
pub(crate) fn as_sets<L: Lane, const Q: usize>(form: impl Form, planes: &[Four; Q]) -> [L; 64] {
    let mut sets = [L::EMPTY; 64];
    L::transpose(form, planes.as_flattened(), &mut sets);
    sets
}
