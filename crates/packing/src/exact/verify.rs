//! The exact check of a certificate.
//!
//! All numbers are put on one grid, a power of ten fine enough to tell any two of the distances that occur
//! apart from touching; then everything is whole numbers. Lengths are doubled on the way, so that diameters
//! serve as radii:
//!
//! ```text
//! disks i, j apart    (2xi - 2xj)^2 + (2yi - 2yj)^2  >  (di + dj)^2
//! inside a circle D   (2x)^2 + (2y)^2  <  (D - d)^2   and  d < D
//! inside a box W x H  |2x| < W - d   and   |2y| < H - d
//! ```
//!
//! | hypothesis | checked by |
//! |---|---|
//! | every number is a decimal, read with all its digits | [`verify_within`], by [`Decimal`] |
//! | diameters are above zero | [`verify_within`] |
//! | the cavity has an inside | [`Cavity`] |
//! | all pairs are apart | `least_slack` |
//! | every disk is inside | `wall_slack`, whose root is rounded up |
//!
//! The inequalities are strict: disks that touch exactly have no slack, and no slack is no room for the
//! smallest error anywhere, so it is refused.

use std::fmt;

use grundy_core::{Run, Stopped};
use num_bigint::BigInt;
use thiserror::Error;

use super::cavity::{Cavity, CavityError};
use super::certificate::PackingCertificate;
use super::decimal::{Decimal, DecimalError};
use crate::limits::MAX_DISKS;

/// Where a slack is found. Disks are counted from zero; people are shown them from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// Between two disks.
    Disks(usize, usize),
    /// Between a disk and the wall of the cavity.
    Wall(usize),
}

impl fmt::Display for Meeting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Meeting::Disks(a, b) => write!(f, "disks {} and {}", a + 1, b + 1),
            Meeting::Wall(a) => write!(f, "disk {} and the wall", a + 1),
        }
    }
}

/// The least slack of a verified certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slack {
    /// A proven lower bound of every distance left between disks and to the wall, above zero: the least of
    /// them, rounded down to four digits.
    pub amount: Decimal,
    /// Where the least slack is.
    pub at: Meeting,
}

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// There is no disk.
    #[error("the certificate has no disks")]
    NoDisks,
    /// There are more disks than [`MAX_DISKS`].
    #[error("{0} disks are too many: the limit is {MAX_DISKS}")]
    TooManyDisks(usize),
    /// The cavity is no cavity.
    #[error(transparent)]
    Cavity(#[from] CavityError),
    /// A number of a disk, counted from zero, cannot be read.
    #[error("disk {}: the {field} cannot be read: {error}", disk + 1)]
    Unreadable {
        /// The disk.
        disk: usize,
        /// Which of its numbers.
        field: &'static str,
        /// What is wrong with it.
        error: DecimalError,
    },
    /// The diameter of a disk, counted from zero, is not above zero.
    #[error("disk {}: the diameter must be above zero", .0 + 1)]
    NotPositive(usize),
    /// A disk overlaps another or the wall, or touches it exactly.
    #[error("{}", shortfall(at, missing))]
    NoRoom {
        /// Where most is missing.
        at: Meeting,
        /// How much is missing to touching, rounded up to four digits: zero when the disks touch exactly.
        missing: Decimal,
    },
    /// It was not checked to its end.
    #[error("the check was stopped before its end")]
    Stopped(#[from] Stopped),
}

fn shortfall(at: &Meeting, missing: &Decimal) -> String {
    if missing.is_positive() {
        format!("{at} overlap: {missing} is missing")
    } else {
        format!("{at} touch exactly: a proof needs room between them, however little")
    }
}

/// A disk on the grid: twice the centre, and the diameter.
struct Disk {
    x: BigInt,
    y: BigInt,
    diameter: BigInt,
}

/// Proves that a certificate's disks are apart and inside, and returns the least slack.
///
/// Takes time quadratic in the number of disks, about 0.1 s for 500 disks of 15 places. The method is the
/// definition of a packing, in whole numbers without roots; a root is taken only to tell how large a slack
/// is.
///
/// # Errors
///
/// Refuses what cannot be read, and any overlap or exact touching, with the amount missing at the worst
/// place.
///
/// ```
/// use grundy_packing::{PackingCertificate, PlacedDisk, Refusal, verify};
///
/// let disk = |x: &str| PlacedDisk { diameter: "1".into(), x: x.into(), y: "0".into() };
/// let touching = PackingCertificate { cavity: "2".into(), disks: vec![disk("-0.5"), disk("0.5")] };
/// let refusal = verify(&touching).expect_err("it only touches");
/// assert!(matches!(refusal, Refusal::NoRoom { .. }));
/// assert!(refusal.to_string().contains("touch exactly"));
/// ```
pub fn verify(certificate: &PackingCertificate) -> Result<Slack, Refusal> {
    verify_within(certificate, &Run::unlimited())
}

/// Verifies as [`verify`] does, within the limits of a run, which is looked at for every disk.
///
/// # Errors
///
/// As [`verify`], and [`Refusal::Stopped`].
///
/// ```
/// use grundy_core::{Limits, Run};
/// use grundy_packing::{PackingCertificate, PlacedDisk, Refusal, verify_within};
/// use std::time::Duration;
///
/// let disk = PlacedDisk { diameter: "1".into(), x: "0".into(), y: "0".into() };
/// let claim = PackingCertificate { cavity: "2".into(), disks: vec![disk] };
/// assert!(verify_within(&claim, &Run::unlimited()).is_ok());
/// let no_time = Run::new(Limits { time: Some(Duration::ZERO), ..Limits::default() });
/// assert!(matches!(verify_within(&claim, &no_time), Err(Refusal::Stopped(_))));
/// ```
pub fn verify_within(certificate: &PackingCertificate, run: &Run) -> Result<Slack, Refusal> {
    if certificate.disks.is_empty() {
        return Err(Refusal::NoDisks);
    }
    if certificate.disks.len() > MAX_DISKS {
        return Err(Refusal::TooManyDisks(certificate.disks.len()));
    }
    let cavity: Cavity = certificate.cavity.parse()?;
    let mut numbers = Vec::with_capacity(certificate.disks.len());
    for (disk, placed) in certificate.disks.iter().enumerate() {
        let read = |field, text: &str| {
            text.parse::<Decimal>().map_err(|error| Refusal::Unreadable { disk, field, error })
        };
        let diameter = read("diameter", &placed.diameter)?;
        if !diameter.is_positive() {
            return Err(Refusal::NotPositive(disk));
        }
        numbers.push([read("x", &placed.x)?, read("y", &placed.y)?, diameter]);
    }
    let places = grid(&cavity, &numbers);
    let disks: Vec<Disk> = numbers
        .iter()
        .map(|[x, y, diameter]| Disk {
            x: x.digits_at(places) * 2,
            y: y.digits_at(places) * 2,
            diameter: diameter.digits_at(places),
        })
        .collect();
    let (least, at) = least_slack(&cavity, places, &disks, run)?;
    // Half of the doubled slack: times five, one place further.
    let amount = Decimal::new(least * 5, places + 1).floor_leading(4);
    if amount.is_positive() {
        Ok(Slack { amount, at })
    } else {
        let missing = -&amount;
        Err(Refusal::NoRoom { at, missing })
    }
}

/// How many decimal places make every slack that is not zero at least one unit.
///
/// With all numbers multiples of `u = 10^-p` and a pair's doubled distance `sqrt(a)` and sum of diameters
/// `s`, a slack is `(a - s^2) / (sqrt(a) + s)`, at least `u^2 / (sqrt(a) + s)`. Where the slack is below 1,
/// the divisor is below `2s + 1`, and `s` has no more digits than the numbers allow; walls are alike.
fn grid(cavity: &Cavity, numbers: &[[Decimal; 3]]) -> u32 {
    let all = || cavity.measures().into_iter().chain(numbers.iter().flatten());
    let places = all().map(Decimal::places).max().unwrap_or(0);
    let whole = all().map(|number| number.floor(0).to_string().len()).max().unwrap_or(0);
    2 * places + whole as u32 + 3
}

/// The least doubled slack, rounded down to the grid, and where it is.
///
/// Most pairs only show without a root that they are no worse than the worst so far.
fn least_slack(
    cavity: &Cavity,
    places: u32,
    disks: &[Disk],
    run: &Run,
) -> Result<(BigInt, Meeting), Stopped> {
    let mut least = wall_slack(cavity, places, &disks[0]);
    let mut at = Meeting::Wall(0);
    for (i, disk) in disks.iter().enumerate() {
        run.check()?;
        let slack = wall_slack(cavity, places, disk);
        if slack < least {
            (least, at) = (slack, Meeting::Wall(i));
        }
        for (j, other) in disks[..i].iter().enumerate() {
            let (dx, dy) = (&disk.x - &other.x, &disk.y - &other.y);
            let square = &dx * &dx + &dy * &dy;
            let sum = &disk.diameter + &other.diameter;
            let wanted = &sum + &least;
            let no_worse = wanted <= BigInt::ZERO || square >= &wanted * &wanted;
            if !no_worse {
                // The root is rounded down, and so is the slack.
                (least, at) = (square.sqrt() - sum, Meeting::Disks(j, i));
            }
        }
    }
    Ok((least, at))
}

fn wall_slack(cavity: &Cavity, places: u32, disk: &Disk) -> BigInt {
    match cavity {
        Cavity::Round { diameter } => {
            let square = &disk.x * &disk.x + &disk.y * &disk.y;
            let mut distance = square.sqrt();
            if &distance * &distance < square {
                distance += 1;
            }
            diameter.digits_at(places) - &disk.diameter - distance
        }
        Cavity::Rectangle { width, height } => {
            let side = |extent: &Decimal, centre: &BigInt| {
                let reach = BigInt::from(centre.magnitude().clone());
                extent.digits_at(places) - &disk.diameter - reach
            };
            side(width, &disk.x).min(side(height, &disk.y))
        }
    }
}
