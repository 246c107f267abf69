//! Exclusions by partners 64 or more heaps back: whole words of 64 heaps.
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
//! Entries with the same shift s are OR-ed before they are shifted, so an
//! entry costs one load and one OR for each index and word; the unshifted
//! sum of the previous word is kept for its upper part. Within a shift,
//! entries are grouped by `j mod 4`, for which the four-lane accumulators are
//! permuted once a group.

use crate::lane::Lane;

/// Four planes side by side.
type Four = [u64; 4];

/// Planes handled together: enough to hide latency, few enough for registers.
const BLOCK: usize = 4;

/// Entries with one shift that are still shifted one by one.
const LONE: usize = 2;

/// The planes of past words, word-major.
#[derive(Clone, Debug)]
pub(crate) struct Planes<const Q: usize> {
    pub(crate) rows: Vec<[Four; Q]>,
    /// The word of the first row.
    pub(crate) base: usize,
}

/// Entries with one shift, in groups by the low two bits of their index.
#[derive(Clone, Debug)]
struct Shift<const Q: usize> {
    shift: u32,
    /// (whole words back, index without its low two bits, divided by four)
    groups: [Vec<(u32, u32)>; 4],
    /// The unshifted sum of the word before.
    last: Box<[Four; Q]>,
}

/// All far entries.
#[derive(Clone, Debug)]
pub(crate) struct Far<const Q: usize> {
    shifts: Vec<Shift<Q>>,
    /// Entries whose shift few others have, by the low two bits of their
    /// index: (whole words back, shift, index divided by four). They are
    /// shifted one by one, which saves the sums to keep.
    lone: [Vec<(u32, u32, u32)>; 4],
    /// The word that the `last` sums belong to.
    last_word: Option<usize>,
    /// Words that the farthest entry looks back, at least.
    pub(crate) reach: usize,
    /// Indices in use, in fours and whole blocks: no heap has a larger one, so
    /// the exclusions of larger ones are not computed.
    used: usize,
}

impl<const Q: usize> Far<Q> {
    pub(crate) fn new() -> Self {
        Far { shifts: Vec::new(), lone: Default::default(), last_word: None, reach: 1, used: BLOCK }
    }

    pub(crate) fn push(&mut self, distance: u64, index: u32) {
        let (words, shift) = ((distance / 64) as u32, (distance % 64) as u32);
        let low = (index & 3) as usize;
        let mut place = self.shifts.iter().position(|group| group.shift == shift);
        let company = self.lone.iter().flatten().filter(|lone| lone.1 == shift).count();
        if place.is_none() && company < LONE {
            self.lone[low].push((words, shift, index >> 2));
        } else {
            let place = *place.get_or_insert_with(|| {
                let mut groups: [Vec<(u32, u32)>; 4] = Default::default();
                for (lone, group) in self.lone.iter_mut().zip(&mut groups) {
                    group.extend(lone.extract_if(.., |lone| lone.1 == shift).map(|lone| (lone.0, lone.2)));
                }
                self.shifts.push(Shift { shift, groups, last: Box::new([[0; 4]; Q]) });
                self.shifts.len() - 1
            });
            self.shifts[place].groups[low].push((words, index >> 2));
        }
        self.reach = self.reach.max(words as usize + 2);
        self.last_word = None;
    }

    /// The number of indices whose exclusions are computed.
    pub(crate) fn used(&self) -> usize {
        self.used * 4
    }

    /// Computes the exclusions of at least `indices` indices from now on.
    pub(crate) fn widen(&mut self, indices: usize) {
        self.used = indices.div_ceil(4 * BLOCK).max(1) * BLOCK;
        self.last_word = None;
    }

    /// Forgets the kept sums, after words have been taken back.
    pub(crate) fn rewind(&mut self) {
        self.last_word = None;
    }

    /// The far exclusions of `word`, by planes.
    #[inline(always)]
    pub(crate) fn exclusions(&mut self, word: usize, planes: &Planes<Q>) -> [Four; Q] {
        let used = self.used;
        if self.last_word.is_none_or(|last| last + 1 != word) {
            for shift in &mut self.shifts {
                *shift.last = match word {
                    0 => [[0; 4]; Q],
                    _ => sum(&shift.groups, word - 1, planes, used),
                };
            }
        }
        let mut all = [[0; 4]; Q];
        add_lone::<0, Q>(&mut all, &self.lone[0], word, planes, used);
        add_lone::<1, Q>(&mut all, &self.lone[1], word, planes, used);
        add_lone::<2, Q>(&mut all, &self.lone[2], word, planes, used);
        add_lone::<3, Q>(&mut all, &self.lone[3], word, planes, used);
        for shift in &mut self.shifts {
            let now = sum(&shift.groups, word, planes, used);
            for ((all, &now), &last) in all[..used.min(Q)].iter_mut().zip(&now).zip(shift.last.iter()) {
                *all = or(*all, shifted(now, last, shift.shift));
            }
            *shift.last = now;
        }
        self.last_word = Some(word);
        all
    }
}

/// The unshifted sum of one shift's entries.
#[inline(always)]
fn sum<const Q: usize>(
    groups: &[Vec<(u32, u32)>; 4],
    word: usize,
    planes: &Planes<Q>,
    used: usize,
) -> [Four; Q] {
    let mut all = [[0; 4]; Q];
    add_group::<0, Q>(&mut all, &groups[0], word, planes, used);
    add_group::<1, Q>(&mut all, &groups[1], word, planes, used);
    add_group::<2, Q>(&mut all, &groups[2], word, planes, used);
    add_group::<3, Q>(&mut all, &groups[3], word, planes, used);
    all
}

/// Adds the entries whose indices end in `LOW`.
#[inline(always)]
fn add_group<const LOW: usize, const Q: usize>(
    all: &mut [Four; Q],
    group: &[(u32, u32)],
    word: usize,
    planes: &Planes<Q>,
    used: usize,
) {
    if group.is_empty() {
        return;
    }
    let place = word - planes.base;
    // Entries farther back than heap 0 exclude nothing yet.
    for first in (0..used.min(Q)).step_by(BLOCK) {
        let mut part = [[0u64; 4]; BLOCK];
        for &(back, high) in group {
            let Some(place) = place.checked_sub(back as usize) else {
                continue;
            };
            let row = &planes.rows[place];
            for (offset, part) in part.iter_mut().enumerate() {
                *part = or(*part, row[((first + offset) ^ high as usize) & (Q - 1)]);
            }
        }
        for (all, part) in all[first..first + BLOCK].iter_mut().zip(part) {
            *all = or(*all, [part[LOW], part[1 ^ LOW], part[2 ^ LOW], part[3 ^ LOW]]);
        }
    }
}

/// Adds lone entries whose indices end in `LOW`.
#[inline(always)]
fn add_lone<const LOW: usize, const Q: usize>(
    all: &mut [Four; Q],
    lone: &[(u32, u32, u32)],
    word: usize,
    planes: &Planes<Q>,
    used: usize,
) {
    if lone.is_empty() {
        return;
    }
    let place = word - planes.base;
    for first in (0..used.min(Q)).step_by(BLOCK) {
        let mut part = [[0u64; 4]; BLOCK];
        for &(back, shift, high) in lone {
            let Some(at) = place.checked_sub(back as usize) else {
                continue;
            };
            let now = &planes.rows[at];
            // Before heap 0 there is nothing to shift in.
            let last = if at == 0 { &[[0; 4]; Q] } else { &planes.rows[at - 1] };
            for (offset, part) in part.iter_mut().enumerate() {
                let source = ((first + offset) ^ high as usize) & (Q - 1);
                *part = or(*part, shifted(now[source], last[source], shift));
            }
        }
        for (all, part) in all[first..first + BLOCK].iter_mut().zip(part) {
            *all = or(*all, [part[LOW], part[1 ^ LOW], part[2 ^ LOW], part[3 ^ LOW]]);
        }
    }
}

/// `now` moved up by `shift`, with the top of `last` moved in below.
#[inline(always)]
fn shifted(now: Four, last: Four, shift: u32) -> Four {
    // Two steps down, since a shift by 64 is none at all.
    let up = 63 - shift;
    [0, 1, 2, 3].map(|lane: usize| now[lane] << shift | (last[lane] >> up) >> 1)
}

#[inline(always)]
fn or(a: Four, b: Four) -> Four {
    [a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]]
}

/// The exclusions of a word as one set a heap.
#[inline(always)]
pub(crate) fn as_sets<L: Lane, const Q: usize>(planes: &[Four; Q]) -> [L; 64] {
    let mut sets = [L::EMPTY; 64];
    L::transpose(planes.as_flattened(), &mut sets);
    sets
}
