//! The pages, one a file.

pub mod analysis;
pub mod book;
pub mod home;
pub mod hunt;
pub mod learn;
pub mod packing;
pub mod play;
pub mod sequences;
