//! What was found of states lately.

/// A cache with one place for each state: what was found of a state is kept until one with the same place is looked at.
pub(super) struct Recent<V>(Box<[(u64, V)]>);

/// How many states are remembered at most: a power of 2.
const RECENT: usize = 1 << 18;

impl<V: Copy + Default> Recent<V> {
    /// What it takes.
    pub(super) const BYTES: usize = RECENT * size_of::<(u64, V)>();

    pub(super) fn new() -> Self {
        Recent(vec![(0, V::default()); RECENT].into())
    }

    fn place(state: u64) -> usize {
        // The state 0 has no moves, and nothing is found of it.
        (state.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - RECENT.ilog2())) as usize
    }

    pub(super) fn get(&self, state: u64) -> Option<V> {
        let (of, found) = self.0[Self::place(state)];
        (of == state && state != 0).then_some(found)
    }

    pub(super) fn put(&mut self, state: u64, found: V) {
        self.0[Self::place(state)] = (state, found);
    }
}
