//! Building a table: blocks in an order in which each follows those that its moves lead to, on
//! several threads, from and into a folder.

use crate::block::Finished;
use crate::count::by_stones;
use crate::engine::Task;
use crate::home::{Claim, Home};
use crate::layout::CHUNK_BITS;
use crate::memory::Words;
use crate::plan::Plan;
use crate::{Content, States, TableError, TableShape};
use grundy_core::{Convention, Run};
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock};
use std::time::{Duration, Instant};

/// How often a block that another process makes is looked for.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// A build of a table. Its [`Run`] says on how many threads and within which memory, and stops it. The run counts
/// the states that this process decides as nodes; [`Progress::done`](grundy_core::Progress) counts the states in
/// finished blocks.
///
/// ```
/// use grundy_core::{Convention, Outcome, Run};
/// use grundy_tables::{Build, Content, Rules, TableGame, TableShape};
///
/// let rules = Rules::new(TableGame::two_d_nim(Some(3)), 4, 4, Convention::Misere)?;
/// let shape = TableShape::new(rules, Content::Outcomes)?;
/// let states = Build::new(shape).in_memory(&Run::unlimited())?.expect("nobody stops it");
/// assert_eq!(states.p_positions(), 9872);
/// assert_eq!(states.outcome(rules.full_board()), Outcome::P);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Build {
    shape: TableShape,
    most_blocks: Option<u64>,
    is_wide: bool,
}

/// What became of a build in a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Built {
    /// Blocks of the table.
    pub blocks: u64,
    /// Blocks that this process has made.
    pub made: u64,
    /// Blocks that were there, from an earlier run or from another process.
    pub reused: u64,
    /// Damaged files, with what was wrong, and their new names; the blocks were made again.
    pub set_aside: Vec<(String, PathBuf)>,
}

impl Built {
    /// Whether the table is complete.
    pub fn is_complete(&self) -> bool {
        self.made + self.reused == self.blocks
    }
}

impl Build {
    /// A build of such a table.
    pub fn new(shape: TableShape) -> Build {
        Build { shape, most_blocks: None, is_wide: true }
    }

    /// The same, but it ends after this number of blocks.
    #[must_use]
    pub fn with_most_blocks(mut self, most: u64) -> Build {
        self.most_blocks = Some(most);
        self
    }

    /// The same without the wide registers of this processor.
    #[must_use]
    pub fn portable(mut self) -> Build {
        self.is_wide = false;
        self
    }

    /// Bytes that the build holds at most on this number of threads.
    pub fn memory_needed(&self, threads: usize) -> u64 {
        self.shape.memory_needed(threads)
    }

    /// Decides all states, in memory; `None` when it was stopped.
    ///
    /// # Errors
    /// [`TableError::Memory`], and what the system says.
    pub fn in_memory(&self, run: &Run) -> Result<Option<States>, TableError> {
        let mut work = self.work(self.shape, None, run);
        let built = work.finish()?;
        let blocks = std::mem::take(&mut work.blocks);
        Ok(built.is_complete().then(|| {
            let blocks = blocks.into_iter().map(|block| block.into_inner().expect("all are done")).collect();
            States::new(self.shape, work.plan.layout, blocks)
        }))
    }

    /// Builds a table in a folder, or goes on with one that was begun there, maybe together with other
    /// processes. When it is stopped, finished blocks are kept.
    ///
    /// # Errors
    /// [`TableError::Memory`], [`TableError::OtherTable`] and its like, and what the system says.
    pub fn in_folder(&self, folder: &Path, run: &Run) -> Result<Built, TableError> {
        if let Some(home) = Home::begun(folder, &self.shape)?
            && let Some(built) = whole(&home, run)?
        {
            return Ok(built);
        }
        // Before a folder is made for it.
        check_memory(&self.shape, run)?;
        let home = Home::enter(folder, &self.shape)?;
        // The folder's own cut holds.
        self.work(*home.shape(), Some(&home), run).finish()
    }

    fn work<'w>(&'w self, shape: TableShape, home: Option<&'w Home>, run: &'w Run) -> Work<'w> {
        let count = shape.blocks() as usize;
        Work {
            build: self,
            shape,
            plan: Plan::new(&shape.rules().moves()),
            home,
            run,
            blocks: (0..count).map(|_| OnceLock::new()).collect(),
            queue: Mutex::new(Queue {
                stages: vec![Stage::Waiting; count],
                built: Built { blocks: count as u64, ..Built::default() },
                failure: None,
            }),
            changed: Condvar::new(),
        }
    }
}

/// Refuses a build that needs more memory than the run allows.
fn check_memory(shape: &TableShape, run: &Run) -> Result<(), TableError> {
    let needed = shape.memory_needed(run.threads());
    match run.limits().memory {
        Some(allowed) if needed > allowed => Err(TableError::Memory { needed, allowed }),
        _ => Ok(()),
    }
}

/// Looks through a table whose blocks are all there, one after the other and without keeping them;
/// `None` when one is not there or damaged.
fn whole(home: &Home, run: &Run) -> Result<Option<Built>, TableError> {
    let blocks = home.shape().blocks();
    if !(0..blocks).all(|block| home.path(block).exists()) {
        return Ok(None);
    }
    let mut built = Built { blocks, ..Built::default() };
    for block in 0..blocks {
        if run.check().is_err() {
            break;
        }
        let read = home.block(block).and_then(|file| match file {
            Some(file) => file.pages(&home.path(block), |_, _| Ok(())).map(Some),
            None => Ok(None),
        });
        match read {
            Ok(Some(())) => built.reused += 1,
            Ok(None) | Err(TableError::Damaged { .. }) => return Ok(None),
            Err(error) => return Err(error),
        }
    }
    Ok(Some(built))
}

/// How far a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Waiting,
    /// A thread of this process is at it.
    Busy,
    /// Another process was at it then.
    Elsewhere(Instant),
    Done,
}

struct Queue {
    stages: Vec<Stage>,
    built: Built,
    failure: Option<TableError>,
}

/// What became of a block that a thread went for.
enum Settled {
    Made(Finished),
    Reused(Finished),
    Elsewhere,
    Stopped,
}

struct Work<'w> {
    build: &'w Build,
    shape: TableShape,
    plan: Plan,
    home: Option<&'w Home>,
    run: &'w Run,
    blocks: Vec<OnceLock<Finished>>,
    queue: Mutex<Queue>,
    changed: Condvar,
}

impl Work<'_> {
    /// Makes all blocks, or those that the run has time for.
    fn finish(&mut self) -> Result<Built, TableError> {
        check_memory(&self.shape, self.run)?;
        let needed = self.shape.memory_needed(self.run.threads()) as usize;
        // A run that is over by now ends the work at its first look.
        let is_held = self.run.hold(needed).is_ok();
        self.serve_all();
        if is_held {
            self.run.release(needed);
        }
        let queue = self.queue.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner());
        match queue.failure.take() {
            Some(error) => Err(error),
            None => Ok(std::mem::take(&mut queue.built)),
        }
    }

    fn serve_all(&self) {
        let threads = self.run.threads().min(self.blocks.len());
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| self.serve());
            }
            self.serve();
        });
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
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
        let mut queue = self.queue();
        loop {
            let spent = self.build.most_blocks.is_some_and(|most| {
                let busy = queue.stages.iter().filter(|&&stage| stage == Stage::Busy).count() as u64;
                queue.built.made + busy >= most
            });
            if queue.failure.is_some() || spent || self.run.check().is_err() {
                return None;
            }
            if queue.stages.iter().all(|&stage| stage == Stage::Done) {
                return None;
            }
            if let Some(block) = (0..self.blocks.len()).find(|&block| self.is_ready(&queue.stages, block)) {
                queue.stages[block] = Stage::Busy;
                return Some(block as u64);
            }
            queue = match self.changed.wait_timeout(queue, LOOK_AGAIN) {
                Ok((queue, _)) => queue,
                Err(poisoned) => poisoned.into_inner().0,
            };
        }
    }

    fn is_ready(&self, stages: &[Stage], block: usize) -> bool {
        let is_due = match stages[block] {
            Stage::Waiting => true,
            Stage::Elsewhere(then) => then.elapsed() >= LOOK_AGAIN,
            Stage::Busy | Stage::Done => false,
        };
        let below = (0..usize::BITS).map(|bit| block & !(1 << bit)).filter(|&below| below != block);
        is_due && below.into_iter().all(|below| stages[below] == Stage::Done)
    }

    /// Finds a block in the folder, or makes it.
    fn settle(&self, block: u64) -> Result<Settled, TableError> {
        let Some(home) = self.home else {
            return Ok(self.make(block)?.map_or(Settled::Stopped, Settled::Made));
        };
        if let Some(finished) = self.find(home, block)? {
            return Ok(Settled::Reused(finished));
        }
        let Some(claim) = home.claim(block)? else { return Ok(Settled::Elsewhere) };
        // It may have been finished between the look and the claim.
        if let Some(finished) = self.find(home, block)? {
            return Ok(Settled::Reused(finished));
        }
        self.make_and_keep(home, claim, block)
    }

    fn make_and_keep(&self, home: &Home, claim: Claim, block: u64) -> Result<Settled, TableError> {
        let Some(finished) = self.make(block)? else { return Ok(Settled::Stopped) };
        home.keep(claim, block, &finished)?;
        Ok(Settled::Made(finished))
    }

    /// A finished block of the folder; a damaged one is set aside.
    fn find(&self, home: &Home, block: u64) -> Result<Option<Finished>, TableError> {
        match home.load(block) {
            Err(TableError::Damaged { path, what }) => {
                let aside = home.set_aside(block)?;
                let told = format!("{} is damaged: {what}", path.display());
                self.queue().built.set_aside.push((told, aside));
                Ok(None)
            }
            other => other,
        }
    }

    /// Decides the states of a block; `None` when it was stopped.
    fn make(&self, block: u64) -> Result<Option<Finished>, TableError> {
        let shape = &self.shape;
        let folder = Path::new("a block in memory");
        let zeroed = || Words::zeroed(shape.block_words()).map_err(TableError::io("hold", folder));
        let mut classes: Vec<Words> = Vec::new();
        let mut decided: Option<Words> = None;
        let mut p_by_stones = None;
        loop {
            let class = classes.len();
            let lost_of = |below: u64| -> &[u64] {
                let below = self.blocks[below as usize].get().expect("blocks below are done");
                below.classes.get(class).map_or(&[], |words| words)
            };
            let mut lost = zeroed()?;
            let task = Task {
                plan: &self.plan,
                block,
                block_bits: shape.block_bits(),
                lost_of: &lost_of,
                won: decided.as_deref(),
                empty_is_won: shape.rules().convention() == Convention::Misere,
                run: self.run,
                is_wide: self.build.is_wide,
            };
            let Some(counts) = task.decide(&mut lost) else { return Ok(None) };
            p_by_stones.get_or_insert(counts);
            if shape.content() == Content::Nimbers {
                // The states of nimber v are lost when those of smaller nimbers count as won.
                let decided = match &mut decided {
                    Some(decided) => decided,
                    None => decided.insert(zeroed()?),
                };
                for (all, new) in decided.iter_mut().zip(lost.iter()) {
                    *all |= new;
                }
            }
            classes.push(lost);
            if decided.as_ref().is_none_or(|decided| decided.iter().all(|&word| word == u64::MAX)) {
                let counts = match p_by_stones {
                    Some(counts) if shape.rules().cells() >= CHUNK_BITS => counts,
                    _ => by_stones(&classes[0], block, shape),
                };
                return Ok(Some(Finished { classes, counts }));
            }
        }
    }

    /// Writes down what became of a block, and wakes those who wait for it.
    fn note(&self, block: u64, settled: Result<Settled, TableError>) {
        let place = block as usize;
        let (finished, is_made) = match settled {
            Ok(Settled::Made(finished)) => (finished, true),
            Ok(Settled::Reused(finished)) => (finished, false),
            Ok(Settled::Elsewhere) => return self.queue().stages[place] = Stage::Elsewhere(Instant::now()),
            Ok(Settled::Stopped) => return self.queue().stages[place] = Stage::Waiting,
            Err(error) => {
                let mut queue = self.queue();
                queue.stages[place] = Stage::Waiting;
                queue.failure.get_or_insert(error);
                return self.changed.notify_all();
            }
        };
        // Before the stage says so: whoever sees that it is done will read it.
        let is_new = self.blocks[place].set(finished).is_ok();
        debug_assert!(is_new, "a block is done once");
        let mut queue = self.queue();
        queue.stages[place] = Stage::Done;
        let count = if is_made { &mut queue.built.made } else { &mut queue.built.reused };
        *count += 1;
        let states = self.shape.block_states();
        if is_made {
            self.run.count(states);
        }
        // Told under the lock, so that the number only rises. Whether to go on is asked before the next block.
        self.run.reached((queue.built.made + queue.built.reused) * states).ok();
        drop(queue);
        self.changed.notify_all();
    }
}
