//! Charts of numbers against numbers.

use crate::{Anchor, Path, Picture, Shape};
use std::collections::BTreeSet;

/// The size of the part with the data.
const WIDTH: f64 = 840.0;
const HEIGHT: f64 = 320.0;
/// The size of texts.
const TEXT: f64 = 13.0;
/// Dots are put on a grid this fine, and a dot that is there already is not drawn again: a chart of a
/// million numbers stays a few hundred kilobytes.
const DOT: f64 = 2.0;
/// Lines and bars through more points than this show, column by column, the least and the largest.
const MOST_POINTS: usize = 1680;

/// How the points of a chart are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Each by a dot.
    #[default]
    Dots,
    /// Joined by a line.
    Line,
    /// Each by a bar from 0.
    Bars,
}

/// A stretch of the horizontal axis that is marked.
#[derive(Clone, Debug, PartialEq)]
pub struct Band {
    /// Where it begins.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
    /// What it is.
    pub label: String,
}

/// A chart: points, axes with round numbers, marked stretches.
///
/// ```
/// use grundy_picture::{Chart, Form};
/// let squares = (0..10).map(|n| (f64::from(n), f64::from(n * n)));
/// let picture = Chart::new("squares", "n", "n²").form(Form::Line).points(squares).picture();
/// assert!(picture.svg().contains("n²"));
/// ```
#[derive(Clone, Debug)]
pub struct Chart {
    title: String,
    across: String,
    up: String,
    form: Form,
    points: Vec<(f64, f64)>,
    bands: Vec<Band>,
}

impl Chart {
    /// A chart without points, with the names of its axes.
    pub fn new(title: impl Into<String>, across: impl Into<String>, up: impl Into<String>) -> Chart {
        Chart {
            title: title.into(),
            across: across.into(),
            up: up.into(),
            form: Form::default(),
            points: Vec::new(),
            bands: Vec::new(),
        }
    }

    /// The same with its points shown so.
    #[must_use]
    pub fn form(mut self, form: Form) -> Chart {
        self.form = form;
        self
    }

    /// The same with these points more, from left to right. Points that are no numbers are left out.
    #[must_use]
    pub fn points(mut self, points: impl IntoIterator<Item = (f64, f64)>) -> Chart {
        self.points.extend(points.into_iter().filter(|(x, y)| x.is_finite() && y.is_finite()));
        self
    }

    /// The same with a stretch of the horizontal axis marked.
    #[must_use]
    pub fn band(mut self, from: f64, to: f64, label: impl Into<String>) -> Chart {
        self.bands.push(Band { from, to, label: label.into() });
        self
    }

    /// The chart as a picture. O(points).
    pub fn picture(&self) -> Picture {
        let across = Scale::of(self.points.iter().map(|point| point.0), WIDTH, 90.0);
        let up = Scale::of(self.points.iter().map(|point| point.1).chain([0.0]), HEIGHT, 40.0);
        let mut picture = Picture::new(self.title.clone());
        picture.add(
            Shape::text((0.0, -40.0), self.title.clone(), TEXT + 3.0).anchor(Anchor::Start).class("label"),
        );
        self.draw_bands(&mut picture, &across);
        for tick in up.ticks() {
            let y = HEIGHT - up.at(tick);
            picture.add(Shape::line((0.0, y), (WIDTH, y)).class("grid"));
            picture.add(Shape::text((-8.0, y), shown(tick), TEXT).anchor(Anchor::End).class("number"));
        }
        for tick in across.ticks() {
            let x = across.at(tick);
            picture.add(Shape::line((x, HEIGHT), (x, HEIGHT + 5.0)).class("axis"));
            picture.add(Shape::text((x, HEIGHT + 16.0), shown(tick), TEXT).class("number"));
        }
        picture.add(Shape::line((0.0, HEIGHT), (WIDTH, HEIGHT)).class("axis"));
        picture.add(Shape::text((WIDTH / 2.0, HEIGHT + 38.0), self.across.clone(), TEXT).class("note"));
        picture.add(Shape::text((0.0, -14.0), self.up.clone(), TEXT).anchor(Anchor::Start).class("note"));
        let place = |&(x, y): &(f64, f64)| (across.at(x), HEIGHT - up.at(y));
        let places: Vec<(f64, f64)> = self.points.iter().map(place).collect();
        if !places.is_empty() {
            let zero = HEIGHT - up.at(0.0);
            picture.add(match self.form {
                Form::Dots => Shape::path(dots(&places)).class("series dots"),
                Form::Line => Shape::path(Path::through(thinned(&places))).class("series"),
                Form::Bars => Shape::path(bars(&thinned(&places), zero)).class("series bars"),
            });
        }
        picture
    }

    fn draw_bands(&self, picture: &mut Picture, across: &Scale) {
        for (row, band) in self.bands.iter().enumerate() {
            let (from, to) = (across.at(band.from).clamp(0.0, WIDTH), across.at(band.to).clamp(0.0, WIDTH));
            picture.add(Shape::rectangle((from, 0.0), (to - from, HEIGHT)).class("band"));
            picture.add(Shape::line((from, 0.0), (from, HEIGHT)).class("rule"));
            // The label stands where it does not run out of the chart.
            let (at, anchor) = if from > WIDTH * 0.6 { (to, Anchor::End) } else { (from, Anchor::Start) };
            let y = -14.0 - 16.0 * row as f64;
            let at = if at < 90.0 { 90.0 } else { at };
            picture.add(Shape::text((at, y), band.label.clone(), TEXT).anchor(anchor).class("note"));
        }
    }
}

/// Squares on a grid, none twice.
fn dots(places: &[(f64, f64)]) -> Path {
    // Few points can be larger, and stay apart.
    let side = (WIDTH / places.len() as f64).clamp(DOT, 6.0);
    let cell = |value: f64| (value / DOT).round() as i64;
    let cells: BTreeSet<(i64, i64)> = places.iter().map(|&(x, y)| (cell(x), cell(y))).collect();
    let mut path = Path::default();
    for (x, y) in cells {
        let (left, top) = (x as f64 * DOT - side / 2.0, y as f64 * DOT - side / 2.0);
        let (right, bottom) = (left + side, top + side);
        path = path.move_to((left, top)).line_to((right, top)).line_to((right, bottom));
        path = path.line_to((left, bottom)).closed();
    }
    path
}

/// Of each pixel column of crowded points the least and the largest, in their order.
fn thinned(places: &[(f64, f64)]) -> Vec<(f64, f64)> {
    if places.len() <= MOST_POINTS {
        return places.to_vec();
    }
    let mut thin = Vec::new();
    let of_column = |one: &(f64, f64), other: &(f64, f64)| one.0.floor() == other.0.floor();
    for column in places.chunk_by(of_column) {
        let by_height = |one: &&(f64, f64), other: &&(f64, f64)| one.1.total_cmp(&other.1);
        let least = column.iter().min_by(by_height);
        let most = column.iter().max_by(by_height);
        thin.extend(least.into_iter().chain(most).copied());
    }
    thin
}

fn bars(places: &[(f64, f64)], zero: f64) -> Path {
    let room = WIDTH / places.len().max(1) as f64;
    let half = (room * 0.4).clamp(0.5, 20.0);
    let mut path = Path::default();
    for &(x, y) in places {
        path = path.move_to((x - half, zero)).line_to((x - half, y)).line_to((x + half, y));
        path = path.line_to((x + half, zero)).closed();
    }
    path
}

/// From numbers to pixels along one axis.
struct Scale {
    from: f64,
    to: f64,
    step: f64,
    length: f64,
}

impl Scale {
    /// Around these numbers, to round numbers that stand about `apart` pixels apart.
    fn of(numbers: impl Iterator<Item = f64>, length: f64, apart: f64) -> Scale {
        let (least, most) = numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), number| {
            (least.min(number), most.max(number))
        });
        let (least, most) = if least > most { (0.0, 1.0) } else { (least, most) };
        let most = if most - least < 1e-300 { least + 1.0 } else { most };
        let step = round_step((most - least) / (length / apart));
        Scale { from: (least / step).floor() * step, to: (most / step).ceil() * step, step, length }
    }

    fn at(&self, number: f64) -> f64 {
        (number - self.from) / (self.to - self.from) * self.length
    }

    fn ticks(&self) -> impl Iterator<Item = f64> {
        let count = ((self.to - self.from) / self.step).round().clamp(1.0, 40.0) as u32;
        let (from, step) = (self.from, self.step);
        (0..=count).map(move |tick| from + f64::from(tick) * step)
    }
}

/// The next of 1, 2, 5, 10, 20, 50, ... that is no less; at least 1 for whole numbers' sake.
fn round_step(least: f64) -> f64 {
    let mut power = 1.0;
    while power < 1e300 {
        for digit in [1.0, 2.0, 5.0] {
            if digit * power >= least {
                return digit * power;
            }
        }
        power *= 10.0;
    }
    power
}

/// A round number as people read it: thousands apart.
fn shown(number: f64) -> String {
    let digits = format!("{:.0}", number.abs());
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) && digits.len() > 4 {
            text.push('\u{2009}');
        }
        text.push(digit);
    }
    if number < 0.0 { format!("−{text}") } else { text }
}
