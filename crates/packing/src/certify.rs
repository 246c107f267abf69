//! From floating-point centres to a certificate that the exact check accepts.

use crate::exact::{Cavity, Decimal, PackingCertificate, PlacedDisk, Refusal, Slack, verify};
use crate::polish::Settled;
use crate::problem::Problem;

/// The finest coordinates written, in significant digits of the cavity's size: what the floating-point
/// centres are good for, and some to spare.
const DIGITS: u32 = 19;

/// Certifies a placement in the problem's own cavity.
pub(crate) fn in_cavity(
    problem: &Problem,
    settled: &Settled,
) -> Result<(PackingCertificate, Slack), Refusal> {
    let spread = spread(problem, settled, problem.size());
    let finest = places_below(problem.size(), 1e-19);
    // What half the spread lends to the smallest disk decides how coarse the coordinates may be.
    let smallest = problem.radii().into_iter().fold(f64::INFINITY, f64::min);
    let slack = (spread - 1.0) * smallest;
    let coarsest = if slack > 0.0 { places_below(slack, 0.25).min(finest) } else { finest };
    let attempt = |places| {
        let certificate = write(problem, problem.cavity(), settled, spread, places);
        verify(&certificate).map(|slack| (certificate, slack))
    };
    attempt(coarsest).or_else(|_| attempt(finest))
}

/// Certifies a placement in the smallest cavity of the problem's shape that the rounding of its numbers
/// allows.
pub(crate) fn tightest(problem: &Problem, settled: &Settled) -> (PackingCertificate, Slack) {
    let growth = settled.size / problem.size();
    let mut margin = 1e-15;
    loop {
        let times = Decimal::from_f64(growth * (1.0 + margin)).expect("sizes are finite");
        let places = places_below(settled.size, 1e-16);
        let measure = |m: &Decimal| (m * &times).ceil(places);
        let cavity = match problem.cavity() {
            Cavity::Round { diameter } => Cavity::Round { diameter: measure(diameter) },
            Cavity::Rectangle { width, height } => {
                Cavity::Rectangle { width: measure(width), height: measure(height) }
            }
        };
        let spread = spread(problem, settled, settled.size * (1.0 + margin));
        let places = places_below(settled.size, 1e-19);
        let certificate = write(problem, &cavity, settled, spread, places);
        match verify(&certificate) {
            Ok(slack) => return (certificate, slack),
            // Enough room always makes it true, long before this overflows.
            Err(_) => margin *= 4.0,
        }
    }
}

/// By how much to spread the centres so that a cavity of `size` shares its slack between the disks and the
/// wall.
fn spread(problem: &Problem, settled: &Settled, size: f64) -> f64 {
    let walls = problem.walls();
    let mut most: f64 = 1.0;
    if settled.size < size {
        most = 3.0;
        for (radius, c) in problem.radii().iter().zip(settled.at.chunks_exact(2)) {
            most = most.min(walls.spread(size, c[0], c[1], *radius));
        }
    }
    1.0 + 0.5 * (most - 1.0).max(0.0)
}

/// The least number of decimal places whose unit is not above `share * length`.
fn places_below(length: f64, share: f64) -> u32 {
    let mut unit = 1.0;
    let mut places = 0;
    while unit > share * length && places < 100 + DIGITS {
        unit *= 0.1;
        places += 1;
    }
    places
}

fn write(
    problem: &Problem,
    cavity: &Cavity,
    settled: &Settled,
    spread: f64,
    places: u32,
) -> PackingCertificate {
    let text = |x: f64| {
        let exact = Decimal::from_f64(x * spread).expect("centres are finite");
        exact.nearest(places).to_string()
    };
    PackingCertificate {
        cavity: cavity.to_string(),
        disks: problem
            .diameters()
            .iter()
            .zip(settled.at.chunks_exact(2))
            .map(|(diameter, c)| PlacedDisk { diameter: diameter.to_string(), x: text(c[0]), y: text(c[1]) })
            .collect(),
    }
}
