//! Circles in a circle for pictures: quick, repeatable and without overlap.

use grundy_core::Run;

use thiserror::Error;

use crate::board::{Board, Orders, pairs};
use crate::descent::{Descent, Patience};
use crate::dice::Dice;
use crate::limits::{MAX_DISKS, MAX_RATIO};
use crate::overlap::Landscape;
use crate::polish::{self, Settled};
use crate::walk::Walker;
use crate::walls::Walls;

/// Where to draw circles, around the origin.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The centres, x and y, in the order of the radii.
    pub centres: Vec<(f64, f64)>,
    /// The radius of a circle around the origin that contains all of them.
    pub radius: f64,
}

/// Why circles cannot be laid out. Circles are counted from zero here, and from one in the messages.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum LayoutError {
    /// There is no circle.
    #[error("there are no circles to lay out")]
    NoCircles,
    /// There are more circles than [`MAX_DISKS`].
    #[error("{0} circles are too many: the limit is {MAX_DISKS}")]
    TooManyCircles(usize),
    /// A radius is NaN, infinite, zero, negative, or outside `1e-100 ..= 1e100`.
    #[error("circle {}: the radius {radius} is not a length above zero", circle + 1)]
    NotALength {
        /// The circle.
        circle: usize,
        /// Its radius.
        radius: f64,
    },
    /// The largest radius is more than [`MAX_RATIO`] times the smallest.
    #[error("the radii {smallest} and {largest} are too unequal: the limit is {MAX_RATIO} to 1")]
    TooUnequal {
        /// The smallest radius.
        smallest: f64,
        /// The largest radius.
        largest: f64,
    },
}

/// The most circles for which a short search for a neat placement is worth its time.
const FEW: usize = 40;

/// The hops of that search.
const HOPS: u64 = 60;

/// The slack left around every circle, in shares of the containing radius: far below a pixel, far above
/// rounding.
const SLACK: f64 = 1e-12;

/// Cosine and sine of the golden angle, `pi * (3 - sqrt 5)`. As constants they are the same on every machine,
/// which calls of `cos` need not be.
const GOLDEN: (f64, f64) = (-0.737_368_878_078_319_7, 0.675_490_294_261_523_8);

/// Lays circles of these radii side by side in a small circle around the origin.
///
/// The same radii in the same order give the same layout, on every machine. No two circles overlap or touch,
/// nor does one the container: a slack of about `1e-12` of the container is left. About 80 % of the container
/// is covered for many circles of like sizes. Takes one to three milliseconds up to 40 circles, about 20 ms
/// for 500.
///
/// The circles start on a sunflower spiral (Vogel, Math. Biosciences 44, 1979), the large ones inside, and
/// are squeezed by the overlap energy.
///
/// # Errors
///
/// No circles, more than [`MAX_DISKS`], radii that are no positive lengths or that are too unequal.
///
/// ```
/// let layout = grundy_packing::layout(&[1.0, 1.0, 1.0])?;
/// // Three equal circles: the container's radius is 1 + 2 / sqrt 3.
/// assert!((layout.radius - 2.154_700_538).abs() < 1e-8);
/// # Ok::<(), grundy_packing::LayoutError>(())
/// ```
pub fn layout(radii: &[f64]) -> Result<Layout, LayoutError> {
    let largest = check(radii)?;
    // In units of the largest radius nothing overflows.
    let scaled: Vec<f64> = radii.iter().map(|r| r / largest).collect();
    let settled = if radii.len() == 1 {
        Settled { size: 1.0, at: vec![0.0; 2] }
    } else if radii.len() <= FEW {
        searched(&scaled)
    } else {
        squeezed(&scaled)
    };
    let slack = SLACK * settled.size;
    let padded: Vec<f64> = scaled.iter().map(|r| r + slack).collect();
    let mut spaced = polish::dilate(&padded, Walls::Round, settled.at);
    // Among specks of very unequal sizes a short search can end worse than no search at all.
    let row = polish::dilate(&padded, Walls::Round, in_a_row(&padded));
    if row.size < spaced.size {
        spaced = row;
    }
    let at: Vec<f64> = spaced.at.iter().map(|x| x * largest).collect();
    Ok(Layout { centres: pairs(&at), radius: spaced.size * largest })
}

/// The largest radius of a list that can be laid out.
fn check(radii: &[f64]) -> Result<f64, LayoutError> {
    if radii.is_empty() {
        return Err(LayoutError::NoCircles);
    }
    if radii.len() > MAX_DISKS {
        return Err(LayoutError::TooManyCircles(radii.len()));
    }
    let sound = 1e-100..=1e100;
    if let Some(circle) = radii.iter().position(|r| !sound.contains(r)) {
        let radius = radii[circle];
        return Err(LayoutError::NotALength { circle, radius });
    }
    let smallest = radii.iter().copied().fold(f64::INFINITY, f64::min);
    let largest = radii.iter().copied().fold(0.0, f64::max);
    if largest > MAX_RATIO * smallest {
        return Err(LayoutError::TooUnequal { smallest, largest });
    }
    Ok(largest)
}

/// All side by side on one line: a container whose radius is the sum of the radii always does.
fn in_a_row(radii: &[f64]) -> Vec<f64> {
    let mut left = -radii.iter().sum::<f64>();
    let mut at = Vec::with_capacity(2 * radii.len());
    for radius in radii {
        at.extend([left + radius, 0.0]);
        left += 2.0 * radius;
    }
    at
}

/// A short search, ended by counting hops so that it is repeatable.
fn searched(radii: &[f64]) -> Settled {
    let run = Run::unlimited();
    let board = Board::new(Orders { run: &run, hops: Some(HOPS), better: &|_| {}, enough: &|_| false });
    let mut walker = Walker::new(Landscape::new(radii, Walls::Round));
    for walk in 0.. {
        walker.walk(&board, &mut Dice::new(0, walk));
        if board.stopped() {
            break;
        }
    }
    let best = board.best();
    best.expect("the first walk offers a placement before any hop")
}

/// One squeeze of a spiral: the size at which it jams, by two estimates.
fn squeezed(radii: &[f64]) -> Settled {
    let mut landscape = Landscape::new(radii, Walls::Round);
    let mut descent = Descent::new(radii.len());
    let squares: f64 = radii.iter().map(|r| r * r).sum();
    let mut size = (squares / 0.83).sqrt();
    let mut at = spiral(radii, size);
    let mut patience = Patience { flat: 1e-6, gain: 0.05, steps: 300 };
    for _ in 0..2 {
        let reading = descent.run(&mut landscape, size, &mut at, patience);
        size = reading.jamming_size(size);
    }
    // Let out a little more each time until nothing overlaps by more than a hair; dilation does the rest.
    patience.gain = 0.5;
    for _ in 0..12 {
        size *= 1.002;
        let reading = descent.run(&mut landscape, size, &mut at, patience);
        if reading.energy < 1e-8 * squares / radii.len() as f64 {
            break;
        }
    }
    polish::dilate(radii, Walls::Round, at)
}

/// Centres on a spiral that gives each circle its share of the area, from large circles inside to small ones
/// outside.
fn spiral(radii: &[f64], size: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..radii.len()).collect();
    order.sort_by(|&a, &b| radii[b].total_cmp(&radii[a]).then(a.cmp(&b)));
    let total: f64 = radii.iter().map(|r| r * r).sum();
    let mut at = vec![0.0; 2 * radii.len()];
    let (mut inside, mut way) = (0.0, (1.0, 0.0));
    for i in order {
        let area = radii[i] * radii[i];
        let distance = size * ((inside + 0.5 * area) / total).sqrt();
        at[2 * i] = distance * way.0;
        at[2 * i + 1] = distance * way.1;
        inside += area;
        way = (way.0 * GOLDEN.0 - way.1 * GOLDEN.1, way.0 * GOLDEN.1 + way.1 * GOLDEN.0);
    }
    at
}
