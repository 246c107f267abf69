//! Games with what has been found out about them.

use crate::memos::Memos;
use crate::shelf::Shelf;
use std::sync::Arc;

/// A shelf of games, and the memos of the positions that are read with it: what a search has found of one
/// position is known to the others. A clone is the same workbench.
///
/// ```
/// use grundy::{Position, Reading, Request, Run, Workbench};
/// let (workbench, run) = (Workbench::default(), Run::unlimited());
/// let read = |text| Position::parse_on(&workbench, text, Reading::default(), &run).unwrap();
/// let first = read("cram 4x5").solve(&Request::default());
/// let again = read("cram 4x5 + *1").solve(&Request::default());
/// assert!(again.nodes < first.nodes);
/// ```
#[derive(Clone, Debug)]
pub struct Workbench {
    shelf: Arc<Shelf>,
    memos: Memos,
}

impl Workbench {
    /// A workbench for the games of a shelf, with nothing found out yet.
    pub fn new(shelf: Arc<Shelf>) -> Workbench {
        Workbench { shelf, memos: Memos::default() }
    }

    /// The games.
    pub fn shelf(&self) -> &Arc<Shelf> {
        &self.shelf
    }

    /// What has been found out.
    pub fn memos(&self) -> &Memos {
        &self.memos
    }
}

#[cfg(feature = "store")]
impl Workbench {
    /// Adds what was found so far, of millions of values the hardest, to the stores that positions were
    /// [attached](crate::Position::attach) to, and says how much was new. It may be called while searches go on.
    ///
    /// # Errors
    /// When a store cannot be written.
    pub fn save(&self) -> Result<u64, grundy_store::Error> {
        self.memos.save()
    }
}

impl Default for Workbench {
    /// For the [usual](Shelf::usual) games.
    fn default() -> Self {
        Workbench::new(Arc::clone(Shelf::usual()))
    }
}
