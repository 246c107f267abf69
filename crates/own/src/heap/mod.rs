//! Heaps whose rules are a code: they go to the engine of heap games, with its periods and proofs.

mod file;
mod lines;
mod recognise;

pub use file::{CodeFile, HeapFile};
