//! Verifies what others claim, from the rules alone.
//!
//! A solver does not grade itself: it writes a certificate, and this crate works the claim out again by code
//! that shares nothing with the search but the rules and the shape of the certificate.
//!
//! ```
//! use grundy_check::period;
//! use grundy_core::Run;
//! use grundy_heaps::{PeriodCertificate, Sequence};
//!
//! let mut dawson = Sequence::new(&"0.07".parse()?);
//! let found = dawson.prove(1_000, &Run::unlimited())?.expect("solved in 1956");
//! let certificate = PeriodCertificate { code: dawson.code().clone(), period: found };
//! assert_eq!(period::verify(&certificate)?.terms, 176);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod period;
pub mod proof;
pub mod quotient;
pub mod rules;
pub mod table;
