//! Texts of positions and labels of moves.

use super::broken::{Broken, at_position};
use super::listing::moves;
use crate::{Diagnostic, EMPTY, Notation, Reader};
use std::collections::BTreeMap;

/// Holds a position to the laws of notation.
///
/// # Errors
/// The first law that does not hold.
pub fn check_notation<R: Notation>(rules: &R, at: &R::Position) -> Result<(), Broken> {
    let expect = at_position(at);
    check_text(rules, at)?;
    let moves = moves(rules, at);
    let labels = rules.labels(at, &moves);
    expect(labels.len() == moves.len(), "every move has a label", &labels)?;
    let mut first_with: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, (mv, label)) in moves.iter().zip(&labels).enumerate() {
        let earlier = first_with.insert(label, index);
        expect(earlier.is_none(), "labels are unique", label)?;
        expect(!label.is_empty() && !label.contains(char::is_whitespace), "labels are one word", label)?;
        expect(*label == rules.label(at, mv), "labels agree one by one and together", label)?;
        let read = rules.parse_move(at, label);
        expect(read.as_ref() == Ok(mv), "labels are read back", &(label, &read))?;
    }
    Ok(())
}

/// Holds the text of a position, and that of the empty one, to the laws of notation: they are read back, and
/// refused with more behind.
fn check_text<R: Notation>(rules: &R, at: &R::Position) -> Result<(), Broken> {
    let expect = at_position(at);
    let (empty, text) = (whole(rules, EMPTY), rules.format(at));
    let is_empty = empty.as_ref().is_ok_and(|empty| rules.count_moves(empty) == 0);
    expect(is_empty, "`-` alone is a position without moves", &empty)?;
    let again = empty.as_ref().map(|empty| whole(rules, &rules.format(empty)));
    expect(again.as_ref() == Ok(&empty), "the empty position is read back", &again)?;
    let read = whole(rules, &text);
    // Where nothing is left it does not matter of what.
    let is_nothing = text == EMPTY && rules.count_moves(at) == 0;
    expect(is_nothing || read.as_ref() == Ok(at), "what is written is read back", &(&text, &read))?;
    for more in ["\u{1}", "=", "]"] {
        let longer = format!("{text} {more}");
        let read = whole(rules, &longer);
        expect(read.is_err(), "what is left over is refused", &(&longer, &read))?;
    }
    Ok(())
}

/// The position of a text that is read to its end.
pub(super) fn whole<R: Notation>(rules: &R, text: &str) -> Result<R::Position, Diagnostic> {
    let mut reader = Reader::new(text);
    let position = rules.parse(&mut reader)?;
    reader.expect_end().map(|()| position)
}
