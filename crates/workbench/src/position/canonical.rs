//! A position by its parts: the same text for positions that differ by how they are written.

use crate::part::Part;
use crate::position::Position;
use std::collections::BTreeMap;

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
        self.text_of(&self.canonical_parts())
    }

    fn canonical_parts(&self) -> Vec<Part> {
        self.mixture().iter().flat_map(|part| part.split()).collect()
    }

    /// The canonical text of a position with these parts.
    fn text_of(&self, parts: &[Part]) -> String {
        if self.mixture().iter().chain(parts).any(|part| part.is_won() || part.is_sunny()) {
            return self.to_string();
        }
        let open = parts.iter().filter(|part| part.has_moves());
        let mut texts: Vec<String> = open.map(|part| format!("{part:?}")).collect();
        texts.sort_unstable();
        texts.join(" + ")
    }

    /// The [canonical texts](Position::canonical_text) of all options, each once, with the effort that a search expects
    /// of it: the sum of the efforts of its parts ([`Tuning::effort`](grundy_core::Tuning::effort)), by which options of
    /// one game can be compared. Cost: a move, and a text, for each option.
    ///
    /// ```
    /// use grundy::Position;
    /// let board: Position = "cram 3x3".parse()?;
    /// assert_eq!((board.moves(100).len(), board.canonical_options().len()), (12, 2));
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    pub fn canonical_options(&self) -> BTreeMap<String, u64> {
        let moves = self.moves(usize::MAX);
        let options = moves.iter().map(|label| self.play(label).expect("it is a move of this position"));
        let with_effort = |option: Position| {
            let parts = option.canonical_parts();
            let effort = parts.iter().fold(0, |total: u64, part| total.saturating_add(part.effort()));
            (option.text_of(&parts), effort)
        };
        options.map(with_effort).collect()
    }
}
