//! What is wrong with a file whose lines can all be read: shapes, runs, the edge, and what a strip has not.

use super::shape::{Piece, block, is_edge, length, pieces, run_name};
use super::{Facing, Item, Kind, MoveRule, Pattern, Size, Spec, What, Written};
use crate::limits::MOST_SYMBOLS;
use grundy_core::Diagnostic;
use std::collections::{BTreeMap, BTreeSet};

/// Adds the mistakes of a file.
pub(super) fn validate(spec: &Spec, mistakes: &mut Vec<Diagnostic>) {
    for rule in &spec.rules {
        mistakes.extend(of_rule(spec, rule).err());
    }
    for ban in &spec.bans {
        mistakes.extend(of_pattern(spec.kind, &ban.pattern).err());
        mistakes.extend(sizes(&ban.pattern, &mut BTreeMap::new()).err());
    }
    mistakes.extend(symbols(spec).err());
}

fn of_rule(spec: &Spec, rule: &MoveRule) -> Result<(), Diagnostic> {
    of_pattern(spec.kind, &rule.left)?;
    if let Written::Cells(right) = &rule.right {
        same_shape(rule, right)?;
        of_pattern(spec.kind, right)?;
    }
    if spec.kind == Kind::Strip && rule.facing == Facing::UpDown {
        return Err(Diagnostic::new("a strip has one row: nothing is turned upside down", rule.span.clone())
            .help("write `move` for the rule and its mirror image, `fixed` for the rule alone"));
    }
    let mut named = BTreeMap::new();
    sizes(&rule.left, &mut named)?;
    match &rule.right {
        Written::Fill(symbol) => fills(rule, *symbol),
        Written::Cells(right) => cell_by_cell(rule, right, named),
    }
}

/// A single symbol on the right.
fn fills(rule: &MoveRule, symbol: char) -> Result<(), Diagnostic> {
    let changes = |item: &Item| match &item.what {
        What::Symbol(read) => *read != symbol,
        What::Class { symbols, .. } => symbols.iter().any(|&read| read != symbol),
        What::Anything | What::Edge => false,
    };
    if rule.left.items().any(changes) { Ok(()) } else { Err(changes_nothing(rule)) }
}

fn changes_nothing(rule: &MoveRule) -> Diagnostic {
    Diagnostic::new("this rule changes nothing", rule.span.clone())
        .help("a move writes another symbol than the one that it reads")
}

/// Both sides have as many rows, of the same lengths; what runs without a name are is said elsewhere.
fn same_shape(rule: &MoveRule, right: &Pattern) -> Result<(), Diagnostic> {
    let differ = || {
        Diagnostic::new("before and after differ in shape", rule.span.clone())
            .help("write `?` for a cell that is not part of it; one symbol alone fills all cells")
    };
    let is_known = |row: &[Item]| row.iter().all(|item| !matches!(item.size, Size::Between { .. }));
    let differs = |(before, after): (&Vec<Item>, &Vec<Item>)| {
        is_known(before) && is_known(after) && length(before) != length(after)
    };
    let rows = || rule.left.rows.iter().zip(&right.rows);
    match block(&rule.left) != block(right) || rule.left.rows.len() != right.rows.len() || rows().any(differs)
    {
        true => Err(differ()),
        false => Ok(()),
    }
}

/// A pattern on the right.
fn cell_by_cell(
    rule: &MoveRule,
    right: &Pattern,
    mut named: BTreeMap<String, Item>,
) -> Result<(), Diagnostic> {
    if let Some(class) = right.items().find(|item| matches!(item.what, What::Class { .. })) {
        return Err(Diagnostic::new("brackets stand on the left of the arrow only", class.span.clone())
            .help("write the one symbol that the move writes"));
    }
    let unnamed = |item: &&Item| matches!(item.size, Size::Between { name: None, .. });
    if let Some(run) = right.items().find(unnamed).or_else(|| rule.left.items().find(unnamed)) {
        return Err(Diagnostic::new(
            "this run has no name, so the two sides may differ in length",
            run.span.clone(),
        )
        .help("name it: write `{n}` or `{n:1..3}` on the left, and `{n}` on the right"));
    }
    let left_names: BTreeSet<String> = names(&rule.left);
    if let Some(item) =
        right.items().find(|item| item_names(item).iter().any(|name| !left_names.contains(name)))
    {
        return Err(Diagnostic::new(
            "this run has a name that the left side does not have",
            item.span.clone(),
        )
        .help("write the same names on both sides: `.{n}o -> o.{n}`"));
    }
    let is_bare = |size: &Size| matches!(size, Size::Between { from: 1, to: None, .. });
    let has_range = |item: &&Item| {
        let Size::Between { name: Some(name), .. } = &item.size else { return false };
        !is_bare(&item.size) && named.get(name).is_some_and(|left| is_bare(&left.size))
    };
    if let Some(item) = right.items().find(has_range) {
        return Err(Diagnostic::new("the range of a run stands on the left", item.span.clone())
            .help("write the range on the left, `.{n:1..3}`, and the name alone on the right, `.{n}`"));
    }
    sizes(right, &mut named)?;
    let same = |(before, after): (&Vec<Item>, &Vec<Item>)| length(before) == length(after);
    if !rule.left.rows.iter().zip(&right.rows).all(same) {
        return Err(Diagnostic::new("before and after differ in shape", rule.span.clone())
            .help("write runs of the same names, and as many other cells, on both sides"));
    }
    let mut changes = false;
    for (before, after) in rule.left.rows.iter().zip(&right.rows) {
        changes |= row(before, after)?;
    }
    if changes { Ok(()) } else { Err(changes_nothing(rule)) }
}

/// Holds the cells of two rows of the same length to each other; says whether something changes.
fn row(before: &[Item], after: &[Item]) -> Result<bool, Diagnostic> {
    let (before, after) = (pieces(before), pieces(after));
    let are_in_step = before.len() == after.len() && {
        let name = |piece: &Piece<'_>| match piece {
            Piece::Cell(_) => None,
            Piece::Run(name, _) => Some(name.clone()),
        };
        before.iter().zip(&after).all(|(one, other)| name(one) == name(other))
    };
    if !are_in_step {
        // A run is moved: what stands where depends on its length, and is looked at when it is known.
        let all = || before.iter().chain(&after).map(item);
        if let Some(odd) = all().find(|item| item.what == What::Anything || is_edge(&item.what)) {
            return Err(Diagnostic::new(
                "a run moves past this cell, so the two sides do not match",
                odd.span.clone(),
            )
            .help("leave `?` and `@` in the same place, before or behind all runs that move"))
            .or_else(|error| if matches_outside(&before, &after) { Ok(true) } else { Err(error) });
        }
        return Ok(true);
    }
    let mut changes = false;
    for (before, after) in before.iter().zip(&after) {
        changes |= cell(item(before), item(after))?;
    }
    Ok(changes)
}

/// Whether all `?` and `@` stand before or behind the runs, at the same places on both sides.
fn matches_outside(before: &[Piece<'_>], after: &[Piece<'_>]) -> bool {
    let place = |pieces: &[Piece<'_>], is_back: bool| -> Vec<Option<What>> {
        let mut cells: Vec<Option<What>> = Vec::new();
        let kind = |piece: &Piece<'_>| match piece {
            Piece::Run(..) => None,
            Piece::Cell(item) => Some(match &item.what {
                What::Anything => Some(What::Anything),
                what if is_edge(what) => Some(What::Edge),
                _ => None,
            }),
        };
        let mut take = |piece: &Piece<'_>| kind(piece).map(|what| cells.push(what)).is_some();
        match is_back {
            true => _ = pieces.iter().rev().take_while(|piece| take(piece)).count(),
            false => _ = pieces.iter().take_while(|piece| take(piece)).count(),
        }
        while cells.last().is_some_and(Option::is_none) {
            cells.pop();
        }
        cells
    };
    let odd = |pieces: &[Piece<'_>]| {
        pieces.iter().map(item).filter(|item| item.what == What::Anything || is_edge(&item.what)).count()
    };
    let found = |pieces: &[Piece<'_>]| {
        [false, true].iter().flat_map(|&is_back| place(pieces, is_back)).filter(Option::is_some).count()
    };
    [false, true].iter().all(|&is_back| place(before, is_back) == place(after, is_back))
        && odd(before) == found(before)
        && odd(after) == found(after)
}

fn item<'p>(piece: &Piece<'p>) -> &'p Item {
    match piece {
        Piece::Cell(item) | Piece::Run(_, item) => item,
    }
}

/// Holds a cell of the right to that of the left; says whether it changes.
fn cell(before: &Item, after: &Item) -> Result<bool, Diagnostic> {
    let at = || after.span.clone();
    match (&before.what, &after.what) {
        (What::Anything, What::Anything) | (What::Edge, What::Edge) => Ok(false),
        (What::Anything, _) => {
            Err(Diagnostic::new("the left side has `?` here, and so must the right", at())
                .help("a `?` on the left is a `?` on the right; read the cell to write it"))
        }
        (What::Edge, _) => {
            Err(Diagnostic::new("the left side has the edge here, and so must the right", at())
                .help("an `@` on the left is an `@` on the right: there is no cell"))
        }
        (_, What::Anything) => {
            Err(Diagnostic::new("this cell is read, so `?` does not say what becomes of it", at())
                .help("to keep a cell that is read, write its symbol on the right"))
        }
        (_, What::Edge) => Err(Diagnostic::new("a move cannot write the edge", at())
            .help("write the symbol that stands there afterwards")),
        (What::Symbol(read), What::Symbol(written)) => Ok(read != written),
        (What::Class { symbols, .. }, What::Symbol(written)) => {
            Ok(symbols.iter().any(|read| read != written))
        }
        (_, What::Class { .. }) => Ok(true),
    }
}

fn item_names(item: &Item) -> Vec<String> {
    match &item.size {
        Size::Block(rows, columns) => [rows, columns]
            .into_iter()
            .filter_map(|side| match side {
                super::BlockSide::Name(name) => Some(name.clone()),
                super::BlockSide::Number(_) => None,
            })
            .collect(),
        _ => run_name(item).into_iter().collect(),
    }
}

fn names(pattern: &Pattern) -> BTreeSet<String> {
    pattern.items().flat_map(item_names).collect()
}

/// What holds of every pattern.
fn of_pattern(kind: Kind, pattern: &Pattern) -> Result<(), Diagnostic> {
    let is_block = |item: &&Item| matches!(item.size, Size::Block(..));
    if let Some(item) = pattern.items().find(is_block) {
        if kind == Kind::Strip {
            return Err(Diagnostic::new(
                "a strip has one row, so there are no rectangles on it",
                item.span.clone(),
            )
            .help("write a run, such as `o{n}`"));
        }
        if pattern.items().count() > 1 {
            return Err(Diagnostic::new("a rectangle is the whole pattern", item.span.clone())
                .help("write the cells around it in rows of their own, without a rectangle"));
        }
    }
    if kind == Kind::Strip && pattern.rows.len() > 1 {
        return Err(Diagnostic::new("a strip has one row, so a pattern on it has one", pattern.span.clone())
            .help("write `grid` in place of `strip`, or a pattern without `/`"));
    }
    unnamed_runs(pattern)?;
    let first = length(&pattern.rows[0]);
    for row in &pattern.rows[1..] {
        if length(row) != first {
            let span = row[0].span.start..row[row.len() - 1].span.end;
            return Err(Diagnostic::new("the rows of this pattern are not equally long", span)
                .help("write `?` for a cell that is not part of it"));
        }
    }
    edges(pattern)
}

fn unnamed_runs(pattern: &Pattern) -> Result<(), Diagnostic> {
    let unnamed = |item: &&Item| matches!(item.size, Size::Between { name: None, .. });
    let mut runs = pattern.items().filter(unnamed);
    let several = pattern.rows.len() > 1;
    match (runs.next(), runs.next()) {
        (Some(_), Some(second)) => {
            Err(Diagnostic::new("two runs of this pattern have no name", second.span.clone())
                .help("name it: write `{n}` or `{n:1..3}` for one and `{m}` for the other, or the same name"))
        }
        (Some(run), None) if several => {
            Err(Diagnostic::new("the rows of this pattern may differ in length", run.span.clone())
                .help("name it: write `{n}` here and in the other rows"))
        }
        _ => Ok(()),
    }
}

/// The edge stands outermost in a row or column.
fn edges(pattern: &Pattern) -> Result<(), Diagnostic> {
    let last_row = pattern.rows.len() - 1;
    for (index, row) in pattern.rows.iter().enumerate() {
        for (place, item) in row.iter().enumerate().filter(|(_, item)| is_edge(&item.what)) {
            if item.size != Size::Exactly(1) {
                return Err(Diagnostic::new("the edge is written cell by cell", item.span.clone())
                    .help("write `@` as often as it is meant"));
            }
            let is_outermost = [0, row.len() - 1].contains(&place) || several_rows(index, last_row);
            if !is_outermost {
                return Err(Diagnostic::new(
                    "the edge stands outermost in a row or column",
                    item.span.clone(),
                )
                .help("where there is no cell, nothing is behind it: write `@` first or last"));
            }
        }
    }
    Ok(())
}

/// Whether a row of several is the first or the last.
fn several_rows(index: usize, last: usize) -> bool {
    last > 0 && (index == 0 || index == last)
}

/// The ranges of the names of runs: one range each.
fn sizes(pattern: &Pattern, named: &mut BTreeMap<String, Item>) -> Result<(), Diagnostic> {
    for item in pattern.items() {
        let Size::Between { name: Some(name), from, to } = &item.size else { continue };
        let is_bare = (*from, *to) == (1, None);
        let earlier = named.entry(name.clone()).or_insert_with(|| item.clone());
        match &earlier.size {
            Size::Between { from: 1, to: None, .. } if !is_bare => *earlier = item.clone(),
            Size::Between { from: first, to: last, .. } if !is_bare && (first, last) != (from, to) => {
                return Err(Diagnostic::new(format!("the name `{name}` has two ranges"), item.span.clone())
                    .help(format!("write the range once, and `{{{name}}}` elsewhere")));
            }
            _ => {}
        }
    }
    Ok(())
}

/// There are not too many symbols.
fn symbols(spec: &Spec) -> Result<(), Diagnostic> {
    let mut met = BTreeSet::new();
    let named = spec.cells.iter().map(|(symbol, name)| (*symbol, name.span.clone()));
    for (symbol, span) in named.chain(written(spec)) {
        met.insert(symbol);
        if met.len() > MOST_SYMBOLS {
            return Err(Diagnostic::new(format!("a game has at most {MOST_SYMBOLS} symbols"), span)
                .help("use one symbol for what moves do not tell apart"));
        }
    }
    Ok(())
}

/// The symbols of rules and patterns, each with its place.
fn written(spec: &Spec) -> impl Iterator<Item = (char, std::ops::Range<usize>)> {
    spec.symbols_with_places().into_iter()
}

impl Spec {
    /// The symbols of rules and patterns in the order written, each with its place.
    pub(crate) fn symbols_with_places(&self) -> Vec<(char, std::ops::Range<usize>)> {
        let mut found = Vec::new();
        let mut add = |pattern: &Pattern| {
            for item in pattern.items() {
                match &item.what {
                    What::Symbol(symbol) => found.push((*symbol, item.span.clone())),
                    What::Class { symbols, .. } => {
                        found.extend(symbols.iter().map(|&c| (c, item.span.clone())))
                    }
                    What::Anything | What::Edge => {}
                }
            }
        };
        for rule in &self.rules {
            add(&rule.left);
            if let Written::Cells(right) = &rule.right {
                add(right);
            }
        }
        self.bans.iter().for_each(|ban| add(&ban.pattern));
        let fills = self.rules.iter().filter_map(|rule| match rule.right {
            Written::Fill(symbol) => Some((symbol, rule.span.clone())),
            Written::Cells(_) => None,
        });
        found.extend(fills);
        found
    }
}

/// What is worth knowing of a file without mistakes.
pub(super) fn notes(spec: &Spec) -> Vec<Diagnostic> {
    let mut notes = Vec::new();
    for rule in &spec.rules {
        let is_flat = rule.patterns().all(|pattern| {
            let upside_down =
                || pattern.rows.iter().rev().map(|row| row.iter().map(|item| (&item.what, &item.size)));
            let upright = || pattern.rows.iter().map(|row| row.iter().map(|item| (&item.what, &item.size)));
            upright().zip(upside_down()).all(|(one, other)| one.eq(other))
        });
        if rule.facing == Facing::UpDown && is_flat {
            notes.push(
                Diagnostic::new("turning this rule upside down changes nothing", rule.span.clone())
                    .help("write `fixed`, which means the same here"),
            );
        }
    }
    notes
}
