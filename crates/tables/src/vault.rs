//! Where finished blocks lie: in memory, or in a folder.

use crate::TableError;
use crate::finished::Finished;
use crate::pool::Pool;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

/// Where finished blocks lie. A block is there whole or not at all, and never changes.
pub(crate) trait Vault: Sync {
    /// Whether a block is there, as far as that can be told without reading it all.
    ///
    /// # Errors
    /// [`TableError::Damaged`] when it is not what was put there.
    fn has(&self, block: u64) -> Result<bool, TableError>;

    /// Whether a block is there, and every byte of it is right.
    ///
    /// # Errors
    /// As [`has`](Vault::has).
    fn check(&self, block: u64) -> Result<bool, TableError>;

    /// A block in memory of the pool; `None` where there is none.
    ///
    /// # Errors
    /// As [`has`](Vault::has).
    fn get(&self, block: u64, pool: &Pool) -> Result<Option<Arc<Finished>>, TableError>;

    /// Puts a block there.
    ///
    /// # Errors
    /// What the system says. The block is then not there.
    fn put(&self, block: u64, finished: &Arc<Finished>) -> Result<(), TableError>;

    /// Says that this thread makes a block; `None` while another process does. That only saves work: a block that is
    /// made twice is the same twice.
    ///
    /// # Errors
    /// What the system says.
    fn claim(&self, block: u64) -> Result<Option<Claim>, TableError>;

    /// Puts a damaged block aside, and tells where it is now.
    ///
    /// # Errors
    /// What the system says.
    fn set_aside(&self, block: u64) -> Result<PathBuf, TableError>;

    /// Takes away what ended processes have left, when all blocks are there.
    fn tidy(&self);
}

/// The word that a block is being made, until it is dropped.
pub(crate) type Claim = Box<dyn std::any::Any>;

/// Blocks in memory, by number.
pub(crate) struct InMemory(Vec<OnceLock<Arc<Finished>>>);

impl InMemory {
    /// Room for so many blocks.
    pub fn new(blocks: u64) -> InMemory {
        InMemory((0..blocks).map(|_| OnceLock::new()).collect())
    }

    /// The blocks.
    pub fn into_blocks(self) -> Vec<Option<Arc<Finished>>> {
        self.0.into_iter().map(OnceLock::into_inner).collect()
    }
}

impl Vault for InMemory {
    fn has(&self, block: u64) -> Result<bool, TableError> {
        Ok(self.0[block as usize].get().is_some())
    }

    fn check(&self, block: u64) -> Result<bool, TableError> {
        self.has(block)
    }

    fn get(&self, block: u64, _: &Pool) -> Result<Option<Arc<Finished>>, TableError> {
        Ok(self.0[block as usize].get().cloned())
    }

    fn put(&self, block: u64, finished: &Arc<Finished>) -> Result<(), TableError> {
        self.0[block as usize].get_or_init(|| Arc::clone(finished));
        Ok(())
    }

    fn claim(&self, _: u64) -> Result<Option<Claim>, TableError> {
        Ok(Some(Box::new(())))
    }

    fn set_aside(&self, _: u64) -> Result<PathBuf, TableError> {
        Ok(PathBuf::new())
    }

    fn tidy(&self) {}
}
