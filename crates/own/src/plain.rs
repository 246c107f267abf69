//! The plain definition: patterns as they are written, cell by cell. Slow, and true: what is compiled is held to it.

use crate::game::OwnGame;
use crate::spec::{BlockSide, Facing, Item, Kind, Meaning, MoveRule, Pattern, Size, Spec, What, Written};
use grundy_core::{Notation, Reader, Ruleset, WinsAtOnce};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// A board as it is written: rows of symbols, `_` where there is no cell, `,` for one that is left out of a part.
/// What lies around it is no cell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlainBoard {
    /// From above, all of the same length.
    pub rows: Vec<Vec<char>>,
}

/// Rules as they stand in a file, without any compilation: moves are found by trying every pattern in every image at
/// every place. It shares no code with the compiled form but the reader of files, and is a [`Ruleset`], so that
/// [`Definition`](grundy_core::Definition) applies to it.
///
/// ```
/// use grundy_core::{Definition, Nimber, Run};
/// use grundy_own::{PlainBoard, OwnGame, Plain, Spec};
/// let plain = Plain::new(&OwnGame::new(Spec::read("game my-cram\ngrid\nmove .. -> ##\n")?)?);
/// let board = PlainBoard::read(".../...");
/// assert_eq!(plain.labelled_moves(&board).len(), 7);
/// let nimber = Definition::new(&plain).nimber(&board, &Run::unlimited());
/// assert_eq!(nimber, Ok(Some(Nimber(1))));
/// # Ok::<(), grundy_core::Diagnostic>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plain {
    spec: Spec,
    /// For the bound on the number of moves.
    game: OwnGame,
}

/// Whether the cells that a pattern reads are those that are meant.
type Wanted<'w> = &'w dyn Fn(&[(i64, i64)]) -> bool;

/// The cells that a move changes, each with its row, column and new symbol, in reading order.
pub type PlainMove = Vec<(usize, usize, char)>;

/// A cell of a pattern in one orientation: its row and column, what it reads, and what is written there.
type PlacedCell = (i64, i64, What, Option<char>);

impl PlainBoard {
    /// The board of rows joined by `/`; `-` is the one without cells.
    pub fn read(text: &str) -> PlainBoard {
        if text == "-" {
            return PlainBoard { rows: Vec::new() };
        }
        PlainBoard { rows: text.split(['/', '|']).map(|row| row.trim().chars().collect()).collect() }
    }

    /// Rows joined by `/`.
    pub fn text(&self) -> String {
        if self.rows.is_empty() {
            return "-".to_owned();
        }
        self.rows.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
    }

    fn columns(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// What stands in a cell; outside of the board there is no cell.
    fn sign(&self, row: i64, column: i64) -> char {
        let row = usize::try_from(row).ok().and_then(|row| self.rows.get(row));
        row.and_then(|row| row.get(usize::try_from(column).ok()?)).copied().unwrap_or('_')
    }
}

/// Whether what stands in a cell is what a pattern asks.
fn meets(what: &What, sign: char) -> bool {
    match what {
        What::Anything => true,
        What::Edge => sign == '_',
        What::Symbol(symbol) => sign == *symbol,
        What::Class { symbols, edge } => symbols.contains(&sign) || *edge && sign == '_',
    }
}

impl Plain {
    /// The rules of a game, as they stand in its file.
    pub fn new(game: &OwnGame) -> Plain {
        Plain { spec: game.spec().clone(), game: game.clone() }
    }

    /// A board of the compiled rules as it is written.
    pub fn board(&self, at: &crate::board::Field) -> PlainBoard {
        PlainBoard { rows: self.game.signs(at) }
    }

    /// All moves with their labels, sorted.
    pub fn labelled_moves(&self, at: &PlainBoard) -> BTreeMap<String, PlainMove> {
        let moves = self.all_moves(at);
        let cells = |mv: &PlainMove| mv.iter().map(|&(row, column, _)| (row, column)).collect::<Vec<_>>();
        let label = |mv: &PlainMove| {
            let is_shared = moves.iter().filter(|other| cells(other) == cells(mv)).count() > 1;
            let symbols: String = mv.iter().map(|&(.., symbol)| symbol).collect();
            self.footprint(&cells(mv)) + &if is_shared { format!("={symbols}") } else { String::new() }
        };
        moves.iter().map(|mv| (label(mv), mv.clone())).collect()
    }

    /// The label of a set of cells.
    fn footprint(&self, cells: &[(usize, usize)]) -> String {
        let name = |&(row, column): &(usize, usize)| match self.spec.kind {
            Kind::Strip => (column + 1).to_string(),
            Kind::Grid => format!("r{}c{}", row + 1, column + 1),
        };
        let ((top, left), last) = (cells[0], cells[cells.len() - 1]);
        let along: Vec<_> = (0..cells.len()).map(|step| (top, left + step)).collect();
        let down: Vec<_> = (0..cells.len()).map(|step| (top + step, left)).collect();
        let side = (1..).find(|side| side * side >= cells.len()).unwrap_or(1);
        let square: Vec<_> = (0..side * side).map(|cell| (top + cell / side, left + cell % side)).collect();
        match cells {
            [one] => name(one),
            _ if cells == along || cells == down => format!("{}-{}", name(&cells[0]), name(&last)),
            _ if cells == square => format!("{}+{side}", name(&cells[0])),
            _ => cells.iter().map(name).collect::<Vec<_>>().join(","),
        }
    }

    /// Whether a pattern of this meaning stands.
    pub fn stands(&self, at: &PlainBoard, meaning: Meaning) -> bool {
        self.standing(at, meaning, &|_| true)
    }

    /// Whether a pattern of this meaning stands, with a set of cells (those that `?` leaves out) that is wanted.
    fn standing(&self, at: &PlainBoard, meaning: Meaning, is_wanted: Wanted<'_>) -> bool {
        let bans = self.spec.bans.iter().filter(|ban| ban.meaning == meaning);
        bans.into_iter().any(|ban| {
            let facing = if ban.is_fixed { Facing::Fixed } else { Facing::All };
            let shapes = self.shapes(&ban.pattern, None, facing, at);
            shapes.iter().any(|shape| {
                places(shape, at).any(|(row, column)| {
                    let read = shape.iter().filter(|(_, _, what, _)| *what != What::Anything);
                    let cells: Vec<(i64, i64)> =
                        read.map(|&(down, right, ..)| (row + down, column + right)).collect();
                    let is_on_board =
                        cells.iter().any(|&(row, column)| !['_', ','].contains(&at.sign(row, column)));
                    matches(shape, at, row, column) && is_on_board && is_wanted(&cells)
                })
            })
        })
    }

    /// Every move once.
    fn all_moves(&self, at: &PlainBoard) -> BTreeSet<PlainMove> {
        let mut moves = BTreeSet::new();
        if self.stands(at, Meaning::Win) || self.stands(at, Meaning::End) {
            return moves;
        }
        for rule in &self.spec.rules {
            for shape in self.shapes(&rule.left, Some(rule), rule.facing, at) {
                for (row, column) in
                    places(&shape, at).filter(|&(row, column)| matches(&shape, at, row, column))
                {
                    let changed = shape.iter().filter_map(|&(down, right, _, written)| {
                        let (row, column) = (row + down, column + right);
                        let written =
                            written.filter(|&written| ![written, '_'].contains(&at.sign(row, column)))?;
                        Some((row as usize, column as usize, written))
                    });
                    let mut mv: PlainMove = changed.collect();
                    mv.sort_unstable();
                    if !mv.is_empty() {
                        moves.insert(mv);
                    }
                }
            }
        }
        moves.retain(|mv| !self.is_never(at, mv));
        moves
    }

    /// Whether after a move a pattern of `never` stands with a cell that it changed.
    fn is_never(&self, at: &PlainBoard, mv: &PlainMove) -> bool {
        let after = played(at, mv);
        let is_changed =
            |cell: &(i64, i64)| mv.iter().any(|&(row, column, _)| (row as i64, column as i64) == *cell);
        self.standing(&after, Meaning::Never, &|cells| cells.iter().any(is_changed))
    }

    /// A pattern with all lengths of its runs that the board has room for, in all images that are meant.
    fn shapes(
        &self,
        left: &Pattern,
        rule: Option<&MoveRule>,
        facing: Facing,
        at: &PlainBoard,
    ) -> BTreeSet<Vec<PlacedCell>> {
        let longest = at.rows.len().max(at.columns()) as u32;
        let mut all = BTreeSet::new();
        for lengths in all_lengths(left, longest) {
            let before = flat(left, &lengths);
            let after: Vec<Vec<Option<char>>> = match rule.map(|rule| &rule.right) {
                None => before.iter().map(|row| vec![None; row.len()]).collect(),
                Some(Written::Fill(symbol)) => {
                    let fill =
                        |what: &What| (!matches!(what, What::Anything | What::Edge)).then_some(*symbol);
                    before.iter().map(|row| row.iter().map(fill).collect()).collect()
                }
                Some(Written::Cells(right)) => {
                    let symbol =
                        |what: &What| if let What::Symbol(symbol) = what { Some(*symbol) } else { None };
                    flat(right, &lengths).iter().map(|row| row.iter().map(symbol).collect()).collect()
                }
            };
            let (rows, columns) = (before.len() as i64, before.first().map_or(0, Vec::len) as i64);
            for image in images(self.spec.kind, facing) {
                let mut shape: Vec<PlacedCell> = Vec::new();
                for (row, (before, after)) in before.iter().zip(&after).enumerate() {
                    for (column, (what, written)) in before.iter().zip(after).enumerate() {
                        let (row, column) = image(row as i64, column as i64, rows, columns);
                        shape.push((row, column, what.clone(), *written));
                    }
                }
                shape.sort_by_key(|&(row, column, ..)| (row, column));
                all.insert(shape);
            }
        }
        all
    }
}

/// Where a cell of a pattern of some rows and columns goes.
type Placing = fn(i64, i64, i64, i64) -> (i64, i64);

/// The images that are meant, by where they take a cell.
fn images(kind: Kind, facing: Facing) -> Vec<Placing> {
    let same: Placing = |row, column, _, _| (row, column);
    let mirrored: Placing = |row, column, _, columns| (row, columns - 1 - column);
    let upside_down: Placing = |row, column, rows, _| (rows - 1 - row, column);
    match (kind, facing) {
        (_, Facing::Fixed) => vec![same],
        (Kind::Strip, _) | (_, Facing::Sideways) => vec![same, mirrored],
        (_, Facing::UpDown) => vec![same, upside_down],
        (_, Facing::All) => vec![
            same,
            mirrored,
            upside_down,
            |row, column, rows, columns| (rows - 1 - row, columns - 1 - column),
            |row, column, _, _| (column, row),
            |row, column, rows, _| (column, rows - 1 - row),
            |row, column, _, columns| (columns - 1 - column, row),
            |row, column, rows, columns| (columns - 1 - column, rows - 1 - row),
        ],
    }
}

/// Everywhere that a pattern could lie with a cell on the board.
fn places(shape: &[PlacedCell], at: &PlainBoard) -> impl Iterator<Item = (i64, i64)> {
    let far = |side: fn(&PlacedCell) -> i64| shape.iter().map(side).max().unwrap_or(0);
    let (down, right) = (far(|cell| cell.0), far(|cell| cell.1));
    let (rows, columns) = (at.rows.len() as i64, at.columns() as i64);
    (-down..rows).flat_map(move |row| (-right..columns).map(move |column| (row, column)))
}

/// Whether a pattern stands at a place, with a symbol of it on the board.
fn matches(shape: &[PlacedCell], at: &PlainBoard, row: i64, column: i64) -> bool {
    shape.iter().all(|(down, right, what, _)| meets(what, at.sign(row + down, column + right)))
}

fn played(at: &PlainBoard, mv: &PlainMove) -> PlainBoard {
    let mut after = at.clone();
    for &(row, column, symbol) in mv {
        after.rows[row][column] = symbol;
    }
    after
}

/// The names of the runs of an item, with their ranges; runs without a name have the name of their place.
fn runs(item: &Item, longest: u32) -> Vec<(String, u32, u32, bool)> {
    match &item.size {
        Size::Exactly(_) => Vec::new(),
        Size::Between { name, from, to } => {
            let is_bare = name.is_some() && (*from, *to) == (1, None);
            let name = name.clone().unwrap_or_else(|| format!("at {}", item.span.start));
            vec![(name, *from, to.unwrap_or(longest).min(longest).max(*from), is_bare)]
        }
        Size::Block(rows, columns) => [rows, columns]
            .into_iter()
            .filter_map(|side| {
                if let BlockSide::Name(name) = side { Some((name.clone(), 1, longest, false)) } else { None }
            })
            .collect(),
    }
}

fn all_lengths(pattern: &Pattern, longest: u32) -> Vec<BTreeMap<String, u32>> {
    let mut ranges: BTreeMap<String, (u32, u32)> = BTreeMap::new();
    for (name, from, to, is_bare) in pattern.items().flat_map(|item| runs(item, longest)) {
        if !is_bare || !ranges.contains_key(&name) {
            ranges.insert(name, (from, to));
        }
    }
    let mut all = vec![BTreeMap::new()];
    for (name, (from, to)) in ranges {
        let longer = all.iter().flat_map(|lengths| {
            (from..=to).map(|length| {
                let mut lengths: BTreeMap<String, u32> = lengths.clone();
                lengths.insert(name.clone(), length);
                lengths
            })
        });
        all = longer.collect();
    }
    all
}

/// The cells of a pattern, row by row.
fn flat(pattern: &Pattern, lengths: &BTreeMap<String, u32>) -> Vec<Vec<What>> {
    let side = |side: &BlockSide| match side {
        BlockSide::Number(number) => *number as usize,
        BlockSide::Name(name) => lengths[name] as usize,
    };
    let mut rows = Vec::new();
    for row in &pattern.rows {
        let mut cells: Vec<What> = Vec::new();
        let mut height = 1;
        for item in row {
            let count = match &item.size {
                Size::Exactly(number) => *number as usize,
                Size::Between { name, .. } => {
                    lengths[&name.clone().unwrap_or_else(|| format!("at {}", item.span.start))] as usize
                }
                Size::Block(rows, columns) => {
                    height = side(rows);
                    side(columns)
                }
            };
            cells.extend(std::iter::repeat_n(item.what.clone(), count));
        }
        rows.extend(std::iter::repeat_n(cells, height));
    }
    rows
}

impl Ruleset for Plain {
    type Position = PlainBoard;
    type Move = PlainMove;

    fn moves<B>(&self, at: &PlainBoard, visit: impl FnMut(PlainMove) -> ControlFlow<B>) -> ControlFlow<B> {
        self.all_moves(at).into_iter().try_for_each(visit)
    }

    fn play(&self, at: &PlainBoard, mv: &PlainMove) -> PlainBoard {
        played(at, mv)
    }

    fn moves_left(&self, at: &PlainBoard) -> u128 {
        let field = self.game.parse(&mut Reader::new(&at.text()));
        field.map_or(0, |field| self.game.moves_left(&field))
    }

    fn wins_at_once(&self) -> &dyn WinsAtOnce<Self> {
        self
    }
}

impl WinsAtOnce<Plain> for Plain {
    fn is_won(&self, at: &PlainBoard) -> bool {
        self.stands(at, Meaning::Win)
    }

    fn moves_that_win(
        &self,
        at: &PlainBoard,
        visit: &mut dyn FnMut(PlainMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let moves = self.all_moves(at).into_iter().filter(|mv| self.is_won(&played(at, mv)));
        moves.into_iter().try_for_each(visit)
    }
}
