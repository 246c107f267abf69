//! Why a graph has its value and why a cut wins, as a teacher would tell it.

mod cuts;

use super::Hackenbush;
use super::graph::{Edge, GROUND, Graph};
use super::theorem::Fused;
use grundy_core::{Convention, Explain, ExplainRequest, Step, TextTable};

/// Tables and lists show this many lines before they are cut.
const MOST_LINES: usize = 20;
/// So many numbers are named in a row.
const MOST_NAMED: usize = 6;

/// A graph with what fusion makes of it.
struct Working<'g> {
    graph: &'g Graph,
    fused: Fused,
    /// For every edge its number in the position that is explained.
    numbers: Vec<u32>,
}

impl Explain for Hackenbush {
    fn explain(&self, at: &Graph, question: &ExplainRequest<'_, Edge>) -> Vec<Step> {
        if at.is_empty() {
            let end = "No edge is left, so there is no move: the position is worth *0.";
            return vec![Step::new("Nothing stands on the ground").text(end)];
        }
        let working = Working::new(at, (0..at.len() as u32).map(|edge| at.number(Edge(edge))).collect());
        let mut steps = working.fusion();
        steps.extend(working.colon());
        steps.push(working.at_the_ground());
        steps.extend(question.focus.map(|&edge| working.focus(edge)));
        steps.push(match question.convention {
            Convention::Normal => working.winning_cuts(question),
            Convention::Misere => working.misere_cuts(question.target),
        });
        steps
    }
}

impl<'g> Working<'g> {
    fn new(graph: &'g Graph, numbers: Vec<u32>) -> Self {
        Working { graph, fused: Fused::new(graph), numbers }
    }

    /// An edge with its ends: `3 (1-2)`.
    fn edge(&self, edge: Edge) -> String {
        let [from, to] = self.graph.edges()[edge.index()];
        format!("{} ({from}-{to})", self.numbers[edge.index()])
    }

    fn number(&self, edge: Edge) -> String {
        self.numbers[edge.index()].to_string()
    }

    fn value(&self, component: usize) -> u64 {
        self.fused.components[component].value
    }

    /// The vertices that became one: `{1, 2, 3}`; one alone: `vertex 4`.
    fn name(&self, component: usize) -> String {
        match self.fused.components[component].vertices.as_slice() {
            [GROUND] => "the ground".to_owned(),
            [one] => format!("vertex {one}"),
            many => {
                let mut sorted = many.to_vec();
                sorted.sort_unstable();
                format!("{{{}}}", shortened(sorted.into_iter().map(|vertex| vertex.to_string())))
            }
        }
    }

    /// What a component comes to: `loop 1 ⊕ edge 2: 3 ⊕ edge 5: 1 = 3`.
    fn sum(&self, component: usize) -> String {
        let at = &self.fused.components[component];
        let mut terms: Vec<String> = Vec::new();
        if at.loops.len() % 2 == 1 {
            terms.push("stalk 1".to_owned());
        }
        let worth = |&above: &usize| {
            let (edge, _) = self.fused.components[above].below?;
            Some(format!("edge {}: {}", self.number(edge), 1 + self.value(above)))
        };
        terms.extend(at.above.iter().take(MOST_NAMED).filter_map(worth));
        if at.above.len() > MOST_NAMED {
            terms.push(format!("{} more", at.above.len() - MOST_NAMED));
        }
        match terms.as_slice() {
            [] => "nothing, 0".to_owned(),
            [one] => one.clone(),
            _ => format!("{} = {}", terms.join(" ⊕ "), at.value),
        }
    }

    /// Which vertices become one, which edges loops, and what the loops come to.
    fn fusion(&self) -> Vec<Step> {
        let fused: Vec<usize> = (0..self.fused.components.len())
            .filter(|&component| !self.fused.components[component].loops.is_empty())
            .collect();
        if fused.is_empty() {
            let told = "So nothing has to be fused: every edge is a bridge, and the graph is made of trees.";
            return vec![Step::new("There are no cycles").text(told)];
        }
        let mut merged = TextTable::new(["vertices that become one", "edges that become loops"]);
        let mut stalks = TextTable::new(["at", "loops", "what stays"]);
        for &component in fused.iter().take(MOST_LINES) {
            let loops = &self.fused.components[component].loops;
            merged.row([self.name(component), shortened(loops.iter().map(|&edge| self.edge(edge)))]);
            let stays = if loops.len() % 2 == 1 { "one stalk, worth 1" } else { "nothing, 0" };
            stalks.row([self.name(component), loops.len().to_string(), stays.to_owned()]);
        }
        let mut fusion = Step::new("Fusion: the vertices of a cycle become one, its edges loops there")
            .text("The value does not change when vertices on one cycle are brought together.")
            .table(merged);
        let mut loops = Step::new("Loops: each is a stalk of one edge, and two equal stalks cancel")
            .text("Of the loops at one vertex only the parity counts.")
            .table(stalks);
        if fused.len() > MOST_LINES {
            let more = fused.len() - MOST_LINES;
            fusion = fusion.text(format!("... and {more} more such places."));
            loops = loops.text(format!("... and {more} more in the same way."));
        }
        vec![fusion, loops]
    }

    /// Every bridge with what stands on it, from the top down to the ground.
    fn colon(&self) -> Option<Step> {
        let bridges = self.fused.components.len() - 1;
        if bridges == 0 {
            return None;
        }
        let mut table = TextTable::new(["edge", "holds", "worth together", "with the edge"]);
        for component in (1..=bridges.min(MOST_LINES)).rev() {
            let Some((edge, _)) = self.fused.components[component].below else { continue };
            let with_edge = 1 + self.value(component);
            table.row([self.edge(edge), self.name(component), self.sum(component), with_edge.to_string()]);
        }
        let step = Step::new("The colon principle: an edge that holds a tree of value v is worth 1 + v");
        let step = match bridges > MOST_LINES {
            true => step.text(format!(
                "From the top down to the ground; of {bridges} bridges the {MOST_LINES} that come last."
            )),
            false => step.text("From the top down to the ground."),
        };
        Some(step.table(table))
    }

    fn at_the_ground(&self) -> Step {
        Step::new("At the ground everything adds up, by nim-sum ⊕").text(format!(
            "{}: {}. The position is worth *{}.",
            capital(&self.name(0)),
            self.sum(0),
            self.value(0)
        ))
    }
}

/// Some of the words in a row, and how many more there are.
fn shortened(words: impl ExactSizeIterator<Item = String>) -> String {
    let count = words.len();
    let mut named: Vec<String> = words.take(MOST_NAMED).collect();
    if count > MOST_NAMED {
        named.push(format!("... {} more", count - MOST_NAMED));
    }
    named.join(", ")
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
