//! A forest as circles, each where it lies in a picture: `60 60 40 E / 60 70 16 G`. What contains what
//! follows from the circles.

use super::forest::{Forest, ForestBuilder};
use super::place::{FARTHEST, Lie, Place, thousandths};
use grundy_core::{Diagnostic, Reader};
use std::ops::Range;

/// Every circle is compared with every other one.
const MOST_CIRCLES: usize = 10_000;
/// What stands between two circles on one line.
const BETWEEN: &str = "/";

const HELP: &str = "a circle is its x, y and radius and then its label, `60 60 40 E`; circles are joined by ` / `, \
                    or stand on a line each in a file for --circles";

/// A circle as it was read, with its place in the text.
struct Circle<'t> {
    place: Place,
    label: &'t str,
    span: Range<usize>,
}

/// Whether a text begins like a circle, with a number.
pub(super) fn begins_here(text: &Reader<'_>) -> bool {
    let rest = text.rest().trim_start().as_bytes();
    let after_sign = usize::from(matches!(rest.first(), Some(b'-' | b'+')));
    matches!(rest.get(after_sign), Some(b'0'..=b'9' | b'.'))
}

/// Reads circles: x, y, radius and label, one circle a line, or joined by `/`.
///
/// # Errors
/// For what is no number, a radius of 0, and two circles that overlap: then neither contains the other.
pub(super) fn parse(text: &mut Reader<'_>) -> Result<Forest, Diagnostic> {
    let circles = circles(text)?;
    let holders = holders(&circles)?;
    text.move_to(text.text().len());
    Ok(forest(&circles, &holders))
}

/// Writes circles in the order of the forest.
pub(super) fn format(at: &Forest, places: &[Place]) -> String {
    let circle = |(bubble, place): (_, &Place)| match at.label(bubble) {
        "" => place.to_string(),
        label => format!("{place} {label}"),
    };
    at.bubbles().zip(places).map(circle).collect::<Vec<_>>().join(" / ")
}

fn circles<'t>(text: &Reader<'t>) -> Result<Vec<Circle<'t>>, Diagnostic> {
    let mut circles = Vec::new();
    let mut start = text.position();
    for (number, line) in text.rest().split('\n').enumerate() {
        let items = if number == 0 && is_heading(line) { Vec::new() } else { items(line) };
        for item in items {
            if let Some(circle) = circle(item, start + offset(line, item))? {
                circles.push(circle);
            } else if line.contains(BETWEEN) {
                let at = start + offset(line, item);
                return Err(Diagnostic::new("a circle is missing here", at..at + item.len()).help(HELP));
            }
        }
        start += line.len() + 1;
    }
    if circles.len() > MOST_CIRCLES {
        let last = circles[MOST_CIRCLES].span.clone();
        let message = format!("a picture has at most {MOST_CIRCLES} circles");
        return Err(Diagnostic::new(message, last).help("write a larger forest as parentheses"));
    }
    Ok(circles)
}

/// Whether a line names the columns, as `x y r letter` does.
fn is_heading(line: &str) -> bool {
    let mut words = line.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    ["x", "y"].iter().all(|name| words.next().is_some_and(|word| word.eq_ignore_ascii_case(name)))
}

/// A line cut where `/` stands alone.
fn items(line: &str) -> Vec<&str> {
    let (mut items, mut start) = (Vec::new(), 0);
    for word in line.split_whitespace().filter(|&word| word == BETWEEN) {
        let at = offset(line, word);
        items.push(&line[start..at]);
        start = at + word.len();
    }
    items.push(&line[start..]);
    items
}

/// Where a part of a text begins in it.
fn offset(whole: &str, part: &str) -> usize {
    part.as_ptr() as usize - whole.as_ptr() as usize
}

/// Reads one circle; nothing where there are only blanks.
fn circle(item: &str, start: usize) -> Result<Option<Circle<'_>>, Diagnostic> {
    // Tables are often written with commas; a label may hold one.
    let has_commas = item.split_whitespace().count() == 1;
    let words: Vec<(&str, Range<usize>)> = item
        .split(|c: char| c.is_whitespace() || has_commas && c == ',')
        .filter(|word| !word.is_empty())
        .map(|word| (word, start + offset(item, word)..start + offset(item, word) + word.len()))
        .collect();
    let (Some((_, first)), Some((_, last))) = (words.first(), words.last()) else { return Ok(None) };
    let span = first.start..last.end;
    if words.len() < 3 {
        let missing = ["the y and the radius of this circle are", "the radius of this circle is"];
        let message = format!("{} missing", missing[words.len() - 1]);
        return Err(Diagnostic::new(message, span).help(HELP));
    }
    if let Some((word, at)) = words.get(4) {
        let message = format!("`{}` is left over: the circle has ended before it", word.escape_debug());
        return Err(Diagnostic::new(message, at.clone()).help(HELP));
    }
    let number = |(word, at): &(&str, Range<usize>)| {
        let help = format!("write a number with at most three decimals, from -{FARTHEST} to {FARTHEST}");
        thousandths(word).map_err(|mistake| Diagnostic::new(mistake, at.clone()).help(help))
    };
    let (x, y, radius) = (number(&words[0])?, number(&words[1])?, number(&words[2])?);
    if radius <= 0 {
        return Err(Diagnostic::new("a circle has a radius above 0", words[2].1.clone()).help(HELP));
    }
    let label = words.get(3).map_or("", |(label, _)| label);
    if let Some(odd) = label.find(|c: char| c == '(' || c == ')' || c.is_control()) {
        let at = words[3].1.start + odd;
        return Err(Diagnostic::new("this cannot stand in a label", at..at + 1)
            .help("a label is any run of characters but blanks and parentheses"));
    }
    Ok(Some(Circle { place: Place { x, y, radius }, label, span }))
}

/// For each circle, the smallest one that contains it.
fn holders(circles: &[Circle<'_>]) -> Result<Vec<Option<usize>>, Diagnostic> {
    let mut holders: Vec<Option<usize>> = vec![None; circles.len()];
    let tighten = |holders: &mut Vec<Option<usize>>, inner: usize, outer: usize| {
        let radius = |index: usize| circles[index].place.radius;
        if holders[inner].is_none_or(|known| radius(outer) < radius(known)) {
            holders[inner] = Some(outer);
        }
    };
    for (index, circle) in circles.iter().enumerate() {
        for (before, other) in circles[..index].iter().enumerate() {
            match circle.place.lies(other.place) {
                Lie::Apart => {}
                Lie::Inside => tighten(&mut holders, index, before),
                Lie::Around => tighten(&mut holders, before, index),
                Lie::Same => return Err(clash("is the same circle as", circle, other)),
                Lie::Across => return Err(clash("overlaps", circle, other)),
            }
        }
    }
    Ok(holders)
}

fn clash(verb: &str, circle: &Circle<'_>, other: &Circle<'_>) -> Diagnostic {
    let named = |circle: &Circle<'_>| match circle.label {
        "" => format!("the circle at {}", circle.place),
        label => format!("{} (at {})", label.escape_debug(), circle.place),
    };
    Diagnostic::new(format!("{} {verb} {}", named(circle), named(other)), circle.span.clone()).help(
        "of two circles one lies within the other, or they lie apart; they may touch: move one or change its \
         radius",
    )
}

/// The forest in which a bubble stands before what it contains, and otherwise in the order of the text.
fn forest(circles: &[Circle<'_>], holders: &[Option<usize>]) -> Forest {
    let mut inside: Vec<Vec<usize>> = vec![Vec::new(); circles.len()];
    let mut waiting: Vec<(usize, u32)> = Vec::new();
    for (index, holder) in holders.iter().enumerate().rev() {
        match holder {
            Some(holder) => inside[*holder].push(index),
            None => waiting.push((index, 0)),
        }
    }
    // Both are in reverse order, so that the first comes off the end.
    let mut forest = ForestBuilder::default();
    while let Some((index, depth)) = waiting.pop() {
        forest.push(depth, circles[index].label, Some(circles[index].place));
        waiting.extend(inside[index].iter().map(|&inner| (inner, depth + 1)));
    }
    forest.finish()
}
