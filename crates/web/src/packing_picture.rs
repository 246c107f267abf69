//! The picture of the packing page: the cavity, the disks in it, and the others beside or below it.

use crate::packing::Arrangement;
use grundy::Word;
use grundy::packing::{Cavity, Decimal};
use grundy::picture::{Bounds, Picture, Point, Shape, text_width};

/// The length of the longer side of the cavity, in pixels.
const LONGEST_SIDE: f64 = 480.0;
/// Between the cavity and the disks that are not in it, and between those.
const GAP: f64 = 8.0;
/// Overlaps below this share of the cavity are named in the text, but not drawn.
const VISIBLE: f64 = 1e-9;

/// The picture, and what is needed to move its disks.
pub struct PackingPicture {
    /// The cavity and its disks; each disk stands for the move of its number, counted from one.
    pub picture: Picture,
    /// How many pixels a unit of length is.
    pub scale: f64,
    /// Where each disk lies beside the cavity, and below it on narrow screens, in pixels.
    pub homes: [Vec<Point>; 2],
    /// What is seen with the disks beside the cavity, and below it.
    pub views: [Bounds; 2],
}

impl PackingPicture {
    /// Lays out an arrangement.
    pub fn new(arrangement: &Arrangement, fits: bool) -> PackingPicture {
        let Arrangement { problem, centres } = arrangement;
        let (wide, high) = match problem.cavity() {
            Cavity::Round { diameter } => (diameter.to_f64(), diameter.to_f64()),
            Cavity::Rectangle { width, height } => (width.to_f64(), height.to_f64()),
        };
        let scale = LONGEST_SIDE / wide.max(high);
        let (width, height) = (wide * scale, high * scale);
        let diameters: Vec<f64> = problem.diameters().iter().map(|d| d.to_f64() * scale).collect();

        let (beside, wide) = narrowest(&diameters, height.max(LONGEST_SIDE / 2.0));
        let right = width / 2.0 + 3.0 * GAP;
        let beside: Vec<Point> =
            beside.iter().map(|&(x, y)| (right + x, y - height.max(LONGEST_SIDE / 2.0) / 2.0)).collect();
        let (below, deep) = shelves(&diameters, width.max(LONGEST_SIDE / 2.0));
        let below: Vec<Point> = below
            .iter()
            .map(|&(x, y)| (x - width.max(LONGEST_SIDE / 2.0) / 2.0, height / 2.0 + 3.0 * GAP + y))
            .collect();
        let cavity = Bounds::of((-width / 2.0, -height / 2.0)).with(Bounds::of((width / 2.0, height / 2.0)));
        let views = [
            reach(cavity, &beside, &diameters).with(Bounds::of((right + wide, 0.0))),
            reach(cavity, &below, &diameters).with(Bounds::of((0.0, height / 2.0 + deep))),
        ]
        .map(|bounds| bounds.grown(GAP));

        let told =
            format!("{} and a cavity of {}", Word::count(diameters.len() as u128, "disk"), problem.cavity());
        let mut picture = Picture::new(told);
        picture.add(
            match problem.cavity() {
                Cavity::Round { .. } => Shape::circle((0.0, 0.0), width / 2.0),
                Cavity::Rectangle { .. } => Shape::rectangle((-width / 2.0, -height / 2.0), (width, height)),
            }
            .class("cavity"),
        );
        let places: Vec<Option<Point>> = centres
            .iter()
            .map(|centre| {
                let number = |text: &str| text.parse::<Decimal>().ok().map(|exact| exact.to_f64() * scale);
                centre.as_ref().and_then(|(x, y)| Some((number(x)?, -number(y)?)))
            })
            .collect();
        let faulty = faulty(problem.cavity(), (width, height), &places, &diameters);
        for (index, diameter) in problem.diameters().iter().enumerate() {
            let radius = diameters[index] / 2.0;
            let label = diameter.to_string();
            let size = (radius * 1.7 / text_width(&label, 1.0)).min(19.0);
            let disk = Shape::circle((0.0, 0.0), radius)
                .class("disk")
                .class_if(fits, "winning")
                .class_if(faulty[index], "taken");
            let text = Shape::text((0.0, 0.0), label.clone(), size).class("label");
            picture.add(
                Shape::group(vec![disk, text])
                    .moved(places[index].unwrap_or(beside[index]))
                    .stands_for((index + 1).to_string())
                    .title(format!("disk {} of diameter {label}", index + 1)),
            );
        }
        PackingPicture { picture, scale, homes: [beside, below], views }
    }
}

/// Which disks overlap another or stick out by more than rounding.
fn faulty(cavity: &Cavity, size: (f64, f64), places: &[Option<Point>], diameters: &[f64]) -> Vec<bool> {
    let least = VISIBLE * size.0.max(size.1);
    let mut faulty = vec![false; places.len()];
    for (one, place) in places.iter().enumerate() {
        let Some((x, y)) = place else { continue };
        let radius = diameters[one] / 2.0;
        let out = match cavity {
            Cavity::Round { .. } => x.hypot(*y) + radius - size.0 / 2.0,
            Cavity::Rectangle { .. } => (x.abs() - size.0 / 2.0).max(y.abs() - size.1 / 2.0) + radius,
        };
        faulty[one] |= out > least;
        for other in 0..one {
            let Some((other_x, other_y)) = places[other] else { continue };
            let apart = (x - other_x).hypot(y - other_y);
            if (diameters[one] + diameters[other]) / 2.0 - apart > least {
                (faulty[one], faulty[other]) = (true, true);
            }
        }
    }
    faulty
}

/// How far the cavity and disks at these places reach.
fn reach(cavity: Bounds, places: &[Point], diameters: &[f64]) -> Bounds {
    let disks = places.iter().zip(diameters);
    disks.fold(cavity, |all, (&place, diameter)| all.with(Bounds::around(place, diameter / 2.0)))
}

/// Disks in rows from large to small, as narrow as a height allows; the centres, and the width.
fn narrowest(diameters: &[f64], height: f64) -> (Vec<Point>, f64) {
    let largest = diameters.iter().copied().fold(0.0, f64::max);
    let mut width = largest;
    loop {
        let (mut centres, needed) = shelves(diameters, width);
        if needed <= height || width > 64.0 * height {
            let spare = (height - needed).max(0.0) / 2.0;
            centres.iter_mut().for_each(|centre| centre.1 += spare);
            return (centres, width);
        }
        width += 0.1 * largest;
    }
}

/// Disks in rows from large to small, no wider than that if possible; the centres, and the height.
fn shelves(diameters: &[f64], width: f64) -> (Vec<Point>, f64) {
    let mut order: Vec<usize> = (0..diameters.len()).collect();
    order.sort_by(|&a, &b| diameters[b].total_cmp(&diameters[a]).then(a.cmp(&b)));
    let mut centres = vec![(0.0, 0.0); diameters.len()];
    let (mut left, mut top, mut row) = (0.0, 0.0, 0.0);
    for disk in order {
        let diameter = diameters[disk];
        if left > 0.0 && left + diameter > width + 1e-9 {
            top += row + GAP;
            (left, row) = (0.0, 0.0);
        }
        centres[disk] = (left + diameter / 2.0, top + f64::max(row, diameter) / 2.0);
        left += diameter + GAP;
        row = row.max(diameter);
    }
    (centres, top + row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::packing::Problem;

    #[test]
    fn disks_lie_apart_beside_and_below_the_cavity() {
        for (disks, cavity) in [("1", "2"), ("1 1 1 1 1 1 1 1 1 1 1 1", "1.1x40"), ("0.001 3 2", "40x4")] {
            let problem = Problem::from_text(disks, cavity).expect("a problem");
            let drawn = PackingPicture::new(&Arrangement::beside(problem.clone()), false);
            let radii: Vec<f64> =
                problem.diameters().iter().map(|d| d.to_f64() * drawn.scale / 2.0).collect();
            for (homes, view) in drawn.homes.iter().zip(&drawn.views) {
                for (one, home) in homes.iter().enumerate() {
                    let bounds = Bounds::around(*home, radii[one]);
                    assert!(bounds.left >= view.left && bounds.right <= view.right, "{disks} in {cavity}");
                    assert!(bounds.top >= view.top && bounds.bottom <= view.bottom, "{disks} in {cavity}");
                    for other in 0..one {
                        let apart = (home.0 - homes[other].0).hypot(home.1 - homes[other].1);
                        assert!(apart >= radii[one] + radii[other], "{disks} in {cavity}");
                    }
                }
            }
        }
    }
}
