//! The search of boards that are words: games that take cells away from boards of at most 128 cells.
//!
//! * `search`: the loop of depth-first proof-number search over an explicit stack.
//! * `easy_parts`: the search of parts that take little work, depth first without proof numbers.
//! * `open`: a part with its options, and the children of a node.
//! * `options`: the options of a part, as they are listed.
//! * `listing`: options are listed, split, valued where that is cheap, and looked up in groups.
//! * `open_cache`: opened parts that may be needed again.
//! * `at_once`: nimbers of small parts by the mex rule.
//! * `busy`: which parts the threads are at.
//! * `answers`: the transposition table, 16 bytes an entry or 32, shared by threads, evicting.
//! * `entry`: what an entry of such a table says.
//! * `growing`: such tables that grow with a search, one for each word.
//! * `game`: rules of small and of large boards, as the search asks them.
//! * `kept`: what a thread keeps from one question to the next.
//! * `share`: what a thread counts of the limits of the run.
//! * `saved`: such tables as bytes, for a search that goes on another day.
//! * `sum`: positions as sums of parts.
//! * `zeroed`: large pieces of memory.
//! * `prefetch`: memory asked for before it is needed.
//! * `window`: the nimbers of all sets of cells of a small rectangle.
//! * `places`: where the cells of parts stand in the numbers of such sets.
//! * `retrograde`: how these nimbers are worked out.
//! * `mirror`: sets whose nimbers are those of their images under a symmetry.
//! * `windows`: windows that a search builds as it earns them, from small to large.

mod answers;
mod at_once;
mod busy;
mod easy_parts;
mod entry;
mod game;
mod growing;
mod kept;
mod listing;
mod mirror;
mod open;
mod open_cache;
mod options;
mod places;
mod prefetch;
mod retrograde;
mod saved;
mod search;
mod share;
mod sum;
mod window;
mod windows;
mod zeroed;

pub(crate) use game::Game;
pub(crate) use growing::Answers;
pub(crate) use kept::Kept;
pub use saved::NotTaken;
pub(crate) use search::PackedSearch;
pub(crate) use sum::AtHand;
