//! Which block comes next. A block is ready when all that it needs are there; nothing is scanned for it.

use crate::blocks::Blocks;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::time::{Duration, Instant};

/// How often a block that another process makes is looked for.
pub(crate) const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// How far a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// A symmetric table does not keep it.
    Absent,
    Waiting,
    /// A thread of this process is at it.
    Busy,
    /// It is there; this process has made it, or not.
    Done {
        is_made: bool,
    },
}

/// The blocks of a table, by how far they are.
pub(crate) struct Queue {
    stages: Vec<Stage>,
    /// Of waiting blocks: how many of those that they need are not there.
    missing: Vec<u16>,
    /// Blocks that may be ready, the least number first: those next to each other need much the same.
    ready: BinaryHeap<Reverse<u32>>,
    /// Blocks at which other processes were, and when.
    elsewhere: VecDeque<(Instant, u64)>,
    kept: u64,
    busy: u64,
    made: u64,
    found: u64,
    states: u64,
}

impl Queue {
    /// The blocks of a table, of which those are there that `is_there` says.
    pub fn new(blocks: &Blocks, is_there: impl Fn(u64) -> bool) -> Queue {
        let count = blocks.shape().blocks() as usize;
        let mut queue = Queue {
            stages: vec![Stage::Absent; count],
            missing: vec![0; count],
            ready: BinaryHeap::new(),
            elsewhere: VecDeque::new(),
            kept: 0,
            busy: 0,
            made: 0,
            found: 0,
            states: 0,
        };
        for block in blocks.shape().kept_blocks() {
            queue.kept += 1;
            queue.stages[block as usize] = Stage::Waiting;
            if is_there(block) {
                queue.stages[block as usize] = Stage::Done { is_made: false };
                queue.found += 1;
                queue.states += states_of(blocks, block);
            }
        }
        for block in 0..count as u64 {
            queue.count_missing(blocks, block);
        }
        queue
    }

    /// Counts anew what a waiting block lacks.
    fn count_missing(&mut self, blocks: &Blocks, block: u64) {
        let place = block as usize;
        if self.stages[place] != Stage::Waiting {
            return;
        }
        let is_done = |need: &u64| matches!(self.stages[*need as usize], Stage::Done { .. });
        let missing = blocks.needs(block).iter().filter(|need| !is_done(need)).count();
        self.missing[place] = missing as u16;
        if missing == 0 {
            self.ready.push(Reverse(block as u32));
        }
    }

    /// A block whose turn has come; it is then busy.
    pub fn next(&mut self) -> Option<u64> {
        while self.elsewhere.front().is_some_and(|(then, _)| then.elapsed() >= LOOK_AGAIN) {
            let looked_for = self.elsewhere.pop_front().map(|(_, block)| Reverse(block as u32));
            self.ready.extend(looked_for);
        }
        while let Some(Reverse(block)) = self.ready.pop() {
            let place = block as usize;
            if self.stages[place] == Stage::Waiting && self.missing[place] == 0 {
                self.stages[place] = Stage::Busy;
                self.busy += 1;
                return Some(block.into());
            }
        }
        None
    }

    /// How many blocks this process has made, and makes.
    pub fn taken(&self) -> u64 {
        self.made + self.busy
    }

    /// Whether all blocks are there.
    pub fn is_complete(&self) -> bool {
        self.made + self.found == self.kept
    }

    /// Blocks of the table, those that this process has made, and those that were there.
    pub fn counts(&self) -> (u64, u64, u64) {
        (self.kept, self.made, self.found)
    }

    /// The states of the board that are known by the blocks that are there.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// A busy block is there.
    pub fn done(&mut self, blocks: &Blocks, block: u64, is_made: bool) {
        self.busy -= 1;
        self.stages[block as usize] = Stage::Done { is_made };
        *(if is_made { &mut self.made } else { &mut self.found }) += 1;
        self.states += states_of(blocks, block);
        for above in blocks.serves(block) {
            let place = above as usize;
            if self.stages[place] == Stage::Waiting {
                self.missing[place] -= 1;
                if self.missing[place] == 0 {
                    self.ready.push(Reverse(above as u32));
                }
            }
        }
    }

    /// A busy block was not made, and may be tried again.
    pub fn back(&mut self, blocks: &Blocks, block: u64) {
        self.busy -= 1;
        self.stages[block as usize] = Stage::Waiting;
        self.count_missing(blocks, block);
    }

    /// A busy block is being made by another process.
    pub fn elsewhere(&mut self, block: u64) {
        self.busy -= 1;
        self.stages[block as usize] = Stage::Waiting;
        self.elsewhere.push_back((Instant::now(), block));
    }

    /// A block that was there is not, or is damaged.
    pub fn lost(&mut self, blocks: &Blocks, block: u64) {
        let place = block as usize;
        let Stage::Done { is_made } = self.stages[place] else { return };
        *(if is_made { &mut self.made } else { &mut self.found }) -= 1;
        self.states -= states_of(blocks, block);
        self.stages[place] = Stage::Waiting;
        self.count_missing(blocks, block);
        for above in blocks.serves(block) {
            if self.stages[above as usize] == Stage::Waiting {
                self.missing[above as usize] += 1;
            }
        }
    }
}

fn states_of(blocks: &Blocks, block: u64) -> u64 {
    blocks.shape().block_states() * blocks.weight(block)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Content, Rules, TableGame, TableShape};
    use grundy_core::Convention;

    fn blocks(rows: u32, columns: u32, bits: u32, is_symmetric: bool) -> Blocks {
        let rules = Rules::new(&TableGame::two_d_nim(Some(3)), rows, columns, Convention::Misere).unwrap();
        let plain = TableShape::with_block_bits(rules.clone(), Content::Outcomes, bits).unwrap();
        let symmetric = || TableShape::with_mirrors(rules, Content::Outcomes, bits).unwrap().unwrap();
        Blocks::new(&if is_symmetric { symmetric() } else { plain })
    }

    /// Takes all blocks in turn, several at once, and counts the steps.
    fn drain(blocks: &Blocks, queue: &mut Queue) -> u64 {
        let mut done = vec![false; blocks.shape().blocks() as usize];
        let mut taken = 0;
        loop {
            let several: Vec<u64> = std::iter::from_fn(|| queue.next()).take(3).collect();
            if several.is_empty() {
                return taken;
            }
            for block in several {
                assert!(blocks.needs(block).iter().all(|&need| done[need as usize]), "{block}");
                done[block as usize] = true;
                taken += 1;
                queue.done(blocks, block, true);
            }
        }
    }

    #[test]
    fn every_block_comes_once_and_after_all_that_it_needs() {
        for is_symmetric in [false, true] {
            let blocks = blocks(5, 5, 17, is_symmetric);
            let mut queue = Queue::new(&blocks, |_| false);
            assert_eq!(drain(&blocks, &mut queue), queue.kept);
            assert!(queue.is_complete());
            assert_eq!(queue.states(), 1 << 25);
        }
    }

    #[test]
    fn the_next_of_half_a_million_blocks_is_not_scanned_for() {
        // A scan of 2^19 blocks for each would look at 10^11 stages: no test would end.
        let blocks = blocks(5, 7, 16, false);
        assert_eq!(blocks.shape().blocks(), 1 << 19);
        let mut queue = Queue::new(&blocks, |_| false);
        assert_eq!(drain(&blocks, &mut queue), 1 << 19);
    }

    #[test]
    fn what_is_lost_is_made_again_before_those_that_need_it() {
        let blocks = blocks(4, 5, 15, false);
        let mut queue = Queue::new(&blocks, |block| block < 8);
        assert_eq!(queue.counts(), (32, 0, 8));
        let block = queue.next().unwrap();
        assert_eq!(block, 8);
        // It needs block 0, and that is not what it was.
        queue.lost(&blocks, 0);
        queue.back(&blocks, block);
        assert_eq!(queue.next(), Some(0));
        assert_eq!(queue.next(), None);
        queue.done(&blocks, 0, true);
        assert_eq!(queue.next(), Some(8));
        queue.elsewhere(8);
        assert_eq!(queue.next(), Some(16), "8 is looked for later");
        queue.done(&blocks, 16, true);
        std::thread::sleep(LOOK_AGAIN);
        assert_eq!(queue.next(), Some(8));
        assert!(!queue.is_complete());
    }
}
