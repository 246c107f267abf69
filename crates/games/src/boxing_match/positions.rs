//! Boards of Boxing Match from texts on it.

use grundy_core::NamedPosition;

const LECTURE: &str = "D. Sleator's lecture on sums of games";

/// The positions with a name.
pub(super) fn positions() -> [NamedPosition; 3] {
    let half = "1".repeat(5);
    let row = format!("{half}{}{half}", "0".repeat(10));
    let mirrored = [row.as_str(); 10].join("/");
    [
        NamedPosition::new("lecture", "10x20", LECTURE),
        NamedPosition::new("lecture-reply", mirrored, LECTURE),
        NamedPosition::new("worth-2", "2x2", LECTURE).remarked(
            "the picture that is added to a pile of 4 there is lost; this board has its nimber, *2",
        ),
    ]
}
