//! A game.
use crate::reply::Reply;
pub async fn play() -> Reply { Reply::busy() }
