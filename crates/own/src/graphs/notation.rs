//! Graphs as edges, `a-b b-c`, vertices without edges by their names, and families, `path(5)`. A move is the number of
//! its edge, or the name of its vertex.

use super::families::{self, FAMILIES};
use super::net::{MOST_NET_EDGES, MOST_VERTICES, Net, name_key};
use super::rules::{GraphGame, NetMove};
use super::spec::{Along, Thing};
use grundy_core::{Diagnostic, EMPTY, Notation, Reader, Word};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::ops::Range;
use std::sync::Arc;

/// A name has at most this many characters.
const MOST_NAME: usize = 32;
/// So many names are told in a help.
const MOST_TOLD: usize = 12;

const USAGE: &str = "write edges, `1-2 2-3`, vertices without edges by their names, or families such as `path(5)`; or `-` where \
    there is nothing";

impl Notation for GraphGame {
    fn parse(&self, text: &mut Reader<'_>) -> Result<Net, Diagnostic> {
        if text.eat_empty() {
            return Ok(Net::default());
        }
        if text.is_at_end() {
            return Err(Diagnostic::new("a graph is missing", text.here()).help(USAGE));
        }
        let mut listed = Listed::default();
        loop {
            text.take_while(|c| c.is_whitespace() || c == ',');
            if text.peek().is_none() {
                return Ok(self.tidy(listed.net()));
            }
            listed.item(text)?;
        }
    }

    fn format(&self, at: &Net) -> String {
        if at.count() == 0 {
            return EMPTY.to_owned();
        }
        let names: Vec<Arc<str>> = (0..at.count()).map(|vertex| at.name(vertex)).collect();
        let mut is_lone = vec![true; names.len()];
        let mut text = String::new();
        for &[one, other] in at.edges() {
            is_lone[one as usize] = false;
            is_lone[other as usize] = false;
            let _ = write!(text, "{}-{} ", names[one as usize], names[other as usize]);
        }
        for (name, _) in names.iter().zip(is_lone).filter(|(_, is_lone)| *is_lone) {
            let _ = write!(text, "{name} ");
        }
        text.truncate(text.len() - 1);
        text
    }

    fn label(&self, at: &Net, mv: &NetMove) -> String {
        let thing = match mv.thing {
            Thing::Vertex => at.name(mv.index).to_string(),
            Thing::Edge if self.is_mixed() => format!("#{}", mv.index + 1),
            Thing::Edge => (mv.index + 1).to_string(),
        };
        match (self.has_several(mv.thing), mv.along) {
            (false, _) | (true, Along::Nothing) => thing,
            (true, Along::Ends) => format!("{thing}+"),
            (true, Along::Neighbours) => format!("{thing}++"),
        }
    }

    fn parse_move(&self, at: &Net, label: &str) -> Result<NetMove, Diagnostic> {
        let stem = label.trim_end_matches('+');
        let along = match label.len() - stem.len() {
            0 => Some(Along::Nothing),
            1 => Some(Along::Ends),
            2 => Some(Along::Neighbours),
            _ => None,
        };
        let edge = if self.is_mixed() { stem.strip_prefix('#') } else { Some(stem) };
        let edge = edge.filter(|_| self.spec().takes(Thing::Edge)).and_then(|number| {
            let place = number.parse::<u32>().ok().filter(|place| place.to_string() == number)?;
            place.checked_sub(1).filter(|&place| (place as usize) < at.edges().len())
        });
        let vertex = || at.vertex(stem).filter(|_| self.spec().takes(Thing::Vertex));
        let found = edge.map(|edge| (Thing::Edge, edge)).or_else(|| Some((Thing::Vertex, vertex()?)));
        let shown: String = label.chars().take(40).flat_map(char::escape_debug).collect();
        let wrong = |message: String| Diagnostic::new(message, 0..label.len()).help(self.label_help(at));
        let (thing, index) = found.ok_or_else(|| wrong(format!("there is no `{shown}` here")))?;
        let along = match (self.has_several(thing), along) {
            (true, along) => along,
            (false, Some(Along::Nothing)) => Some(self.usual_along(thing)),
            (false, _) => None,
        };
        let mv = along.map(|along| NetMove { thing, index, along }).filter(|&mv| self.has_move(at, mv));
        mv.ok_or_else(|| wrong(format!("the rules let no move take `{shown}` here")))
    }

    fn say(&self, at: &Net, mv: &NetMove) -> String {
        self.said(at, mv)
    }
}

impl GraphGame {
    /// How moves are written.
    fn label_help(&self, at: &Net) -> String {
        let mut told: Vec<String> = Vec::new();
        if self.spec().takes(Thing::Edge) {
            let sign = if self.is_mixed() { "`#` and " } else { "" };
            told.push(format!(
                "{sign}the number of an edge as they are listed, of {}",
                Word::count(at.edges().len() as u128, "edge")
            ));
        }
        if self.spec().takes(Thing::Vertex) {
            let names: Vec<String> =
                (0..at.count()).take(MOST_TOLD).map(|vertex| at.name(vertex).to_string()).collect();
            let more = if at.count() as usize > MOST_TOLD { ", ..." } else { "" };
            told.push(format!("the name of a vertex: {}{more}", names.join(", ")));
        }
        let mut help = format!("write {}", told.join("; or "));
        if self.has_several(Thing::Edge) || self.has_several(Thing::Vertex) {
            help += "; `+` behind it takes the ends too, `++` the neighbours";
        }
        help
    }
}

/// What has been read of a graph.
#[derive(Default)]
struct Listed {
    /// The vertices as they were met, each with its number here.
    vertices: HashMap<String, u32>,
    names: Vec<String>,
    edges: Vec<[u32; 2]>,
    /// The largest number that is a name.
    last: u64,
}

impl Listed {
    /// Reads an edge, a vertex, or a family.
    fn item(&mut self, text: &mut Reader<'_>) -> Result<(), Diagnostic> {
        let start = text.position();
        let first = text.take_while(is_of_name);
        if first.is_empty() {
            let word = word_at(text.text(), start);
            let shown: String =
                text.text()[word.clone()].chars().take(20).flat_map(char::escape_debug).collect();
            return Err(Diagnostic::new(format!("`{shown}` is no edge and no vertex"), word).help(USAGE));
        }
        match text.peek() {
            Some('(') => return self.family(text, start, first),
            Some('-') => {}
            None | Some(',') => return self.vertex_alone(first, text.since(start)),
            Some(blank) if blank.is_whitespace() => return self.vertex_alone(first, text.since(start)),
            Some(_) => return Err(bad_edge(text.text(), start)),
        }
        text.eat('-');
        let other = text.take_while(is_of_name);
        let is_end = text.peek().is_none_or(|c| c.is_whitespace() || c == ',');
        if other.is_empty() || !is_end {
            return Err(bad_edge(text.text(), start));
        }
        let ends = [self.vertex(first, text.since(start))?, self.vertex(other, text.since(start))?];
        self.edge(ends, text.since(start))
    }

    fn vertex_alone(&mut self, name: &str, span: Range<usize>) -> Result<(), Diagnostic> {
        if name == "petersen" {
            return self.made(name, &[], span);
        }
        if let Some(usage) = families::usage(name) {
            let message = format!("`{name}` is the name of a family, and its numbers are missing");
            return Err(Diagnostic::new(message, span).help(format!("write {usage}")));
        }
        self.vertex(name, span).map(|_| ())
    }

    fn family(&mut self, text: &mut Reader<'_>, start: usize, name: &str) -> Result<(), Diagnostic> {
        text.eat('(');
        let inner = text.take_while(|c| c != ')');
        let is_closed = text.eat(')');
        let numbers: Option<Vec<u64>> = match inner.trim() {
            "" => Some(Vec::new()),
            inner => inner.split(',').map(|number| number.trim().parse().ok()).collect(),
        };
        let span = text.since(start);
        let usage = families::usage(name).unwrap_or_else(|| {
            let known: Vec<&str> = FAMILIES.iter().map(|family| family.usage).collect();
            known.join(", ")
        });
        if !is_closed {
            return Err(
                Diagnostic::new("this parenthesis is not closed", span).help(format!("write {usage}"))
            );
        }
        let Some(numbers) = numbers else {
            return Err(Diagnostic::new("between the parentheses stand whole numbers, by commas", span)
                .help(format!("write {usage}")));
        };
        if text.peek().is_some_and(|c| !c.is_whitespace() && c != ',') {
            return Err(Diagnostic::new("a blank is missing behind this family", span).help(USAGE));
        }
        self.made(name, &numbers, span)
    }

    /// Adds the graph of a family, whose vertices have the numbers behind the largest so far.
    fn made(&mut self, name: &str, numbers: &[u64], span: Range<usize>) -> Result<(), Diagnostic> {
        let (count, edges) = families::made(name, numbers)
            .map_err(|(told, help)| Diagnostic::new(told, span.clone()).help(help))?;
        let before = self.last;
        let mut vertices = Vec::new();
        for vertex in 1..=count {
            vertices.push(self.vertex(&(before + vertex).to_string(), span.clone())?);
        }
        for ends in edges {
            self.edge(ends.map(|end| vertices[end as usize]), span.clone())?;
        }
        Ok(())
    }

    fn vertex(&mut self, name: &str, span: Range<usize>) -> Result<u32, Diagnostic> {
        if let Some(&known) = self.vertices.get(name) {
            return Ok(known);
        }
        if name.len() > MOST_NAME {
            return Err(Diagnostic::new("the name of a vertex is too long", span)
                .help(format!("a name has at most {MOST_NAME} letters and digits")));
        }
        if self.names.len() == MOST_VERTICES {
            let (told, help) = families::too_large();
            return Err(Diagnostic::new(told, span).help(help));
        }
        let (number, _) = name_key(name);
        if number != u64::MAX {
            self.last = self.last.max(number);
        }
        let vertex = self.names.len() as u32;
        self.vertices.insert(name.to_owned(), vertex);
        self.names.push(name.to_owned());
        Ok(vertex)
    }

    fn edge(&mut self, ends: [u32; 2], span: Range<usize>) -> Result<(), Diagnostic> {
        if self.edges.len() == MOST_NET_EDGES {
            let (told, help) = families::too_large();
            return Err(Diagnostic::new(told, span).help(help));
        }
        self.edges.push(ends);
        Ok(())
    }

    /// The graph, its vertices in order.
    fn net(self) -> Net {
        let sorted: BTreeMap<(u64, &str), u32> =
            self.names.iter().zip(0..).map(|(name, vertex)| (name_key(name), vertex)).collect();
        let mut place = vec![0; self.names.len()];
        for (&vertex, at) in sorted.values().zip(0..) {
            place[vertex as usize] = at;
        }
        let names = sorted.keys().map(|(_, name)| Arc::from(*name)).collect();
        Net::named(names, self.edges.into_iter().map(|ends| ends.map(|end| place[end as usize])).collect())
    }
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The word that begins here.
fn word_at(text: &str, start: usize) -> Range<usize> {
    let rest = &text[start..];
    start..start + rest.find(|c: char| c.is_whitespace() || c == ',').unwrap_or(rest.len())
}

/// What is wrong with the word that begins here.
fn bad_edge(text: &str, start: usize) -> Diagnostic {
    let span = word_at(text, start);
    let word = &text[span.clone()];
    let shown: String = word.chars().take(20).flat_map(char::escape_debug).collect();
    let ends: Vec<&str> = word.split('-').collect();
    let are_names = ends.iter().all(|end| !end.is_empty() && end.chars().all(is_of_name));
    match &ends[..] {
        [first, second, third, ..] if are_names => {
            Diagnostic::new(format!("`{shown}` joins more than two vertices"), span)
                .help(format!("write one edge after the other: `{first}-{second} {second}-{third}`"))
        }
        [one, ""] => Diagnostic::new(format!("the edge `{shown}` has one end only"), span)
            .help(format!("write the other end too: `{one}-b`, with no blank around the hyphen")),
        _ => Diagnostic::new(format!("`{shown}` is no edge and no vertex"), span)
            .help("an edge is two names with a hyphen between them, `a-b`; a name has letters and digits"),
    }
}
