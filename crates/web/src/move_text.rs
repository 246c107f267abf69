//! Moves as people write them: a label, or the words that a move is told in.

use grundy::{Diagnostic, Position};

/// More moves are not compared with words.
const MOST_COMPARED: usize = 20_000;
/// So many moves are offered where words fit several.
const MOST_OFFERED: usize = 4;

/// Words of numbers; their places are what they say.
const NUMBERS: [(&str, &str); 13] = [
    ("zero", "zeroth"),
    ("one", "first"),
    ("two", "second"),
    ("three", "third"),
    ("four", "fourth"),
    ("five", "fifth"),
    ("six", "sixth"),
    ("seven", "seventh"),
    ("eight", "eighth"),
    ("nine", "ninth"),
    ("ten", "tenth"),
    ("eleven", "eleventh"),
    ("twelve", "twelfth"),
];
/// Words that tell nothing apart.
const PLAIN: [&str; 17] = [
    "the", "a", "an", "at", "in", "of", "from", "to", "and", "on", "counter", "counters", "pin", "pins",
    "bean", "beans", "please",
];

/// The label of the move that a text means.
///
/// # Errors
/// When no move has that label or those words, or several have them; the span is that of the text.
pub fn read(position: &Position, text: &str) -> Result<String, Diagnostic> {
    let text = text.trim();
    let Err(error) = position.play(text) else { return Ok(text.to_owned()) };
    let wanted = words(text);
    if let Some(label) = of_heap(position, &wanted) {
        return Ok(label);
    }
    let mut fitting = Vec::new();
    for label in position.moves(MOST_COMPARED) {
        let said = words(&position.say(&label).unwrap_or_default());
        if !wanted.is_empty() && said == wanted {
            return Ok(label);
        }
        if !wanted.is_empty() && has_all(&said, &wanted) {
            fitting.push(label);
        }
    }
    match fitting.as_slice() {
        [] => Err(error),
        [only] => Ok(only.clone()),
        several => Err(ambiguous(position, text, several)),
    }
}

fn ambiguous(position: &Position, text: &str, labels: &[String]) -> Diagnostic {
    let offered: Vec<String> = labels
        .iter()
        .take(MOST_OFFERED)
        .map(|label| format!("`{label}` ({})", position.say(label).unwrap_or_default()))
        .collect();
    let more = if labels.len() > MOST_OFFERED { ", and more" } else { "" };
    Diagnostic::new(format!("{} moves fit these words", labels.len()), 0..text.len())
        .help(format!("say more, or write the label: {}{more}", offered.join(", ")))
}

/// `take 924 from heap 3`, for heaps of any size: the first number is what is taken, the last names the heap.
fn of_heap(position: &Position, wanted: &[String]) -> Option<String> {
    let [verb, rest @ ..] = wanted else { return None };
    let counts: Vec<u64> = rest.iter().filter_map(|word| word.parse().ok()).collect();
    let places: Vec<u64> = rest.iter().filter_map(|word| word.strip_prefix(PLACE)?.parse().ok()).collect();
    let is_taking = verb == "take" && rest.iter().any(|word| word == "heap");
    let (&[taken], &[heap], true) = (counts.as_slice(), places.as_slice(), is_taking) else { return None };
    let heaps = crate::heaps::of(position);
    let heap = heaps.into_iter().filter(|other| other.number == heap).collect::<Vec<_>>();
    let [heap] = heap.as_slice() else { return None };
    let label = format!("{}{}", heap.label, heap.size.checked_sub(taken)?);
    position.play(&label).ok().map(|_| label)
}

fn has_all(said: &[String], wanted: &[String]) -> bool {
    let mut left = said.to_vec();
    wanted
        .iter()
        .all(|word| left.iter().position(|other| other == word).map(|at| left.swap_remove(at)).is_some())
}

/// How the number of a place begins, so that the third heap is not three counters.
const PLACE: char = '№';
/// What is numbered: `heap 3` is the third heap.
const NUMBERED: [&str; 6] = ["heap", "cell", "term", "edge", "row", "column"];

/// The words of a text in lower case, numbers as digits, without those that tell nothing apart.
fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let mut words: Vec<String> = Vec::new();
    let is_letter = |c: char| c.is_alphanumeric() || c == '*' || c == '#';
    let mut before = "";
    for word in lower.split_inclusive(|c: char| !is_letter(c)) {
        // In `the first heap, 3 counters` nothing is numbered.
        let is_place = NUMBERED.contains(&before.trim_end_matches(' '));
        before = word;
        let word = word.trim_end_matches(|c| !is_letter(c));
        if word.is_empty() || PLAIN.contains(&word) {
            continue;
        }
        words.push(match number(word) {
            Some((number, is_ordinal)) if is_ordinal || is_place => format!("{PLACE}{number}"),
            Some((number, _)) => number.to_string(),
            None => word.to_owned(),
        });
    }
    words
}

/// The number that a word is, and whether it is that of a place: `two`, `second`, `2`, `2nd`.
fn number(word: &str) -> Option<(u64, bool)> {
    if let Some(number) = NUMBERS.iter().position(|&(one, place)| one == word || place == word) {
        return Some((number as u64, NUMBERS[number].1 == word));
    }
    let ordinal = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end)?.parse().ok());
    ordinal.map(|number| (number, true)).or_else(|| Some((word.parse().ok()?, false)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reads(position: &str, text: &str) -> Result<String, String> {
        let position: Position = position.parse().expect("it is one");
        read(&position, text).map_err(|error| error.message)
    }

    #[test]
    fn labels_and_words_are_read() {
        for (position, text, label) in [
            ("nim 3 5 7", "2:5>1", "2:5>1"),
            ("nim 3 5 7", "take 2 from the third heap", "3:7>5"),
            ("nim 3 5 7", "Take two from heap 3.", "3:7>5"),
            ("nim 40 100 1000", "take 924 from heap 3", "3:1000>76"),
            (
                "nim 40 100 9000000000000000000",
                "take 1 from the 3rd heap",
                "3:9000000000000000000>8999999999999999999",
            ),
            ("cram 2x2", "r1c1 r2c1", "r1c1-r2c1"),
            ("kayles 5 8", "take 1 from the first heap, leaving 2 and 2", "1:5>2,2"),
            ("bubbly (A(B))(C)", "pop b", "B"),
            ("treblecross .....", "write an X in cell 3", "3"),
            ("hackenbush 0-1 1-2", "cut edge 2", "2"),
        ] {
            assert_eq!(reads(position, text).as_deref(), Ok(label), "{text}");
        }
    }

    #[test]
    fn what_fits_several_moves_or_none_is_told() {
        assert_eq!(reads("nim 3 5 7", "third heap").unwrap_err(), "7 moves fit these words");
        assert!(reads("nim 3 5 7", "take 9 from heap 3").is_err());
        assert!(reads("nim 3 5 7", "").is_err());
        assert!(reads("2d-nim 2x2", "fly away").is_err());
    }
}
