//! The pages, one a file.

pub mod analysis;
pub mod home;
pub mod learn;
pub mod packing;
pub mod play;
pub mod sequences;
