//! Disks in a cavity: dragged by hand, packed by the search, proven either way.

use crate::address::Address;
use crate::boards::still;
use crate::jobs::{Difficulty, JobQueue};
use crate::layout::{self, Room};
use crate::packing::{Arrangement, Search, Verdict, disks_text, problem_address};
use crate::packing_picture::PackingPicture;
use crate::query::{self, PageQuery};
use crate::reply::Reply;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{Event, Sse};
use grundy::packing::{Packing, Problem, Refusal};
use grundy::picture::{Bounds, Point};
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::json;
use std::convert::Infallible;
use std::sync::Arc;
use tokio_stream::Stream;

/// The most disks that the page shows; the API and the program take 500.
const MOST_SHOWN: usize = 100;
/// Problems to begin with: a name, what is known of it, the disks, the cavity.
const EXAMPLES: [(&str, &str, &str, &str); 4] = [
    ("Seven coins", "one in the middle, six around it, and a hair of room", "2 2 2 2 2 2 2", "6.01"),
    ("A tray of eleven", "rows of four and three, nested", "1 1 1 1 1 1 1 1 1 1 1", "4.01x2.75"),
    ("Radii 1 to 10", "the best cavity known, and a little more", "2 4 6 8 10 12 14 16 18 20", "44.001"),
    (
        "Radii 1 to 15",
        "the search has to look around here",
        "2 4 6 8 10 12 14 16 18 20 22 24 26 28 30",
        "77.68",
    ),
];

/// What the address of a packing says.
#[derive(Clone, Deserialize)]
pub struct PackingQuery {
    disks: Option<String>,
    cavity: Option<String>,
    /// Where the disks are.
    #[serde(default)]
    at: String,
    /// To search, and be led to what is found.
    #[serde(default, deserialize_with = "query::switch")]
    solve: bool,
    /// To search at once, where there is script to show how it goes.
    #[serde(default, deserialize_with = "query::switch")]
    watch: bool,
    #[serde(default, deserialize_with = "query::switch")]
    minimise: bool,
    #[serde(default = "first", deserialize_with = "query::by_name")]
    seed: u64,
}

/// The seed where none is said, as for the program.
fn first() -> u64 {
    1
}

impl PackingQuery {
    /// The disks and the cavity as they were written; the Formidable Fourteen where nothing is.
    fn texts(&self) -> (String, String) {
        let fourteen = Problem::formidable_fourteen();
        match (&self.disks, &self.cavity) {
            (None, None) => (disks_text(&fourteen), fourteen.cavity().to_string()),
            (disks, cavity) => (disks.clone().unwrap_or_default(), cavity.clone().unwrap_or_default()),
        }
    }

    /// The search that is asked for, or the page that says what is wrong with it.
    fn search(&self) -> Result<Search, Reply> {
        let (disks, cavity) = self.texts();
        // The size of the cavity means nothing to a search for the smallest one.
        let minimise = self.minimise && (self.solve || self.watch);
        let search = Search::read(&disks, &cavity, minimise, self.seed);
        match search {
            Ok(search) if search.problem.diameters().len() > MOST_SHOWN => Err(self.wrong(&format!(
                "{} disks are too many for a page, which shows {MOST_SHOWN}; the API and the program take 500",
                search.problem.diameters().len()
            ))),
            Ok(search) => Ok(search),
            Err(told) => Err(self.wrong(&told)),
        }
    }

    fn wrong(&self, told: &str) -> Reply {
        let page = layout::page(
            Room::Packing,
            "Not a packing",
            None,
            html! {
                h1 { "That cannot be packed" }
                div #mistake .mistake role="alert" {
                    p { strong { (layout::with_code(&layout::sentence(told))) } }
                    p { "Write diameters such as " code { "2.15 2.25" } ", and a cavity such as " code { "12" }
                        " for a round one or " code { "10x12" } " for a rectangle." }
                }
                (form(self, true))
            },
        );
        Reply::page(page).status(StatusCode::BAD_REQUEST)
    }
}

/// Answers with the disks where the address says they are, or with what a search finds.
pub async fn packing(State(jobs): State<Arc<JobQueue>>, asked: PageQuery<PackingQuery>) -> Reply {
    let PageQuery { query, address } = asked;
    let search = match query.search() {
        Ok(search) => search,
        Err(reply) => return reply,
    };
    if query.solve {
        let difficulty = search.difficulty();
        return jobs
            .ask(address, difficulty, move |budget| {
                let packing = match search.run(budget) {
                    Ok(packing) => packing,
                    Err(error) => return Some(query.wrong(&error.to_string())),
                };
                if let Some(address) = found(&search, &packing) {
                    return Some(Reply::see_other(&address.to_string()));
                }
                let best = Arrangement::of(search.problem.clone(), &packing.smallest.0);
                let shown = || Reply::page(page(&query, &best, Some(&not_found(&search, &packing))));
                budget.is_last().then(shown)
            })
            .await;
    }
    jobs.ask(address, Difficulty::Usual, move |_| {
        Some(match Arrangement::read(search.problem.clone(), &query.at) {
            Ok(arrangement) => match arrangement.verdict() {
                Verdict::Refused(refusal) if !is_about_room(&refusal) => query.wrong(&refusal.to_string()),
                _ => Reply::page(page(&query, &arrangement, None)),
            },
            Err(error) => query.wrong(&error.to_string()),
        })
    })
    .await
}

/// Streams the placements that a search finds, each better than the one before, and then where it led.
pub async fn live(
    State(jobs): State<Arc<JobQueue>>,
    asked: PageQuery<PackingQuery>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Reply> {
    let search = PackingQuery { solve: true, ..asked.query }.search()?;
    let place = jobs.listener()?;
    let handle = jobs.submit(asked.address, Difficulty::Hard, move |budget| {
        Some(Reply::json(&match search.run(budget) {
            Ok(packing) => match found(&search, &packing) {
                Some(address) => json!({"address": address.to_string()}),
                None => json!({"note": not_found(&search, &packing)}),
            },
            Err(error) => json!({"note": error.to_string()}),
        }))
    });
    let mut streamed = 0;
    Ok(handle.stream(place, move |state| {
        let frames = state.progress[streamed..].join(",");
        streamed = state.progress.len();
        let end = match state.reply {
            None => "null".to_owned(),
            Some(reply) if reply.is_success() => reply.text(),
            Some(_) => {
                json!({"note": "The server has too much to do. Try again in a few seconds."}).to_string()
            }
        };
        Event::default().data(format!(r#"{{"frames":[{frames}],"end":{end}}}"#))
    }))
}

/// The address of what a search has proven.
fn found(search: &Search, packing: &Packing) -> Option<Address> {
    let (certificate, _) = search.claim(packing)?;
    let cavity = certificate.cavity.parse().ok()?;
    let problem = Problem::new(search.problem.diameters().to_vec(), cavity).ok()?;
    Some(Arrangement::of(problem, certificate).address("/packing"))
}

fn not_found(search: &Search, packing: &Packing) -> String {
    format!(
        "No placement in a cavity of {} was found in {:.1} s. The smallest cavity found is {:.6} long: here are the \
         disks as they lie in that one. Another seed may have more luck.",
        search.problem.cavity(),
        packing.elapsed.as_secs_f64(),
        packing.cavity
    )
}

fn is_about_room(refusal: &Refusal) -> bool {
    matches!(refusal, Refusal::NoRoom { .. })
}

fn page(query: &PackingQuery, arrangement: &Arrangement, note: Option<&str>) -> Markup {
    let problem = &arrangement.problem;
    let verdict = arrangement.verdict();
    let drawn = PackingPicture::new(arrangement, matches!(verdict, Verdict::Fits(..)));
    let is_fourteen = *problem == Problem::formidable_fourteen();
    let own = arrangement.address("/packing").to_string();
    let is_start = query.disks.is_none() && arrangement.placed() == 0;
    let title = if is_fourteen { "The Formidable Fourteen" } else { "Disks in a cavity" };
    let written = PackingQuery {
        disks: Some(disks_text(problem)),
        cavity: Some(problem.cavity().to_string()),
        ..query.clone()
    };
    layout::page(
        Room::Packing,
        title,
        Some(if is_start { "/packing" } else { &own }),
        html! {
            h1 { (title) }
            @if is_fourteen {
                p.lede {
                    "Veit Elser's puzzle of 2008: put fourteen disks into a cavity of twelve inches. It can be done, with \
                     about the width of a hair to spare."
                }
            }
            div.packing {
                section.stage data-packing=""
                    data-disks=(disks_text(problem)) data-cavity=(problem.cavity())
                    data-at=(arrangement.places()) data-scale=(drawn.scale)
                    data-beside=(points(&drawn.homes[0])) data-below=(points(&drawn.homes[1]))
                    data-view-beside=(view(&drawn.views[0])) data-view-below=(view(&drawn.views[1]))
                    data-watch=[query.watch.then_some("")] {
                    (still(&drawn.picture))
                    p.lead.small #how hidden {
                        "Drag the disks into the cavity. By keys: Tab to a disk, Enter puts it in or takes it out, arrows \
                         move it, with Shift finely."
                    }
                    noscript { p.lead.small { "Dragging needs script; solving does not." } }
                    div #verdict { (verdict_text(&verdict, arrangement, note)) }
                    div.tools {
                        button type="button" #nudge data-key="n" hidden { "Nudge apart" }
                        button type="button" #stop hidden { "Stop" }
                        a.button href=(problem_address(problem, "/packing")) { "Start over" }
                        a.button #certificate href=(certificate(arrangement)) download="packing.json"
                            hidden[!matches!(verdict, Verdict::Fits(..))] { "Certificate" }
                    }
                    p.small #proof hidden[!matches!(verdict, Verdict::Fits(..))] {
                        "The certificate is a file with every place as an exact decimal. " code { "grundy check packing.json" }
                        " proves it again, in rational arithmetic."
                    }
                }
                section.side {
                    h2 { "The disks and the cavity" }
                    (form(&written, false))
                    h2 { "To begin with" }
                    ul.shelf {
                        @let fourteen = Problem::formidable_fourteen();
                        (example("The Formidable Fourteen", "the puzzle", &disks_text(&fourteen), &fourteen.cavity().to_string()))
                        @for (name, known, disks, cavity) in EXAMPLES { (example(name, known, disks, cavity)) }
                    }
                }
            }
        },
    )
}

fn example(name: &str, known: &str, disks: &str, cavity: &str) -> Markup {
    html! {
        li {
            a href=(Address::of("/packing").with("disks", disks).with("cavity", cavity)) { (name) }
            span { (known) }
        }
    }
}

/// What the exact check says, for people.
fn verdict_text(verdict: &Verdict, arrangement: &Arrangement, note: Option<&str>) -> Markup {
    let (disks, placed) = (arrangement.centres.len(), arrangement.placed());
    let (class, text, more) = match verdict {
        Verdict::Fits(_, slack) => (
            "wins",
            match disks {
                1 => "It fits, proven in exact arithmetic.".to_owned(),
                _ => format!("They fit: all {disks} disks, proven in exact arithmetic."),
            },
            format!("The least slack is {}, at {}.", slack.amount, slack.at),
        ),
        Verdict::SoFar(slack) => (
            "open",
            format!("{placed} of {disks} disks are in place."),
            format!("The least slack is {}, at {}.", slack.amount, slack.at),
        ),
        Verdict::Empty => ("open", format!("0 of {disks} disks are in place."), String::new()),
        Verdict::Refused(refusal) => {
            ("loses", "They do not fit like this.".to_owned(), layout::sentence(&refusal.to_string()))
        }
    };
    html! {
        p .verdict .(class) { strong { (text) } span { (more) } }
        @if let Some(note) = note { p.talk data-note="" { (note) } }
        ul.faults {}
    }
}

fn form(query: &PackingQuery, is_wrong: bool) -> Markup {
    let (disks, cavity) = query.texts();
    html! {
        form.ask #pack action="/packing" method="get" {
            label for="disks" { "The diameters, with blanks or commas between" }
            input.whole #disks name="disks" type="text" value=(layout::shortened(&disks, 6000)) autocomplete="off"
                spellcheck="false" maxlength="6000" aria-invalid=[is_wrong.then_some("true")]
                aria-describedby=[is_wrong.then_some("mistake")];
            div.row {
                div.grow {
                    label for="cavity" { "The cavity: " code { "12" } " is round, " code { "10x12" } " a rectangle" }
                    input #cavity name="cavity" type="text" value=(layout::shortened(&cavity, 200)) autocomplete="off"
                        spellcheck="false" maxlength="800";
                }
                div {
                    label for="seed" { "Seed" }
                    input #seed name="seed" type="text" inputmode="numeric" size="5" value=(query.seed);
                }
            }
            p { label.check { input type="checkbox" name="minimise" value="1" checked[query.minimise]; " Solve for the smallest cavity of that shape" } }
            div.tools {
                button type="submit" { "Set it up" }
                button type="submit" name="solve" value="1" { "Solve it for me" }
            }
        }
    }
}

fn certificate(arrangement: &Arrangement) -> Address {
    arrangement.address("/api/check").with("format", "certificate")
}

fn points(points: &[Point]) -> String {
    points.iter().map(|(x, y)| format!("{x:.2},{y:.2}")).collect::<Vec<_>>().join(" ")
}

fn view(bounds: &Bounds) -> String {
    format!("{:.2} {:.2} {:.2} {:.2}", bounds.left, bounds.top, bounds.width(), bounds.height())
}
