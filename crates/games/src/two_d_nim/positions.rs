//! The states of the article "A 2D Nim Game".

use grundy_core::NamedPosition;

/// Names and states: the three of the introduction, the sample game after each of its moves, the losing states
/// that are worth remembering, states that win because they can leave one stone, the state that becomes a number.
const POSITIONS: [(&str, &str); 22] = [
    ("article-1", "4x4"),
    ("article-2", "0000/0000/0000/0000"),
    ("article-3", "0000/0000/0010/0000"),
    ("game-1", "1110/1110/1111/1111"),
    ("game-2", "1110/1110/1000/1111"),
    ("game-3", "0110/1110/1000/1111"),
    ("game-4", "0110/1110/1000/1100"),
    ("game-5", "0110/1110/0000/0100"),
    ("game-6", "0000/1110/0000/0100"),
    ("game-7", "0000/0000/0000/0100"),
    ("losing-1", "1100/1100/0000/0000"),
    ("losing-2", "1001/1001/1001/0000"),
    ("losing-3", "1011/0111/0000/0000"),
    ("losing-4", "1010/1010/0000/0000"),
    ("single", "1000/0000/0000/0000"),
    ("winning-1", "1100/0000/0000/0000"),
    ("winning-2", "1110/0000/0000/0000"),
    ("winning-3", "1111/0000/0000/0000"),
    ("winning-4", "1000/1000/0000/0000"),
    ("winning-5", "1000/1000/1000/0000"),
    ("winning-6", "1000/0100/0000/0000"),
    ("state-61695", "1111/0000/1111/1111"),
];

/// The positions with a name.
pub(super) fn positions() -> impl Iterator<Item = NamedPosition> {
    POSITIONS.into_iter().map(|(name, text)| NamedPosition::new(name, text, "\"A 2D Nim Game\""))
}
