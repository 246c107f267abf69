//! Graphs as pictures, and in a terminal: as trees that grow from the ground, one edge a line.

use super::Hackenbush;
use super::graph::{Dense, Edge, GROUND, Graph};
use super::notation::edges;
use super::picture;
use super::steps;
use grundy_core::{DrawnStep, Marks, Show, Word};
use std::fmt::Write;

/// So many edges are drawn one by one.
const MOST_LINES: usize = 60;
/// A larger graph is told in a sentence only.
const MOST_DRAWN: usize = 100_000;

impl Show for Hackenbush {
    /// The edges as branches of a tree from the ground, each with its number; an edge that closes a
    /// cycle says which vertex it leads back to.
    fn show(&self, at: &Graph, width: usize) -> String {
        if at.is_empty() {
            return "(no edges)\n".to_owned();
        }
        let dense = at.dense();
        if at.len() > MOST_DRAWN {
            return format!("too large to draw: {}\n", summary(at, &dense));
        }
        let (mut text, shown) = Lines::new(at, &dense).lines(width);
        if shown < at.len() {
            let _ = writeln!(text, "... {} more; {} in all", edges(at.len() - shown), summary(at, &dense));
        }
        text
    }

    /// The graph above its ground line, parallel edges and loops as curves, each edge with its number.
    fn draw(&self, at: &Graph, marks: &Marks<Edge>) -> grundy_picture::Picture {
        if at.len() > picture::MOST_EDGES {
            let told = format!("too large to draw: {}", summary(at, &at.dense()));
            return grundy_picture::Picture::of_text("a graph on the ground", &told);
        }
        picture::draw(at, marks)
    }

    fn drawn_steps(&self, at: &Graph) -> Vec<DrawnStep> {
        steps::drawn(at)
    }
}

fn summary(graph: &Graph, dense: &Dense<'_>) -> String {
    let mut is_joined = vec![false; dense.count];
    dense.edges.iter().flatten().for_each(|&vertex| is_joined[vertex as usize] = true);
    let vertices = is_joined[1..].iter().filter(|&&is_joined| is_joined).count();
    let vertices = if vertices == 1 { "1 vertex".to_owned() } else { format!("{vertices} vertices") };
    let (_, pieces) = graph.pieces();
    let pieces = Word::count(pieces as u128, "piece");
    format!("{}, {vertices} above the ground, {pieces}", edges(graph.len()))
}

/// An edge of the picture, with what grows from its upper end.
struct Branch {
    edge: u32,
    vertex: u32,
    /// Whether the edge leads back to a vertex that is drawn elsewhere.
    leads_back: bool,
    branches: Vec<usize>,
}

/// The branches of a graph; the first stands for the ground.
struct Lines<'d> {
    graph: &'d Graph,
    dense: &'d Dense<'d>,
    branches: Vec<Branch>,
}

impl<'d> Lines<'d> {
    /// Searches the graph depth first, edges in the order listed.
    fn new(graph: &'d Graph, dense: &'d Dense<'d>) -> Self {
        let mut edges_at = vec![Vec::new(); dense.count];
        for (&[from, to], edge) in dense.edges.iter().zip(0u32..) {
            edges_at[to as usize].push(edge);
            if from != to {
                edges_at[from as usize].push(edge);
            }
        }
        let ground = Branch { edge: 0, vertex: GROUND, leads_back: false, branches: Vec::new() };
        let mut picture = Lines { graph, dense, branches: vec![ground] };
        let mut is_seen = vec![false; dense.count];
        let mut is_drawn = vec![false; dense.edges.len()];
        is_seen[GROUND as usize] = true;
        // Branches on the way here, each with how many edges at its vertex have been read.
        let mut way = vec![(0usize, 0usize)];
        while let Some((branch, read)) = way.last_mut() {
            let (at, vertex) = (*branch, picture.branches[*branch].vertex);
            let Some(&edge) = edges_at[vertex as usize].get(*read) else {
                way.pop();
                continue;
            };
            *read += 1;
            if std::mem::replace(&mut is_drawn[edge as usize], true) {
                continue;
            }
            let [from, to] = dense.edges[edge as usize];
            let other = if from == vertex { to } else { from };
            let leads_back = std::mem::replace(&mut is_seen[other as usize], true);
            let new = picture.branches.len();
            picture.branches[at].branches.push(new);
            picture.branches.push(Branch { edge, vertex: other, leads_back, branches: Vec::new() });
            if !leads_back {
                way.push((new, 0));
            }
        }
        picture
    }

    /// The picture as lines, and how many edges it shows.
    fn lines(&self, width: usize) -> (String, usize) {
        let mut text = "ground\n".to_owned();
        let (mut lines, mut shown) = (0, 0);
        let begin = |branch: &Branch| branch.branches.iter().rev().copied().collect::<Vec<_>>();
        // What is still to be drawn: the branches with the text before them, and whether more follow.
        let mut waiting: Vec<(usize, String, bool)> = Vec::new();
        let push = |waiting: &mut Vec<_>, branches: Vec<usize>, before: &str| {
            for (place, branch) in branches.into_iter().enumerate() {
                waiting.push((branch, before.to_owned(), place > 0));
            }
        };
        push(&mut waiting, begin(&self.branches[0]), "");
        while let Some((first, before, has_next)) = waiting.pop() {
            if lines >= MOST_LINES {
                break;
            }
            let mut line = format!("{before}{}", if has_next { "├" } else { "└" });
            let inner = format!("{before}{}", if has_next { "│    " } else { "     " });
            let mut columns = line.chars().count();
            let mut branch = &self.branches[first];
            loop {
                let word = self.word(branch);
                if columns + word.chars().count() > width && shown > 0 && columns > inner.chars().count() + 1
                {
                    text.push_str(line.trim_end());
                    text.push('\n');
                    lines += 1;
                    line.clone_from(&inner);
                    columns = line.chars().count();
                }
                columns += word.chars().count();
                line.push_str(&word);
                shown += 1;
                match branch.branches.as_slice() {
                    [only] if lines < MOST_LINES => branch = &self.branches[*only],
                    _ => break,
                }
            }
            text.push_str(line.trim_end());
            text.push('\n');
            lines += 1;
            push(&mut waiting, begin(branch), &inner);
        }
        (text, shown)
    }

    /// An edge with its number, and the vertex that it leads to: `─3─ 2 `, `─4─ (1)` back to 1.
    fn word(&self, branch: &Branch) -> String {
        let (edge, vertex) = (self.graph.number(Edge(branch.edge)), self.dense.name(branch.vertex));
        match (branch.leads_back, vertex) {
            (true, GROUND) => format!("─{edge}─ (ground)"),
            (true, _) => format!("─{edge}─ ({vertex})"),
            (false, _) => format!("─{edge}─ {vertex} "),
        }
    }
}
