//! A table in a folder, as a source of knowledge.

use crate::block::{BlockFile, Page};
use crate::finished::Finished;
use crate::header::COUNTS;
use crate::home::Home;
use crate::memory::Words;
use crate::seats::Seats;
use crate::{Content, Moves, TableError, TableShape};
use grundy_core::{Nimber, Outcome};
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// The most files that are kept open.
const MOST_FILES: usize = 128;
/// The most entries in pages that are kept in memory, in bits: 16 MiB.
const MOST_PAGE_BITS: u64 = 1 << 27;

/// A table in a folder. A question costs one page of the file, of 32 KiB at most, whose checksum is looked at;
/// pages lately asked for are kept in memory.
///
/// It may be shared by threads, and read while it is being built.
///
/// ```
/// use grundy_core::{Convention, Outcome, Run};
/// use grundy_tables::{Build, Content, Rules, StateTable, TableGame, TableShape};
///
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path().join("T");
/// let rules = Rules::new(&TableGame::two_d_nim(Some(3)), 4, 4, Convention::Misere)?;
/// Build::new(TableShape::new(rules.clone(), Content::Outcomes)?).in_folder(&folder, &Run::unlimited())?;
///
/// let table = StateTable::open(&folder)?;
/// let state = rules.read("1100/0000/0000/0001")?;
/// assert_eq!(table.outcome(state)?, Outcome::N);
/// let taken: Vec<String> = table.winning(state)?.iter().map(|&taken| rules.write(taken)).collect();
/// assert_eq!(taken, ["1100/0000/0000/0000"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct StateTable {
    home: Home,
    seats: Seats,
    moves: Moves,
    cache: Mutex<Cache>,
}

#[derive(Default)]
struct Cache {
    files: HashMap<u64, Arc<BlockFile>>,
    pages: HashMap<(u64, u64), Arc<Page>>,
    page_bits: u64,
}

impl StateTable {
    /// Opens the table of a folder.
    ///
    /// # Errors
    /// When there is none, or none that this program can read.
    pub fn open(folder: &Path) -> Result<StateTable, TableError> {
        let home = Home::open(folder)?;
        let moves = home.shape().rules().moves();
        Ok(StateTable { seats: Seats::new(home.shape()), moves, home, cache: Mutex::default() })
    }

    /// Whether a folder has the manifest of a table, good or bad.
    pub(crate) fn is_begun(folder: &Path) -> bool {
        Home::has_manifest(folder)
    }

    /// The block in which a state stands.
    pub(crate) fn block_of(&self, stones: u64) -> u64 {
        self.seat(self.number(stones)).0
    }

    /// What it holds, of which game.
    pub fn shape(&self) -> &TableShape {
        self.home.shape()
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        self.home.folder()
    }

    /// Who wins a state.
    ///
    /// # Errors
    /// [`TableError::Missing`] when its block is not built, [`TableError::Damaged`] when its page is
    /// not what was written.
    ///
    /// # Panics
    /// When the state has stones beyond the board.
    pub fn outcome(&self, stones: u64) -> Result<Outcome, TableError> {
        let entry = self.entry(self.number(stones))?;
        let is_lost = match self.shape().content() {
            Content::Outcomes => entry == 1,
            Content::Nimbers => entry == 0,
        };
        Ok(if is_lost { Outcome::P } else { Outcome::N })
    }

    /// The nimber of a state.
    ///
    /// # Errors
    /// As [`outcome`](StateTable::outcome), and [`TableError::OutcomesOnly`].
    ///
    /// # Panics
    /// When the state has stones beyond the board.
    pub fn nimber(&self, stones: u64) -> Result<Nimber, TableError> {
        match self.shape().content() {
            Content::Outcomes => Err(TableError::OutcomesOnly),
            Content::Nimbers => Ok(Nimber(u64::from(self.entry(self.number(stones))?))),
        }
    }

    /// The winning moves of a state, as the stones that they take.
    ///
    /// # Errors
    /// As [`outcome`](StateTable::outcome).
    ///
    /// # Panics
    /// When the state has stones beyond the board.
    pub fn winning(&self, stones: u64) -> Result<Vec<u64>, TableError> {
        let mut winning = Vec::new();
        for taken in self.moves.from_state(stones) {
            if self.outcome(stones ^ taken)? == Outcome::P {
                winning.push(taken);
            }
        }
        Ok(winning)
    }

    /// The moves of a state, as the stones that they take.
    pub fn moves_of(&self, stones: u64) -> impl Iterator<Item = u64> + '_ {
        self.moves.from_state(stones)
    }

    /// How many moves a state has.
    pub fn count_moves(&self, stones: u64) -> usize {
        self.moves.from_state(stones).count()
    }

    /// P-positions by number of stones, from none to all; as they were counted when the blocks were
    /// built.
    ///
    /// # Errors
    /// [`TableError::Missing`] when a block is not built, [`TableError::Damaged`] when a header is not
    /// what was written.
    pub fn p_by_stones(&self) -> Result<Vec<u64>, TableError> {
        let mut counts = [0; COUNTS];
        for block in self.shape().kept_blocks() {
            let file = self.block(block)?;
            let weight = self.seats.weight(block);
            for (sum, count) in counts.iter_mut().zip(&file.header.counts) {
                // What a forged header says may be any number.
                *sum = weight.saturating_mul(*count).saturating_add(*sum);
            }
        }
        Ok(counts[..=self.shape().rules().cells() as usize].to_vec())
    }

    /// The number under which a state stands. A move takes the same bits off every number.
    ///
    /// # Panics
    /// When the state has stones beyond the board.
    pub fn number(&self, stones: u64) -> u64 {
        let rules = self.shape().rules();
        assert!(stones <= rules.full_board(), "a state of {rules}");
        self.seats.layout.index(stones)
    }

    /// The state that stands under a number.
    pub fn stones(&self, number: u64) -> u64 {
        self.seats.layout.stones(number)
    }

    /// The block in which the state of a number stands, among those that the table keeps, and its place there.
    pub fn seat(&self, number: u64) -> (u64, u64) {
        self.seats.seat(number)
    }

    /// Bytes of all entries, in memory.
    ///
    /// # Errors
    /// As [`p_by_stones`](StateTable::p_by_stones).
    pub fn bytes(&self) -> Result<u64, TableError> {
        let bytes = |block| {
            self.block(block)?;
            Ok(self.shape().planes() * self.shape().block_states().div_ceil(8))
        };
        self.shape().kept_blocks().map(bytes).sum()
    }

    /// All entries of a block, whose checksums and counts are checked on the way.
    ///
    /// # Errors
    /// As [`outcome`](StateTable::outcome).
    pub fn entries(&self, block: u64) -> Result<Entries, TableError> {
        let file = self.block(block)?;
        let path = self.home.path(block);
        let written = file.header.counts;
        let words = self.shape().block_words();
        let entries = Entries(file.read(&path, self.shape(), &|| Words::zeroed(words))?);
        let lost = if self.shape().content() == Content::Outcomes { 1 } else { 0 };
        let first = block * self.shape().block_states();
        let mut counts = [0_u64; COUNTS];
        for place in 0..self.shape().block_states() {
            counts[(first + place).count_ones() as usize] += u64::from(entries.get(place) == lost);
        }
        if counts != written {
            let what = "its counts are not those of its states".to_owned();
            return Err(TableError::Damaged { path, what });
        }
        Ok(entries)
    }

    /// The file of a block, newly opened.
    fn block(&self, block: u64) -> Result<BlockFile, TableError> {
        self.home.block(block)?.ok_or(TableError::Missing { block, blocks: self.shape().blocks() })
    }

    /// What stands under a number: a nimber, or 1 for a P-position and 0 for an N-position.
    ///
    /// # Errors
    /// As [`outcome`](StateTable::outcome).
    pub fn entry(&self, number: u64) -> Result<u8, TableError> {
        let (block, place) = self.seat(number);
        let file = self.file(block)?;
        let page = self.page(&file, block, place / file.states_a_page())?;
        Ok(page.entry(place % file.states_a_page()))
    }

    fn file(&self, block: u64) -> Result<Arc<BlockFile>, TableError> {
        if let Some(file) = self.cache().files.get(&block) {
            return Ok(Arc::clone(file));
        }
        let file = Arc::new(self.block(block)?);
        let mut cache = self.cache();
        if cache.files.len() >= MOST_FILES {
            cache.files.clear();
        }
        cache.files.insert(block, Arc::clone(&file));
        Ok(file)
    }

    fn page(&self, file: &BlockFile, block: u64, page: u64) -> Result<Arc<Page>, TableError> {
        if let Some(page) = self.cache().pages.get(&(block, page)) {
            return Ok(Arc::clone(page));
        }
        let read = Arc::new(file.page(&self.home.path(block), page)?);
        let bits = file.states_a_page() * u64::from(file.header.width);
        let mut cache = self.cache();
        cache.page_bits += bits;
        if cache.page_bits > MOST_PAGE_BITS {
            cache.pages.clear();
            cache.page_bits = bits;
        }
        cache.pages.insert((block, page), Arc::clone(&read));
        Ok(read)
    }

    fn cache(&self) -> std::sync::MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// The entries of a block, in memory.
pub struct Entries(Finished);

impl Entries {
    /// The entry at a place: the number of a state, without the bits of its block.
    ///
    /// # Panics
    /// When the block has no such state.
    pub fn get(&self, place: u64) -> u8 {
        self.0.entry(place)
    }
}

impl std::fmt::Debug for Entries {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Entries").field("bits", &self.0.planes.len()).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for StateTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StateTable").field("folder", &self.folder()).field("shape", &self.shape()).finish()
    }
}
