//! Nested parentheses, the label after the opening one: `(C(H(S)))(N)`; or circles where they lie in a picture.

use super::Bubbly;
use super::forest::{Bubble, Forest, ForestBuilder, Labels};
use super::picture_notation;
use grundy_core::{Diagnostic, EMPTY, Notation, Reader, Word};
use std::collections::HashMap;
use std::ops::Range;

/// Places are kept in 32 bits, and so are the ends of labels.
const MOST_BYTES: usize = u32::MAX as usize;

impl Notation for Bubbly {
    fn parse(&self, text: &mut Reader<'_>) -> Result<Forest, Diagnostic> {
        let whole = text.text();
        if whole.len() > MOST_BYTES {
            let message = format!("a forest is at most {MOST_BYTES} bytes of text");
            let help = "solve its outer bubbles apart, and add their nimbers with ` + *N`";
            return Err(Diagnostic::new(message, text.here()).help(help));
        }
        if text.eat_empty() {
            return Ok(Forest::default());
        }
        if text.is_at_end() {
            return Err(Diagnostic::new("a forest is missing", text.here())
                .help("write bubbles as parentheses, `(E(G))`; or `-` where there are none"));
        }
        let start = text.position();
        if picture_notation::begins_here(text) {
            return picture_notation::parse(text);
        }
        let found = Found::in_text(whole, start, text)?;
        text.move_to(whole.len());
        Ok(found.forest(whole, start))
    }

    fn format(&self, at: &Forest) -> String {
        if at.is_empty() {
            return EMPTY.to_owned();
        }
        if let Some(places) = at.places() {
            return picture_notation::format(at, places);
        }
        if let Some(labels) = at.labels() {
            return labels.notation.clone();
        }
        let mut text = Vec::with_capacity(2 * at.len());
        let mut open = 0;
        for &depth in at.depths() {
            text.resize(text.len() + (open - depth) as usize, b')');
            text.push(b'(');
            open = depth + 1;
        }
        text.resize(text.len() + open as usize, b')');
        String::from_utf8(text).expect("parentheses are text")
    }

    fn label(&self, at: &Forest, mv: &Bubble) -> String {
        self.labels(at, std::slice::from_ref(mv)).pop().expect("one move has one label")
    }

    /// One pass over the forest for all moves: whether a label is repeated is a question to every
    /// bubble.
    fn labels(&self, at: &Forest, moves: &[Bubble]) -> Vec<String> {
        let mut uses: HashMap<&str, u32> = HashMap::new();
        if let Some(labels) = at.labels() {
            let bytes = labels.notation.as_bytes();
            // Most labels are unlike any that is asked for, and their first two bytes tell. Behind a
            // label of one byte stands a parenthesis, which one does not matter.
            let sign = |start: u32| {
                let start = start as usize;
                let second = match bytes.get(start + 1) {
                    None | Some(b'(') => b')',
                    Some(&second) => second,
                };
                usize::from(bytes[start]) << 8 | usize::from(second)
            };
            let moves = moves.iter().filter(|&&bubble| !at.label(bubble).is_empty());
            let mut is_asked = vec![false; 1 << 16];
            for &bubble in moves {
                uses.insert(at.label(bubble), 0);
                is_asked[sign(labels.starts[bubble.index()])] = true;
            }
            for (place, _) in labels.starts.iter().enumerate().filter(|(_, start)| is_asked[sign(**start)]) {
                if let Some(count) = uses.get_mut(at.label(Bubble(place as u32))) {
                    *count += 1;
                }
            }
        }
        let label = |&bubble: &Bubble| {
            let label = at.label(bubble);
            if label.is_empty() || label.contains('#') || uses[label] > 1 {
                format!("{label}#{}", bubble.index() + 1)
            } else {
                label.to_owned()
            }
        };
        moves.iter().map(label).collect()
    }

    fn parse_move(&self, at: &Forest, label: &str) -> Result<Bubble, Diagnostic> {
        let placed = label.rsplit_once('#').and_then(|(name, place)| {
            let index = place.parse::<usize>().ok()?.checked_sub(1)?;
            let bubble = Bubble(u32::try_from(index).ok()?);
            (index < at.len() && at.label(bubble) == name).then_some(bubble)
        });
        if let Some(bubble) = placed {
            return Ok(bubble);
        }
        let mut named = at.bubbles().filter(|&bubble| !label.is_empty() && at.label(bubble) == label);
        match (named.next(), named.next()) {
            (Some(bubble), None) => Ok(bubble),
            (Some(first), Some(second)) => {
                let (first, second) = (first.index() + 1, second.index() + 1);
                Err(Diagnostic::new(format!("several bubbles are labelled `{label}`"), 0..label.len())
                    .help(format!("add the place in reading order: `{label}#{first}` or `{label}#{second}`")))
            }
            (None, _) => Err(Diagnostic::new(format!("no bubble is labelled `{label}`"), 0..label.len())
                .help("use the label of a bubble, or # and its place in reading order: `#12`")),
        }
    }

    fn say(&self, at: &Forest, mv: &Bubble) -> String {
        let mut path = at.path(*mv);
        path.pop();
        let popped = self.label(at, mv);
        match path.len() {
            0 => format!("pop {popped}"),
            1..=4 => {
                path.reverse();
                format!("pop {popped}, and with it {}", Word::list(&self.labels(at, &path)))
            }
            more => format!("pop {popped}, and with it the {more} bubbles around it"),
        }
    }
}

/// What a text was found to hold.
struct Found {
    depths: Vec<u32>,
    /// Where labels start in the text.
    starts: Vec<u32>,
    has_labels: bool,
    /// Whether the text is what [`Notation::format`] would write.
    is_canonical: bool,
}

impl Found {
    fn in_text(whole: &str, start: usize, text: &mut Reader<'_>) -> Result<Found, Diagnostic> {
        let bytes = whole.as_bytes();
        let bubbles = bytes[start..].iter().filter(|&&byte| byte == b'(').count();
        let mut found = Found {
            depths: Vec::with_capacity(bubbles),
            starts: Vec::with_capacity(bubbles),
            has_labels: false,
            is_canonical: true,
        };
        let mut depth = 0;
        let mut at = start;
        let (mut first_skipped, mut skipped) = (None, 0u32);
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'(' => {
                    let mut label = at + 1;
                    at = plain_end(bytes, label);
                    if !matches!(bytes.get(at), None | Some(b'(' | b')')) {
                        // A blank on either side of the label, or a character beyond ASCII.
                        let first = skip_blanks(whole, label);
                        found.is_canonical &= first == label;
                        label = first;
                        at = label_end(whole, label)?;
                    }
                    found.depths.push(depth);
                    found.starts.push(label as u32);
                    found.has_labels |= at > label;
                    depth += 1;
                }
                b')' => {
                    if depth > 0 {
                        depth -= 1;
                    } else if text.reading().lenient {
                        found.is_canonical = false;
                        first_skipped.get_or_insert(at);
                        skipped += 1;
                    } else {
                        return Err(unmatched(whole, at..at + 1)
                            .help("remove it, or read on without it with --lenient"));
                    }
                    at += 1;
                }
                _ => {
                    let next = skip_blanks(whole, at);
                    if next == at {
                        return Err(stray(whole, at, found.depths.len(), depth));
                    }
                    found.is_canonical = false;
                    at = next;
                }
            }
        }
        if let Some(at) = first_skipped {
            let mut note = unmatched(whole, at..at + 1);
            if skipped > 1 {
                note.message = format!("{skipped} unmatched `)`, the first here");
            }
            text.note(note.skipped());
        }
        if depth > 0 { Err(unclosed(whole, start, depth)) } else { Ok(found) }
    }

    fn forest(mut self, whole: &str, start: usize) -> Forest {
        if !self.has_labels {
            return Forest::from_notation(self.depths, None);
        }
        if self.is_canonical {
            self.starts.iter_mut().for_each(|label| *label -= start as u32);
            let labels = Labels { notation: whole[start..].to_owned(), starts: self.starts };
            return Forest::from_notation(self.depths, Some(labels));
        }
        let mut forest = ForestBuilder::default();
        for (depth, label) in self.depths.into_iter().zip(self.starts) {
            let label = label as usize;
            let end = label_end(whole, label).expect("it was read once already");
            forest.push(depth, &whole[label..end], None);
        }
        forest.finish()
    }
}

fn skip_blanks(text: &str, at: usize) -> usize {
    let mut at = at;
    while let Some(&byte) = text.as_bytes().get(at) {
        if byte < 0x80 {
            if !byte.is_ascii_whitespace() {
                break;
            }
            at += 1;
        } else {
            match text[at..].chars().next() {
                Some(blank) if blank.is_whitespace() => at += blank.len_utf8(),
                _ => break,
            }
        }
    }
    at
}

/// Where the run of bytes from `at` on ends that are ASCII characters of a label: all that can be
/// seen, but parentheses.
///
/// Eight bytes at a time: each test below sets the top bit of a byte that it finds (and perhaps of
/// later ones, through a borrow, which does not matter: the first counts).
fn plain_end(bytes: &[u8], at: usize) -> usize {
    const EACH: u64 = u64::from_le_bytes([1; 8]);
    let mut at = at;
    while let Some(eight) = bytes.get(at..at + 8) {
        let eight = u64::from_le_bytes(eight.try_into().expect("it is eight bytes long"));
        let is_below_visible = eight.wrapping_sub(EACH * 0x21) & !eight;
        let is_delete_or_beyond = eight.wrapping_add(EACH) | eight;
        // `(` and `)` differ in the lowest bit only.
        let from_parenthesis = (eight ^ (EACH * u64::from(b'('))) & (EACH * 0xfe);
        let is_parenthesis = from_parenthesis.wrapping_sub(EACH) & !from_parenthesis;
        let found = (is_below_visible | is_delete_or_beyond | is_parenthesis) & (EACH * 0x80);
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let is_plain = |byte: u8| byte > b' ' && byte < 0x7f && byte != b'(' && byte != b')';
    at + bytes[at..].iter().take_while(|&&byte| is_plain(byte)).count()
}

/// Where the label that begins at `at` ends.
fn label_end(text: &str, at: usize) -> Result<usize, Diagnostic> {
    let end = plain_end(text.as_bytes(), at);
    match text.as_bytes().get(end) {
        None | Some(b'(' | b')' | b' ') => Ok(end),
        Some(_) => other_label_end(text, end),
    }
}

/// The same from a character that is none of the usual ones.
fn other_label_end(text: &str, at: usize) -> Result<usize, Diagnostic> {
    for (offset, character) in text[at..].char_indices() {
        let end = at + offset;
        if character == '(' || character == ')' || character.is_whitespace() {
            return Ok(end);
        }
        if character.is_control() {
            return Err(Diagnostic::new(
                format!("a label cannot hold the control character {}", character.escape_unicode()),
                end..end + character.len_utf8(),
            )
            .help("remove it: labels are made of characters that can be seen"));
        }
    }
    Ok(text.len())
}

fn unmatched(text: &str, span: Range<usize>) -> Diagnostic {
    let place = text[..span.end].chars().count();
    Diagnostic::new(format!("unmatched `)` (character {place} of the forest)"), span)
}

fn unclosed(text: &str, start: usize, missing: u32) -> Diagnostic {
    // From the end, the first opening parenthesis that nothing closes.
    let mut closed = 0u32;
    let mut innermost = start;
    for (at, byte) in text.bytes().enumerate().skip(start).rev() {
        match byte {
            b')' => closed += 1,
            b'(' if closed == 0 => {
                innermost = at;
                break;
            }
            b'(' => closed -= 1,
            _ => {}
        }
    }
    let place = text[..=innermost].chars().count();
    let count = Word::count(u128::from(missing), "bubble");
    let verb = if missing == 1 { "is" } else { "are" };
    Diagnostic::new(
        format!("{count} {verb} never closed; the innermost opens here (character {place} of the forest)"),
        innermost..innermost + 1,
    )
    .help(match missing {
        1 => "close it with `)`".to_owned(),
        _ => format!("close them with {missing} more `)`"),
    })
}

fn stray(text: &str, at: usize, bubbles: usize, depth: u32) -> Diagnostic {
    let rest = &text[at..];
    let word = rest.split(|c: char| c.is_whitespace() || c == '(' || c == ')').next().unwrap_or(rest);
    let length = if word.is_empty() { 1 } else { word.len() };
    let shown: String = word.chars().take(20).flat_map(char::escape_debug).collect();
    if depth > 0 {
        Diagnostic::new(format!("`{shown}` is no label here"), at..at + length).help(
            "a label is one word and stands right after the parenthesis that opens its bubble: `(F(N)(S))`",
        )
    } else if bubbles == 0 {
        Diagnostic::new(format!("`{shown}` stands outside every bubble"), at..at + length)
            .help("write a bubble as a pair of parentheses with its label after the first: `(E(G))`")
    } else {
        Diagnostic::new(format!("`{shown}` stands outside every bubble"), at..at + length).help(
            "a forest is parentheses only; another term of a sum comes after ` + `: `bubbly (E(G)) + nim 4`",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_of_plain_bytes_ends_at_any_other_byte() {
        for other in 0..=255u8 {
            let is_plain = (0x21..0x7f).contains(&other) && other != b'(' && other != b')';
            for place in 0..20 {
                // The next byte would be disturbed by a borrow or a carry, were there one.
                let mut bytes = vec![b'A'; 24];
                (bytes[place], bytes[place + 1]) = (other, b'!');
                let expected = if is_plain { 24 } else { place };
                assert_eq!(plain_end(&bytes, 0), expected, "{other:#x} at {place}");
            }
        }
    }
}
