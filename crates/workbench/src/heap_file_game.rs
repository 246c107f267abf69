//! The game of a rules file of heaps: by the engine of codes where its rules are a code, else by their options.

use crate::board::Board;
use crate::game::{Game, Listed, NotOpened, Opened};
use crate::memos::Memos;
use grundy_core::{Brief, Card, Diagnostic, NoPuzzle, Parameters, Reader, Run, Series, Sketch};
use grundy_heaps::Code;
use grundy_own::HeapFile;
use grundy_tables::TableGame;
use std::sync::OnceLock;

/// A file of heaps as a game. Whether its rules are a code is found out when a position is first read.
pub(crate) struct HeapFileGame {
    file: HeapFile,
    card: Card,
    game: OnceLock<Box<dyn Game>>,
}

impl HeapFileGame {
    /// The game of this file.
    pub(crate) fn new(file: HeapFile) -> Self {
        let card = grundy_core::Listing::card(file.tuples());
        HeapFileGame { file, card, game: OnceLock::new() }
    }

    fn game(&self) -> &dyn Game {
        &**self.game.get_or_init(|| match self.file.as_code() {
            Some(code) => Box::new(Listed::new(code)),
            None => Box::new(Listed::new(self.file.tuples().clone())),
        })
    }
}

impl Game for HeapFileGame {
    fn card(&self) -> &Card {
        &self.card
    }

    fn open(&self, with: &Parameters, text: Reader<'_>, memos: &Memos) -> Result<Opened, NotOpened> {
        self.game().open(with, text, memos)
    }

    #[cfg(feature = "laws")]
    fn check_laws(&self, with: &Parameters, text: &str) -> Result<(), grundy_core::laws::Broken> {
        self.game().check_laws(with, text)
    }

    fn code_of_rules(&self) -> Option<&Code> {
        self.file.code()
    }

    fn table_game(&self, with: &Parameters) -> Result<Option<TableGame>, Diagnostic> {
        self.game().table_game(with)
    }

    fn compose(&self, brief: &Brief, run: &Run) -> Option<Result<Box<dyn Board>, NoPuzzle>> {
        self.game().compose(brief, run)
    }

    fn compose_series(&self, series: &Series, run: &Run) -> Option<Result<Vec<Box<dyn Board>>, NoPuzzle>> {
        self.game().compose_series(series, run)
    }

    fn random(&self, sketch: &Sketch) -> Option<Result<Box<dyn Board>, Diagnostic>> {
        self.game().random(sketch)
    }
}
