//! What is worked out on a board, for all places at once: where patterns stand, what can become of cells, parts,
//! the least image, the mirror theorem, options.

mod canon;
mod form;
mod joints;
mod mirror;
mod normal;
mod options;
mod reach;
mod taking;
mod twins;
mod word_shape;
mod words;

pub(crate) use canon::canonical;
pub(crate) use form::Form;
pub(crate) use joints::Joints;
pub(crate) use mirror::is_mirrored;
pub(crate) use normal::normal_form;
pub(crate) use options::{count_placements, each_option, each_placement};
pub(crate) use reach::Reach;
pub(crate) use taking::Taking;
pub(crate) use twins::without_twins;
pub(crate) use words::{AllWords, WordShapes};
