//! Builds: all blocks of a table, on several threads and maybe by several processes.

use crate::blocks::Blocks;
use crate::home::Home;
use crate::pool::Pool;
use crate::vault::{InMemory, Vault};
use crate::work::{One, Work, Worked};
use crate::{States, TableError, TableShape};
use grundy_core::Run;
use std::path::{Path, PathBuf};

/// What a thread needs beside blocks: chunks side by side, a page, lists.
const SCRATCH: u64 = 1 << 20;

/// A build of a table. Its [`Run`] says on how many threads and within which memory, and stops it. The run counts
/// the states that this process decides as nodes; [`Progress::done`](grundy_core::Progress) counts the states in
/// finished blocks.
///
/// ```
/// use grundy_core::{Convention, Outcome, Run};
/// use grundy_tables::{Build, Content, Rules, TableGame, TableShape};
///
/// let rules = Rules::new(&TableGame::two_d_nim(Some(3)), 4, 4, Convention::Misere)?;
/// let shape = TableShape::new(rules.clone(), Content::Outcomes)?;
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

    /// Bytes that a build in a folder has to hold on this number of threads: the block that each thread decides, and
    /// all those that it is decided from. What the run allows beyond that keeps blocks that may be needed again.
    pub fn memory_needed(&self, threads: usize) -> u64 {
        needed(&Blocks::new(&self.shape), threads)
    }

    /// Bytes that a build in memory takes on this number of threads.
    pub fn memory_needed_for_states(&self, threads: usize) -> u64 {
        self.in_memory_bytes(self.in_memory_pieces(&Blocks::new(&self.shape), threads), threads)
    }

    /// Pieces of memory of a build in memory: all blocks that are kept stay, and the makers of blocks need some.
    fn in_memory_pieces(&self, blocks: &Blocks, threads: usize) -> u64 {
        let kept = self.shape.kept_blocks().count() as u64 * self.shape.planes();
        kept + 2 * threads as u64 * blocks.pieces()
    }

    fn in_memory_bytes(&self, pieces: u64, threads: usize) -> u64 {
        pieces * self.shape.plane_bytes() + SCRATCH * threads as u64
    }

    /// Decides all states, in memory; `None` when it was stopped.
    ///
    /// # Errors
    /// [`TableError::Memory`], and what the system says.
    pub fn in_memory(&self, run: &Run) -> Result<Option<States>, TableError> {
        let blocks = Blocks::new(&self.shape);
        let vault = InMemory::new(self.shape.blocks());
        let pieces = self.in_memory_pieces(&blocks, run.threads());
        let bytes = self.in_memory_bytes(pieces, run.threads());
        check_memory(bytes, run)?;
        let worked = self.work(&blocks, &vault, pieces, bytes, run, false)?;
        let is_complete = worked.made == worked.blocks;
        Ok(is_complete.then(|| States::new(self.shape.clone(), vault.into_blocks())))
    }

    /// Builds a table in a folder, or goes on with one that was begun there, maybe together with other
    /// processes. When it is stopped, finished blocks are kept.
    ///
    /// The run's memory is what blocks may take: [`memory_needed`](Build::memory_needed) at least.
    ///
    /// # Errors
    /// [`TableError::Memory`], [`TableError::OtherTable`] and its like, and what the system says.
    pub fn in_folder(&self, folder: &Path, run: &Run) -> Result<Built, TableError> {
        let begun = Home::begun(folder, &self.shape)?;
        let is_begun = begun.is_some();
        // The folder's own cut holds.
        let blocks = Blocks::new(begun.as_ref().map_or(&self.shape, Home::shape));
        let least = needed(&blocks, run.threads());
        if let Some(home) = &begun
            && check_memory(least, run).is_err()
            && let Some(built) = whole(home, run)?
        {
            return Ok(built);
        }
        // Before a folder is made for it.
        check_memory(least, run)?;
        let (home, blocks) = match begun {
            Some(home) => (home, blocks),
            None => {
                let home = Home::enter(folder, &self.shape)?;
                let blocks = Blocks::new(home.shape());
                (home, blocks)
            }
        };
        let bytes = run.limits().memory.unwrap_or(u64::MAX).max(least);
        let scratch = besides(&blocks, run.threads());
        let pieces = bytes.saturating_sub(scratch) / home.shape().plane_bytes();
        let worked = self.work(&blocks, &home, pieces, least, run, is_begun)?;
        Ok(Built {
            blocks: worked.blocks,
            made: worked.made,
            reused: worked.found,
            set_aside: worked.set_aside,
        })
    }

    /// Begins a table in a folder, without any block; where it has begun, nothing is changed.
    ///
    /// # Errors
    /// [`TableError::OtherTable`] and its like, and what the system says.
    pub fn begin_in(&self, folder: &Path) -> Result<(), TableError> {
        Home::enter(folder, &self.shape).map(drop)
    }

    fn work(
        &self,
        blocks: &Blocks,
        vault: &dyn Vault,
        pieces: u64,
        held: u64,
        run: &Run,
        resume: bool,
    ) -> Result<Worked, TableError> {
        let least = run.threads() as u64 * blocks.pieces();
        let pool = Pool::new(blocks.shape().block_words(), least, pieces);
        let work =
            Work { blocks, vault, pool: &pool, run, most_blocks: self.most_blocks, is_wide: self.is_wide };
        // A run that is over by now ends the work at its first look.
        let is_held = run.hold(held as usize).is_ok();
        let worked = work.finish(resume);
        if is_held {
            run.release(held as usize);
        }
        worked
    }
}

/// Bytes beside the blocks: what threads work in, and how far each block is.
fn besides(blocks: &Blocks, threads: usize) -> u64 {
    SCRATCH * threads as u64 + 8 * blocks.shape().blocks()
}

/// Bytes that a build has to hold.
fn needed(blocks: &Blocks, threads: usize) -> u64 {
    threads as u64 * blocks.pieces() * blocks.shape().plane_bytes() + besides(blocks, threads)
}

/// Refuses a build that needs more memory than the run allows.
fn check_memory(needed: u64, run: &Run) -> Result<(), TableError> {
    match run.limits().memory {
        Some(allowed) if needed > allowed => Err(TableError::Memory { needed, allowed }),
        _ => Ok(()),
    }
}

/// Looks through a table whose blocks are all there, one after the other and without keeping them;
/// `None` when one is not there or damaged.
fn whole(home: &Home, run: &Run) -> Result<Option<Built>, TableError> {
    let mut built = Built { blocks: home.shape().kept_blocks().count() as u64, ..Built::default() };
    for block in home.shape().kept_blocks() {
        if run.check().is_err() {
            break;
        }
        match home.check(block) {
            Ok(true) => built.reused += 1,
            Ok(false) | Err(TableError::Damaged { .. }) => return Ok(None),
            Err(error) => return Err(error),
        }
    }
    Ok(Some(built))
}

/// The graph of the blocks of a table that has begun in a folder, and its blocks one by one: for schedulers of any
/// kind.
///
/// ```
/// use grundy_core::{Convention, Run};
/// use grundy_tables::{Build, BlockGraph, Content, Rules, TableGame, TableShape};
///
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path().join("T");
/// let rules = Rules::new(&TableGame::two_d_nim(Some(3)), 4, 5, Convention::Misere)?;
/// Build::new(TableShape::with_block_bits(rules, Content::Outcomes, 16)?).begin_in(&folder)?;
///
/// let graph = BlockGraph::open(&folder)?;
/// for block in graph.blocks() {
///     // They come in an order in which each follows those that it needs.
///     assert!(graph.needs(block).iter().all(|&need| graph.is_there(need).unwrap()));
///     assert!(graph.needs(block).iter().all(|&need| graph.serves(need).contains(&block)));
///     assert!(graph.build(block, &Run::unlimited())?.is_some());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct BlockGraph {
    home: Home,
    blocks: Blocks,
}

impl BlockGraph {
    /// The graph of a table that has begun.
    ///
    /// # Errors
    /// When the folder holds no table, or none that this program can read.
    pub fn open(folder: &Path) -> Result<BlockGraph, TableError> {
        let home = Home::open(folder)?;
        Ok(BlockGraph { blocks: Blocks::new(home.shape()), home })
    }

    /// What the table holds, and how it is cut.
    pub fn shape(&self) -> &TableShape {
        self.home.shape()
    }

    /// The numbers of all blocks that the table keeps, each after those that it needs.
    pub fn blocks(&self) -> impl Iterator<Item = u64> + use<> {
        self.home.shape().kept_blocks()
    }

    /// Whether the table keeps a block of this number.
    pub fn has(&self, block: u64) -> bool {
        block < self.shape().blocks() && self.blocks.kept(block).0 == block
    }

    /// The blocks that one is decided from. Cost: the moves of the board.
    ///
    /// # Panics
    /// When the table [has](BlockGraph::has) no such block.
    pub fn needs(&self, block: u64) -> Vec<u64> {
        assert!(self.has(block), "block {block} of {}", self.shape());
        self.blocks.needs(block)
    }

    /// The blocks that are decided from one, in order: a scheduler counts down what each of them still waits for. Cost:
    /// the moves of the board.
    ///
    /// # Panics
    /// When the table [has](BlockGraph::has) no such block.
    pub fn serves(&self, block: u64) -> Vec<u64> {
        assert!(self.has(block), "block {block} of {}", self.shape());
        self.blocks.serves(block)
    }

    /// Whether a block is built, as far as its length and its header tell.
    ///
    /// # Errors
    /// What the system says. A damaged block is not there.
    pub fn is_there(&self, block: u64) -> Result<bool, TableError> {
        match self.home.has(block) {
            Err(TableError::Damaged { .. }) => Ok(false),
            other => other,
        }
    }

    /// Bytes that [`build`](BlockGraph::build) holds at most.
    pub fn memory_needed(&self) -> u64 {
        needed(&self.blocks, 1)
    }

    /// Builds one block, on this thread, from those that it needs: `Some(true)` when it was made, `Some(false)` when it
    /// was there, `None` when it was stopped. It may be called again, and by several processes at once: the same block
    /// has the same bytes.
    ///
    /// # Errors
    /// [`TableError::Missing`] when a block that it needs is not there or is damaged, [`TableError::Memory`], and what
    /// the system says.
    ///
    /// # Panics
    /// When the table [has](BlockGraph::has) no such block.
    pub fn build(&self, block: u64, run: &Run) -> Result<Option<bool>, TableError> {
        assert!(self.has(block), "block {block} of {}", self.shape());
        check_memory(self.memory_needed(), run)?;
        let pieces = self.blocks.pieces();
        let pool = Pool::new(self.shape().block_words(), pieces, pieces);
        let work = Work {
            blocks: &self.blocks,
            vault: &self.home,
            pool: &pool,
            run,
            most_blocks: None,
            is_wide: true,
        };
        Ok(match work.one(block)? {
            One::Made => Some(true),
            One::Found => Some(false),
            One::Stopped => None,
        })
    }
}
