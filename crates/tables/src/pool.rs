//! Memory for blocks: a fixed number of pieces that are used again, and the blocks lately used in them.
//!
//! A piece is touched for the first time once, which costs the system more than deciding what it holds.

use crate::finished::Finished;
use crate::memory::Words;
use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Pieces of memory of one size, and finished blocks in them.
pub(crate) struct Pool {
    /// Words of a piece.
    words: usize,
    /// So many pieces are made before any is used again.
    least: u64,
    /// So many pieces at most, if those that are in use leave it at that.
    most: u64,
    inner: Mutex<Inner>,
    /// What it takes lately to touch a new piece, in nanoseconds.
    touching: AtomicU64,
    /// What it takes lately to get a block.
    getting: AtomicU64,
}

#[derive(Default)]
struct Inner {
    free: Vec<Words>,
    made: u64,
    blocks: HashMap<u64, Cached>,
    clock: u64,
}

struct Cached {
    block: Arc<Finished>,
    used: u64,
}

impl Pool {
    /// Pieces of `words` words: `least` at any rate, and up to `most` where that pays.
    pub fn new(words: usize, least: u64, most: u64) -> Pool {
        let (touching, getting) = (AtomicU64::new(0), AtomicU64::new(0));
        Pool { words, least, most, inner: Mutex::default(), touching, getting }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A piece, with anything in it: a free one, a new one, or that of the block that was not used for longest.
    ///
    /// # Errors
    /// When the system has no more.
    pub fn take(&self) -> io::Result<Words> {
        let mut inner = self.inner();
        if inner.free.is_empty()
            && inner.made >= self.least
            && (inner.made >= self.most || !self.is_worth_it())
        {
            inner.evict();
        }
        if let Some(piece) = inner.free.pop() {
            return Ok(piece);
        }
        inner.made += 1;
        drop(inner);
        let start = Instant::now();
        let mut piece = Words::zeroed(self.words)?;
        piece.iter_mut().step_by(WORDS_OF_PAGE).for_each(|word| *word = std::hint::black_box(0));
        note(&self.touching, start.elapsed());
        Ok(piece)
    }

    /// Notes what it took to get a block.
    pub fn got(&self, time: Duration) {
        note(&self.getting, time);
    }

    /// Whether new memory pays. It is dearer than it looks when it is made: the system has to find it, and the caches
    /// have to hold it. Blocks that are turned, or that the system has in its own cache, are got again for less.
    fn is_worth_it(&self) -> bool {
        const DEARER: u64 = 8;
        let touching = self.touching.load(Ordering::Relaxed);
        self.getting.load(Ordering::Relaxed) > touching.saturating_mul(DEARER)
    }

    /// Gives a piece back.
    pub fn give(&self, piece: Words) {
        self.inner().free.push(piece);
    }

    /// Gives the pieces of a block back, if nobody else has it.
    pub fn give_block(&self, block: Arc<Finished>) {
        if let Ok(block) = Arc::try_unwrap(block) {
            self.inner().free.extend(block.planes);
        }
    }

    /// A block that is in memory.
    pub fn get(&self, number: u64) -> Option<Arc<Finished>> {
        let mut inner = self.inner();
        inner.clock += 1;
        let used = inner.clock;
        let cached = inner.blocks.get_mut(&number)?;
        cached.used = used;
        Some(Arc::clone(&cached.block))
    }

    /// Keeps a block for those who need it next. Where another thread has done so, that one is given.
    pub fn insert(&self, number: u64, block: Arc<Finished>) -> Arc<Finished> {
        if let Some(earlier) = self.get(number) {
            self.give_block(block);
            return earlier;
        }
        let mut inner = self.inner();
        inner.clock += 1;
        let used = inner.clock;
        inner.blocks.insert(number, Cached { block: Arc::clone(&block), used });
        block
    }

    /// Forgets a block.
    pub fn forget(&self, number: u64) {
        let forgotten = self.inner().blocks.remove(&number);
        if let Some(cached) = forgotten {
            self.give_block(cached.block);
        }
    }
}

/// Words of a page of memory.
const WORDS_OF_PAGE: usize = 512;

/// Moves a running mean towards a new time.
fn note(mean: &AtomicU64, time: Duration) {
    let (old, new) = (mean.load(Ordering::Relaxed), time.as_nanos() as u64);
    let moved = if old == 0 { new } else { old - old / 8 + new / 8 };
    mean.store(moved, Ordering::Relaxed);
}

impl Inner {
    /// Frees the pieces of the block that was not used for longest, of those that nobody uses now.
    fn evict(&mut self) {
        let idle = self.blocks.iter().filter(|(_, cached)| Arc::strong_count(&cached.block) == 1);
        let Some(&number) = idle.min_by_key(|(_, cached)| cached.used).map(|(number, _)| number) else {
            return;
        };
        let cached = self.blocks.remove(&number).expect("it has just been found");
        if let Ok(block) = Arc::try_unwrap(cached.block) {
            self.free.extend(block.planes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::header::COUNTS;

    fn block(pool: &Pool, first: u64) -> Arc<Finished> {
        let mut piece = pool.take().unwrap();
        piece[0] = first;
        Arc::new(Finished { planes: vec![piece], counts: [0; COUNTS] })
    }

    #[test]
    fn the_block_not_used_for_longest_makes_room_and_none_that_is_in_use() {
        let pool = Pool::new(512, 1, 3);
        pool.got(Duration::from_secs(1));
        let first = pool.insert(1, block(&pool, 1));
        for number in [2, 3] {
            pool.insert(number, block(&pool, number));
        }
        assert_eq!(pool.get(2).unwrap().planes[0][0], 2);
        pool.insert(4, block(&pool, 4));
        assert!(pool.get(3).is_none(), "it was not used for longest");
        assert!(pool.get(2).is_some() && pool.get(4).is_some());
        assert_eq!(first.planes[0][0], 1, "it is in use");
        let _all = (first, pool.get(2), pool.get(4));
        pool.insert(5, block(&pool, 5));
        assert_eq!(pool.inner().made, 4, "where all are in use, one more is made");
        pool.forget(5);
        pool.insert(6, block(&pool, 6));
        assert_eq!(pool.inner().made, 4);
    }

    #[test]
    fn what_is_got_again_at_once_takes_no_new_memory() {
        let pool = Pool::new(1 << 15, 2, 100);
        pool.got(Duration::from_nanos(1));
        for number in 0..20 {
            pool.insert(number, block(&pool, number));
        }
        assert_eq!(pool.inner().made, 2);
    }
}
