//! The shapes of cavity, with exact measures.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::decimal::{Decimal, DecimalError};

/// A cavity centred on the origin.
///
/// It is written `12` (round, by its diameter) or `10x12` (width by height; a square is `10x10`).
///
/// ```
/// use grundy_packing::Cavity;
///
/// let round: Cavity = "12.000".parse()?;
/// assert!(matches!(round, Cavity::Round { .. }));
/// let tray: Cavity = "10x12".parse()?;
/// assert_eq!(tray.to_string(), "10x12");
/// # Ok::<(), grundy_packing::CavityError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cavity {
    /// A round cavity.
    Round {
        /// Its diameter.
        diameter: Decimal,
    },
    /// A rectangular cavity, square when its sides are equal.
    Rectangle {
        /// Its extent along x.
        width: Decimal,
        /// Its extent along y.
        height: Decimal,
    },
}

/// Why a text is not a cavity.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CavityError {
    /// A measure cannot be read.
    #[error("the cavity cannot be read: {0}")]
    Measure(#[from] DecimalError),
    /// A measure is zero or negative.
    #[error("the cavity `{0}` has no inside: its measures must be above zero")]
    NotPositive(String),
}

impl Cavity {
    /// A round cavity of that diameter.
    ///
    /// # Errors
    ///
    /// When the diameter is not above zero.
    ///
    /// ```
    /// # use grundy_packing::{Cavity, Decimal};
    /// assert!(Cavity::round(Decimal::new(12, 0)).is_ok());
    /// assert!(Cavity::round(Decimal::new(0, 0)).is_err());
    /// ```
    pub fn round(diameter: Decimal) -> Result<Self, CavityError> {
        Cavity::Round { diameter }.checked()
    }

    /// A rectangular cavity of that width and height.
    ///
    /// # Errors
    ///
    /// When a side is not above zero.
    ///
    /// ```
    /// # use grundy_packing::{Cavity, Decimal};
    /// let tray = Cavity::rectangle(Decimal::new(10, 0), Decimal::new(12, 0))?;
    /// assert_eq!(tray, "10x12".parse()?);
    /// # Ok::<(), grundy_packing::CavityError>(())
    /// ```
    pub fn rectangle(width: Decimal, height: Decimal) -> Result<Self, CavityError> {
        Cavity::Rectangle { width, height }.checked()
    }

    fn checked(self) -> Result<Self, CavityError> {
        let positive = match &self {
            Cavity::Round { diameter } => diameter.is_positive(),
            Cavity::Rectangle { width, height } => width.is_positive() && height.is_positive(),
        };
        if positive { Ok(self) } else { Err(CavityError::NotPositive(self.to_string())) }
    }

    /// The measures: the diameter, or the width and the height.
    pub(crate) fn measures(&self) -> Vec<&Decimal> {
        match self {
            Cavity::Round { diameter } => vec![diameter],
            Cavity::Rectangle { width, height } => vec![width, height],
        }
    }
}

impl FromStr for Cavity {
    type Err = CavityError;

    fn from_str(text: &str) -> Result<Self, CavityError> {
        match text.split_once(['x', 'X', '×']) {
            None => Cavity::round(text.parse()?),
            Some((width, height)) => Cavity::rectangle(width.parse()?, height.parse()?),
        }
    }
}

impl fmt::Display for Cavity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cavity::Round { diameter } => write!(f, "{diameter}"),
            Cavity::Rectangle { width, height } => write!(f, "{width}x{height}"),
        }
    }
}
