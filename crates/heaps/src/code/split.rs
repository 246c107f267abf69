//! What a move on one heap does.

/// What one move on one heap does: the beans taken and the heaps left.
///
/// ```
/// use std::ops::ControlFlow;
/// # use grundy_heaps::Code;
/// let code: Code = "0.07".parse()?;
/// let ControlFlow::Break(first) = code.options(4, ControlFlow::Break) else { panic!() };
/// assert_eq!((first.taken(), first.heaps()), (2, &[2][..]));
/// # Ok::<(), grundy_core::Diagnostic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Split {
    /// Beans taken; where beans are added, less than 0.
    taken: i64,
    left: Left,
}

/// The heaps left. Most codes leave a few, and those are kept in place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Left {
    Few([u64; 3], u8),
    Many(Box<[u64]>),
}

impl Split {
    /// A move that takes `taken` beans and leaves these heaps; they are put in order.
    pub fn new(taken: u64, left: &[u64]) -> Self {
        Split { taken: taken as i64, left: Left::of(left) }
    }

    /// A move that leaves these heaps of one of so many beans, which may be fewer than they come to: then it
    /// adds some.
    ///
    /// ```
    /// # use grundy_heaps::Split;
    /// let split = Split::of(7, &[2, 2, 4]);
    /// assert_eq!((split.taken(), split.added()), (0, 1));
    /// ```
    pub fn of(beans: u64, left: &[u64]) -> Self {
        let stays: i128 = left.iter().map(|&heap| i128::from(heap)).sum();
        let taken = i64::try_from(i128::from(beans) - stays).unwrap_or(i64::MAX);
        Split { taken, left: Left::of(left) }
    }

    /// The number of beans taken; 0 when the heap is only broken.
    pub fn taken(&self) -> u64 {
        self.taken.max(0) as u64
    }

    /// The number of beans added before the heap is broken: 0 but in codes with digits left of d0.
    pub fn added(&self) -> u64 {
        self.taken.min(0).unsigned_abs()
    }

    /// The heaps left, smallest first.
    pub fn heaps(&self) -> &[u64] {
        match &self.left {
            Left::Few(heaps, parts) => &heaps[..usize::from(*parts)],
            Left::Many(heaps) => heaps,
        }
    }
}

impl Left {
    fn of(left: &[u64]) -> Left {
        if left.len() > 3 {
            let mut heaps: Box<[u64]> = left.into();
            heaps.sort_unstable();
            return Left::Many(heaps);
        }
        let mut heaps = [0; 3];
        heaps[..left.len()].copy_from_slice(left);
        heaps[..left.len()].sort_unstable();
        Left::Few(heaps, left.len() as u8)
    }
}
