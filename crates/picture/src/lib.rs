//! Pictures: scenes of named shapes, written as SVG, and charts.
//!
//! A [`Picture`] is a list of [`Shape`]s: circles, rectangles, paths, texts and groups. A shape has
//! *classes*, words for what it is (`counter`, `bubble`, `stone`) and how it is marked (`winning`,
//! `taken`), which the style sheet turns into colours, in light and in dark; and a shape may *stand
//! for a move*, by the move's label, so that a page can make it a link.
//!
//! ```
//! use grundy_picture::{Picture, Shape, Svg};
//!
//! let mut picture = Picture::new("one counter");
//! picture.add(Shape::circle((0.0, 0.0), 10.0).class("counter").stands_for("1:1>0").title("take it"));
//! let svg = picture.svg();
//! assert!(svg.contains(r#"<circle class="counter" data-move="1:1&gt;0" cx="0" cy="0" r="10" "#));
//!
//! // In a page, every move is a link that works without script.
//! let linked = picture.render(&Svg::in_page().links(&|label| Some(format!("/play?move={}", label.len()))));
//! assert!(linked.contains(r#"<a href="/play?move=5""#));
//! ```
//!
//! # The words
//!
//! | class | what it is |
//! |---|---|
//! | `counter` `bubble` `stone` `pin` `cell` `edge` `vertex` `ground` `disk` `cavity` `bar` | things of games and puzzles |
//! | `handle` | a small thing to point at, for a move that takes several things |
//! | `handle light` | one of many handles that would hide the board: drawn only as a link, or where its move wins |
//! | `handle black`, `handle white` | a stone that may be put there: the same |
//! | `place-1`, `place-2`, … | what a move that is made in steps names first, second, … |
//! | `gap` | where something was or could be |
//! | `winning` | a move that wins; `swept`: what else such a move takes |
//! | `taken` | what the move at hand takes away |
//! | `label` `number` `note` `board` `plus` | texts: a name, a count, a remark, text as in a terminal, the sign between terms |
//! | `frame` `grid` `axis` `series` `band` `rule` `heat` | parts of charts; `rule` also the cavity that a search has reached |
//!
//! Nothing here knows a game. Lengths are in pixels at the picture's own size; x grows to the right
//! and y downwards. The same picture gives the same bytes, on every machine.

mod cascade;
mod chart;
mod heat;
mod over;
mod path;
mod picture;
mod place;
#[cfg(feature = "png")]
mod png;
mod reading;
mod shape;
mod svg;
mod text;

pub use chart::{Band, Chart, Form};
pub use heat::HeatMap;
pub use over::Layer;
pub use path::Path;
pub use picture::Picture;
pub use place::{Bounds, Point};
#[cfg(feature = "png")]
pub use png::TooLarge;
pub use shape::{Anchor, Geometry, Shape};
pub use svg::{STYLE, STYLE_IN_THE_DARK, Svg};
pub use text::{shortened, text_width};
