//! What was derived from a rules file, for people.

use super::rules::OwnGame;
use crate::board::Field;
use crate::endless::written;

/// What was derived from a rules file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derived {
    /// For each rule how many images are meant, on boards of at most 8 rows and columns.
    pub images: Vec<(String, usize)>,
    /// The symmetries of board and symbols that change nothing in the rules.
    pub symmetries: Vec<String>,
    /// The patterns that join cells into one part.
    pub joints: Vec<String>,
    /// Whether all moves read one symbol that none writes.
    pub is_taking: bool,
    /// Whether the mirror theorem can apply, and why not.
    pub mirror: String,
    /// Why the game ends.
    pub ends: String,
}

impl OwnGame {
    /// What was derived from the file.
    pub fn derived(&self) -> Derived {
        let form = self.form(&Field::NOTHING);
        let (spec, codes) = (self.spec(), &self.shared.codes);
        let count = |rule: usize| form.rules.origins.iter().filter(|origin| origin.rule == rule).count();
        let images = spec.rules.iter().enumerate();
        let symmetries = form.symmetries.iter().map(|symmetry| {
            let renamed = symmetry.codes[..codes.0.len()].iter().zip(&codes.0);
            let renamed = renamed.filter(|(code, symbol)| codes.0[usize::from(**code)] != **symbol);
            let renamed: Vec<String> = renamed
                .map(|(code, symbol)| format!("{symbol} for {}", codes.0[usize::from(*code)]))
                .collect();
            let turn = symmetry.turn.name();
            if renamed.is_empty() { turn.to_owned() } else { format!("{turn}, with {}", renamed.join(", ")) }
        });
        let joint = |image: &crate::rules::Image| written(image, codes, None);
        Derived {
            images: images
                .map(|(index, rule)| (spec.text[rule.span.clone()].trim().to_owned(), count(index)))
                .collect(),
            symmetries: symmetries.collect(),
            joints: form.linked.iter().map(joint).collect(),
            is_taking: self.shared.is_taking,
            mirror: self.mirror_told(),
            ends: self.ends_told(),
        }
    }

    fn mirror_told(&self) -> String {
        let form = self.form(&Field::NOTHING);
        match form.symmetries.iter().filter(|symmetry| symmetry.is_involution()).count() {
            _ if !form.rules.ends.is_empty() => "used where the board cannot end any more".to_owned(),
            0 => "none: no symmetry is its own inverse".to_owned(),
            _ if !form.rules.wins.is_empty() => "used where nobody can win at once any more".to_owned(),
            count => format!(
                "by {count} symmetries, under normal play: a board that one of them keeps is *0 where no move meets its image"
            ),
        }
    }

    fn ends_told(&self) -> String {
        let form = self.form(&Field::NOTHING);
        let weights = &form.weights;
        let symbol = |code: usize| self.shared.codes.0[code];
        let number = |weight: i128| match weight % weights.denominator {
            0 => (weight / weights.denominator).to_string(),
            _ => format!("{weight}/{}", weights.denominator),
        };
        let mut told = Vec::new();
        for (code, &weight) in weights.of_symbols.iter().enumerate().filter(|(_, weight)| **weight != 0) {
            told.push(format!("{} for each `{}`", number(weight), symbol(code)));
        }
        for (code, &(row, column)) in weights.of_places.iter().enumerate() {
            let ways = [(row, "up", "down"), (column, "to the left", "to the right")];
            for (weight, positive, negative) in ways.into_iter().filter(|(weight, ..)| *weight != 0) {
                let way = if weight > 0 { positive } else { negative };
                told.push(format!(
                    "{} for each step that a `{}` can go {way}",
                    number(weight.abs()),
                    symbol(code)
                ));
            }
        }
        format!("every move lowers this by at least 1: {}", told.join(" + "))
    }
}
