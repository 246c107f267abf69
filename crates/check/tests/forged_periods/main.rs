//! Forged certificates of periods: in each one hypothesis of its theorem fails and all else holds, and each
//! is refused by the name of that hypothesis. Beside every family stands a true certificate, which is
//! accepted. A theorem has a file.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

mod all_but;
mod forger;
mod guy_smith;
mod limits;
mod sparse_window;
mod three_heaps;
