//! Boards within a text that can be played on.

use crate::address::{self, Address};
use crate::boards::{board, leads, picture};
use crate::jobs::Budget;
use crate::layout;
use grundy::{Approach, Convention, Marks, Position, Request};
use maud::{Markup, html};
use std::collections::BTreeMap;
use std::fmt;

/// The boards of a chapter: where each stands is in the address.
pub struct Boards<'a> {
    chapter: &'static str,
    query: &'a BTreeMap<String, String>,
    budget: &'a Budget,
    made: usize,
    want_more: bool,
    asked: usize,
    right: usize,
}

impl<'a> Boards<'a> {
    /// The boards of a chapter, standing where the query says.
    pub fn new(chapter: &'static str, query: &'a BTreeMap<String, String>, budget: &'a Budget) -> Boards<'a> {
        Boards { chapter, query, budget, made: 0, want_more: false, asked: 0, right: 0 }
    }

    /// Whether a larger budget would say more of them.
    pub fn want_more(&self) -> bool {
        self.want_more
    }

    /// Notes that a larger budget would say more.
    pub fn wants(&mut self, more: bool) {
        self.want_more |= more;
    }

    /// What may be computed.
    pub fn budget(&self) -> &'a Budget {
        self.budget
    }

    /// The key of one more exercise.
    pub fn next_exercise(&mut self) -> String {
        self.asked += 1;
        format!("e{}", self.asked)
    }

    /// What the address says for a key.
    pub fn given(&self, key: &str) -> &str {
        self.query.get(key).map_or("", String::as_str)
    }

    /// Counts an exercise that is solved.
    pub fn count(&mut self, is_right: bool) {
        self.right += usize::from(is_right);
    }

    /// How many exercises there are, and how many are solved.
    pub fn progress(&self) -> Markup {
        html! {
            @if self.asked > 0 {
                p.small.progress-told {
                    "Exercises solved: " (self.right) " of " (self.asked) "."
                    @if self.right == self.asked { " That was all of this chapter." }
                }
            }
        }
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
            Err(_) => self.address(&key, None::<&str>),
        };
        let is_moved = position.to_string() != begun.to_string();
        html! {
            figure.live #(key) tabindex="-1" {
                @if !caption.is_empty() { figcaption { (caption) } }
                // The verdict is folded away, so that the reader can think first.
                details.asked open[is_moved] {
                    summary { "Who wins?" }
                    (layout::verdict(&answer))
                }
                (board(drawn, &after, &leads))
                p.lead.small { code { (layout::shortened(&layout::named(&position), 120)) } }
                p.small {
                    @if is_moved { a href=(self.address(&key, None::<&str>)) { "Start over" } " · " }
                    a href=(address::analysis(&position.to_string()).with_some("convention",
                        Some(convention).filter(|&convention| convention != position.usual_convention()))) { "Analyse" }
                }
            }
        }
    }

    /// This chapter with what the address says for all keys but this one.
    pub fn others(&self, key: &str) -> Address {
        let mut address = Address::of(&format!("/learn/{}", self.chapter));
        for (other, text) in self.query {
            if other != key {
                address = address.with(other, text);
            }
        }
        address
    }

    /// This chapter with one board moved on or one exercise answered, the others as they are.
    pub fn address(&self, key: &str, value: Option<impl fmt::Display>) -> String {
        // The query never ends up empty: the page's module knows its own links by it.
        let is_empty = value.is_none() && self.query.keys().all(|other| other == key);
        let address = self.others(key).with_some(key, value);
        let address = if is_empty { address.with(key, "") } else { address };
        format!("{address}#{key}")
    }
}
