//! Answers, as data.

use crate::answer::{Consulted, Method};
use crate::board::Board;
use crate::position::Position;
use grundy_core::{Block, Convention, Nimber, Outcome, Step, StopReason, TextTable};
use grundy_misere::{MoveGroup, WinningGroup};
use serde::ser::{SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};
use std::sync::Arc;

/// What is known of one term of a sum. Serialises with its game's id and its text, which is only
/// then written: positions can be large.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PartAnswer {
    /// The term.
    pub board: Arc<dyn Board>,
    /// The nimber; none under misère play, or where a limit left none.
    pub nimber: Option<Nimber>,
}

impl Serialize for PartAnswer {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut part = to.serialize_struct("PartAnswer", 3)?;
        part.serialize_field("game", &self.board.card().id)?;
        part.serialize_field("position", &self.board.text())?;
        part.serialize_field("nimber", &self.nimber)?;
        part.end()
    }
}

/// An option of a position: a move, what it leaves, and what that is worth.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct OptionAnswer {
    /// The label of the move.
    pub label: String,
    /// What it leaves.
    pub left: Position,
    /// The nimber of that; none under misère play, where it has none, or where a limit left none.
    pub nimber: Option<Nimber>,
    /// Who wins what is left; none where a limit left none. The move wins where it is P.
    pub outcome: Option<Outcome>,
}

impl Serialize for OptionAnswer {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut option = to.serialize_struct("OptionAnswer", 4)?;
        option.serialize_field("move", &self.label)?;
        option.serialize_field("to", &self.left)?;
        option.serialize_field("nimber", &self.nimber)?;
        option.serialize_field("outcome", &self.outcome)?;
        option.end()
    }
}

/// The answer for a position: who wins, by what nimber, with which moves. Serialises to the JSON
/// object of the interface.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Answer {
    /// The position; serialises as one line.
    pub position: Position,
    /// The convention it was solved under.
    pub convention: Convention,
    /// Why that one, where none was asked for and the terms are told with different ones. In JSON it is one
    /// of the notes.
    #[serde(skip)]
    pub why_convention: Option<String>,
    /// Who wins; none when stopped before that was proven.
    pub outcome: Option<Outcome>,
    /// The nimber of the whole; none under misère play, or when stopped.
    pub nimber: Option<Nimber>,
    /// Under misère play the genus, as the field writes it, where it is quickly found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub genus: Option<String>,
    /// The nimber is not smaller than this, where a limit left the outcome but not the nimber.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nimber_at_least: Option<Nimber>,
    /// The nimber is not larger than this, where a limit left neither it nor the outcome: a bound by the rules
    /// alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nimber_at_most: Option<Nimber>,
    /// The terms.
    pub parts: Vec<PartAnswer>,
    /// How many moves there are.
    pub moves: u128,
    /// Labels of winning moves in reading order, as many as were asked for; when stopped, those that
    /// were proven by then.
    pub winning: Vec<String>,
    /// How many moves win; none when stopped, or where they were not asked.
    pub winning_count: Option<u128>,
    /// Under misère play, where a sum of heaps of one code has more winning moves than were named: all of them, by
    /// heaps in which the same moves win.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "groups")]
    pub winning_groups: Option<Vec<WinningGroup>>,
    /// The options in reading order of their moves, as many as were asked for; none where they were not asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<OptionAnswer>>,
    /// How the answer was found.
    pub method: Method,
    /// The tables in which states were found.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<Consulted>,
    /// Positions looked into.
    pub nodes: u64,
    /// Time taken.
    pub seconds: f64,
    /// Why there is no full answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StopReason>,
    /// What was read leniently or should be known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// An answer with its working.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Explanation {
    /// The answer.
    #[serde(flatten)]
    pub answer: Answer,
    /// The working, step by step.
    #[serde(serialize_with = "steps")]
    pub steps: Vec<Step>,
}

#[derive(Serialize)]
struct GroupForm<'g> {
    least: u64,
    largest: u64,
    step: Option<u64>,
    heaps: u64,
    count: u128,
    moves: Vec<MovesForm<'g>>,
}

#[derive(Serialize)]
struct MovesForm<'g> {
    take: u64,
    #[serde(skip_serializing_if = "is_zero")]
    add: u64,
    smaller: &'g [Vec<u64>],
    step: Option<u64>,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

fn groups<S: Serializer>(groups: &Option<Vec<WinningGroup>>, to: S) -> Result<S::Ok, S::Error> {
    fn moves(moves: &MoveGroup) -> MovesForm<'_> {
        MovesForm { take: moves.taken, add: moves.added, smaller: &moves.smaller, step: moves.step }
    }
    to.collect_seq(groups.iter().flatten().map(|group| GroupForm {
        least: group.least,
        largest: group.largest,
        step: group.step,
        heaps: group.heaps,
        count: group.count,
        moves: group.moves.iter().map(moves).collect(),
    }))
}

#[derive(Serialize)]
struct StepForm<'s> {
    heading: &'s str,
    blocks: Vec<BlockForm<'s>>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum BlockForm<'s> {
    Text(&'s str),
    Table { header: &'s [String], rows: &'s [Vec<String>], footer: Option<&'s [String]> },
}

fn steps<S: Serializer>(steps: &[Step], to: S) -> Result<S::Ok, S::Error> {
    let mut list = to.serialize_seq(Some(steps.len()))?;
    for step in steps {
        let blocks = step.blocks.iter().map(BlockForm::from).collect();
        list.serialize_element(&StepForm { heading: &step.heading, blocks })?;
    }
    list.end()
}

impl<'s> From<&'s Block> for BlockForm<'s> {
    fn from(block: &'s Block) -> Self {
        match block {
            Block::Text(text) => BlockForm::Text(text),
            Block::Table(TextTable { header, rows, footer }) => {
                BlockForm::Table { header, rows, footer: footer.as_deref() }
            }
        }
    }
}
