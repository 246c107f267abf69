//! Edges as pairs of vertices: `0-1 1-2 2-2`; or a tree, see [`trees`](super::trees).

use super::graph::{Edge, GROUND, Graph, MOST_EDGES, NoGraph};
use super::{Hackenbush, trees};
use grundy_core::{Diagnostic, Notation, Reader, Word};
use std::ops::Range;

/// The largest number of a vertex; one number is left for "none".
const MOST_VERTEX: u32 = u32::MAX - 1;

impl Notation for Hackenbush {
    fn parse(&self, text: &mut Reader<'_>) -> Result<Graph, Diagnostic> {
        text.skip_blanks();
        let start = text.position();
        let found = match text.peek() {
            None => return Ok(Graph::default()),
            Some('0'..='9' | '-' | ',') => edges_in(text.text(), start)?,
            Some(_) if trees::is_of_strings(text.rest()) => trees::strings(text)?,
            Some(_) => trees::parentheses(text)?,
        };
        text.move_to(text.text().len());
        if text.reading().drop_floating {
            let (graph, dropped) = Graph::joined(found).map_err(|_| too_many(start))?;
            if let Some((first, count)) = dropped {
                let mut note = floating(text.text(), start, first);
                if count > 1 {
                    note.message = format!("{count} edges are not joined to the ground, the first here");
                }
                text.note(note);
            }
            return Ok(graph);
        }
        let stands = found.iter().any(|ends| ends.contains(&GROUND));
        Graph::new(found).map_err(|error| match error {
            NoGraph::TooManyEdges => too_many(start),
            NoGraph::Floating { first, .. } => {
                let error = floating(text.text(), start, first);
                match stands {
                    true => error.help(
                        "join it to the ground, vertex 0, or read on without such edges with --drop-floating",
                    ),
                    false => error.help("no edge touches the ground, which is vertex 0: number it so"),
                }
            }
        })
    }

    fn format(&self, at: &Graph) -> String {
        let mut text = Vec::with_capacity(12 * at.len());
        for &[from, to] in at.edges() {
            if !text.is_empty() {
                text.push(b' ');
            }
            push_number(&mut text, from);
            text.push(b'-');
            push_number(&mut text, to);
        }
        String::from_utf8(text).expect("digits and dashes are text")
    }

    fn label(&self, _: &Graph, mv: &Edge) -> String {
        (u64::from(mv.0) + 1).to_string()
    }

    fn parse_move(&self, at: &Graph, label: &str) -> Result<Edge, Diagnostic> {
        let index = label.parse::<usize>().ok().and_then(|place| place.checked_sub(1));
        let is_plain = !label.starts_with(['0', '+']);
        match index.filter(|&index| is_plain && index < at.len()) {
            Some(index) => Ok(Edge(index as u32)),
            None => Err(Diagnostic::new(format!("there is no edge `{label}`"), 0..label.len()).help(
                match at.len() {
                    0 => "no edge is left to cut".to_owned(),
                    1 => "the only edge is number 1".to_owned(),
                    many => format!("edges are numbered from 1 to {many}, in the order listed"),
                },
            )),
        }
    }

    fn say(&self, at: &Graph, mv: &Edge) -> String {
        let [from, to] = at.edges()[mv.index()];
        let cut = format!("cut edge {}, {from}-{to}", mv.0 + 1);
        match at.len() - 1 - at.without(*mv).len() {
            0 => cut,
            1 => format!("{cut}; 1 edge falls"),
            many => format!("{cut}; {many} edges fall"),
        }
    }
}

fn push_number(text: &mut Vec<u8>, number: u32) {
    let mut digits = [0; 10];
    let mut first = digits.len();
    let mut left = number;
    loop {
        first -= 1;
        digits[first] = b'0' + (left % 10) as u8;
        left /= 10;
        if left == 0 {
            break;
        }
    }
    text.extend_from_slice(&digits[first..]);
}

/// Reads edges to the end of the text.
fn edges_in(text: &str, start: usize) -> Result<Vec<[u32; 2]>, Diagnostic> {
    let bytes = text.as_bytes();
    let dashes = bytes[start..].iter().filter(|&&byte| byte == b'-').count();
    let mut edges = Vec::with_capacity(dashes.min(MOST_EDGES + 1));
    let mut at = start;
    loop {
        at = skip_separators(text, at);
        if at == bytes.len() {
            return Ok(edges);
        }
        let edge = read_vertex(bytes, at).and_then(|(from, dash)| {
            let (to, end) = (bytes.get(dash) == Some(&b'-')).then(|| read_vertex(bytes, dash + 1))??;
            let is_end = end == bytes.len() || skip_separators(text, end) > end;
            is_end.then_some(([from, to], end))
        });
        let Some((edge, end)) = edge else { return Err(bad_edge(text, at)) };
        if edges.len() > MOST_EDGES {
            return Err(too_many(start));
        }
        edges.push(edge);
        at = end;
    }
}

fn skip_separators(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = start;
    loop {
        match bytes.get(at) {
            Some(b' ' | b',' | b'\n' | b'\t' | b'\r') => at += 1,
            Some(byte) if byte.is_ascii() => return at,
            None => return at,
            Some(_) => match text[at..].chars().next() {
                Some(blank) if blank.is_whitespace() => at += blank.len_utf8(),
                _ => return at,
            },
        }
    }
}

/// The number at this place and where it ends; none where there is no number, or one too large.
fn read_vertex(bytes: &[u8], start: usize) -> Option<(u32, usize)> {
    let mut number = 0u64;
    let mut at = start;
    while let Some(digit) = bytes.get(at).filter(|byte| byte.is_ascii_digit()) {
        number = 10 * number + u64::from(digit - b'0');
        if number > u64::from(MOST_VERTEX) {
            return None;
        }
        at += 1;
    }
    (at > start).then_some((number as u32, at))
}

/// The word that begins here.
fn word_at(text: &str, at: usize) -> Range<usize> {
    let rest = &text[at..];
    at..at + rest.find(|c: char| c.is_whitespace() || c == ',').unwrap_or(rest.len())
}

/// The number that comes next on the same line, blanks, commas and a dash alone between, and where it ends.
fn number_after(text: &str, end: usize) -> Option<(&str, usize)> {
    let is_between = |c: char| c == ',' || (c.is_whitespace() && c != '\n');
    let rest = text[end..].trim_start_matches(is_between);
    let rest = rest.strip_prefix('-').map_or(rest, |rest| rest.trim_start_matches(is_between));
    let word = &rest[..word_at(rest, 0).end];
    let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| (word, text.len() - rest.len() + word.len()))
}

/// What is wrong with the word that should be an edge.
fn bad_edge(text: &str, at: usize) -> Diagnostic {
    let span = word_at(text, at);
    let word = &text[span.clone()];
    let short = |text: &str| text.chars().take(20).flat_map(char::escape_debug).collect::<String>();
    let shown = short(word);
    let error = |message: String| Diagnostic::new(message, span.clone());
    let numbers: Vec<&str> = word.split('-').collect();
    let is_number = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if word.contains(['(', ')']) {
        return error(format!("`{shown}` is a tree, but edges stand before it"))
            .help("write all as edges, `0-1 1-2`, or all as a tree, `(()())`");
    }
    if let ([one] | [one, ""], Some((other, end))) = (numbers.as_slice(), number_after(text, span.end))
        && is_number(one)
    {
        return Diagnostic::new(format!("`{}` is no edge", short(&text[at..end])), at..end)
            .help(format!("did you mean `{one}-{other}`? An edge is two vertices with a dash between them"));
    }
    if word == "-" {
        return error("this dash joins no vertices".to_owned())
            .help("leave it out, or write the vertices on both sides of it, without blanks: `0-1`");
    }
    if word.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
        return error(format!("`{shown}` is no edge: a vertex cannot be negative"))
            .help("number the vertices from 1 up; the ground is 0");
    }
    if !numbers.iter().all(|part| is_number(part) || (part.is_empty() && numbers.len() == 2)) {
        return error(format!("`{shown}` is no edge"))
            .help("write an edge as two vertices with a dash between them: `0-1`; the ground is 0");
    }
    match numbers.as_slice() {
        [one] => error(format!("`{shown}` is one vertex, and an edge joins two"))
            .help(format!("write the edge with both its ends: `{}`", with_another(one))),
        [one, ""] => error(format!("the edge `{shown}` has one end only"))
            .help(format!("write the other end too: `{}`, with no blank after the dash", with_another(one))),
        [_, _] => error(format!("a vertex of `{shown}` is too large: the largest is {MOST_VERTEX}"))
            .help("number the vertices anew, from 1 up"),
        [first, second, third, ..] => error(format!("`{shown}` names more than two vertices"))
            .help(format!("write one edge after the other: `{first}-{second} {second}-{third}`")),
        [] => error("an edge is missing here".to_owned()).help("write an edge: `0-1`"),
    }
}

/// An edge that has a vertex of this number: from the ground, or upon it.
fn with_another(vertex: &str) -> String {
    if vertex == "0" { "0-1".to_owned() } else { format!("0-{vertex}") }
}

fn too_many(start: usize) -> Diagnostic {
    Diagnostic::new(format!("a graph has at most {MOST_EDGES} edges"), start..start)
        .help("solve its pieces apart, and add their nimbers with ` + *N`")
}

/// That an edge, the one of this place in the text, is not joined to the ground.
fn floating(text: &str, start: usize, edge: Edge) -> Diagnostic {
    let mut at = skip_separators(text, start);
    for _ in 0..edge.0 {
        at = skip_separators(text, word_at(text, at).end);
    }
    let span = word_at(text, at);
    let message = format!("edge {}, {}, is not joined to the ground", edge.0 + 1, &text[span.clone()]);
    Diagnostic::new(message, span)
}

/// `3 edges`.
pub(super) fn edges(count: usize) -> String {
    Word::count(count as u128, "edge")
}
