//! Codes of heap games by their digits or by the games' names.

use grundy_core::Diagnostic;
use grundy_games::heaps::NAMED_CODES;
use grundy_heaps::Code;

/// Reads a code, `0.07`, or the name of a game that stands for one, in any case.
///
/// # Errors
/// With the place in `text`.
///
/// ```
/// use grundy::read_code;
/// assert_eq!(read_code("Kayles").unwrap().to_string(), "0.77");
/// assert_eq!(read_code("0.8Z").unwrap_err().span, 3..4);
/// ```
pub fn read_code(text: &str) -> Result<Code, Diagnostic> {
    let trimmed = text.trim();
    let name = trimmed.to_lowercase();
    if let Some((_, code)) = NAMED_CODES.iter().find(|(known, _)| *known == name) {
        return code.parse();
    }
    let before = text.len() - text.trim_start().len();
    let is_word = name.starts_with(|c: char| c.is_ascii_alphabetic()) && !name.contains('(');
    if is_word {
        let names: Vec<&str> = NAMED_CODES.iter().map(|(known, _)| *known).collect();
        return Err(Diagnostic::new("there is no heap game of this name", before..before + trimmed.len())
            .help(format!("write a code such as 0.07, or one of {}", names.join(", "))));
    }
    trimmed.parse().map_err(|error: Diagnostic| error.shifted(before))
}
