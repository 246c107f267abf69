//! The message on a game that may go on for ever.

use crate::rules::expand::{Codes, Expanded};
use crate::rules::weights::Endless;
use crate::rules::{Image, Turn};
use crate::spec::{Facing, Spec};
use grundy_core::{Diagnostic, Word};
use std::ops::Range;

/// An image as it would be written, with these symbols in the cells that it writes.
pub(crate) fn written(image: &Image, codes: &Codes, before: Option<&[u8]>) -> String {
    let symbol = |code: u8| codes.0.get(usize::from(code)).copied().unwrap_or('@');
    let class = |allows: u16| {
        let all: String = (0..16).filter(|code| allows >> code & 1 == 1).map(symbol).collect();
        if allows.is_power_of_two() { all } else { format!("[{all}]") }
    };
    let side = |is_after: bool| {
        let row = |row: u16| {
            let cell = |column: u16| {
                let Some(read) = image.reads.iter().find(|read| (read.row, read.column) == (row, column))
                else {
                    return "?".to_owned();
                };
                let place = image.writes.iter().position(|write| (write.row, write.column) == (row, column));
                match place {
                    Some(place) if is_after => symbol(image.writes[place].code).to_string(),
                    Some(place) if before.is_some_and(|before| place < before.len()) => {
                        symbol(before.expect("there are symbols")[place]).to_string()
                    }
                    _ => class(read.allows),
                }
            };
            (0..image.columns).map(cell).collect::<String>()
        };
        (0..image.rows).map(row).collect::<Vec<_>>().join("/")
    };
    format!("{} -> {}", side(false), side(true))
}

/// That these moves undo each other, or that no proof is found that the game ends.
pub(crate) fn told(spec: &Spec, codes: &Codes, rules: &Expanded, moves: &Endless) -> Diagnostic {
    let mut moves: Vec<(usize, &[u8])> =
        moves.iter().map(|(index, symbols)| (*index, &symbols[..])).collect();
    moves.sort_by_key(|(index, _)| (rules.origins[*index].rule, rules.origins[*index].turn));
    let spans: Vec<Range<usize>> =
        moves.iter().map(|(index, _)| spec.rules[rules.origins[*index].rule].span.clone()).collect();
    let span =
        spans.first().cloned().unwrap_or_else(|| spec.rules.first().map_or(0..0, |rule| rule.span.clone()));
    // The whole line: it says which images are meant.
    let line = spec.text[..span.start].rfind('\n').map_or(0, |end| end + 1);
    let indent = spec.text[line..].len() - spec.text[line..].trim_start().len();
    let span = line + indent..span.end;
    let texts: Vec<String> =
        moves.iter().map(|(index, symbols)| written(&rules.images[*index], codes, Some(symbols))).collect();
    let quoted: Vec<String> = texts.iter().map(|text| format!("`{text}`")).collect();
    let is_one_rule = spans.windows(2).all(|two| two[0] == two[1]);
    let is_fixed =
        moves.iter().all(|(index, _)| spec.rules[rules.origins[*index].rule].facing == Facing::Fixed);
    let is_round = is_round(&texts);
    let reason = match &quoted[..] {
        [] => "no weights of symbols and places are found that every move lowers".to_owned(),
        [one, other] if is_round && is_one_rule => {
            let (first, second) = (rules.origins[moves[0].0].turn, rules.origins[moves[1].0].turn);
            format!("{one} and its {} {other} undo each other", relation(first, second))
        }
        several if is_round => format!("{} undo each other", Word::list(several)),
        [one] => format!(
            "no proof is found that it ends, for no weights that all moves lower are lowered by {one}"
        ),
        several => format!(
            "no proof is found that it ends, for no weights are lowered by each of {}",
            Word::list(several)
        ),
    };
    let help = match is_fixed || !is_one_rule {
        false => "write `fixed` to keep it as written, or list positions with `arcs`",
        true => "let every move use something up, or list positions with `arcs`",
    };
    Diagnostic::new(format!("this game may go on for ever: {reason}"), span).help(help)
}

/// Whether moves, as they are written, lead round: each leaves what the next one reads, and the last what the first one
/// reads.
fn is_round(texts: &[String]) -> bool {
    let mut open: Vec<(&str, &str)> = texts.iter().filter_map(|text| text.split_once(" -> ")).collect();
    let Some((first, mut at)) = open.pop() else { return false };
    while let Some(next) = open.iter().position(|(left, _)| *left == at) {
        at = open.swap_remove(next).1;
    }
    open.is_empty() && at == first
}

/// How two images of one rule are related.
fn relation(first: Turn, second: Turn) -> &'static str {
    let is_mirrored = |turn: Turn| {
        [turn.transposes, turn.flips_rows, turn.flips_columns].iter().filter(|&&is| is).count() % 2
    };
    if is_mirrored(first) == is_mirrored(second) { "turned image" } else { "mirror image" }
}

#[cfg(test)]
mod tests {
    use crate::BoardFile;

    fn refused(rules: &str) -> String {
        BoardFile::read(&format!("game a\nstrip\n{rules}\n")).unwrap_err().message
    }

    #[test]
    fn moves_are_said_to_undo_each_other_where_they_do() {
        for rules in ["move x. -> .x", "move x -> o\nmove o -> x", "move x -> o | o -> . | . -> x"] {
            assert!(refused(rules).ends_with("undo each other"), "{}", refused(rules));
        }
        // These end, but not because of weights.
        for rules in [
            "fixed x. -> .x\nfixed @x -> @.",
            "fixed k. -> .k | kk -> .k",
            "fixed x[.x]. -> ..x",
            "fixed x.. -> .xx\nfixed xx -> .x\nfixed xo -> ..",
        ] {
            assert!(refused(rules).contains("no proof is found that it ends"), "{}", refused(rules));
        }
    }
}
