//! A board cut into blocks: which block needs which, and how one is decided. Nothing here knows of files or threads.

use crate::count::by_stones;
use crate::engine::{Below, BlockBelow, Task};
use crate::finished::Finished;
use crate::layout::CHUNK_BITS;
use crate::memory::Words;
use crate::orbits::Orbits;
use crate::plan::Plan;
use crate::pool::Pool;
use crate::turn::Turn;
use crate::{Content, TableShape};
use grundy_core::{Convention, Run};
use std::io;
use std::sync::Arc;

/// The cut of a board into blocks.
pub(crate) struct Blocks {
    shape: TableShape,
    plan: Plan,
    /// What moves take off the number of a block, each once.
    traces: Vec<u64>,
    orbits: Option<Orbits>,
    /// What each mirror does within a block.
    turns: Vec<Turn>,
}

impl Blocks {
    pub fn new(shape: &TableShape) -> Blocks {
        let layout = shape.layout();
        let moves = shape.rules().moves();
        let mut traces: Vec<u64> =
            moves.masks().iter().map(|&mask| layout.index(mask) >> shape.block_bits()).collect();
        traces.sort_unstable();
        traces.dedup();
        traces.retain(|&trace| trace != 0);
        let turn = |mirror: &Vec<u32>, unit: u32| Turn::new(&mirror[..shape.block_bits() as usize], unit);
        let turns = shape.cut().map_or_else(Vec::new, |cut| {
            cut.mirrors.iter().map(|mirror| turn(mirror, cut.unit_bits)).collect()
        });
        let plan = Plan::new(&moves, &layout);
        Blocks { plan, traces, orbits: shape.orbits(), turns, shape: shape.clone() }
    }

    /// What is cut.
    pub fn shape(&self) -> &TableShape {
        &self.shape
    }

    /// The block that is kept for this one, and the mirror that takes that one to this.
    pub fn kept(&self, block: u64) -> (u64, usize) {
        match &self.orbits {
            None => (block, 0),
            Some(orbits) => {
                let (kept, mirror) = orbits.kept(block);
                (kept, orbits.inverse(mirror))
            }
        }
    }

    /// How many blocks one that is kept stands for.
    pub fn weight(&self, block: u64) -> u64 {
        self.orbits.as_ref().map_or(1, |orbits| orbits.size(block))
    }

    /// The blocks that moves of a block lead to, without itself.
    pub fn sources(&self, block: u64) -> impl Iterator<Item = u64> + '_ {
        self.traces.iter().filter(move |&trace| block & trace == *trace).map(move |trace| block ^ trace)
    }

    /// The kept blocks that a block is decided from.
    pub fn needs(&self, block: u64) -> Vec<u64> {
        let mut needs: Vec<u64> = self.sources(block).map(|source| self.kept(source).0).collect();
        needs.sort_unstable();
        needs.dedup();
        needs
    }

    /// The kept blocks that a kept block is needed for.
    pub fn serves(&self, block: u64) -> Vec<u64> {
        let images: Vec<u64> = match &self.orbits {
            None => vec![block],
            Some(orbits) => (0..orbits.mirrors()).map(|mirror| orbits.block(mirror, block)).collect(),
        };
        let above = |image: u64| {
            self.traces.iter().filter(move |&trace| image & trace == 0).map(move |trace| image | trace)
        };
        let is_kept = |block: &u64| self.kept(*block).0 == *block;
        let mut serves: Vec<u64> = images.into_iter().flat_map(above).filter(is_kept).collect();
        serves.sort_unstable();
        serves.dedup();
        serves
    }

    /// The most blocks that one is decided from.
    pub fn most_needs(&self) -> u64 {
        self.traces.len() as u64
    }

    /// Pieces of memory that a thread holds at most while it decides a block.
    pub fn pieces(&self) -> u64 {
        let needs = self.most_needs().min(self.shape.blocks() - 1);
        let planes = self.shape.planes();
        match self.shape.content() {
            // The block, the one that is being turned, and the states without a move where there may be some.
            Content::Outcomes => needs + 2 + u64::from(self.plan.stuck.is_some()),
            // Of each block below the states of one nimber, too; and of this one those that are decided.
            Content::Nimbers => needs * (planes + 1) + 2 * planes + 2,
        }
    }

    /// A kept block, each of its states where a mirror takes it.
    ///
    /// # Errors
    /// When there is no memory.
    pub fn turned(&self, block: &Finished, mirror: usize, pool: &Pool) -> io::Result<Finished> {
        let mut planes = Vec::with_capacity(block.planes.len());
        for words in &block.planes {
            let mut turned = pool.take()?;
            self.turns[mirror].apply(words, &mut turned);
            planes.push(turned);
        }
        Ok(Finished { planes, counts: block.counts })
    }

    /// Decides the states of a block from those below it; `None` when it was stopped.
    ///
    /// # Errors
    /// When there is no memory.
    ///
    /// # Panics
    /// When one of its [sources](Blocks::sources) is missing.
    pub fn decide(
        &self,
        block: u64,
        below: &[(u64, Arc<Finished>)],
        pool: &Pool,
        run: &Run,
        is_wide: bool,
    ) -> io::Result<Option<Finished>> {
        match self.shape.content() {
            Content::Outcomes => self.decide_outcomes(block, below, pool, run, is_wide),
            Content::Nimbers => self.decide_nimbers(block, below, pool, run, is_wide),
        }
    }

    fn task<'t>(&'t self, block: u64, won: Option<&'t [u64]>, run: &'t Run, is_wide: bool) -> Task<'t> {
        Task {
            plan: &self.plan,
            block,
            block_bits: self.shape.block_bits(),
            won,
            empty_is_won: self.shape.rules().convention() == Convention::Misere,
            run,
            is_wide,
        }
    }

    fn decide_outcomes(
        &self,
        block: u64,
        below: &[(u64, Arc<Finished>)],
        pool: &Pool,
        run: &Run,
        is_wide: bool,
    ) -> io::Result<Option<Finished>> {
        let is_misere = self.shape.rules().convention() == Convention::Misere;
        let stuck = match self.plan.stuck.as_ref().filter(|_| is_misere) {
            None => None,
            Some(stuck) => {
                let mut states = pool.take()?;
                stuck.fill(block, self.shape.block_bits(), &mut states);
                Some(states)
            }
        };
        let mut lost = pool.take()?;
        let task = self.task(block, stuck.as_deref(), run, is_wide);
        let mut below = Below::outcomes(
            below.iter().map(|(block, finished)| BlockBelow::new(*block, finished)).collect(),
        );
        let counts = task.decide(&mut below, &mut lost);
        stuck.into_iter().for_each(|piece| pool.give(piece));
        let Some(counts) = counts else {
            pool.give(lost);
            return Ok(None);
        };
        let counts = match self.shape.rules().cells() >= CHUNK_BITS {
            true => counts,
            false => by_stones(&lost, block, &self.shape),
        };
        Ok(Some(Finished { planes: vec![lost], counts }))
    }

    /// The states of nimber v are those that are lost when all states of smaller nimbers count as won.
    fn decide_nimbers(
        &self,
        block: u64,
        below: &[(u64, Arc<Finished>)],
        pool: &Pool,
        run: &Run,
        is_wide: bool,
    ) -> io::Result<Option<Finished>> {
        let empty = || {
            let mut piece = pool.take()?;
            piece.fill(0);
            Ok::<Words, io::Error>(piece)
        };
        let with_room = below
            .iter()
            .map(|(block, finished)| Ok(BlockBelow::new(*block, finished).with_room(pool.take()?)));
        let mut below = Below::nimbers(with_room.collect::<io::Result<_>>()?);
        let (mut lost, mut decided, mut planes) = (pool.take()?, empty()?, vec![empty()?]);
        let mut p_by_stones = None;
        for nimber in 0.. {
            below.turn_to(nimber);
            // In the first pass nothing is decided yet.
            let won = (nimber != 0).then_some(&*decided);
            let counts = self.task(block, won, run, is_wide).decide(&mut below, &mut lost);
            let Some(counts) = counts else {
                planes
                    .into_iter()
                    .chain([lost, decided])
                    .chain(below.into_room())
                    .for_each(|piece| pool.give(piece));
                return Ok(None);
            };
            p_by_stones.get_or_insert_with(|| match self.shape.rules().cells() >= CHUNK_BITS {
                true => counts,
                false => by_stones(&lost, block, &self.shape),
            });
            while nimber >> planes.len() != 0 {
                planes.push(empty()?);
            }
            for plane in (0..planes.len()).filter(|plane| nimber >> plane & 1 == 1) {
                add(&mut planes[plane], &lost);
            }
            add(&mut decided, &lost);
            if decided.iter().all(|&word| word == u64::MAX) {
                break;
            }
        }
        [lost, decided].into_iter().chain(below.into_room()).for_each(|piece| pool.give(piece));
        let counts = p_by_stones.expect("there was a first pass");
        Ok(Some(Finished { planes, counts }))
    }
}

fn add(all: &mut Words, new: &Words) {
    for (all, new) in all.iter_mut().zip(new.iter()) {
        *all |= new;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rules, TableGame};

    fn shapes() -> Vec<TableShape> {
        let mut shapes = Vec::new();
        for game in [TableGame::two_d_nim(Some(3)), TableGame::two_d_nim(None), TableGame::BOXING_MATCH] {
            for (rows, columns) in [(4, 5), (5, 5), (4, 6), (1, 24)] {
                let rules = Rules::new(&game, rows, columns, Convention::Normal).unwrap();
                shapes.push(TableShape::with_block_bits(rules.clone(), Content::Outcomes, 16).unwrap());
                shapes.extend(TableShape::with_mirrors(rules, Content::Outcomes, 16).unwrap());
            }
        }
        shapes
    }

    #[test]
    fn a_block_serves_those_that_need_it() {
        for shape in shapes() {
            let blocks = Blocks::new(&shape);
            let kept: Vec<u64> = shape.kept_blocks().collect();
            let mut pairs = Vec::new();
            for &block in &kept {
                let needs = blocks.needs(block);
                assert!(
                    needs.iter().all(|need| need.count_ones() < block.count_ones() && kept.contains(need))
                );
                assert!(needs.len() as u64 <= blocks.most_needs());
                pairs.extend(needs.into_iter().map(|need| (need, block)));
            }
            let mut turned: Vec<(u64, u64)> = kept
                .iter()
                .flat_map(|&block| blocks.serves(block).into_iter().map(move |above| (block, above)))
                .collect();
            pairs.sort_unstable();
            turned.sort_unstable();
            assert!(pairs == turned, "{shape}");
            let weights: u64 = kept.iter().map(|&block| blocks.weight(block)).sum();
            assert_eq!(weights, shape.blocks(), "{shape}");
        }
    }
}
