//! Exact numbers, cavities, certificates and their verification.
//!
//! Nothing here knows how a placement was found: the folder uses big integers and no other module of this
//! crate, and no floating point decides anything.

mod cavity;
mod certificate;
mod decimal;
mod verify;

pub use cavity::{Cavity, CavityError};
pub use certificate::{PackingCertificate, PlacedDisk};
pub use decimal::{Decimal, DecimalError};
pub use verify::{Meeting, Refusal, Slack, verify, verify_within};
