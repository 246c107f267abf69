//! Texts of positions.

use crate::{is_told, run, text_of};
use grundy::{Answer, Approach, Convention, Position, Reading, Request, Run, Workbench};

/// What is read is written in a form that reads back to the same; what is not read is told with its place.
pub fn position_parse(data: &[u8]) {
    let text = text_of(&data[..data.len().min(4096)]);
    for reading in [Reading::default(), Reading { lenient: true, drop_floating: true }] {
        match Position::parse(&text, reading) {
            Ok(position) => reads_back(&position),
            Err(error) => is_told(&text, &error),
        }
    }
}

fn reads_back(position: &Position) {
    reads_back_on(&Workbench::default(), position);
}

/// Holds a position to what its text reads to on a workbench, and to its first moves.
pub fn reads_back_on(workbench: &Workbench, position: &Position) {
    let text = position.to_string();
    let again = Position::parse_on(workbench, &text, Reading::default(), &Run::unlimited());
    let again = again.unwrap_or_else(|error| panic!("{text:?} was written and is not read: {error}"));
    assert_eq!(again.to_string(), text, "written twice in two ways");
    // For one release a note tells of the turn of Cram's signs; nothing is skipped all the same.
    let skips = again.notes().iter().any(|note| note.is_of_skipped());
    assert!(!skips, "{text:?} was written and is read leniently");
    for label in position.moves(3) {
        let played = position.play(&label);
        assert!(played.is_ok(), "{text:?} has the move {label:?} and does not make it");
        assert!(
            position.say(&label).is_ok_and(|said| !said.is_empty()),
            "{label:?} of {text:?} says nothing"
        );
    }
}

/// Small positions have the same answer by theorems, by search and by the definition, under both conventions.
pub fn position_solve(data: &[u8]) {
    let text = text_of(&data[..data.len().min(80)]);
    if let Ok(position) = Position::parse_within(&text, Reading::default(), &run(2_000)) {
        agrees(&position);
    }
}

/// Holds the roads to the definition, where they end within small limits.
pub fn agrees(position: &Position) {
    for convention in [Convention::Normal, Convention::Misere] {
        let Some(truth) = answer(position, convention, Approach::Definition) else { continue };
        for approach in [Approach::Best, Approach::Search] {
            let Some(found) = answer(position, convention, approach) else { continue };
            let facts = |answer: &Answer| {
                let winning = answer.winning.clone();
                (answer.outcome, answer.nimber, answer.moves, answer.winning_count, winning)
            };
            assert_eq!(facts(&found), facts(&truth), "{position} under {convention} play by {approach:?}");
        }
    }
}

/// The whole answer, if the limits let it be found.
fn answer(position: &Position, convention: Convention, approach: Approach) -> Option<Answer> {
    let request = Request {
        convention: Some(convention),
        approach,
        named_moves: 50,
        run: run(2_000),
        ..Request::default()
    };
    Some(position.solve(&request)).filter(|answer| answer.stopped.is_none())
}
