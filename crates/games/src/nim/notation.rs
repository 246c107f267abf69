//! Heaps as numbers: `3 5 7`, `3,5,7`; a move as `2:5>1`, heap 2 from 5 to 1.

use super::Nim;
use super::rules::{Heaps, LARGEST, Take};
use grundy_core::{Diagnostic, EMPTY, Notation, Reader, Word};
use std::fmt::Write;

impl Notation for Nim {
    fn parse(&self, text: &mut Reader<'_>) -> Result<Heaps, Diagnostic> {
        read_heaps(text, LARGEST)
    }

    fn format(&self, at: &Heaps) -> String {
        format_heaps(at)
    }

    fn in_play(&self, at: &Heaps) -> Heaps {
        without_empty(at)
    }

    fn label(&self, at: &Heaps, mv: &Take) -> String {
        format!("{}:{}>{}", mv.heap + 1, at.0[mv.heap], mv.leave)
    }

    fn parse_move(&self, at: &Heaps, label: &str) -> Result<Take, Diagnostic> {
        let wrong = |message: String| {
            Diagnostic::new(message, 0..label.len())
                .help("write heap:from>to, such as `2:5>1` for heap 2 from 5 to 1; `2>1` is enough")
        };
        let (place, leave) =
            label.split_once('>').ok_or_else(|| wrong(format!("`{label}` is no move of Nim")))?;
        let (place, from) = place.split_once(':').map_or((place, None), |(place, from)| (place, Some(from)));
        let number = |digits: &str| digits.trim().parse::<u64>().ok();
        let (Some(place), Some(leave)) = (number(place), number(leave)) else {
            return Err(wrong(format!("`{label}` is no move of Nim")));
        };
        let heap = usize::try_from(place).ok().and_then(|place| place.checked_sub(1));
        let Some((heap, &counters)) = heap.and_then(|heap| Some((heap, at.0.get(heap)?))) else {
            return Err(wrong(format!(
                "there is no heap {place}: the heaps are numbered 1 to {}",
                at.0.len()
            )));
        };
        if from.is_some_and(|from| number(from) != Some(counters)) {
            return Err(wrong(format!("heap {place} has {}", Word::count(counters.into(), "counter"))));
        }
        if leave >= counters {
            return Err(wrong(format!(
                "a move takes at least one counter, and heap {place} has {counters}: it cannot go to {leave}"
            )));
        }
        Ok(Take { heap, leave })
    }

    fn say(&self, at: &Heaps, mv: &Take) -> String {
        let taken = at.0[mv.heap] - mv.leave;
        let place = Word::ordinal(mv.heap + 1);
        match mv.leave {
            0 => format!("take the whole {place} heap, {}", Word::count(taken.into(), "counter")),
            _ => format!("take {taken} from the {place} heap"),
        }
    }
}

/// Reads a list of heaps, each of at most `largest`, separated by blanks or commas.
pub(crate) fn read_heaps(text: &mut Reader<'_>, largest: u64) -> Result<Heaps, Diagnostic> {
    read_heaps_if(text, largest, |_| Ok(()))
}

/// The same where a heap may be refused, with a message and a help.
pub(crate) fn read_heaps_if(
    text: &mut Reader<'_>,
    largest: u64,
    mut allow: impl FnMut(u64) -> Result<(), (String, String)>,
) -> Result<Heaps, Diagnostic> {
    let mut heaps = Vec::new();
    if text.eat_empty() {
        return Ok(Heaps(heaps));
    }
    if text.is_at_end() {
        return Err(Diagnostic::new("heaps are missing", text.here())
            .help("write them, separated by blanks or commas, `3 5 7`; or `-` where there are none"));
    }
    loop {
        let before_number = text.position();
        let heap = text.number("a heap", largest)?;
        let after_number = text.position();
        allow(heap)
            .map_err(|(message, help)| Diagnostic::new(message, before_number..after_number).help(help))?;
        heaps.push(heap);
        text.skip_blanks();
        let has_comma = text.eat(',');
        if !has_comma && text.is_at_end() {
            return Ok(Heaps(heaps));
        }
        if !has_comma && text.position() == after_number {
            let found = text.peek().expect("the text has not ended");
            let help = match found {
                '-' => "write blanks or commas between heaps: `1 3 5 7`",
                '+' => "heaps need no sign between them, `3 5 7`; another term of a sum comes after ` + `",
                _ => "heaps are whole numbers, separated by blanks or commas: `3 5 7`",
            };
            return Err(Diagnostic::new(
                format!("`{}` cannot stand in a list of heaps", found.escape_debug()),
                text.here(),
            )
            .help(help));
        }
        text.skip_blanks();
    }
}

/// The heaps that have something.
pub(crate) fn without_empty(at: &Heaps) -> Heaps {
    Heaps(at.0.iter().copied().filter(|&heap| heap > 0).collect())
}

/// Writes heaps with blanks between them; those that are taken whole as well, so that the others keep their
/// numbers, but not where all are.
pub(crate) fn format_heaps(at: &Heaps) -> String {
    if at.0.iter().all(|&heap| heap == 0) {
        return EMPTY.to_owned();
    }
    let mut text = String::new();
    for (index, heap) in at.0.iter().enumerate() {
        let _ = write!(text, "{}{heap}", if index == 0 { "" } else { " " });
    }
    text
}
