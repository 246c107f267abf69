//! Random numbers of tests.

/// Numbers that look random and are the same in every run: by shifts and exclusive ors (Marsaglia 2003).
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    /// The next number, below a limit.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}
