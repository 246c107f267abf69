//! Positions of Nim from texts on it.

use grundy_core::{Convention, NamedPosition};

const MARKS: &str = "M. Marks, \"Nim Game in Marienbad\", net.puzzle, 13 September 1985";
const BUBBLY: &str = "\"How to win Bubbly\"";
const LECTURE: &str = "D. Sleator's lecture on sums of games";

/// Names, heaps, and where they stand. The film's own game stands apart: there whoever takes the last counter
/// loses.
const POSITIONS: [(&str, &str, &str); 12] = [
    ("marienbad-standard", "1 3 5 7", MARKS),
    ("worked-1", "1 5 7", MARKS),
    ("worked-2", "1 5 4", MARKS),
    ("worked-3", "1 5 3", MARKS),
    ("worked-4", "1 2 3", MARKS),
    ("take-18", "22 4", MARKS),
    ("take-7", "26 19", MARKS),
    ("threes", "3 3 3", MARKS),
    ("triplet", "1 4 5", MARKS),
    ("stacks", "3 4 5", BUBBLY),
    ("stack-3", "3", BUBBLY),
    ("pile-4", "4", LECTURE),
];

/// The positions with a name.
pub(super) fn positions() -> impl Iterator<Item = NamedPosition> {
    let film = NamedPosition::new("marienbad", "1 3 5 7", "\"Last Year at Marienbad\", a film of 1961")
        .played_with(Convention::Misere);
    let others = POSITIONS.into_iter().map(|(name, text, source)| NamedPosition::new(name, text, source));
    std::iter::once(film).chain(others)
}
