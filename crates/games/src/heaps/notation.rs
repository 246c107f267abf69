//! Heaps as numbers, `12 5`; a move as `1:12>5,5`, heap 1 from 12 to heaps 5 and 5.

use super::HeapGame;
use super::nimbers::{MANY_PARTS, TABLE};
use super::rules::HeapMove;
use super::{CODE, OCTAL};
use crate::nim::{Heaps, format_heaps, read_heaps_if, without_empty};
use grundy_core::{Diagnostic, Notation, Reader, Word};
use grundy_heaps::Split;

impl HeapGame {
    /// The largest heap that is read. Where the digits repeat for ever, a heap has a move for every
    /// bean, or for every pair of them; where more than three heaps are left, its moves are counted by a
    /// step for each bean and each number of heaps.
    fn largest(&self) -> u64 {
        match (self.code.largest_take(), self.code.most_parts()) {
            (_, None | Some(4..)) => MANY_PARTS,
            _ if self.code.most_added() > 0 => MANY_PARTS,
            (Some(_), _) => i64::MAX as u64,
            (None, Some(3)) => 1 << 20,
            (None, _) => TABLE,
        }
    }
}

impl Notation for HeapGame {
    fn parse(&self, text: &mut Reader<'_>) -> Result<Heaps, Diagnostic> {
        let run = text.run();
        let limit_below = |heap| run.map(|run| self.nimbers.limit_below(heap, run));
        let heaps = read_heaps_if(text, self.largest(), |heap| match limit_below(heap) {
            // Who asks for the nimber will hear of it.
            None | Some(Ok(None) | Err(_)) => Ok(()),
            Some(Ok(Some(limit))) => {
                let known = self.nimbers.known().terms();
                Err((
                    format!(
                        "this heap is too large: the first {known} heaps of {} prove no period, and without \
                         one the largest is {limit}",
                        self.code
                    ),
                    format!(
                        "write a heap of at most {limit}; `grundy sequence \"{}\" --prove` looks further for a period",
                        self.code
                    ),
                ))
            }
        });
        let is_code = self.preset.id == OCTAL.id && text.peek() == Some('.');
        heaps.map_err(|mistake| match is_code {
            true => mistake.help(format!(
                "a code comes first: `{} {CODE}=0.07 5`, or without the game's name, `0.07 5`",
                self.preset.id
            )),
            false => mistake,
        })
    }

    fn format(&self, at: &Heaps) -> String {
        format_heaps(at)
    }

    fn format_part(&self, part: &Heaps) -> String {
        format_heaps(&without_empty(part))
    }

    fn in_play(&self, at: &Heaps) -> Heaps {
        without_empty(at)
    }

    fn label(&self, at: &Heaps, mv: &HeapMove) -> String {
        let left: Vec<String> = mv.split.heaps().iter().map(u64::to_string).collect();
        let left = if left.is_empty() { "0".to_owned() } else { left.join(",") };
        format!("{}:{}>{left}", mv.heap + 1, at.0[mv.heap])
    }

    fn parse_move(&self, at: &Heaps, label: &str) -> Result<HeapMove, Diagnostic> {
        let wrong = |message: String| {
            Diagnostic::new(message, 0..label.len())
                .help("write heap:from>left, such as `1:12>5,5` for heap 1 from 12 to heaps 5 and 5")
        };
        let no_move = || wrong(format!("`{label}` is no move of a heap game"));
        let (place, left) = label.split_once('>').ok_or_else(no_move)?;
        let (place, from) = place.split_once(':').map_or((place, None), |(place, from)| (place, Some(from)));
        let number = |digits: &str| digits.trim().parse::<u64>().ok();
        let place = number(place).ok_or_else(no_move)?;
        let mut left: Vec<u64> = left.split(',').map(number).collect::<Option<_>>().ok_or_else(no_move)?;
        left.retain(|&heap| heap > 0);
        left.sort_unstable();
        let heap = usize::try_from(place).ok().and_then(|place| place.checked_sub(1));
        let Some((heap, &beans)) = heap.and_then(|heap| Some((heap, at.0.get(heap)?))) else {
            return Err(wrong(format!(
                "there is no heap {place}: the heaps are numbered 1 to {}",
                at.0.len()
            )));
        };
        if from.is_some_and(|from| number(from) != Some(beans)) {
            return Err(wrong(format!("heap {place} has {}", Word::count(beans.into(), self.preset.noun))));
        }
        let stays: u128 = left.iter().map(|&heap| u128::from(heap)).sum();
        if stays > u128::from(beans) + u128::from(self.code.most_added()) {
            return Err(wrong(format!(
                "heap {place} has only {}",
                Word::count(beans.into(), self.preset.noun)
            )));
        }
        let split = Split::of(beans, &left);
        if !self.code.allows(&split) {
            let (verb, moved) =
                if split.added() > 0 { ("add", split.added()) } else { ("take", split.taken()) };
            return Err(wrong(format!(
                "the rules {} do not let a move {verb} {} and leave {}",
                self.code,
                Word::count(moved.into(), self.preset.noun),
                left_text(&left)
            )));
        }
        Ok(HeapMove { heap, split })
    }

    fn say(&self, at: &Heaps, mv: &HeapMove) -> String {
        let place = if at.0.len() == 1 {
            "the heap".to_owned()
        } else {
            format!("the {} heap", Word::ordinal(mv.heap + 1))
        };
        let taken = mv.split.taken();
        let added = mv.split.added();
        match (taken, mv.split.heaps()) {
            (_, parts) if added > 0 => {
                format!("add {added} to {place} and part it into {}", left_text(parts))
            }
            (_, []) => format!("take the whole of {place}, {}", Word::count(taken.into(), self.preset.noun)),
            (0, parts) => format!("part {place} into {}", left_text(parts)),
            (_, parts) => format!("take {taken} from {place}, leaving {}", left_text(parts)),
        }
    }

    fn parameters(&self) -> String {
        (self.preset.parameters)(&self.code)
    }
}

/// `nothing`, `5`, `5 and 5`.
pub(super) fn left_text(left: &[u64]) -> String {
    match left {
        [] => "nothing".to_owned(),
        heaps => Word::list(&heaps.iter().map(u64::to_string).collect::<Vec<_>>()),
    }
}
