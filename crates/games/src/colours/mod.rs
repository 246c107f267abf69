//! What games with stones of two colours on a grid share: boards, their notation, symmetries, and pictures.

mod board;
mod draw;
mod notation;

pub(crate) use board::{Adjacency, bits};
pub use board::{ColourBoard, MOST_COLOUR_CELLS};
pub(crate) use draw::{ColourHandle, draw, show};
pub(crate) use notation::{cell_name, format, parse, parse_cells};
