//! Own games: rules files, played cell by cell.

use super::part::ProofPart;
use super::rules::{BoardMove, Listed, PartRules, Standing, VisitOption, bytes_of, collected, only};
use crate::rules::{Everywhere, Images, NaiveBoard, NaiveRules, Turn};
use grundy_core::Convention;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// An own game whose boards are at most so long.
#[derive(Debug)]
pub(super) struct Patterns {
    game: u16,
    convention: Convention,
    rules: NaiveRules,
    images: Images,
    turns: Vec<Turn>,
    /// The signs of cells by their numbers: a cell that is left out, one that is none, and the symbols.
    signs: Vec<char>,
    numbers: HashMap<char, u8>,
    width: u32,
    /// For the sides of boards that were met.
    everywhere: RefCell<HashMap<(usize, usize), Rc<Everywhere>>>,
}

impl Patterns {
    /// The rules for boards whose sides are at most `longest`.
    pub(super) fn new(
        game: u16,
        rules: NaiveRules,
        longest: usize,
        convention: Convention,
    ) -> Result<Patterns, String> {
        let images = rules.images(longest)?;
        let turns = images.symmetries(rules.is_strip());
        let signs: Vec<char> = [',', '_'].into_iter().chain(rules.symbols().iter().copied()).collect();
        let numbers = signs.iter().copied().zip(0..).collect();
        let width = usize::BITS - (signs.len() - 1).leading_zeros();
        let everywhere = RefCell::default();
        Ok(Patterns { game, convention, rules, images, turns, signs, numbers, width, everywhere })
    }

    fn board_of(&self, part: &ProofPart) -> NaiveBoard {
        let cells = part.unpacked(self.width);
        let sign = |&cell: &u8| self.signs.get(usize::from(cell)).copied().unwrap_or('_');
        let rows = cells.chunks(usize::from(part.columns).max(1));
        NaiveBoard { rows: rows.map(|row| row.iter().map(sign).collect()).collect() }
    }

    fn part_of(&self, board: &NaiveBoard) -> ProofPart {
        let cells: Vec<u8> = board.rows.iter().flatten().map(|sign| self.numbers[sign]).collect();
        let columns = board.rows.first().map_or(0, Vec::len);
        ProofPart::of_cells(self.game, (board.rows.len(), columns), self.width, &cells)
    }

    fn everywhere(&self, board: &NaiveBoard) -> Rc<Everywhere> {
        let sides = (board.rows.len(), board.rows.first().map_or(0, Vec::len));
        let mut known = self.everywhere.borrow_mut();
        Rc::clone(known.entry(sides).or_insert_with(|| Rc::new(Everywhere::of(&self.images, board))))
    }

    /// Whether a board has moves; where a move can win, those that a part has under the convention.
    fn has_moves(&self, board: &NaiveBoard) -> bool {
        match self.images.has_wins() && self.convention == Convention::Normal {
            true => self.after(board).any(|after| self.stands(&after) == Standing::Open),
            false => self.images.has_moves(board, &self.everywhere(board)),
        }
    }

    fn after<'b>(&self, board: &'b NaiveBoard) -> impl Iterator<Item = NaiveBoard> + use<'b> {
        self.images.moves(board).into_iter().map(|mv| board.after(&mv))
    }

    fn stands(&self, board: &NaiveBoard) -> Standing {
        if !self.images.has_wins() {
            Standing::Open
        } else if self.images.is_won(board) {
            Standing::Over
        } else if self.convention == Convention::Normal
            && self.after(board).any(|after| self.images.is_won(&after))
        {
            Standing::Sunny
        } else {
            Standing::Open
        }
    }

    fn parts_of(&self, board: &NaiveBoard) -> Vec<ProofPart> {
        let parts = self.images.parts(board, &self.everywhere(board)).into_iter();
        let parts = parts.filter(|part| self.has_moves(part));
        let least = |part: NaiveBoard| {
            let images = self.turns.iter().map(|turn| self.part_of(&turn.of(&part)));
            images.min().expect("every board is an image of itself")
        };
        parts.map(least).collect()
    }
}

impl PartRules for Patterns {
    fn width(&self) -> u32 {
        self.width
    }

    fn board(&self, text: &str) -> Result<Vec<ProofPart>, String> {
        Ok(vec![self.part_of(&self.rules.board(text)?)])
    }

    fn text(&self, at: &ProofPart) -> String {
        self.board_of(at).to_string()
    }

    fn moves(&self, board: &[ProofPart]) -> Result<Vec<BoardMove>, String> {
        let at = self.board_of(only(board));
        let moves = self.images.moves(&at);
        let mut listed = Listed::new();
        for (label, mv) in self.rules.labels(&moves).into_iter().zip(&moves) {
            listed.add(label, bytes_of(board), || Ok(vec![self.part_of(&at.after(mv))]))?;
        }
        Ok(listed.all())
    }

    fn parts(&self, board: &[ProofPart]) -> Result<Vec<ProofPart>, String> {
        Ok(self.parts_of(&self.board_of(only(board))))
    }

    fn options(&self, at: &ProofPart) -> Result<Vec<Vec<ProofPart>>, String> {
        collected(|visit| self.each_option(at, 0, visit))
    }

    fn each_option(&self, at: &ProofPart, skipped: usize, visit: VisitOption<'_>) -> Result<(), String> {
        let board = self.board_of(at);
        let open = self.after(&board).filter(|after| self.stands(after) == Standing::Open);
        let _ = open.skip(skipped).try_for_each(|after| visit(self.parts_of(&after)));
        Ok(())
    }

    fn standing(&self, board: &[ProofPart]) -> Result<Standing, String> {
        Ok(self.stands(&self.board_of(only(board))))
    }

    fn has_losing_moves(&self, at: &ProofPart) -> bool {
        let board = self.board_of(at);
        self.images.has_wins() && self.after(&board).any(|after| self.images.is_won(&after))
    }

    fn size(&self, at: &ProofPart) -> u64 {
        let open = |cell: &&u8| **cell > 1;
        at.unpacked(self.width).iter().filter(open).count() as u64
    }

    fn may_be_endless(&self) -> bool {
        true
    }

    fn check_part(&self, part: &ProofPart) -> Result<(), String> {
        let board = self.board_of(part);
        let is_same = self.part_of(&board) == *part && !board.rows.is_empty();
        let is_one = || matches!(&self.parts_of(&board)[..], [one] if one == part);
        match is_same && self.stands(&board) == Standing::Open && is_one() {
            true => Ok(()),
            false => Err("a board that is not the least image of one part".to_owned()),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // in a test, a panic is the report
mod tests {
    use super::*;

    fn parts(text: &str, board: &str) -> Vec<String> {
        let rules = Patterns::new(0, NaiveRules::read(text).unwrap(), 16, Convention::Normal).unwrap();
        let parts = rules.parts(&rules.board(board).unwrap()).unwrap();
        assert!(parts.iter().all(|part| rules.check_part(part).is_ok()), "{board}");
        let mut texts: Vec<String> = parts.iter().map(|part| rules.text(part)).collect();
        texts.sort_unstable();
        texts
    }

    const CLOBBER: &str = "game clobber\ngrid\nmove xo -> .x | ox -> .o\n";

    #[test]
    fn cells_that_can_never_meet_are_in_different_parts() {
        assert_eq!(parts(CLOBBER, "xo.ox"), ["xo", "xo"]);
        assert_eq!(parts(CLOBBER, "xo.xx"), ["xo"]);
        assert!(parts(CLOBBER, "xx.oo").is_empty(), "no move is left");
        assert_eq!(parts(CLOBBER, "xox").len(), 1);
        // A frog that can jump into the gap joins what is on its sides.
        let jumps = "game jumps\nstrip\nfixed xo. -> ..x\n";
        assert_eq!(parts(jumps, "xo.o.").len(), 1);
        assert_eq!(
            parts(jumps, "xo.xo.").len(),
            2,
            "the gap between them is filled by the first and then settled"
        );
    }

    #[test]
    fn images_of_a_part_are_one_where_the_patterns_are() {
        assert_eq!(parts(CLOBBER, "xo/.x"), parts(CLOBBER, "x./ox"));
        let fixed = "game fixed\ngrid\nfixed .o -> o.\n";
        assert_ne!(parts(fixed, "..o"), parts(fixed, ".o."), "the rule goes one way");
    }

    #[test]
    fn a_pattern_that_asks_for_the_edge_keeps_the_frame() {
        let edge = "game edge\nstrip\nmove @. -> @#\n";
        let parts = parts(edge, "..#..");
        assert_eq!(parts.len(), 2);
        assert!(parts.iter().all(|part| part.len() == 5), "{parts:?}");
    }
}
