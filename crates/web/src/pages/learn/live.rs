//! Boards within a text that can be played on.

use crate::address::{self, Address};
use crate::boards::{board, leads, picture};
use crate::jobs::Budget;
use crate::layout;
use grundy::{Approach, Convention, Marks, Position, Request};
use maud::{Markup, html};
use std::collections::BTreeMap;

/// The boards of a chapter: where each stands is in the address.
pub struct Boards<'a> {
    chapter: &'static str,
    query: &'a BTreeMap<String, String>,
    budget: &'a Budget,
    made: usize,
    want_more: bool,
}

impl<'a> Boards<'a> {
    /// The boards of a chapter, standing where the query says.
    pub fn new(chapter: &'static str, query: &'a BTreeMap<String, String>, budget: &'a Budget) -> Boards<'a> {
        Boards { chapter, query, budget, made: 0, want_more: false }
    }

    /// Whether a larger budget would say more of them.
    pub fn want_more(&self) -> bool {
        self.want_more
    }

    /// A board that begins with a position, played as usual.
    pub fn live(&mut self, start: &str, caption: &str) -> Markup {
        self.with(start, Convention::Normal, caption)
    }

    /// A board that begins with a position, played so that the last move loses.
    pub fn misere(&mut self, start: &str, caption: &str) -> Markup {
        self.with(start, Convention::Misere, caption)
    }

    /// The proof of the Nimber theorem on a small sum.
    pub fn proof(&mut self, sum: &str) -> Markup {
        let request = Request { run: self.budget.run(0.2), ..Request::default() };
        let Ok(sum) = sum.parse::<Position>() else { return html! {} };
        match sum.explain_proof(&request) {
            Ok(proof) => layout::steps(&proof.steps),
            Err(_) => html! {},
        }
    }

    /// The first steps of the explanation of a position.
    pub fn working(&mut self, position: &str, steps: usize) -> Markup {
        let request = Request { run: self.budget.run(0.2), ..Request::default() };
        let Ok(position) = position.parse::<Position>() else { return html! {} };
        match position.explain(&request, None) {
            Ok(explanation) => layout::steps(&explanation.steps[..steps.min(explanation.steps.len())]),
            Err(_) => html! {},
        }
    }

    /// Every position that can be reached, from the end backwards, each with what follows from its options.
    pub fn backwards(&mut self, start: &str) -> Markup {
        let approach = Approach::Definition;
        let request = Request { approach, run: self.budget.run(0.2), ..Request::default() };
        let Ok(start) = start.parse::<Position>() else { return html! {} };
        match start.explain(&request, None) {
            Ok(explanation) => layout::steps(&explanation.steps),
            Err(_) => html! {},
        }
    }

    fn with(&mut self, start: &str, convention: Convention, caption: &str) -> Markup {
        self.made += 1;
        let key = format!("b{}", self.made);
        let asked = self.query.get(&key).and_then(|text| text.parse::<Position>().ok());
        // A game may not be registered; the text stands without its board then.
        let Ok(begun) = start.parse::<Position>() else { return html! {} };
        let position = asked.unwrap_or_else(|| begun.clone());
        let request = Request {
            convention: Some(convention),
            named_moves: 0,
            run: self.budget.run(0.2),
            ..Request::default()
        };
        let answer = position.solve(&request);
        self.want_more |= answer.stopped.is_some();
        let drawn = picture(&position, &Marks::default());
        let leads = leads(&answer, &drawn, self.budget);
        self.want_more |= leads.is_none();
        let leads = leads.unwrap_or_default();
        let after = |label: &str| match position.play(label) {
            Ok(left) => self.address(&key, Some(&left)),
            Err(_) => self.address(&key, None),
        };
        let is_moved = position.to_string() != begun.to_string();
        html! {
            figure.live #(key) {
                @if !caption.is_empty() { figcaption { (caption) } }
                (layout::verdict(&answer))
                (board(drawn, &after, &leads))
                p.lead.small { code { (layout::shortened(&layout::named(&position), 120)) } }
                p.small {
                    @if is_moved { a href=(self.address(&key, None)) { "Start over" } " · " }
                    a href=(address::analysis(&position.to_string()).with_some("convention",
                        Some(convention).filter(|&convention| convention != position.usual_convention()))) { "Analyse" }
                }
            }
        }
    }

    /// This chapter with one board moved on, the others as they are.
    fn address(&self, key: &str, position: Option<&Position>) -> String {
        let mut address = Address::of(&format!("/learn/{}", self.chapter));
        for (other, text) in self.query {
            if other != key {
                address = address.with(other, text);
            }
        }
        address = address.with_some(key, position);
        // The query never ends up empty: the page's module knows its own links by it.
        if position.is_none() && self.query.keys().all(|other| other == key) {
            address = address.with(key, "");
        }
        format!("{address}#{key}")
    }
}
