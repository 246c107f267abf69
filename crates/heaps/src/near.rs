//! The chain: the 64 heaps of a word one after the other, with the exclusions
//! by partners less than 64 heaps back.
//!
//! When the index x of heap n is known, what it excludes at n + 1 .. n + 63
//! is one row of a table; the row is OR-ed onto the sets of the heaps ahead.
//! Four heaps go together, so that the sets ahead are read and written once.

use crate::history::RARE;
use crate::lane::Lane;

/// Heaps ahead that a row covers; entries stop at 63, the rest is zero so
/// that rows may be read with an offset.
const ROW: usize = 72;

/// Sets of the heaps of this word, and of those ahead that rows reach.
const AHEAD: usize = 64 + ROW;

/// Entries with a distance below 64 and the sets they have filled.
#[derive(Clone, Debug)]
pub(crate) struct Near<L> {
    /// (distance, index) in order of distance.
    entries: Vec<(u32, u32)>,
    /// `rows[x][d]`: what index x excludes d heaps later; one more row,
    /// empty, for an index that does not fit.
    rows: Vec<[L; ROW]>,
    ahead: [L; AHEAD],
    /// Whether any entry has a distance of 1 to 3.
    tight: bool,
}

impl<L: Lane> Near<L> {
    pub(crate) fn new() -> Self {
        Near { entries: Vec::new(), rows: Vec::new(), ahead: [L::EMPTY; AHEAD], tight: false }
    }

    pub(crate) fn push(&mut self, distance: u64, index: u32) {
        self.entries.push((distance as u32, index));
        self.entries.sort_unstable();
        self.tight |= distance < 4;
        if L::ROWS {
            self.rows.resize(L::INDICES + 1, [L::EMPTY; ROW]);
            for x in 0..L::INDICES {
                self.rows[x][distance as usize].insert(x ^ index as usize);
            }
        }
    }

    /// Rebuilds the sets ahead from the 64 bytes before a word, oldest first.
    pub(crate) fn restart(&mut self, before: &[u8; 64]) {
        self.ahead = [L::EMPTY; AHEAD];
        for (place, &byte) in before.iter().enumerate().filter(|&(_, &byte)| byte != RARE) {
            for &(distance, index) in &self.entries {
                if let Some(ahead) = (place + distance as usize).checked_sub(64) {
                    self.ahead[ahead].insert(usize::from(byte) ^ index as usize);
                }
            }
        }
    }

    /// Runs one word; false when some heap has no free index.
    #[inline(always)]
    pub(crate) fn run(&mut self, far: &[L; 64], bytes: &mut [u8; 64]) -> bool {
        for (set, far) in self.ahead.iter_mut().zip(far) {
            *set = set.union(*far);
        }
        let fits = match (L::ROWS && !self.entries.is_empty(), self.tight) {
            (false, _) => self.run_by_entries(bytes),
            (true, false) => self.run_by_rows::<false>(bytes),
            (true, true) => self.run_by_rows::<true>(bytes),
        };
        self.advance();
        fits
    }

    #[inline(always)]
    fn advance(&mut self) {
        self.ahead.copy_within(64.., 0);
        self.ahead[AHEAD - 64..].fill(L::EMPTY);
    }

    #[inline(always)]
    fn run_by_entries(&mut self, bytes: &mut [u8; 64]) -> bool {
        let mut fits = true;
        for (place, byte) in bytes.iter_mut().enumerate() {
            let x = self.ahead[place].first_free();
            fits &= x < L::INDICES;
            *byte = x as u8;
            for &(distance, index) in &self.entries {
                self.ahead[(place + distance as usize) & 127].insert((x ^ index as usize) & (L::INDICES - 1));
            }
        }
        fits
    }

    #[inline(always)]
    fn run_by_rows<const TIGHT: bool>(&mut self, bytes: &mut [u8; 64]) -> bool {
        let rows = &self.rows[..L::INDICES + 1];
        let ahead = &mut self.ahead;
        let mut fits = true;
        let mut now: [L; 4] = [ahead[0], ahead[1], ahead[2], ahead[3]];
        for place in (0..64).step_by(4) {
            let x0 = now[0].first_free();
            let r0 = &rows[x0];
            if TIGHT {
                now[1] = now[1].union(r0[1]);
                now[2] = now[2].union(r0[2]);
                now[3] = now[3].union(r0[3]);
            }
            let x1 = now[1].first_free();
            let r1 = &rows[x1];
            if TIGHT {
                now[2] = now[2].union(r1[1]);
                now[3] = now[3].union(r1[2]);
            }
            let x2 = now[2].first_free();
            let r2 = &rows[x2];
            if TIGHT {
                now[3] = now[3].union(r2[1]);
            }
            let x3 = now[3].first_free();
            let r3 = &rows[x3];
            let chosen = [x0, x1, x2, x3];
            for (byte, x) in bytes[place..place + 4].iter_mut().zip(chosen) {
                fits &= x < L::INDICES;
                *byte = x as u8;
            }
            let ahead: &mut [L; ROW - 4] =
                (&mut ahead[place + 4..place + ROW]).try_into().expect("ROW - 4 sets lie ahead");
            // The next four are taken apart first: the chain waits for them.
            for lane in 0..4 {
                now[lane] = ahead[lane]
                    .union(r0[lane + 4])
                    .union(r1[lane + 3])
                    .union(r2[lane + 2])
                    .union(r3[lane + 1]);
            }
            for lane in 4..ROW - 8 {
                ahead[lane] = ahead[lane]
                    .union(r0[lane + 4])
                    .union(r1[lane + 3])
                    .union(r2[lane + 2])
                    .union(r3[lane + 1]);
            }
            if place == 60 {
                ahead[..4].copy_from_slice(&now);
            }
        }
        fits
    }

    /// Runs one word in which some heaps are known to be rare or have more
    /// indices excluded: `special(place, set)` may add to the set and says
    /// whether the heap is rare.
    pub(crate) fn run_with(
        &mut self,
        far: &[L; 64],
        bytes: &mut [u8; 64],
        mut special: impl FnMut(usize, &mut L) -> bool,
    ) -> bool {
        for (set, far) in self.ahead.iter_mut().zip(far) {
            *set = set.union(*far);
        }
        let mut fits = true;
        for (place, byte) in bytes.iter_mut().enumerate() {
            let mut set = self.ahead[place];
            if special(place, &mut set) {
                *byte = RARE;
                continue;
            }
            let x = set.first_free();
            *byte = x as u8;
            if x >= L::INDICES {
                fits = false;
                continue;
            }
            for &(distance, index) in &self.entries {
                self.ahead[place + distance as usize].insert(x ^ index as usize);
            }
        }
        self.advance();
        fits
    }
}
