//! The games, and rules files looked over.

use crate::errors::notation;
use crate::session::current;
use crate::work::{Allowed, with_button};
use grundy::{Card, RulesCheck, RulesFile, Run};
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::sync::Arc;

/// The cards of the games, as a JSON list.
#[pyfunction]
pub fn list_games() -> String {
    let session = current();
    Value::Array(session.workbench.shelf().cards().map(as_json).collect()).to_string()
}

fn as_json(card: &Card) -> Value {
    let parameter = |of: &grundy::Parameter| json!({"key": of.key, "default": of.default, "help": of.help});
    let position = |of: &grundy::NamedPosition| {
        json!({"name": format!("{}@{}", card.id, of.name), "position": card.term_of(of),
               "misere": of.convention.unwrap_or(card.convention) == grundy::Convention::Misere,
               "source": of.source, "remark": of.remark})
    };
    json!({
        "id": card.id, "title": card.title, "summary": card.summary,
        "misere": card.convention == grundy::Convention::Misere, "aliases": card.aliases,
        "parameters": card.parameters.iter().map(parameter).collect::<Vec<_>>(),
        "example": card.example_term(),
        "positions": card.positions.iter().map(position).collect::<Vec<_>>(),
    })
}

/// Looks a rules file over: what was derived, and its example in three ways; a JSON object.
#[pyfunction]
pub fn check_rules(py: Python<'_>, text: &str, allowed: Allowed) -> PyResult<String> {
    let checked = with_button(py, |cancel| {
        let file = RulesFile::read(text)?;
        let mut run = || Run::new(allowed.limits()).with_cancel(Arc::clone(&cancel));
        RulesCheck::of(&file, &mut run)
    })?;
    let check = checked.map_err(|mistake| notation(py, text, &mistake))?;
    let ways: Vec<Value> = check
        .ways
        .iter()
        .map(|way| {
            json!({"way": way.name, "nimber": way.nimber.ok().flatten().map(|nimber| nimber.0),
                   "misere": way.misere.ok().map(|outcome| outcome.to_string()), "nodes": way.nodes,
                   "is_whole": way.nimber.is_ok() && way.misere.is_ok()})
        })
        .collect();
    let facts: Vec<Value> = check.facts.iter().map(|(about, told)| json!([about, told])).collect();
    let mut form = json!({
        "sound": check.is_sound(), "example": check.example, "picture": check.picture, "ways": ways,
        "kind": check.kind, "facts": facts,
        "images": [], "symmetries": [], "joints": [], "taking": false, "mirror": "", "ends": "",
    });
    if let Some(derived) = &check.derived {
        form["images"] = json!(derived.images);
        form["symmetries"] = json!(derived.symmetries);
        form["joints"] = json!(derived.joints);
        form["taking"] = json!(derived.is_taking);
        form["mirror"] = json!(derived.mirror);
        form["ends"] = json!(derived.ends);
    }
    Ok(form
    .to_string())
}
