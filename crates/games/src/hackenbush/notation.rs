//! Edges as pairs of vertices: `0-1 1-2 2-2`, with numbers where edges were left out of a list: `2:0-1`; or a tree, see [`trees`](super::trees). Vertices may
//! have places for the picture, `1@2,1`.

use super::graph::{Edge, GROUND, Graph, MOST_EDGES, NoGraph};
use super::{Hackenbush, places, trees};
use grundy_core::{Diagnostic, EMPTY, Notation, Reader, Word};
use std::fmt::Write;
use std::ops::Range;

/// So many numbers of edges are named in a help.
const MOST_NAMED: usize = 12;

/// The largest number of a vertex; one number is left for "none".
const MOST_VERTEX: u32 = u32::MAX - 1;

impl Notation for Hackenbush {
    fn parse(&self, text: &mut Reader<'_>) -> Result<Graph, Diagnostic> {
        text.skip_blanks();
        let start = text.position();
        if text.eat_empty() {
            return Ok(Graph::default());
        }
        let (blanked, places) = match text.rest().contains('@') {
            true => places::taken_out(text.text(), start)?,
            false => (String::new(), Vec::new()),
        };
        let whole = if places.is_empty() { text.text() } else { &blanked };
        let Listed { edges, numbers } = match text.peek() {
            None => {
                return Err(Diagnostic::new("a graph is missing", start..start)
                    .help("write its edges, `0-1 1-2`, or a tree, `(()())`; or `-` where there are none"));
            }
            Some('0'..='9' | '-' | ',') => edges_in(whole, start)?,
            Some(_) if trees::is_of_strings(text.rest()) => Listed::from(trees::strings(text)?),
            Some(_) => Listed::from(trees::parentheses(text)?),
        };
        text.move_to(text.text().len());
        let number = |edge: Edge| numbers.get(edge.index()).copied().unwrap_or(edge.0 + 1);
        let told = |first: Edge| floating(whole, start, first, number(first));
        places::check(&edges, &places)?;
        let stands = edges.iter().any(|ends| ends.contains(&GROUND));
        let found = Graph::numbered(edges, numbers.clone(), text.reading().drop_floating);
        let (graph, dropped) = found.map_err(|error| match error {
            NoGraph::TooManyEdges => too_many(start),
            NoGraph::Floating { first, .. } => {
                let error = told(first);
                match stands {
                    true => error.help(
                        "join it to the ground, vertex 0, or read on without such edges with --drop-floating",
                    ),
                    false => error.help("no edge touches the ground, which is vertex 0: number it so"),
                }
            }
        })?;
        if let Some((first, count)) = dropped {
            let mut note = told(first).skipped();
            if count > 1 {
                note.message = format!("{count} edges are not joined to the ground, the first here");
            }
            text.note(note);
        }
        Ok(if places.is_empty() { graph } else { graph.placed(places.into_iter().map(|(place, _)| place)) })
    }

    fn format(&self, at: &Graph) -> String {
        if at.is_empty() {
            return EMPTY.to_owned();
        }
        let mut text = Vec::with_capacity(12 * at.len());
        let mut last = 0;
        for (&[from, to], edge) in at.edges().iter().zip(0..) {
            if !text.is_empty() {
                text.push(b' ');
            }
            let number = at.number(Edge(edge));
            if number != last + 1 {
                push_number(&mut text, number);
                text.push(b':');
            }
            last = number;
            push_number(&mut text, from);
            text.push(b'-');
            push_number(&mut text, to);
        }
        let mut text = String::from_utf8(text).expect("digits and dashes are text");
        for (vertex, right, high) in at.places() {
            let _ = write!(text, " {vertex}@{right},{high}");
        }
        text
    }

    fn label(&self, at: &Graph, mv: &Edge) -> String {
        at.number(*mv).to_string()
    }

    fn parse_move(&self, at: &Graph, label: &str) -> Result<Edge, Diagnostic> {
        let is_plain = !label.starts_with(['0', '+']);
        let number = label.parse::<u32>().ok().filter(|_| is_plain);
        match number.and_then(|number| at.edge_of(number)) {
            Some(edge) => Ok(edge),
            None => Err(Diagnostic::new(format!("there is no edge `{label}`"), 0..label.len()).help(
                match at.len() {
                    0 => "no edge is left to cut".to_owned(),
                    _ if at.is_numbered() => numbers_text(at),
                    1 => "the only edge is number 1".to_owned(),
                    many => format!("edges are numbered from 1 to {many}, in the order listed"),
                },
            )),
        }
    }

    fn say(&self, at: &Graph, mv: &Edge) -> String {
        let [from, to] = at.edges()[mv.index()];
        let cut = format!("cut edge {}, {from}-{to}", at.number(*mv));
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

/// The numbers of the edges of a graph from which some were left out.
fn numbers_text(at: &Graph) -> String {
    let numbers = (0..at.len() as u32).map(|edge| at.number(Edge(edge)).to_string());
    let named: Vec<String> = numbers.take(MOST_NAMED).collect();
    let more = if at.len() > MOST_NAMED { " and so on" } else { "" };
    format!("the edges have the numbers {}{more}, as in the list that was given", named.join(", "))
}

/// Edges as they were listed.
struct Listed {
    edges: Vec<[u32; 2]>,
    /// None where they are the places, from 1.
    numbers: Vec<u32>,
}

impl From<Vec<[u32; 2]>> for Listed {
    fn from(edges: Vec<[u32; 2]>) -> Listed {
        Listed { edges, numbers: Vec::new() }
    }
}

impl Listed {
    fn last_number(&self) -> u32 {
        self.numbers.last().copied().unwrap_or(self.edges.len() as u32)
    }

    /// Adds an edge; where its number is not the next one, all numbers are kept from here on.
    fn push(&mut self, edge: [u32; 2], number: u32) {
        let is_next = self.numbers.is_empty() && number == self.edges.len() as u32 + 1;
        if !is_next {
            if self.numbers.is_empty() {
                self.numbers = (1..=self.edges.len() as u32).collect();
            }
            self.numbers.push(number);
        }
        self.edges.push(edge);
    }
}

/// Reads edges to the end of the text. Each may have its number before it, `7:0-1`; without, it has the next.
fn edges_in(text: &str, start: usize) -> Result<Listed, Diagnostic> {
    let bytes = text.as_bytes();
    let dashes = bytes[start..].iter().filter(|&&byte| byte == b'-').count();
    let mut listed = Listed::from(Vec::with_capacity(dashes.min(MOST_EDGES + 1)));
    let mut at = start;
    loop {
        at = skip_separators(text, at);
        if at == bytes.len() {
            return Ok(listed);
        }
        let (number, first) = match read_vertex(bytes, at) {
            Some((number, colon)) if bytes.get(colon) == Some(&b':') => {
                check_number(number, listed.last_number(), at..colon)?;
                (number, colon + 1)
            }
            _ => (listed.last_number() + 1, at),
        };
        let edge = read_vertex(bytes, first).and_then(|(from, dash)| {
            let (to, end) = (bytes.get(dash) == Some(&b'-')).then(|| read_vertex(bytes, dash + 1))??;
            let is_end = end == bytes.len() || skip_separators(text, end) > end;
            is_end.then_some(([from, to], end))
        });
        let Some((edge, end)) = edge else { return Err(bad_edge(text, at)) };
        if listed.edges.len() > MOST_EDGES {
            return Err(too_many(start));
        }
        listed.push(edge, number);
        at = end;
    }
}

/// Asks that the number of an edge is larger than the one before it, and not beyond those of the longest list.
fn check_number(number: u32, last: u32, span: Range<usize>) -> Result<(), Diagnostic> {
    if number as usize > MOST_EDGES {
        return Err(Diagnostic::new(format!("the number of an edge is at most {MOST_EDGES}"), span)
            .help("number the edges anew, from 1 up"));
    }
    if number <= last {
        let message = match last {
            0 => "edges are numbered from 1".to_owned(),
            _ => format!("edge {number} stands after edge {last}"),
        };
        return Err(Diagnostic::new(message, span)
            .help("the numbers of edges go up; leave the number out where it is the next one"));
    }
    Ok(())
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
fn floating(text: &str, start: usize, edge: Edge, number: u32) -> Diagnostic {
    let mut at = skip_separators(text, start);
    for _ in 0..edge.0 {
        at = skip_separators(text, word_at(text, at).end);
    }
    let span = word_at(text, at);
    let word = &text[span.clone()];
    let ends = word.split_once(':').map_or(word, |(_, ends)| ends);
    let message = format!("edge {number}, {ends}, is not joined to the ground");
    Diagnostic::new(message, span)
}

/// `3 edges`.
pub(super) fn edges(count: usize) -> String {
    Word::count(count as u128, "edge")
}
