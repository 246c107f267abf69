//! Nimbers known, and the options made of them.

use super::super::clock::{Clock, Halt};
use super::planes::BLOCK;
use grundy_heaps::{Code, Sizes};

/// Smaller parts that are looked at in any case; a larger reach allows more.
const PARTS: usize = 1 << 20;

/// Small parts compared before it is asked whether one of them did it.
const STRETCH: usize = 256;

/// The work of all pairs of a stretch, counted in options. It is less than their number, because the processor
/// takes many pairs at once.
const WORK_A_STRETCH: usize = 32;

/// The nimbers of the first heaps and of the latest.
pub(super) struct Values {
    takes: Vec<usize>,
    breaks: Vec<usize>,
    /// Of each of these, 1 where the two heaps must differ.
    differ: Vec<usize>,
    /// The largest smaller part that can be looked at.
    parts: usize,
    longest: usize,
    first: Vec<u16>,
    /// Those that can be smaller parts, the last of them first.
    mirrored: Vec<u16>,
    latest: Vec<u16>,
    /// The first heap of the latest.
    skipped: usize,
}

impl Values {
    pub(super) fn new(code: &Code, longest: u64, reach: usize) -> Self {
        let list = |heaps: u32| -> Vec<usize> {
            (0..=longest).filter(|&taken| code.may_leave(taken, heaps)).map(|taken| taken as usize).collect()
        };
        let breaks = list(2);
        let differ = |&taken: &usize| usize::from(code.digit(taken as u64).sizes(2) != Some(Sizes::Any));
        Values {
            takes: list(1),
            differ: breaks.iter().map(differ).collect(),
            breaks,
            parts: reach.max(PARTS),
            longest: longest as usize,
            first: Vec::new(),
            mirrored: Vec::new(),
            latest: Vec::new(),
            skipped: 0,
        }
    }

    /// About the bytes that are held once `terms` heaps are known.
    pub(super) fn bytes(&self, terms: usize) -> u64 {
        let (parts, known) = (self.parts as u64, terms as u64);
        // The first heaps and their mirror, and the latest until they are cut.
        let latest = 2 * (parts + self.longest as u64) + 2 * BLOCK as u64;
        2 * (2 * parts.min(known) + latest.min(known))
    }

    /// The numbers of beans that may be taken to leave one heap.
    pub(super) fn takes(&self) -> &[usize] {
        &self.takes
    }

    /// Those after which a heap may be broken in two.
    pub(super) fn breaks(&self) -> &[usize] {
        &self.breaks
    }

    /// How many heaps are known, from 0.
    pub(super) fn known(&self) -> usize {
        self.skipped + self.latest.len()
    }

    /// A heap among the first.
    pub(super) fn first(&self, heap: usize) -> u16 {
        self.first[heap]
    }

    pub(super) fn extend(&mut self, values: &[u16]) {
        // Not before it was asked whether there is memory for it.
        self.mirrored.resize(self.parts + 1, 0);
        let room = (self.parts + 1).saturating_sub(self.first.len());
        for value in values.iter().take(room) {
            self.mirrored[self.parts - self.first.len()] = *value;
            self.first.push(*value);
        }
        let window = self.parts + self.longest + 2;
        if self.latest.len() > 2 * window {
            // The last block may not count yet.
            let old = self.latest.len() - window - BLOCK;
            self.latest.drain(..old);
            self.skipped += old;
        }
        self.latest.extend(values);
    }

    /// The nimbers of the first of `known` heaps and of the latest, as many as are ever looked at.
    pub(super) fn kept(&self, known: usize) -> [&[u16]; 2] {
        let [first, latest] = self.lengths(known);
        [&self.first[..first], &self.latest[known - latest - self.skipped..known - self.skipped]]
    }

    /// How many nimbers [`Values::kept`] has.
    pub(super) fn lengths(&self, known: usize) -> [usize; 2] {
        [known.min(self.parts + 1), known.min(self.parts + self.longest + 2 + BLOCK)]
    }

    /// Goes on from what was kept of `known` heaps.
    pub(super) fn restore(&mut self, known: usize, [first, latest]: [&[u16]; 2]) {
        self.extend(first);
        self.latest = latest.to_vec();
        self.skipped = known - latest.len();
    }

    /// The latest heaps from the beginning of a block on: its heap, and the nimbers.
    pub(super) fn latest_blocks(&self) -> (usize, &[u16]) {
        let start = self.skipped.next_multiple_of(BLOCK);
        (start, &self.latest[start - self.skipped..])
    }

    /// Whether a take, or a split with a smaller part of at most `most`, leaves this nimber.
    #[inline(always)]
    pub(super) fn has_option(
        &self,
        heap: usize,
        value: u16,
        most: usize,
        clock: &mut Clock<'_>,
    ) -> Result<bool, Halt> {
        let latest = |heap: usize| self.latest[heap - self.skipped];
        if self.takes.iter().any(|&taken| taken < heap && latest(heap - taken) == value) {
            return Ok(true);
        }
        let most = most.min(self.parts).min(heap / 2);
        clock.worked(self.takes.len())?;
        for from in (1..=most).step_by(STRETCH) {
            clock.worked(self.breaks.len() * WORK_A_STRETCH)?;
            for (&taken, &differ) in self.breaks.iter().zip(&self.differ) {
                let rest = heap.saturating_sub(taken);
                let half = rest.saturating_sub(differ) / 2;
                let end = (from + STRETCH).min(most + 1).min(half + 1);
                if from < end {
                    let large = &self.latest[rest + 1 - end - self.skipped..=rest - from - self.skipped];
                    let small = &self.mirrored[self.parts + 1 - end..=self.parts - from];
                    if small.iter().zip(large).fold(u16::MAX, |least, (a, b)| least.min(a ^ b ^ value)) == 0 {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    /// The mex over every option of a heap, which lies among the first.
    pub(super) fn mex(&self, heap: usize, clock: &mut Clock<'_>) -> Result<u16, Halt> {
        let mut seen = vec![false; 1 << 16];
        for &taken in self.takes.iter().filter(|&&taken| taken < heap) {
            seen[usize::from(self.first[heap - taken])] = true;
        }
        for (&taken, &differ) in self.breaks.iter().zip(&self.differ).filter(|pair| *pair.0 < heap) {
            let rest = heap - taken;
            clock.worked(rest / 2 + 1)?;
            for part in 1..=(rest - differ) / 2 {
                seen[usize::from(self.first[part] ^ self.first[rest - part])] = true;
            }
        }
        Ok(seen.iter().position(|seen| !seen).unwrap_or(0) as u16)
    }
}
