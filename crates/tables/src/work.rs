//! The one loop of all builds: take what is ready, get what it needs, decide it, put it away.

use crate::TableError;
use crate::blocks::Blocks;
use crate::finished::Finished;
use crate::pool::Pool;
use crate::queue::{LOOK_AGAIN, Queue};
use crate::vault::Vault;
use grundy_core::Run;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// What is to be made, of what, and where it goes.
pub(crate) struct Work<'w> {
    pub blocks: &'w Blocks,
    pub vault: &'w dyn Vault,
    pub pool: &'w Pool,
    pub run: &'w Run,
    /// So many blocks are made at most.
    pub most_blocks: Option<u64>,
    /// Whether to use the wide registers of this processor.
    pub is_wide: bool,
}

/// What became of it.
#[derive(Debug, Default)]
pub(crate) struct Worked {
    pub blocks: u64,
    pub made: u64,
    pub found: u64,
    /// Damaged files, with what was wrong, and their new names.
    pub set_aside: Vec<(String, PathBuf)>,
}

/// What became of a block that a thread went for.
enum Settled {
    Made,
    Found,
    Elsewhere,
    /// A block that it needs is not there any more.
    Lacks(u64),
    Stopped,
}

struct Shared {
    queue: Queue,
    set_aside: Vec<(String, PathBuf)>,
    failure: Option<TableError>,
}

/// The threads' common ground.
struct Workshop<'w> {
    work: &'w Work<'w>,
    shared: Mutex<Shared>,
    changed: Condvar,
}

impl Work<'_> {
    /// Makes all blocks, or those that the run has time for. With `resume`, what is there already is looked through
    /// first.
    ///
    /// # Errors
    /// What the system says.
    pub fn finish(&self, resume: bool) -> Result<Worked, TableError> {
        let mut set_aside = Vec::new();
        let there = if resume { self.look_through(&mut set_aside)? } else { Vec::new() };
        let queue = Queue::new(self.blocks, |block| there.binary_search(&block).is_ok());
        let shared = Mutex::new(Shared { queue, set_aside, failure: None });
        let workshop = Workshop { work: self, shared, changed: Condvar::new() };
        in_threads(self.run.threads(), || workshop.serve());
        let shared = workshop.shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = shared.failure {
            return Err(error);
        }
        if shared.queue.is_complete() {
            self.vault.tidy();
        }
        let (blocks, made, found) = shared.queue.counts();
        Ok(Worked { blocks, made, found, set_aside: shared.set_aside })
    }

    /// Reads all blocks that are there, one after the other and without keeping them, and sets damaged ones aside.
    /// Gives those that are sound, in order.
    fn look_through(&self, set_aside: &mut Vec<(String, PathBuf)>) -> Result<Vec<u64>, TableError> {
        let kept: Vec<u64> = self.blocks.shape().kept_blocks().collect();
        let (next, there) = (AtomicU64::new(0), Mutex::new(Vec::new()));
        let (aside, failure) = (Mutex::new(Vec::new()), Mutex::new(None));
        in_threads(self.run.threads(), || {
            while self.run.check().is_ok() && lock(&failure).is_none() {
                let Some(&block) = kept.get(next.fetch_add(1, Ordering::Relaxed) as usize) else { break };
                match self.vault.check(block) {
                    Ok(true) => lock(&there).push(block),
                    Ok(false) => {}
                    Err(TableError::Damaged { path, what }) => match self.vault.set_aside(block) {
                        Ok(name) => lock(&aside).push((damage(&path, &what), name)),
                        Err(error) => *lock(&failure) = Some(error),
                    },
                    Err(error) => *lock(&failure) = Some(error),
                }
            }
        });
        if let Some(error) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        let mut there = there.into_inner().unwrap_or_else(PoisonError::into_inner);
        there.sort_unstable();
        set_aside.append(&mut aside.into_inner().unwrap_or_else(PoisonError::into_inner));
        Ok(there)
    }

    /// Makes one block, if it is not there.
    ///
    /// # Errors
    /// [`TableError::Missing`] when a block that it needs is not there, and what the system says.
    pub fn one(&self, block: u64) -> Result<One, TableError> {
        match self.vault.has(block) {
            Ok(true) => return Ok(One::Found),
            Ok(false) => {}
            Err(TableError::Damaged { .. }) => drop(self.vault.set_aside(block)?),
            Err(error) => return Err(error),
        }
        match self.make(block, &mut |_| {})? {
            Settled::Lacks(block) => Err(TableError::Missing { block, blocks: self.blocks.shape().blocks() }),
            Settled::Made => Ok(One::Made),
            _ => Ok(One::Stopped),
        }
    }

    /// Decides a block and puts it away.
    fn make(&self, block: u64, damaged: &mut dyn FnMut((String, PathBuf))) -> Result<Settled, TableError> {
        let mut below = Vec::new();
        for source in self.blocks.sources(block) {
            let (kept, mirror) = self.blocks.kept(source);
            match self.fetch(source, kept, mirror) {
                Ok(Some(finished)) => below.push((source, finished)),
                Ok(None) => return Ok(Settled::Lacks(kept)),
                Err(TableError::Damaged { path, what }) => {
                    damaged((damage(&path, &what), self.vault.set_aside(kept)?));
                    return Ok(Settled::Lacks(kept));
                }
                Err(error) => return Err(error),
            }
        }
        let decided = self.blocks.decide(block, &below, self.pool, self.run, self.is_wide);
        drop(below);
        let Some(finished) = decided.map_err(no_memory)? else { return Ok(Settled::Stopped) };
        let finished = Arc::new(finished);
        self.vault.put(block, &finished)?;
        drop(self.pool.insert(block, finished));
        Ok(Settled::Made)
    }

    /// A block that is to be read, as it is kept or turned; `None` where it is not there.
    fn fetch(&self, block: u64, kept: u64, mirror: usize) -> Result<Option<Arc<Finished>>, TableError> {
        if let Some(finished) = self.pool.get(block) {
            return Ok(Some(finished));
        }
        let start = Instant::now();
        let original = match self.pool.get(kept) {
            Some(original) => original,
            None => match self.vault.get(kept, self.pool)? {
                Some(original) => self.pool.insert(kept, original),
                None => return Ok(None),
            },
        };
        if block == kept {
            self.pool.got(start.elapsed());
            return Ok(Some(original));
        }
        let turned = self.blocks.turned(&original, mirror, self.pool).map_err(no_memory)?;
        self.pool.got(start.elapsed());
        Ok(Some(self.pool.insert(block, Arc::new(turned))))
    }
}

/// What became of one block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum One {
    Made,
    Found,
    Stopped,
}

impl Workshop<'_> {
    fn shared(&self) -> MutexGuard<'_, Shared> {
        lock(&self.shared)
    }

    /// One thread: takes blocks until there are none.
    fn serve(&self) {
        while let Some(block) = self.next() {
            let settled = self.settle(block);
            self.note(block, settled);
        }
    }

    /// A block whose turn has come; `None` when all are done, or the work is to end.
    fn next(&self) -> Option<u64> {
        let mut shared = self.shared();
        loop {
            let is_spent = self.work.most_blocks.is_some_and(|most| shared.queue.taken() >= most);
            let is_over = shared.failure.is_some() || is_spent || self.work.run.check().is_err();
            if is_over || shared.queue.is_complete() {
                return None;
            }
            if let Some(block) = shared.queue.next() {
                return Some(block);
            }
            shared = match self.changed.wait_timeout(shared, LOOK_AGAIN) {
                Ok((shared, _)) => shared,
                Err(poisoned) => poisoned.into_inner().0,
            };
        }
    }

    /// Finds a block where it is to be, or makes it.
    fn settle(&self, block: u64) -> Result<Settled, TableError> {
        if self.is_there(block)? {
            return Ok(Settled::Found);
        }
        let Some(_claim) = self.work.vault.claim(block)? else { return Ok(Settled::Elsewhere) };
        // It may have been finished between the look and the claim.
        if self.is_there(block)? {
            return Ok(Settled::Found);
        }
        self.work.make(block, &mut |damage| self.shared().set_aside.push(damage))
    }

    /// Whether a block is there; a damaged one is set aside.
    fn is_there(&self, block: u64) -> Result<bool, TableError> {
        match self.work.vault.has(block) {
            Err(TableError::Damaged { path, what }) => {
                let aside = self.work.vault.set_aside(block)?;
                self.shared().set_aside.push((damage(&path, &what), aside));
                Ok(false)
            }
            other => other,
        }
    }

    /// Writes down what became of a block, and wakes those who wait for it.
    fn note(&self, block: u64, settled: Result<Settled, TableError>) {
        let (blocks, run) = (self.work.blocks, self.work.run);
        let mut shared = self.shared();
        match settled {
            Ok(Settled::Made) => {
                run.count(blocks.shape().block_states());
                shared.queue.done(blocks, block, true);
            }
            Ok(Settled::Found) => shared.queue.done(blocks, block, false),
            Ok(Settled::Elsewhere) => shared.queue.elsewhere(block),
            Ok(Settled::Stopped) => shared.queue.back(blocks, block),
            Ok(Settled::Lacks(need)) => {
                self.work.pool.forget(need);
                shared.queue.lost(blocks, need);
                shared.queue.back(blocks, block);
            }
            Err(error) => {
                shared.queue.back(blocks, block);
                shared.failure.get_or_insert(error);
            }
        }
        // Reported under the lock, so that the number only rises. Whether to go on is asked before the next block.
        run.reached(shared.queue.states()).ok();
        drop(shared);
        self.changed.notify_all();
    }
}

fn damage(path: &Path, what: &str) -> String {
    format!("{} is damaged: {what}", path.display())
}

fn no_memory(error: std::io::Error) -> TableError {
    TableError::io("hold", Path::new("a block in memory"))(error)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs the same work on several threads, this one among them.
fn in_threads(threads: usize, work: impl Fn() + Sync) {
    std::thread::scope(|scope| {
        for _ in 1..threads.max(1) {
            scope.spawn(&work);
        }
        work();
    });
}
