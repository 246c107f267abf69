//! Arenas: boards of up to 32 by 32 cells, beyond what a [`GridBoard`](super::GridBoard) holds.
//!
//! Every game on a grid takes full rectangles of certain sizes. So one ruleset, [`OnArena`], plays all of them:
//! the game says which sizes ([`Rectangles`]), and what is known of its boards. An arena is a sum of parts. A part
//! whose box has at most 256 cells is a board of the game itself, and is searched as one.

mod field;
mod notation;
mod rules;
mod show;

pub use field::{Arena, GridOrArena, MOST_SIDE};
pub use notation::{BoardForm, board_form};
pub use rules::{OnArena, Rectangle};

use super::{Cell, GridBoard, Things};
use grundy_core::{Card, Diagnostic, Listing, Parameters, Playable, Ruleset};

/// A game on a grid in which a move takes a full rectangle of one of certain sizes.
pub trait Rectangles: Playable + Ruleset<Position = GridBoard> + Copy {
    /// A [`GridBoard`] of more cells is no position of the game itself, but an arena.
    const MOST_CELLS: u64;

    /// Whether a move takes so many rows and columns.
    fn takes(&self, rows: u16, columns: u16) -> bool;

    /// The label of the move that takes a rectangle.
    fn rectangle_label(&self, taken: Rectangle) -> String {
        let Rectangle { first, last } = taken;
        if first == last { first.to_string() } else { format!("{first}-{last}") }
    }

    /// The rectangle that a label names; `None` where it is no label.
    fn rectangle_of(&self, label: &str) -> Option<Rectangle> {
        let (from, to) = label.split_once('-').unwrap_or((label, label));
        let (from, to) = (super::parse_cell(from)?, super::parse_cell(to)?);
        let first = Cell { row: from.row.min(to.row), column: from.column.min(to.column) };
        Some(Rectangle {
            first,
            last: Cell { row: from.row.max(to.row), column: from.column.max(to.column) },
        })
    }

    /// The move as a person would say it.
    fn say_rectangle(&self, taken: Rectangle) -> String;

    /// How a label is written, as a help.
    fn label_help(&self) -> &'static str;

    /// What stands in the cells.
    fn things(&self) -> Things;
}

/// The listing of a game's arenas.
#[derive(Clone, Copy, Debug, Default)]
pub struct Arenas<L>(pub L);

impl<L: Listing<Rules: Rectangles>> Listing for Arenas<L> {
    type Rules = OnArena<L::Rules>;

    fn card(&self) -> Card {
        self.0.card()
    }

    fn rules(&self, parameters: &Parameters) -> Result<Self::Rules, Diagnostic> {
        Ok(OnArena(self.0.rules(parameters)?))
    }
}
