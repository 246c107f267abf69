//! A strip, and which of its stretches are the same.

use super::cuts::Code;

/// Stretches of equal length have the same class exactly where they have the same cells.
#[derive(Debug)]
pub(super) struct Word {
    pub(super) codes: Vec<Code>,
    /// For each length from 1 the classes of the stretches by their first cell.
    classes: Vec<Vec<u16>>,
}

/// More than there are codes.
const CODES: usize = 16;

impl Word {
    /// Compares all stretches of a strip: a class is what the class without the last cell, and the last cell, make
    /// together.
    pub(super) fn new(codes: Vec<Code>) -> Word {
        let mut classes: Vec<Vec<u16>> = Vec::with_capacity(codes.len());
        let mut numbers = vec![u16::MAX; CODES * (codes.len() + 1)];
        for length in 1..=codes.len() {
            let (mut next, mut met) = (0, Vec::new());
            let of_first = |first: usize| {
                let shorter = classes.last().map_or(0, |classes: &Vec<u16>| usize::from(classes[first]));
                let place = shorter * CODES + usize::from(codes[first + length - 1]);
                if numbers[place] == u16::MAX {
                    (numbers[place], next) = (next, next + 1);
                    met.push(place);
                }
                numbers[place]
            };
            let found = (0..=codes.len() - length).map(of_first).collect();
            met.into_iter().for_each(|place| numbers[place] = u16::MAX);
            classes.push(found);
        }
        Word { codes, classes }
    }

    /// The bytes that this takes for a strip of so many cells.
    pub(super) fn bytes(cells: usize) -> usize {
        cells * (cells + 1) + CODES * 2 * (cells + 1)
    }

    /// The class of a stretch.
    pub(super) fn class(&self, first: usize, length: usize) -> u16 {
        if length == 0 { 0 } else { self.classes[length - 1][first] }
    }

    /// Where these cells stand for the first time.
    pub(super) fn find(&self, cells: &[Code]) -> Option<usize> {
        if cells.is_empty() {
            Some(0)
        } else {
            self.codes.windows(cells.len()).position(|window| window == cells)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_have_one_class_where_they_are_the_same() {
        for codes in
            [vec![], vec![3], vec![0, 1, 0, 1, 0, 1], vec![0, 0, 1, 0, 0, 1, 8, 0, 0, 1], vec![2; 40]]
        {
            let word = Word::new(codes.clone());
            for length in 0..=codes.len() {
                for one in 0..=codes.len() - length {
                    for other in 0..=codes.len() - length {
                        let is_same = codes[one..one + length] == codes[other..other + length];
                        assert_eq!(
                            word.class(one, length) == word.class(other, length),
                            is_same,
                            "{codes:?}"
                        );
                    }
                }
            }
        }
    }
}
