//! Own games of numbers and heaps: rules files whose moves are formulas.

use super::part::{PackedCells, ProofPart};
use super::rules::{BoardMove, Listed, PartRules, bytes_of};
use crate::rules::NaiveNumbers;

/// An own game of numbers. A tuple is a part: one row of numbers.
#[derive(Debug)]
pub(super) struct Tuples {
    pub(super) game: u16,
    pub(super) rules: NaiveNumbers,
}

/// Every number of every range is tried.
const LARGEST: i64 = 1 << 20;

impl Tuples {
    fn part(&self, tuple: &[i64]) -> Result<ProofPart, String> {
        let number = |&number: &i64| {
            let small = u32::try_from(number).ok().filter(|_| number <= LARGEST);
            small.ok_or_else(|| format!("the number {number} is larger than {LARGEST}"))
        };
        let numbers: Vec<u32> = tuple.iter().map(number).collect::<Result<_, _>>()?;
        Ok(ProofPart::of_numbers(self.game, numbers.len(), &numbers))
    }

    fn all(&self, tuples: &[Vec<i64>]) -> Result<Vec<ProofPart>, String> {
        tuples.iter().map(|tuple| self.part(tuple)).collect()
    }

    /// The parts that have moves.
    fn with_moves(&self, parts: &[ProofPart]) -> Result<Vec<ProofPart>, String> {
        let mut kept = Vec::new();
        for part in parts {
            if !self.rules.options_in_order(&tuple(part))?.is_empty() {
                kept.push(part.clone());
            }
        }
        Ok(kept)
    }

    /// The tuples of a text: by commas, or a single one by blanks.
    fn tuples(&self, text: &str) -> Option<Vec<Vec<i64>>> {
        let numbers = |text: &str, by: char| text.split(by).map(|word| word.parse().ok()).collect();
        let arity = self.rules.arity();
        let tuples: Vec<Vec<i64>> = match text {
            "-" => Vec::new(),
            _ if arity > 1 && !text.contains(',') => vec![numbers(text, ' ')?],
            _ => text.split(' ').map(|tuple| numbers(tuple, ',')).collect::<Option<_>>()?,
        };
        tuples.iter().all(|tuple| tuple.len() == arity).then_some(tuples)
    }

    fn left_text(&self, left: &[Vec<i64>]) -> String {
        let by = if self.rules.is_of_heaps() { "," } else { "+" };
        match (left, self.rules.is_of_heaps()) {
            ([], true) => "0".to_owned(),
            ([], false) => "-".to_owned(),
            _ => left.iter().map(|tuple| joined(tuple)).collect::<Vec<_>>().join(by),
        }
    }
}

fn tuple(part: &ProofPart) -> Vec<i64> {
    part.numbers().into_iter().map(i64::from).collect()
}

fn joined(numbers: &[i64]) -> String {
    numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(",")
}

impl PartRules for Tuples {
    fn width(&self) -> u32 {
        32
    }

    fn board(&self, text: &str) -> Result<Vec<ProofPart>, String> {
        let tuples = self.tuples(text);
        self.all(&tuples.ok_or_else(|| format!("`{text}` is no position of {}", self.rules.name()))?)
    }

    fn text(&self, at: &ProofPart) -> String {
        tuple(at).iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
    }

    fn moves(&self, board: &[ProofPart]) -> Result<Vec<BoardMove>, String> {
        let mut moves = Listed::new();
        for (place, from) in board.iter().map(tuple).enumerate() {
            for left in self.rules.options_in_order(&from)? {
                let label = format!("{}>{}", joined(&from), self.left_text(&left));
                let has_place = self.rules.is_of_heaps() || board.len() > 1;
                let label = if has_place { format!("{}:{label}", place + 1) } else { label };
                moves.add(label, bytes_of(board) + left.len() * size_of::<ProofPart>(), || {
                    let mut after = board.to_vec();
                    after.splice(place..=place, self.all(&left)?);
                    Ok(after)
                })?;
            }
        }
        Ok(moves.all())
    }

    fn parts(&self, board: &[ProofPart]) -> Result<Vec<ProofPart>, String> {
        self.with_moves(board)
    }

    fn options(&self, at: &ProofPart) -> Result<Vec<Vec<ProofPart>>, String> {
        let options = self.rules.options_in_order(&tuple(at))?;
        options.iter().map(|left| self.with_moves(&self.all(left)?)).collect()
    }

    fn size(&self, at: &ProofPart) -> u64 {
        at.numbers().into_iter().map(u64::from).sum()
    }

    fn check_part(&self, part: &ProofPart) -> Result<(), String> {
        let arity = self.rules.arity();
        let bits = 32 * arity;
        let is_within = match part.cells {
            PackedCells::Few(cells) => bits <= 128 && (bits == 128 || cells >> bits == 0),
            PackedCells::Many(_) => true,
        };
        let is_tuple = is_within && (usize::from(part.rows), usize::from(part.columns)) == (1, arity);
        match is_tuple
            && self.part(&tuple(part))? == *part
            && !self.parts(std::slice::from_ref(part))?.is_empty()
        {
            true => Ok(()),
            false => Err("numbers that are no tuple, or have no moves".to_owned()),
        }
    }
}
