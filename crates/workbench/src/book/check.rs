//! Whether a book wins: from the rules alone, without a search.

use super::Book;
use crate::position::{Position, workbench_with};
use grundy_core::{Convention, Reading, Run};
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeSet;
use thiserror::Error;

/// What is wrong with a book.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct BookRefusal(String);

/// A book as a file has it.
#[derive(Deserialize)]
struct Written {
    book: String,
    convention: String,
    opening: Option<String>,
    /// The rules files of its own games.
    #[serde(default)]
    rules: Vec<String>,
    entries: Vec<WrittenEntry>,
}

#[derive(Deserialize)]
struct WrittenEntry {
    position: String,
    replies: Vec<WrittenReply>,
}

#[derive(Deserialize)]
struct WrittenReply {
    moves: Vec<String>,
    answer: Option<String>,
    to: Option<usize>,
}

impl Book {
    /// The book as a certificate, which [`verify_book`] reads.
    pub fn json(&self) -> String {
        let entry = |entry: &super::BookEntry| json!({"position": entry.position.to_string(), "replies": entry.replies});
        let mut object = json!({
            "book": self.start.to_string(),
            "convention": self.convention.to_string(),
            "opening": self.opening,
            "entries": self.entries.iter().map(entry).collect::<Vec<_>>(),
        });
        let rules = self.start.rules_texts();
        if !rules.is_empty() {
            object["rules"] = json!(rules);
        }
        object.to_string()
    }
}

/// Verifies a book, and says how many entries it has.
///
/// In each entry every move of the opponent is listed, once. To the first of moves that are listed together the
/// answer leads to the entry that is named; the others leave the same but for turning, mirroring, moving and the
/// order of parts. Where no answer is given the opponent has lost with the move, and an entry without moves is
/// lost for whoever is to move. Every move makes a game shorter, so the opponent loses in the end. Nothing is
/// searched: the rules, and what they say is the same, are all that is used.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify_book(text: &str) -> Result<usize, BookRefusal> {
    let book: Written =
        serde_json::from_str(text).map_err(|error| refusal(format!("this is no book: {error}")))?;
    let named = [Convention::Normal, Convention::Misere]
        .into_iter()
        .find(|known| known.to_string() == book.convention);
    let convention = named.ok_or_else(|| refusal(format!("`{}` is no convention", book.convention)))?;
    let workbench = workbench_with(&book.rules).map_err(refusal)?;
    let read = |text: &String| {
        let read = Position::parse_on(&workbench, text, Reading::default(), &Run::unlimited());
        read.map_err(|error| refusal(format!("`{text}` is no position: {error}")))
    };
    let positions = book.entries.iter().map(|entry| read(&entry.position)).collect::<Result<Vec<_>, _>>()?;
    let start = read(&book.book)?;
    let first = match &book.opening {
        Some(label) => played(&start, label, "the opening")?,
        None => start,
    };
    match positions.first() {
        Some(entry) if entry.shape() == first.shape() => {}
        _ => return Err(refusal("the first entry is not where the book begins".into())),
    }
    for (number, (entry, position)) in book.entries.iter().zip(&positions).enumerate() {
        verify_entry(entry, position, &positions, convention)
            .map_err(|wrong| refusal(format!("entry {} (`{}`): {}", number + 1, entry.position, wrong.0)))?;
    }
    Ok(positions.len())
}

fn verify_entry(
    entry: &WrittenEntry,
    position: &Position,
    positions: &[Position],
    convention: Convention,
) -> Result<(), BookRefusal> {
    if position.is_over() {
        return match position.is_lost_at_once(convention) && entry.replies.is_empty() {
            true => Ok(()),
            false => Err(refusal("the game is over, and whoever is to move has not lost".into())),
        };
    }
    let count = position.count_moves();
    let mut missing: BTreeSet<String> = match usize::try_from(count) {
        Ok(count) if count <= 1_000_000 => position.moves(count).into_iter().collect(),
        _ => return Err(refusal(format!("it has {count} moves, which are too many to be gone through"))),
    };
    for reply in &entry.replies {
        for label in &reply.moves {
            if !missing.remove(label) {
                return Err(refusal(format!("`{label}` is no move of it, or is listed twice")));
            }
        }
        verify_reply(reply, position, positions, convention)?;
    }
    match missing.first() {
        Some(label) => Err(refusal(format!("the move `{label}` is not answered"))),
        None => Ok(()),
    }
}

fn verify_reply(
    reply: &WrittenReply,
    position: &Position,
    positions: &[Position],
    convention: Convention,
) -> Result<(), BookRefusal> {
    let Some((first, alike)) = reply.moves.split_first() else {
        return Err(refusal("an answer is given to no move".into()));
    };
    let left = played(position, first, "the move")?;
    for label in alike {
        if played(position, label, "the move")?.shape() != left.shape() {
            return Err(refusal(format!("`{label}` and `{first}` do not leave the same")));
        }
    }
    let Some(label) = &reply.answer else {
        return match left.is_won_at_once(convention) {
            true => Ok(()),
            false => Err(refusal(format!("`{first}` is not answered, and does not lose at once"))),
        };
    };
    if left.is_over() {
        return Err(refusal(format!("the game is over after `{first}`: it cannot be answered")));
    }
    let then = played(&left, label, "the answer")?;
    let named = reply.to.and_then(|to| positions.get(to));
    match named {
        Some(named) if named.shape() == then.shape() => Ok(()),
        Some(_) => {
            Err(refusal(format!("`{first}` and then `{label}` do not lead to the entry that is named")))
        }
        None => Err(refusal(format!("`{first}` and then `{label}` lead to no entry"))),
    }
}

fn played(position: &Position, label: &str, what: &str) -> Result<Position, BookRefusal> {
    position.play(label).map_err(|error| refusal(format!("{what} `{label}`: {error}")))
}

fn refusal(told: String) -> BookRefusal {
    BookRefusal(told)
}
