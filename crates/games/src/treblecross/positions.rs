//! Strips of Treblecross from texts on it.

use grundy_core::NamedPosition;

const LECTURE: &str = "D. Sleator's lecture on sums of games";

/// The positions with a name.
pub(super) fn positions() -> [NamedPosition; 2] {
    [
        NamedPosition::new("lecture", ".......X.......", LECTURE),
        NamedPosition::new("strip-2", "..", LECTURE).remarked(
            "the claim that a strip of n is a heap of n + 2 fails here: the strip is full before three can \
             stand, and 0.007 4 is *1",
        ),
    ]
}
