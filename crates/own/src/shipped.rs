//! The rules files that come with Grundy.

/// Their texts, in alphabetical order of the names.
pub(crate) const SHIPPED: &[&str] = &[
    include_str!("../games/cannibal-clobber.game"),
    include_str!("../games/clobber.game"),
    include_str!("../games/clobber-1xn.game"),
    include_str!("../games/col.game"),
    include_str!("../games/elephants.game"),
    include_str!("../games/fission.game"),
    include_str!("../games/l-cram.game"),
    include_str!("../games/node-kayles-grid.game"),
    include_str!("../games/nogo-1xn.game"),
    include_str!("../games/notakto.game"),
    include_str!("../games/peg-duotaire.game"),
    include_str!("../games/silver-dollar.game"),
    include_str!("../games/snort.game"),
    include_str!("../games/text-2d-nim.game"),
    include_str!("../games/text-boxing-match.game"),
    include_str!("../games/text-cram.game"),
    include_str!("../games/text-dawsons-kayles.game"),
    include_str!("../games/text-kayles.game"),
    include_str!("../games/text-treblecross.game"),
    include_str!("../games/toads-and-frogs.game"),
    include_str!("../games/toppling-dominoes.game"),
    include_str!("../games/tromino-cram.game"),
];
