//! Products, quotients and powers of nimbers: the numbers below 2^64 are a field.
//!
//! J. H. Conway, *On Numbers and Games*, chapter 6; H. W. Lenstra, *Nim multiplication*, 1977. The product is defined
//! like the nimber of a position of Turning Corners: `x * y` is the mex of `a*y + x*b + a*b` over all `a < x`, `b < y`,
//! where `+` is the nim-sum. What follows from that: with F = 2^(2^k), a *Fermat power*, F times a smaller number is
//! the ordinary product, and F * F is 3F/2.

use crate::Nimber;
use std::ops::Mul;

impl Nimber {
    /// One, of which every nimber is a multiple.
    pub const ONE: Nimber = Nimber(1);

    /// The number to the power of an ordinary number, by repeated squares: 64 products at most. The power 0 is 1.
    ///
    /// ```
    /// use grundy_core::Nimber;
    /// assert_eq!(Nimber(2).power(3), Nimber(1));
    /// assert_eq!(Nimber(4).power(2), Nimber(6));
    /// ```
    #[must_use]
    pub fn power(self, mut exponent: u64) -> Nimber {
        let (mut power, mut square) = (Nimber::ONE, self);
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = power * square;
            }
            square = square * square;
            exponent >>= 1;
        }
        power
    }

    /// The number that gives 1 in the product with this one; `None` for 0.
    ///
    /// ```
    /// use grundy_core::Nimber;
    /// assert_eq!(Nimber(2).inverse(), Some(Nimber(3)));
    /// assert_eq!(Nimber(0).inverse(), None);
    /// ```
    #[must_use]
    pub fn inverse(self) -> Option<Nimber> {
        // The numbers but 0 are a group of 2^64 - 1.
        (!self.is_zero()).then(|| self.power(u64::MAX - 1))
    }

    /// The quotient; `None` where it is divided by 0.
    ///
    /// ```
    /// use grundy_core::Nimber;
    /// assert_eq!(Nimber(15).over(Nimber(5)), Some(Nimber(3)));
    /// assert_eq!(Nimber(3) * Nimber(5), Nimber(15));
    /// ```
    #[must_use]
    pub fn over(self, divisor: Nimber) -> Option<Nimber> {
        Some(self * divisor.inverse()?)
    }

    /// The number whose square this is: every number has one.
    ///
    /// ```
    /// use grundy_core::Nimber;
    /// assert_eq!(Nimber(2).square_root(), Nimber(3));
    /// ```
    #[must_use]
    pub fn square_root(self) -> Nimber {
        // Squaring 64 times gives every number back.
        (0..63).fold(self, |root, _| root * root)
    }
}

impl Mul for Nimber {
    type Output = Nimber;

    /// The nim-product.
    fn mul(self, other: Nimber) -> Nimber {
        Nimber(product(self.0, other.0))
    }
}

/// The nim-product of two numbers.
fn product(one: u64, other: u64) -> u64 {
    if one < 2 || other < 2 {
        return one * other;
    }
    // Half of the bits of the smallest field that holds both: F = 2^half.
    let bits = 64 - (one | other).leading_zeros();
    let half = bits.next_power_of_two() / 2;
    let low = (1 << half) - 1;
    let ((a, b), (c, d)) = ((one >> half, one & low), (other >> half, other & low));
    // (aF + b)(cF + d) = ((a + b)(c + d) + bd) F + bd + ac F/2, since F * F = F + F/2.
    let (high, low_product) = (product(a, c), product(b, d));
    let middle = product(a ^ b, c ^ d) ^ low_product;
    (middle << half) ^ low_product ^ product(high, 1 << (half - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mex;

    #[test]
    fn the_product_is_that_of_the_definition() {
        const SIDE: usize = 40;
        let mut table = vec![vec![Nimber(0); SIDE]; SIDE];
        for x in 0..SIDE {
            for y in 0..SIDE {
                let options = (0..x).flat_map(|a| (0..y).map(move |b| (a, b)));
                let value = mex(options.map(|(a, b)| table[a][y] ^ table[x][b] ^ table[a][b]));
                table[x][y] = value;
                assert_eq!(Nimber(x as u64) * Nimber(y as u64), value, "{x} * {y}");
            }
        }
    }

    #[test]
    fn the_published_table_is_found() {
        // J. H. Conway, On Numbers and Games, chapter 6, table of nim-products; OEIS A051775.
        let rows = [
            [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
            [2, 3, 1, 8, 10, 11, 9, 12, 14, 15, 13, 4, 6, 7, 5],
            [3, 1, 2, 12, 15, 13, 14, 4, 7, 5, 6, 8, 11, 9, 10],
            [4, 8, 12, 6, 2, 14, 10, 11, 15, 3, 7, 13, 9, 5, 1],
            [5, 10, 15, 2, 7, 8, 13, 3, 6, 9, 12, 1, 4, 11, 14],
        ];
        for (x, row) in rows.iter().enumerate() {
            for (y, &value) in row.iter().enumerate() {
                assert_eq!(Nimber(x as u64 + 1) * Nimber(y as u64 + 1), Nimber(value));
            }
        }
    }

    #[test]
    fn the_numbers_are_a_field() {
        let numbers: Vec<Nimber> =
            [1, 2, 3, 14, 15, 16, 255, 256, 65_535, 65_536, 1 << 33, u64::MAX - 4, u64::MAX]
                .map(Nimber)
                .to_vec();
        for &a in &numbers {
            assert_eq!(a * a.inverse().unwrap(), Nimber::ONE, "{a}");
            assert_eq!(a.square_root() * a.square_root(), a);
            assert_eq!(a.power(u64::MAX), Nimber::ONE, "{a}");
            for &b in &numbers {
                assert_eq!(a * b, b * a);
                assert_eq!(a.over(b).unwrap() * b, a);
                for &c in &numbers {
                    assert_eq!((a * b) * c, a * (b * c));
                    assert_eq!(a * (b ^ c), (a * b) ^ (a * c));
                }
            }
        }
    }

    #[test]
    fn fermat_powers_multiply_as_they_should() {
        for k in 0..6 {
            let fermat = Nimber(1 << (1_u32 << k));
            assert_eq!(fermat * fermat, Nimber(fermat.0 / 2 * 3), "{fermat}");
            assert_eq!(fermat * Nimber(fermat.0 - 1), Nimber(fermat.0 * (fermat.0 - 1)));
        }
        assert_eq!(Nimber(4).power(2).power(0), Nimber::ONE);
        assert_eq!(Nimber(0).over(Nimber(7)), Some(Nimber(0)));
        assert_eq!(Nimber(7).over(Nimber(0)), None);
    }
}
