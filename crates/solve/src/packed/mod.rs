//! The search of boards that are words: games that take cells away from boards of at most 64 cells.
//!
//! * `search`: the loop of depth-first proof-number search over an explicit stack.
//! * `open`: a part with its list of options, and the children of a node.
//! * `listing`: options are listed, split, valued where that is cheap, and looked up in groups.
//! * `open_cache`: opened parts that may be needed again.
//! * `at_once`: nimbers of small parts by the mex rule.
//! * `busy`: which parts the threads are at.
//! * `answers`: the transposition table, 16 bytes an entry, shared by threads, evicting.
//! * `entry`: what an entry of it says.
//! * `prefetch`: memory asked for before it is needed.
//! * `window`: the nimbers of all sets of cells of a small rectangle.

mod answers;
mod at_once;
mod busy;
mod entry;
mod listing;
mod open;
mod open_cache;
mod prefetch;
mod search;
mod window;

pub(crate) use answers::Answers;
pub(crate) use search::PackedSearch;
