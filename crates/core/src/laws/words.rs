//! The rules on boards that are words, held to the rules.

use super::broken::{Broken, at_position};
use super::listing::{canonical_parts, moves};
use crate::{BoardWord, Definition, Packed, PackedRules, Ruleset, Run, Tuned};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// The rules told in words against the rules, for a canonical part.
pub(super) fn check_packed<R: Ruleset>(rules: &R, part: &R::Position) -> Result<(), Broken> {
    if let Some(packed) = rules.tuning().packed() {
        check_words(rules, packed, part)?;
    }
    rules.tuning().packed_wide().map_or(Ok(()), |packed| check_words(rules, packed, part))
}

fn check_words<R: Ruleset, W: BoardWord>(
    rules: &R,
    packed: &dyn PackedRules<R, W>,
    part: &R::Position,
) -> Result<(), Broken> {
    let Some(word) = packed.pack(part) else { return Ok(()) };
    let none = W::default();
    let expect = at_position(part);
    expect(packed.unpack(word) == *part, "a packed part is unpacked", &word)?;
    let theorem = rules.knowledge().theorem(part);
    let is_asked = packed.may_be_known(word) || theorem.is_none();
    expect(is_asked, "what a theorem knows may be known", &theorem)?;
    let canonical = |cells: W| rules.canon(packed.unpack(Packed { cells, ..word }));
    let mut left = Vec::new();
    let _ = packed.left_by_moves(word, &mut |option| {
        left.push(option);
        ControlFlow::Continue(())
    });
    let packed_options: HashSet<R::Position> = left.iter().map(|option| canonical(option.cells)).collect();
    let of_moves: HashSet<R::Position> =
        moves(rules, part).iter().map(|mv| rules.canon(rules.play(part, mv))).collect();
    expect(packed_options == of_moves, "packed options are the moves played", &packed_options)?;
    let has_rules = packed.has_rules_for(word.rows(), word.columns);
    expect(has_rules, "there are rules for a board that is packed", &word)?;
    let mut by_sets: Vec<W> = packed.taken_by_moves(word.rows(), word.columns);
    by_sets.retain(|&taken| taken != none && taken & !word.cells == none);
    let by_sets: HashSet<W> = by_sets.into_iter().map(|taken| word.cells & !taken).collect();
    expect(
        by_sets == left.iter().map(|option| option.cells).collect(),
        "packed moves are sets of cells",
        &by_sets,
    )?;
    for option in left.into_iter().filter(|option| option.cells != none) {
        let are_left = option.joints & !option.cells == none;
        expect(are_left, "parts are looked for at cells that are left", &option)?;
        let mut words = Vec::new();
        packed.parts_of(option, word.columns, &mut |part| words.push(part));
        words.iter().try_for_each(|&part| check_visited(rules, packed, part))?;
        let mut parts: Vec<_> = words.iter().map(|&part| rules.canon(packed.unpack(part))).collect();
        parts.retain(|part| rules.count_moves(part) > 0);
        parts.sort_unstable();
        let expected = canonical_parts(rules, packed.unpack(Packed { cells: option.cells, ..word }));
        expect(parts == expected, "packed parts are the parts", &(option, &parts))?;
    }
    Ok(())
}

/// The nimbers of a part and of its representative are compared where this number of moves is left at most.
const MOST_MOVES_OF_NIMBERS: u128 = 6;

/// A part as `parts_of` visits it, and what stands for it in a table.
fn check_visited<R: Ruleset, W: BoardWord>(
    rules: &R,
    packed: &dyn PackedRules<R, W>,
    part: Packed<W>,
) -> Result<(), Broken> {
    let expect = at_position(&part);
    expect(is_cropped(part), "packed parts are in the corner of the smallest board", &part)?;
    let representative = packed.representative(part);
    let again = packed.representative(representative);
    expect(again == representative, "a packed representative stands for itself", &(representative, again))?;
    let (at, kept) = (rules.canon(packed.unpack(part)), packed.unpack(representative));
    let efforts = (u64::from(packed.effort_of(representative)), Tuned(rules).effort(&kept));
    expect(efforts.0 == efforts.1, "the packed effort is the effort", &(representative, efforts))?;
    if at != kept && rules.moves_left(&at) <= MOST_MOVES_OF_NIMBERS {
        let nimber = |at: &R::Position| Definition::new(rules).nimber(at, &Run::unlimited());
        let nimbers = (nimber(&at), nimber(&kept));
        expect(nimbers.0 == nimbers.1, "a packed representative has the nimber of the part", &nimbers)?;
    }
    Ok(())
}

/// Whether the first row and the first and the last column have full cells; the last row always has one.
fn is_cropped<W: BoardWord>(part: Packed<W>) -> bool {
    let (none, one) = (W::default(), W::of_halves(1, 0));
    let has = |row: u32, column: u32| part.cells >> (row * part.columns + column) & one != none;
    let column_has = |column: u32| (0..part.rows()).any(|row| has(row, column));
    (0..part.columns).any(|column| has(0, column)) && column_has(0) && column_has(part.columns - 1)
}
