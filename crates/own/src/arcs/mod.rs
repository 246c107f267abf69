//! Games as lists of arcs: every state is a node, every move an arc.
//!
//! | step | files |
//! |---|---|
//! | lines of a file as pairs of nodes: edge lists, DIMACS, DOT, pairs of numbers in binary | `read` |
//! | the arcs of each node side by side | `graph` |
//! | nimbers in linear time, or a cycle | `solve` |
//! | positions, moves, the file on a shelf | `game` |

mod game;
mod graph;
mod read;
mod solve;

pub use game::{ArcNode, ArcsFile, ArcsGame};
