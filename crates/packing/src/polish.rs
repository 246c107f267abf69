//! From a valley of slight overlaps to the smallest cavity its placement fits.

use crate::contacts;
use crate::descent::{Descent, Patience};
use crate::overlap::Landscape;
use crate::walls::Walls;

/// A placement without overlap, as far as floating point can tell.
#[derive(Clone, Debug)]
pub(crate) struct Settled {
    /// The size of the cavity.
    pub(crate) size: f64,
    /// Centres, x and y alternating.
    pub(crate) at: Vec<f64>,
}

/// How far the first estimate of the size is trusted each time.
const APPROACH: f64 = 0.9;

/// Follows the valley at `at` to the size where its overlaps vanish.
///
/// The cavity is let out until the overlaps are tiny, which shows the contacts that carry force; these are
/// then solved exactly. Whatever happens, the answer is dilated until it does not overlap, so it is always a
/// placement. Gives back nothing once the valley is seen to lead to a size above `bound`.
pub(crate) fn settle(
    landscape: &mut Landscape,
    descent: &mut Descent,
    size: f64,
    at: &[f64],
    bound: f64,
) -> Option<Settled> {
    let mut at = at.to_vec();
    let mut size = size;
    let mut best: Option<Settled> = None;
    for round in 0..10 {
        let patience = Patience { flat: 1e-14 * size, gain: 1e-7, steps: 2000 };
        let reading = descent.run(landscape, size, &mut at, patience);
        let radii = landscape.radii();
        let gap = reading.jamming_size(size) - size;
        // The first estimate is rough; the later ones err by less than their tenth.
        if round >= 1 && size + gap > bound + 0.1 * gap {
            return None;
        }
        if round >= 1 || gap < 1e-6 * size {
            for share in [1e-3, 1e-6] {
                if let Some((_, exact)) = contacts::touch(radii, landscape.walls(), size, &at, share) {
                    let settled = dilate(radii, landscape.walls(), exact);
                    // The estimate errs by the square of the overlaps left; a dilation far from it means that
                    // the contacts were wrong.
                    let sound = settled.size <= size + gap + 0.02 * gap;
                    keep(&mut best, settled);
                    if sound {
                        return best;
                    }
                }
            }
        }
        keep(&mut best, dilate(radii, landscape.walls(), at.clone()));
        if gap <= 1e-13 * size {
            break;
        }
        size += APPROACH * gap;
    }
    best
}

fn keep(best: &mut Option<Settled>, new: Settled) {
    let better = best.as_ref().is_none_or(|old| new.size < old.size);
    if better && new.size.is_finite() {
        *best = Some(new);
    }
}

/// The disks side by side along the longer measure of the cavity: poor, but a placement whatever happens.
pub(crate) fn in_a_row(radii: &[f64], walls: Walls) -> Settled {
    let (half_width, half_height) = walls.half_extents();
    let mut along = -radii.iter().sum::<f64>();
    let mut at = Vec::with_capacity(2 * radii.len());
    for radius in radii {
        let middle = along + radius;
        at.extend(if half_width >= half_height { [middle, 0.0] } else { [0.0, middle] });
        along += 2.0 * radius;
    }
    dilate(radii, walls, at)
}

/// The placement of one or two disks in their smallest cavity; nothing for more disks.
///
/// In a box two disks have most room in opposite corners. With `r` the sum of their radii and `w` and `h` the half
/// sides at size one, their centres are then `2sw - r` and `2sh - r` apart at size `s`, and the squares of both
/// must sum to `r^2` at least. That is a quadratic inequality in `s`, whose larger root is the smallest size, unless
/// one of the disks needs a larger one for itself. (At its lesser root one of the two distances is negative.)
pub(crate) fn best_of_two(radii: &[f64], walls: Walls) -> Option<Settled> {
    match (radii, walls) {
        ([first, second], Walls::Box { half_width, half_height }) => {
            let sum = first + second;
            let halves = half_width + half_height;
            let squares = half_width * half_width + half_height * half_height;
            let root = sum * (halves + (halves * halves - squares).sqrt()) / (2.0 * squares);
            let size = root.max(walls.size_around(0.0, 0.0, first.max(*second)));
            let corner = |radius: f64| [size * half_width - radius, size * half_height - radius];
            let ([x, y], [across, along]) = (corner(*first), corner(*second));
            Some(dilate(radii, walls, vec![-x, -y, across, along]))
        }
        ([_] | [_, _], _) => Some(in_a_row(radii, walls)),
        _ => None,
    }
}

/// Spreads the centres until no two disks overlap and takes the smallest cavity around them.
pub(crate) fn dilate(radii: &[f64], walls: Walls, mut at: Vec<f64>) -> Settled {
    let mut spread: f64 = 1.0;
    for i in 1..radii.len() {
        for j in 0..i {
            let (dx, dy) = (at[2 * i] - at[2 * j], at[2 * i + 1] - at[2 * j + 1]);
            spread = spread.max((radii[i] + radii[j]) / (dx * dx + dy * dy).sqrt());
        }
    }
    for x in &mut at {
        *x *= spread;
    }
    let size = radii
        .iter()
        .enumerate()
        .fold(0.0, |size: f64, (i, &radius)| size.max(walls.size_around(at[2 * i], at[2 * i + 1], radius)));
    Settled { size, at }
}
