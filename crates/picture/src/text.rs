//! How wide a text is, without a font at hand.

/// About how wide a text is in a usual sans-serif font of this size: letters of like widths are
/// counted alike. Real fonts differ by some percent, so leave a little room.
///
/// ```
/// use grundy_picture::text_width;
/// assert!(text_width("W", 10.0) > text_width("i", 10.0));
/// assert!(text_width("石", 10.0) >= 10.0);
/// ```
pub fn text_width(text: &str, size: f64) -> f64 {
    size * text.chars().map(width_of).sum::<f64>()
}

/// The width of a character in shares of the font's size.
fn width_of(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 0.3,
        'f' | 't' | 'r' | 'I' | ' ' | '(' | ')' | '[' | ']' | '/' | '-' => 0.38,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.9,
        'A'..='Z' | '#' | '*' | '+' | '=' | '<' | '>' | '&' => 0.7,
        '0'..='9' => 0.58,
        c if c < '\u{1100}' => 0.58,
        _ => 1.05,
    }
}

/// The text with its end left out where it has more than this many characters.
///
/// ```
/// use grundy_picture::shortened;
/// assert_eq!(shortened("bubble", 6), "bubble");
/// assert_eq!(shortened("soap bubble", 6), "soap …");
/// ```
pub fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some(_) => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
    }
}
