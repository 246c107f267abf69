//! Pictures for others: the position of a link as PNG, and two moves of a game as a moving SVG.

use crate::boards::picture;
use crate::jobs::{Difficulty, JobQueue};
use crate::layout;
use crate::query::{self, PageQuery};
use crate::reply::Reply;
use axum::extract::State;
use axum::http::StatusCode;
use grundy::picture::{Bounds, Picture, Svg};
use grundy::{Convention, Marks, Position, Reading, Request};
use serde::Deserialize;
use std::fmt::Write;
use std::sync::Arc;

/// What previews of links are shown at.
#[cfg(feature = "png")]
const SIZE: (f64, f64) = (1200.0, 630.0);
/// Smaller pictures are not blown up beyond this.
#[cfg(feature = "png")]
const LARGEST: f64 = 6.0;
/// How many moves of a game are shown.
const SHOWN: usize = 2;
/// The moves that are looked at for one that is worth showing.
const LOOKED_AT: usize = 60;

/// The position that is to be drawn.
#[derive(Deserialize)]
pub struct PreviewQuery {
    #[serde(default)]
    position: String,
    #[serde(default, deserialize_with = "query::convention")]
    convention: Option<Convention>,
    #[serde(default, deserialize_with = "query::switch")]
    winning: bool,
}

fn wrong() -> Reply {
    let page = layout::wrong_address("no picture: that is not a position", "/preview.png?position=nim+3+5+7");
    Reply::page(page).status(StatusCode::BAD_REQUEST)
}

/// Answers with a position as PNG.
pub async fn preview(State(jobs): State<Arc<JobQueue>>, asked: PageQuery<PreviewQuery>) -> Reply {
    let PageQuery { query, address } = asked;
    jobs.ask(address, Difficulty::Usual, move |budget| {
        let Ok(position) = Position::parse_within(&query.position, Reading::default(), &budget.run(0.3))
        else {
            return Some(wrong());
        };
        let mut marks = Marks::default();
        if query.winning {
            let request =
                Request { convention: query.convention, run: budget.run(0.7), ..Request::default() };
            marks.winning = position.solve(&request).winning;
        }
        Some(png(&picture(&position, &marks)))
    })
    .await
}

#[cfg(feature = "png")]
fn png(picture: &Picture) -> Reply {
    let view = picture.view();
    let scale = (SIZE.0 / view.width().max(1.0)).min(SIZE.1 / view.height().max(1.0)).min(LARGEST);
    match picture.png(&Svg::alone().light(), scale) {
        Ok(bytes) => Reply::png(bytes),
        Err(error) => Reply::page(layout::notice("No picture", &error.to_string())),
    }
}

#[cfg(not(feature = "png"))]
fn png(_: &Picture) -> Reply {
    let told = "This server was built without pictures as PNG; /api/draw draws SVG.";
    Reply::page(layout::notice("No picture", told)).status(StatusCode::NOT_FOUND)
}

/// Answers with two moves of a position, one after the other.
pub async fn demo(State(jobs): State<Arc<JobQueue>>, asked: PageQuery<PreviewQuery>) -> Reply {
    let PageQuery { query, address } = asked;
    jobs.ask(address, Difficulty::Usual, move |budget| {
        let Ok(position) = Position::parse_within(&query.position, Reading::default(), &budget.run(0.3))
        else {
            return Some(wrong());
        };
        Some(Reply::svg(moving(&frames(position))))
    })
    .await
}

/// A position, its first shown move as a mark on it, what that leaves, and so on.
fn frames(mut position: Position) -> Vec<Picture> {
    let mut frames = vec![picture(&position, &Marks::default())];
    for turn in 0..SHOWN {
        let labels = position.moves(LOOKED_AT);
        // Not the first one: those are often the whole of something.
        let Some(label) = labels.get((labels.len() * (2 - turn)).div_ceil(4).min(labels.len().max(1) - 1))
        else {
            break;
        };
        let Ok(next) = position.play(label) else { break };
        frames.push(picture(&position, &Marks { winning: Vec::new(), making: Some(label.clone()) }));
        frames.push(picture(&next, &Marks::default()));
        position = next;
    }
    frames
}

/// Pictures one after the other, in one document: the style sheet of each moment, without script.
fn moving(frames: &[Picture]) -> String {
    let view = frames.iter().map(Picture::view).fold(Bounds::EMPTY, Bounds::with);
    let mut out = String::new();
    let (width, height) = (view.width(), view.height());
    let _ = write!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{:.1} {:.1} {width:.1} {height:.1}" width="{width:.0}" height="{height:.0}">"#,
        view.left, view.top
    );
    let _ = write!(out, "<style>{}</style>", style(frames.len()));
    for (index, frame) in frames.iter().enumerate() {
        let svg = frame.render(&Svg::alone());
        // The shapes alone: the frame, its style and its paper belong to the whole.
        let shapes = svg.split_once("class=\"paper\"").and_then(|(_, rest)| rest.split_once("/>"));
        let shapes = shapes.map_or("", |(_, rest)| rest.trim_end().trim_end_matches("</svg>"));
        let _ = write!(out, r#"<g class="grundy frame-{index}" font-family="sans-serif">{shapes}</g>"#);
    }
    out.push_str("</svg>\n");
    out
}

/// Each frame has its share of the time; without motion, the one with the first move marked stands still.
fn style(frames: usize) -> String {
    let share = 100.0 / frames.max(1) as f64;
    let seconds = 1.6 * frames as f64;
    let mut style = grundy::picture::STYLE_IN_THE_DARK.to_string();
    for index in 0..frames {
        let (from, to) = (share * index as f64, share * (index + 1) as f64);
        // A fifth of a second between two frames.
        let fade = 20.0 / seconds;
        let before = if index == 0 { String::new() } else { format!("0%,{:.2}%{{opacity:0}}", from - fade) };
        let after = if index + 1 == frames {
            "opacity:1}".to_owned()
        } else {
            format!("opacity:1}}{:.2}%,100%{{opacity:0}}", to)
        };
        let end = if index + 1 == frames { 100.0 } else { to - fade };
        let _ = write!(style, "@keyframes f{index}{{{before}{from:.2}%,{end:.2}%{{{after}}}");
        let _ = write!(style, ".frame-{index}{{animation:f{index} {seconds:.1}s linear 3 both}}");
        let is_still = index == 1 || frames == 1;
        let stands = if is_still { "1" } else { "0" };
        let _ = write!(
            style,
            "@media (prefers-reduced-motion:reduce){{.frame-{index}{{animation:none;opacity:{stands}}}}}"
        );
    }
    style
}
