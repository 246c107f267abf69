//! Rows of pins, in a terminal.

use super::{HeapGame, Preset};
use crate::nim::{Heaps, show_rows};
use grundy_core::Show;

impl<P: Preset> Show for HeapGame<P> {
    /// A row of pins for each heap, with its number before and its size after.
    fn show(&self, at: &Heaps, width: usize) -> String {
        show_rows(at, width, "╿", P::NOUN)
    }
}
