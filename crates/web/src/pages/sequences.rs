//! S.
use crate::reply::Reply;
pub async fn sequences() -> Reply { Reply::busy() }
pub async fn live() -> Reply { Reply::busy() }
