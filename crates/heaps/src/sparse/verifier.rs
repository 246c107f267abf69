//! What the chain of the sliced engine says becomes history here, once every rare nimber below it is seen to
//! be an option.

use crate::code::rules::Rules;
use crate::simd::registers::Form;
use crate::sparse::columns::Columns;
use crate::sparse::history::History;
use crate::sparse::option_search::OutOfReach;
use crate::sparse::strike::RUN;
use crate::sparse::witness::{Found, REACH, Witnesses};
use crate::sparse::word_chain::Batch;

/// The verified heaps, and what verifies more.
#[derive(Clone)]
pub(crate) struct Verifier {
    rules: Rules,
    pub(crate) history: History,
    /// Heaps found to be rare, with their nimbers, that the history does not reach yet.
    pub(crate) given: Vec<(u64, u32)>,
    columns: Columns,
    pub(crate) witnesses: Witnesses,
}

impl Verifier {
    /// Continues a history of whole words; `None` when it has dropped what witnesses look back at.
    pub(crate) fn new<const Q: usize>(rules: &Rules, history: History) -> Option<Self> {
        let indices = 4 * Q;
        let words = history.words();
        let mut columns = Columns::new(indices, REACH, words);
        columns.fill(words, |word| history.planes::<Q>(word))?;
        let witnesses = Witnesses::new(indices, rules, &history);
        Some(Verifier { rules: rules.clone(), history, given: Vec::new(), columns, witnesses })
    }

    /// The bytes that grow with the heaps.
    pub(crate) fn bytes(&self) -> u64 {
        self.history.bytes() + self.columns.bytes()
    }

    /// Words that the history must hold.
    pub(crate) fn reach(&self) -> usize {
        self.columns.reach()
    }

    /// Verifies a batch, which begins where the history ends, and appends it. When a heap turns out to be
    /// rare, it is given, and the history ends before its word.
    ///
    /// # Errors
    ///
    /// When a heap cannot be verified; the history ends before its run.
    #[inline(always)]
    pub(crate) fn take(&mut self, form: impl Form, batch: &Batch) -> Result<Option<Found>, OutOfReach> {
        for bytes in batch.bytes.chunks(RUN * 64) {
            let first = self.history.words();
            self.append(form, bytes);
            let count = bytes.len() / 64;
            match self.witnesses.verify(form, first, count, &self.columns, &self.rules, &self.history) {
                Ok(None) => {}
                Ok(Some(found)) => {
                    self.take_back((found.heap / 64) as usize);
                    self.given.push((found.heap, found.value));
                    return Ok(Some(found));
                }
                Err(error) => {
                    self.take_back(first);
                    return Err(error);
                }
            }
        }
        Ok(None)
    }

    #[inline(always)]
    fn append(&mut self, form: impl Form, bytes: &[u8]) {
        self.history.append(bytes);
        self.columns.push_bytes(form, bytes);
        if !self.given.is_empty() {
            let end = self.history.len();
            self.history.rares.extend(self.given.extract_if(.., |rare| rare.0 < end));
        }
    }

    /// Takes back every word from `word` on; its rare heaps are given again.
    #[cold]
    fn take_back(&mut self, word: usize) {
        let length = word as u64 * 64;
        let known = self.history.rares.partition_point(|rare| rare.0 < length);
        // The first heap of a run that is not verified is in its first word.
        self.given.extend(self.history.rares.drain(known..).filter(|rare| rare.0 < length + 64));
        self.history.truncate(length);
        self.columns.truncate(word);
    }
}
