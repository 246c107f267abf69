//! Patterns with runs as patterns of fixed shapes.

use super::image::{Cell, Image, Stand, Write};
use super::turn::Turn;
use crate::limits::MOST_IMAGES;
use crate::spec::{BlockSide, Facing, Item, Kind, Meaning, MoveRule, Pattern, Size, Spec, What, Written};
use grundy_core::Diagnostic;
use std::collections::{BTreeMap, HashSet};

/// The symbols of a game, each with its code: its place in the list. The code behind the last is the edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Codes(pub(crate) Vec<char>);

impl Codes {
    pub(crate) fn code(&self, symbol: char) -> Option<u8> {
        self.0.iter().position(|&known| known == symbol).map(|code| code as u8)
    }

    pub(crate) fn edge(&self) -> u8 {
        self.0.len() as u8
    }

    /// What a cell of a pattern allows; nothing stands for anything.
    fn allows(&self, what: &What) -> u16 {
        let bit = |symbol: &char| self.code(*symbol).map_or(0, |code| 1 << code);
        match what {
            What::Anything => 0,
            What::Edge => 1 << self.edge(),
            What::Symbol(symbol) => bit(symbol),
            What::Class { symbols, edge } => {
                let all = symbols.iter().map(bit).fold(0, |all, bit| all | bit);
                if *edge { all | 1 << self.edge() } else { all }
            }
        }
    }
}

/// The lengths of runs by name.
pub(crate) type Lengths = BTreeMap<String, u32>;

/// Where an image comes from: a rule of the file, the lengths of its runs, and how it is turned.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    pub(crate) rule: usize,
    pub(crate) lengths: Lengths,
    pub(crate) turn: Turn,
}

/// All images of the patterns of a game, for boards of sides up to a limit.
#[derive(Clone, Debug, Default)]
pub(crate) struct Expanded {
    /// Small ones first; each once.
    pub(crate) images: Vec<Image>,
    /// Where each comes from.
    pub(crate) origins: Vec<Origin>,
    pub(crate) wins: Vec<Stand>,
    pub(crate) ends: Vec<Stand>,
    pub(crate) nevers: Vec<Stand>,
}

/// Cells row by row, `None` for what is written where nothing is.
struct Grid<T> {
    columns: usize,
    cells: Vec<T>,
}

/// Expands the patterns of a file for boards whose sides are at most `limit`.
///
/// # Errors
/// When there are too many images.
pub(crate) fn expand(spec: &Spec, codes: &Codes, limit: u32) -> Result<Expanded, Diagnostic> {
    let mut all = Expanded::default();
    let mut met = HashSet::new();
    let splits_writes = spec.bans.iter().any(|ban| ban.meaning == Meaning::Never);
    let (mut found, mut cells) = (Vec::new(), 0);
    let most_cells = spec.origin.most_image_cells();
    for (index, rule) in spec.rules.iter().enumerate() {
        for lengths in all_lengths(&rule.left, limit).ok_or_else(|| too_many(rule))? {
            for image in of_rule(rule, codes, &lengths, limit, (splits_writes, most_cells))
                .ok_or_else(|| too_many(rule))?
            {
                for &turn in turns(spec.kind, rule.facing) {
                    let turned = image.turned(turn);
                    if met.insert(turned.clone()) {
                        cells += turned.reads.len();
                        found.push((turned, Origin { rule: index, lengths: lengths.clone(), turn }));
                    }
                }
                if found.len() > MOST_IMAGES || cells > most_cells {
                    return Err(too_many(rule));
                }
            }
        }
    }
    // Small ones first, and tall ones before wide ones: a search gains by it.
    found.sort_by_key(|(image, _)| (image.reads.len(), std::cmp::Reverse(image.rows)));
    (all.images, all.origins) = found.into_iter().unzip();
    for ban in &spec.bans {
        let facing = if ban.is_fixed { Facing::Fixed } else { Facing::All };
        let too_many = || too_many_at(ban.pattern.span.clone());
        let mut stands: Vec<Stand> = Vec::new();
        for lengths in all_lengths(&ban.pattern, limit).ok_or_else(too_many)? {
            let grid = before(&ban.pattern, codes, &lengths);
            let Some(stand) = stand_of(&grid, limit) else { continue };
            for stand in on_the_board(stand, 1 << codes.edge()) {
                stands.extend(turns(spec.kind, facing).iter().map(|&turn| stand.turned(turn)));
            }
            cells += grid.cells.len();
            if stands.len() > MOST_IMAGES || cells > most_cells {
                return Err(too_many());
            }
        }
        let place = match ban.meaning {
            Meaning::Win => &mut all.wins,
            Meaning::End => &mut all.ends,
            Meaning::Never => &mut all.nevers,
        };
        place.append(&mut stands);
    }
    for stands in [&mut all.wins, &mut all.ends, &mut all.nevers] {
        stands.sort_unstable();
        stands.dedup();
    }
    Ok(all)
}

fn too_many(rule: &MoveRule) -> Diagnostic {
    too_many_at(rule.span.clone())
}

fn too_many_at(span: std::ops::Range<usize>) -> Diagnostic {
    Diagnostic::new(format!("with this there are more than {MOST_IMAGES} images of patterns"), span)
        .help("give the runs smaller ranges, or use fewer of them in one pattern")
}

/// The images that are meant.
pub(crate) fn turns(kind: Kind, facing: Facing) -> &'static [Turn] {
    const SIDEWAYS: [Turn; 2] = [Turn::NONE, Turn::SIDEWAYS];
    const UPDOWN: [Turn; 2] = [Turn::NONE, Turn::UPSIDE_DOWN];
    const FIXED: [Turn; 1] = [Turn::NONE];
    match (kind, facing) {
        (_, Facing::Fixed) => &FIXED,
        (Kind::Grid, Facing::All) => &Turn::ALL,
        (Kind::Grid, Facing::UpDown) => &UPDOWN,
        _ => &SIDEWAYS,
    }
}

/// The name of an item's run, and its range.
fn run(item: &Item) -> Option<(String, u32, Option<u32>)> {
    match &item.size {
        Size::Between { name: Some(name), from, to } => Some((name.clone(), *from, *to)),
        Size::Between { name: None, from, to } => Some((String::new(), *from, *to)),
        _ => None,
    }
}

/// The ranges of the runs of a pattern, by name; a bare name has the range that it is given elsewhere.
fn ranges(pattern: &Pattern, limit: u32) -> BTreeMap<String, (u32, u32)> {
    let mut ranges: BTreeMap<String, (u32, u32)> = BTreeMap::new();
    for item in pattern.items() {
        if let Size::Block(rows, columns) = &item.size {
            for side in [rows, columns] {
                if let BlockSide::Name(name) = side {
                    ranges.insert(name.clone(), (1, limit));
                }
            }
        }
        if let Some((name, from, to)) = run(item) {
            // A longer run of cells that may lie beyond the board stands where this one does.
            let range = (from, to.unwrap_or(limit).min(limit).max(from));
            let is_bare = (from, to) == (1, None);
            if !is_bare || !ranges.contains_key(&name) {
                ranges.insert(name, range);
            }
        }
    }
    ranges
}

/// All lengths of the runs of a pattern with which its rows are no longer than the limit; `None` where they are
/// too many.
fn all_lengths(pattern: &Pattern, limit: u32) -> Option<Vec<Lengths>> {
    let mut all = vec![Lengths::new()];
    for (name, (from, to)) in ranges(pattern, limit) {
        let mut longer = Vec::new();
        for lengths in &all {
            for length in from..=to {
                let mut lengths = lengths.clone();
                lengths.insert(name.clone(), length);
                if !fits(pattern, &lengths, limit) {
                    break;
                }
                longer.push(lengths);
                if longer.len() > MOST_IMAGES {
                    return None;
                }
            }
        }
        all = longer;
    }
    Some(all)
}

/// Whether the rows of a pattern, with the runs of unknown length left out, are no longer than the limit. Cells at the
/// ends of a row that may lie beyond the board are not counted, and runs of no cells are no ends.
fn fits(pattern: &Pattern, lengths: &Lengths, limit: u32) -> bool {
    let cells = |item: &Item| match &item.size {
        Size::Exactly(number) => *number,
        Size::Between { .. } => run(item).and_then(|(name, ..)| lengths.get(&name).copied()).unwrap_or(0),
        Size::Block(..) => 0,
    };
    let is_inside = |item: &Item| {
        let may_be_outside =
            matches!(item.what, What::Anything | What::Edge | What::Class { edge: true, .. });
        !may_be_outside && (cells(item) > 0 || matches!(item.size, Size::Block(..)))
    };
    pattern.rows.iter().all(|row| {
        let first = row.iter().position(is_inside).unwrap_or(row.len());
        let end = row.iter().rposition(is_inside).map_or(first, |last| last + 1);
        row[first..end].iter().map(cells).sum::<u32>() <= limit
    })
}

/// How many rows and columns of cells an item is, given the lengths of runs.
fn sides(item: &Item, lengths: &Lengths) -> (u32, u32) {
    let side = |side: &BlockSide| match side {
        BlockSide::Number(number) => *number,
        BlockSide::Name(name) => lengths.get(name).copied().unwrap_or(1),
    };
    match &item.size {
        Size::Exactly(number) => (1, *number),
        Size::Block(rows, columns) => (side(rows), side(columns)),
        Size::Between { .. } => {
            (1, run(item).and_then(|(name, ..)| lengths.get(&name).copied()).unwrap_or(1))
        }
    }
}

/// The cells of a pattern, each as `value` has it.
fn cells<T: Clone>(pattern: &Pattern, lengths: &Lengths, value: impl Fn(&Item) -> T) -> Grid<T> {
    let mut grid = Grid { columns: 0, cells: Vec::new() };
    for row in &pattern.rows {
        let height = row.iter().map(|item| sides(item, lengths).0).max().unwrap_or(1);
        for _ in 0..height {
            let line: Vec<T> = row
                .iter()
                .flat_map(|item| std::iter::repeat_n(value(item), sides(item, lengths).1 as usize))
                .collect();
            grid.columns = line.len();
            grid.cells.extend(line);
        }
    }
    grid
}

/// What the cells of a pattern allow.
fn before(pattern: &Pattern, codes: &Codes, lengths: &Lengths) -> Grid<u16> {
    cells(pattern, lengths, |item| codes.allows(&item.what))
}

/// What a rule writes, cell by cell.
fn after(rule: &MoveRule, codes: &Codes, lengths: &Lengths) -> Grid<Option<u8>> {
    match &rule.right {
        Written::Fill(symbol) => cells(&rule.left, lengths, |item| match item.what {
            What::Anything | What::Edge => None,
            _ => codes.code(*symbol),
        }),
        Written::Cells(right) => cells(right, lengths, |item| match item.what {
            What::Symbol(symbol) => codes.code(symbol),
            _ => None,
        }),
    }
}

/// The images of a rule as it is written; `None` where they are too many.
fn of_rule(
    rule: &MoveRule,
    codes: &Codes,
    lengths: &Lengths,
    limit: u32,
    (splits_writes, most_cells): (bool, usize),
) -> Option<Vec<Image>> {
    let (before, after) = (before(&rule.left, codes, lengths), after(rule, codes, lengths));
    let edge = 1_u16 << codes.edge();
    // Cells with two meanings: the edge, where nothing is written, or a symbol; what is written already, or not.
    let mut all: Vec<Vec<(u16, Option<u8>)>> = vec![Vec::new()];
    for (&allows, &code) in before.cells.iter().zip(&after.cells) {
        let mut ways: Vec<(u16, Option<u8>)> = Vec::new();
        match code {
            _ if allows == 0 => ways.push((0, None)),
            None => ways.push((allows, None)),
            Some(code) => {
                let own = 1_u16 << code;
                let others = allows & !edge & !own;
                let is_split = splits_writes && others != 0;
                if allows & edge != 0 {
                    ways.push((edge, None));
                }
                if allows & own != 0 && (is_split || others == 0) {
                    ways.push((own, None));
                }
                match is_split {
                    true => ways.push((others, Some(code))),
                    false if others != 0 => ways.push((allows & !edge, Some(code))),
                    false => {}
                }
            }
        }
        match ways[..] {
            [way] => all.iter_mut().for_each(|cells| cells.push(way)),
            _ => {
                let longer =
                    all.iter().flat_map(|cells| ways.iter().map(move |&way| [&cells[..], &[way]].concat()));
                all = longer.collect();
            }
        }
        if all.len() > MOST_IMAGES || all.len() * before.cells.len() > most_cells {
            return None;
        }
    }
    Some(all.iter().filter_map(|cells| image_of(cells, before.columns, limit)).collect())
}

/// The rectangle that holds all cells that are read, as its first and last row and column.
fn box_of(reads: impl Iterator<Item = (usize, usize)>) -> Option<(usize, usize, usize, usize)> {
    reads.fold(None, |found, (row, column)| {
        let (top, bottom, left, right) = found.unwrap_or((row, row, column, column));
        Some((top.min(row), bottom.max(row), left.min(column), right.max(column)))
    })
}

/// The places of the cells of which something is asked.
fn asked<'g, T>(
    cells: &'g [T],
    columns: usize,
    is_asked: impl Fn(&T) -> bool + 'g,
) -> impl Iterator<Item = (usize, usize)> + 'g {
    cells
        .iter()
        .enumerate()
        .filter(move |(_, cell)| is_asked(cell))
        .map(move |(at, _)| (at / columns, at % columns))
}

fn image_of(cells: &[(u16, Option<u8>)], columns: usize, limit: u32) -> Option<Image> {
    let (top, bottom, left, right) = box_of(asked(cells, columns, |(allows, _)| *allows != 0))?;
    let mut image = Image {
        rows: (bottom - top + 1) as u16,
        columns: (right - left + 1) as u16,
        reads: Vec::new(),
        writes: Vec::new(),
    };
    for (row, column) in asked(cells, columns, |(allows, _)| *allows != 0) {
        let (allows, code) = cells[row * columns + column];
        let (row, column) = ((row - top) as u16, (column - left) as u16);
        image.reads.push(Cell { row, column, allows });
        if let Some(code) = code {
            image.writes.push(Write { row, column, code, is_sure: allows >> code & 1 == 0 });
        }
    }
    // Two cells beyond the limit may be the edge.
    let fits = u32::from(image.rows) <= limit + 2 && u32::from(image.columns) <= limit + 2;
    (!image.writes.is_empty() && fits).then_some(image)
}

/// A pattern that could stand where there is no cell at all, as patterns that read a symbol somewhere.
fn on_the_board(stand: Stand, edge: u16) -> Vec<Stand> {
    if stand.reads.iter().any(|read| read.allows & edge == 0) {
        return vec![stand];
    }
    let with_symbol = |place: usize| {
        let mut stand = stand.clone();
        stand.reads[place].allows &= !edge;
        (stand.reads[place].allows != 0).then_some(stand)
    };
    (0..stand.reads.len()).filter_map(with_symbol).collect()
}

fn stand_of(grid: &Grid<u16>, limit: u32) -> Option<Stand> {
    let (top, bottom, left, right) = box_of(asked(&grid.cells, grid.columns, |allows| *allows != 0))?;
    let reads = asked(&grid.cells, grid.columns, |allows| *allows != 0)
        .map(|(row, column)| Cell {
            row: (row - top) as u16,
            column: (column - left) as u16,
            allows: grid.cells[row * grid.columns + column],
        })
        .collect();
    let (rows, columns) = ((bottom - top + 1) as u16, (right - left + 1) as u16);
    (u32::from(rows) <= limit + 2 && u32::from(columns) <= limit + 2).then_some(Stand {
        rows,
        columns,
        reads,
    })
}
