//! Sets of elements as bits.

/// A set of numbers below a bound that is fixed when it is made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Set(Box<[u64]>);

/// The words that so many bits take.
pub(crate) fn words(bits: usize) -> usize {
    bits.div_ceil(64).max(1)
}

/// Whether every bit of one is a bit of the other.
#[inline]
pub(crate) fn is_within(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).all(|(one, other)| one & !other == 0)
}

/// The bits, in order.
#[inline]
pub(crate) fn each(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(place, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(64 * place + bit)
        })
    })
}

/// Adds to one set the products that a row has for the elements of another.
#[inline]
pub(crate) fn spread(from: &[u64], row: &[u16], into: &mut [u64]) {
    for (place, &word) in from.iter().enumerate() {
        let mut rest = word;
        while rest != 0 {
            let product = usize::from(row[64 * place + rest.trailing_zeros() as usize]);
            into[product / 64] |= 1 << (product % 64);
            rest &= rest - 1;
        }
    }
}

impl Set {
    pub(crate) fn new(bound: usize) -> Set {
        Set(vec![0; words(bound)].into())
    }

    #[inline]
    pub(crate) fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    #[inline]
    pub(crate) fn has(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    pub(crate) fn is_within(&self, other: &Set) -> bool {
        is_within(&self.0, &other.0)
    }

    #[inline]
    pub(crate) fn meets(&self, other: &Set) -> bool {
        self.0.iter().zip(&other.0).any(|(one, other)| one & other != 0)
    }

    #[inline]
    pub(crate) fn add(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(one, other)| *one |= other);
    }

    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        each(&self.0)
    }

    /// The least number that both have.
    pub(crate) fn first_common(&self, other: &Set) -> Option<usize> {
        let place = self.0.iter().zip(&other.0).position(|(one, other)| one & other != 0)?;
        Some(64 * place + (self.0[place] & other.0[place]).trailing_zeros() as usize)
    }

    /// Adds the products that a row has for the elements of another set.
    #[inline]
    pub(crate) fn add_products(&mut self, from: &[u64], row: &[u16]) {
        spread(from, row, &mut self.0);
    }

    pub(crate) fn as_words(&self) -> &[u64] {
        &self.0
    }
}
