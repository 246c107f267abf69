//! All that is known of a code.

use crate::address::Address;
use crate::jobs::{Difficulty, JobQueue};
use crate::layout::{self, Room};
use crate::pages::chart::chart;
use crate::query::PageQuery;
use crate::reply::Reply;
use crate::sequence::MOST_TERMS;
use axum::extract::State;
use axum::http::StatusCode;
use grundy::heaps::Code;
use grundy::{CodeFacts, Findings, Shelf};
use maud::{Markup, html};
use serde::Deserialize;
use std::sync::Arc;

/// So many periods are shown in the chart, and so many heaps at least.
const PERIODS: u64 = 4;
const FEWEST: u64 = 100;

/// What the address of a code says.
#[derive(Deserialize)]
pub struct CodeQuery {
    code: Option<String>,
}

/// Answers with what is known of a code.
pub async fn code(State(jobs): State<Arc<JobQueue>>, asked: PageQuery<CodeQuery>) -> Reply {
    let PageQuery { query, address } = asked;
    let text = query.code.unwrap_or_default();
    if text.trim().is_empty() {
        return Reply::page(beginning());
    }
    let code = match grundy::read_code(&text) {
        Ok(code) => code,
        Err(error) => {
            let content = html! {
                h1 { "That is not a code yet" }
                (layout::mistake(&text, &error))
                (form(&text, true))
            };
            let page = layout::page(Room::Sequences, "Not a code", None, content);
            return Reply::page(page).status(StatusCode::BAD_REQUEST);
        }
    };
    jobs.ask(address, Difficulty::Usual, move |budget| {
        match CodeFacts::find(&code, MOST_TERMS, &budget.run(1.0)) {
            Ok(facts) if facts.found.stopped.is_some() && !budget.is_last() => None,
            Ok(facts) => Some(Reply::page(page(&code, &facts))),
            Err(error) => Some(Reply::page(layout::notice("Too far", &error.to_string()))),
        }
    })
    .await
}

fn form(code: &str, is_wrong: bool) -> Markup {
    html! {
        form.ask action="/code" method="get" {
            label for="code" { "A code, or the name of a heap game" }
            input #code name="code" type="text" value=(code) autocomplete="off" autocapitalize="off"
                spellcheck="false" maxlength="1000" placeholder="0.16"
                aria-invalid=[is_wrong.then_some("true")] aria-describedby=[is_wrong.then_some("mistake")];
            p { button type="submit" { "Look" } }
        }
    }
}

fn beginning() -> Markup {
    layout::page(
        Room::Sequences,
        "Codes",
        Some("/code"),
        html! {
            h1 { "A code, with all that is known of it" }
            p.lede {
                "Its period and what comes before it, codes of the same nimbers, rare heaps, its misère quotient, and \
                 what is open."
            }
            (form("0.16", false))
            h2 { "To begin with" }
            ul.shelf {
                @for (code, told) in [
                    ("0.77", "Kayles: its rare heaps, and a misère quotient of order 40"),
                    ("0.07", "Dawson's Kayles: period 34"),
                    ("0.16", "period 149 459"),
                    ("0.007", "Treblecross: nobody knows whether it repeats"),
                ] {
                    li { a href=(Address::of("/code").with("code", code)) { (code) } span { (told) } }
                }
            }
            p { "Rules that are no code: " a href="/own" { "a game of your own" } "." }
        },
    )
}

/// The part for a chart: where a period is proved, all after a few of them is the same again.
fn shown(found: &Findings) -> Findings {
    let enough =
        found.period.as_ref().map_or(found.terms, |period| period.preperiod + PERIODS * period.period);
    Findings { terms: found.terms.min(enough.max(FEWEST)), ..found.clone() }
}

fn page(code: &Code, facts: &CodeFacts) -> Markup {
    let own = Address::of("/code").with("code", code).to_string();
    let sequence = Address::of("/sequences").with("code", code).with("terms", 300);
    layout::page(
        Room::Sequences,
        &format!("The code {code}"),
        Some(&own),
        html! {
            h1 {
                code { (code) }
                @if let Some(name) = facts.name {
                    @let game = Shelf::usual().find(name).ok();
                    " (" (game.map_or(name, |game| &*game.card().title)) ")"
                }
            }
            (form(&code.to_string(), false))
            table.facts {
                tbody {
                    @for (about, told) in facts.sentences() {
                        tr { th scope="row" { (about) } td { (layout::with_code(&told)) } }
                    }
                }
            }
            (chart(&shown(&facts.found), code))
            p { a.button href=(sequence) { "Its nimbers" } }
            p.small { "The program tells more, as JSON: " code { "grundy code " (code) " --json" } "." }
        },
    )
}
