//! The working of an answer, as data: text, JSON and pages render it.

use crate::{Convention, Ruleset, Target};
use std::borrow::Cow;

/// One step of a working, as a teacher would write it on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// What the step shows, as a sentence without a full stop.
    pub heading: Cow<'static, str>,
    /// Its text, tables and drawings, in order.
    pub blocks: Vec<Block>,
}

/// A piece of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A paragraph.
    Text(String),
    /// A table.
    Table(TextTable),
}

/// A table whose columns are right-aligned but the first and any column of prose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextTable {
    /// The column titles.
    pub header: Vec<String>,
    /// The rows, each as long as the header.
    pub rows: Vec<Vec<String>>,
    /// A last row below a rule, such as the total.
    pub footer: Option<Vec<String>>,
}

impl Step {
    /// A step without blocks yet.
    pub fn new(heading: impl Into<Cow<'static, str>>) -> Step {
        Step { heading: heading.into(), blocks: Vec::new() }
    }

    /// The same with a paragraph more.
    #[must_use]
    pub fn text(mut self, text: impl Into<String>) -> Step {
        self.blocks.push(Block::Text(text.into()));
        self
    }

    /// The same with a table more.
    #[must_use]
    pub fn table(mut self, table: TextTable) -> Step {
        self.blocks.push(Block::Table(table));
        self
    }
}

impl TextTable {
    /// An empty table with these column titles.
    pub fn new<S: Into<String>>(header: impl IntoIterator<Item = S>) -> TextTable {
        TextTable { header: header.into_iter().map(Into::into).collect(), ..TextTable::default() }
    }

    /// Adds a row.
    pub fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// Sets the last row.
    pub fn foot<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.footer = Some(cells.into_iter().map(Into::into).collect());
    }
}

/// What a working is asked to explain.
#[derive(Clone, Debug)]
pub struct ExplainRequest<'q, M> {
    /// How the game is played.
    pub convention: Convention,
    /// What a winning move leaves: `*0` when the position stands alone, something else in a sum.
    pub target: Target,
    /// Whether the position is a term of a larger sum.
    pub in_a_sum: bool,
    /// One move to look into, where somebody asked about it.
    pub focus: Option<&'q M>,
    /// Whether every working is asked for, and not only those of the top level.
    pub in_full: bool,
}

/// A theorem's own working, step by step.
///
/// The default explains nothing, and the workbench then shows the mex of the options.
pub trait Explain: Ruleset {
    /// The steps from the position to its value, and to the moves that win.
    fn explain(&self, at: &Self::Position, question: &ExplainRequest<'_, Self::Move>) -> Vec<Step> {
        let _ = (at, question);
        Vec::new()
    }

    /// How a position is known to be worth *0 where no search was needed, to be said after "worth *0".
    fn zero_without_search(&self) -> &'static str {
        "by a theorem"
    }
}
