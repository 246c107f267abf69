//! What a game in Python is asked, and what is made of its answers.

use super::graph::{CodeGraph, Node, UNKNOWN};
use crate::errors;
use pyo3::exceptions::{PyException, PyReferenceError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyMapping, PyWeakrefMethods, PyWeakrefReference};
use std::collections::HashMap;
use std::sync::Arc;

/// Which parts of `grundy.Game` a class has written itself.
#[derive(Clone, Copy, Debug)]
pub struct Has {
    /// What can be left by a move.
    pub options: bool,
    /// Moves with names.
    pub moves: bool,
    /// Independent parts.
    pub parts: bool,
    /// A canonical form.
    pub canonical: bool,
    /// A text.
    pub show: bool,
}

/// A game in Python.
pub struct Asks {
    /// The game; weak, for the game owns this.
    game: Py<PyWeakrefReference>,
    /// The name of its class.
    class: String,
    /// What it can be asked.
    pub has: Has,
    /// Its positions.
    pub graph: CodeGraph,
}

/// A position in a message is shortened to this.
const LONGEST_SHOWN: usize = 200;

/// A position as a message shows it.
pub fn shown(object: &Bound<'_, PyAny>) -> String {
    let text = object.repr().map_or_else(|_| "a position".to_owned(), |text| text.to_string());
    match text.char_indices().nth(LONGEST_SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

impl Asks {
    /// A game that nothing was asked of yet.
    pub fn new(game: &Bound<'_, PyAny>, class: String, has: Has) -> PyResult<Asks> {
        let weak = PyWeakrefReference::new(game)?.unbind();
        Ok(Asks { game: weak, class, has, graph: CodeGraph::new(game.py()) })
    }

    /// The game itself.
    ///
    /// # Errors
    /// Where it is gone.
    pub fn game<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let gone = || PyReferenceError::new_err(format!("the game {} is gone", self.class));
        self.game.bind(py).upgrade().ok_or_else(gone)
    }

    /// How a question stands in messages.
    fn question(&self, method: &str, of: &Bound<'_, PyAny>) -> String {
        format!("{}.{method}({})", self.class, shown(of))
    }

    /// That an answer makes no sense.
    pub fn nonsense(&self, method: &str, of: &Bound<'_, PyAny>, what: &str, cause: Option<PyErr>) -> PyErr {
        errors::game(of.py(), format!("{} {what}", self.question(method, of)), cause)
    }

    /// An exception of the game's own code, with a note that says what was asked.
    fn noted(&self, error: PyErr, method: &str, of: &Bound<'_, PyAny>) -> PyErr {
        let py = of.py();
        if error.is_instance_of::<PyException>(py) {
            let note = format!("Grundy had asked {}", self.question(method, of));
            // A note that cannot be added is no reason to lose the exception.
            let _ = error.value(py).call_method1(pyo3::intern!(py, "add_note"), (note,));
        }
        error
    }

    fn ask<'py>(&self, method: &str, of: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let game = self.game(of.py())?;
        game.call_method1(method, (of,)).map_err(|error| self.noted(error, method, of))
    }

    /// The number of a position that the game has answered.
    fn id(&self, method: &str, of: &Bound<'_, PyAny>, object: &Bound<'_, PyAny>) -> PyResult<u32> {
        self.graph.id(object).map_err(|error| match object.hash() {
            Err(cause) if cause.is_instance_of::<PyTypeError>(of.py()) => {
                let what = format!(
                    "answered {}, which cannot be hashed: a position is a hashable value, such as a tuple",
                    shown(object)
                );
                self.nonsense(method, of, &what, Some(cause))
            }
            _ => self.noted(error, method, of),
        })
    }

    /// Goes through the positions that the game answers.
    fn each(
        &self,
        method: &str,
        of: &Bound<'_, PyAny>,
        most: usize,
        mut visit: impl FnMut(&Bound<'_, PyAny>) -> PyResult<()>,
    ) -> PyResult<()> {
        let answer = self.ask(method, of)?;
        let all = answer.try_iter().map_err(|cause| {
            let what = format!("answered {}: it answers positions, in a list or one by one", shown(&answer));
            self.nonsense(method, of, &what, Some(cause))
        })?;
        for (count, object) in all.enumerate() {
            if count >= most {
                return Err(self.nonsense(
                    method,
                    of,
                    &format!(
                        "answered more than {most} positions: does it end? (`most_positions` allows more)"
                    ),
                    None,
                ));
            }
            visit(&object.map_err(|error| self.noted(error, method, of))?)?;
        }
        Ok(())
    }

    /// How many positions the game may have.
    pub fn most_positions(&self, py: Python<'_>) -> PyResult<usize> {
        self.game(py)?.getattr(pyo3::intern!(py, "most_positions"))?.extract()
    }

    /// The options of a position, each once.
    pub fn options(&self, py: Python<'_>, id: u32, most: usize) -> PyResult<Arc<[u32]>> {
        if let Some(known) = &self.graph.read()[id as usize].options {
            return Ok(Arc::clone(known));
        }
        let options: Arc<[u32]> = match self.has.options {
            true => self.listed(&self.graph.object(py, id), most)?.into(),
            false => self.moves(py, id)?.iter().map(|(_, option)| *option).collect(),
        };
        self.graph.set_options(id, &options);
        Ok(options)
    }

    fn listed(&self, of: &Bound<'_, PyAny>, most: usize) -> PyResult<Vec<u32>> {
        let mut options = Vec::new();
        self.each("options", of, most, |object| {
            options.push(self.id("options", of, object)?);
            Ok(())
        })?;
        // Each once, in the order in which they were named.
        let mut places: Vec<(u32, u32)> = options.iter().copied().zip(0..).collect();
        places.sort_unstable();
        places.dedup_by_key(|(option, _)| *option);
        if places.len() < options.len() {
            places.sort_unstable_by_key(|(_, place)| *place);
            options = places.into_iter().map(|(option, _)| option).collect();
        }
        Ok(options)
    }

    /// The moves with their names: those of the game, or else what each leaves, without blanks.
    pub fn named_moves(&self, py: Python<'_>, id: u32) -> PyResult<Arc<[(String, u32)]>> {
        if self.has.moves {
            return self.moves(py, id);
        }
        if let Some(known) = &self.graph.read()[id as usize].moves {
            return Ok(Arc::clone(known));
        }
        let options = self.options(py, id, usize::MAX)?;
        let mut met: HashMap<String, usize> = HashMap::new();
        let mut moves = Vec::new();
        for &option in options.iter() {
            let name = self.line(py, option)?.replace(char::is_whitespace, "");
            // A game may show two positions alike.
            let count = met.entry(name.clone()).and_modify(|count| *count += 1).or_insert(1);
            moves.push((if *count == 1 { name } else { format!("{name}~{count}") }, option));
        }
        let moves: Arc<[(String, u32)]> = moves.into();
        self.graph.set(id, |node| node.moves = Some(Arc::clone(&moves)));
        Ok(moves)
    }

    /// The moves with their names, of a game that names them.
    fn moves(&self, py: Python<'_>, id: u32) -> PyResult<Arc<[(String, u32)]>> {
        if let Some(known) = &self.graph.read()[id as usize].moves {
            return Ok(Arc::clone(known));
        }
        let of = self.graph.object(py, id);
        let moves: Arc<[(String, u32)]> = self.named(&of)?.into();
        if self.has.options {
            let mut named: Vec<u32> = moves.iter().map(|(_, option)| *option).collect();
            let mut options = self.options(py, id, usize::MAX)?.to_vec();
            named.sort_unstable();
            named.dedup();
            options.sort_unstable();
            if named != options {
                let what = "leads to other positions than `options` tells";
                return Err(self.nonsense("moves", &of, what, None));
            }
        }
        self.graph.set(id, |node| node.moves = Some(Arc::clone(&moves)));
        Ok(moves)
    }

    fn named(&self, of: &Bound<'_, PyAny>) -> PyResult<Vec<(String, u32)>> {
        const WHAT: &str = "names moves: it answers a dictionary from names to positions, or pairs of both";
        let answer = self.ask("moves", of)?;
        let pairs = match answer.cast::<PyMapping>() {
            Ok(mapping) => mapping.items()?.into_any(),
            Err(_) => answer.clone(),
        };
        let wrong = |cause| self.nonsense("moves", of, WHAT, Some(cause));
        let mut moves: Vec<(String, u32)> = Vec::new();
        for pair in pairs.try_iter().map_err(wrong)? {
            let pair = pair.map_err(|error| self.noted(error, "moves", of))?;
            let (name, option): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract().map_err(wrong)?;
            let name = name.str()?.to_string();
            if name.is_empty()
                || name.contains(char::is_whitespace)
                || moves.iter().any(|(known, _)| *known == name)
            {
                let what = format!("names a move {name:?}: a name has no blanks, and is that of one move");
                return Err(self.nonsense("moves", of, &what, None));
            }
            moves.push((name, self.id("moves", of, &option)?));
        }
        Ok(moves)
    }

    /// The canonical form of a position.
    pub fn canon(&self, py: Python<'_>, id: u32) -> PyResult<u32> {
        if !self.has.canonical {
            return Ok(id);
        }
        let known = self.graph.read()[id as usize].canon;
        if known != UNKNOWN {
            return Ok(known);
        }
        let of = self.graph.object(py, id);
        let canon = self.id("canonical", &of, &self.ask("canonical", &of)?)?;
        if canon != id && self.graph.read()[canon as usize].canon != canon {
            let form = self.graph.object(py, canon);
            let again = self.id("canonical", &form, &self.ask("canonical", &form)?)?;
            if again != canon {
                let what = format!(
                    "answered {}, and of that {}: the canonical form of a canonical form is itself",
                    shown(&form),
                    shown(&self.graph.object(py, again))
                );
                return Err(self.nonsense("canonical", &of, &what, None));
            }
            self.graph.set(canon, |node| node.canon = canon);
        }
        self.graph.set(id, |node| node.canon = canon);
        Ok(canon)
    }

    /// Whether a position may be other than its only part.
    pub fn has_parts(&self) -> bool {
        self.has.parts || self.has.canonical
    }

    /// The parts of a position, each in canonical form.
    pub fn parts(&self, py: Python<'_>, id: u32) -> PyResult<Arc<[u32]>> {
        if let Some(known) = &self.graph.read()[id as usize].parts {
            return Ok(Arc::clone(known));
        }
        let mut parts = Vec::new();
        if self.has.parts {
            let of = self.graph.object(py, id);
            self.each("parts", &of, usize::MAX, |object| {
                parts.push(self.canon(py, self.id("parts", &of, object)?)?);
                Ok(())
            })?;
        } else {
            parts.push(self.canon(py, id)?);
        }
        let parts: Arc<[u32]> = parts.into();
        self.graph.set(id, |node: &mut Node| node.parts = Some(Arc::clone(&parts)));
        Ok(parts)
    }

    /// The text of a position: as the game shows it, or as Python writes it.
    pub fn text(&self, py: Python<'_>, id: u32) -> PyResult<String> {
        let of = self.graph.object(py, id);
        if !self.has.show {
            return Ok(of.repr().map_err(|error| self.noted(error, "__repr__", &of))?.to_string());
        }
        let text = self.ask("show", &of)?;
        let text: Result<String, PyErr> = text.extract();
        text.map_err(|cause| self.nonsense("show", &of, "answered no text", Some(cause)))
    }

    /// The text in one line.
    pub fn line(&self, py: Python<'_>, id: u32) -> PyResult<String> {
        let text = self.text(py, id)?;
        let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        let line = lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" / ");
        Ok(if line.is_empty() { grundy::EMPTY.to_owned() } else { line })
    }
}

/// Positions one after the other, in a message.
pub fn chain(py: Python<'_>, graph: &CodeGraph, ids: &[u32]) -> String {
    let texts: Vec<String> = ids.iter().map(|&id| shown(&graph.object(py, id))).collect();
    texts.join(" -> ")
}
