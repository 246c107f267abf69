//! Famous positions.

use grundy::{Position, Reading, Shelf};

/// A position with a name.
pub struct Famous {
    /// What it is called.
    pub title: String,
    /// Where it comes from.
    pub note: &'static str,
    /// The position.
    pub position: Position,
}

/// The forests of the puzzle "Bubbly" of the 2019 MIT Mystery Hunt, with the letters to be found.
const MYSTERY_HUNT: &str = include_str!("../../../data/bubbly/mystery-hunt-2019.txt");

/// Title, note, position. Those whose game is not registered are left out.
const OTHERS: [(&str, &str, &str); 4] = [
    ("2D Nim, four by four", "Lines of up to three stones; the last stone loses", "2d-nim 4x4"),
    ("Boxing Match, ten by twenty", "Squares of stones out of a full ring", "boxing-match 10x20"),
    (
        "A Hackenbush drawing",
        "Cut an edge, and what hangs in the air falls",
        "hackenbush 0-1 1-2 2-3 2-3 3-4 4-5 5-3 0-6 6-7 6-8 0-9 9-10 10-0",
    ),
    ("Dawson's Kayles", "Two neighbouring pins at a time, from a row of 20", "dawsons-kayles 20"),
];

/// The famous positions of games that are registered.
pub fn positions() -> Vec<Famous> {
    let puzzles = MYSTERY_HUNT.lines().filter(|line| !line.starts_with('#'));
    let puzzles = puzzles.enumerate().filter_map(|(index, line)| {
        let text = format!("bubbly {}", line.split(' ').next()?);
        // The first was published with a parenthesis too many.
        let position = Position::parse(&text, Reading { lenient: true, ..Reading::default() }).ok()?;
        let title = format!("Mystery Hunt forest {}", index + 1);
        Some(Famous { title, note: "Its winning bubbles spell a part of the answer", position })
    });
    let others = OTHERS.iter().filter_map(|&(title, note, text)| {
        let name = text.split(' ').next()?;
        Shelf::usual().find(name).ok()?;
        Some(Famous { title: title.to_owned(), note, position: text.parse().ok()? })
    });
    let mut positions: Vec<Famous> = others.collect();
    positions.splice(0..0, puzzles);
    positions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_positions_of_registered_games_are_listed() {
        let positions = positions();
        let registered = OTHERS
            .iter()
            .filter(|(_, _, text)| Shelf::usual().find(text.split(' ').next().unwrap_or("")).is_ok());
        assert_eq!(positions.len(), 7 + registered.count(), "a position of the list cannot be read");
        let known = positions.iter().filter(|famous| famous.position.notes().is_empty());
        assert_eq!(known.count(), positions.len() - 1, "one forest was published with a slip");
    }
}
