//! What is asked: which disks, into which cavity.

use thiserror::Error;

use crate::exact::{Cavity, CavityError, Decimal, DecimalError};
use crate::limits::{MAX_DISKS, MAX_RATIO};
use crate::walls::Walls;

/// Disks and the cavity they are to go into.
///
/// ```
/// use grundy_packing::Problem;
///
/// let problem = Problem::from_text("1.5, 2, 2.25", "5")?;
/// assert_eq!(problem.diameters().len(), 3);
/// assert!(problem.possible().is_ok());
/// assert!(Problem::from_text("1.5, 2in", "5").is_err());
/// # Ok::<(), grundy_packing::ProblemError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    diameters: Vec<Decimal>,
    cavity: Cavity,
}

/// Why disks and a cavity make no problem.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProblemError {
    /// There is no disk.
    #[error("there are no disks to pack")]
    NoDisks,
    /// There are more disks than [`MAX_DISKS`].
    #[error("{0} disks are too many: the limit is {MAX_DISKS}")]
    TooManyDisks(usize),
    /// The diameter of a disk, counted from zero, cannot be read.
    #[error("disk {}: {error}", disk + 1)]
    Unreadable {
        /// The disk.
        disk: usize,
        /// What is wrong with its diameter.
        error: DecimalError,
    },
    /// The diameter of a disk, counted from zero, is zero or negative.
    #[error("disk {}: the diameter {diameter} is not above zero", disk + 1)]
    NotPositive {
        /// The disk.
        disk: usize,
        /// Its diameter.
        diameter: Decimal,
    },
    /// The cavity is no cavity.
    #[error(transparent)]
    Cavity(#[from] CavityError),
    /// The largest length is more than [`MAX_RATIO`] times the smallest.
    #[error("the lengths {smallest} and {largest} are too unequal: the limit is {MAX_RATIO} to 1")]
    TooUnequal {
        /// The smallest diameter.
        smallest: Decimal,
        /// The largest diameter or measure of the cavity.
        largest: Decimal,
    },
    /// A length is outside `1e-100 ..= 1e100`.
    #[error("the length {0} is out of range: write lengths in a unit that suits their size")]
    OutOfRange(Decimal),
}

impl Problem {
    /// The problem of disks of those diameters and a cavity.
    ///
    /// # Errors
    ///
    /// No disks, more than [`MAX_DISKS`], a diameter that is not above zero, lengths too unequal or out of
    /// range.
    ///
    /// ```
    /// use grundy_packing::{Cavity, Decimal, Problem, ProblemError};
    ///
    /// let cavity: Cavity = "12".parse().expect("a cavity");
    /// assert!(Problem::new(vec![Decimal::new(2, 0)], cavity.clone()).is_ok());
    /// assert_eq!(Problem::new(vec![], cavity), Err(ProblemError::NoDisks));
    /// ```
    pub fn new(diameters: Vec<Decimal>, cavity: Cavity) -> Result<Self, ProblemError> {
        if diameters.is_empty() {
            return Err(ProblemError::NoDisks);
        }
        if diameters.len() > MAX_DISKS {
            return Err(ProblemError::TooManyDisks(diameters.len()));
        }
        if let Some(disk) = diameters.iter().position(|d| !d.is_positive()) {
            let diameter = diameters[disk].clone();
            return Err(ProblemError::NotPositive { disk, diameter });
        }
        let lengths = || diameters.iter().chain(cavity.measures());
        for length in lengths() {
            if !(1e-100..=1e100).contains(&length.to_f64()) {
                return Err(ProblemError::OutOfRange(length.clone()));
            }
        }
        let smallest = lengths().min().expect("there is a disk").clone();
        let largest = lengths().max().expect("there is a disk").clone();
        if largest.to_f64() > MAX_RATIO * smallest.to_f64() {
            return Err(ProblemError::TooUnequal { smallest, largest });
        }
        Ok(Problem { diameters, cavity })
    }

    /// The problem of disks of those radii and a cavity.
    ///
    /// # Errors
    ///
    /// As [`Problem::new`].
    ///
    /// ```
    /// use grundy_packing::{Decimal, Problem};
    ///
    /// let radii = (1..=5).map(|r| Decimal::new(r, 0)).collect();
    /// let problem = Problem::from_radii(radii, "19".parse()?)?;
    /// assert_eq!(problem.diameters()[4], Decimal::new(10, 0));
    /// # Ok::<(), grundy_packing::ProblemError>(())
    /// ```
    pub fn from_radii(radii: Vec<Decimal>, cavity: Cavity) -> Result<Self, ProblemError> {
        Problem::new(radii.iter().map(|r| r + r).collect(), cavity)
    }

    /// Reads diameters, separated by commas, blanks or ends of lines, and a cavity (`12` or `10x12`).
    ///
    /// # Errors
    ///
    /// As [`Problem::new`], and for what is not a number. Long lists are refused before their numbers are
    /// read.
    ///
    /// ```
    /// use grundy_packing::Problem;
    ///
    /// let error = Problem::from_text("2.150,NaN", "12").expect_err("not a number");
    /// assert!(error.to_string().starts_with("disk 2: `NaN` is not a number"));
    /// ```
    pub fn from_text(diameters: &str, cavity: &str) -> Result<Self, ProblemError> {
        // Between two commas there must be a number; blanks and ends of lines part numbers as commas do.
        let between = |piece| {
            let mut words: Vec<&str> = str::split_whitespace(piece).collect();
            if words.is_empty() {
                words.push("");
            }
            words
        };
        let words: Vec<&str> = diameters.split(',').flat_map(between).collect();
        if diameters.trim().is_empty() {
            return Err(ProblemError::NoDisks);
        }
        if words.len() > MAX_DISKS {
            return Err(ProblemError::TooManyDisks(words.len()));
        }
        let read = |(disk, word): (usize, &&str)| {
            word.parse().map_err(|error| ProblemError::Unreadable { disk, error })
        };
        let diameters = words.iter().enumerate().map(read).collect::<Result<_, _>>()?;
        Problem::new(diameters, cavity.parse()?)
    }

    /// The Formidable Fourteen: Veit Elser's puzzle of 2008, fourteen disks and a round cavity of
    /// diameter 12.
    ///
    /// ```
    /// let puzzle = grundy_packing::Problem::formidable_fourteen();
    /// assert_eq!(puzzle.diameters().len(), 14);
    /// assert_eq!(puzzle.cavity().to_string(), "12.000");
    /// ```
    pub fn formidable_fourteen() -> Self {
        const THOUSANDTHS: [u32; 14] =
            [2150, 2250, 2308, 2348, 2586, 2684, 2684, 2964, 2986, 3194, 3320, 3414, 3670, 3736];
        let diameter = Decimal::new(12_000, 3);
        Problem {
            diameters: THOUSANDTHS.iter().map(|&d| Decimal::new(d, 3)).collect(),
            cavity: Cavity::Round { diameter },
        }
    }

    /// The diameters, in the order given.
    ///
    /// ```
    /// # use grundy_packing::Problem;
    /// let problem = Problem::from_text("3 1 2", "9")?;
    /// assert_eq!(problem.diameters()[1].to_string(), "1");
    /// # Ok::<(), grundy_packing::ProblemError>(())
    /// ```
    pub fn diameters(&self) -> &[Decimal] {
        &self.diameters
    }

    /// The cavity.
    ///
    /// ```
    /// # use grundy_packing::Problem;
    /// let problem = Problem::from_text("3 1 2", "9x8")?;
    /// assert_eq!(problem.cavity().to_string(), "9x8");
    /// # Ok::<(), grundy_packing::ProblemError>(())
    /// ```
    pub fn cavity(&self) -> &Cavity {
        &self.cavity
    }

    /// The radii as the search sees them.
    pub(crate) fn radii(&self) -> Vec<f64> {
        self.diameters.iter().map(|d| 0.5 * d.to_f64()).collect()
    }

    /// The walls at size one.
    pub(crate) fn walls(&self) -> Walls {
        match &self.cavity {
            Cavity::Round { .. } => Walls::Round,
            Cavity::Rectangle { width, height } => {
                let (width, height) = (width.to_f64(), height.to_f64());
                let longer = width.max(height);
                Walls::Box { half_width: width / longer, half_height: height / longer }
            }
        }
    }

    /// The size of the cavity asked for: half of its longest measure.
    pub(crate) fn size(&self) -> f64 {
        let longest = self.cavity.measures().into_iter().max();
        0.5 * longest.expect("a cavity has a measure").to_f64()
    }
}
