//! Windows that a search builds as it earns them, from small to large.

use super::places::is_dark;
use super::window::Window;
use grundy_core::{BoardWord, Packed, PackedRules, Ruleset, Run};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// The price of a window that is not built.
const NEVER: u64 = u64::MAX;

/// The windows for boards of all shapes. They are kept with the table of answers.
#[derive(Default)]
pub(crate) struct Windows {
    /// By the shorter side of the board, and whether it is higher than wide.
    growing: [[GrowingWindow; 2]; SIDES.len()],
}

/// The windows for boards of one shape. A search begins without any. When it has taken about as long as the next
/// one takes to build, that one is built: so a short search does not pay for a large window.
#[derive(Default)]
pub(crate) struct GrowingWindow {
    stages: [Stage; STAGES],
    /// How many options one thread has looked at in the searches of such boards.
    looked_at: AtomicU64,
}

#[derive(Default)]
struct Stage {
    /// How many options have to be looked at before it is built, [`NEVER`] where there are no rules for it.
    price: OnceLock<u64>,
    window: OnceLock<Window>,
    /// Held by the thread that builds the window.
    building: Mutex<()>,
    /// Set when memory did not allow it, until the next question.
    is_refused: AtomicBool,
}

/// The windows of a board of one shape.
const STAGES: usize = 2;

/// The sides of the windows for boards of 1, 2, 3, 4, and more rows: parts of a board are at most as high as it is.
const SIDES: [[(u32, u32); STAGES]; 5] =
    [[(1, 20), (1, 24)], [(2, 10), (2, 12)], [(3, 6), (3, 8)], [(4, 5), (4, 6)], [(4, 5), (5, 5)]];

/// A set is passed over once for each move, or half of the sets where the others are images of these. So many of these
/// passes take as long as a search looks at an option. Measured on boards of Cram.
const PASSES_AN_OPTION: u64 = 40_000;

/// A move whose cells all have one colour of a chequerboard counts as this many passes. Half of such moves lead to a set
/// of the same block, and these take longer. Measured on rectangles of 4 x 6 and 5 x 5 cells.
const PASSES_WITHIN_A_COLOUR: u64 = 8;

impl Windows {
    /// The windows for a board.
    pub(super) fn of<W: BoardWord>(&self, board: Packed<W>) -> &GrowingWindow {
        let (shorter, is_high) = shape(board);
        &self.growing[shorter][usize::from(is_high)]
    }

    /// The nimber of a cropped part that is in a window for boards of any shape. All are asked, since the part may have
    /// been valued as a part of a board of another shape than its own.
    pub(super) fn nimber(&self, part: Packed) -> Option<u32> {
        self.growing.iter().flatten().find_map(|growing| growing.get()?.nimber(part))
    }
}

/// The place in `SIDES` of a board, by its shorter side, and whether it is higher than wide.
fn shape<W: BoardWord>(board: Packed<W>) -> (usize, bool) {
    let rows = board.rows();
    let shorter = rows.min(board.columns).clamp(1, SIDES.len() as u32);
    (shorter as usize - 1, rows > board.columns)
}

/// The rows and columns of a window for a board.
fn sides<W: BoardWord>(board: Packed<W>, stage: usize) -> (u32, u32) {
    let (shorter, is_high) = shape(board);
    let (few, many) = SIDES[shorter][stage];
    if is_high { (many, few) } else { (few, many) }
}

impl GrowingWindow {
    /// The largest window that has been built.
    #[inline]
    pub(super) fn get(&self) -> Option<&Window> {
        self.stages.iter().rev().find_map(|stage| stage.window.get())
    }

    /// Whether a search has looked at so many options that the next window is to be built: looking at them took about
    /// as long as building it does.
    #[inline]
    pub(super) fn is_earned(&self, looked_at: u64) -> bool {
        let next = self.stages.iter().find(|stage| !stage.is_tried());
        // `begin` sets the price.
        next.is_some_and(|stage| stage.price.get().is_some_and(|&price| looked_at > price))
    }

    /// How many options one thread has looked at in the searches of such boards before.
    pub(super) fn looked_at(&self) -> u64 {
        self.looked_at.load(Ordering::Relaxed)
    }

    /// Notes how many options a thread has looked at by now, [those before](GrowingWindow::looked_at) included.
    pub(super) fn note(&self, looked_at: u64) {
        self.looked_at.fetch_max(looked_at, Ordering::Relaxed);
    }

    /// Tells the prices of the windows for a board, about which there is a question. A window that memory did not allow may
    /// be tried again, since this question may have more.
    pub(super) fn begin<R: Ruleset, W: BoardWord>(&self, rules: &dyn PackedRules<R>, board: Packed<W>) {
        for (index, stage) in self.stages.iter().enumerate() {
            stage.is_refused.store(false, Ordering::Relaxed);
            stage.price.get_or_init(|| {
                let (rows, columns) = sides(board, index);
                if !rules.has_rules_for(rows, columns) {
                    return NEVER;
                }
                let moves = rules.taken_by_moves(rows, columns);
                let passes = moves.iter().map(|&taken| passes_of(taken, columns));
                (passes.sum::<u64>() << (rows * columns)) / PASSES_AN_OPTION
            });
        }
    }

    /// Builds the windows that are earned, if memory allows it; another thread that comes meanwhile waits for it.
    pub(super) fn build<R: Ruleset, W: BoardWord>(
        &self,
        rules: &dyn PackedRules<R>,
        board: Packed<W>,
        looked_at: u64,
        run: &Run,
    ) {
        for (index, stage) in self.stages.iter().enumerate() {
            if stage.price.get().is_some_and(|&price| looked_at > price) {
                stage.build(|| built(rules, sides(board, index), run));
            }
        }
    }
}

impl Stage {
    /// Whether its window is there, or memory does not allow it.
    fn is_tried(&self) -> bool {
        self.window.get().is_some() || self.is_refused.load(Ordering::Relaxed)
    }

    /// Builds the window, unless another thread has tried it meanwhile.
    fn build(&self, build: impl FnOnce() -> Option<Window>) {
        let _turn = self.building.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_tried() {
            return;
        }
        match build() {
            Some(window) => _ = self.window.set(window),
            None => self.is_refused.store(true, Ordering::Relaxed),
        }
    }
}

/// How many passes over the sets a move counts as: `taken` are its cells in a rectangle of this many columns.
fn passes_of(taken: u64, columns: u32) -> u64 {
    let is_taken = |cell: &u32| taken >> cell & 1 == 1;
    let mut colours = (0..u64::BITS).filter(is_taken).map(|cell| is_dark(cell, columns));
    let first = colours.next();
    if colours.all(|colour| Some(colour) == first) { PASSES_WITHIN_A_COLOUR } else { 1 }
}

fn built<R: Ruleset>(rules: &dyn PackedRules<R>, (rows, columns): (u32, u32), run: &Run) -> Option<Window> {
    let bytes = 1_usize << (rows * columns);
    let is_small = run.limits().memory.is_none_or(|most| 4 * bytes as u64 <= most);
    let moves = |rows, columns| match rules.has_rules_for(rows, columns) {
        true => rules.taken_by_moves(rows, columns),
        false => Vec::new(),
    };
    // It is kept with the table, so what it takes is never released.
    if !is_small || run.hold(bytes).is_err() {
        return None;
    }
    let window = Window::new(rows, columns, &moves(rows, columns), &moves(columns, rows));
    if window.is_none() {
        run.release(bytes);
    }
    window
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_of_one_colour_counts_for_more_passes() {
        let one_colour = [0b1, 0b10, 0b101, 0b10_0001, 0b100_0000_0001];
        let both = [0b11, 0b1_0001, 0b111, 0b11_0011];
        assert!(one_colour.iter().all(|&taken| passes_of(taken, 4) == PASSES_WITHIN_A_COLOUR));
        assert!(both.iter().all(|&taken| passes_of(taken, 4) == 1));
        assert_eq!((passes_of(0b1_0001, 4), passes_of(0b1_0001, 3)), (1, PASSES_WITHIN_A_COLOUR));
    }

    #[test]
    fn boards_of_one_shape_share_their_windows_and_others_have_their_own() {
        let windows = Windows::default();
        let board = |rows: u32, columns: u32| Packed { cells: 1_u64 << (rows * columns - 1), columns };
        let same = |one, other| std::ptr::eq(windows.of(one), windows.of(other));
        assert!(same(board(4, 9), board(4, 11)) && same(board(5, 9), board(7, 8)));
        assert!(!same(board(4, 9), board(9, 4)) && !same(board(3, 9), board(4, 9)));
        assert_eq!(sides(board(4, 9), 0), (4, 5));
        assert_eq!(sides(board(9, 4), 1), (6, 4));
        assert_eq!(sides(board(1, 30), 1), (1, 24));
    }
}
