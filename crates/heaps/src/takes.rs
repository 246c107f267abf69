//! The numbers of beans that moves take, without those that no move takes.

use crate::Code;

/// The digits of a code that allow a move, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Takes {
    /// Those that are written out.
    listed: Vec<(usize, u8)>,
    repeat: Option<Group>,
}

/// Digits that repeat for ever.
#[derive(Clone, Debug)]
struct Group {
    from: usize,
    length: usize,
    /// What of it allows a move, by its place in the group.
    digits: Vec<(usize, u8)>,
}

impl Takes {
    pub(crate) fn new(code: &Code) -> Self {
        let (digits, repeat) = code.fraction();
        let some = |from: usize, digits: &[u8]| -> Vec<(usize, u8)> {
            (from..).zip(digits.iter().copied()).filter(|&(_, digit)| digit != 0).collect()
        };
        let mut listed = some(1, digits);
        if code.digit(0) != 0 {
            listed.insert(0, (0, code.digit(0)));
        }
        let repeat = (!repeat.is_empty()).then(|| Group {
            from: digits.len() + 1,
            length: repeat.len(),
            digits: some(0, repeat),
        });
        Takes { listed, repeat }
    }

    /// The numbers up to `most`, each with its digit.
    pub(crate) fn upto(&self, most: usize) -> impl Iterator<Item = (usize, u8)> {
        let listed = self.listed.iter().copied().take_while(move |take| take.0 <= most);
        let repeated = self.repeat.iter().flat_map(move |group| {
            (group.from..=most)
                .step_by(group.length)
                .flat_map(move |from| group.digits.iter().map(move |&(place, digit)| (from + place, digit)))
                .take_while(move |take| take.0 <= most)
        });
        listed.chain(repeated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_takes_are_the_digits_that_are_not_zero() {
        for text in ["0.07", "4.0", "0.1[02]", "0.[3]", "0.0030[060]", "subtraction(2,5)", "allbut(3)"] {
            let code: Code = text.parse().expect("a code");
            let takes = Takes::new(&code);
            for most in 0..20 {
                let digits = (0..=most).map(|taken| (taken, code.digit(taken as u64)));
                let wanted: Vec<(usize, u8)> = digits.filter(|&(_, digit)| digit != 0).collect();
                assert_eq!(takes.upto(most).collect::<Vec<_>>(), wanted, "{text} to {most}");
            }
        }
    }
}
