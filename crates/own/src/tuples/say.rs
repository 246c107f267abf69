//! Moves as a person would say them.

use super::notation::joined;
use super::rules::{Leap, TupleGame, Tuples};
use grundy_core::Word;
use std::ops::ControlFlow;

impl TupleGame {
    /// The words of the file's `say` line for the move, or plain ones.
    pub(super) fn said(&self, at: &Tuples, mv: &Leap) -> String {
        let tuple = &at.0[mv.place];
        self.words(tuple, mv).unwrap_or_else(|| self.plain_words(at, mv))
    }

    /// The words of the file, with the numbers of the first way in which the move is reached.
    fn words(&self, tuple: &[i64], mv: &Leap) -> Option<String> {
        let mut found = None;
        let _ = self.shared.options.each_way(tuple, |option, (way, numbers)| {
            if self.sorted(option) != mv.left {
                return ControlFlow::Continue(());
            }
            let say = self.spec().alternatives[way].say.as_ref();
            found = say.map(|say| {
                let mut words = say.text.clone();
                for (name, number) in self.shared.options.bound(way, numbers) {
                    words = words.replace(&format!("{{{name}}}"), &number.to_string());
                }
                words
            });
            ControlFlow::Break(())
        });
        let mut words = found?;
        for (name, number) in self.spec().names.iter().zip(tuple) {
            words = words.replace(&format!("{{{}}}", name.text), &number.to_string());
        }
        words = words.replace("{from}", &joined(tuple));
        Some(words.replace("{to}", &self.left_text(&mv.left)))
    }

    fn plain_words(&self, at: &Tuples, mv: &Leap) -> String {
        let from = joined(&at.0[mv.place]);
        if !self.is_heap() {
            return format!("go from {from} to {}", self.left_text(&mv.left));
        }
        let place = match at.0.len() {
            1 => "the heap".to_owned(),
            _ => format!("the {} heap", Word::ordinal(mv.place + 1)),
        };
        match &mv.left[..] {
            [] => format!("take the whole of {place}, {from}"),
            heaps => {
                let heaps: Vec<String> = heaps.iter().map(i64::to_string).collect();
                format!("make {} of {place} of {from}", Word::list(&heaps))
            }
        }
    }
}
