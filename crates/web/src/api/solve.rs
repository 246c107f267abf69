//! `/api/solve`: who wins, by what nimber, with which moves, and why.

#[cfg(test)]
use super::form::Mistake;
use super::form::{ApiRequest, Body, mistaken, position_with};
use crate::jobs::JobQueue;
use crate::query;
use crate::reply::Reply;
use axum::extract::State;
use grundy::{Convention, Goal, Reading, Request};
use serde::Deserialize;
use std::sync::Arc;
#[cfg(test)]
use utoipa::{IntoParams, ToSchema};

/// The most winning moves that are named.
const MOST_NAMED: usize = 10_000;

/// A position, and what to say of it.
#[derive(Deserialize)]
#[cfg_attr(test, derive(IntoParams, ToSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct SolveRequest {
    /// The position, as for the program.
    #[cfg_attr(test, param(example = "bubbly (E(G)) + nim 4"))]
    position: String,
    /// The text of a rules file: its game stands beside the others.
    #[serde(default)]
    rules: String,
    /// `normal` or `misere`, where it is not the game's own.
    #[serde(default, deserialize_with = "query::convention")]
    #[cfg_attr(test, param(value_type = Option<String>))]
    #[cfg_attr(test, schema(value_type = Option<String>))]
    convention: Option<Convention>,
    /// How many winning moves to name, at most 10000; all are counted.
    moves: Option<usize>,
    /// `nimber` or `outcome` to find out no more than that: no winning moves are asked.
    #[serde(default)]
    only: Option<Only>,
    /// `true` to list the options, each with its nimber; as many as `moves` says.
    #[serde(default)]
    options: bool,
    /// `true` for the working too.
    #[serde(default)]
    explain: bool,
    /// `true` for every working: of a forest each bubble with its pops, their set and its mex.
    #[serde(default)]
    all: bool,
    /// `true` for the proof of the Nimber theorem on a small sum as the working.
    #[serde(default)]
    proof: bool,
    /// A move to look into, by its label, in the working.
    #[serde(rename = "move")]
    focus: Option<String>,
    /// `true` to skip an unmatched parenthesis of a forest.
    #[serde(default)]
    lenient: bool,
    /// `true` to drop the edges of a drawing that hang in the air.
    #[serde(default)]
    drop_floating: bool,
}

/// What is found out.
#[derive(Clone, Copy, Deserialize)]
#[cfg_attr(test, derive(ToSchema))]
#[serde(rename_all = "lowercase")]
enum Only {
    Nimber,
    Outcome,
}

impl Body for SolveRequest {}

/// The answer for a position. Written here for the description; the answer itself is the library's.
#[cfg(test)]
#[derive(ToSchema)]
#[expect(dead_code, reason = "it is only described")]
#[schema(as = Answer)]
pub(super) struct Form {
    /// The position, written canonically.
    position: String,
    /// `normal` or `misere`.
    convention: String,
    /// `N`: the next player wins; `P`: the previous one; null when stopped by a limit.
    outcome: Option<String>,
    /// Null under misère play, and when stopped.
    nimber: Option<u64>,
    /// Where the nimber is not known, but that it is no smaller than this.
    nimber_at_least: Option<u64>,
    /// Where nothing else is known: the nimber is no larger than this.
    nimber_at_most: Option<u64>,
    /// The terms.
    parts: Vec<Part>,
    /// How many moves there are.
    moves: u64,
    /// Labels of winning moves in reading order.
    winning: Vec<String>,
    /// How many moves win; null when stopped, or where they were not asked.
    winning_count: Option<u64>,
    /// Under misère play, where a sum of heaps has more winning moves than were named: all of them, by heaps in which
    /// the same moves win.
    winning_groups: Option<Vec<Group>>,
    /// The options in reading order, where they were asked for.
    options: Option<Vec<OptionForm>>,
    /// Under misère play, where it is quickly found: the genus, as the field writes it.
    genus: Option<String>,
    /// `theorem`, `quotient`, `table`, `search` or `definition`.
    method: String,
    /// Positions looked into.
    nodes: u64,
    /// Time taken.
    seconds: f64,
    /// Which limit stopped it: `nodes`, `time`, `memory`, `cancelled`.
    stopped: Option<String>,
    /// What was read leniently, or may be meant in another way.
    notes: Option<Vec<String>>,
    /// The working, where it was asked for.
    steps: Option<Vec<serde_json::Value>>,
}

/// Heaps of a sum in which the same moves win.
#[cfg(test)]
#[derive(ToSchema)]
#[expect(dead_code, reason = "it is only described")]
#[schema(as = WinningGroup)]
pub(super) struct Group {
    /// The smallest of the heaps.
    least: u64,
    /// The largest.
    largest: u64,
    /// They differ by multiples of this number; null where all are equal.
    step: Option<u64>,
    /// How many heaps there are.
    heaps: u64,
    /// How many moves win in all of them together.
    count: u64,
    /// The moves, by the beans that they take.
    moves: Vec<GroupMoves>,
}

/// Winning moves in a heap that take as many beans.
#[cfg(test)]
#[derive(ToSchema)]
#[expect(dead_code, reason = "it is only described")]
pub(super) struct GroupMoves {
    /// The beans.
    take: u64,
    /// Beans that are added before the heap is broken, where there are any.
    add: Option<u64>,
    /// What each move leaves beside its largest heap.
    smaller: Vec<Vec<u64>>,
    /// Where it is a number: the heap in `smaller` may be larger by multiples of it, as long as it is no larger than the
    /// other heap that is left.
    step: Option<u64>,
}

/// An option of a position.
#[cfg(test)]
#[derive(ToSchema)]
#[expect(dead_code, reason = "it is only described")]
#[schema(as = OptionAnswer)]
pub(super) struct OptionForm {
    /// The label of the move.
    r#move: String,
    /// What it leaves.
    to: String,
    /// The nimber of that; null under misère play, and when stopped.
    nimber: Option<u64>,
    /// `N` or `P`; the move wins where it is `P`. Null when stopped.
    outcome: Option<String>,
}

/// A term of a sum.
#[cfg(test)]
#[derive(ToSchema)]
#[expect(dead_code, reason = "it is only described")]
pub(super) struct Part {
    game: String,
    position: String,
    nimber: Option<u64>,
}

/// Solves a position.
#[cfg_attr(
    test,
    utoipa::path(
        method(get, post),
        path = "/api/solve",
        params(SolveRequest),
        request_body(content = Option<SolveRequest>, description = "the same names, for POST"),
        responses((status = 200, body = Form), (status = 400, body = Mistake))
    )
)]
pub(super) async fn solve(State(jobs): State<Arc<JobQueue>>, question: ApiRequest<SolveRequest>) -> Reply {
    let ApiRequest { asked, key, difficulty } = question;
    let reading = Reading { lenient: asked.lenient, drop_floating: asked.drop_floating };
    jobs.ask(key, difficulty, move |budget| {
        let position = match position_with(&asked.rules, &asked.position, reading, budget) {
            Ok(position) => position,
            Err(reply) => return Some(reply),
        };
        let request = Request {
            convention: asked.convention,
            goal: match asked.only {
                None => Goal::Moves,
                Some(Only::Nimber) => Goal::Nimber,
                Some(Only::Outcome) => Goal::Outcome,
            },
            named_moves: asked.moves.unwrap_or(100).min(MOST_NAMED),
            lists_options: asked.options,
            in_full: asked.all,
            run: budget.run(1.0),
            ..Request::default()
        };
        let (reply, stopped) = if asked.proof {
            match position.explain_proof(&request) {
                Ok(explanation) => (Reply::json(&explanation), explanation.answer.stopped),
                Err(error) => return Some(mistaken(&position.to_string(), &error)),
            }
        } else if asked.explain || asked.all || asked.focus.is_some() {
            match position.explain(&request, asked.focus.as_deref()) {
                Ok(explanation) => (Reply::json(&explanation), explanation.answer.stopped),
                Err(error) => return Some(mistaken(asked.focus.as_deref().unwrap_or_default(), &error)),
            }
        } else {
            let answer = position.solve(&request);
            (Reply::json(&answer), answer.stopped)
        };
        (stopped.is_none() || budget.is_last()).then_some(reply)
    })
    .await
}
