//! The genus of a position: its nimber, and its misère values beside heaps of two.

use std::fmt;

/// The genus g^(g0 g1 g2 ...): the nimber of a position, and for each i the misère value of the position with
/// i heaps of two beside it.
///
/// The digits repeat in pairs in the end. It depends on the genera of the options alone; but the genus of a
/// sum is no function of the genera of its terms.
///
/// ```
/// use grundy_misere::Genus;
/// let zero = Genus::of_options(&[]);
/// let one = Genus::of_options(&[&zero]);
/// let two = Genus::of_options(&[&zero, &one]);
/// assert_eq!((zero.to_string(), two.to_string()), ("0^120".into(), "2^20".into()));
/// assert_eq!((one.nimber, one.misere_value()), (1, 0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Genus {
    /// The value under normal play.
    pub nimber: u64,
    /// The digits, as few as tell the rest: the last two go on for ever. At least two.
    digits: Vec<u64>,
}

impl Genus {
    /// The genus of a position whose options have these. Costs their digits.
    ///
    /// The options are whole positions: those of a sum are sums.
    pub fn of_options(options: &[&Genus]) -> Genus {
        let nimber = mex(options.iter().map(|option| option.nimber));
        let settled = options.iter().map(|option| option.digits.len()).max().unwrap_or(0);
        let mut digits = vec![match options {
            [] => 1,
            _ => mex(options.iter().map(|option| option.digit(0))),
        }];
        // From here on a digit depends on the one before it, and on whether its place is odd.
        while digits.len() < settled + 3 || digits[digits.len() - 1] != digits[digits.len() - 3] {
            let (place, last) = (digits.len(), digits[digits.len() - 1]);
            let of_options = options.iter().map(|option| option.digit(place));
            digits.push(mex(of_options.chain([last, last ^ 1])));
        }
        Genus { nimber, digits: shortest(digits) }
    }

    /// The genus of these digits, of which the last two go on for ever.
    ///
    /// # Panics
    /// When there are fewer than two.
    pub fn new(nimber: u64, digits: Vec<u64>) -> Genus {
        assert!(digits.len() > 1, "two digits go on for ever");
        Genus { nimber, digits: shortest(digits) }
    }

    /// The genus of a Nim heap.
    pub fn of_heap(size: u64) -> Genus {
        let digits = match size {
            0 => vec![1, 2, 0],
            1 => vec![0, 3, 1],
            _ => vec![size, size ^ 2],
        };
        Genus { nimber: size, digits }
    }

    /// The misère value with so many heaps of two beside the position.
    pub fn digit(&self, place: usize) -> u64 {
        let known = self.digits.len();
        match self.digits.get(place) {
            Some(&digit) => digit,
            None => self.digits[known - 2 + (place - known) % 2],
        }
    }

    /// The digits, as few as tell the rest: the last two go on for ever.
    pub fn digits(&self) -> &[u64] {
        &self.digits
    }

    /// The misère value: 0 exactly when the second player wins.
    pub fn misere_value(&self) -> u64 {
        self.digits[0]
    }

    /// Whether some position of Nim has this genus.
    pub fn is_of_nim(&self) -> bool {
        let firm = [self.nimber, self.nimber ^ 2];
        *self == Genus::of_heap(self.nimber) || self.digits == firm
    }

    /// Whether the digits go on in pairs from the first.
    pub(crate) fn goes_in_pairs(&self) -> bool {
        self.digits.len() == 2 && self.digits[1] == self.digits[0] ^ 2
    }
}

/// The digits without those that the last two tell.
fn shortest(mut digits: Vec<u64>) -> Vec<u64> {
    while digits.len() > 2 && digits[digits.len() - 1] == digits[digits.len() - 3] {
        digits.pop();
    }
    digits
}

fn mex(values: impl Iterator<Item = u64>) -> u64 {
    let mut values: Vec<u64> = values.collect();
    values.sort_unstable();
    values.dedup();
    (0..).zip(&values).find(|(place, value)| place != *value).map_or(values.len() as u64, |(place, _)| place)
}

impl fmt::Display for Genus {
    /// All digits; those above 9 with commas, `6^(1,9,10,8)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: Vec<String> = self.digits.iter().map(u64::to_string).collect();
        match self.digits.iter().all(|&digit| digit < 10) {
            true => write!(f, "{}^{}", self.nimber, digits.concat()),
            false => write!(f, "{}^({})", self.nimber, digits.join(",")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heaps_of_nim_have_the_genera_that_are_told() {
        let mut heaps: Vec<Genus> = Vec::new();
        for size in 0..20 {
            let options: Vec<&Genus> = heaps.iter().collect();
            let genus = Genus::of_options(&options);
            assert_eq!(genus, Genus::of_heap(size), "*{size}");
            assert!(genus.is_of_nim());
            heaps.push(genus);
        }
    }
}
