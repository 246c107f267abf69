//! Moves as a person would say them.

use super::change::Change;
use super::rules::OwnGame;
use crate::board::{Bits, Field, on_bits};
use crate::engine::each_placement;
use crate::rules::expand::Origin;
use grundy_core::Notation;
use std::ops::ControlFlow;

impl OwnGame {
    /// The words of the file's `say` line for the move, or plain ones; with its symbols in brackets where another move has
    /// the same words.
    pub(super) fn said(&self, at: &Field, mv: &Change) -> String {
        let label = self.label(at, mv);
        let Some((cells, symbols)) = label.split_once('=') else { return self.phrase(at, mv, &label) };
        let phrase = self.phrase(at, mv, cells);
        let others = self.changes(at);
        let mut others = others.iter().filter(|&other| other != mv && other.is_at(mv));
        match others.any(|other| self.phrase(at, other, cells) == phrase) {
            true => format!("{phrase} ({symbols})"),
            false => phrase,
        }
    }

    /// The same without the symbols.
    fn phrase(&self, at: &Field, mv: &Change, cells: &str) -> String {
        let form = self.form(at);
        let said = self.origin(at, mv).and_then(|index| {
            let Origin { rule, lengths, .. } = &form.rules.origins[index];
            let say = self.shared.spec.rules[*rule].say.as_ref()?;
            let mut said = say.text.replace("{cells}", cells).replace("{count}", &mv.0.len().to_string());
            for (name, length) in lengths {
                let name = if name.is_empty() { "n" } else { name };
                said = said.replace(&format!("{{{name}}}"), &length.to_string());
            }
            Some(said)
        });
        said.unwrap_or_else(|| self.plain_words(mv, cells))
    }

    /// The image of which the move is one.
    fn origin(&self, at: &Field, mv: &Change) -> Option<usize> {
        let form = self.form(at);
        on_bits!(at, |planes, layout| {
            each_placement(form, &planes, &layout, |index, corner, _| {
                let cells = form.rules.images[index].writes.iter().filter_map(|write| {
                    let cell = corner + layout.index(write.row, write.column);
                    let (row, column) = layout.place(cell);
                    (!planes[usize::from(write.code)].has(cell)).then_some((row, column, write.code))
                });
                if cells.eq(mv.0.iter().copied()) {
                    ControlFlow::Break(index)
                } else {
                    ControlFlow::Continue(())
                }
            })
            .break_value()
        })
    }

    fn plain_words(&self, mv: &Change, cells: &str) -> String {
        let codes: Vec<u8> = mv.0.iter().map(|&(.., code)| code).collect();
        let one = codes.iter().all(|code| Some(code) == codes.first());
        let written: String = match (one, codes.first()) {
            (true, Some(&code)) => self.sign(Some(code)).to_string(),
            _ => codes.iter().map(|&code| self.sign(Some(code))).collect(),
        };
        format!("write {written} at {cells}")
    }
}
