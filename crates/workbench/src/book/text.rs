//! A book for the terminal.

use super::{Book, BookEntry, BookReply};
use crate::position::Position;
use grundy_core::{Convention, Word};
use std::fmt;

impl Book {
    /// What the book is of, in sentences.
    pub fn title(&self) -> String {
        let loses = match self.convention {
            Convention::Normal => "normal play: the last move wins",
            Convention::Misere => "misère play: the last move loses",
        };
        format!("The book of {}, {loses}", self.start)
    }

    /// Who wins, and how long the book is, in sentences.
    pub fn summary(&self) -> Vec<String> {
        let who = match &self.opening {
            Some(label) => format!("Whoever begins wins with {label}, which leaves position 1."),
            None => "Whoever begins loses: this is the second player's book.".to_owned(),
        };
        let first = &self.entries[0];
        let moves: usize = first.replies.iter().map(|reply| reply.moves.len()).sum();
        let kinds = first.replies.len();
        let verb = if moves == 1 { "is" } else { "are" };
        let mut openings = format!("In position 1 there {verb} {}", Word::count(moves as u128, "move"));
        if kinds < moves {
            openings += &format!(" of {}", Word::count(kinds as u128, "kind"));
        }
        openings.push('.');
        if self.entries.iter().flat_map(|entry| &entry.replies).any(|reply| reply.moves.len() > 1) {
            openings +=
                " Moves that leave the same game stand together, and the answer is to the first of them.";
        }
        let length = format!(
            "The book has {} and answers {}.",
            Word::count(self.entries.len() as u128, "position"),
            Word::count(self.count_moves() as u128, "move")
        );
        vec![who, openings, length]
    }
}

impl Book {
    /// What an answer leaves, where it is not written as its entry is: turned, mirrored, moved, or its parts in
    /// another order.
    pub(super) fn turned(
        &self,
        entry: &BookEntry,
        reply: &BookReply,
        answer: &str,
        to: usize,
    ) -> Option<Position> {
        let asked = entry.position.play(&reply.moves[0]);
        let left = asked.and_then(|asked| asked.play(answer)).ok();
        left.filter(|left| *left != self.entries[to].position)
    }
}

impl BookReply {
    /// The move, with those that are like it.
    pub(super) fn asked_in_full(&self) -> String {
        match &self.moves[..] {
            [one] => one.clone(),
            [first, others @ ..] => format!("{first} (or {})", others.join(" ")),
            [] => String::new(),
        }
    }
}

impl fmt::Display for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n", self.title())?;
        self.summary().iter().try_for_each(|sentence| writeln!(f, "{sentence}"))?;
        for (index, entry) in self.entries.iter().enumerate() {
            writeln!(f, "\n[{}] {}", index + 1, entry.position)?;
            let asked: Vec<String> = entry.replies.iter().map(BookReply::asked_in_full).collect();
            let widest = asked.iter().map(|text| text.chars().count()).max().unwrap_or(0);
            for (reply, asked) in entry.replies.iter().zip(asked) {
                match (&reply.answer, reply.to) {
                    (Some(answer), Some(to)) => {
                        let turned = self.turned(entry, reply, answer, to);
                        let turned = turned.map_or(String::new(), |left| format!(" as {left}"));
                        writeln!(f, "    {asked:widest$}  {answer}, leaving [{}]{turned}", to + 1)?
                    }
                    _ => writeln!(f, "    {asked:widest$}  has lost")?,
                }
            }
            if entry.replies.is_empty() {
                writeln!(f, "    no move is left")?;
            }
        }
        Ok(())
    }
}
