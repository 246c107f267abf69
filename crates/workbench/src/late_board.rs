//! All states of small boards, made when a misère search has become long.

use grundy_core::{Convention, Run};
use grundy_tables::{Rules, SmallBoard, TableError, TableGame};
use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The most cells of the boards that a search makes, one after the other. States of 5x6 take 45 MB of memory, those of 6x6
/// take 1.4 GB; without mirrors that keep the moves it is four and six times as much.
const MOST_CELLS: [u32; 3] = [24, 30, 36];

/// As many states, as a power of 2, are decided in the time in which a search opens one sum. A board is made when the
/// search has taken as long as that will take.
const STATES_PER_SUM: u32 = 16;

/// A search that opens fewer sums makes no board.
const FEWEST_SUMS: u64 = 64;

/// A search for a proof opens this many sums before it makes a board. The proof is made of sums that the search keeps, and
/// it does not keep what it looks up on a board. Where fewer sums are kept, the proof is larger.
const SUMS_OF_A_PROOF: u64 = 1 << 20;

/// The small boards of one ruleset, by the sides of the boards that are searched.
#[derive(Default)]
pub(crate) struct LateBoards {
    by_sides: Mutex<HashMap<Searched, Arc<LateBoard>>>,
    /// Whether a proof will stand on the searches from now on.
    is_for_a_proof: AtomicBool,
}

/// The sides of the boards that are searched, and the fewest sums before a board is made.
type Searched = ((u32, u32), u64);

/// Small boards for searches of boards with the same sides, a larger one each time the search has become longer.
#[derive(Debug)]
pub struct LateBoard {
    sides: (u32, u32),
    /// The fewest sums that are opened before a board is made.
    fewest: u64,
    boards: [OnceLock<SmallBoard>; MOST_CELLS.len()],
    /// Sums that searches have opened.
    opened: AtomicU64,
    /// How many they are when the next board is made.
    next_at: AtomicU64,
    /// The place of the next board; held by the thread that makes it.
    next: Mutex<usize>,
}

impl LateBoards {
    /// The small boards for a search of boards with these sides.
    pub(crate) fn within(&self, sides: (u32, u32)) -> Arc<LateBoard> {
        let fewest = if self.is_for_a_proof.load(Ordering::Relaxed) { SUMS_OF_A_PROOF } else { FEWEST_SUMS };
        let mut boards = self.by_sides.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(boards.entry((sides, fewest)).or_insert_with(|| Arc::new(LateBoard::new(sides, fewest))))
    }

    /// Whether searches that begin from now on are for a proof.
    pub(crate) fn search_for_a_proof(&self, is_for_a_proof: bool) {
        self.is_for_a_proof.store(is_for_a_proof, Ordering::Relaxed);
    }

    /// Those for boards with these sides, or with the same turned over, where a board of that size is made.
    pub(crate) fn whole(&self, (rows, columns): (u32, u32)) -> Option<Arc<LateBoard>> {
        let boards = self.by_sides.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = |late: &&Arc<LateBoard>| {
            late.is_whole() && [(rows, columns), (columns, rows)].contains(&late.sides)
        };
        boards.values().filter(fits).min_by_key(|late| (late.sides, late.fewest)).map(Arc::clone)
    }

    /// Those with the largest small board that is made.
    pub(crate) fn largest(&self) -> Option<Arc<LateBoard>> {
        let boards = self.by_sides.lock().unwrap_or_else(PoisonError::into_inner);
        let cells = |late: &LateBoard| late.largest().map(|board| board.rules().cells());
        boards.values().max_by_key(|late| (cells(late), late.sides, late.fewest)).map(Arc::clone)
    }
}

impl LateBoard {
    pub(crate) fn new(sides: (u32, u32), fewest: u64) -> LateBoard {
        let late = LateBoard {
            sides,
            fewest,
            boards: Default::default(),
            opened: AtomicU64::new(0),
            next_at: AtomicU64::new(0),
            next: Mutex::new(0),
        };
        late.next_at.store(late.sums_before(0), Ordering::Relaxed);
        late
    }

    /// The sides of the board at a place; `None` behind the last.
    fn sides_of(&self, place: usize) -> Option<(u32, u32)> {
        Some(SmallBoard::sides_within(self.sides.0, self.sides.1, *MOST_CELLS.get(place)?))
    }

    /// How many sums are opened before the board at a place is made.
    fn sums_before(&self, place: usize) -> u64 {
        self.sides_of(place).map_or(u64::MAX, |(rows, columns)| {
            (1 << (rows * columns).saturating_sub(STATES_PER_SUM)).max(self.fewest)
        })
    }

    /// The largest board that is made.
    pub(crate) fn largest(&self) -> Option<&SmallBoard> {
        self.boards.iter().rev().find_map(OnceLock::get)
    }

    /// Whether a board with the sides of those that are searched is made.
    pub(crate) fn is_whole(&self) -> bool {
        self.largest().is_some_and(|board| self.has_sides(board.rules()))
    }

    /// Whether these are the rules of a board with the sides of those that are searched.
    fn has_sides(&self, rules: &Rules) -> bool {
        (rules.rows(), rules.columns()) == self.sides
    }

    /// Counts a sum that a search opens. When these are many, the next board is made, which is held of the run.
    pub(crate) fn open(&self, game: impl FnOnce() -> Option<TableGame>, run: &Run) {
        let opened = self.opened.fetch_add(1, Ordering::Relaxed);
        if opened < self.next_at.load(Ordering::Relaxed) {
            return;
        }
        // While one thread makes the board, others search on.
        let Ok(mut place) = self.next.try_lock() else { return };
        let Some(sides) = self.sides_of(*place) else { return };
        let rules = game().and_then(|game| both_ways(&game, sides));
        let Some((rules, turned)) = rules else { return self.next_at.store(u64::MAX, Ordering::Relaxed) };
        match self.make(*place, rules, turned.as_ref(), run) {
            Ok(true) => {
                // A place whose board would be the same one is passed over.
                while self.sides_of(*place) == Some(sides) {
                    *place += 1;
                }
                self.next_at.store(self.sums_before(*place), Ordering::Relaxed);
            }
            // The run is over, or has no room now. The next one may have more.
            Ok(false) | Err(TableError::Memory { .. }) => {
                self.next_at.store(opened.saturating_mul(2), Ordering::Relaxed);
            }
            Err(_) => self.next_at.store(u64::MAX, Ordering::Relaxed),
        }
    }

    /// Makes the board at a place; false where the run is over first.
    fn make(
        &self,
        place: usize,
        rules: Rules,
        turned: Option<&Rules>,
        run: &Run,
    ) -> Result<bool, TableError> {
        // Where the search goes on, half of the memory is left for it.
        let left = run.memory_left().unwrap_or(u64::MAX);
        let most = if self.has_sides(&rules) { left } else { left / 2 };
        let Some(board) = SmallBoard::build(rules, turned, most, &run.uncounted())? else {
            return Ok(false);
        };
        let is_held = run.hold(usize::try_from(board.bytes()).unwrap_or(usize::MAX)).is_ok();
        Ok(is_held && self.boards[place].set(board).is_ok())
    }
}

/// The rules of a board with these sides, and those of the board turned over; `None` where there is no table of it.
fn both_ways(game: &TableGame, (rows, columns): (u32, u32)) -> Option<(Rules, Option<Rules>)> {
    let rules = |rows, columns| Rules::new(game, rows, columns, Convention::Misere).ok();
    Some((rules(rows, columns)?, rules(columns, rows)))
}

impl fmt::Debug for LateBoards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LateBoards").finish_non_exhaustive()
    }
}
