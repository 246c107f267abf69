//! A game in Python as a ruleset of the library.

use super::asks::Asks;
use super::failure::{exploring, fail};
use super::graph::UNKNOWN;
use grundy::{
    Card, Diagnostic, Explain, Knowledge, Listing, Nimber, Notation, Parameters, Playable, Reader, Ruleset,
    Run, Show, Stopped, Tuning,
};
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A position by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(pub u32);

/// The rules of a game in Python. They are one game as long as it lives: another game of the same class is another.
#[derive(Clone)]
pub struct CodeRules {
    /// What is asked.
    pub asks: Arc<Asks>,
    /// What tells it from all others of the process.
    pub number: u64,
}

/// The rules with their card.
pub struct CodeListing {
    /// The rules.
    pub rules: CodeRules,
    /// The card.
    pub card: Card,
}

impl CodeRules {
    /// Asks the game; leaves the library where it raises.
    fn ask<T>(&self, question: impl FnOnce(Python<'_>, &Asks) -> PyResult<T>) -> T {
        match Python::attach(|py| question(py, &self.asks)) {
            Ok(answer) => answer,
            Err(error) => fail(error),
        }
    }

    /// Goes through what can be reached from a part, where a computation goes on that has the time for it.
    fn explore(&self, part: u32) {
        if self.asks.graph.read()[part as usize].nimber == UNKNOWN
            && let Some((run, until)) = exploring()
        {
            self.ask(|py, asks| asks.explore(py, part, &run, until));
        }
    }

    fn options_of(&self, at: Place) -> Arc<[u32]> {
        if let Some(known) = &self.asks.graph.read()[at.0 as usize].options
            && !self.asks.graph.is_asked_often()
        {
            return Arc::clone(known);
        }
        self.ask(|py, asks| {
            asks.expect_no_circle(py)?;
            let most = asks.most_positions(py)?;
            asks.options(py, at.0, most)
        })
    }

    fn parts_of(&self, at: Place) -> Arc<[u32]> {
        if let Some(known) = &self.asks.graph.read()[at.0 as usize].parts {
            return Arc::clone(known);
        }
        self.ask(|py, asks| asks.parts(py, at.0))
    }

    /// What all its parts are worth together, where it is known.
    fn known(&self, at: Place) -> Option<Nimber> {
        let value = |nimber: u32| (nimber != UNKNOWN).then_some(nimber);
        let parts = if self.asks.has_parts() { self.parts_of(at) } else { Arc::new([at.0]) };
        parts.iter().for_each(|&part| self.explore(part));
        let nodes = self.asks.graph.read();
        let total = parts.iter().try_fold(0, |sum, &part| Some(sum ^ value(nodes[part as usize].nimber)?));
        total.map(|nimber| Nimber(nimber.into()))
    }

    /// The moves with their names.
    fn named(&self, at: Place) -> Arc<[(String, u32)]> {
        self.ask(|py, asks| asks.named_moves(py, at.0))
    }
}

impl Ruleset for CodeRules {
    type Position = Place;
    type Move = u32;

    fn moves<B>(&self, at: &Place, visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
        (0..self.count_moves(at) as u32).try_for_each(visit)
    }

    fn play(&self, at: &Place, mv: &u32) -> Place {
        Place(match self.asks.has.moves {
            true => self.named(*at)[*mv as usize].1,
            false => self.options_of(*at)[*mv as usize],
        })
    }

    fn moves_left(&self, at: &Place) -> u128 {
        let parts = if self.asks.has_parts() { self.parts_of(*at) } else { Arc::new([at.0]) };
        parts.iter().for_each(|&part| self.explore(part));
        let nodes = self.asks.graph.read();
        let left = |&part: &u32| match &nodes[part as usize] {
            node if node.nimber == UNKNOWN => u128::from(u64::MAX),
            node => node.height.into(),
        };
        parts.iter().map(left).sum()
    }

    fn count_moves(&self, at: &Place) -> u128 {
        // Two moves with names may lead to the same position.
        match self.asks.has.moves {
            true => self.named(*at).len() as u128,
            false => self.options_of(*at).len() as u128,
        }
    }

    fn split(&self, at: Place) -> Vec<Place> {
        if !self.asks.has_parts() {
            return vec![at];
        }
        self.parts_of(at).iter().map(|&part| Place(part)).collect()
    }

    fn canon(&self, at: Place) -> Place {
        if !self.asks.has.canonical {
            return at;
        }
        let known = self.asks.graph.read()[at.0 as usize].canon;
        if known != UNKNOWN { Place(known) } else { Place(self.ask(|py, asks| asks.canon(py, at.0))) }
    }

    fn knowledge(&self) -> &dyn Knowledge<Self> {
        self
    }

    fn tuning(&self) -> &dyn Tuning<Self> {
        self
    }
}

impl Knowledge<CodeRules> for CodeRules {
    fn prepare(&self, at: &Place, _: &Run) -> Result<(), Stopped> {
        self.known(*at);
        Ok(())
    }

    fn theorem(&self, at: &Place) -> Option<Nimber> {
        self.known(*at)
    }
}

impl Tuning<CodeRules> for CodeRules {
    fn options(
        &self,
        at: &Place,
        visit: &mut dyn FnMut(Place) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        Some(self.options_of(*at).iter().try_for_each(|&option| visit(Place(option))))
    }

    fn word(&self, at: &Place) -> Option<u64> {
        Some(at.0.into())
    }
}

impl Notation for CodeRules {
    fn parse(&self, text: &mut Reader<'_>) -> Result<Place, Diagnostic> {
        let start = text.position();
        let end = start + text.take_while(|_| true).len();
        Err(Diagnostic::new("positions of this game are made in Python", start..end)
            .help("call the game with a position: `game(position)`"))
    }

    fn format(&self, at: &Place) -> String {
        self.ask(|py, asks| asks.line(py, at.0))
    }

    fn label(&self, at: &Place, mv: &u32) -> String {
        self.named(*at)[*mv as usize].0.clone()
    }

    fn labels(&self, at: &Place, moves: &[u32]) -> Vec<String> {
        let named = self.named(*at);
        moves.iter().map(|&mv| named[mv as usize].0.clone()).collect()
    }

    fn parse_move(&self, at: &Place, label: &str) -> Result<u32, Diagnostic> {
        let named = self.named(*at);
        let wanted = label.replace(char::is_whitespace, "");
        let found = named.iter().position(|(name, _)| *name == wanted);
        found.map(|mv| mv as u32).ok_or_else(|| {
            let first: Vec<&str> = named.iter().take(8).map(|(name, _)| name.as_str()).collect();
            let help = match first.as_slice() {
                [] => "there are no moves".to_owned(),
                some => format!("the first moves are {}", some.join(", ")),
            };
            Diagnostic::new(format!("`{label}` is no move here"), 0..label.len()).help(help)
        })
    }

    fn say(&self, at: &Place, mv: &u32) -> String {
        match self.asks.has.moves {
            true => self.label(at, mv),
            false => format!("leave {}", self.format(&self.play(at, mv))),
        }
    }
}

impl Show for CodeRules {
    fn show(&self, at: &Place, _: usize) -> String {
        let text = self.ask(|py, asks| asks.text(py, at.0));
        if text.ends_with('\n') { text } else { text + "\n" }
    }
}

impl Explain for CodeRules {
    fn zero_without_search(&self) -> &'static str {
        "every position that can be reached was looked at"
    }
}

impl Playable for CodeRules {
    fn signature(&self, _: &str, write: &mut dyn FnMut(&str)) {
        write("a game in Python");
        write(&self.number.to_string());
    }

    /// The number tells games of one process apart; the next process has other games of the same numbers.
    fn is_kept(&self) -> bool {
        false
    }
}

impl Listing for CodeListing {
    type Rules = CodeRules;

    fn card(&self) -> Card {
        self.card.clone()
    }

    fn rules(&self, _: &Parameters) -> Result<CodeRules, Diagnostic> {
        Ok(self.rules.clone())
    }
}
