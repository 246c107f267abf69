//! Positions as pictures whose moves are links.

use crate::desk::Budget;
use grundy::picture::{Picture, Svg};
use grundy::{Convention, Limits, Marks, Nimber, Outcome, Position, Request};
use maud::{Markup, PreEscaped, html};
use std::collections::BTreeMap;

/// So many moves are followed to tell where they lead.
const MOST_FOLLOWED: usize = 240;

/// Where a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lead {
    /// Who wins what it leaves.
    pub outcome: Outcome,
    /// What it leaves is worth this; nothing under misère play.
    pub nimber: Option<Nimber>,
}

impl Lead {
    /// As a person would say it.
    pub fn told(&self) -> String {
        let wins = if self.outcome == Outcome::P { "wins" } else { "loses" };
        match self.nimber {
            Some(nimber) => format!("leaves {nimber}: it {wins}"),
            None => format!(
                "leaves {}-position: it {wins}",
                match self.outcome {
                    Outcome::N => "an N",
                    Outcome::P => "a P",
                }
            ),
        }
    }
}

/// The picture of a position; the empty one of a sum of nothing.
pub fn picture(position: &Position, marks: &Marks<String>) -> Picture {
    position.draw(marks).or_else(|_| position.draw(&Marks::default())).unwrap_or_else(|_| Picture::new(""))
}

/// The moves that a picture shows, each once, from the back to the front.
fn shown_moves(picture: &Picture) -> Vec<String> {
    let mut labels: Vec<String> = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    picture.each_shape(&mut |shape, _| {
        if let Some(label) = shape.label()
            && seen.insert(label.to_owned())
        {
            labels.push(label.to_owned());
        }
    });
    labels
}

/// Where moves lead: those that the picture shows, and the first in reading order; as far as a part of
/// the budget goes.
pub fn leads(
    position: &Position,
    picture: &Picture,
    convention: Convention,
    budget: &Budget,
) -> BTreeMap<String, Lead> {
    let mut labels = shown_moves(picture);
    labels.truncate(MOST_FOLLOWED);
    labels.extend(position.moves(MOST_FOLLOWED - labels.len().min(MOST_FOLLOWED)));
    let limits = budget.limits(0.8);
    let deadline = limits.time.map(|time| std::time::Instant::now() + time);
    let mut nodes_left = limits.nodes.unwrap_or(u64::MAX);
    let mut leads = BTreeMap::new();
    for label in labels {
        if leads.contains_key(&label) {
            continue;
        }
        let time = deadline.map(|deadline| deadline.saturating_duration_since(std::time::Instant::now()));
        if time.is_some_and(|time| time.is_zero()) || nodes_left == 0 {
            break;
        }
        let Ok(left) = position.play(&label) else { continue };
        let limits = Limits { nodes: Some(nodes_left), time, ..limits };
        let run = grundy::Run::new(limits).with_cancel(std::sync::Arc::clone(budget.cancel()));
        let request = Request { convention: Some(convention), named_moves: 0, run, ..Request::default() };
        let answer = left.solve(&request);
        nodes_left = nodes_left.saturating_sub(answer.nodes);
        let Some(outcome) = answer.outcome else { break };
        leads.insert(label, Lead { outcome, nimber: answer.nimber });
    }
    leads
}

/// A picture in a page, its moves as links.
pub fn board(picture: Picture, link: &dyn Fn(&str) -> String, leads: &BTreeMap<String, Lead>) -> Markup {
    let told = |label: &str, title: Option<&str>| match (title, leads.get(label)) {
        (title, Some(lead)) => Some(format!("{}: {}", title.unwrap_or(label), lead.told())),
        (title, None) => Some(title.unwrap_or(label).to_owned()),
    };
    let svg = picture.retold(&told).render(&Svg::in_page().links(&|label| Some(link(label))));
    html! { div.board { (PreEscaped(svg)) } }
}

/// A picture in a page, to be looked at only.
pub fn still(picture: &Picture) -> Markup {
    html! { div.board { (PreEscaped(picture.render(&Svg::in_page()))) } }
}
