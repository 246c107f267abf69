//! Treblecross: both write X on a strip, and three in a row decide the whole game.

use super::part::{PackedCells, ProofPart};
use super::rules::{BoardMove, PartRules, Standing, only};
use grundy_core::Convention;

/// The rules of Treblecross.
///
/// Under normal play nobody who can do better writes an X within two cells of another, for the next one then completes
/// the three. What is left are runs of cells that are further from every X; an X in one takes two cells on either side
/// with it. A part is such a run, by its length, as a heap. On a strip of one or two cells nobody completes three, and
/// each empty cell is a run.
///
/// Under misère play whoever completes the three loses, and a part is a whole strip, or its mirror image.
#[derive(Debug)]
pub(super) struct Strips {
    pub(super) game: u16,
    pub(super) convention: Convention,
}

/// A strip has at most this many cells.
const LONGEST: usize = 7000;

impl Strips {
    fn strip(&self, cells: &[u8]) -> ProofPart {
        ProofPart::of_cells(self.game, (1, cells.len()), 1, cells)
    }

    fn run(&self, length: usize) -> ProofPart {
        ProofPart { game: self.game, rows: 0, columns: 0, cells: PackedCells::Few(length as u128) }
    }

    fn runs(&self, cells: &[u8]) -> Vec<ProofPart> {
        if cells.len() < 3 {
            return cells.iter().filter(|&&cell| cell == 0).map(|_| self.run(1)).collect();
        }
        let is_free = |at: usize| !cells[at.saturating_sub(2)..(at + 3).min(cells.len())].contains(&1);
        let free: Vec<bool> = (0..cells.len()).map(is_free).collect();
        free.split(|is_free| !is_free).filter(|run| !run.is_empty()).map(|run| self.run(run.len())).collect()
    }

    fn parts_of(&self, cells: &[u8]) -> Vec<ProofPart> {
        match self.convention {
            Convention::Normal => self.runs(cells),
            Convention::Misere if !cells.contains(&0) => Vec::new(),
            Convention::Misere => {
                let mirrored: Vec<u8> = cells.iter().rev().copied().collect();
                vec![self.strip(cells).min(self.strip(&mirrored))]
            }
        }
    }
}

fn is_three(cells: &[u8]) -> bool {
    cells.windows(3).any(|three| three == [1; 3])
}

/// The strips after an X in each empty cell.
fn written(cells: &[u8]) -> impl Iterator<Item = (usize, Vec<u8>)> + '_ {
    (0..cells.len()).filter(|&cell| cells[cell] == 0).map(|cell| {
        let mut after = cells.to_vec();
        after[cell] = 1;
        (cell, after)
    })
}

impl PartRules for Strips {
    fn width(&self) -> u32 {
        1
    }

    fn board(&self, text: &str) -> Result<Vec<ProofPart>, String> {
        let sign = |sign: u8| match sign {
            b'.' => Some(0),
            b'X' => Some(1),
            _ => None,
        };
        let cells: Option<Vec<u8>> =
            if text == "-" { Some(Vec::new()) } else { text.bytes().map(sign).collect() };
        let cells = cells.filter(|cells| cells.len() <= LONGEST);
        Ok(vec![
            self.strip(&cells.ok_or_else(|| format!("`{text}` is no strip of at most {LONGEST} cells"))?),
        ])
    }

    /// A run stands alone behind an X and two cells in which nobody writes.
    fn text(&self, at: &ProofPart) -> String {
        match at.rows {
            0 => format!("X..{}", ".".repeat(at.few() as usize)),
            _ => at.unpacked(1).into_iter().map(|cell| if cell == 1 { 'X' } else { '.' }).collect(),
        }
    }

    fn moves(&self, board: &[ProofPart]) -> Result<Vec<BoardMove>, String> {
        let cells = only(board).unpacked(1);
        let moves = written(&cells).filter(|_| !is_three(&cells));
        Ok(moves.map(|(cell, after)| ((cell + 1).to_string(), vec![self.strip(&after)])).collect())
    }

    fn parts(&self, board: &[ProofPart]) -> Result<Vec<ProofPart>, String> {
        Ok(self.parts_of(&only(board).unpacked(1)))
    }

    fn standing(&self, board: &[ProofPart]) -> Result<Standing, String> {
        let cells = only(board).unpacked(1);
        // Three cells of which two have an X and one is empty are completed by the next move.
        let is_open_three = |three: &[u8]| three.iter().filter(|&&cell| cell == 1).count() == 2;
        Ok(match self.convention {
            _ if is_three(&cells) => Standing::Over,
            Convention::Normal if cells.windows(3).any(is_open_three) => Standing::Sunny,
            _ => Standing::Open,
        })
    }

    fn has_losing_moves(&self, at: &ProofPart) -> bool {
        at.rows > 0 && written(&at.unpacked(1)).any(|(_, after)| is_three(&after))
    }

    fn options(&self, at: &ProofPart) -> Result<Vec<Vec<ProofPart>>, String> {
        if at.rows == 0 {
            let length = at.few() as usize;
            let left = |cell: usize| {
                let sides = [cell.saturating_sub(2), (length - cell).saturating_sub(3)];
                sides.into_iter().filter(|&side| side > 0).map(|side| self.run(side)).collect()
            };
            return Ok((0..length).map(left).collect());
        }
        let cells = at.unpacked(1);
        let after = written(&cells).filter(|(_, after)| !is_three(after));
        Ok(after.map(|(_, after)| self.parts_of(&after)).collect())
    }

    fn size(&self, at: &ProofPart) -> u64 {
        match at.rows {
            0 => at.few() as u64,
            _ => at.unpacked(1).into_iter().filter(|&cell| cell == 0).count() as u64,
        }
    }

    fn check_part(&self, part: &ProofPart) -> Result<(), String> {
        let is_part = match (self.convention, &part.cells) {
            (Convention::Normal, PackedCells::Few(length)) => {
                (part.rows, part.columns) == (0, 0) && (1..=LONGEST as u128).contains(length)
            }
            (Convention::Normal, PackedCells::Many(_)) => false,
            (Convention::Misere, _) => {
                let cells = part.unpacked(1);
                let is_strip = part.rows == 1 && !is_three(&cells) && self.strip(&cells) == *part;
                is_strip && matches!(&self.parts_of(&cells)[..], [one] if one == part)
            }
        };
        if is_part {
            Ok(())
        } else {
            Err("a strip that is no part, or not the least of its two images".to_owned())
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // in a test, a panic is the report
mod tests {
    use super::*;
    use crate::proof::rules::probe::assert_is_part;

    #[test]
    fn runs_are_what_is_further_than_two_cells_from_every_cross() {
        let rules = Strips { game: 0, convention: Convention::Normal };
        let runs = |text: &str| -> Vec<String> {
            rules.parts(&rules.board(text).unwrap()).unwrap().iter().map(|part| rules.text(part)).collect()
        };
        assert_eq!(runs("..X....X......."), ["X......."]);
        assert_eq!(runs("...X..."), ["X...", "X..."]);
        assert_eq!(runs(".."), ["X...", "X..."]);
        assert!(runs("XX").is_empty());
        let standing = |text: &str| rules.standing(&rules.board(text).unwrap()).unwrap();
        assert_eq!(standing("X.X"), Standing::Sunny);
        assert_eq!(standing(".XX"), Standing::Sunny);
        assert_eq!(standing("XX"), Standing::Open);
        assert_eq!(standing(".XXX"), Standing::Over);
    }

    #[test]
    fn options_of_a_run_are_the_runs_after_each_cross() {
        let rules = Strips { game: 0, convention: Convention::Normal };
        for length in 1..12 {
            assert_is_part(&rules, &rules.run(length));
        }
    }
}
