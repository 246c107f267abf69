//! The commands, one a file.

use crate::diagnostics::{Gravity, render, tell};
use grundy::{Game, Shelf};
use std::sync::Arc;

pub mod book;
pub mod check;
pub mod checkpoint;
pub mod code;
pub mod convert;
pub mod draw;
pub mod duel;
pub mod expected;
pub mod explain;
pub mod game;
pub mod generate;
pub mod list;
pub mod misere;
pub mod nimbers;
pub mod numbers;
pub mod oracle;
#[cfg(feature = "packing")]
pub mod pack;
pub mod play;
pub mod proof;
pub mod prove;
pub mod puzzle;
pub mod quotients;
pub mod random;
pub mod review;
pub mod same;
pub mod sequence;
#[cfg(feature = "web")]
pub mod serve;
pub mod show;
pub mod solve;
pub mod states;
#[cfg(feature = "store")]
pub mod store;
#[cfg(not(feature = "store"))]
#[path = "no_store.rs"]
pub mod store;
pub mod table;

/// The game of that name, one of a rules file too; none where there is no such game, which has been told.
fn game_called(name: &str) -> Option<&'static Arc<dyn Game>> {
    match Shelf::usual().find(name) {
        Ok(game) => Some(game),
        Err(error) => {
            tell(render(Gravity::Error, "game", 1, name, &error));
            None
        }
    }
}
