//! Heaps: Nim, bare nimbers, and the heaps of a code.

use super::part::{PackedCells, ProofPart};
use super::rules::{BoardMove, Listed, PartRules, bytes_of};
use grundy_heaps::Code;
use std::ops::ControlFlow;

/// What may be done to a heap.
#[derive(Debug)]
pub(super) enum Kind {
    /// A heap of Nim becomes any smaller one.
    Nim,
    /// A bare nimber, `*5`, is a heap of Nim that stands alone.
    Nimber,
    /// The digits of a code say what a move takes and leaves.
    Code(Box<Code>),
}

/// Heaps of one kind.
#[derive(Debug)]
pub(super) struct HeapRules {
    pub(super) game: u16,
    pub(super) kind: Kind,
}

/// The moves of a heap are listed one by one.
const LARGEST: u64 = 1 << 20;

/// The lemma about heaps of Nim.
pub(super) const NIM_HEAP: &str = "nim-heap";

impl HeapRules {
    fn heap(&self, size: u64) -> ProofPart {
        ProofPart { game: self.game, rows: 0, columns: 0, cells: PackedCells::Few(size.into()) }
    }

    /// What each move leaves of a heap, until `visit` breaks.
    fn left(&self, size: u64, mut visit: impl FnMut(&[u64]) -> ControlFlow<()>) {
        let _ = match &self.kind {
            Kind::Nim | Kind::Nimber => (0..size).try_for_each(|left| visit(&[left])),
            Kind::Code(code) => code.options(size, |split| visit(split.heaps())),
        };
    }

    fn has_moves(&self, size: u64) -> bool {
        match &self.kind {
            Kind::Nim | Kind::Nimber => size > 0,
            Kind::Code(code) => code.options(size, |_| ControlFlow::Break(())).is_break(),
        }
    }

    fn with_moves(&self, heaps: &[u64]) -> Vec<ProofPart> {
        heaps.iter().filter(|&&heap| self.has_moves(heap)).map(|&heap| self.heap(heap)).collect()
    }
}

fn size(part: &ProofPart) -> u64 {
    u64::try_from(part.few()).expect("heaps are read and written as 64 bits")
}

impl PartRules for HeapRules {
    fn width(&self) -> u32 {
        0
    }

    fn board(&self, text: &str) -> Result<Vec<ProofPart>, String> {
        if text == "-" {
            return Ok(Vec::new());
        }
        let heap = |word: &str| word.parse::<u64>().ok().filter(|&heap| heap <= LARGEST);
        let heaps: Option<Vec<u64>> = text.split(' ').map(heap).collect();
        let heaps = heaps.ok_or_else(|| format!("the moves of a heap are listed, so that proofs have heaps of at most {LARGEST} beans: not `{text}`"))?;
        Ok(heaps.into_iter().map(|heap| self.heap(heap)).collect())
    }

    fn text(&self, at: &ProofPart) -> String {
        size(at).to_string()
    }

    fn moves(&self, board: &[ProofPart]) -> Result<Vec<BoardMove>, String> {
        let mut moves = Listed::new();
        for (place, from) in board.iter().map(size).enumerate() {
            let mut told = Ok(());
            self.left(from, |left| {
                let written: Vec<String> = left.iter().map(u64::to_string).collect();
                let written = if written.is_empty() { "0".to_owned() } else { written.join(",") };
                let label = match self.kind {
                    Kind::Nimber => format!("*{written}"),
                    Kind::Nim | Kind::Code(_) => format!("{}:{from}>{written}", place + 1),
                };
                told = moves.add(label, bytes_of(board), || {
                    let mut after = board.to_vec();
                    after.splice(place..=place, left.iter().map(|&heap| self.heap(heap)));
                    Ok(after)
                });
                if told.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            told?;
        }
        Ok(moves.all())
    }

    fn parts(&self, board: &[ProofPart]) -> Result<Vec<ProofPart>, String> {
        let heaps: Vec<u64> = board.iter().map(size).collect();
        Ok(self.with_moves(&heaps))
    }

    fn options(&self, at: &ProofPart) -> Result<Vec<Vec<ProofPart>>, String> {
        let mut options = Vec::new();
        self.left(size(at), |left| {
            options.push(self.with_moves(left));
            ControlFlow::Continue(())
        });
        Ok(options)
    }

    fn size(&self, at: &ProofPart) -> u64 {
        match &self.kind {
            Kind::Nim | Kind::Nimber => size(at),
            Kind::Code(code) => u64::try_from(code.moves_left(size(at))).unwrap_or(u64::MAX),
        }
    }

    fn check_part(&self, part: &ProofPart) -> Result<(), String> {
        let is_heap = (part.rows, part.columns) == (0, 0)
            && matches!(part.cells, PackedCells::Few(size) if size <= LARGEST.into());
        match is_heap && self.has_moves(size(part)) {
            true => Ok(()),
            false => Err("a heap that is none, or has no moves".to_owned()),
        }
    }

    fn by_lemma(&self, part: &ProofPart) -> Option<(u64, &'static str)> {
        match self.kind {
            Kind::Nim | Kind::Nimber => Some((size(part), NIM_HEAP)),
            Kind::Code(_) => None,
        }
    }
}
