//! A rules file compiled: images of patterns with fixed lengths, their symmetries, why the game ends.

pub(crate) mod expand;
pub(crate) mod image;
mod links;
mod order;
mod simplex;
mod symmetry;
mod turn;
pub(crate) mod weights;

pub(crate) use image::{Ban, Cell, Image, Stand};
pub(crate) use links::links;
pub(crate) use order::{canonical_order, renamings_that_keep};
pub(crate) use symmetry::{Symmetry, symmetries};
pub(crate) use turn::Turn;
pub(crate) use weights::Weights;
