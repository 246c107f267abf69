//! Exact decimal numbers: a whole number of tenths, hundredths, thousandths, ...

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};
use std::str::FromStr;

use num_bigint::{BigInt, Sign};
use thiserror::Error;

/// An exact decimal number, `digits / 10^places`.
///
/// Lengths have no unit of their own: all the numbers of one problem are in the same unit, whichever it is.
/// Two decimals are equal when their values are, so `2.150` equals `2.15`; each is still printed as it was
/// written.
///
/// ```
/// use grundy_packing::Decimal;
///
/// let diameter: Decimal = "2.150".parse()?;
/// assert_eq!(diameter, "2.15".parse()?);
/// assert_eq!(diameter.to_string(), "2.150");
/// assert_eq!((&diameter + &diameter).to_string(), "4.300");
/// # Ok::<(), grundy_packing::DecimalError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Decimal {
    digits: BigInt,
    places: u32,
}

/// Why a text is not an exact decimal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DecimalError {
    /// There is no text.
    #[error("a number is missing")]
    Missing,
    /// The text does not start like a number; `NaN` and `inf` are of this kind.
    #[error("`{0}` is not a number: write it in digits, like 2.150")]
    NotANumber(String),
    /// A number is followed by something else.
    #[error("`{0}` follows a number: units are not known here, write all lengths in the same unit")]
    Unit(String),
    /// The text is longer than [`Decimal::MAX_TEXT`] characters.
    #[error("a number of {0} characters is too long: the limit is {max}", max = Decimal::MAX_TEXT)]
    TooLong(usize),
}

impl Decimal {
    /// The most characters that are read as one number.
    pub const MAX_TEXT: usize = 400;

    /// The number `digits / 10^places`.
    ///
    /// ```
    /// # use grundy_packing::Decimal;
    /// assert_eq!(Decimal::new(2150, 3).to_string(), "2.150");
    /// ```
    pub fn new(digits: impl Into<BigInt>, places: u32) -> Self {
        Decimal { digits: digits.into(), places }
    }

    /// The exact value of a floating-point number; nothing for NaN and the infinities.
    ///
    /// Every finite binary fraction is a finite decimal, of up to 1,074 places.
    ///
    /// ```
    /// # use grundy_packing::Decimal;
    /// assert_eq!(Decimal::from_f64(0.375).expect("finite").to_string(), "0.375");
    /// assert!(Decimal::from_f64(f64::NAN).is_none());
    /// ```
    pub fn from_f64(value: f64) -> Option<Self> {
        if !value.is_finite() {
            return None;
        }
        let bits = value.to_bits();
        let exponent = ((bits >> 52) & 0x7ff) as i32;
        let fraction = bits & ((1 << 52) - 1);
        // Numbers of exponent zero lack the leading one that the others leave unwritten.
        let (mut mantissa, mut power) =
            if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
        if mantissa == 0 {
            return Some(Decimal::new(0, 0));
        }
        let spare = mantissa.trailing_zeros() as i32;
        mantissa >>= spare;
        power += spare;
        let size = if power >= 0 {
            Decimal::new(BigInt::from(mantissa) << power, 0)
        } else {
            let places = power.unsigned_abs();
            // m / 2^k = m * 5^k / 10^k
            Decimal::new(BigInt::from(mantissa) * BigInt::from(5).pow(places), places)
        };
        Some(if value < 0.0 { -&size } else { size })
    }

    /// The nearest floating-point number.
    ///
    /// ```
    /// # use grundy_packing::Decimal;
    /// assert_eq!(Decimal::new(2150, 3).to_f64(), 2.15);
    /// ```
    pub fn to_f64(&self) -> f64 {
        format!("{}e-{}", self.digits, self.places).parse().expect("digits with an exponent are a number")
    }

    /// The largest decimal of `places` places that is not above this number.
    ///
    /// ```
    /// # use grundy_packing::Decimal;
    /// assert_eq!(Decimal::new(-2155, 3).floor(2).to_string(), "-2.16");
    /// ```
    pub fn floor(&self, places: u32) -> Self {
        if places >= self.places {
            return Decimal::new(self.digits_at(places), places);
        }
        let unit = power_of_ten(self.places - places);
        let mut digits = &self.digits / &unit;
        // Division cuts towards zero, which is upwards for a negative number.
        if self.is_negative() && &digits * &unit != self.digits {
            digits -= 1;
        }
        Decimal::new(digits, places)
    }

    /// The smallest decimal of `places` places that is not below this number.
    ///
    /// ```
    /// # use grundy_packing::Decimal;
    /// assert_eq!(Decimal::new(2151, 3).ceil(2).to_string(), "2.16");
    /// ```
    pub fn ceil(&self, places: u32) -> Self {
        -&(-self).floor(places)
    }

    /// The nearest decimal of `places` places; the upper one where two are as near.
    ///
    /// ```
    /// # use grundy_packing::Decimal;
    /// assert_eq!(Decimal::new(2155, 3).nearest(2).to_string(), "2.16");
    /// ```
    pub fn nearest(&self, places: u32) -> Self {
        (self + &Decimal::new(5, places + 1)).floor(places)
    }

    /// Whether the number is above zero.
    ///
    /// ```
    /// # use grundy_packing::Decimal;
    /// assert!(Decimal::new(1, 9).is_positive());
    /// assert!(!Decimal::new(0, 9).is_positive());
    /// ```
    pub fn is_positive(&self) -> bool {
        self.digits.sign() == Sign::Plus
    }

    /// Whether the number is below zero.
    ///
    /// ```
    /// # use grundy_packing::Decimal;
    /// assert!((-&Decimal::new(1, 9)).is_negative());
    /// ```
    pub fn is_negative(&self) -> bool {
        self.digits.sign() == Sign::Minus
    }

    /// How many places after the point are written.
    ///
    /// ```
    /// # use grundy_packing::Decimal;
    /// assert_eq!(Decimal::new(2150, 3).places(), 3);
    /// ```
    pub fn places(&self) -> u32 {
        self.places
    }

    /// The number as a whole count of units of `10^-places`.
    ///
    /// # Panics
    ///
    /// When `places` is less than [`Decimal::places`], where the count need not be whole.
    ///
    /// ```
    /// # use grundy_packing::Decimal;
    /// assert_eq!(Decimal::new(215, 2).digits_at(4), 21500.into());
    /// ```
    pub fn digits_at(&self, places: u32) -> BigInt {
        assert!(places >= self.places, "fewer places than the number has");
        &self.digits * power_of_ten(places - self.places)
    }

    /// This number rounded down to `count` leading digits, at least to whole numbers, without zeros at the
    /// end.
    pub(super) fn floor_leading(&self, count: usize) -> Self {
        let length = self.digits.magnitude().to_string().len();
        let drop = length.saturating_sub(count) as u32;
        let mut short = self.floor(self.places.saturating_sub(drop));
        while short.places > 0 && (&short.digits % 10u32) == BigInt::ZERO {
            short.digits /= 10u32;
            short.places -= 1;
        }
        short
    }
}

/// `10^places`.
pub(super) fn power_of_ten(places: u32) -> BigInt {
    BigInt::from(10).pow(places)
}

impl FromStr for Decimal {
    type Err = DecimalError;

    fn from_str(text: &str) -> Result<Self, DecimalError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(DecimalError::Missing);
        }
        if text.len() > Decimal::MAX_TEXT {
            return Err(DecimalError::TooLong(text.len()));
        }
        let (negative, body) = match text.as_bytes()[0] {
            b'-' => (true, &text[1..]),
            b'+' => (false, &text[1..]),
            _ => (false, text),
        };
        let end = body.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(body.len());
        let (number, rest) = body.split_at(end);
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let digits = format!("{whole}{fraction}");
        if digits.is_empty() || fraction.contains('.') {
            return Err(DecimalError::NotANumber(text.to_owned()));
        }
        if !rest.is_empty() {
            return Err(DecimalError::Unit(rest.trim().to_owned()));
        }
        let size = BigInt::parse_bytes(digits.as_bytes(), 10)
            .ok_or_else(|| DecimalError::NotANumber(text.to_owned()))?;
        Ok(Decimal { digits: if negative { -size } else { size }, places: fraction.len() as u32 })
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_negative() { "-" } else { "" };
        let places = self.places as usize;
        let digits = format!("{:0>width$}", self.digits.magnitude().to_string(), width = places + 1);
        let (whole, fraction) = digits.split_at(digits.len() - places);
        if fraction.is_empty() { write!(f, "{sign}{whole}") } else { write!(f, "{sign}{whole}.{fraction}") }
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let places = self.places.max(other.places);
        self.digits_at(places).cmp(&other.digits_at(places))
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Decimal {}

impl Add for &Decimal {
    type Output = Decimal;

    fn add(self, other: &Decimal) -> Decimal {
        let places = self.places.max(other.places);
        Decimal::new(self.digits_at(places) + other.digits_at(places), places)
    }
}

impl Sub for &Decimal {
    type Output = Decimal;

    fn sub(self, other: &Decimal) -> Decimal {
        self + &-other
    }
}

impl Mul for &Decimal {
    type Output = Decimal;

    fn mul(self, other: &Decimal) -> Decimal {
        Decimal::new(&self.digits * &other.digits, self.places + other.places)
    }
}

impl Neg for &Decimal {
    type Output = Decimal;

    fn neg(self) -> Decimal {
        Decimal::new(-&self.digits, self.places)
    }
}
