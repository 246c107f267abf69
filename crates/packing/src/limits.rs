//! What is too much for this crate.

/// The most disks that a problem, a certificate or a layout may have.
pub const MAX_DISKS: usize = 500;

/// The largest ratio of two lengths of one problem.
///
/// The search is in floating point; beyond this a small disk would be lost in the rounding of a large one.
pub const MAX_RATIO: f64 = 1e6;
