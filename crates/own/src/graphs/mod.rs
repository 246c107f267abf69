//! Games on graphs: a move takes a vertex or an edge, perhaps with what is beside it.
//!
//! | what | files |
//! |---|---|
//! | the file as it is written | `spec` |
//! | a graph, and what a move leaves of it | `net` |
//! | graphs by name: `path(5)`, `petersen` | `families` |
//! | a canonical form | `canon`, `labelling` |
//! | moves, parts, what a condition asks | `rules`, `degrees` |
//! | texts, labels, words | `notation`, `say` |
//! | pictures | `drawn` |
//! | a file on a shelf | `listing` |

mod canon;
mod degrees;
mod drawn;
mod families;
mod labelling;
mod listing;
mod net;
mod notation;
mod rules;
mod say;
mod spec;

pub use listing::GraphFile;
pub use net::{MOST_NET_EDGES, MOST_VERTICES, Net};
pub use rules::{GraphGame, NetMove};
pub use spec::{Along, GraphSpec, TakeRule, Thing};
