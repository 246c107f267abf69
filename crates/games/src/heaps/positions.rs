//! Heaps from texts on them.

use grundy_core::NamedPosition;

/// The positions of a preset that have a name.
pub(super) fn positions(preset: &str) -> Option<NamedPosition> {
    let lecture = "D. Sleator's lecture on sums of games";
    (preset == super::DAWSONS_KAYLES.id).then(|| NamedPosition::new("nine", "9", lecture))
}
