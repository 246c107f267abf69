//! Boards of cells, as sets of cells for each symbol.

pub(crate) mod field;
pub(crate) mod layout;
pub(crate) mod turned;

pub use field::Field;
pub(crate) use field::{PLANES, Planes, on_bits};
pub(crate) use grundy_games::grid::{CellSet as Bits, CellWords as Words, StoredCells};
pub(crate) use layout::Layout;
