//! What a move of NoGo is.

use super::NoGo;
use crate::colours::{Adjacency, ColourBoard, bits};
use grundy_core::{Ruleset, Tuning};
use std::ops::ControlFlow;

/// A move: a stone in a cell, which are numbered from 0 in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StoneMove {
    /// The cell.
    pub cell: u32,
    /// Whether the stone is black.
    pub is_black: bool,
}

impl StoneMove {
    /// What stands in the cell afterwards.
    pub(super) fn sign(self) -> char {
        if self.is_black { 'X' } else { 'O' }
    }
}

impl ColourBoard {
    /// Whether the blocks of some stones of one colour that touch these cells have free neighbours, each its own.
    fn breathe(&self, stones: u128, cells: u128) -> bool {
        let mut rest = cells & stones;
        while rest != 0 {
            let block = self.component(rest & rest.wrapping_neg(), stones, Adjacency::Sides);
            if self.spread(block, Adjacency::Sides) & self.free == 0 {
                return false;
            }
            rest &= !block;
        }
        true
    }

    /// Whether the blocks at a cell, in which a stone has just been put, keep free neighbours.
    fn is_legal_at(&self, cell: u32) -> bool {
        let near = self.spread(1 << cell, Adjacency::Sides);
        self.breathe(self.black, near) && self.breathe(self.white, near)
    }
}

impl Ruleset for NoGo {
    type Position = ColourBoard;
    type Move = StoneMove;

    fn moves<B>(
        &self,
        at: &ColourBoard,
        mut visit: impl FnMut(StoneMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for cell in bits(at.free) {
            for is_black in [true, false] {
                let mv = StoneMove { cell, is_black };
                if self.play(at, &mv).is_legal_at(cell) {
                    visit(mv)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, at: &ColourBoard, mv: &StoneMove) -> ColourBoard {
        let mut board = *at;
        board.put(mv.cell, mv.sign());
        board
    }

    /// Every move fills a free cell.
    fn moves_left(&self, at: &ColourBoard) -> u128 {
        at.free.count_ones().into()
    }

    /// What blocked cells keep apart.
    fn split(&self, at: ColourBoard) -> Vec<ColourBoard> {
        let mut rest = at.free | at.black | at.white;
        let all = rest;
        let mut parts = Vec::new();
        while rest != 0 {
            let part = at.component(rest & rest.wrapping_neg(), all, Adjacency::Sides);
            rest &= !part;
            if part & at.free != 0 {
                parts.push(at.part(part));
            }
        }
        parts
    }

    /// The least image: the board turned or mirrored, and the colours exchanged.
    fn canon(&self, at: ColourBoard) -> ColourBoard {
        at.part(at.free | at.black | at.white).least(true)
    }

    fn tuning(&self) -> &dyn Tuning<Self> {
        self
    }
}

impl Tuning<NoGo> for NoGo {
    fn word(&self, at: &ColourBoard) -> Option<u64> {
        at.word()
    }
}
