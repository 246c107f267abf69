//! The shape of a pattern whose runs are not of one length: how long its rows are, in numbers and names.

use super::{BlockSide, Item, Pattern, Size, What};
use std::collections::BTreeMap;

/// The length of a row: a number, and how often each name of a run is added. Runs without a name count as names
/// of their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Length {
    number: u32,
    names: BTreeMap<String, u32>,
}

/// What the cells of a row are, run by run; neighbouring runs of known lengths are taken cell by cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece<'p> {
    Cell(&'p Item),
    Run(String, &'p Item),
}

/// How many cells an item is, where that is a number.
fn number(item: &Item) -> Option<u32> {
    match item.size {
        Size::Exactly(number) => Some(number),
        _ => None,
    }
}

/// The name of an item's run.
pub(super) fn run_name(item: &Item) -> Option<String> {
    match &item.size {
        Size::Between { name: Some(name), .. } => Some(name.clone()),
        Size::Between { name: None, .. } => Some(format!(" {}", item.span.start)),
        _ => None,
    }
}

pub(super) fn length(row: &[Item]) -> Length {
    let mut length = Length::default();
    for item in row {
        length.number += number(item).unwrap_or(0);
        if let Some(name) = run_name(item) {
            *length.names.entry(name).or_default() += 1;
        }
    }
    length
}

/// The pieces of a row.
pub(super) fn pieces(row: &[Item]) -> Vec<Piece<'_>> {
    let of_item = |item| -> Vec<Piece<'_>> {
        match run_name(item) {
            Some(name) => vec![Piece::Run(name, item)],
            None => vec![Piece::Cell(item); number(item).unwrap_or(1) as usize],
        }
    };
    row.iter().flat_map(of_item).collect()
}

/// The block of a pattern that is one.
pub(super) fn block(pattern: &Pattern) -> Option<(&BlockSide, &BlockSide)> {
    pattern.items().find_map(|item| match &item.size {
        Size::Block(rows, columns) => Some((rows, columns)),
        _ => None,
    })
}

/// Whether an item may be the edge.
pub(super) fn is_edge(what: &What) -> bool {
    matches!(what, What::Edge | What::Class { edge: true, .. })
}
