//! Boards of Boxing Match from texts on it.

use grundy_core::NamedPosition;

const LECTURE: &str = "D. Sleator's lecture on sums of games";

/// The sides of the arena of the contest of 1994, and its blocked spots, by row and column from 0.
const POTM_SIDES: (usize, usize) = (16, 32);
const POTM_BLOCKED: [(usize, usize); 15] = [
    (2, 5),
    (8, 16),
    (9, 15),
    (9, 17),
    (10, 18),
    (10, 31),
    (11, 2),
    (11, 3),
    (11, 19),
    (12, 2),
    (12, 3),
    (13, 2),
    (13, 3),
    (15, 30),
    (15, 31),
];

/// The arena as rows of `1`, a spot that can be taken, and `0`.
fn potm() -> String {
    let mut arena = [['1'; POTM_SIDES.1]; POTM_SIDES.0];
    for (row, column) in POTM_BLOCKED {
        arena[row][column] = '0';
    }
    arena.map(String::from_iter).join("/")
}

/// The positions with a name.
pub(super) fn positions() -> [NamedPosition; 4] {
    let half = "1".repeat(5);
    let row = format!("{half}{}{half}", "0".repeat(10));
    let announcement = "the announcement of the contest Programmer Of The Month, January 1994";
    let mirrored = [row.as_str(); 10].join("/");
    [
        NamedPosition::new("lecture", "10x20", LECTURE),
        NamedPosition::new("lecture-reply", mirrored, LECTURE),
        NamedPosition::new("potm", potm(), announcement),
        NamedPosition::new("worth-2", "2x2", LECTURE).remarked(
            "the picture that is added to a pile of 4 there is lost; this board has its nimber, *2",
        ),
    ]
}
