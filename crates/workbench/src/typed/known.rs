//! What is known of parts and sums without a search: by theorems, by tables, by a store.

use crate::late_board::LateBoard;
use crate::memos::Memo;
use crate::named::{Identified, Named};
use crate::question::Approach;
use crate::typed::Typed;
use crate::typed::tables::Tables;
use grundy_core::{Nimber, Outcome, Playable, Reader, Run, Stones, Tame, Tuned};
use grundy_solve::{Lookup, MexSolver, MisereSolver};
use grundy_store::{Error, Store};
use grundy_tables::SmallBoard;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Parts and sums of less estimated work than this are searched again: that is faster than reading a file.
pub(super) const LEAST_EFFORT: u64 = 16;

/// Of what is searched, a store is asked for parts and sums of at least two thirds of the effort. A search opens
/// thousands of easier ones for each of them, and they cost less than to read the file for all.
fn asked_from(effort: u64) -> u64 {
    (effort / 3).saturating_mul(2).max(LEAST_EFFORT)
}

/// Sums of more parts are not looked up on a small board.
const MOST_AT_HAND: usize = 16;

/// How often a search places boards before it gives up to look their sum up: about as long as to open a sum.
const MOST_PLACED: u32 = 12;

/// What is known of parts without search: by theorems and tables, where they are asked for, and by a
/// store. Its solvers ask it first, and share what the memo holds.
pub(crate) struct Known<'a, R: Playable> {
    memo: &'a Memo<R>,
    rules: &'a Named<R>,
    approach: Approach,
    tables: Option<Tables<'a, R>>,
    store: Option<Asked<'a>>,
    small_board: Option<(Arc<LateBoard>, &'a Run)>,
}

/// A store, as a search asks it.
#[derive(Clone, Copy)]
struct Asked<'a> {
    store: &'a Store,
    least_effort: u64,
}

impl<R: Playable> Lookup<R::Position> for Known<'_, R> {
    fn at_hand(&self, part: &R::Position) -> Option<Nimber> {
        if self.asks_theorems() { self.rules.knowledge().theorem(part) } else { None }
    }

    fn nimber(&self, part: &R::Position) -> Option<Nimber> {
        self.at_hand(part).or_else(|| {
            if self.tables.is_none() && self.store.is_none() {
                return None;
            }
            let effort = Tuned(&self.rules.rules).effort(part);
            let by_table = || self.tables.as_ref().filter(|_| effort >= LEAST_EFFORT)?.nimber(part);
            // What cannot be read is not known, and is searched.
            let by_store = || {
                let asked = self.store.filter(|asked| effort >= asked.least_effort)?;
                asked.store.nimber(&self.rules.term(part)).ok().flatten().map(Nimber)
            };
            by_table().or_else(by_store)
        })
    }

    fn tame(&self, part: &R::Position) -> Option<Tame> {
        if self.asks_theorems() { self.rules.knowledge().tame(part) } else { None }
    }

    fn misere_outcome(&self, sum: &[&R::Position]) -> Option<Outcome> {
        if let Some((small, run)) = &self.small_board {
            small.open(|| self.memo.rules.table_game(), run);
        }
        if self.tables.is_none() && self.store.is_none() {
            return None;
        }
        let effort = sum_effort(self.rules, sum.iter().copied());
        let tables = self.tables.as_ref().filter(|_| effort >= LEAST_EFFORT);
        let by_table = tables.and_then(|tables| tables.misere_outcome(sum.iter().copied()));
        let by_store = || {
            let asked = self.store.filter(|asked| effort >= asked.least_effort)?;
            asked.store.misere(&sum_text(self.rules, sum)).ok().flatten().map(outcome_of)
        };
        by_table.or_else(by_store)
    }

    fn misere_at_hand(&self, sum: &[&R::Position]) -> Option<Outcome> {
        let late = &self.small_board.as_ref()?.0;
        // Where the board that is searched has a table, most sums have room in it.
        let most_placed = if late.is_whole() { MOST_PLACED } else { 0 };
        on_small_board(late.largest()?, self.rules, sum, most_placed)
    }

    fn has_misere_at_hand(&self) -> bool {
        self.small_board.as_ref().is_some_and(|(small, _)| small.largest().is_some())
    }
}

/// Who wins a sum under misère play, where a small board has room for it.
pub(super) fn on_small_board<R: Playable>(
    small: &SmallBoard,
    rules: &Named<R>,
    sum: &[&R::Position],
    most_placed: u32,
) -> Option<Outcome> {
    let taking = rules.taking()?;
    let mut boards = [Stones::full(1, 1); MOST_AT_HAND];
    let boards = boards.get_mut(..sum.len())?;
    for (board, part) in boards.iter_mut().zip(sum) {
        *board = taking.stones(part)?;
    }
    small.misere_outcome(boards, most_placed)
}

impl<'a, R: Playable> Known<'a, R> {
    /// The same, and sums that can be laid out on a small board are known under misère play, once a search has been
    /// long.
    pub(crate) fn with_small_board(mut self, sum: &[R::Position], run: &'a Run) -> Self {
        if let Some(taking) = self.rules.taking() {
            let sides = sum.iter().map(|at| taking.stones(&self.rules.canon(at.clone())));
            // Boards of more than 64 cells are larger than any small board.
            let sides = sides.map(|stones| stones.map_or((64, 64), |stones| (stones.rows, stones.columns)));
            // The boards side by side, with an empty column between two.
            let beside = |(rows, columns): (u32, u32), board: (u32, u32)| {
                (rows.max(board.0), columns.saturating_add(board.1 + u32::from(columns > 0)))
            };
            let sides = sides.fold((0, 0), beside);
            self.small_board = Some((self.memo.small_boards().within(sides), run));
        }
        self
    }

    /// The solver of normal play that asks this first.
    pub(crate) fn solver(&self) -> MexSolver<'_, R> {
        MexSolver::new(&self.rules.rules, self, self.memo.values(self.approach))
    }

    /// The solver of misère play that asks this first.
    pub(crate) fn misere_solver(&self) -> MisereSolver<'_, R> {
        MisereSolver::new(&self.rules.rules, self, self.memo.sums(self.approach))
    }

    fn asks_theorems(&self) -> bool {
        self.approach == Approach::Best
    }
}

/// How much work a sum is expected to be.
pub(super) fn sum_effort<'p, R: Playable>(
    rules: &Named<R>,
    sum: impl IntoIterator<Item = &'p R::Position>,
) -> u64 {
    sum.into_iter().map(|part| Tuned(&rules.rules).effort(part)).fold(0, u64::saturating_add)
}

/// A sum as a position is written, its terms in the order of their texts.
pub(super) fn sum_text<R: Playable>(rules: &Named<R>, sum: &[&R::Position]) -> String {
    let mut terms: Vec<String> = sum.iter().map(|part| rules.term(part)).collect();
    terms.sort_unstable();
    terms.join(" + ")
}

/// The outcome that a store writes down by whether the next player wins.
pub(crate) fn outcome_of(next_wins: bool) -> Outcome {
    if next_wins { Outcome::N } else { Outcome::P }
}

impl<R: Playable> Typed<R> {
    /// All that is known without search, by this approach.
    pub(crate) fn all_known(&self, approach: Approach) -> Known<'_, R> {
        self.all_known_within(approach, || {
            let parts = self.rules.split(self.position.clone());
            parts.iter().map(|part| Tuned(&self.rules.rules).effort(part)).max().unwrap_or(0)
        })
    }

    /// The same for a misère search of this sum.
    pub(crate) fn all_known_of_sum(&self, sum: &[R::Position], approach: Approach) -> Known<'_, R> {
        self.all_known_within(approach, || sum_effort(&self.rules, sum))
    }

    /// The same for a search of this effort.
    fn all_known_within(&self, approach: Approach, effort: impl FnOnce() -> u64) -> Known<'_, R> {
        Known {
            memo: &self.memo,
            rules: &*self.rules,
            approach,
            tables: self.tables(approach),
            store: self.asked_store(effort),
            small_board: None,
        }
    }

    /// The store, where it has values of the game.
    fn asked_store(&self, effort: impl FnOnce() -> u64) -> Option<Asked<'_>> {
        let store = self.memo.store.get()?;
        if !store.has_game(&self.memo.game()).unwrap_or(false) {
            return None;
        }
        Some(Asked { store, least_effort: asked_from(effort()) })
    }

    /// Lets the memo use the store, where values of the game are kept.
    pub(crate) fn attach_store(&self, store: &Arc<Store>) -> Result<(), Error> {
        if self.rules.is_kept() && self.memo.store.get().is_none() {
            self.check_store_of_game(store)?;
            self.memo.store.get_or_init(|| Arc::clone(store));
        }
        Ok(())
    }

    /// Whether the values of the game that a store has are of these rules.
    pub(crate) fn check_store_of_game(&self, store: &Store) -> Result<(), Error> {
        let (game, identity) = (self.memo.game(), self.rules.identity().short());
        let checked = store.check(&game, identity);
        match checked.is_err() && store.renew(&game, old_fingerprint(&self.rules), identity)? {
            true => Ok(()),
            false => checked,
        }
    }
}

/// What stores held in the place of an identity before there were any: FNV-1a over the moves of the card's
/// example and what they leave. Such a store is still read, and renewed.
pub(super) fn old_fingerprint<R: Playable>(rules: &Named<R>) -> u64 {
    let Ok(at) = rules.parse(&mut Reader::new(&rules.card.example)) else { return 0 };
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |text: &str| {
        for byte in text.bytes().chain([b'\n']) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    let mut left = 1000;
    let _ = rules.moves(&at, |mv| {
        add(&rules.label(&at, &mv));
        add(&rules.format(&rules.canon(rules.play(&at, &mv))));
        left -= 1;
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    hash
}
