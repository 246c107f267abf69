//! Boards of cells, as sets of cells for each symbol.

mod bits;
pub(crate) mod field;
pub(crate) mod layout;
pub(crate) mod turned;

pub(crate) use bits::{Bits, Words};
pub use field::Field;
pub(crate) use field::{PLANES, Planes, on_bits};
pub(crate) use layout::Layout;
