//! Rules files that strangers send: read within bounds, and carried in addresses.
//!
//! The server keeps nothing: the text of the rules is a part of the address of every page about its game.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use grundy::own::{MOST_REMOTE_TEXT, Origin};
use grundy::{Diagnostic, NimberTable, NotRead, Position, Reading, RulesFile, Run, Shelf, Workbench};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use std::sync::Arc;

/// The best compression that there is.
const LEVEL: u8 = 9;

/// A text for an address: deflated, then base64 with the alphabet for addresses.
pub fn encoded(text: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(compress_to_vec(text.as_bytes(), LEVEL))
}

/// The text of an address; `None` where it is none, or longer than a rules file may be.
pub fn decoded(code: &str) -> Option<String> {
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(code).ok()?;
    String::from_utf8(decompress_to_vec_with_limit(&bytes, MOST_REMOTE_TEXT).ok()?).ok()
}

/// A rules file that came with a question, and the shelf with its game.
pub struct SentRules {
    /// The file.
    pub file: RulesFile,
    workbench: Workbench,
}

/// What is wrong with a question about an own game.
#[derive(Debug)]
pub enum Mistaken {
    /// The rules.
    Rules(Diagnostic),
    /// The position; with the text that was read in its place.
    Position(String, Diagnostic),
}

impl SentRules {
    /// Reads the text of a rules file.
    ///
    /// # Errors
    /// With the first mistake of the text. What takes the file of another machine, such as a program, is one.
    pub fn read(text: &str) -> Result<SentRules, Diagnostic> {
        let file = RulesFile::read_from(text, Origin::Remote)?;
        let taken = |taken: grundy::NameTaken| {
            let span = file.name_span();
            Diagnostic::new(taken.to_string(), span).help("give the game another name, such as `my-game`")
        };
        let shelf = Shelf::builtin().with_file(file.clone()).map_err(taken)?;
        Ok(SentRules { workbench: Workbench::new(Arc::new(shelf)), file })
    }

    /// The nimbers of the positions of two numbers below this.
    ///
    /// # Errors
    /// When the rules break down at one of them, or the run stops first.
    pub fn table(&self, sides: u32, run: &Run) -> Result<NimberTable, NotRead> {
        NimberTable::of(&self.workbench, self.file.name(), sides, sides, run)
    }

    /// Reads a position of the game, with or without its name, or a sum.
    ///
    /// # Errors
    /// With the mistake, or the limit that was met.
    pub fn position(&self, text: &str, run: &Run) -> Result<Position, (String, NotRead)> {
        let read = |text: String| {
            let read = Position::parse_on(&self.workbench, &text, Reading::default(), run);
            read.map_err(|error| (text, error))
        };
        let text = text.trim();
        let with_name = format!("{} {text}", self.file.name());
        // The board alone is what most will write.
        read(with_name.trim_end().to_owned()).or_else(|error| {
            read(text.to_owned()).map_err(|own| {
                let has_name = text
                    .split_whitespace()
                    .next()
                    .is_some_and(|word| self.workbench.shelf().find(word).is_ok());
                if has_name { own } else { error }
            })
        })
    }
}

/// Reads a position, of the games of the shelf or with the rules of one more.
///
/// # Errors
/// With the mistake, and in which text it is.
pub fn position(rules: &str, text: &str, reading: Reading, run: &Run) -> Result<Position, Mistaken> {
    let told = |(text, error): (String, NotRead)| Mistaken::Position(text.clone(), error.told(&text));
    if rules.trim().is_empty() {
        return Position::parse_within(text, reading, run).map_err(|error| told((text.to_owned(), error)));
    }
    SentRules::read(rules).map_err(Mistaken::Rules)?.position(text, run).map_err(told)
}

/// The line of a text in which a mistake is, with its number from 1, and the mistake in it.
pub fn line_of<'t>(text: &'t str, error: &Diagnostic) -> (usize, &'t str, Diagnostic) {
    let at = (0..=error.span.start.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].lines().next().unwrap_or("");
    let within = |place: usize| place.saturating_sub(start).min(line.len());
    let mut error = error.clone();
    error.span = within(error.span.start)..within(error.span.end);
    (text[..start].matches('\n').count() + 1, line, error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_go_into_addresses_and_come_back() {
        let text = "game my-cram\ngrid\nmove .. -> ##\n";
        let code = encoded(text);
        assert!(code.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)), "{code}");
        assert_eq!(decoded(&code).as_deref(), Some(text));
        // What would fill the memory, and what is no text.
        let bomb = encoded(&"a".repeat(10 << 20));
        assert!(bomb.len() < 20_000);
        for code in [&*bomb, "", "!", "AAAA", &encoded("é")[..3], &"A".repeat(8000)] {
            assert_eq!(decoded(code), None, "{code:.20}");
        }
    }

    #[test]
    fn a_mistake_is_told_in_its_line() {
        let text = "game a\r\ngrid\r\nmove .. -> ###\r\n";
        let error = SentRules::read(text).err().expect("the sides differ");
        let (number, line, error) = line_of(text, &error);
        assert_eq!((number, &line[error.span]), (3, ".. -> ###"));
        assert_eq!(line_of("", &Diagnostic::new("odd", 0..4)).0, 1);
    }

    #[test]
    fn boards_stand_alone_and_in_sums() {
        let rules = SentRules::read("game my-cram\ngrid\nmove .. -> ##\n").expect("it is a game");
        let read = |text: &str| rules.position(text, &Run::unlimited()).map(|position| position.to_string());
        for (text, position) in [
            ("4x5", "my-cram 4x5"),
            ("", "my-cram 3x4"),
            ("my-cram ..#", "my-cram ..#"),
            ("4x5 + nim 2", "my-cram 4x5 + nim 2"),
            ("nim 2 + my-cram 2x2", "nim 2 + my-cram 2x2"),
        ] {
            assert_eq!(read(text).as_deref().ok(), Some(position), "{text}");
        }
        assert_eq!(read("..x").expect_err("no cell").0, "my-cram ..x");
        assert_eq!(read("my-cram ..x").expect_err("no cell").0, "my-cram ..x");
    }
}
