//! The pages, one a file.

pub mod analysis;
pub mod book;
pub mod build;
pub mod chart;
pub mod code;
pub mod home;
pub mod hunt;
pub mod learn;
pub mod moves;
pub mod own;
mod own_table;
pub mod packing;
pub mod play;
pub mod preview;
pub mod proof;
pub mod review;
pub mod sequences;
pub mod tree;
