//! Pictures of sums and of packings.

use crate::position::Position;
use grundy_core::{Diagnostic, Marks, Word};
use grundy_packing::{Cavity, CavityError, Decimal, PackingCertificate, PackingGoal, Placement, Problem};
use grundy_picture::{Anchor, Picture, Shape, shortened};

/// Terms stand side by side up to this width, then in the next row.
const WIDEST_ROW: f64 = 1000.0;
/// The most terms of a sum that are drawn; the others are counted.
const MOST_TERMS: usize = 40;
/// Between terms.
const GAP: f64 = 60.0;

impl Position {
    /// The position as a picture: its terms side by side with a plus between. The shapes that stand
    /// for moves have the labels of the whole.
    ///
    /// ```
    /// use grundy::{Marks, Position};
    /// let sum: Position = "nim 2 + *1".parse().unwrap();
    /// let marks = Marks { winning: vec!["1:1:2>1".to_owned()], making: None };
    /// let svg = sum.draw(&marks).unwrap().svg();
    /// assert!(svg.contains(r#"class="counter winning" data-move="1:1:2&gt;1""#));
    /// ```
    ///
    /// # Errors
    /// When a mark is no move; the span is within its label.
    pub fn draw(&self, marks: &Marks<String>) -> Result<Picture, Diagnostic> {
        let text = self.to_string();
        let title = if text.is_empty() { "the empty sum".to_owned() } else { shortened(&text, 200) };
        let mut of_terms: Vec<Marks<String>> = vec![Marks::default(); self.terms().len()];
        for label in &marks.winning {
            let (term, label) = self.locate(label)?;
            of_terms[term].winning.push(label.to_owned());
        }
        if let Some(label) = &marks.making {
            let (term, label) = self.locate(label)?;
            of_terms[term].making = Some(label.to_owned());
        }
        let mut pictures = Vec::new();
        for (index, (term, marks)) in self.terms().iter().zip(&of_terms).enumerate().take(MOST_TERMS) {
            let prefix = self.label_in_sum(index, "").len();
            let drawn = term
                .draw(marks)
                .map_err(|error| error.shifted(prefix))?
                .relabelled(&|label| self.label_in_sum(index, label));
            pictures.push(match drawn.bounds().is_empty() {
                true => Picture::of_text("", &term.term()),
                false => drawn,
            });
        }
        if let ([_], Some(alone)) = (self.terms(), pictures.pop_if(|_| self.terms().len() == 1)) {
            return Ok(alone.titled(title));
        }
        let mut sum = beside(pictures, title);
        let hidden = self.terms().len().saturating_sub(MOST_TERMS);
        if self.terms().is_empty() || hidden > 0 {
            let note = match hidden {
                0 => "the empty sum".to_owned(),
                _ => format!("+ {}", Word::count(hidden as u128, "more term")),
            };
            let (left, below) =
                if hidden > 0 { (sum.bounds().left, sum.bounds().bottom + 30.0) } else { (0.0, 0.0) };
            sum.add(Shape::text((left, below), note, 15.0).anchor(Anchor::Start).class("note"));
        }
        Ok(sum)
    }
}

/// Pictures in rows, a plus before each but the first, those of a row on one middle line.
fn beside(pictures: Vec<Picture>, title: String) -> Picture {
    let mut sum = Picture::new(title);
    let mut rows: Vec<(Vec<Picture>, f64)> = Vec::new();
    for picture in pictures {
        let width = picture.bounds().width() + GAP;
        match rows.last_mut() {
            Some((row, taken)) if *taken + width <= WIDEST_ROW + GAP => {
                row.push(picture);
                *taken += width;
            }
            _ => rows.push((vec![picture], width)),
        }
    }
    let mut top = 0.0;
    let mut is_first = true;
    for (row, _) in rows {
        let height = row.iter().map(|picture| picture.bounds().height()).fold(0.0, f64::max);
        let mut left = 0.0;
        for picture in row {
            if !is_first {
                let at = (left - GAP / 2.0, top + height / 2.0);
                sum.add(Shape::text(at, "+", 30.0).class("plus"));
            }
            is_first = false;
            let (width, own) = (picture.bounds().width(), picture.bounds().height());
            sum.place(picture, (left, top + (height - own) / 2.0));
            left += width + GAP;
        }
        top += height + GAP / 2.0;
    }
    sum
}

/// A packing as a picture: the cavity, and its disks labelled by diameter.
///
/// It draws what is claimed; [`verify`](grundy_packing::verify) says whether it is true.
///
/// ```
/// use grundy::packing::{PackingCertificate, PlacedDisk};
/// let disk = |x: &str| PlacedDisk { diameter: "1.0".into(), x: x.into(), y: "0".into() };
/// let claim = PackingCertificate { cavity: "2.1".into(), disks: vec![disk("-0.51"), disk("0.51")] };
/// assert_eq!(grundy::draw_packing(&claim).unwrap().svg().matches("<circle").count(), 3);
/// ```
///
/// # Errors
/// When a number of it cannot be read, told as a sentence.
pub fn draw_packing(claim: &PackingCertificate) -> Result<Picture, String> {
    let cavity: Cavity = claim.cavity.parse().map_err(|error: CavityError| error.to_string())?;
    let number = |text: &str| -> Result<f64, String> {
        let exact: Decimal = text.parse().map_err(|error| format!("`{text}`: {error}"))?;
        Ok(exact.to_f64())
    };
    let sides = sides(&cavity);
    let scale = LONGEST_SIDE / sides.0.max(sides.1);
    let mut picture = Picture::new(format!(
        "{} in a cavity of {}",
        Word::count(claim.disks.len() as u128, "disk"),
        claim.cavity
    ));
    picture.add(walls(&cavity, scale).class("cavity"));
    for (index, disk) in claim.disks.iter().enumerate() {
        let centre = (number(&disk.x)?, number(&disk.y)?);
        draw_disk(&mut picture, index, &disk.diameter, number(&disk.diameter)?, centre, scale);
    }
    let text = format!("{} in {}", picture.title().split(" in").next().unwrap_or_default(), claim.cavity);
    note(&mut picture, text, sides.1 * scale / 2.0);
    Ok(picture)
}

/// The best placement that a search has found so far: the disks, the cavity that is wanted, and
/// dashed the smallest cavity so far. When minimising, only that one is there, and it fills the picture.
///
/// ```
/// use grundy::Run;
/// use grundy::packing::{PackingGoal, PackingOptions, Placement, Problem, pack};
/// use std::sync::Mutex;
/// let puzzle = Problem::formidable_fourteen();
/// let frames = Mutex::new(Vec::new());
/// let keep = |best: &Placement<'_>| {
///     frames.lock().unwrap().push(grundy::draw_search(&puzzle, PackingGoal::Fit, best).svg());
/// };
/// pack(&puzzle, PackingGoal::Fit, &PackingOptions::default(), &Run::unlimited(), &keep).unwrap();
/// assert!(frames.lock().unwrap().iter().all(|frame| frame.matches(r#"class="disk""#).count() == 14));
/// ```
pub fn draw_search(problem: &Problem, goal: PackingGoal, best: &Placement<'_>) -> Picture {
    let wanted = sides(problem.cavity());
    let longest = wanted.0.max(wanted.1);
    let growth = best.cavity / longest;
    let told = format!("the smallest cavity so far: {:.6}", best.cavity);
    let mut picture = Picture::new(told.clone());
    let scale = match goal {
        PackingGoal::Fit => {
            let scale = LONGEST_SIDE / longest;
            picture.add(walls(problem.cavity(), scale).class("cavity"));
            picture.add(walls(problem.cavity(), scale * growth).class("rule"));
            scale
        }
        PackingGoal::Minimise => {
            picture.add(walls(problem.cavity(), LONGEST_SIDE / longest).class("cavity"));
            LONGEST_SIDE / best.cavity
        }
    };
    for (index, (diameter, &centre)) in problem.diameters().iter().zip(best.centres).enumerate() {
        draw_disk(&mut picture, index, &diameter.to_string(), diameter.to_f64(), centre, scale);
    }
    let lower_half = wanted.1 * growth.max(1.0) * scale / 2.0;
    note(&mut picture, told, lower_half);
    picture
}

/// The length of the longer side of a cavity, in pixels.
const LONGEST_SIDE: f64 = 600.0;

/// The width and the height of a cavity.
fn sides(cavity: &Cavity) -> (f64, f64) {
    match cavity {
        Cavity::Round { diameter } => (diameter.to_f64(), diameter.to_f64()),
        Cavity::Rectangle { width, height } => (width.to_f64(), height.to_f64()),
    }
}

/// A cavity's outline around the origin.
fn walls(cavity: &Cavity, scale: f64) -> Shape {
    let (width, height) = (sides(cavity).0 * scale, sides(cavity).1 * scale);
    match cavity {
        Cavity::Round { .. } => Shape::circle((0.0, 0.0), width / 2.0),
        Cavity::Rectangle { .. } => Shape::rectangle((-width / 2.0, -height / 2.0), (width, height)),
    }
}

/// A disk with its diameter written on it, where there is room for that.
fn draw_disk(
    picture: &mut Picture,
    index: usize,
    label: &str,
    diameter: f64,
    centre: (f64, f64),
    scale: f64,
) {
    // The plane's y grows upwards, a picture's downwards.
    let (at, radius) = ((centre.0 * scale, -centre.1 * scale), diameter * scale / 2.0);
    let told = format!("disk {} of diameter {label}", index + 1);
    picture.add(Shape::circle(at, radius).class("disk").title(told));
    let size = (radius * 1.7 / grundy_picture::text_width(label, 1.0)).min(20.0);
    if size >= 5.0 {
        picture.add(Shape::text(at, label.to_owned(), size).class("label"));
    }
}

/// A line of text below the cavity.
fn note(picture: &mut Picture, text: String, bottom: f64) {
    picture.add(Shape::text((0.0, bottom + 26.0), text, 15.0).class("note"));
}
