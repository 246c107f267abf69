//! A book for the terminal.

use super::{Book, BookReply};
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
        let openings = format!(
            "In position 1 there are {} of {}; moves that are alike but for turning, mirroring and moving stand \
             together, and the answer is to the first of them.",
            Word::count(moves as u128, "move"),
            Word::count(first.replies.len() as u128, "kind"),
        );
        let length = format!(
            "The book has {} and answers {}.",
            Word::count(self.entries.len() as u128, "position"),
            Word::count(self.count_moves() as u128, "move")
        );
        vec![who, openings, length]
    }
}

impl BookReply {
    /// The move, with how many are like it.
    pub(super) fn asked(&self) -> String {
        match self.moves.len() {
            1 => self.moves[0].clone(),
            many => format!("{} ({many} alike)", self.moves[0]),
        }
    }
}

impl fmt::Display for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n", self.title())?;
        self.summary().iter().try_for_each(|sentence| writeln!(f, "{sentence}"))?;
        for (index, entry) in self.entries.iter().enumerate() {
            writeln!(f, "\n[{}] {}", index + 1, entry.position)?;
            let asked: Vec<String> = entry.replies.iter().map(BookReply::asked).collect();
            let widest = asked.iter().map(|text| text.chars().count()).max().unwrap_or(0);
            for (reply, asked) in entry.replies.iter().zip(asked) {
                match (&reply.answer, reply.to) {
                    (Some(answer), Some(to)) => {
                        writeln!(f, "    {asked:widest$}  {answer}, leaving [{}]", to + 1)?
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
