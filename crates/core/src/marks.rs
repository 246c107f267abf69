//! What is marked on a drawn board.

/// What is marked on a drawn board: moves as a game names them, or labels.
///
/// ```
/// use grundy_core::Marks;
/// let marks = Marks { winning: vec!["C", "S", "H"], making: Some("S") };
/// assert!(marks.wins(&"H") && !marks.wins(&"A"));
/// assert_eq!(Marks::<&str>::default(), Marks { winning: vec![], making: None });
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks<M> {
    /// Moves that win.
    pub winning: Vec<M>,
    /// A move at hand: what it takes away is marked.
    pub making: Option<M>,
}

impl<M: PartialEq> Marks<M> {
    /// Whether a move is marked as winning. O(winning moves).
    pub fn wins(&self, mv: &M) -> bool {
        self.winning.contains(mv)
    }
}

impl<M> Default for Marks<M> {
    fn default() -> Self {
        Marks { winning: Vec::new(), making: None }
    }
}
