//! What a move of Amazons is.

use super::Amazons;
use crate::colours::{Adjacency, ColourBoard, bits};
use grundy_core::{Ruleset, Tuning};
use std::ops::ControlFlow;

/// A move: from where a queen goes, to where, and where its arrow lands; cells are numbered from 0 in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QueenMove {
    /// Where the queen stands.
    pub from: u32,
    /// Where it goes.
    pub to: u32,
    /// Where its arrow lands.
    pub arrow: u32,
}

/// The free cells that a queen in a cell can go to.
fn reached(at: &ColourBoard, free: u128, from: u32) -> u128 {
    let (row, column) = at.place(from);
    let (rows, columns) = (i32::from(at.rows()), i32::from(at.columns()));
    let mut found = 0;
    for (down, right) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
        let (mut row, mut column) = (row as i32 + down, column as i32 + right);
        while (0..rows).contains(&row) && (0..columns).contains(&column) {
            let bit = 1 << (row * columns + column);
            if free & bit == 0 {
                break;
            }
            found |= bit;
            (row, column) = (row + down, column + right);
        }
    }
    found
}

impl Ruleset for Amazons {
    type Position = ColourBoard;
    type Move = QueenMove;

    fn moves<B>(
        &self,
        at: &ColourBoard,
        mut visit: impl FnMut(QueenMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for from in bits(at.black | at.white) {
            for to in bits(reached(at, at.free, from)) {
                // The queen has left its cell, so that the arrow may go there or beyond.
                let free = at.free & !(1 << to) | 1 << from;
                for arrow in bits(reached(at, free, to)) {
                    visit(QueenMove { from, to, arrow })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, at: &ColourBoard, mv: &QueenMove) -> ColourBoard {
        let mut board = *at;
        board.put(mv.from, '.');
        board.put(mv.to, at.sign(mv.from));
        board.put(mv.arrow, '#');
        board
    }

    /// Every move blocks a free cell for good.
    fn moves_left(&self, at: &ColourBoard) -> u128 {
        at.free.count_ones().into()
    }

    /// Queens and free cells that do not touch, not even by a corner, never meet.
    fn split(&self, at: ColourBoard) -> Vec<ColourBoard> {
        let queens = at.black | at.white;
        let mut rest = queens;
        let mut parts = Vec::new();
        while rest != 0 {
            let part = at.component(rest & rest.wrapping_neg(), queens | at.free, Adjacency::Corners);
            rest &= !part;
            if part & at.free != 0 {
                parts.push(at.part(part));
            }
        }
        parts
    }

    /// The least image, with queens of one colour: both players move them all.
    fn canon(&self, at: ColourBoard) -> ColourBoard {
        let mut at = at.part(at.free | at.black | at.white);
        (at.black, at.white) = (at.black | at.white, 0);
        at.least(false)
    }

    fn tuning(&self) -> &dyn Tuning<Self> {
        self
    }
}

impl Tuning<Amazons> for Amazons {
    fn word(&self, at: &ColourBoard) -> Option<u64> {
        at.word()
    }
}
