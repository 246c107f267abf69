//! L.
use crate::reply::Reply;
pub async fn contents() -> Reply { Reply::busy() }
pub async fn chapter() -> Reply { Reply::busy() }
