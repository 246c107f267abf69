//! A game on grids: boards of its own, and arenas beyond what those hold.

use crate::board::Board;
use crate::game::{Game, Listed, NotOpened, Opened};
use crate::memos::Memos;
use grundy_core::{Brief, Card, Diagnostic, Listing, NoPuzzle, Parameters, Reader, Run, Series, Sketch};
use grundy_games::grid::{Arena, Arenas, BoardForm, Rectangles, Things, board_form};
use grundy_tables::TableGame;

/// A game whose boards a board of the game itself holds, or an arena.
pub(crate) struct GridGame<L> {
    boards: Listed<L>,
    arenas: Listed<Arenas<L>>,
    things: Things,
}

impl<L: Listing<Rules: Rectangles> + Copy> GridGame<L> {
    /// The game of this listing.
    pub(crate) fn new(listing: L) -> Self {
        let rules = listing.rules(&Parameters::default()).expect("a game has usual rules");
        let things = rules.things();
        GridGame { boards: Listed::new(listing), arenas: Listed::new(Arenas(listing)), things }
    }

    fn form_of(&self, text: &str) -> BoardForm {
        board_form(text, self.things, L::Rules::MOST_CELLS)
    }
}

impl<L: Listing<Rules: Rectangles> + Copy> Game for GridGame<L> {
    fn card(&self) -> &Card {
        self.boards.card()
    }

    fn open(&self, with: &Parameters, mut text: Reader<'_>, memos: &Memos) -> Result<Opened, NotOpened> {
        match self.form_of(text.rest()) {
            BoardForm::Usual => self.boards.open(with, text, memos),
            BoardForm::Arena => self.arenas.open(with, text, memos),
            BoardForm::OtherMarks => {
                let arena = Arena::read(&mut text, self.things).map_err(NotOpened::Text)?;
                let written = match self.things {
                    Things::Stones => arena.written('1', '0'),
                    Things::Squares => arena.written('.', '#'),
                };
                let Opened { board, .. } =
                    self.boards.open(with, Reader::with(&written, text.reading()), memos)?;
                Ok(Opened { board, notes: text.take_notes() })
            }
        }
    }

    #[cfg(feature = "laws")]
    fn check_laws(&self, with: &Parameters, text: &str) -> Result<(), grundy_core::laws::Broken> {
        match self.form_of(text) {
            BoardForm::Arena => self.arenas.check_laws(with, text),
            BoardForm::Usual | BoardForm::OtherMarks => self.boards.check_laws(with, text),
        }
    }

    fn table_game(&self, with: &Parameters) -> Result<Option<TableGame>, Diagnostic> {
        self.boards.table_game(with)
    }

    fn compose(&self, brief: &Brief, run: &Run) -> Option<Result<Box<dyn Board>, NoPuzzle>> {
        self.boards.compose(brief, run)
    }

    fn compose_series(&self, series: &Series, run: &Run) -> Option<Result<Vec<Box<dyn Board>>, NoPuzzle>> {
        self.boards.compose_series(series, run)
    }

    fn random(&self, sketch: &Sketch) -> Option<Result<Box<dyn Board>, Diagnostic>> {
        self.boards.random(sketch)
    }
}
