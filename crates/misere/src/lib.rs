//! Misère theory: who wins sums when the last player to move loses.

mod bits;
mod brute;
mod build;
mod candidate;
mod clock;
mod closure;
mod components;
mod family;
mod forms;
mod genus;
mod growth;
mod heap_forms;
mod heap_quotient;
mod heap_sum;
mod heaps;
mod model;
mod monoid;
mod pairs;
mod part_quotient;
mod period;
mod position_parts;
mod presentation;
mod verify;

pub use brute::PlainOutcomes;
pub use forms::{FormId, Forms, NoForm, Temper};
pub use genus::Genus;
pub use heap_forms::HeapForms;
pub use heap_quotient::{HeapQuotient, QuotientEnd, Reach};
pub use heap_sum::{HeapGroup, HeapSum};
pub use monoid::{BipartiteMonoid, Element};
pub use part_quotient::PartQuotient;
pub use period::QuotientPeriod;
pub use position_parts::PositionParts;
pub use presentation::Presentation;
