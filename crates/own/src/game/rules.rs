//! The rules of an own game: what its moves are.

use super::change::Change;
use crate::board::{Bits, Field, on_bits};
use crate::engine::{AllWords, Form, canonical, normal_form};
use crate::rules::expand::{Codes, expand};
use crate::rules::weights::Count;
use crate::rules::{Image, canonical_order};
use crate::spec::{Item, Kind, MoveRule, Pattern, Size, Spec, What, Written};
use crate::strips::Strips;
use grundy_core::{Diagnostic, Knowledge, Ruleset, Tuning, WinsAtOnce};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

/// The rules of a game that was read from a file. Cheap to clone.
///
/// ```
/// use grundy_core::{Knowledge, Nimber, Notation, Reader, Ruleset};
/// use grundy_own::{OwnGame, Spec};
/// let cram = OwnGame::new(Spec::read("game my-cram\ngrid\nmove .. -> ##\n")?)?;
/// let board = cram.parse(&mut Reader::new("2x3"))?;
/// assert_eq!(cram.count_moves(&board), 7);
/// let even = cram.parse(&mut Reader::new("4x6"))?;
/// assert_eq!(cram.theorem(&even), Some(Nimber(0)));
/// # Ok::<(), grundy_core::Diagnostic>(())
/// ```
#[derive(Clone)]
pub struct OwnGame {
    pub(crate) shared: Arc<Shared>,
    /// The length of a strip, where it was given instead of the strip.
    pub(crate) length: Option<u16>,
    /// What is known of long strips.
    pub(super) strips: Arc<Strips>,
}

/// What all copies of the rules share.
pub(crate) struct Shared {
    pub(crate) spec: Spec,
    pub(crate) codes: Codes,
    /// The symbol of a board that is written as its sides.
    pub(crate) fill: Option<u8>,
    /// Whether a move fits a board of that symbol, if it is large enough.
    pub(crate) fits_full_board: bool,
    /// How many cells around the board are read as the edge.
    pub(crate) reach: u16,
    /// Whether all runs are of limited length, so that the rules are the same for boards of all sizes.
    pub(crate) is_bounded: bool,
    /// Whether all moves read one symbol that none writes.
    pub(crate) is_taking: bool,
    forms: [OnceLock<Result<Form, Diagnostic>>; LIMITS.len()],
    /// For each number of columns the moves in words, for a game of taking.
    pub(super) words: AllWords,
}

/// The rules are expanded for boards of sides up to one of these.
const LIMITS: [u32; 9] = [8, 16, 32, 64, 128, 256, 512, 1024, 4096];

/// An edge farther from all cells that are read makes no sense.
const FARTHEST_EDGE: u16 = 8;

impl OwnGame {
    /// The rules of a file.
    ///
    /// # Errors
    /// When the game may go on for ever, or its patterns have too many images.
    pub fn new(spec: Spec) -> Result<OwnGame, Diagnostic> {
        let codes = codes(&spec)?;
        let fill = spec.cells.first().map(|(symbol, _)| *symbol).or_else(|| first_read(&spec));
        let fill = fill.and_then(|symbol| codes.code(symbol));
        let is_bounded = spec
            .rules
            .iter()
            .flat_map(|rule| rule.patterns())
            .chain(spec.bans.iter().map(|ban| &ban.pattern));
        let is_bounded = is_bounded.flat_map(|pattern| pattern.items()).all(is_bounded_item);
        let mut shared = Shared {
            codes,
            fill,
            fits_full_board: false,
            reach: 0,
            is_bounded,
            is_taking: taken_symbol(&spec).is_some(),
            forms: Default::default(),
            words: AllWords::new(),
            spec,
        };
        // A board on which every pattern has room with its shortest runs.
        let form = shared.form_within(shared.spec.shortest_patterns())?;
        let fits = |image: &crate::rules::Image| {
            let edge = 1 << shared.codes.edge();
            image
                .reads
                .iter()
                .all(|read| read.allows & edge != 0 || fill.is_some_and(|fill| read.allows >> fill & 1 == 1))
        };
        let (fits_full_board, reach) = (form.rules.images.iter().any(fits), reach(form, shared.codes.edge()));
        (shared.fits_full_board, shared.reach) = (fits_full_board, reach);
        if shared.reach > FARTHEST_EDGE {
            let rule = &shared.spec.rules[0];
            return Err(Diagnostic::new(
                "the edge is too far from the cells that are read",
                rule.span.clone(),
            )
            .help(format!("write `@` at most {FARTHEST_EDGE} cells from a symbol")));
        }
        Ok(OwnGame { shared: Arc::new(shared), length: None, strips: Arc::default() })
    }

    /// The file that the rules were read from.
    pub fn spec(&self) -> &Spec {
        &self.shared.spec
    }

    /// The rules for a board.
    #[inline]
    pub(crate) fn form(&self, at: &Field) -> &Form {
        let side = u32::from(at.rows().max(at.columns()));
        self.shared.form_within(side).expect("the rules were expanded when the position was read")
    }

    /// Whether the rules can be expanded for a board.
    pub(crate) fn check_size(&self, at: &Field) -> Result<(), Diagnostic> {
        self.shared.form_within(u32::from(at.rows().max(at.columns()))).map(|_| ())
    }

    /// All moves in the order of lists.
    pub(crate) fn changes(&self, at: &Field) -> Vec<Change> {
        let mut all = Vec::new();
        let _ = self.each_change(at, |change| {
            all.push(change);
            ControlFlow::<()>::Continue(())
        });
        all
    }

    /// Visits all moves in the order of lists: by their first cells, so that who asks for one waits for few.
    fn each_change<B>(&self, at: &Field, mut visit: impl FnMut(Change) -> ControlFlow<B>) -> ControlFlow<B> {
        let form = self.form(at);
        let images = &form.rules.images;
        on_bits!(at, |planes, layout| {
            let corners = form.all_moves(&planes, &layout);
            let change = |image: &Image, corner: u32| {
                let cells = image.writes.iter().filter_map(|write| {
                    let cell = corner + layout.index(write.row, write.column);
                    let (row, column) = layout.place(cell);
                    (!planes[usize::from(write.code)].has(cell)).then_some((row, column, write.code))
                });
                Change(cells.collect())
            };
            let Some(order) = &form.order else {
                let all = images.iter().zip(&corners);
                let all =
                    all.flat_map(|(image, corners)| corners.cells().map(|corner| change(image, corner)));
                return sorted(all.collect()).into_iter().try_for_each(visit);
            };
            let first = |image: &Image| (image.writes[0].row, image.writes[0].column);
            let mut firsts = layout.none();
            for (image, &corners) in images.iter().zip(&corners).filter(|(_, corners)| !corners.is_empty()) {
                let (row, column) = first(image);
                firsts |= layout.cells_of(corners, row, column);
            }
            for cell in firsts.cells() {
                let mut last = None;
                for &(index, deed) in order.iter().filter(|(index, _)| !corners[*index].is_empty()) {
                    let (row, column) = first(&images[index]);
                    let corner = cell.checked_sub(layout.index(row, column));
                    let Some(corner) = corner.filter(|&corner| corners[index].has(corner)) else { continue };
                    // Two images that do the same are one move.
                    if last.replace(deed) != Some(deed) {
                        visit(change(&images[index], corner))?;
                    }
                }
            }
            ControlFlow::Continue(())
        })
    }
}

/// The moves in the order of lists, each once.
pub(super) fn sorted(mut changes: Vec<Change>) -> Vec<Change> {
    changes.sort_by_cached_key(Change::order);
    changes.dedup();
    changes
}

impl Shared {
    /// The rules for boards of sides up to this.
    ///
    /// # Errors
    /// When there are too many images.
    pub(super) fn form_within(&self, side: u32) -> Result<&Form, Diagnostic> {
        let place = match self.is_bounded {
            true => 0,
            false => LIMITS.iter().position(|&limit| side <= limit).unwrap_or(LIMITS.len() - 1),
        };
        let limit = if self.is_bounded { LIMITS[LIMITS.len() - 1] } else { LIMITS[place] };
        let form = self.forms[place].get_or_init(|| Form::new(&self.spec, &self.codes, limit));
        form.as_ref().map_err(Clone::clone)
    }

    /// The board with `_` around it where that is read.
    pub(crate) fn edge(&self) -> u8 {
        self.codes.edge()
    }
}

fn is_bounded_item(item: &crate::spec::Item) -> bool {
    match &item.size {
        Size::Exactly(_) => true,
        Size::Between { to, .. } => to.is_some(),
        Size::Block(rows, columns) => {
            [rows, columns].into_iter().all(|side| matches!(side, crate::spec::BlockSide::Number(_)))
        }
    }
}

/// The first symbol on the left of the first rule.
fn first_read(spec: &Spec) -> Option<char> {
    spec.rules.first()?.left.items().find_map(|item| match &item.what {
        What::Symbol(symbol) => Some(*symbol),
        What::Class { symbols, .. } => symbols.first().copied(),
        What::Anything | What::Edge => None,
    })
}

/// The codes of the symbols: in an order that does not depend on their names.
fn codes(spec: &Spec) -> Result<Codes, Diagnostic> {
    let named = spec.cells.iter().map(|(symbol, _)| *symbol);
    let written = spec.symbols_with_places().into_iter().map(|(symbol, _)| symbol);
    let mut symbols: Vec<char> = Vec::new();
    for symbol in named.chain(written) {
        if !symbols.contains(&symbol) {
            symbols.push(symbol);
        }
    }
    let given = Codes(symbols);
    let rules = expand(spec, &given, LIMITS[0])?;
    // What a game of taking takes comes first.
    let first = taken_symbol(spec).and_then(|symbol| given.code(symbol));
    let order = canonical_order(&rules, given.0.len(), first);
    let mut sorted = given.0.clone();
    for (symbol, &code) in given.0.iter().zip(&order) {
        sorted[usize::from(code)] = *symbol;
    }
    Ok(Codes(sorted))
}

/// The symbol of a game of taking: all moves read it and nothing else, and none writes it.
pub(super) fn taken_symbol(spec: &Spec) -> Option<char> {
    let taken = first_read(spec).filter(|_| spec.bans.is_empty())?;
    let reads = |item: &Item| match &item.what {
        What::Symbol(symbol) => *symbol == taken,
        What::Class { symbols, edge } => symbols[..] == [taken] && !edge,
        What::Anything => true,
        What::Edge => false,
    };
    let writes = |rule: &MoveRule| match &rule.right {
        Written::Fill(symbol) => *symbol != taken,
        Written::Cells(right) => right.items().all(|item| item.what != What::Symbol(taken)),
    };
    let is_taking = |rule: &MoveRule| rule.left.items().all(reads) && writes(rule);
    spec.rules.iter().all(is_taking).then_some(taken)
}

impl Spec {
    /// A side of a board on which all patterns have room, with runs as short as they may be.
    fn shortest_patterns(&self) -> u32 {
        let cells = |item: &Item| match &item.size {
            Size::Exactly(number) => *number,
            Size::Between { from, .. } => *from,
            Size::Block(..) => 1,
        };
        let lefts = self.rules.iter().map(|rule| &rule.left);
        let patterns = lefts.chain(self.bans.iter().map(|ban| &ban.pattern));
        let sides = |pattern: &Pattern| {
            let longest = pattern.rows.iter().map(|row| row.iter().map(cells).sum::<u32>()).max();
            longest.unwrap_or(1).max(pattern.rows.len() as u32)
        };
        patterns.map(sides).max().unwrap_or(1)
    }
}

/// How far from the board a pattern may read the edge. A read that does not allow the edge is on the board; where a
/// pattern has none, any one of its reads may be the only one there.
fn reach(form: &Form, edge: u8) -> u16 {
    let farthest = |reads: &[crate::rules::Cell]| {
        let allows_edge = |read: &crate::rules::Cell| read.allows >> edge & 1 == 1;
        let distance = |one: &crate::rules::Cell, other: &crate::rules::Cell| {
            one.row.abs_diff(other.row).max(one.column.abs_diff(other.column))
        };
        let away = |read: &crate::rules::Cell| {
            let sure =
                reads.iter().filter(|other| !allows_edge(other)).map(|other| distance(read, other)).min();
            let any = reads
                .iter()
                .filter(|other| other.allows != 1 << edge)
                .map(|other| distance(read, other))
                .max();
            sure.or(any).unwrap_or(1).max(1)
        };
        reads.iter().filter(|read| allows_edge(read)).map(away).max().unwrap_or(0)
    };
    let rules = &form.rules;
    let stands = rules.wins.iter().chain(&rules.ends).chain(&rules.nevers).map(|stand| &stand.reads[..]);
    rules.images.iter().map(|image| &image.reads[..]).chain(stands).map(farthest).max().unwrap_or(0)
}

impl Ruleset for OwnGame {
    type Position = Field;
    type Move = Change;

    fn moves<B>(&self, at: &Field, visit: impl FnMut(Change) -> ControlFlow<B>) -> ControlFlow<B> {
        self.each_change(at, visit)
    }

    fn play(&self, at: &Field, mv: &Change) -> Field {
        on_bits!(at, |planes, layout| {
            let mut planes = planes;
            for &(row, column, code) in &mv.0 {
                let cell = layout.index(row, column);
                planes.iter_mut().for_each(|plane| plane.take(cell));
                planes[usize::from(code)].put(cell);
            }
            Field::of_planes(at.rows(), at.columns(), &planes)
        })
    }

    fn moves_left(&self, at: &Field) -> u128 {
        let form = self.form(at);
        on_bits!(at, |planes, layout| {
            let has_patterns = !(form.rules.wins.is_empty() && form.rules.ends.is_empty());
            if has_patterns && form.is_over(&planes, &layout) {
                return 0;
            }
            let is_of_symbols = form.weights.is_of_symbols();
            let (last_row, last_column) = (i128::from(at.rows()) - 1, i128::from(at.columns()) - 1);
            let counts = planes[..form.symbols].iter().map(|plane| {
                let mut count = Count { cells: plane.count().into(), ..Count::default() };
                if !is_of_symbols {
                    for cell in plane.cells() {
                        let (row, column) = layout.place(cell);
                        let (row, column) = (i128::from(row), i128::from(column));
                        count.rows = (count.rows.0 + row, count.rows.1 + last_row - row);
                        count.columns = (count.columns.0 + column, count.columns.1 + last_column - column);
                    }
                }
                count
            });
            form.weights.bound(counts)
        })
    }

    fn count_moves(&self, at: &Field) -> u128 {
        match &self.form(at).taking {
            Some(taking) => on_bits!(at, |planes, layout| taking.count_moves(planes[0], &layout)),
            None => self.changes(at).len() as u128,
        }
    }

    /// By what can ever become of cells: those that no move joins are independent.
    fn split(&self, at: Field) -> Vec<Field> {
        let mut parts = Vec::new();
        self.each_part_of(&at, &mut |part| parts.push(part));
        parts
    }

    fn canon(&self, at: Field) -> Field {
        let form = self.form(&at);
        if !form.rules.nevers.is_empty() {
            return self.normal(form, at);
        }
        let at = if form.taking.is_some() { taken(&at) } else { at };
        let is_smallest = std::ptr::eq(form, self.form(&Field::NOTHING));
        if is_smallest {
            return representative(&at, form);
        }
        // The images for a smaller board may have more symmetries.
        let cropped = canonical(&at, &form.symmetries[..1]);
        representative(&cropped, self.form(&cropped))
    }

    fn knowledge(&self) -> &dyn Knowledge<Self> {
        self
    }

    fn tuning(&self) -> &dyn Tuning<Self> {
        self
    }

    fn wins_at_once(&self) -> &dyn WinsAtOnce<Self> {
        let has_wins = self.shared.spec.bans.iter().any(|ban| ban.meaning == crate::spec::Meaning::Win);
        if has_wins { self } else { &() }
    }
}

/// The representative of a board of the size that a form is for, in a game without `never`.
fn representative(at: &Field, form: &Form) -> Field {
    // All patterns may be longer than the board: then nothing ever happens on it.
    let is_idle = form.rules.images.is_empty() && form.rules.wins.is_empty();
    if is_idle { Field::NOTHING } else { canonical(at, &form.symmetries) }
}

/// The board of a game of taking with nothing but what can be taken.
pub(super) fn taken(at: &Field) -> Field {
    on_bits!(at, |planes, layout| Field::of_one(layout.rows, layout.columns, 0, planes[0]))
}

impl OwnGame {
    /// Visits the independent parts.
    pub(super) fn each_part_of(&self, at: &Field, visit: &mut dyn FnMut(Field)) {
        let form = self.form(at);
        let (rows, columns) = (at.rows(), at.columns());
        on_bits!(at, |planes, layout| match &form.taking {
            Some(taking) => {
                taking.each_part(planes[0], &layout, |part| visit(Field::of_one(rows, columns, 0, part)));
            }
            None => form.each_part(&planes, &layout, |part| visit(Field::of_planes(rows, columns, part))),
        });
    }

    /// The representative of a board of a game with `never`.
    fn normal(&self, form: &Form, at: Field) -> Field {
        let normal = normal_form(form, &at);
        // The images for a smaller board may have more symmetries.
        let is_smaller = |one: &Field, other: &Field| {
            one.rows().max(one.columns()) < other.rows().max(other.columns())
                && !std::ptr::eq(self.form(one), form)
        };
        match is_smaller(&normal, &at) {
            true => self.normal(self.form(&normal), normal),
            false => normal,
        }
    }

    /// Whether positions are strips.
    pub(crate) fn is_strip(&self) -> bool {
        self.shared.spec.kind == Kind::Strip
    }
}

impl fmt::Debug for OwnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnGame").field("name", &self.shared.spec.name.text).finish_non_exhaustive()
    }
}
