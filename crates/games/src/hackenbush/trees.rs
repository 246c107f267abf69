//! Trees as text: parentheses, `(()(()))`, or the strings of CGSuite, `ee(e;ee)`.
//!
//! A pair of parentheses is an edge with all that stands on it between them. In a string every `e` is
//! an edge on the one before it; `(` .. `;` .. `)` are branches from one vertex. There a vertex can be
//! named, `e:A` or `e:{head}`, and where the name comes again the edge leads to that same vertex, which
//! makes cycles. Edges and vertices are numbered in reading order.

use super::graph::{GROUND, MOST_EDGES};
use grundy_core::{Diagnostic, Reader, Word};
use std::collections::HashMap;

/// Whether a text that is no list of edges is one of CGSuite's strings.
pub(super) fn is_of_strings(text: &str) -> bool {
    text.contains(|c: char| c.is_alphabetic() || c == ';' || c == ':')
}

/// The edges of a tree in parentheses.
pub(super) fn parentheses(text: &mut Reader<'_>) -> Result<Vec<[u32; 2]>, Diagnostic> {
    let (whole, start) = (text.text(), text.position());
    let mut edges: Vec<[u32; 2]> = Vec::new();
    // Where the edges on the way to this vertex stand, the vertex of each is its number.
    let mut open: Vec<(u32, usize)> = Vec::new();
    for (offset, character) in whole[start..].char_indices() {
        let at = start + offset;
        match character {
            '(' => {
                let top = next_vertex(&edges, at)?;
                edges.push([open.last().map_or(GROUND, |(vertex, _)| *vertex), top]);
                open.push((top, at));
            }
            ')' => {
                if open.pop().is_none() {
                    let error = Diagnostic::new("unmatched `)`", at..at + 1);
                    match text.reading().lenient {
                        true => text.note(error.skipped()),
                        false => return Err(error.help("remove it, or read on without it with --lenient")),
                    }
                }
            }
            blank if blank.is_whitespace() => {}
            other => {
                let message = format!("`{}` is no part of a tree", other.escape_debug());
                return Err(Diagnostic::new(message, at..at + other.len_utf8())
                    .help("write a tree as parentheses, an edge each: `(()())`; or edges: `0-1 1-2 1-3`"));
            }
        }
    }
    match open.last() {
        None => Ok(edges),
        Some((_, at)) => {
            let count = Word::count(open.len() as u128, "edge");
            let verb = if open.len() == 1 { "is" } else { "are" };
            Err(Diagnostic::new(format!("{count} {verb} never closed; the last opens here"), *at..at + 1)
                .help(format!("close with `)`, {} more", open.len())))
        }
    }
}

/// The edges of one of CGSuite's strings.
pub(super) fn strings(text: &mut Reader<'_>) -> Result<Vec<[u32; 2]>, Diagnostic> {
    let mut edges: Vec<[u32; 2]> = Vec::new();
    let mut vertices = 0;
    let mut names: HashMap<&str, u32> = HashMap::new();
    // The vertex that the next edge stands on, and those that the open branches part from.
    let mut vertex = GROUND;
    let mut partings: Vec<(u32, usize)> = Vec::new();
    let mut is_closed = false;
    // Whether a branch has begun and has no edge yet.
    let mut is_empty = false;
    while !text.is_at_end() {
        let (at, here) = (text.position(), text.here());
        let character = text.next_char().expect("the text has not ended");
        if is_closed && !matches!(character, ';' | ')') {
            return Err(Diagnostic::new("a branch ends with its `)`", here)
                .help("put what follows before the parenthesis, or among the branches: `e(e;ee)`"));
        }
        if is_empty && matches!(character, ';' | ')') {
            return Err(Diagnostic::new("this branch ends before its first edge", here)
                .help("write an edge, `e`, or leave the empty branch out: `(e;e)`"));
        }
        is_empty = matches!(character, '(' | ';');
        match character {
            'e' => {
                next_vertex(&edges, at)?;
                let top = match name(text)? {
                    Some(name) => *names.entry(name).or_insert_with(|| fresh(&mut vertices)),
                    None => fresh(&mut vertices),
                };
                edges.push([vertex, top]);
                vertex = top;
            }
            '(' => partings.push((vertex, at)),
            ';' => match partings.last() {
                Some((parting, _)) => (vertex, is_closed) = (*parting, false),
                None => {
                    return Err(Diagnostic::new("a `;` outside parentheses", here)
                        .help("put branches that part from one vertex in parentheses: `(e;ee)`"));
                }
            },
            ')' => match partings.pop() {
                Some(_) => is_closed = true,
                None => return Err(Diagnostic::new("unmatched `)`", here).help("remove it")),
            },
            colour @ ('l' | 'r' | 'b' | 'L' | 'R' | 'B') => {
                return Err(Diagnostic::new(
                    format!("`{colour}` is an edge that only one player may cut: the game is partizan"),
                    here,
                )
                .help("Grundy plays impartial games: write green edges, `e`"));
            }
            other => {
                return Err(Diagnostic::new(format!("`{}` is no edge", other.escape_debug()), here)
                    .help("write a green edge as `e`, branches as `(e;ee)`; or edges as `0-1 1-2`"));
            }
        }
    }
    match partings.last() {
        None => Ok(edges),
        Some((_, at)) => Err(Diagnostic::new("this parenthesis is never closed", *at..at + 1)
            .help("close the branches with `)`")),
    }
}

fn fresh(vertices: &mut u32) -> u32 {
    *vertices += 1;
    *vertices
}

/// The name of the vertex, `:A` or `:{head}`, where there is one.
fn name<'t>(text: &mut Reader<'t>) -> Result<Option<&'t str>, Diagnostic> {
    let start = text.position();
    if !text.eat(':') {
        return Ok(None);
    }
    if text.eat('{') {
        let name = text.take_while(|c| c != '}');
        if text.eat('}') {
            return Ok(Some(name));
        }
        return Err(Diagnostic::new("this name is never closed", text.since(start))
            .help("close it with `}`: `e:{head}`"));
    }
    let letter = text.position();
    match text.next_char() {
        Some(c) if c.is_alphanumeric() => Ok(Some(&text.text()[letter..text.position()])),
        _ => Err(Diagnostic::new("a name of the vertex is missing", start..start + 1)
            .help("name it with a letter, `e:A`, or a word in braces, `e:{head}`")),
    }
}

/// The vertex on top of the next edge of a tree, if there may be one more.
fn next_vertex(edges: &[[u32; 2]], at: usize) -> Result<u32, Diagnostic> {
    match edges.len() < MOST_EDGES {
        true => Ok(edges.len() as u32 + 1),
        false => Err(Diagnostic::new(format!("a graph has at most {MOST_EDGES} edges"), at..at + 1)
            .help("solve its pieces apart, and add their nimbers with ` + *N`")),
    }
}
