//! The manifest: a text that says whose table it is (docs/formats.md).

use crate::block::VERSION;
use crate::{Content, Rules, TableError, TableGame, TableShape};
use grundy_core::Convention;
use std::path::Path;
use twox_hash::XxHash3_64;

const FIRST_LINE: &str = "grundy table";

/// The text of a table's manifest, without the line of the fingerprint.
fn facts(shape: &TableShape) -> String {
    let rules = shape.rules();
    let mut text = format!("{FIRST_LINE} {VERSION}\ngame {}\n", rules.game().id());
    if let Some(max) = rules.game().max() {
        text += &format!("max {max}\n");
    }
    text += &format!(
        "rows {}\ncolumns {}\nconvention {}\ncontent {}\nblock-bits {}\n",
        rules.rows(),
        rules.columns(),
        rules.convention(),
        shape.content(),
        shape.block_bits()
    );
    text
}

/// The number that stands in every block of the table.
pub(crate) fn fingerprint(shape: &TableShape) -> u64 {
    XxHash3_64::oneshot(facts(shape).as_bytes())
}

/// The manifest of a table.
pub(crate) fn write(shape: &TableShape) -> String {
    format!("{}fingerprint {:016x}\n", facts(shape), fingerprint(shape))
}

/// Reads a manifest; `folder` is for messages.
///
/// # Errors
/// [`TableError::Version`] and [`TableError::NotATable`].
pub(crate) fn read(text: &str, folder: &Path) -> Result<TableShape, TableError> {
    let unlike = |why: &str| TableError::NotATable { path: folder.to_owned(), why: why.to_owned() };
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let Some(version) = first.strip_prefix(FIRST_LINE) else {
        return Err(unlike("its manifest does not begin like one"));
    };
    if version.trim() != VERSION.to_string() {
        let found = version.trim().to_owned();
        return Err(TableError::Version { path: folder.to_owned(), found, known: VERSION });
    }
    let value = |key: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' '));
        line.ok_or_else(|| unlike(&format!("its manifest has no line `{key}`")))
    };
    let number = |key: &str| {
        value(key)?.parse::<u32>().map_err(|_| unlike(&format!("`{key}` of its manifest is not a number")))
    };
    let id = value("game")?;
    let usual = TableGame::named(id, "");
    let mut game = usual.ok_or_else(|| unlike(&format!("its manifest tells of a game `{id}`")))?;
    if game.max().is_some() {
        let max = game.with_max(value("max")?);
        game = max.map_err(|_| unlike("`max` of its manifest is not a number"))?;
    }
    let convention = match value("convention")? {
        "normal" => Convention::Normal,
        "misere" => Convention::Misere,
        other => return Err(unlike(&format!("its manifest tells of a convention `{other}`"))),
    };
    let content = match value("content")? {
        "outcomes" => Content::Outcomes,
        "nimbers" => Content::Nimbers,
        other => return Err(unlike(&format!("its manifest tells of a content `{other}`"))),
    };
    let rules = Rules::new(game, number("rows")?, number("columns")?, convention)
        .map_err(|error| unlike(&error.message))?;
    let shape = TableShape::with_block_bits(rules, content, number("block-bits")?)?;
    if write(&shape) != text {
        return Err(unlike("its manifest contradicts its own fingerprint"));
    }
    Ok(shape)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_reads_back_and_a_changed_one_does_not() {
        for game in [TableGame::two_d_nim(Some(2)), TableGame::two_d_nim(None), TableGame::BOXING_MATCH] {
            let rules = Rules::new(game, 3, 7, Convention::Normal).unwrap();
            let shape = TableShape::new(rules, Content::Nimbers).unwrap();
            let text = write(&shape);
            assert_eq!(read(&text, Path::new("T")).unwrap(), shape);
            for (from, to) in
                [("rows 3", "rows 4"), ("nimbers", "outcomes"), ("grundy", "a"), ("columns", "")]
            {
                assert!(read(&text.replace(from, to), Path::new("T")).is_err(), "{from} as {to}");
            }
            let newer = read(&text.replace("table 1", "table 2"), Path::new("T"));
            assert!(matches!(newer, Err(TableError::Version { .. })), "{newer:?}");
        }
    }
}
