//! Every move of a position with what it takes, for the script of the board: so that any move can be shown and made
//! by pointing, tapping and dragging.

use crate::boards::picture;
use crate::jobs::{Budget, Difficulty, JobQueue};
use crate::query::{self, PageQuery};
use crate::reply::Reply;
use axum::extract::State;
use axum::http::StatusCode;
use grundy::picture::{Bounds, Picture, Point, Shape};
use grundy::{Convention, Marks, Position, Reading};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::HashMap;
use std::sync::Arc;

/// More moves are not listed: by then they are told apart by their labels only.
const MOST_MOVES: usize = 4_000;
/// Things whose middles differ in height by less than this stand in one row.
const ROW: f64 = 1.0;
/// The class of what a move names in some place begins so.
const PLACE: &str = "place-";

/// The position whose moves are asked for.
#[derive(Deserialize)]
pub struct MovesQuery {
    #[serde(default)]
    position: String,
    #[serde(default, deserialize_with = "query::convention")]
    #[allow(dead_code)] // moves are the same in both conventions; the address may carry it
    convention: Option<Convention>,
}

/// Moves, and the marks of what they take.
#[derive(Serialize, Default)]
struct Moves {
    /// Marks as SVG.
    shapes: Vec<String>,
    moves: Vec<OneMove>,
    /// Whether these are all moves.
    all: bool,
    /// Whether the list ends because the time did.
    #[serde(skip)]
    stopped: bool,
}

#[derive(Serialize)]
struct OneMove {
    label: String,
    words: String,
    /// The places where the move can be made, each as the numbers of its marks.
    takes: Vec<Vec<usize>>,
    /// The marks that are pointed at one after the other, for a move that is made in steps: a queen, where it goes,
    /// where its arrow lands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    steps: Vec<usize>,
}

/// Answers with all moves of a position, as far as the budget goes.
pub async fn moves(State(jobs): State<Arc<JobQueue>>, asked: PageQuery<MovesQuery>) -> Reply {
    let PageQuery { query, address } = asked;
    jobs.ask(address, Difficulty::Usual, move |budget| {
        match Position::parse_within(&query.position, Reading::default(), &budget.run(0.5)) {
            Ok(position) => {
                let moves = of(&position, budget);
                // More of them are worth a larger budget, where time and not their number ended the list.
                (!moves.stopped || budget.is_last()).then(|| Reply::json(&moves))
            }
            Err(error) => {
                let error = error.told(&query.position).message;
                let reply = json!({"error": error, "shapes": [], "moves": [], "all": false});
                Some(Reply::json(&reply).status(StatusCode::BAD_REQUEST))
            }
        }
    })
    .await
}

fn of(position: &Position, budget: &Budget) -> Moves {
    let base = picture(position, &Marks::default());
    let labels = position.moves(MOST_MOVES);
    let mut moves = Moves { all: position.count_moves() <= labels.len() as u128, ..Moves::default() };
    let mut known = HashMap::new();
    let run = budget.run(0.8);
    for label in labels {
        if run.check().is_err() {
            (moves.all, moves.stopped) = (false, true);
            break;
        }
        let drawn = picture(position, &Marks { winning: Vec::new(), making: Some(label.clone()) });
        let taken = marks(&drawn);
        let places = places(&base, &label, &taken);
        let mut number = |(shape, by): &(Shape, Point)| {
            let text = without_places(&shape.element(*by));
            *known.entry(text.clone()).or_insert_with(|| {
                moves.shapes.push(text);
                moves.shapes.len() - 1
            })
        };
        let takes = places.iter().map(|place| place.iter().map(&mut number).collect()).collect();
        let steps = steps(&taken).map(number).collect();
        let words = position.say(&label).unwrap_or_default();
        moves.moves.push(OneMove { label, words, takes, steps });
    }
    moves
}

/// What the move at hand takes in a picture, each with its place.
fn marks(picture: &Picture) -> Vec<(Shape, Point)> {
    let mut marks = Vec::new();
    picture.each_shape(&mut |shape, by| {
        if shape.is("taken") && !shape.is("label") {
            marks.push((shape.clone(), by));
        }
    });
    marks
}

/// What a move names first, second and so on, where the picture says it.
fn steps(taken: &[(Shape, Point)]) -> impl Iterator<Item = &(Shape, Point)> {
    (1..).map_while(|place| {
        let class = format!("{PLACE}{place}");
        taken.iter().find(|(shape, _)| shape.is(&class))
    })
}

/// An element without what says its place in a move: one thing is the same in all of them.
fn without_places(element: &str) -> String {
    let sign = format!(" {PLACE}");
    let mut parts = element.split(&sign);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, rest| text + rest.trim_start_matches(|c: char| c.is_ascii_digit()))
}

fn middle(bounds: Bounds) -> Point {
    ((bounds.left + bounds.right) / 2.0, (bounds.top + bounds.bottom) / 2.0)
}

/// Where a move can be made: there, and in the mirror where the picture offers it in a row from the other side too.
fn places(base: &Picture, label: &str, taken: &[(Shape, Point)]) -> Vec<Vec<(Shape, Point)>> {
    let mut places = vec![taken.to_vec()];
    let Some((first, by)) = taken.first() else { return places };
    let height = middle(first.bounds().moved(*by)).1;
    let (mut row, mut offers) = (Bounds::EMPTY, Bounds::EMPTY);
    base.each_shape(&mut |shape, by| {
        let bounds = shape.bounds().moved(by);
        let is_thing = shape.is("pin") || shape.is("counter");
        if is_thing && (middle(bounds).1 - height).abs() < ROW {
            row = row.with(bounds);
        }
        if shape.label() == Some(label) && (is_thing || shape.is("handle")) {
            offers = offers.with(bounds);
        }
    });
    let all = taken.iter().fold(Bounds::EMPTY, |all, (shape, by)| all.with(shape.bounds().moved(*by)));
    let is_row = first.is("pin") || first.is("counter") || first.is("handle");
    if !is_row || row.is_empty() || offers.is_empty() {
        return places;
    }
    if offers.right > all.right + ROW || offers.left < all.left - ROW {
        let mirror = |(shape, by): &(Shape, Point)| {
            let x = middle(shape.bounds().moved(*by)).0;
            (shape.clone(), (by.0 + row.left + row.right - 2.0 * x, by.1))
        };
        places.push(taken.iter().map(mirror).collect());
    }
    places
}
