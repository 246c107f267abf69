//! Which characters are symbols of cells.

/// Whether a character may be a symbol: ASCII letters and a few signs.
///
/// ```
/// assert!(grundy_own::is_symbol('x') && grundy_own::is_symbol('.'));
/// assert!(!grundy_own::is_symbol('4') && !grundy_own::is_symbol('?'));
/// ```
pub fn is_symbol(c: char) -> bool {
    c.is_ascii_alphabetic() || ".#o~%&$^<!".contains(c)
}
