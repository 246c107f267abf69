//! The manifest: a text that says whose table it is (docs/formats.md).

use crate::cut::Cut;
use crate::rules::GameOfRules;
use crate::shape::MOST_BLOCK_NUMBER_BITS;
use crate::{Content, Rules, TableError, TableGame, TableShape};
use grundy_core::{BoardMarks, Convention, Stones};
use std::borrow::Cow;
use std::path::Path;
use twox_hash::XxHash3_64;

const FIRST_LINE: &str = "grundy table";

/// The latest version of manifests. Those of version 1 name no shapes: they are of 2D Nim or Boxing Match. Those of
/// version 2 are of small plain tables; those of version 3 say how cells are ordered and blocks kept.
const LATEST: u32 = 3;

/// The text of a table's manifest, without the line of the fingerprint, as this version has it.
fn facts(shape: &TableShape, version: u32) -> String {
    let rules = shape.rules();
    let about = if version == 1 { older_game(rules) } else { game(rules) };
    let kept = if version < 3 { String::new() } else { kept(shape) };
    format!(
        "{FIRST_LINE} {version}\n{about}rows {}\ncolumns {}\nconvention {}\ncontent {}\nblock-bits {}\n{kept}",
        rules.rows(),
        rules.columns(),
        rules.convention(),
        shape.content(),
        shape.block_bits()
    )
}

/// The lines of how blocks are kept.
fn kept(shape: &TableShape) -> String {
    let order: Vec<String> = shape.layout().order().iter().map(u32::to_string).collect();
    let pages = if shape.is_compressed() { "zstd" } else { "plain" };
    format!("mirrors {}\norder {}\npages {pages}\n", shape.mirrors(), order.join(" "))
}

/// The lines of the game.
fn game(rules: &Rules) -> String {
    let marks = rules.marks();
    let sides = if marks.sides_are_full { "full" } else { "rows" };
    let mut text = format!("game {}\n", rules.id());
    if !rules.parameters().is_empty() {
        text += &format!("parameters {}\n", rules.parameters());
    }
    text += &format!("stones {}\ngaps {}\nsides {sides}\n", marks.stones, marks.gaps);
    let takes = |shape: &Stones| format!("takes {}\n", BoardMarks::STONES.write(*shape));
    text + &rules.shapes().iter().map(takes).collect::<String>()
}

/// The lines of the game in version 1.
fn older_game(rules: &Rules) -> String {
    let max = rules.parameters().strip_prefix("max=");
    format!("game {}\n{}", rules.id(), max.map_or(String::new(), |max| format!("max {max}\n")))
}

/// The number that stands in every block of a table with these facts.
fn fingerprint(facts: &str) -> u64 {
    XxHash3_64::oneshot(facts.as_bytes())
}

/// The manifest of a table.
pub(crate) fn write(shape: &TableShape) -> String {
    write_as(shape, shape.version()).0
}

/// The manifest of a table in this version, and the number that stands in every block.
fn write_as(shape: &TableShape, version: u32) -> (String, u64) {
    let facts = facts(shape, version);
    let fingerprint = fingerprint(&facts);
    (format!("{facts}fingerprint {fingerprint:016x}\n"), fingerprint)
}

/// A text as a manifest.
struct Lines<'t> {
    text: &'t str,
    /// For messages.
    folder: &'t Path,
}

impl<'t> Lines<'t> {
    fn unlike(&self, why: &str) -> TableError {
        TableError::NotATable { path: self.folder.to_owned(), why: why.to_owned() }
    }

    fn all(&self, key: &str) -> impl Iterator<Item = &'t str> {
        self.text.lines().filter_map(move |line| line.strip_prefix(key)?.strip_prefix(' '))
    }

    fn value(&self, key: &str) -> Result<&'t str, TableError> {
        self.all(key).next().ok_or_else(|| self.unlike(&format!("its manifest has no line `{key}`")))
    }

    fn number(&self, key: &str) -> Result<u32, TableError> {
        let number = self.value(key)?.parse::<u32>();
        number.map_err(|_| self.unlike(&format!("`{key}` of its manifest is not a number")))
    }

    fn version(&self) -> Result<u32, TableError> {
        let first = self.text.lines().next().unwrap_or_default();
        let Some(version) = first.strip_prefix(FIRST_LINE) else {
            return Err(self.unlike("its manifest does not begin like one"));
        };
        let known = (1..=LATEST).find(|known| version.trim() == known.to_string());
        let found = version.trim().to_owned();
        known.ok_or_else(|| TableError::Version { path: self.folder.to_owned(), found, known: LATEST })
    }

    fn convention(&self) -> Result<Convention, TableError> {
        match self.value("convention")? {
            "normal" => Ok(Convention::Normal),
            "misere" => Ok(Convention::Misere),
            other => Err(self.unlike(&format!("its manifest has a convention `{other}`"))),
        }
    }

    fn content(&self) -> Result<Content, TableError> {
        match self.value("content")? {
            "outcomes" => Ok(Content::Outcomes),
            "nimbers" => Ok(Content::Nimbers),
            other => Err(self.unlike(&format!("its manifest has a content `{other}`"))),
        }
    }

    /// The rules.
    fn rules(&self) -> Result<Rules, TableError> {
        let sides = (self.number("rows")?, self.number("columns")?);
        let marks = BoardMarks {
            stones: self.marks("stones")?,
            gaps: self.marks("gaps")?,
            sides_are_full: self.value("sides")? == "full",
        };
        let shapes: Option<Vec<Stones>> = self.all("takes").map(shape).collect();
        let game = GameOfRules {
            id: self.value("game")?.to_owned(),
            parameters: self.all("parameters").next().unwrap_or_default().to_owned(),
            marks,
            shapes: shapes.ok_or_else(|| self.unlike("`takes` of its manifest is no shape"))?,
        };
        Rules::of_manifest(game, sides, self.convention()?).map_err(|error| self.unlike(&error.message))
    }

    fn marks(&self, key: &str) -> Result<Cow<'static, str>, TableError> {
        match self.value(key)? {
            "" => Err(self.unlike(&format!("`{key}` of its manifest is empty"))),
            marks => Ok(marks.to_owned().into()),
        }
    }

    /// What blocks are kept, and how.
    fn shape(&self, rules: Rules, version: u32) -> Result<TableShape, TableError> {
        let (content, bits) = (self.content()?, self.number("block-bits")?);
        if content == Content::Nimbers && rules.convention() == Convention::Misere {
            return Err(TableError::MisereNimbers);
        }
        if version < 3 {
            return Ok(TableShape::of_bits(rules, content, bits).of_version(version));
        }
        if rules.cells().saturating_sub(bits) > MOST_BLOCK_NUMBER_BITS {
            return Err(self.unlike("its manifest has too many blocks"));
        }
        let shape = match self.number("mirrors")? {
            1 => TableShape::with_block_bits(rules, content, bits)?,
            _ => {
                let order: Option<Vec<u32>> =
                    self.value("order")?.split(' ').map(|cell| cell.parse().ok()).collect();
                let order =
                    order.ok_or_else(|| self.unlike("`order` of its manifest is no list of cells"))?;
                let cut = Cut::of_order(&rules.moves(), order, bits).map_err(|why| self.unlike(why))?;
                TableShape::of_cut(rules, content, cut)
            }
        };
        match self.value("pages")? {
            "plain" => Ok(shape.of_version(version)),
            "zstd" => Ok(shape.compressed()),
            other => Err(self.unlike(&format!("its manifest has pages `{other}`"))),
        }
    }

    /// The rules of a manifest of version 1.
    fn older_rules(&self) -> Result<Rules, TableError> {
        let game = match self.value("game")? {
            "2d-nim" => TableGame::two_d_nim(match self.value("max")? {
                "any" => None,
                _ => Some(self.number("max")?),
            }),
            "boxing-match" => TableGame::BOXING_MATCH,
            other => return Err(self.unlike(&format!("its manifest is of a game `{other}`"))),
        };
        Rules::new(&game, self.number("rows")?, self.number("columns")?, self.convention()?)
            .map_err(|error| self.unlike(&error.message))
    }
}

/// A shape that is written as rows of `1` and `0`, none of them longer than another.
fn shape(text: &str) -> Option<Stones> {
    let columns = text.split('/').next()?.len();
    let rows = text.split('/').count();
    let is_even = text.split('/').all(|row| row.len() == columns);
    if !is_even || columns == 0 || rows * columns > 64 {
        return None;
    }
    let cell = |(cell, sign): (usize, char)| match sign {
        '1' => Some(1_u64 << cell),
        '0' => Some(0),
        _ => None,
    };
    let signs = text.chars().filter(|&sign| sign != '/').enumerate();
    let cells = signs.map(cell).try_fold(0, |cells, cell| Some(cells | cell?))?;
    Some(Stones { rows: rows as u32, columns: columns as u32, cells })
}

/// Reads a manifest, and the number that stands in every block; `folder` is for messages.
///
/// # Errors
/// [`TableError::Version`] and [`TableError::NotATable`].
pub(crate) fn read(text: &str, folder: &Path) -> Result<(TableShape, u64), TableError> {
    let lines = Lines { text, folder };
    let version = lines.version()?;
    // They are shown on terminals.
    if text.chars().any(|c| c.is_control() && c != '\n') {
        return Err(lines.unlike("its manifest has control characters"));
    }
    let rules = if version == 1 { lines.older_rules()? } else { lines.rules()? };
    let shape = lines.shape(rules, version)?;
    let (written, fingerprint) = write_as(&shape, version);
    if written != text {
        return Err(lines.unlike("its manifest contradicts its own fingerprint"));
    }
    Ok((shape, fingerprint))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tables() -> Vec<TableShape> {
        let corners = |_, _| Ok(vec![Stones { rows: 2, columns: 2, cells: 0b111 }]);
        let marks = BoardMarks { stones: "x".into(), gaps: "._".into(), sides_are_full: false };
        let corners = TableGame::new("corners", "", marks, Convention::Normal, corners);
        let games =
            [TableGame::two_d_nim(Some(2)), TableGame::two_d_nim(None), TableGame::BOXING_MATCH, corners];
        let shape = |game: &TableGame| {
            let rules = Rules::new(game, 3, 7, Convention::Normal).unwrap();
            TableShape::new(rules.clone(), Content::Nimbers).unwrap()
        };
        games.iter().map(shape).collect()
    }

    fn refused(text: &str) -> String {
        read(text, Path::new("T")).unwrap_err().to_string()
    }

    #[test]
    fn a_manifest_reads_back_and_a_changed_one_does_not() {
        for shape in tables() {
            let text = write(&shape);
            assert_eq!(read(&text, Path::new("T")).unwrap().0, shape);
            for (from, to) in [
                ("rows 3", "rows 4"),
                ("nimbers", "outcomes"),
                ("grundy", "a"),
                ("columns", ""),
                ("takes 1", "takes 0"),
                ("\ntakes ", "\ntakes 11/"),
                ("gaps", "gap"),
            ] {
                assert!(read(&text.replacen(from, to, 1), Path::new("T")).is_err(), "{from} as {to}");
            }
            let newer = read(&text.replace("table 2", "table 4"), Path::new("T"));
            assert!(matches!(newer, Err(TableError::Version { .. })), "{newer:?}");
        }
    }

    #[test]
    fn a_manifest_of_version_1_is_read_as_what_it_was() {
        let text = "grundy table 1\ngame 2d-nim\nmax 3\nrows 4\ncolumns 4\nconvention misere\n\
                    content outcomes\nblock-bits 16\nfingerprint 096e28b0d155f0f7\n";
        let (shape, fingerprint) = read(text, Path::new("T")).unwrap();
        let rules = Rules::new(&TableGame::two_d_nim(Some(3)), 4, 4, Convention::Misere).unwrap();
        assert_eq!((shape.rules(), fingerprint), (&rules, 0x096e_28b0_d155_f0f7));
        assert!(refused(&text.replace("max 3", "max 2")).contains("contradicts its own fingerprint"));
    }

    #[test]
    fn shapes_of_a_forged_manifest_are_those_of_its_board() {
        // With a fingerprint of its own, so that only what the lines say is looked at.
        let forged = |change: &dyn Fn(&str) -> String| {
            let shape = &tables()[2];
            let facts = change(&facts(shape, 2));
            refused(&format!("{facts}fingerprint {:016x}\n", fingerprint(&facts)))
        };
        let no_shapes = "its shapes are not those of its board, in order";
        assert!(forged(&|facts| facts.replace("takes 1\n", "takes 0\n")).contains(no_shapes));
        assert!(forged(&|facts| facts.replace("takes 1\n", "takes 1\ntakes 1\n")).contains(no_shapes));
        assert!(
            forged(&|facts| facts.replace("takes 1\n", "takes 1111/1111/1111/1111\n")).contains(no_shapes)
        );
        assert!(forged(&|facts| facts.replace("takes 1\n", "takes 1/11\n")).contains("is no shape"));
        assert!(forged(&|facts| facts.replace("takes 1\n", "takes é\n")).contains("is no shape"));
        assert!(forged(&|facts| facts.replace("stones 1#", "stones ")).contains("`stones`"));
        assert!(forged(&|facts| facts.replace("game ", "game \u{1b}[2J")).contains("control characters"));
    }
}
