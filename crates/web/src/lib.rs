//! The web page of Grundy: server-made HTML and SVG, where every position has its own address, and an
//! API with the JSON of the program.
//!
//! [`serve`] runs it; [`router`] is the site without a server, as tests use it. The shelf of games
//! is its only door: a game that is added there has its picture, its analysis and its opponent here.
//!
//! ```
//! use grundy_web::{Allowance, Hosts, router};
//! let hosts = Hosts::new(([127, 0, 0, 1], 7878).into(), &[]);
//! let (site, jobs) = router(hosts, Allowance::default());
//! assert_eq!(jobs.at_work(), 0);
//! # drop(site);
//! ```
//!
//! * The **job queue** is where work is done: off the async threads, within budgets, stopped when its client
//!   goes, once for all clients that ask the same at the same time.
//! * A **connection** has one of a limited number of slots: when all are taken, the one that has
//!   been idle longest is closed.
//! * The **guard** refuses foreign names and origins, and sets the headers of every response.
//! * **Pages** work without script: moves are links within pictures. The one module makes them smooth.

mod address;
mod api;
mod boards;
mod connections;
mod edits;
mod examples;
mod famous;
mod guard;
mod heaps;
mod jobs;
mod layout;
mod move_text;
#[cfg(feature = "operations")]
mod operations;
mod own_rules;
mod packing;
mod packing_picture;
mod pages;
mod proofs;
mod query;
mod readings;
mod receive;
mod reply;
mod reply_cache;
mod rules;
mod sequence;
mod server;
mod site;
mod workers;

pub use guard::Hosts;
pub use jobs::{Allowance, JobQueue};
pub use server::{Settings, serve};
pub use site::router;
