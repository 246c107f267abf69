//! The name that somebody may have meant.

/// The name that is nearest to what was written, by the number of letters that are left out, added, changed or swapped
/// (F. J. Damerau, 1964). `None` where none is near enough to be meant. Upper case is read as lower case, and what
/// follows the first 40 letters is not looked at.
///
/// ```
/// use grundy_own::nearest_name;
/// let games = ["nim", "kayles", "cram"];
/// assert_eq!(nearest_name(games.into_iter(), "Kaylse"), Some("kayles"));
/// assert_eq!(nearest_name(games.into_iter(), "backgammon"), None);
/// ```
pub fn nearest_name<'n>(names: impl Iterator<Item = &'n str>, written: &str) -> Option<&'n str> {
    let wanted: String = written.to_lowercase().chars().take(LONGEST).collect();
    let (distance, known) = names.map(|known| (strsim::damerau_levenshtein(known, &wanted), known)).min()?;
    // In a short name half of the letters have to be right.
    let is_near = distance <= 2.max(known.len() / 3) && 2 * distance <= known.len().max(wanted.len());
    is_near.then_some(known)
}

/// A name that nobody knows, as a message shows it: its first 40 letters, with control characters escaped.
///
/// ```
/// assert_eq!(grundy_own::shown_name("a\u{7}b"), "a\\u{7}b");
/// ```
pub fn shown_name(name: &str) -> String {
    name.chars().take(LONGEST).flat_map(char::escape_debug).collect()
}

/// More of a name is not looked at: a text may have a hundred megabytes.
const LONGEST: usize = 40;
