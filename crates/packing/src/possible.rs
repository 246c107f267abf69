//! Reasons, found without any search, why disks cannot fit.

use num_bigint::BigInt;
use thiserror::Error;

use crate::exact::{Cavity, Decimal};
use crate::problem::Problem;

/// Why disks cannot fit a cavity. Each reason is proven by exact numbers.
///
/// Disks are counted from zero here, and from one in the messages.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Impossible {
    /// One disk does not fit by itself.
    #[error("disk {}, of diameter {diameter}, {}", disk + 1, too_large(missing))]
    DiskTooLarge {
        /// The disk.
        disk: usize,
        /// Its diameter.
        diameter: Decimal,
        /// By how much the cavity is too small; zero when the disk would touch all around.
        missing: Decimal,
    },
    /// All the disks together have more area than the cavity.
    #[error("the disks cover at least {percent} % of the cavity's area")]
    AreaTooLarge {
        /// The area of the disks as a share of the cavity's, rounded down to a tenth of a per cent.
        percent: Decimal,
    },
    /// The two largest disks do not fit together.
    #[error(
        "disks {} and {}, the two largest, need {needed} between their centres, and the cavity allows at most {allowed}",
        first + 1, second + 1
    )]
    TwoTooLarge {
        /// The largest disk.
        first: usize,
        /// The next largest.
        second: usize,
        /// The distance their centres must exceed.
        needed: Decimal,
        /// The largest distance their centres can have, rounded up.
        allowed: Decimal,
    },
}

fn too_large(missing: &Decimal) -> String {
    if missing.is_positive() {
        format!("is larger than the cavity by {missing}")
    } else {
        "would only touch the cavity all around, with no slack".to_owned()
    }
}

/// A fraction not above a quarter of pi, in units of `10^-15`.
const QUARTER_PI: u64 = 785_398_163_397_448;

impl Problem {
    /// Checks that nothing obvious keeps the disks out of the cavity.
    ///
    /// Passing proves nothing: only a search can decide. As everywhere in this crate, fitting by mere
    /// touching does not count as fitting.
    ///
    /// # Errors
    ///
    /// A disk as large as the cavity, too much area, or two largest disks that cannot lie side by side, in
    /// this order; all by exact comparison.
    ///
    /// ```
    /// use grundy_packing::{Impossible, Problem};
    ///
    /// let problem = Problem::from_text("7 6", "12")?;
    /// assert!(matches!(problem.possible(), Err(Impossible::TwoTooLarge { .. })));
    /// # Ok::<(), grundy_packing::ProblemError>(())
    /// ```
    pub fn possible(&self) -> Result<(), Impossible> {
        self.each_fits()?;
        self.area_fits()?;
        self.two_fit()
    }

    fn each_fits(&self) -> Result<(), Impossible> {
        let room = self.cavity().measures().into_iter().min();
        let room = room.expect("a cavity has a measure");
        let (disk, diameter) = self.by_size()[0];
        if diameter < room {
            return Ok(());
        }
        Err(Impossible::DiskTooLarge { disk, diameter: diameter.clone(), missing: diameter - room })
    }

    fn area_fits(&self) -> Result<(), Impossible> {
        if self.diameters().len() == 1 {
            return Ok(());
        }
        let places = self.places();
        let squares: BigInt = self.diameters().iter().map(|d| d.digits_at(places).pow(2)).sum();
        // Areas in units of a quarter of pi in a circle, and of 10^-15 in a box.
        let (disks, cavity) = match self.cavity() {
            Cavity::Round { diameter } => (squares, diameter.digits_at(places).pow(2)),
            Cavity::Rectangle { width, height } => {
                (squares * QUARTER_PI, width.digits_at(places) * height.digits_at(places) * 10u64.pow(15))
            }
        };
        if disks < cavity {
            return Ok(());
        }
        let percent = Decimal::new(disks * 1000 / cavity, 1);
        Err(Impossible::AreaTooLarge { percent })
    }

    fn two_fit(&self) -> Result<(), Impossible> {
        let [(first, one), (second, two), ..] = self.by_size()[..] else {
            return Ok(());
        };
        // Doubled: the sum of the diameters, and the farthest the centres can be apart.
        let places = self.places();
        let sum = one.digits_at(places) + two.digits_at(places);
        let spare = |extent: &Decimal| -> BigInt { extent.digits_at(places) * 2 - &sum };
        let half = |doubled: BigInt, places: u32| Decimal::new(doubled * 5, places + 1);
        let (fit, allowed) = match self.cavity() {
            Cavity::Round { diameter } => (spare(diameter) > sum, half(spare(diameter), places)),
            Cavity::Rectangle { width, height } => {
                let square = spare(width).pow(2) + spare(height).pow(2);
                // The distance is a square root. It is given with this many decimal places more than the lengths have.
                const MORE: u32 = 9;
                let fine = &square * BigInt::from(10).pow(2 * MORE);
                let mut root = fine.sqrt();
                if root.pow(2) < fine {
                    root += 1;
                }
                (square > sum.pow(2), half(root, places + MORE))
            }
        };
        if fit {
            Ok(())
        } else {
            Err(Impossible::TwoTooLarge { first, second, needed: half(sum, places), allowed })
        }
    }

    /// The disks from large to small.
    fn by_size(&self) -> Vec<(usize, &Decimal)> {
        let mut disks: Vec<_> = self.diameters().iter().enumerate().collect();
        disks.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(&b.0)));
        disks
    }

    /// The most decimal places of any length.
    fn places(&self) -> u32 {
        let lengths = self.diameters().iter().chain(self.cavity().measures());
        lengths.map(Decimal::places).max().unwrap_or(0)
    }
}
