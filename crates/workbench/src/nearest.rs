//! The name that somebody may have meant.

/// The name that is nearest to what was written, where one is near enough to be meant.
pub(crate) fn nearest<'n>(names: impl Iterator<Item = &'n str>, written: &str) -> Option<&'n str> {
    let wanted: String = written.to_lowercase().chars().take(LONGEST).collect();
    let (distance, known) = names.map(|known| (strsim::damerau_levenshtein(known, &wanted), known)).min()?;
    (distance <= 2.max(known.len() / 3)).then_some(known)
}

/// A name that nobody knows, as a message shows it.
pub(crate) fn shown(name: &str) -> String {
    name.chars().take(LONGEST).flat_map(char::escape_debug).collect()
}

/// More of a name is not looked at: a text may have a hundred megabytes.
const LONGEST: usize = 40;
