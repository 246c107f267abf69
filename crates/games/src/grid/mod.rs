//! What the games on grids share: boards, their notation, their symmetries, their parts.
//!
//! A [`GridBoard`] is a rectangle of cells, each full or not. What a full cell is (a stone, a free
//! square) and what a move takes is for the games to say.
//!
//! ```
//! use grundy_games::grid::GridBoard;
//! let board = GridBoard::full(2, 3);
//! assert_eq!(board.to_string(), "2x3");
//! assert_eq!(board.without_cell(0, 2).to_string(), "110/111");
//! ```

mod arena;
mod board;
mod cell_set;
mod draw;
mod grid_word;
mod notation;
mod picture;
mod symmetry;
mod word;

pub use arena::{
    Arena, Arenas, BoardForm, GridOrArena, MOST_SIDE, OnArena, Rectangle, Rectangles, board_form,
};
pub use board::{Cell, GridBoard, MOST_CELLS};
pub use cell_set::{CellSet, CellWords, StoredCells};
pub use draw::show;
pub(crate) use draw::show_cells;
pub use notation::{Limit, format_squares, format_stones, parse, parse_cell, parse_squares};

pub(crate) use board::{Cells, Layout};
pub use grid_word::GridWord;
pub(crate) use notation::sides;
pub use picture::Things;
pub(crate) use picture::{Footprint, Sight, add_numbers, draw, draw_sight, middle, square};
pub(crate) use word::set_of;
pub use word::{canonical, cropped, is_point_symmetric};

/// Why a board is worth *0 where no search was needed: a theorem of a small board, or its symmetry.
pub(crate) const ZERO_BY_SYMMETRY: &str = "by symmetry or a theorem; where turning it by 180 degrees changes nothing, a \
                                           move is answered at the opposite place";
