//! Nimbers of heaps: the chart, the period, the table.

use crate::address::Address;
use crate::examples::example;
use crate::jobs::{Difficulty, JobQueue};
use crate::layout::{self, Room};
use crate::pages::chart::chart;
use crate::query::{self, PageQuery};
use crate::reply::Reply;
use crate::sequence::{MOST_TERMS, find};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{Event, Sse};
use grundy::heaps::{Code, Period, Theorem};
use grundy::{Findings, PublishedPeriod, PublishedSearch, StopReason, Word};
use maud::{Markup, html};
use serde::Deserialize;
use std::convert::Infallible;
use std::sync::Arc;
use tokio_stream::Stream;

/// The most nimbers that the table shows, in rows of `COLUMNS`.
const SHOWN: u64 = 300;
const COLUMNS: u64 = 20;
/// How many heaps where nobody says.
const USUAL_TERMS: u64 = 300;
/// Codes to begin with, each with what it is known for.
const EXAMPLES: [(&str, u64, &str); 8] = [
    ("0.07", 300, "Dawson's Kayles: period 34"),
    ("0.77", 200, "Kayles: period 12"),
    ("0.137", 300, "Dawson's Chess"),
    ("0.16", 300_000, "period 149 459, found in 1989"),
    ("0.007", 100_000, "Treblecross: nobody knows whether it repeats"),
    ("4!.0", 50_000, "Grundy's game: nobody knows whether it repeats"),
    ("0.3F", 400, "a hexadecimal code: three heaps can be left"),
    ("subtraction(1,3,4)", 100, "take 1, 3 or 4"),
];

/// What the address of a sequence says.
#[derive(Deserialize)]
pub struct SequencesQuery {
    code: Option<String>,
    /// How many, as it was written.
    #[serde(default)]
    terms: Option<String>,
    /// To wait for a long sequence without script.
    #[serde(default, deserialize_with = "query::switch")]
    wait: bool,
}

/// How many heaps are asked for; none where it is no number from 1 on.
fn count(text: &str) -> Option<u64> {
    let digits: String = text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '_' | ',')).collect();
    if digits.is_empty() {
        return Some(USUAL_TERMS);
    }
    digits.parse().ok().filter(|&terms| terms > 0)
}

/// A question for a sequence that makes sense.
#[derive(Clone)]
struct Wanted {
    code: Code,
    terms: u64,
}

impl Wanted {
    fn address(&self, path: &str) -> Address {
        Address::of(path).with("code", &self.code).with("terms", self.terms)
    }
}

/// Reads what is asked, or makes the page that says what is wrong; none of both for an empty question.
fn read(query: &SequencesQuery) -> Result<Option<Wanted>, Reply> {
    let Some(text) = query.code.as_deref().filter(|code| !code.trim().is_empty()) else { return Ok(None) };
    let written = query.terms.as_deref().unwrap_or_default();
    let terms = count(written);
    let wrong = |content: Markup| {
        let page = layout::page(
            Room::Sequences,
            "Not a sequence",
            None,
            html! {
                h1 { "That is not a sequence yet" }
                (content)
                (form(text, terms.unwrap_or(USUAL_TERMS).min(MOST_TERMS), true))
            },
        );
        Err(Reply::page(page).status(StatusCode::BAD_REQUEST))
    };
    let Some(terms) = terms else {
        return wrong(html! {
            p #mistake .mistake role="alert" {
                code { (layout::shortened(written, 40)) } " is no number of heaps: write a whole number from 1 on, such as " code { (USUAL_TERMS) } "."
            }
        });
    };
    match grundy::read_code(text) {
        Err(error) => wrong(layout::mistake(text, &error)),
        Ok(_) if terms > MOST_TERMS => wrong(html! {
            p #mistake {
                "The server computes at most " (MOST_TERMS) " terms. The program has no such limit: "
                code { "grundy sequence " (text) " --terms " (terms) } "."
            }
        }),
        Ok(code) => Ok(Some(Wanted { code, terms })),
    }
}

/// Answers with a sequence, or with what is known of it and the way to follow the rest.
pub async fn sequences(State(jobs): State<Arc<JobQueue>>, asked: PageQuery<SequencesQuery>) -> Reply {
    let PageQuery { query, address } = asked;
    let wanted = match read(&query) {
        Ok(Some(wanted)) => wanted,
        Ok(None) => return Reply::page(beginning()),
        Err(reply) => return reply,
    };
    if query.wait {
        return jobs
            .ask(address, Difficulty::Usual, move |budget| match find(&wanted.code, wanted.terms, budget) {
                Ok(findings) if findings.stopped.is_some() && !budget.is_last() => None,
                Ok(findings) => Some(Reply::page(page(&wanted, Some(&findings), false))),
                Err(error) => Some(Reply::page(layout::notice("Too far", &error.to_string()))),
            })
            .await;
    }
    jobs.ask(address, Difficulty::Usual, move |budget| {
        Some(Reply::page(match find(&wanted.code, wanted.terms, budget) {
            Ok(findings) => page(&wanted, Some(&findings), findings.stopped.is_some()),
            Err(error) => layout::notice("Too far", &error.to_string()),
        }))
    })
    .await
}

/// Streams the progress of a long sequence, then what was found. When the client goes, the work stops.
pub async fn live(
    State(jobs): State<Arc<JobQueue>>,
    asked: PageQuery<SequencesQuery>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Reply> {
    let wanted = read(&asked.query)?.ok_or_else(|| {
        let page = layout::wrong_address("`code` is missing", example("/sequences/live"));
        Reply::page(page).status(StatusCode::BAD_REQUEST)
    })?;
    let place = jobs.listener()?;
    let handle = jobs.submit(asked.address, Difficulty::Hard, move |budget| {
        Some(match find(&wanted.code, wanted.terms, budget) {
            Ok(found) => Reply::page(findings(&wanted, &found)),
            Err(error) => Reply::page(html! { p { (error) } }),
        })
    });
    Ok(handle.stream(place, |state| match state.reply {
        None => Event::default().event("progress").data(state.progress.last().map_or("0", |told| told)),
        Some(reply) => Event::default().event("done").data(reply.text().replace('\r', "")),
    }))
}

fn form(code: &str, terms: u64, is_wrong: bool) -> Markup {
    html! {
        form.ask action="/sequences" method="get" {
            div.row {
                div.grow {
                    label for="code" { "A code, or the name of a heap game" }
                    input #code name="code" type="text" value=(code) autocomplete="off" autocapitalize="off"
                        spellcheck="false" maxlength="1000" placeholder="0.07"
                        aria-invalid=[is_wrong.then_some("true")] aria-describedby=[is_wrong.then_some("mistake")];
                }
                div {
                    label for="terms" { "Heaps" }
                    input #terms name="terms" type="text" inputmode="numeric" size="9" value=(terms);
                }
            }
            p { button type="submit" { "Compute" } }
        }
    }
}

fn beginning() -> Markup {
    layout::page(
        Room::Sequences,
        "Sequences",
        Some("/sequences"),
        html! {
            section.hero {
                h1 { "Heaps, and what they are worth" }
                p.lede {
                    "A taking-and-breaking game is played with heaps of beans. Its code says how many beans a move \
                     may take, and into how many heaps the rest may be left. Every heap has a nimber, and the \
                     nimbers make a sequence: often it repeats in the end, and for some games nobody knows."
                }
                (form("0.07", 300, false))
            }
            section {
                h2 { "To begin with" }
                ul.shelf {
                    @for (code, terms, told) in EXAMPLES {
                        li {
                            a href=(Address::of("/sequences").with("code", code).with("terms", terms)) { code { (code) } }
                            span { (told) }
                        }
                    }
                }
                p.small {
                    "In digit d" sub { "k" } " after the point, 1 allows a move that takes k beans and leaves nothing \
                     of the heap, 2 one that leaves one heap, 4 two heaps, 8 three; digits add up."
                }
            }
        },
    )
}

fn page(wanted: &Wanted, found: Option<&Findings>, goes_on: bool) -> Markup {
    let title = format!("Nimbers of {}", wanted.code);
    let own = wanted.address("/sequences").to_string();
    layout::page(
        Room::Sequences,
        &title,
        Some(&own),
        html! {
            h1 { "Nimbers of " code { (wanted.code) } }
            (form(&wanted.code.to_string(), wanted.terms, false))
            @if goes_on {
                div.talk data-live=(wanted.address("/sequences/live")) hidden {
                    p { "At work: heap " strong data-count="" { "0" } " of " (wanted.terms) "." }
                    progress max=(wanted.terms) value="0" aria-label="Progress" {}
                    p { button type="button" data-cancel="" { "Cancel" } }
                }
                noscript {
                    p.talk {
                        "This takes longer. " a href=(wanted.address("/sequences").with("wait", 1)) { "Wait for it" } "."
                    }
                }
            }
            div #findings { @if let Some(found) = found { (findings(wanted, found)) } }
        },
    )
}

/// The period, the chart and the table.
fn findings(wanted: &Wanted, found: &Findings) -> Markup {
    let csv = wanted.address("/api/sequence").with("format", "csv");
    html! {
        (verdict(found, &wanted.code))
        (chart(found, &wanted.code))
        (table(found))
        p {
            a.button href=(csv) download="nimbers.csv" { "CSV" } " "
            a.button href=(wanted.address("/api/sequence")) { "JSON" } " "
            a.button href=(Address::of("/code").with("code", &wanted.code)) { "All that is known of it" }
        }
    }
}

/// What is known of the heaps beyond those that were asked for.
fn beyond(code: &Code) -> String {
    if let Some(known) = PublishedPeriod::of(code) {
        let PublishedPeriod { preperiod, period, source } = known;
        return format!("Published is period {period} from heap {preperiod} on ({source}).");
    }
    match PublishedSearch::of(code) {
        Some(PublishedSearch { heaps, source }) => {
            format!("None is known: others have looked at {heaps} heaps ({source}).")
        }
        None => "Ask for more heaps; or there may be none.".to_owned(),
    }
}

fn verdict(found: &Findings, code: &Code) -> Markup {
    html! {
        @match (&found.period, found.stopped) {
            (Some(period), _) => p.verdict.wins {
                strong { "Proved: period " (period.period) " from heap " (period.preperiod) " on"
                    @if period.saltus > 0 { ", each period adding " (period.saltus) } "." }
                span { "The first " (Word::count(period.proof_terms.into(), "nimber")) " prove it, " (because(period)) "." }
            },
            (None, Some(reason)) => p.verdict.open {
                strong { "So far " (Word::count(found.known_terms().into(), "nimber")) "." }
                span data-stopped="" { (stopped(reason)) }
            },
            (None, None) => p.verdict.open {
                strong { "No period is proved by these " (Word::count(found.terms.into(), "nimber")) "." }
                span { (beyond(code)) }
            },
        }
        @if let Some(largest) = found.largest() { p { (largest) } }
    }
}

fn because(period: &Period) -> &'static str {
    match period.theorem {
        Theorem::GuySmith => "by the bound of Guy and Smith",
        Theorem::SparseWindow(_) => "because a window of the sparse space repeats whole",
        Theorem::AllButState => "because the state of the recurrence repeats",
        Theorem::ThreeHeaps => "because every smaller value has an option that moves with the period",
    }
}

fn stopped(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Time => "The rest takes longer than this server works on one question.",
        StopReason::Memory => "The rest takes more memory than this server gives to one question.",
        StopReason::Nodes | StopReason::Cancelled => "The rest was not waited for.",
    }
}

fn table(found: &Findings) -> Markup {
    let told = found.known_terms().min(SHOWN);
    html! {
        @if told > 0 {
            h2 { "The table" }
            div.scroll tabindex="0" role="group" aria-label="Nimbers" {
                table.numbers {
                    thead { tr {
                        th scope="col" { "heap" }
                        @for column in 0..COLUMNS { th scope="col" { "+" (column) } }
                    } }
                    tbody {
                        @for row in 0..told.div_ceil(COLUMNS) {
                            tr {
                                th scope="row" { (row * COLUMNS) }
                                @for heap in row * COLUMNS..((row + 1) * COLUMNS).min(told) {
                                    td { @if let Some(nimber) = found.nimber(heap) { (nimber) } }
                                }
                            }
                        }
                    }
                }
            }
            @if found.known_terms() > told {
                p.small { "These are the first " (told) " of " (found.known_terms()) " heaps; the CSV has more." }
            }
        }
    }
}
