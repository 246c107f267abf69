//! Where vertices stand in a picture of one's own: `3@2,1` is vertex 3, two to the right and one above the ground.

use grundy_core::Diagnostic;
use std::collections::BTreeSet;
use std::ops::Range;

/// The vertex that is the ground.
pub const GROUND: u32 = 0;

/// A vertex with its place in a picture: how far right, and how high above the ground.
pub(super) type Placed = (u32, i32, i32);

/// The farthest place.
const FARTHEST: i32 = 100_000;

const HELP: &str = "write the vertex, `@`, how far right and how high it stands: `3@2,1`; whole numbers, the ground at \
                    height 0";

/// A place as it was written, and where.
pub(super) type Written = (Placed, Range<usize>);

/// The same text with blanks where places are written, and the places.
///
/// # Errors
/// For a place that makes no sense, that of the ground, and a vertex with two places.
pub(super) fn taken_out(text: &str, start: usize) -> Result<(String, Vec<Written>), Diagnostic> {
    let mut bytes = text.as_bytes().to_vec();
    let (mut places, mut seen) = (Vec::new(), BTreeSet::new());
    for word in text[start..].split_whitespace().filter(|word| word.contains('@')) {
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        let span = at..at + word.len();
        let error = |message: String| Diagnostic::new(message, span.clone()).help(HELP);
        let shown = word.escape_debug();
        let place = placed(word).ok_or_else(|| error(format!("`{shown}` is no vertex with its place")))?;
        if place.0 == GROUND {
            return Err(error("the ground is a line, and has no place".into()));
        }
        if place.2 < 0 {
            return Err(error(format!("vertex {} would be below the ground", place.0)));
        }
        if !seen.insert(place.0) {
            return Err(error(format!("vertex {} has a place already", place.0)));
        }
        bytes[span.clone()].fill(b' ');
        places.push((place, span));
    }
    let text = String::from_utf8(bytes).expect("whole words were made blank");
    Ok((text, places))
}

fn placed(word: &str) -> Option<Placed> {
    let (vertex, place) = word.trim_end_matches(',').split_once('@')?;
    let (right, high) = place.split_once(',')?;
    let number = |text: &str| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let is_plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<i32>().ok().filter(|number| is_plain && number.abs() <= FARTHEST)
    };
    let is_plain = vertex.bytes().all(|byte| byte.is_ascii_digit());
    Some((vertex.parse().ok().filter(|_| is_plain)?, number(right)?, number(high)?))
}

/// Asks that either every vertex above the ground has a place or none, and that no place is given to another.
pub(super) fn check(edges: &[[u32; 2]], places: &[Written]) -> Result<(), Diagnostic> {
    let Some((_, last)) = places.last() else { return Ok(()) };
    let vertices: BTreeSet<u32> =
        edges.iter().flatten().copied().filter(|&vertex| vertex != GROUND).collect();
    let has_place: BTreeSet<u32> = places.iter().map(|((vertex, ..), _)| *vertex).collect();
    if let Some(missing) = vertices.difference(&has_place).next() {
        let message = format!("vertex {missing} has no place, and others have");
        return Err(Diagnostic::new(message, last.clone()).help("give every vertex a place, or none"));
    }
    match places.iter().find(|((vertex, ..), _)| !vertices.contains(vertex)) {
        Some(((vertex, ..), span)) => {
            Err(Diagnostic::new(format!("no edge has the vertex {vertex}"), span.clone()).help(HELP))
        }
        None => Ok(()),
    }
}
