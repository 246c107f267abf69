//! A finite commutative monoid with its P-portion.

use crate::bits::Set;
use grundy_heaps::{QuotientCertificate, Valued};
use std::collections::BTreeSet;

/// An element of a quotient; 0 is the identity.
pub type Element = u16;

/// A finite commutative monoid with a set of elements for the second player: what a misère quotient is.
///
/// Element 0 is the identity. The value of a sum is the product of the values of its parts, and the player
/// who has just moved wins exactly when it lies in the P-portion.
///
/// ```
/// use grundy_core::Run;
/// use grundy_misere::{HeapQuotient, Reach};
///
/// let kayles = HeapQuotient::new(&"0.77".parse()?).carried(&Reach::default(), &Run::unlimited());
/// let monoid = kayles.monoid();
/// assert_eq!((monoid.order(), monoid.p_count(), monoid.is_tame()), (40, 9, false));
/// let one = kayles.value(1).unwrap();
/// assert_eq!(monoid.times(one, one), 0, "1 + 1 is like nothing");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BipartiteMonoid {
    order: usize,
    table: Vec<Element>,
    p: Set,
}

impl BipartiteMonoid {
    /// Nothing but the identity, which is for the next player: the quotient of positions without moves.
    pub(crate) fn trivial() -> Self {
        BipartiteMonoid { order: 1, table: vec![0], p: Set::new(1) }
    }

    /// Of the rows of products, one after the other.
    pub(crate) fn new(order: usize, table: Vec<Element>, p: Set) -> Self {
        debug_assert_eq!(table.len(), order * order);
        BipartiteMonoid { order, table, p }
    }

    /// How many elements there are.
    pub fn order(&self) -> usize {
        self.order
    }

    /// How many of them are for the second player.
    pub fn p_count(&self) -> usize {
        self.p.len()
    }

    /// Whether a sum of this value is for the player who has just moved.
    pub fn is_p(&self, value: Element) -> bool {
        self.p.has(value.into())
    }

    /// The elements for the second player, in order.
    pub fn p_portion(&self) -> impl Iterator<Item = Element> + '_ {
        self.p.iter().map(|value| value as Element)
    }

    /// The value of two sums together.
    #[inline]
    pub fn times(&self, one: Element, other: Element) -> Element {
        self.table[usize::from(one) * self.order + usize::from(other)]
    }

    /// The products of an element with every other, in order.
    pub fn row(&self, value: Element) -> &[Element] {
        &self.table[usize::from(value) * self.order..][..self.order]
    }

    /// The value of so many equal sums together. Costs the logarithm of the exponent.
    pub fn power(&self, value: Element, exponent: u64) -> Element {
        let (mut result, mut square, mut rest) = (0, value, exponent);
        while rest > 0 {
            if rest & 1 == 1 {
                result = self.times(result, square);
            }
            square = self.times(square, square);
            rest >>= 1;
        }
        result
    }

    /// The least exponent from which powers of an element repeat, and the period of the repeat.
    pub fn index_and_period(&self, value: Element) -> (usize, usize) {
        let mut first = vec![usize::MAX; self.order];
        let (mut power, mut exponent) = (0, 0);
        while first[usize::from(power)] == usize::MAX {
            first[usize::from(power)] = exponent;
            power = self.times(power, value);
            exponent += 1;
        }
        let index = first[usize::from(power)];
        (index, exponent - index)
    }

    /// How many elements the kernel has: the ideal of the least idempotent, a group.
    ///
    /// All sums of the positions play like misère Nim exactly when at most two elements lie outside.
    pub fn kernel_order(&self) -> usize {
        self.kernel().len()
    }

    /// Whether an element is in the kernel.
    pub fn is_in_kernel(&self, value: Element) -> bool {
        self.kernel().has(value.into())
    }

    fn kernel(&self) -> Set {
        let product = (0..self.order as Element).fold(0, |product, value| self.times(product, value));
        let mut kernel = Set::new(self.order);
        self.row(self.times(product, product)).iter().for_each(|&value| kernel.insert(value.into()));
        kernel
    }

    /// Whether all sums play like misère Nim.
    pub fn is_tame(&self) -> bool {
        self.order <= 2 || self.order - self.kernel_order() == 2
    }

    /// For each element the set of those whose product with it is for the second player.
    pub(crate) fn profiles(&self) -> Vec<Set> {
        (0..self.order as Element)
            .map(|value| {
                let mut profile = Set::new(self.order);
                let row = self.row(value).iter().enumerate();
                row.filter(|&(_, &product)| self.is_p(product)).for_each(|(other, _)| profile.insert(other));
                profile
            })
            .collect()
    }

    /// The certificate with these values.
    pub(crate) fn certificate(&self, of: Valued, values: &[Element]) -> QuotientCertificate {
        let used: BTreeSet<Element> = values.iter().copied().filter(|&value| value != 0).collect();
        QuotientCertificate {
            of,
            order: self.order,
            p: self.p_portion().collect(),
            values: values.to_vec(),
            times: used.into_iter().map(|value| (value, self.row(value).to_vec())).collect(),
        }
    }

    pub(crate) fn p(&self) -> &Set {
        &self.p
    }
}
