//! Graphs in a terminal and as pictures.

use super::net::Net;
use super::rules::{GraphGame, NetMove};
use super::spec::Thing;
use grundy_core::{Marks, Notation, Ruleset, Show, Word};
use grundy_games::hackenbush::FreeDrawing;
use grundy_picture::{Picture, Shape, text_width};
use std::fmt::Write;
use std::ops::ControlFlow;

/// More lines than this are summed up.
const MOST_LINES: usize = 40;
/// A larger graph is told in a sentence.
const MOST_DRAWN: usize = 400;
/// The size of numbers and names.
const SIZE: f64 = 12.0;

impl Show for GraphGame {
    /// Each vertex with its neighbours; where moves take edges, then the edges with their numbers.
    fn show(&self, at: &Net, width: usize) -> String {
        if at.count() == 0 {
            return "(nothing)\n".to_owned();
        }
        let names: Vec<_> = (0..at.count()).map(|vertex| at.name(vertex)).collect();
        let mut beside = vec![Vec::new(); names.len()];
        for &[one, other] in at.edges() {
            beside[one as usize].push(other);
            if one != other {
                beside[other as usize].push(one);
            }
        }
        let margin = names.iter().map(|name| name.len()).max().unwrap_or(1);
        let mut text = String::new();
        for (name, beside) in names.iter().zip(&mut beside).take(MOST_LINES) {
            beside.sort_unstable();
            let words = beside.iter().map(|&other| names[other as usize].to_string());
            lines(&mut text, &format!("{name:>margin$} │"), words, width);
        }
        let hidden = names.len().saturating_sub(MOST_LINES);
        if hidden > 0 {
            let _ = writeln!(
                text,
                "... and {}",
                Word::count(hidden as u128, "more vertex").replace("vertexs", "vertices")
            );
        }
        if self.spec().takes(Thing::Edge) && !at.edges().is_empty() {
            let edge = |(place, &[one, other]): (usize, &[u32; 2])| {
                format!("{}: {}-{}", place + 1, names[one as usize], names[other as usize])
            };
            lines(&mut text, "edges", at.edges().iter().enumerate().take(MOST_DRAWN).map(edge), width);
        }
        text
    }

    /// Vertices in layers by their distance from the first of each component, edges as curves. What moves take stands
    /// for them.
    fn draw(&self, at: &Net, marks: &Marks<NetMove>) -> Picture {
        let title = self.spec().preamble.title.as_ref().map_or(self.spec().name(), |title| &title.text);
        let title = format!("a position of {title}");
        if at.count() == 0 || at.edges().len() > MOST_DRAWN || at.count() as usize > MOST_DRAWN {
            let (vertices, edges) = (at.count(), Word::count(at.edges().len() as u128, "edge"));
            let told = match vertices {
                0 => "nothing".to_owned(),
                1 => format!("a graph of 1 vertex and {edges}"),
                _ => format!("a graph of {vertices} vertices and {edges}"),
            };
            return Picture::of_text(title, &told);
        }
        self.drawn(at, marks, Picture::new(title))
    }
}

impl GraphGame {
    fn drawn(&self, at: &Net, marks: &Marks<NetMove>, mut picture: Picture) -> Picture {
        let takes_edges = self.spec().takes(Thing::Edge);
        let moves = self.first_moves(at);
        let of = |thing: Thing, index: u32| moves.iter().find(|mv| (mv.thing, mv.index) == (thing, index));
        let gone = marks.making.map(|mv| self.gone(at, &mv));
        let edges: Vec<[usize; 2]> = at.edges().iter().map(|ends| ends.map(|end| end as usize)).collect();
        let number = |edge: usize| if takes_edges { (edge + 1).to_string() } else { String::new() };
        let drawing = FreeDrawing::of(&edges, at.count() as usize, |edge| text_width(&number(edge), SIZE));
        let mut numbers = Vec::new();
        for ((path, middle), edge) in drawing.ways.into_iter().zip(0_u32..) {
            let mv = of(Thing::Edge, edge);
            let is_taken = gone.as_ref().is_some_and(|gone| gone.edges[edge as usize]);
            let shape = Shape::path(path).class("edge").class_if(is_taken, "taken");
            let shape = shape.class_if(!is_taken && self.wins(marks, &moves, Thing::Edge, edge), "winning");
            picture.add(match mv {
                Some(mv) => shape.stands_for(self.label(at, mv)).title(self.say(at, mv)),
                None => shape,
            });
            if takes_edges {
                numbers.push(Shape::text(middle, number(edge as usize), SIZE).class("number"));
            }
        }
        for (&point, vertex) in drawing.points.iter().zip(0_u32..) {
            let name = at.name(vertex);
            let radius = (text_width(&name, SIZE) / 2.0 + 5.0).max(12.0);
            let is_taken = gone.as_ref().is_some_and(|gone| gone.vertices[vertex as usize]);
            let shape = Shape::circle(point, radius).class("counter").class_if(is_taken, "taken");
            let shape =
                shape.class_if(!is_taken && self.wins(marks, &moves, Thing::Vertex, vertex), "winning");
            picture.add(match of(Thing::Vertex, vertex) {
                Some(mv) => shape.stands_for(self.label(at, mv)).title(self.say(at, mv)),
                None => shape.title(format!("vertex {name}")),
            });
            picture.add(Shape::text(point, name.to_string(), SIZE).class("label"));
        }
        numbers.into_iter().for_each(|number| picture.add(number));
        picture
    }

    /// Whether a marked move takes this.
    fn wins(&self, marks: &Marks<NetMove>, moves: &[NetMove], thing: Thing, index: u32) -> bool {
        moves.iter().any(|mv| (mv.thing, mv.index) == (thing, index) && marks.wins(mv))
    }

    fn first_moves(&self, at: &Net) -> Vec<NetMove> {
        let mut moves = Vec::new();
        let _ = self.moves(at, |mv| {
            moves.push(mv);
            ControlFlow::<()>::Continue(())
        });
        moves
    }
}

/// Words behind a margin, in as many lines as they need.
fn lines(text: &mut String, margin: &str, words: impl Iterator<Item = String>, width: usize) {
    let mut line = margin.to_owned();
    for word in words {
        if line.chars().count() + 2 + word.chars().count() > width && line != margin {
            let _ = writeln!(text, "{}", line.trim_end());
            line = " ".repeat(margin.chars().count());
        }
        line += " ";
        line += &word;
    }
    let _ = writeln!(text, "{}", line.trim_end());
}
