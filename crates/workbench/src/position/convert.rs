//! A position as one of a simpler game: heaps, stalks, nests, bare nimbers.

use crate::position::Position;
use crate::question::{Goal, Request};
use grundy_core::{Diagnostic, Nimber, Reading, StopReason};

/// Writes a heap of this size in another game.
type WriteHeap = fn(u64) -> String;

/// What a position can become, by its name, and how a heap is written there.
const TARGETS: [(&str, WriteHeap); 4] = [
    ("nim", |heap| heap.to_string()),
    ("hackenbush", stalk),
    ("bubbly", stalk),
    ("nimber", |heap| format!("*{heap}")),
];

/// So many edges or bubbles are written at most.
const MOST_THINGS: u64 = 1_000_000;

/// A stalk of edges, or a nest of bubbles: `((()))`.
fn stalk(size: u64) -> String {
    "(".repeat(size as usize) + &")".repeat(size as usize)
}

/// Why a position does not become one of another game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotConverted {
    /// The game is unknown, or none that a position becomes: with a span in the name of the game.
    Game(Diagnostic),
    /// A part has no nimber, or none was found: with the span of the position as it is printed.
    NoNimber(Diagnostic),
    /// A limit or a signal came first: which, and with the span of the position as it is printed.
    Stopped(StopReason, Diagnostic),
    /// It would be too long: with the span of the position as it is printed.
    TooLong(Diagnostic),
}

impl Position {
    /// The position as one of `nim`, `hackenbush`, `bubbly` or `nimber`: a heap, a stalk, a nest or a bare nimber for
    /// each independent part, of its nimber. Heaps of Nim, stalks and nests are the same game; of other positions
    /// only the value is kept, which [`SameGame`](crate::SameGame) tells.
    ///
    /// # Errors
    /// When the game is none of these, a part has no nimber within the limits of the request, or it would be written
    /// with more than 10^6 edges or bubbles.
    ///
    /// ```
    /// use grundy::{Position, Request};
    /// let rows: Position = "nim 1 3 2".parse().unwrap();
    /// let stalks = rows.convert("hackenbush", &Request::default()).unwrap();
    /// assert_eq!(stalks, "hackenbush ()((()))(())".parse().unwrap());
    /// let nests: Position = "bubbly (H(V(P(R))))(E(G))".parse().unwrap();
    /// assert_eq!(nests.convert("nim", &Request::default()).unwrap().to_string(), "nim 4 2");
    /// ```
    pub fn convert(&self, to: &str, request: &Request) -> Result<Position, NotConverted> {
        let card = crate::shelf::Shelf::usual().find(to).map_err(NotConverted::Game)?.card();
        let Some((id, write)) = TARGETS.into_iter().find(|(id, _)| *id == card.id) else {
            let message = format!("a position cannot become one of {}", card.title);
            let help = "it can become nim, hackenbush, bubbly or nimber";
            return Err(NotConverted::Game(Diagnostic::new(message, 0..to.len()).help(help)));
        };
        let here = 0..self.to_string().len();
        let heaps = self.nim_heaps(request).map_err(|stopped| match stopped {
            Some(reason) => NotConverted::Stopped(
                reason,
                Diagnostic::new(
                    format!("the nimber of a part of this position was not found: stopped ({reason})"),
                    here.clone(),
                )
                .help("only positions with nimbers become others; give more --time, --nodes or --memory"),
            ),
            None => NotConverted::NoNimber(
                Diagnostic::new("a part of this position has no nimber", here.clone()).help(
                    "only positions with nimbers become others, and one that can be won at once has none",
                ),
            ),
        })?;
        let size = heaps.iter().fold(0_u64, |total, heap| total.saturating_add(*heap));
        if size > MOST_THINGS && ["hackenbush", "bubbly"].contains(&id) {
            let message = format!("this would be written with {size} pairs of parentheses");
            let help = format!("at most {MOST_THINGS} are; nim has no such bound");
            return Err(NotConverted::TooLong(Diagnostic::new(message, here).help(help)));
        }
        let written: Vec<String> = heaps.into_iter().map(write).filter(|text| !text.is_empty()).collect();
        let text = match (id, written.is_empty()) {
            ("nimber", true) => "*0".to_owned(),
            (_, true) => format!("{id} -"),
            ("nimber", false) => written.join(" + "),
            ("nim", false) => format!("nim {}", written.join(" ")),
            (_, false) => format!("{id} {}", written.concat()),
        };
        Ok(Position::parse(&text, Reading::default()).expect("what was written is a position"))
    }

    /// The nimbers of the independent parts, in order; of Nim those are its heaps. Where one was not found: what stopped
    /// the search, or `None` where it has none.
    fn nim_heaps(&self, request: &Request) -> Result<Vec<u64>, Option<StopReason>> {
        let mut heaps = Vec::new();
        for (index, term) in self.terms().iter().enumerate() {
            let text = term.notation();
            if term.card().id == "nim" {
                // As they are written: canonical parts come in another order.
                heaps.extend(text.split(' ').filter_map(|heap| heap.parse::<u64>().ok()));
                continue;
            }
            let parts: Option<Vec<Nimber>> = term.pieces().into_iter().collect();
            match parts {
                Some(parts) => heaps.extend(parts.into_iter().map(|nimber| nimber.0)),
                None => {
                    let alone = Position { terms: vec![self.terms()[index].clone()], ..self.clone() };
                    let run = request.run.clone();
                    let asked = Request { goal: Goal::Nimber, run, ..Request::default() };
                    let convention = Some(grundy_core::Convention::Normal);
                    let answer = alone.solve(&Request { convention, ..asked });
                    heaps.push(answer.nimber.ok_or(answer.stopped)?.0);
                }
            }
        }
        Ok(heaps)
    }
}
