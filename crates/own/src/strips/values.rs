//! The nimbers of all strips that can be left of one.

use super::cuts::{Code, Cuts};
use super::word::Word;
use crate::marks::Marks;
use grundy_core::{Run, Stopped};
use std::collections::HashMap;

/// A strip that is left: its first and last cells, and where those between stand in the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Stretch {
    length: u16,
    /// The first cell between the ends; 0 where there is none.
    inner: u16,
    /// The first cells, four bits each.
    left: u16,
    /// The last cells.
    right: u16,
}

/// What an entry of the table takes, about.
const ENTRY: usize = 32;

/// What is known of the strips that can be left of one.
#[derive(Debug)]
pub(super) struct StripValues {
    word: Word,
    /// How many cells at either end may differ.
    depth: usize,
    known: HashMap<u64, u32, foldhash::fast::RandomState>,
}

/// Cells as a number, four bits each.
fn packed(cells: &[Code]) -> u16 {
    cells.iter().fold(0, |all, &code| all << 4 | u16::from(code))
}

/// How many cells the two ends of a strip have.
fn ends(length: usize, depth: usize) -> (usize, usize) {
    let left = length.min(depth);
    (left, (length - left).min(depth))
}

impl StripValues {
    /// Values a strip of live cells, and all that can be left of it.
    ///
    /// # Errors
    /// When the run stops first.
    pub(super) fn find(cuts: &Cuts, codes: &[Code], run: &Run) -> Result<StripValues, Stopped> {
        run.hold(Word::bytes(codes.len()))?;
        let mut values =
            StripValues { word: Word::new(codes.to_vec()), depth: cuts.depth, known: HashMap::default() };
        let whole = values.stretch(0, codes);
        values.find_all(cuts, whole, run)?;
        Ok(values)
    }

    /// The nimber of some live cells, where they can be left of the strip.
    pub(super) fn nimber(&self, cells: &[Code]) -> Option<u32> {
        let (left, right) = ends(cells.len(), self.depth);
        let inner = self.word.find(&cells[left..cells.len() - right])?;
        let stretch = Stretch { inner: inner as u16, ..self.stretch(0, cells) };
        self.known.get(&self.key(stretch)).copied()
    }

    /// Live cells of which the first stands in this place of the whole.
    fn stretch(&self, first: usize, cells: &[Code]) -> Stretch {
        let (left, right) = ends(cells.len(), self.depth);
        let is_short = left + right == cells.len();
        Stretch {
            length: cells.len() as u16,
            inner: if is_short { 0 } else { (first + left) as u16 },
            left: packed(&cells[..left]),
            right: packed(&cells[cells.len() - right..]),
        }
    }

    /// A number that no other strip has.
    fn key(&self, stretch: Stretch) -> u64 {
        let length = usize::from(stretch.length);
        let (left, right) = ends(length, self.depth);
        let class = self.word.class(stretch.inner.into(), length - left - right);
        u64::from(class) << 48
            | u64::from(stretch.length) << 32
            | u64::from(stretch.left) << 16
            | u64::from(stretch.right)
    }

    /// The cells of a strip.
    fn write(&self, stretch: Stretch, cells: &mut Vec<Code>) {
        let length = usize::from(stretch.length);
        let (left, right) = ends(length, self.depth);
        let unpacked =
            |packed: u16, count: usize| (0..count).rev().map(move |cell| (packed >> (4 * cell) & 15) as Code);
        cells.clear();
        cells.extend(unpacked(stretch.left, left));
        cells.extend(&self.word.codes[usize::from(stretch.inner)..][..length - left - right]);
        cells.extend(unpacked(stretch.right, right));
    }

    /// Values a strip, depth first, the short ones before the long ones.
    fn find_all(&mut self, cuts: &Cuts, whole: Stretch, run: &Run) -> Result<(), Stopped> {
        let (mut open, mut held) = (vec![whole], 0);
        let (mut marks, mut cells) = (Marks::default(), Vec::new());
        while let Some(&stretch) = open.last() {
            let (key, first) = (self.key(stretch), open.len());
            if self.known.contains_key(&key) {
                open.pop();
                continue;
            }
            run.step()?;
            self.write(stretch, &mut cells);
            self.list(cuts, stretch, &mut cells, &mut marks, &mut open);
            if open.len() == first {
                run.hold(ENTRY)?;
                self.known.insert(key, marks.mex());
                open.pop();
                continue;
            }
            open[first..].sort_unstable_by(|one, other| other.cmp(one));
            open.dedup();
            let bytes = open.capacity() * size_of::<Stretch>();
            run.hold(bytes - held)?;
            held = bytes;
        }
        run.release(held);
        Ok(())
    }

    /// Marks the nimbers of all options of a strip; those that are not known yet are listed.
    fn list(
        &self,
        cuts: &Cuts,
        stretch: Stretch,
        cells: &mut [Code],
        marks: &mut Marks,
        open: &mut Vec<Stretch>,
    ) {
        marks.begin();
        let (left, _) = ends(cells.len(), self.depth);
        // Where the strip has cells between its ends, they tell where it stands.
        let origin = usize::from(stretch.inner).wrapping_sub(left);
        cuts.each_move(cells, |cells, first, cut| {
            let mut nimber = Some(0);
            cuts.each_left(cells, (first, cut), |cells, from, to| {
                let left = self.stretch(origin.wrapping_add(from), &cells[from..to]);
                let known = self.known.get(&self.key(left)).copied();
                if known.is_none() {
                    open.push(left);
                }
                nimber = nimber.zip(known).map(|(all, one)| all ^ one);
            });
            if let Some(nimber) = nimber {
                marks.mark(nimber);
            }
        });
    }
}
