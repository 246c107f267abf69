//! Misère theory: who wins sums when the last player to move loses.

mod bits;
mod brute;
mod build;
mod candidate;
mod clock;
mod closure;
mod components;
mod family;
mod growth;
mod heap_quotient;
mod heaps;
mod model;
mod monoid;
mod pairs;
mod period;
mod verify;

pub use brute::PlainOutcomes;
pub use heap_quotient::{HeapQuotient, QuotientEnd, Reach};
pub use monoid::{BipartiteMonoid, Element};
pub use period::QuotientPeriod;
