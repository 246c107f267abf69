//! The value of a forest and all its winning pops, in linear time.
//!
//! For a bubble u that contains the bubbles c directly, in sums over these c,
//!
//! ```text
//! t(u) = 1 + OR of t(c)        X(u) = XOR of f(c)        l(u) = trailing zeros of t(u)
//! f(u) = X(u) with bit l(u) set and all lower bits cleared
//! z(u) = f(u) XOR X(u), whose top bit is bit l(u)
//! ```
//!
//! and f(u) is the nimber of u with all that it contains. Popping v leaves f(root) XOR (the XOR of
//! z over the path from the root to v). Why that is right: l(u) is the mex of the levels that are
//! visible below u, and on any path downwards the largest level occurs once, so the path's XOR is
//! never 0 and f(root) is never reached; and every a < f(root) is: take the top bit k of
//! f XOR a, descend to a visible bubble of level k, and go on with the difference, now below 2^k.
//! (A form of the colouring of Úlehla 1980; derived for this project and held to the definition on
//! every forest of up to nine bubbles by the tests.)
//!
//! Depths are read backwards for t, X and f, with one pair of words for every open level, and
//! forwards for the paths. O(n) time; 4 bytes a bubble and 8 bytes a level.

use super::forest::{Bubble, Forest};
use grundy_core::{Nimber, Target};
use std::ops::ControlFlow;

/// What the bubbles at one level, already read, hand to the bubble that contains them.
#[derive(Clone, Copy, Default)]
struct Level {
    /// OR of t.
    levels_below: u32,
    /// XOR of f.
    inner_value: u32,
}

/// Reads the forest from its end: for every bubble, from the last to the first, calls `visit` with
/// its index, f and z. Returns the value of the forest.
fn sweep(depths: &[u32], mut visit: impl FnMut(usize, u32, u32)) -> u32 {
    // Nothing is deeper than the number of bubbles; the levels grow as they are met.
    let mut open: Vec<Level> = vec![Level::default(); 64];
    for (index, &depth) in depths.iter().enumerate().rev() {
        let level = depth as usize;
        if level + 2 > open.len() {
            open.resize(level + 2, Level::default());
        }
        let inner = std::mem::take(&mut open[level + 1]);
        let levels = 1 + inner.levels_below;
        let own = levels.trailing_zeros();
        let value = (inner.inner_value >> own | 1) << own;
        let outer = &mut open[level];
        outer.levels_below |= levels;
        outer.inner_value ^= value;
        visit(index, value, value ^ inner.inner_value);
    }
    open[0].inner_value
}

/// The nimber of a forest.
///
/// ```
/// use grundy_core::Nimber;
/// use grundy_games::bubbly::{Forest, theorem};
/// let chain = Forest::from_depths((0..1000).collect());
/// assert_eq!(theorem::nimber(&chain), Nimber(1000));
/// ```
pub fn nimber(forest: &Forest) -> Nimber {
    Nimber(u64::from(sweep(forest.depths(), |_, _, _| {})))
}

/// The nimber of every bubble with all that it contains, in reading order. O(n).
///
/// ```
/// use grundy_core::Nimber;
/// use grundy_games::bubbly::{Forest, theorem};
/// // (F(N(U))(S)): F+ is 4, N+ is 2, U and S are 1.
/// let nimbers = theorem::bubble_nimbers(&Forest::from_depths(vec![0, 1, 2, 1]));
/// assert_eq!(nimbers, [4, 2, 1, 1].map(Nimber));
/// ```
pub fn bubble_nimbers(forest: &Forest) -> Vec<Nimber> {
    let mut nimbers = vec![Nimber::ZERO; forest.len()];
    sweep(forest.depths(), |index, value, _| nimbers[index] = Nimber(u64::from(value)));
    nimbers
}

/// t of every bubble, 1 + OR of t of the bubbles directly inside it, in reading order. O(n).
///
/// ```
/// use grundy_games::bubbly::{Forest, theorem};
/// // (F(N(U))(S)): N holds U, and F holds N and S.
/// assert_eq!(theorem::levels(&Forest::from_depths(vec![0, 1, 2, 1])), [4, 2, 1, 1]);
/// ```
pub fn levels(forest: &Forest) -> Vec<u32> {
    let mut levels = vec![0; forest.len()];
    let mut inside: Vec<u32> = Vec::new();
    for (index, &depth) in forest.depths().iter().enumerate().rev() {
        let depth = depth as usize;
        inside.resize(inside.len().max(depth + 2), 0);
        levels[index] = 1 + std::mem::take(&mut inside[depth + 1]);
        inside[depth] |= levels[index];
    }
    levels
}

/// The nimber of the forest that each pop leaves, in reading order. O(n).
///
/// ```
/// use grundy_core::Nimber;
/// use grundy_games::bubbly::{Forest, theorem};
/// // (F(N(U))(S)): popping F, N, U, S leaves 3, 0, 1, 2.
/// let nimbers = theorem::option_nimbers(&Forest::from_depths(vec![0, 1, 2, 1]));
/// assert_eq!(nimbers, [3, 0, 1, 2].map(Nimber));
/// ```
pub fn option_nimbers(forest: &Forest) -> Vec<Nimber> {
    let mut shifts = vec![0; forest.len()];
    let value = sweep(forest.depths(), |index, _, shift| shifts[index] = shift);
    let mut path = Vec::new();
    let mut nimbers = Vec::with_capacity(forest.len());
    for (&depth, &shift) in forest.depths().iter().zip(&shifts) {
        let left = step_down(&mut path, depth, value) ^ shift;
        path.push(left);
        nimbers.push(Nimber(u64::from(left)));
    }
    nimbers
}

/// Cuts the path back to what contains a bubble of this depth, and gives its last entry.
fn step_down<T: Copy>(path: &mut Vec<T>, depth: u32, before_all: T) -> T {
    path.truncate(depth as usize);
    path.last().copied().unwrap_or(before_all)
}

/// Visits, in reading order, every bubble whose pop meets the target.
pub(super) fn pops_to<B>(
    forest: &Forest,
    target: Target,
    visit: impl FnMut(Bubble) -> ControlFlow<B>,
) -> ControlFlow<B> {
    match target.nimber() {
        Some(nimber) => pops_to_nimber(forest.depths(), nimber, visit),
        None => pops_to_either(forest.depths(), target, visit),
    }
}

fn pops_to_nimber<B>(
    depths: &[u32],
    wanted: Nimber,
    mut visit: impl FnMut(Bubble) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let Ok(wanted) = u32::try_from(wanted.0) else { return ControlFlow::Continue(()) };
    let mut shifts = vec![0; depths.len()];
    let value = sweep(depths, |index, _, shift| shifts[index] = shift);
    // Indexed by depth: what a pop at the last bubble of that depth leaves.
    let mut left = vec![0; 64];
    for (index, (&depth, &shift)) in depths.iter().zip(&shifts).enumerate() {
        let level = depth as usize;
        if level >= left.len() {
            left.resize(level + 1, 0);
        }
        let above = if level == 0 { value } else { left[level - 1] };
        left[level] = above ^ shift;
        if left[level] == wanted {
            visit(Bubble(index as u32))?;
        }
    }
    ControlFlow::Continue(())
}

/// The misère form: also counts the bubbles that would be left with something inside, because a
/// forest with such a bubble is firm and one without is fickle.
fn pops_to_either<B>(
    depths: &[u32],
    target: Target,
    mut visit: impl FnMut(Bubble) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut shifts = vec![0; depths.len()];
    let value = sweep(depths, |index, _, shift| shifts[index] = shift);

    // For each bubble, how many of those directly inside it contain something themselves.
    let has_inside = |index: usize| depths.get(index + 1).is_some_and(|&next| next > depths[index]);
    let mut full_inside = vec![0u32; depths.len()];
    let mut full_outer = 0u32;
    let mut holders: Vec<u32> = Vec::new();
    for (index, &depth) in depths.iter().enumerate() {
        holders.truncate(depth as usize);
        if has_inside(index) {
            match holders.last() {
                Some(&holder) => full_inside[holder as usize] += 1,
                None => full_outer += 1,
            }
        }
        holders.push(index as u32);
    }

    let mut path: Vec<(u32, u32)> = Vec::new();
    for (index, &depth) in depths.iter().enumerate() {
        let (nimber, full) = step_down(&mut path, depth, (value, full_outer));
        let left = (nimber ^ shifts[index], full - u32::from(has_inside(index)) + full_inside[index]);
        path.push(left);
        let wanted = if left.1 > 0 { target.firm } else { target.fickle };
        if Nimber(u64::from(left.0)) == wanted {
            visit(Bubble(index as u32))?;
        }
    }
    ControlFlow::Continue(())
}
