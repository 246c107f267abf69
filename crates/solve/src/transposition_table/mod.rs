//! The transposition table: what a search has found out about parts, shared by all its threads.
//!
//! * `table`: [`TranspositionTable`], the public face; a part gets a number, its [`PartId`].
//! * `entry`: the word that holds the nimber of a part, or the nimbers that are excluded.
//! * `key`: a part with the hash by which it is found.
//! * `hash_index`: an open-addressing hash table from keys to numbers, read without locks.
//! * `append_list`: lists that grow while other threads read them.
//! * `recent`: a small direct-mapped cache of nimbers in front of the table, one for each thread.
//! * `batch`: look-ups of many parts in flight together, so that their cache misses overlap.

mod append_list;
mod batch;
mod entry;
mod hash_index;
mod key;
mod recent;
mod table;

pub(crate) use append_list::AppendList;
pub(crate) use batch::{LookupBatch, LookupResult};
pub(crate) use entry::{LARGEST_EXCLUDABLE, Snapshot};
pub(crate) use key::Key;
pub(crate) use recent::RecentNimbers;
pub use table::TranspositionTable;
pub(crate) use table::{NewPart, PartId};
