//! A position by its parts: the same text for positions that differ by how they are written.

use crate::position::Position;
use std::collections::BTreeSet;

impl Position {
    /// The position as a sum of its parts, each in the form that searches keep, in the order of their texts: the same
    /// for boards that are mirrors of each other, or have the same pieces elsewhere. The text reads back to a position
    /// with the same tree of moves; an empty text is the position without moves. Cost: one look at every term.
    ///
    /// A position with a move that wins the whole game at once stays as it is written.
    ///
    /// ```
    /// use grundy::Position;
    /// let mirrored = ["cram ../.#", "cram ../#.", "cram #./..  + nim 0"];
    /// let texts = mirrored.map(|text| text.parse::<Position>().unwrap().canonical_text());
    /// assert!(texts.iter().all(|text| *text == texts[0]));
    /// ```
    pub fn canonical_text(&self) -> String {
        let parts: Vec<_> = self.mixture().iter().flat_map(|part| part.split()).collect();
        if self.mixture().iter().chain(&parts).any(|part| part.is_won() || part.is_sunny()) {
            return self.to_string();
        }
        let open = parts.iter().filter(|part| part.count_moves() > 0);
        let mut texts: Vec<String> = open.map(|part| format!("{part:?}")).collect();
        texts.sort_unstable();
        texts.join(" + ")
    }

    /// The [canonical texts](Position::canonical_text) of all options, each once and in order. Cost: a move, and a
    /// text, for each option.
    ///
    /// ```
    /// use grundy::Position;
    /// let board: Position = "cram 3x3".parse()?;
    /// assert_eq!((board.moves(100).len(), board.canonical_options().len()), (12, 2));
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    pub fn canonical_options(&self) -> BTreeSet<String> {
        let moves = self.moves(usize::MAX);
        let options = moves.iter().map(|label| self.play(label).expect("it is a move of this position"));
        options.map(|option| option.canonical_text()).collect()
    }
}
