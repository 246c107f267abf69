//! In place of `store`, where the program is built without it: nothing is kept.

use crate::arguments::Solving;
use crate::batch::Shared;
use crate::input::UNSAVED;
use grundy::{Position, Workbench};

/// The store that is asked for: none.
pub fn of(_: &Solving) -> anyhow::Result<()> {
    Ok(())
}

/// Keeps nothing.
pub(crate) struct Keeper;

impl Keeper {
    /// A keeper without a store.
    pub fn new((): ()) -> Keeper {
        Keeper
    }

    /// Attaches nothing.
    pub fn attach(&self, _: &Position, _: &Shared) -> anyhow::Result<()> {
        Ok(())
    }

    /// Notes nothing.
    pub fn note_proof(
        &self,
        _: &Position,
        _: &grundy::check::proof::ProofFile,
        _: &std::path::Path,
    ) -> anyhow::Result<()> {
        Ok(())
    }

    /// What saves memos before they are given up.
    pub fn save(&self) -> &(dyn Fn(&Workbench) -> anyhow::Result<()> + Sync) {
        UNSAVED
    }

    /// Searches.
    pub fn during<T>(&self, search: impl FnOnce() -> T) -> T {
        search()
    }
}
