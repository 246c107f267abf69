//! Tables of every state of a board, on disk.

use crate::answer::{CoreAnswer, letter};
use crate::errors::notation;
use crate::session::current;
use crate::work::{Allowed, aside, here};
use grundy::check::table::{Extent, verify};
use grundy::tables::{BlockGraph, Build, Content, Rules, StateTable, TableError, TableShape};
use grundy::{Answer, Convention};
use pyo3::exceptions::{PyFileNotFoundError, PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;

/// A table, read-only.
#[pyclass(frozen, module = "grundy._grundy", name = "CoreTable")]
pub struct CoreTable(StateTable);

fn failed(error: &TableError) -> PyErr {
    let told = format!("{error}\nhelp: {}", error.help());
    match error {
        TableError::Memory { .. } => PyValueError::new_err(told),
        _ => PyOSError::new_err(told),
    }
}

#[pymethods]
impl CoreTable {
    #[new]
    fn open(py: Python<'_>, folder: PathBuf) -> PyResult<CoreTable> {
        if !folder.is_dir() {
            return Err(PyFileNotFoundError::new_err(format!("there is no folder {}", folder.display())));
        }
        let session = current();
        let opened = py.detach(|| session.workbench.shelf().open_table(&folder));
        opened.map(CoreTable).map_err(|error| failed(&error))
    }

    /// What it holds, as a JSON object.
    fn json(&self) -> String {
        let rules = self.0.shape().rules();
        json!({
            "game": rules.game(), "rows": rules.rows(), "columns": rules.columns(),
            "convention": rules.convention().to_string(), "states": rules.states(),
            "content": self.0.shape().content().name(), "folder": self.0.folder(),
        })
        .to_string()
    }

    /// The number of a state that is written down.
    fn state(&self, py: Python<'_>, text: &str) -> PyResult<u64> {
        self.0.shape().rules().read_position(text).map_err(|mistake| notation(py, text, &mistake))
    }

    fn outcome<'py>(&self, py: Python<'py>, state: u64) -> PyResult<Bound<'py, PyString>> {
        let found = py.detach(|| self.0.outcome(state)).map_err(|error| failed(&error))?;
        Ok(letter(py, found))
    }

    fn nimber(&self, py: Python<'_>, state: u64) -> PyResult<Option<u64>> {
        if self.0.shape().content() == Content::Outcomes {
            return Ok(None);
        }
        py.detach(|| self.0.nimber(state)).map(|nimber| Some(nimber.0)).map_err(|error| failed(&error))
    }

    fn answer(&self, py: Python<'_>, state: u64, moves: usize) -> PyResult<CoreAnswer> {
        let answer = py.detach(|| Answer::of_table(&self.0, state, moves)).map_err(|error| failed(&error))?;
        Ok(CoreAnswer::new(answer, current(), Vec::new()))
    }

    /// How many P-positions there are of each number of stones.
    fn p_by_stones(&self, py: Python<'_>) -> PyResult<Vec<u64>> {
        py.detach(|| self.0.p_by_stones()).map_err(|error| failed(&error))
    }

    /// Holds states to the rule; a JSON object.
    fn verify(&self, py: Python<'_>, sample: Option<u64>, seed: u64, allowed: Allowed) -> PyResult<String> {
        let extent = sample.map_or(Extent::All, |states| Extent::Sample { states, seed });
        let checked = aside(py, allowed, |run| verify(&self.0, extent, &run))?;
        let checked = checked.map_err(|error| failed(&error))?;
        let rules = self.0.shape().rules();
        let broken: Vec<String> =
            checked.contradictions.iter().map(|found| rules.position(found.stones)).collect();
        let object = json!({"blocks": checked.blocks, "states": checked.states, "contradictions": broken,
                            "verified": checked.is_complete && broken.is_empty()});
        Ok(object.to_string())
    }
}

/// What is to be built: the game, its rows and columns, misère play, nimbers in place of outcomes, every block kept,
/// blocks compressed.
#[derive(Clone, Debug, FromPyObject)]
pub struct Wanted(String, u32, u32, Option<bool>, bool, bool, bool);

impl Wanted {
    fn shape(&self, py: Python<'_>) -> PyResult<TableShape> {
        let Wanted(game, rows, columns, misere, nimbers, plain, compressed) = self;
        let found = current().workbench.shelf().table_game(game);
        let found = found.map_err(|mistake| notation(py, game, &mistake))?;
        let convention = match misere {
            Some(true) => Convention::Misere,
            Some(false) => Convention::Normal,
            None if *nimbers => Convention::Normal,
            None => found.usual_convention(),
        };
        let rules = Rules::new(&found, *rows, *columns, convention).map_err(|mistake| {
            let help = mistake.help.as_deref().map_or_else(String::new, |help| format!("\nhelp: {help}"));
            PyValueError::new_err(format!("{mistake}{help}"))
        })?;
        let content = if *nimbers { Content::Nimbers } else { Content::Outcomes };
        let shape = match plain {
            true => TableShape::plain(rules, content),
            false => TableShape::new(rules, content),
        };
        let shape = shape.map_err(|error| failed(&error))?;
        Ok(if *compressed { shape.compressed() } else { shape })
    }
}

/// Builds a table, or goes on with one; returns the number of blocks that were made and found, and whether all are
/// there.
#[pyfunction]
pub fn build_table(
    py: Python<'_>,
    folder: PathBuf,
    wanted: Wanted,
    allowed: Allowed,
) -> PyResult<(u64, u64, bool)> {
    let shape = wanted.shape(py)?;
    let built = aside(py, allowed, |run| Build::new(shape).in_folder(&folder, &run))?;
    let built = built.map_err(|error| failed(&error))?;
    Ok((built.made, built.reused, built.is_complete()))
}

/// Begins a table in a folder, without any block; where it has begun, nothing is changed.
#[pyfunction]
pub fn begin_table(py: Python<'_>, folder: PathBuf, wanted: Wanted) -> PyResult<()> {
    let shape = wanted.shape(py)?;
    py.detach(|| Build::new(shape).begin_in(&folder)).map_err(|error| failed(&error))
}

/// The graph of the blocks of a table that has begun, and its blocks one by one.
#[pyclass(frozen, module = "grundy._grundy", name = "CoreBlocks")]
pub struct CoreBlocks(BlockGraph);

impl CoreBlocks {
    /// The library panics where the table keeps no such block.
    fn known(&self, block: u64) -> PyResult<u64> {
        let table = self.0.shape();
        let unknown = || PyValueError::new_err(format!("the table of {table} keeps no block {block}"));
        self.0.has(block).then_some(block).ok_or_else(unknown)
    }
}

#[pymethods]
impl CoreBlocks {
    #[new]
    fn open(py: Python<'_>, folder: PathBuf) -> PyResult<CoreBlocks> {
        let graph = py.detach(|| BlockGraph::open(&folder));
        graph.map(CoreBlocks).map_err(|error| failed(&error))
    }

    /// What it holds, for people.
    fn text(&self) -> String {
        self.0.shape().to_string()
    }

    /// The numbers of all blocks, each after those that it needs.
    fn blocks(&self, py: Python<'_>) -> Vec<u64> {
        py.detach(|| self.0.blocks().collect())
    }

    fn needs(&self, block: u64) -> PyResult<Vec<u64>> {
        Ok(self.0.needs(self.known(block)?))
    }

    fn serves(&self, block: u64) -> PyResult<Vec<u64>> {
        Ok(self.0.serves(self.known(block)?))
    }

    fn is_there(&self, py: Python<'_>, block: u64) -> PyResult<bool> {
        let block = self.known(block)?;
        py.detach(|| self.0.is_there(block)).map_err(|error| failed(&error))
    }

    /// Bytes that the build of a block holds at most.
    fn memory_needed(&self) -> u64 {
        self.0.memory_needed()
    }

    /// Builds a block on this thread. Returns whether it was made, and not found; none where the run stopped first. In
    /// place of both, the block that it needs and that is not there, or was damaged and is set aside.
    fn build(&self, py: Python<'_>, block: u64, allowed: Allowed) -> PyResult<(Option<bool>, Option<u64>)> {
        let block = self.known(block)?;
        let built = here(py, allowed, &Arc::default(), |run| self.0.build(block, &run))?;
        match built {
            Ok(made) => Ok((made, None)),
            Err(TableError::Missing { block, .. }) => Ok((None, Some(block))),
            Err(error) => Err(failed(&error)),
        }
    }
}
