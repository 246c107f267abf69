//! The engines that work out nimbers one heap after the other, and the choice among them.
//!
//! * [`definition`]: the mex rule and nothing else, to test the others by.
//! * [`subtraction`]: games that never break a heap.
//! * [`dense`]: as many options of every heap as the mex needs, with [`pair_search`]; with [`pair_sets`] for three heaps.
//! * [`many_parts`]: codes that leave more than three heaps, or add beans.
//! * [`choice`]: which of them, and when the engine of [`sparse`](crate::sparse) takes over.

pub(crate) mod choice;
pub(crate) mod definition;
pub(crate) mod dense;
pub(crate) mod many_parts;
pub(crate) mod pair_search;
pub(crate) mod pair_sets;
pub(crate) mod subtraction;

#[cfg(test)]
mod tests;
