//! Games of taking: their shapes, and how their boards are written.

use super::broken::{Broken, at_position};
use super::listing::moves;
use super::notation::whole;
use crate::{Diagnostic, Notation, Ruleset, Stones, TakingRules};
use std::collections::HashSet;

/// Holds a position of a game of taking to what its rules say of stones: the moves are the shapes, wherever all of
/// their stones are there. Boards of more than 64 cells are passed over.
///
/// # Errors
/// The first law that does not hold.
pub fn check_taking<R: Ruleset>(
    rules: &R,
    taking: &dyn TakingRules<R>,
    at: &R::Position,
) -> Result<(), Broken> {
    let expect = at_position(at);
    let Some(board) = taking.stones(at) else { return Ok(()) };
    let again = taking.position(board).map(|position| taking.stones(&position));
    expect(again == Ok(Some(board)), "the position of stones has those stones", &again)?;
    let shapes = taking.shapes(board.rows, board.columns);
    let Ok(shapes) = shapes else { return expect(false, "shapes of a board are known", &shapes) };
    let are_smallest = shapes.iter().all(|shape| is_smallest(*shape));
    expect(are_smallest, "a shape is told on the smallest board that holds it", &shapes)?;
    let left: HashSet<Option<Stones>> =
        moves(rules, at).iter().map(|mv| taking.stones(&rules.play(at, mv))).collect();
    let places = shapes.iter().flat_map(|shape| shape.places(board.rows, board.columns));
    let by_shapes: HashSet<Option<Stones>> = places
        .filter(|taken| taken & !board.cells == 0)
        .map(|taken| Some(Stones { cells: board.cells & !taken, ..board }))
        .collect();
    expect(left == by_shapes, "a move takes stones of a shape that are all there", &(&left, &by_shapes))?;
    for (rows, columns) in [(board.rows + 1, board.columns), (board.rows, board.columns + 1)] {
        let has_room = rows * columns <= 64;
        let larger = Stones { rows, columns, cells: 0 };
        if !has_room || taking.position(larger).is_err() {
            continue;
        }
        let fits = |shape: &Stones| shape.rows <= board.rows && shape.columns <= board.columns;
        let fitting: Result<HashSet<Stones>, Diagnostic> =
            taking.shapes(rows, columns).map(|shapes| shapes.into_iter().filter(fits).collect());
        let same = fitting.as_ref().is_ok_and(|fitting| *fitting == shapes.iter().copied().collect());
        expect(same, "the shapes of a board are those of a larger one that fit", &(&shapes, &fitting))?;
    }
    Ok(())
}

/// Whether a shape has stones on all sides of its board.
fn is_smallest(shape: Stones) -> bool {
    let Stones { rows, columns, cells } = shape;
    let has = |row: u32, column: u32| cells >> (row * columns + column) & 1 == 1;
    (1..=64).contains(&(rows * columns))
        && (0..columns).any(|column| has(0, column))
        && (0..columns).any(|column| has(rows - 1, column))
        && (0..rows).any(|row| has(row, 0))
        && (0..rows).any(|row| has(row, columns - 1))
}

/// Holds a position of a game of taking to how its boards are written.
///
/// # Errors
/// The first law that does not hold.
pub fn check_board_marks<R: Notation>(
    rules: &R,
    taking: &dyn TakingRules<R>,
    at: &R::Position,
) -> Result<(), Broken> {
    let Some(board) = taking.stones(at) else { return Ok(()) };
    let marks = taking.marks();
    let by_sides = (format!("{}x{}", board.rows, board.columns), Stones::full(board.rows, board.columns));
    let by_sides = Some(by_sides).filter(|_| marks.sides_are_full);
    for (text, wanted) in std::iter::once((marks.write(board), board)).chain(by_sides) {
        let read = whole(rules, &text).map(|position| taking.stones(&position));
        if read != Ok(Some(wanted)) {
            let law = "a board that is written by its marks, or its sides, is read";
            return Err(Broken { law, found: format!("at {at:?}: {text}: {read:?}") });
        }
    }
    Ok(())
}
