//! Chomp: a bite takes a square with all below and to the right of it; the first square stays.

use super::part::{PackedCells, ProofPart};
use super::rules::{BoardMove, PartRules, only};
use super::taking::sides;

/// The rules of Chomp. A bar is a board whose full rows are no longer than those above them.
#[derive(Debug)]
pub(super) struct Bars {
    pub(super) game: u16,
}

/// Bars have at most this many squares.
const MOST_SQUARES: usize = 128;

impl Bars {
    fn part(&self, lengths: &[usize]) -> ProofPart {
        let columns = lengths.first().copied().unwrap_or(0);
        let cells: Vec<u8> = lengths
            .iter()
            .flat_map(|&length| (0..columns).map(move |column| u8::from(column < length)))
            .collect();
        ProofPart::of_cells(self.game, (lengths.len(), columns), 1, &cells)
    }

    /// The least of the bar and its mirror image; nothing where only the first square is left.
    fn least(&self, lengths: &[usize]) -> Option<ProofPart> {
        let height = |column: usize| lengths.iter().filter(|&&length| length > column).count();
        let mirrored: Vec<usize> = (0..lengths.first().copied().unwrap_or(0)).map(height).collect();
        (lengths.iter().sum::<usize>() > 1).then(|| self.part(lengths).min(self.part(&mirrored)))
    }
}

fn lengths(at: &ProofPart) -> Vec<usize> {
    let cells = at.unpacked(1);
    let rows = cells.chunks(usize::from(at.columns).max(1));
    rows.map(|row| row.iter().filter(|&&cell| cell == 1).count()).collect()
}

/// What is left of a bar after each bite.
fn bitten(lengths: &[usize]) -> impl Iterator<Item = ((usize, usize), Vec<usize>)> + '_ {
    let squares =
        lengths.iter().enumerate().flat_map(|(row, &length)| (0..length).map(move |column| (row, column)));
    squares.filter(|&square| square != (0, 0)).map(|(row, column)| {
        let left = lengths
            .iter()
            .enumerate()
            .map(|(at, &length)| if at < row { length } else { length.min(column) });
        ((row, column), left.filter(|&length| length > 0).collect())
    })
}

impl PartRules for Bars {
    fn width(&self) -> u32 {
        1
    }

    fn board(&self, text: &str) -> Result<Vec<ProofPart>, String> {
        let wrong = || format!("`{text}` is no bar of at most {MOST_SQUARES} squares");
        let lengths: Vec<usize> = match sides(text) {
            _ if text == "-" => Vec::new(),
            Some((rows, columns)) if rows.saturating_mul(columns) <= MOST_SQUARES => vec![columns; rows],
            Some(_) => return Err(wrong()),
            None => text.split(' ').map(|row| row.parse().ok()).collect::<Option<_>>().ok_or_else(wrong)?,
        };
        let is_bar = lengths.is_sorted_by(|above, below| above >= below) && lengths.last() != Some(&0);
        let area = lengths.len().saturating_mul(lengths.first().copied().unwrap_or(0));
        if is_bar && area <= MOST_SQUARES { Ok(vec![self.part(&lengths)]) } else { Err(wrong()) }
    }

    fn text(&self, at: &ProofPart) -> String {
        let lengths: Vec<String> = lengths(at).iter().map(usize::to_string).collect();
        if lengths.is_empty() { "-".to_owned() } else { lengths.join(" ") }
    }

    fn moves(&self, board: &[ProofPart]) -> Result<Vec<BoardMove>, String> {
        let lengths = lengths(only(board));
        let bites = bitten(&lengths);
        Ok(bites
            .map(|((row, column), left)| (format!("r{}c{}", row + 1, column + 1), vec![self.part(&left)]))
            .collect())
    }

    fn parts(&self, board: &[ProofPart]) -> Result<Vec<ProofPart>, String> {
        Ok(self.least(&lengths(only(board))).into_iter().collect())
    }

    fn options(&self, at: &ProofPart) -> Result<Vec<Vec<ProofPart>>, String> {
        let lengths = lengths(at);
        Ok(bitten(&lengths).map(|(_, left)| self.least(&left).into_iter().collect()).collect())
    }

    fn size(&self, at: &ProofPart) -> u64 {
        lengths(at).iter().sum::<usize>() as u64
    }

    fn check_part(&self, part: &ProofPart) -> Result<(), String> {
        let lengths = lengths(part);
        let is_bar = lengths.is_sorted_by(|above, below| above >= below)
            && matches!(part.cells, PackedCells::Few(_))
            && self.part(&lengths) == *part
            && self.least(&lengths).as_ref() == Some(part);
        if is_bar { Ok(()) } else { Err("a bar that is not the least of its two images".to_owned()) }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // in a test, a panic is the report
mod tests {
    use super::*;

    #[test]
    fn bites_are_those_of_chomp() {
        let rules = Bars { game: 0 };
        let bar = rules.board("2x3").unwrap();
        let moves = rules.moves(&bar).unwrap();
        let told: Vec<String> =
            moves.iter().map(|(label, left)| format!("{label} {}", rules.text(&left[0]))).collect();
        assert_eq!(told, ["r1c2 1 1", "r1c3 2 2", "r2c1 3", "r2c2 3 1", "r2c3 3 2"]);
        assert!(rules.parts(&rules.board("1x1").unwrap()).unwrap().is_empty());
        assert_eq!(rules.parts(&rules.board("1 1 1").unwrap()), rules.parts(&rules.board("1x3").unwrap()));
        assert!(rules.board("2 3").is_err());
    }
}
