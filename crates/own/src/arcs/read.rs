//! Files of arcs as pairs of nodes.

use grundy_core::{Run, Stopped};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// How nodes are called.
#[derive(Debug)]
pub(super) enum Nodes {
    /// By their numbers.
    Numbers,
    /// By names, in the order in which they were met.
    Names(Vec<Box<str>>, HashMap<Box<str>, u32, foldhash::fast::RandomState>),
}

impl Nodes {
    /// The node of this name, among so many.
    pub(super) fn find(&self, name: &str, count: usize) -> Option<u32> {
        match self {
            Nodes::Numbers => name.parse().ok().filter(|&node: &u32| (node as usize) < count),
            Nodes::Names(_, places) => places.get(name).copied(),
        }
    }

    /// Whether nodes are called by their numbers.
    pub(super) fn are_numbers(&self) -> bool {
        matches!(self, Nodes::Numbers)
    }

    /// The name of a node.
    pub(super) fn name(&self, node: u32) -> String {
        match self {
            Nodes::Numbers => node.to_string(),
            Nodes::Names(names, _) => names[node as usize].to_string(),
        }
    }
}

/// What a file is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// `from to` a line, `#` before comments.
    List,
    /// `a from to` or `e from to`; `c` comments, `p` and others.
    Dimacs,
    /// `from -> to -> ...;`
    Dot,
    /// Pairs of numbers of four bytes, the least byte first.
    Binary,
}

/// Numbers of nodes are at most this: a node takes eight bytes, whether arcs touch it or not.
const MOST_NODE: u64 = 1 << 28;

/// The pairs of a file, which can be read several times.
#[derive(Debug)]
pub(super) struct Pairs<'r> {
    path: PathBuf,
    /// Holds the memory of names.
    run: &'r Run,
    form: Form,
    nodes: Nodes,
    /// Whether a node was met that is no number.
    has_names: bool,
}

impl Pairs<'_> {
    /// Looks at the beginning of a file.
    pub(super) fn open<'r>(path: &Path, run: &'r Run) -> io::Result<Pairs<'r>> {
        let mut start = vec![0; 1 << 16];
        let mut file = File::open(path)?;
        // It is read from its beginning several times, and has an end.
        if !file.metadata()?.is_file() {
            return Err(io::Error::other("arcs are read from a file"));
        }
        let mut length = 0;
        while length < start.len() {
            match file.read(&mut start[length..])? {
                0 => break,
                more => length += more,
            }
        }
        start.truncate(length);
        let form = form(&start);
        Ok(Pairs { path: path.to_owned(), run, form, nodes: Nodes::Numbers, has_names: false })
    }

    /// Where a node was met that is no number: reads all as names from now on.
    pub(super) fn turn_to_names(&mut self) -> bool {
        let turns = self.has_names && matches!(self.nodes, Nodes::Numbers);
        if turns {
            self.nodes = Nodes::Names(Vec::new(), HashMap::default());
        }
        turns
    }

    /// The names that were met.
    pub(super) fn take_nodes(&mut self) -> Nodes {
        std::mem::replace(&mut self.nodes, Nodes::Numbers)
    }

    /// Visits all pairs, until a visit fails.
    pub(super) fn each(&mut self, visit: &mut dyn FnMut(u32, u32) -> io::Result<()>) -> io::Result<()> {
        if self.form == Form::Binary {
            return binary(&self.path, visit);
        }
        let (nodes, has_names, run) = (&mut self.nodes, &mut self.has_names, self.run);
        words(&self.path, self.form, &mut |line, from, to| {
            let mut place = |word: &[u8]| {
                node(nodes, word, run).map_err(io::Error::other)?.ok_or_else(|| {
                    *has_names |= number(word).is_none();
                    wrong(line, word)
                })
            };
            let (from, to) = (place(from)?, place(to)?);
            visit(from, to)
        })
    }
}

fn wrong(line: u64, word: &[u8]) -> io::Error {
    let shown: String = String::from_utf8_lossy(word).chars().take(40).flat_map(char::escape_debug).collect();
    io::Error::other(format!("line {line}: `{shown}` is no node: numbers go up to {MOST_NODE}"))
}

/// The memory of a name beside its bytes: its places in the list and in the map, and what two allocations take.
const BYTES_PER_NAME: usize = 2 * (2 * size_of::<Box<str>>() + 2 * size_of::<usize>());

/// The number of a node. `None` where the word is no node, or there are too many.
fn node(nodes: &mut Nodes, word: &[u8], run: &Run) -> Result<Option<u32>, Stopped> {
    let (names, places) = match nodes {
        Nodes::Numbers => {
            return Ok(number(word).filter(|&number| number <= MOST_NODE).map(|number| number as u32));
        }
        Nodes::Names(names, places) => (names, places),
    };
    let Ok(word) = std::str::from_utf8(word) else { return Ok(None) };
    if let Some(&place) = places.get(word) {
        return Ok(Some(place));
    }
    let Ok(place) = u32::try_from(names.len()) else { return Ok(None) };
    run.hold(2 * word.len() + BYTES_PER_NAME)?;
    names.push(word.into());
    places.insert(word.into(), place);
    Ok(Some(place))
}

fn number(word: &[u8]) -> Option<u64> {
    let is_number = !word.is_empty() && word.len() <= 18 && word.iter().all(u8::is_ascii_digit);
    is_number.then(|| word.iter().fold(0, |number, &digit| number * 10 + u64::from(digit - b'0')))
}

/// What the beginning of a file looks like.
fn form(start: &[u8]) -> Form {
    if start.iter().any(|&byte| byte == 0 || (byte < 32 && !b"\t\n\r\x0c".contains(&byte))) {
        return Form::Binary;
    }
    let text = String::from_utf8_lossy(start);
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let first = lines.next().unwrap_or("");
    let word = first.split_whitespace().next().unwrap_or("");
    if text.contains("->") || word == "digraph" || word == "strict" {
        return Form::Dot;
    }
    let is_dimacs = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        matches!(words[..], ["p", _, _, ..] | ["c", ..]) || matches!(words[..], ["a" | "e", _, _, ..])
    };
    if is_dimacs(first) { Form::Dimacs } else { Form::List }
}

/// What is done with a pair of words: the number of the line, and both.
type Visit<'v> = &'v mut dyn FnMut(u64, &[u8], &[u8]) -> io::Result<()>;

/// Visits the pairs of words of a text.
fn words(path: &Path, form: Form, visit: Visit<'_>) -> io::Result<()> {
    let mut reader = BufReader::with_capacity(1 << 20, File::open(path)?);
    let (mut line, mut number) = (Vec::new(), 0);
    loop {
        line.clear();
        if reader.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        number += 1;
        let text = &line[..line.iter().position(|&byte| byte == b'#').unwrap_or(line.len())];
        match form {
            Form::Dot => dot(number, text, visit)?,
            _ => one(number, text, form, visit)?,
        }
    }
}

/// A line with one arc.
fn one(number: u64, line: &[u8], form: Form, visit: Visit<'_>) -> io::Result<()> {
    let mut words =
        line.split(|byte| byte.is_ascii_whitespace() || *byte == b',').filter(|word| !word.is_empty());
    let Some(mut first) = words.next() else { return Ok(()) };
    if form == Form::Dimacs {
        if ![&b"a"[..], b"e"].contains(&first) {
            return Ok(());
        }
        first = words.next().unwrap_or(b"");
    }
    match words.next() {
        Some(second) if !first.is_empty() => {
            // A weight may stand behind in DIMACS, and nothing in a list.
            if form == Form::List && words.next().is_some() {
                return Err(io::Error::other(format!("line {number}: an arc is two nodes, `from to`")));
            }
            visit(number, first, second)
        }
        _ => Err(io::Error::other(format!("line {number}: the second node of the arc is missing"))),
    }
}

/// A line of DOT: `a -> b -> c;`
fn dot(number: u64, line: &[u8], visit: Visit<'_>) -> io::Result<()> {
    for statement in line.split(|&byte| byte == b';' || byte == b'{' || byte == b'}') {
        let text = String::from_utf8_lossy(statement);
        let text = text.split('[').next().unwrap_or("").split("//").next().unwrap_or("");
        if !text.contains("->") {
            continue;
        }
        let nodes: Vec<&str> = text.split("->").map(|node| node.trim().trim_matches('"')).collect();
        for two in nodes.windows(2) {
            let is_name = |name: &str| !name.is_empty() && !name.contains(char::is_whitespace);
            if !two.iter().all(|name| is_name(name)) {
                return Err(io::Error::other(format!("line {number}: a node is a name without blanks")));
            }
            visit(number, two[0].as_bytes(), two[1].as_bytes())?;
        }
    }
    Ok(())
}

/// Pairs of numbers of four bytes.
fn binary(path: &Path, visit: &mut dyn FnMut(u32, u32) -> io::Result<()>) -> io::Result<()> {
    let mut reader = BufReader::with_capacity(1 << 20, File::open(path)?);
    let mut place = 0_u64;
    loop {
        let (used, is_last) = {
            let bytes = reader.fill_buf()?;
            let whole = bytes.len() / 8 * 8;
            for pair in bytes[..whole].chunks_exact(8) {
                let half =
                    |at: usize| u32::from_le_bytes([pair[at], pair[at + 1], pair[at + 2], pair[at + 3]]);
                let (from, to) = (half(0), half(4));
                if u64::from(from.max(to)) > MOST_NODE {
                    return Err(io::Error::other(format!("arc {place}: nodes go up to {MOST_NODE}")));
                }
                visit(from, to)?;
                place += 1;
            }
            (whole, bytes.is_empty())
        };
        if is_last {
            return Ok(());
        }
        if used == 0 {
            // A pair lies across the end of what was read.
            let mut pair = [0; 8];
            reader
                .read_exact(&mut pair)
                .map_err(|_| io::Error::other("the file ends within a pair of numbers"))?;
            let half = |at: usize| u32::from_le_bytes([pair[at], pair[at + 1], pair[at + 2], pair[at + 3]]);
            if u64::from(half(0).max(half(4))) > MOST_NODE {
                return Err(io::Error::other(format!("arc {place}: nodes go up to {MOST_NODE}")));
            }
            visit(half(0), half(4))?;
            place += 1;
        }
        reader.consume(used);
    }
}
