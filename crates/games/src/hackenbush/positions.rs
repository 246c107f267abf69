//! Pictures of Hackenbush from texts on it.

use grundy_core::NamedPosition;

/// The positions with a name.
pub(super) fn positions() -> [NamedPosition; 1] {
    let stalk = |edges: usize| "(".repeat(edges) + &")".repeat(edges);
    let stalks: String = [1, 3, 5, 7].map(stalk).concat();
    let source = "net.puzzle, 16 September 1985: Nim is a special case of Green Hackenbush";
    [NamedPosition::new("marienbad", stalks, source)]
}
