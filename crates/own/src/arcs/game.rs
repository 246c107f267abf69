//! A game as a list of arcs: a position is a node.

use super::graph::Graph;
use super::read::Pairs;
use super::solve::{Solved, Unsolved, solve};
use crate::origin::Origin;
use crate::spec::Phrase;
use crate::spec::preamble::{Preamble, check_length, phrase, twice};
use crate::spec::statement::statements;
use grundy_core::{
    Card, Convention, Diagnostic, EMPTY, Explain, Knowledge, Listing, Nimber, Notation, Parameters, Playable,
    Reader, Ruleset, Run, Show, Stopped,
};
use std::collections::BTreeSet;
use std::fmt;
use std::fmt::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

/// A node, or the position in which there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArcNode(Option<u32>);

/// The rules of a game that is a list of arcs. Cheap to clone.
#[derive(Clone)]
pub struct ArcsGame {
    shared: Arc<Shared>,
}

/// What all copies of the rules share.
struct Shared {
    graph: Graph,
    solved: Solved,
    text: String,
}

/// A rules file of the kind `arcs`, with the graph of the file that it names. It reads files: it is for the user's own
/// machine.
///
/// ```
/// use grundy_core::{Knowledge, Listing, Nimber, Notation, Parameters, Reader, Run};
/// use grundy_own::ArcsFile;
/// let folder = std::env::temp_dir().join(format!("grundy-arcs-{}", std::process::id()));
/// std::fs::create_dir_all(&folder)?;
/// std::fs::write(folder.join("mine.txt"), "start left\nstart right\nright left # the end\n")?;
/// let file = ArcsFile::read("game mine\narcs mine.txt\nexample start\n", &folder, &Run::unlimited())?;
/// let rules = file.rules(&Parameters::default())?;
/// let at = rules.parse(&mut Reader::new("start"))?;
/// assert_eq!(rules.theorem(&at), Some(Nimber(2)));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct ArcsFile {
    game: ArcsGame,
    preamble: Preamble,
    name: String,
}

/// A cycle is told with at most this many nodes.
const MOST_TOLD: usize = 12;
/// More moves than these are not listed on a picture of text.
const MOST_SHOWN: usize = 40;

impl ArcsFile {
    /// Reads the text of a rules file, and the file of arcs that it names; `folder` is where that is looked for. The
    /// cost is linear in the number of arcs: four bytes each, and eight for each node.
    ///
    /// # Errors
    /// The first mistake of the text; what is wrong with the file of arcs; or a cycle, with its nodes.
    pub fn read(text: &str, folder: &Path, run: &Run) -> Result<ArcsFile, Diagnostic> {
        check_length(text, Origin::Local)?;
        let (preamble, path) = spec(text)?;
        let wrong = |told: String, help: &str| Diagnostic::new(told, path.span.clone()).help(help);
        let full = folder.join(&path.text);
        let shown = full.display();
        let stopped = |stopped: &Stopped| {
            wrong(format!("the arcs in {shown} were not valued: {stopped}"), "allow more")
        };
        let read = Pairs::open(&full, run).and_then(|mut pairs| Graph::of(&mut pairs, run));
        let graph = read.map_err(|error| match error.get_ref().and_then(|inner| inner.downcast_ref()) {
            Some(inner) => stopped(inner),
            None => wrong(
                format!("the arcs in {shown} cannot be read: {error}"),
                "an arc a line, `from to`; DIMACS, DOT and pairs of numbers of 32 bits are read too",
            ),
        })?;
        let solved = solve(&graph, run).map_err(|unsolved| match unsolved {
            Unsolved::Stopped(reason) => stopped(&reason),
            Unsolved::Cycle(nodes) => wrong(
                format!("this game may go on for ever: {}", cycle(&graph, &nodes)),
                "a game has no cycles: take an arc of it away",
            ),
        })?;
        let game = ArcsGame { shared: Arc::new(Shared { graph, solved, text: text.to_owned() }) };
        let name = preamble.name.as_ref().map_or_else(String::new, |name| name.text.clone());
        let file = ArcsFile { game, preamble, name };
        file.check_example()?;
        Ok(file)
    }

    /// The same game under another name.
    #[must_use]
    pub fn named(mut self, name: &str) -> ArcsFile {
        name.clone_into(&mut self.name);
        self
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text of the rules file.
    pub fn text(&self) -> &str {
        &self.game.shared.text
    }

    /// Where the name stands in the text.
    pub fn name_span(&self) -> std::ops::Range<usize> {
        self.preamble.name.as_ref().map_or(0..0, |name| name.span.clone())
    }

    /// What was found out about the arcs, for people.
    pub fn facts(&self) -> Vec<(&'static str, String)> {
        let shared = &self.game.shared;
        let most = shared.solved.nimbers.iter().max().copied().unwrap_or(0);
        let losing = shared.solved.nimbers.iter().filter(|&&nimber| nimber == 0).count();
        vec![
            ("nodes", shared.graph.count().to_string()),
            ("arcs", shared.graph.arcs().to_string()),
            ("it ends", "no arcs lead round and round".to_owned()),
            ("nimbers", format!("up to {most}; {losing} nodes are P-positions")),
        ]
    }

    /// The node of the example, or the first.
    pub fn example(&self) -> String {
        match &self.preamble.example {
            Some(example) => example.text.clone(),
            None if self.game.shared.graph.count() == 0 => EMPTY.to_owned(),
            None => self.game.shared.graph.nodes.name(0),
        }
    }

    fn check_example(&self) -> Result<(), Diagnostic> {
        let Some(example) = &self.preamble.example else { return Ok(()) };
        let mut reader = Reader::new(&example.text);
        let read = self.game.parse(&mut reader).and_then(|_| reader.expect_end());
        read.map_err(|error| error.shifted(example.span.start))
    }
}

/// The lines of a rules file of arcs.
fn spec(text: &str) -> Result<(Preamble, Phrase), Diagnostic> {
    let (mut preamble, mut path) = (Preamble::default(), None);
    for (index, statement) in statements(text).enumerate() {
        if index == 0 && statement.word != "game" {
            return Err(Preamble::name_first(statement));
        }
        match preamble.read(statement) {
            Some(read) => read?,
            None if statement.word == "arcs" && path.is_some() => return Err(twice(statement)),
            None if statement.word == "arcs" => path = Some(phrase(statement)?),
            None => {
                let shown: String = statement.word.chars().take(40).flat_map(char::escape_debug).collect();
                let message = format!("`{shown}` begins no line of a rules file of arcs");
                return Err(Diagnostic::new(message, statement.word_span())
                    .help("a line begins with game, title, says, by, play, example or arcs"));
            }
        }
    }
    let end = text.trim_end().len();
    let path = path
        .ok_or_else(|| Diagnostic::new("the file of arcs is missing", end..end).help("write `arcs FILE`"))?;
    Ok((preamble, path))
}

/// The nodes of a cycle, and the first again.
fn cycle(graph: &Graph, nodes: &[u32]) -> String {
    let mut told: Vec<String> = nodes.iter().take(MOST_TOLD).map(|&node| graph.nodes.name(node)).collect();
    if nodes.len() > MOST_TOLD {
        told.push(format!("... ({} nodes)", nodes.len()));
    }
    told.push(graph.nodes.name(nodes[0]));
    told.join(" -> ")
}

impl ArcsGame {
    /// Where the moves of a position lead, each once.
    fn targets(&self, at: &ArcNode) -> Vec<u32> {
        let Some(node) = at.0 else { return Vec::new() };
        let mut met = BTreeSet::new();
        let targets = self.shared.graph.targets(node).iter().copied();
        targets.filter(|&target| met.insert(target)).collect()
    }

    fn name(&self, node: u32) -> String {
        self.shared.graph.nodes.name(node)
    }
}

impl fmt::Debug for ArcsGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ArcsGame").field("nodes", &self.shared.graph.count()).finish_non_exhaustive()
    }
}

impl fmt::Debug for ArcsFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ArcsFile").field("name", &self.name).field("game", &self.game).finish()
    }
}

impl Ruleset for ArcsGame {
    type Position = ArcNode;
    type Move = ArcNode;

    fn moves<B>(&self, at: &ArcNode, visit: impl FnMut(ArcNode) -> ControlFlow<B>) -> ControlFlow<B> {
        self.targets(at).into_iter().map(|target| ArcNode(Some(target))).try_for_each(visit)
    }

    fn play(&self, _: &ArcNode, to: &ArcNode) -> ArcNode {
        *to
    }

    /// The place in an order in which arcs lead to earlier nodes.
    fn moves_left(&self, at: &ArcNode) -> u128 {
        at.0.map_or(0, |node| self.shared.solved.order[node as usize].into())
    }

    fn knowledge(&self) -> &dyn Knowledge<Self> {
        self
    }
}

impl Knowledge<ArcsGame> for ArcsGame {
    fn theorem(&self, at: &ArcNode) -> Option<Nimber> {
        Some(at.0.map_or(Nimber::ZERO, |node| Nimber(self.shared.solved.nimbers[node as usize].into())))
    }
}

impl Notation for ArcsGame {
    fn parse(&self, text: &mut Reader<'_>) -> Result<ArcNode, Diagnostic> {
        if text.eat_empty() {
            return Ok(ArcNode(None));
        }
        text.skip_blanks();
        let start = text.position();
        let name = text.take_while(|c| !c.is_whitespace());
        let help = || match self.shared.graph.count() {
            0 => "the file has no arcs".to_owned(),
            _ => format!("write a node of the file, such as `{}`", self.name(0)),
        };
        if name.is_empty() {
            return Err(Diagnostic::new("a node is missing", text.here()).help(help()));
        }
        let node = self.shared.graph.nodes.find(name, self.shared.graph.count());
        let shown: String = name.chars().take(40).flat_map(char::escape_debug).collect();
        let unknown =
            || Diagnostic::new(format!("there is no node `{shown}`"), text.since(start)).help(help());
        Ok(ArcNode(Some(node.ok_or_else(unknown)?)))
    }

    fn format(&self, at: &ArcNode) -> String {
        at.0.map_or_else(|| EMPTY.to_owned(), |node| self.name(node))
    }

    fn label(&self, _: &ArcNode, mv: &ArcNode) -> String {
        self.format(mv)
    }

    fn parse_move(&self, at: &ArcNode, label: &str) -> Result<ArcNode, Diagnostic> {
        let node = self.shared.graph.nodes.find(label, self.shared.graph.count());
        let is_there = node.filter(|node| self.targets(at).contains(node));
        is_there.map(|node| ArcNode(Some(node))).ok_or_else(|| {
            let shown: String = label.chars().take(40).flat_map(char::escape_debug).collect();
            Diagnostic::new(format!("no arc leads from {} to `{shown}`", self.format(at)), 0..label.len())
                .help("write the node that the move leads to")
        })
    }

    fn say(&self, _: &ArcNode, mv: &ArcNode) -> String {
        format!("go to {}", self.format(mv))
    }
}

impl Show for ArcsGame {
    fn show(&self, at: &ArcNode, _: usize) -> String {
        let targets = self.targets(at);
        let mut text = format!("{} ->", self.format(at));
        for &target in targets.iter().take(MOST_SHOWN) {
            let _ = write!(text, " {}", self.name(target));
        }
        if targets.len() > MOST_SHOWN {
            let _ = write!(text, " ... ({})", targets.len());
        }
        text.push('\n');
        text
    }
}

impl Explain for ArcsGame {
    fn zero_without_search(&self) -> &'static str {
        "by the nimbers of all nodes"
    }
}

impl Playable for ArcsGame {
    /// All nodes with their names, and where their arcs lead, in the order of the file. The cost is linear in the number
    /// of arcs. The length stands before a name, which may hold any sign but blanks.
    fn signature(&self, _: &str, write: &mut dyn FnMut(&str)) {
        let graph = &self.shared.graph;
        write("own arcs 2");
        let names = if graph.nodes.are_numbers() { "numbers" } else { "names" };
        write(&format!("{} nodes, {} arcs, {names}", graph.count(), graph.arcs()));
        let mut line = String::new();
        for node in 0..graph.count() as u32 {
            line.clear();
            if !graph.nodes.are_numbers() {
                let name = graph.nodes.name(node);
                let _ = write!(line, "{} {name}", name.len());
            }
            line.push_str(" ->");
            for target in graph.targets(node) {
                let _ = write!(line, " {target}");
            }
            write(&line);
        }
    }
}

impl Listing for ArcsFile {
    type Rules = ArcsGame;

    fn card(&self) -> Card {
        let text = |phrase: &Option<Phrase>| phrase.as_ref().map(|phrase| phrase.text.clone());
        let title = text(&self.preamble.title).unwrap_or_else(|| self.name.clone());
        let says = text(&self.preamble.says).unwrap_or_else(|| "go along an arc".to_owned());
        let play = self.preamble.play.unwrap_or(Convention::Normal);
        Card::new(self.name.clone(), title, says, self.example()).with_convention(play)
    }

    fn rules(&self, _: &Parameters) -> Result<ArcsGame, Diagnostic> {
        Ok(self.game.clone())
    }
}
