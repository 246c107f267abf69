//! Rules files that try to cost much are read or refused, and what they say of themselves is in their text. What they
//! cost is measured by the bench `own_hostile`.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

mod hostile_rules;

use grundy_core::{Limits, Notation, Reader, Run};
use grundy_own::{BoardFile, MOST_REMOTE_TEXT, Origin};
use grundy_solve::{MexSolver, Theorems, TranspositionTable};
use hostile_rules::{FILES, file};

#[test]
fn hostile_files_are_read_or_refused_with_a_place_and_a_remedy() {
    let mut games = 0;
    for seed in 0..FILES {
        let (text, board) = file(seed);
        assert!(text.len() <= MOST_REMOTE_TEXT, "{seed}");
        match BoardFile::read_from(&text, Origin::Remote) {
            Err(error) => {
                let span = error.span.clone();
                assert!(text.get(span).is_some() && error.help.is_some(), "{seed}: {error:?}\n{text}");
            }
            Ok(read) => {
                games += 1;
                let game = read.game();
                let Ok(at) = game.parse(&mut Reader::new(&board)) else { continue };
                let run = Run::new(Limits { nodes: Some(1), ..Limits::default() });
                let (theorems, table) = (Theorems(game), TranspositionTable::default());
                let _ = MexSolver::new(game, &theorems, &table).nimber(&at, &run);
            }
        }
    }
    assert!((FILES / 10..FILES).contains(&games), "{games} of {FILES} are games");
}
