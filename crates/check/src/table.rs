//! Is a table true? Checksums, and the rule itself: a state is P exactly when none of its options is.
//!
//! # The theorem
//!
//! A table of outcomes or nimbers of all states of a board is true if every entry follows from those of the
//! options of its state: by induction on the stones, which every move lowers.
//!
//! | hypothesis | checked by |
//! |---|---|
//! | every block is there, is this table's and stands in its place | `StateTable::entries` (fingerprint, number) |
//! | no page was changed since it was written; the counts are those of the entries | `StateTable::entries` |
//! | every entry follows from the options of its state | `hold_to_rule`: all of them with [`Extent::All`] |
//!
//! With [`Extent::Sample`] that is a sample, and no proof.
//!
//! Nothing here is the engine's: moves are found on the board cell by cell, by the shapes that the manifest gives,
//! and states are looked up one at a time. What it shares is the format: where a state stands in which file. The shapes
//! of 2D Nim and Boxing Match are written here once more, so that no other rules go by these names; those of other
//! games are held to their rules by whoever has them (`grundy table verify` asks the shelf).

use grundy_core::{Convention, Run, Stones};
use grundy_tables::{Content, Entries, StateTable, TableError};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// Which states are held to the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// So many, drawn at random; the same seed draws the same ones.
    Sample {
        /// How many.
        states: u64,
        /// The seed.
        seed: u64,
    },
    /// All of them. The table is then held in memory.
    All,
}

/// A state whose entry contradicts those of its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The state's stones.
    pub stones: u64,
    /// What the table has: a nimber, or 1 for P and 0 for N.
    pub entry: u8,
    /// What follows from its options.
    pub follows: u8,
}

/// What a check has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableCheck {
    /// Blocks whose checksums were right, and whose counts were those of their states.
    pub blocks: u64,
    /// States that were held to the rule.
    pub states: u64,
    /// The first contradictions met, at most ten.
    pub contradictions: Vec<Contradiction>,
    /// Whether it came to its end.
    pub is_complete: bool,
}

/// Checks a table: the checksums of all blocks and their counts, and then the rule, on the threads and within
/// the limits of a run. The run counts the states that are held to the rule as nodes. A check that it stops
/// is not complete.
///
/// ```
/// use grundy_check::table::{Extent, verify};
/// use grundy_core::{Convention, Run};
/// use grundy_tables::{Build, Content, Rules, StateTable, TableGame, TableShape};
///
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path().join("T");
/// let rules = Rules::new(&TableGame::BOXING_MATCH, 4, 4, Convention::Normal)?;
/// Build::new(TableShape::new(rules.clone(), Content::Outcomes)?).in_folder(&folder, &Run::unlimited())?;
///
/// let table = StateTable::open(&folder)?;
/// let checked = verify(&table, Extent::All, &Run::unlimited())?;
/// assert_eq!((checked.states, checked.contradictions.len()), (65_536, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`TableError::Damaged`] and [`TableError::Missing`] for the first block that is not right, and
/// [`TableError::Memory`].
pub fn verify(table: &StateTable, extent: Extent, run: &Run) -> Result<TableCheck, TableError> {
    let needed = if extent == Extent::All { table.bytes()? } else { 0 };
    if let Some(allowed) = run.limits().memory.filter(|&allowed| needed > allowed) {
        return Err(TableError::Memory { needed, allowed });
    }
    if run.hold(needed as usize).is_err() {
        return Ok(TableCheck::default()); // it was stopped
    }
    let checked = verify_held(table, extent, run);
    run.release(needed as usize);
    checked
}

fn verify_held(table: &StateTable, extent: Extent, run: &Run) -> Result<TableCheck, TableError> {
    let shape = table.shape();
    let is_kept = extent == Extent::All;
    // A manifest alone is no reason to take memory: where nothing is kept, blocks have no places.
    let kept = if is_kept { shape.blocks() } else { 0 };
    let places: Vec<OnceLock<Entries>> = (0..kept).map(|_| OnceLock::new()).collect();
    let blocks = Mutex::new(shape.kept_blocks());
    let read = AtomicU64::new(0);
    let failure = Mutex::new(None);
    let fail = |error| {
        lock(&failure).get_or_insert(error);
    };
    in_threads(run.threads(), || {
        while run.check().is_ok() && lock(&failure).is_none() {
            let Some(block) = lock(&blocks).next() else { break };
            // Reading a block checks its checksums and its counts.
            match table.entries(block) {
                Ok(entries) => {
                    read.fetch_add(1, Ordering::Relaxed);
                    if let Some(place) = places.get(block as usize) {
                        drop(place.set(entries));
                    }
                }
                Err(error) => fail(error),
            }
        }
    });
    let contents: Vec<Option<Entries>> = places.into_iter().map(OnceLock::into_inner).collect();
    let mut checked = TableCheck { blocks: read.into_inner(), ..TableCheck::default() };
    let is_read = lock(&blocks).next().is_none();
    if !is_read && lock(&failure).is_none() {
        return Ok(checked); // it was stopped
    }
    let states = match extent {
        Extent::Sample { states, .. } => states,
        Extent::All => shape.rules().states(),
    };
    let found = Found::default();
    let next = AtomicU64::new(0);
    in_threads(run.threads(), || {
        let lookup = Lookup { table, contents: &contents };
        if lock(&failure).is_none()
            && let Err(error) = hold_to_rule(&lookup, extent, states, &next, run, &found)
        {
            fail(error);
        }
    });
    if let Some(error) = lock(&failure).take() {
        return Err(error);
    }
    checked.states = found.states.into_inner();
    checked.contradictions = found.contradictions.into_inner().unwrap_or_else(PoisonError::into_inner);
    checked.is_complete = checked.states == states;
    Ok(checked)
}

/// Runs the same work on several threads, this one among them.
fn in_threads(threads: usize, work: impl Fn() + Sync) {
    std::thread::scope(|scope| {
        for _ in 1..threads.max(1) {
            scope.spawn(&work);
        }
        work();
    });
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[derive(Default)]
struct Found {
    states: AtomicU64,
    contradictions: Mutex<Vec<Contradiction>>,
}

/// Entries, from memory where they are there.
struct Lookup<'t> {
    table: &'t StateTable,
    contents: &'t [Option<Entries>],
}

impl Lookup<'_> {
    fn entry(&self, number: u64) -> Result<u8, TableError> {
        if self.contents.is_empty() {
            return self.table.entry(number);
        }
        let (block, place) = self.table.seat(number);
        match self.contents.get(block as usize) {
            Some(Some(entries)) => Ok(entries.get(place)),
            _ => self.table.entry(number),
        }
    }
}

/// One thread: takes runs of states until there are none.
fn hold_to_rule(
    lookup: &Lookup<'_>,
    extent: Extent,
    states: u64,
    next: &AtomicU64,
    run: &Run,
    found: &Found,
) -> Result<(), TableError> {
    const STATES: u64 = 256;
    let rules = lookup.table.shape().rules();
    let board = Board::new(lookup.table)?;
    loop {
        let start = next.fetch_add(STATES, Ordering::Relaxed);
        if start >= states || run.check().is_err() {
            return Ok(());
        }
        let end = (start + STATES).min(states);
        for index in start..end {
            let number = match extent {
                Extent::All => index,
                Extent::Sample { seed, .. } => draw(seed, index) & rules.full_board(),
            };
            let entry = lookup.entry(number)?;
            let follows = board.follows(lookup, number)?;
            if entry != follows {
                let stones = lookup.table.stones(number);
                let mut all = lock(&found.contradictions);
                if all.len() < 10 {
                    all.push(Contradiction { stones, entry, follows });
                }
            }
        }
        found.states.fetch_add(end - start, Ordering::Relaxed);
        run.count(end - start);
    }
}

/// The `index`-th number of a seed: SplitMix64.
fn draw(seed: u64, index: u64) -> u64 {
    let mut mixed = seed.wrapping_add(index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// The shapes of the moves, as lists of cells by row and column from the corner.
type Shape = Vec<(usize, usize)>;

/// The shapes that a table's manifest gives.
fn shapes_of(table: &StateTable) -> Vec<Shape> {
    let cells = |shape: &Stones| {
        let columns = shape.columns;
        let stones = (0..shape.rows * columns).filter(|cell| shape.cells >> cell & 1 == 1);
        stones.map(|cell| ((cell / columns) as usize, (cell % columns) as usize)).collect()
    };
    table.shape().rules().shapes().iter().map(cells).collect()
}

/// The shapes of the games that are known by name, written once more: a table of that name has these and no others.
///
/// # Errors
/// When a manifest of such a name gives other shapes.
fn check_known_game(table: &StateTable, shapes: &[Shape]) -> Result<(), TableError> {
    let rules = table.shape().rules();
    let (rows, columns) = (rules.rows() as usize, rules.columns() as usize);
    let block = |rows: usize, columns: usize| -> Shape {
        (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect()
    };
    let most = |text: &str| text.parse().unwrap_or(usize::MAX); // else any
    let mut known: Vec<Shape> = match (rules.id(), rules.parameters().strip_prefix("max=").map(most)) {
        ("2d-nim", Some(most)) => {
            let along = (1..=most.min(columns)).map(|length| block(1, length));
            along.chain((2..=most.min(rows)).map(|length| block(length, 1))).collect()
        }
        ("boxing-match", None) => (1..=rows.min(columns)).map(|side| block(side, side)).collect(),
        _ => return Ok(()),
    };
    let mut shapes = shapes.to_vec();
    known.sort_unstable();
    shapes.sort_unstable();
    if known == shapes {
        return Ok(());
    }
    let why = format!("the moves in its manifest are not those of {}", rules.game());
    Err(TableError::NotATable { path: table.folder().to_owned(), why })
}

/// The board, cell by cell.
struct Board {
    convention: Convention,
    shapes: Vec<Shape>,
    is_outcome: bool,
    /// The bit of a state's number for the cell in a row and a column.
    bits: Vec<Vec<u64>>,
}

impl Board {
    fn new(table: &StateTable) -> Result<Board, TableError> {
        let rules = table.shape().rules();
        let shapes = shapes_of(table);
        check_known_game(table, &shapes)?;
        let bit = |row, column| table.number(1_u64 << (row * rules.columns() + column));
        let bits = (0..rules.rows()).map(|row| (0..rules.columns()).map(|column| bit(row, column)).collect());
        let is_outcome = table.shape().content() == Content::Outcomes;
        Ok(Board { convention: rules.convention(), shapes, is_outcome, bits: bits.collect() })
    }

    /// What the options of a state say of it.
    fn follows(&self, lookup: &Lookup<'_>, number: u64) -> Result<u8, TableError> {
        if self.is_outcome {
            let mut is_over = true;
            let flow = self.options(number, |option| {
                is_over = false;
                match lookup.entry(option) {
                    Ok(0) => ControlFlow::Continue(()),
                    Ok(_) => ControlFlow::Break(Ok(0)),
                    Err(error) => ControlFlow::Break(Err(error)),
                }
            });
            return match flow {
                ControlFlow::Break(result) => result,
                ControlFlow::Continue(()) => Ok(u8::from(!is_over || self.convention == Convention::Normal)),
            };
        }
        let mut values = [false; 256];
        let flow = self.options(number, |option| match lookup.entry(option) {
            Ok(value) => {
                values[usize::from(value)] = true;
                ControlFlow::Continue(())
            }
            Err(error) => ControlFlow::Break(error),
        });
        match flow {
            ControlFlow::Break(error) => Err(error),
            // No board has enough stones that all 256 values occur.
            ControlFlow::Continue(()) => Ok(values.iter().take_while(|&&met| met).count() as u8),
        }
    }

    /// Visits the numbers of the options of a state.
    fn options<B>(&self, number: u64, mut visit: impl FnMut(u64) -> ControlFlow<B>) -> ControlFlow<B> {
        let (rows, columns) = (self.bits.len(), self.bits[0].len());
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            for shape in &self.shapes {
                if let Some(left) = self.without(number, shape, row, column) {
                    visit(left)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The state without a shape with its corner here; `None` where a cell of it is off the board, or has no stone.
    fn without(&self, number: u64, shape: &Shape, row: usize, column: usize) -> Option<u64> {
        shape.iter().try_fold(number, |left, (down, right)| {
            let bit = self.bits.get(row + down)?.get(column + right)?;
            (number & bit != 0).then_some(left & !bit)
        })
    }
}
