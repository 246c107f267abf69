//! Pictures of packings.

use grundy_core::Word;
use grundy_packing::{Cavity, CavityError, Decimal, PackingCertificate, PackingGoal, Placement, Problem};
use grundy_picture::{Picture, Shape};

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
