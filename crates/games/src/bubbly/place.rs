//! Where a bubble lies in a picture of one's own, in exact numbers.

use std::fmt;

/// A number has this many decimals at most.
const DECIMALS: usize = 3;
/// One whole, in the units that places are kept in.
const ONE: i64 = 1000;
/// The largest coordinate and the largest radius.
pub(super) const FARTHEST: i64 = 1_000_000;

/// A circle: its centre and radius, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Place {
    pub(super) x: i64,
    pub(super) y: i64,
    pub(super) radius: i64,
}

/// How two circles lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lie {
    /// They have no inner point in common.
    Apart,
    /// The first lies within the second.
    Inside,
    /// The second lies within the first.
    Around,
    /// They are the same circle.
    Same,
    /// They overlap.
    Across,
}

impl Place {
    /// A circle of whole numbers.
    #[cfg(test)]
    pub(super) fn whole(x: i64, y: i64, radius: i64) -> Place {
        Place { x: x * ONE, y: y * ONE, radius: radius * ONE }
    }

    /// The circle of the nearest thousandths.
    pub(super) fn nearest((x, y): (f64, f64), radius: f64) -> Place {
        let thousandths = |number: f64| (number * ONE as f64).round() as i64;
        Place { x: thousandths(x), y: thousandths(y), radius: thousandths(radius) }
    }

    /// How this circle and another lie. Exact: circles that touch do not overlap.
    pub(super) fn lies(self, other: Place) -> Lie {
        // At most (2 * 10^9)^2 twice, below 2^63.
        let (right, down) = (self.x - other.x, self.y - other.y);
        let squared = right * right + down * down;
        let (sum, difference) = (self.radius + other.radius, self.radius - other.radius);
        if squared >= sum * sum {
            Lie::Apart
        } else if squared > difference * difference {
            Lie::Across
        } else if difference < 0 {
            Lie::Inside
        } else if difference > 0 {
            Lie::Around
        } else {
            Lie::Same
        }
    }

    /// The centre.
    pub(super) fn centre(self) -> (f64, f64) {
        (real(self.x), real(self.y))
    }

    /// The radius.
    pub(super) fn radius(self) -> f64 {
        real(self.radius)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", Thousandths(self.x), Thousandths(self.y), Thousandths(self.radius))
    }
}

fn real(thousandths: i64) -> f64 {
    thousandths as f64 / ONE as f64
}

/// A number as it is written: without decimals that are 0.
struct Thousandths(i64);

impl fmt::Display for Thousandths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, part) = (self.0.abs() / ONE, self.0.abs() % ONE);
        let decimals = format!("{part:0DECIMALS$}");
        match decimals.trim_end_matches('0') {
            "" => write!(f, "{sign}{whole}"),
            decimals => write!(f, "{sign}{whole}.{decimals}"),
        }
    }
}

/// Reads a number, or says what is wrong with it.
pub(super) fn thousandths(text: &str) -> Result<i64, String> {
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let is_plain = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + part.len() == 0 || !is_plain(whole) || !is_plain(part) {
        return Err(format!("`{}` is no number", text.escape_debug()));
    }
    let part = part.trim_end_matches('0');
    if part.len() > DECIMALS {
        return Err(format!("`{text}` has more than {DECIMALS} decimals"));
    }
    let whole = if whole.is_empty() { Some(0) } else { whole.parse::<i64>().ok() };
    let decimals = format!("{part:0<DECIMALS$}").parse::<i64>().expect("they are three digits");
    let number = whole.filter(|&whole| whole < FARTHEST || whole == FARTHEST && decimals == 0);
    match number {
        Some(whole) if is_negative => Ok(-(whole * ONE + decimals)),
        Some(whole) => Ok(whole * ONE + decimals),
        None => Err(format!("`{text}` is beyond {FARTHEST}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_they_are_read() {
        for text in ["0", "1", "-1", "12.5", "0.125", "-0.001", "1000000", "-1000000"] {
            let read = thousandths(text).expect(text);
            assert_eq!(Thousandths(read).to_string(), text);
        }
        assert_eq!(thousandths("+.50"), Ok(500));
        assert_eq!(thousandths("7."), Ok(7000));
        for wrong in ["", ".", "-", "1e3", "1.2345", "1000000.001", "99999999999999999999", "--1", "1,5"] {
            assert!(thousandths(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn circles_lie_apart_inside_or_across() {
        let circle = Place::whole;
        let one = circle(0, 0, 10);
        assert_eq!(one.lies(circle(20, 0, 10)), Lie::Apart, "they touch");
        assert_eq!(one.lies(circle(19, 0, 10)), Lie::Across);
        assert_eq!(one.lies(circle(0, 5, 5)), Lie::Around, "they touch from within");
        assert_eq!(one.lies(circle(0, 6, 5)), Lie::Across);
        assert_eq!(circle(3, 4, 2).lies(one), Lie::Inside);
        assert_eq!(one.lies(one), Lie::Same);
        assert_eq!(one.lies(circle(1, 0, 10)), Lie::Across);
        let far = circle(FARTHEST, FARTHEST, FARTHEST);
        assert_eq!(far.lies(circle(-FARTHEST, -FARTHEST, FARTHEST)), Lie::Apart);
    }
}
