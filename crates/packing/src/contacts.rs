//! The active contacts of a jammed placement, solved as equations by Newton's method.
//!
//! In a locally smallest cavity the disks that carry force touch exactly: as many equations `distance = sum
//! of radii` as there are unknowns, but for turning the whole and for the disks that rattle. Each step takes
//! the least change that solves the linearised equations, so those freedoms stay put.

use crate::walls::Walls;

/// A disk held by another or by a wall.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Contact {
    /// Two disks.
    Pair(usize, usize),
    /// A disk and the round wall.
    Rim(usize),
    /// A disk and a straight wall: the axis (0 for x, 1 for y) and its side.
    Side(usize, usize, f64),
}

/// The most contacts for which the dense equations are worth solving.
const MOST: usize = 600;

/// How many Newton steps are tried; from a good start four are enough.
const STEPS: usize = 8;

/// Moves `at` and `size` to where the contacts now in force touch exactly.
///
/// Contacts in force are those at least `share` as deep as the deepest. Gives back nothing when there are
/// none, too many, or the steps do not settle.
pub(crate) fn touch(
    radii: &[f64],
    walls: Walls,
    size: f64,
    at: &[f64],
    share: f64,
) -> Option<(f64, Vec<f64>)> {
    let contacts = in_force(radii, walls, size, at, share);
    if contacts.is_empty() || contacts.len() > MOST {
        return None;
    }
    let (mut size, mut at) = (size, at.to_vec());
    for _ in 0..STEPS {
        let rows: Vec<Row> = contacts.iter().map(|&contact| row(contact, radii, walls, size, &at)).collect();
        let worst = rows.iter().fold(0.0, |worst: f64, r| worst.max(r.gap.abs()));
        if worst <= 2e-16 * size {
            break;
        }
        let forces = solve(&rows)?;
        for (row, force) in rows.iter().zip(&forces) {
            for &(k, change) in &row.places[..row.used] {
                at[k] -= change * force;
            }
            size -= row.by_size * force;
        }
        if !(size.is_finite() && size > 0.0) {
            return None;
        }
    }
    at.iter().all(|x| x.is_finite()).then_some((size, at))
}

/// One linearised equation: the gap, and its changes by coordinates and by size.
struct Row {
    gap: f64,
    places: [(usize, f64); 4],
    used: usize,
    by_size: f64,
}

fn in_force(radii: &[f64], walls: Walls, size: f64, at: &[f64], share: f64) -> Vec<Contact> {
    let mut all = Vec::new();
    for i in 0..radii.len() {
        for j in 0..i {
            all.push(Contact::Pair(j, i));
        }
        match walls {
            Walls::Round => all.push(Contact::Rim(i)),
            Walls::Box { .. } => {
                for axis in 0..2 {
                    all.push(Contact::Side(i, axis, 1f64.copysign(at[2 * i + axis])));
                }
            }
        }
    }
    let depths: Vec<f64> = all.iter().map(|&contact| -gap(contact, radii, walls, size, at)).collect();
    let deepest = depths.iter().fold(0.0, |most: f64, &depth| most.max(depth));
    all.into_iter()
        .zip(depths)
        .filter(|&(_, depth)| depth > 0.0 && depth >= share * deepest)
        .map(|(contact, _)| contact)
        .collect()
}

fn gap(contact: Contact, radii: &[f64], walls: Walls, size: f64, at: &[f64]) -> f64 {
    row(contact, radii, walls, size, at).gap
}

fn row(contact: Contact, radii: &[f64], walls: Walls, size: f64, at: &[f64]) -> Row {
    match contact {
        Contact::Pair(i, j) => {
            let (dx, dy) = (at[2 * i] - at[2 * j], at[2 * i + 1] - at[2 * j + 1]);
            let distance = (dx * dx + dy * dy).sqrt();
            let (ux, uy) = unit(dx, dy, distance);
            Row {
                gap: distance - (radii[i] + radii[j]),
                places: [(2 * i, ux), (2 * i + 1, uy), (2 * j, -ux), (2 * j + 1, -uy)],
                used: 4,
                by_size: 0.0,
            }
        }
        Contact::Rim(i) => {
            let (x, y) = (at[2 * i], at[2 * i + 1]);
            let distance = (x * x + y * y).sqrt();
            let (ux, uy) = unit(x, y, distance);
            Row {
                gap: size - radii[i] - distance,
                places: [(2 * i, -ux), (2 * i + 1, -uy), (0, 0.0), (0, 0.0)],
                used: 2,
                by_size: 1.0,
            }
        }
        Contact::Side(i, axis, side) => {
            let (half_width, half_height) = walls.half_extents();
            let half = if axis == 0 { half_width } else { half_height };
            Row {
                gap: size * half - radii[i] - side * at[2 * i + axis],
                places: [(2 * i + axis, -side), (0, 0.0), (0, 0.0), (0, 0.0)],
                used: 1,
                by_size: half,
            }
        }
    }
}

fn unit(dx: f64, dy: f64, length: f64) -> (f64, f64) {
    if length > 0.0 { (dx / length, dy / length) } else { (1.0, 0.0) }
}

/// Solves `J Jᵀ forces = gaps` by Cholesky's factorisation.
///
/// A whiff of the identity is added: symmetric placements have more contacts than unknowns, and the equations
/// then agree without being independent.
fn solve(rows: &[Row]) -> Option<Vec<f64>> {
    let m = rows.len();
    let mut matrix = vec![0.0; m * m];
    for (a, left) in rows.iter().enumerate() {
        for (b, right) in rows[..=a].iter().enumerate() {
            let mut sum = left.by_size * right.by_size;
            for &(k, p) in &left.places[..left.used] {
                for &(l, q) in &right.places[..right.used] {
                    if k == l {
                        sum += p * q;
                    }
                }
            }
            matrix[a * m + b] = sum;
        }
        matrix[a * m + a] += 1e-13;
    }
    for a in 0..m {
        for b in 0..=a {
            let (upper, lower) = (&matrix[b * m..b * m + b], &matrix[a * m..a * m + b]);
            let known: f64 = upper.iter().zip(lower).map(|(p, q)| p * q).sum();
            let rest = matrix[a * m + b] - known;
            matrix[a * m + b] = if a == b {
                if rest <= 0.0 {
                    return None;
                }
                rest.sqrt()
            } else {
                rest / matrix[b * m + b]
            };
        }
    }
    let mut answer: Vec<f64> = rows.iter().map(|row| row.gap).collect();
    for a in 0..m {
        let known: f64 = (0..a).map(|b| matrix[a * m + b] * answer[b]).sum();
        answer[a] = (answer[a] - known) / matrix[a * m + a];
    }
    for a in (0..m).rev() {
        let known: f64 = (a + 1..m).map(|b| matrix[b * m + a] * answer[b]).sum();
        answer[a] = (answer[a] - known) / matrix[a * m + a];
    }
    Some(answer)
}
