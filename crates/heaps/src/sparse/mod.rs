//! The engine of octal games whose nimbers fall into common and rare ones: the sparse space.
//!
//! In many octal games the parity of some bits of a nimber parts heaps into *common* and *rare* ones, and a
//! common nimber comes only from splits with exactly one rare part (Berlekamp; Gangolli and Plambeck, *A note
//! on periodicity in some octal games*, 1989; Flammenkamp). So a heap needs the few rare heaps below it only,
//! and 64 heaps are worked out at once, bit by bit:
//!
//! ```text
//!  rare heaps and the history (history, space)
//!      |
//!      |  far_back     exclusions by partners 2,048 heaps back or more: 32 words at once
//!      |  words_back   exclusions by partners 64 to 2,047 heaps back: a word at once
//!      v  within_word  exclusions by partners in the same word: heap by heap
//!  word_chain          the index of every heap, if all that are not given as rare are common
//!      |
//!      v               speculation becomes history only here:
//!  verifier            every rare nimber below a common one is seen to be an option
//!      |  witness        by a rare option that a list names (witness_list): 64 words at once, then 8 (strike)
//!      |  option_search  or by trying every option
//!      v
//!  sliced              drives both, one run of words after the other
//! ```
//!
//! [`likely_nimbers`] runs the chain alone, for a checker that verifies what it says by other means.
//!
//! [`columns`] keeps past words plane by plane, as `words_back` and `far_back` read them.

pub(crate) mod columns;
pub(crate) mod far_back;
pub(crate) mod history;
pub(crate) mod likely_nimbers;
pub(crate) mod option_search;
mod pages;
pub(crate) mod sliced;
pub(crate) mod space;
pub(crate) mod sparseness;
pub(crate) mod strike;
pub(crate) mod verifier;
pub(crate) mod within_word;
pub(crate) mod witness;
pub(crate) mod witness_list;
pub(crate) mod word_chain;
pub(crate) mod words_back;
