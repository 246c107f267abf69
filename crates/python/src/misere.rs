//! Misère theory: quotients, genera, canonical forms.

use crate::core_position::CorePosition;
use crate::errors::{notation, stopped};
use crate::work::{Allowed, aside};
use grundy::misere::{Forms, HeapQuotient, PartQuotient, Presentation, QuotientEnd, Reach};
use grundy::{NoMisereParts, Position, Run, StopReason};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::{Value, json};

/// Presentations of larger quotients are not written down.
const PRESENTED: usize = 3000;
/// The most parts of a position, the most options of its canonical forms, and the longest form that is written.
const MOST_PARTS: usize = 100_000;
const MOST_FORMS: usize = 2_000_000;
const LONGEST_FORM: usize = 2000;

fn reach(heaps: Option<u64>, order: usize) -> Reach {
    let model = Reach::default().model.max(order.saturating_mul(130));
    Reach { heaps, order, model }
}

/// Why it does not go on, as a word; none where it is whole.
fn end(end: &QuotientEnd) -> Option<String> {
    match end {
        QuotientEnd::Asked | QuotientEnd::Proved => None,
        QuotientEnd::Stopped(stop) => Some(stop.reason.to_string()),
        QuotientEnd::TooLarge(_) => Some("order".to_owned()),
        QuotientEnd::Stuck => Some("stuck".to_owned()),
        QuotientEnd::Family(_) => Some("family".to_owned()),
    }
}

fn presented(object: &mut Value, order: usize, presentation: &Presentation) {
    if order > PRESENTED {
        return;
    }
    let generators = presentation.generators().iter().enumerate();
    let letters: Vec<String> = generators.map(|(place, _)| Presentation::letter(place)).collect();
    let words: Vec<String> = (0..order).map(|element| presentation.word(element as u16)).collect();
    object["generators"] = json!(presentation.generators());
    object["letters"] = json!(letters);
    object["words"] = json!(words);
    object["relations"] = json!(presentation.relations().collect::<Vec<_>>());
}

/// The misère quotient of all heaps of a code, as a JSON object with its certificate and its table of products.
#[pyfunction]
pub fn misere_of_code(
    py: Python<'_>,
    code: &str,
    heaps: Option<u64>,
    order: usize,
    allowed: Allowed,
) -> PyResult<Theory> {
    let code = grundy::read_misere_code(code).map_err(|mistake| notation(py, code, &mistake))?;
    aside(py, allowed, |run| {
        let found = HeapQuotient::new(&code).carried(&reach(heaps, order), &run);
        let certificate = found.certificate().map(|certificate| certificate.to_string());
        (of_code(&found, &run).to_string(), certificate, table(found.monoid()))
    })
}

fn table(monoid: &grundy::misere::BipartiteMonoid) -> Vec<Vec<u16>> {
    (0..monoid.order()).map(|one| monoid.row(one as u16).to_vec()).collect()
}

fn of_code(found: &HeapQuotient, run: &Run) -> Value {
    let (monoid, period) = (found.monoid(), found.period());
    let told = period.map_or(found.known(), |period| period.preperiod + period.period);
    let mut object = json!({
        "code": found.code().to_string(),
        "solved": period.is_some(),
        "order": monoid.order(),
        "p": monoid.p_count(),
        "tame": monoid.is_tame(),
        "preperiod": period.map(|period| period.preperiod),
        "period": period.map(|period| period.period),
        "proved_from": period.map(|period| period.proved_from),
        "heaps": found.known(),
        "partial": found.partial().collect::<Vec<_>>(),
        "phi": found.values()[..told as usize],
        "p_portion": monoid.p_portion().collect::<Vec<_>>(),
        "seconds": run.elapsed().as_secs_f64(),
        "stopped": end(found.end()),
    });
    presented(&mut object, monoid.order(), &found.presentation());
    object
}

/// The misère theory of a position, as a JSON object with a certificate and the table of products.
#[pyfunction]
pub fn misere_of_position(
    py: Python<'_>,
    position: &CorePosition,
    heaps: Option<u64>,
    order: usize,
    allowed: Allowed,
) -> PyResult<Theory> {
    let ask = |position: &Position, run: Run| of_position(position, &reach(heaps, order), &run);
    let is_cut = |found: &Result<(Theory, bool), NoMisereParts>| match found {
        Ok((_, is_cut)) => *is_cut,
        Err(NoMisereParts::Stopped(stop)) => stop.reason == StopReason::Time,
        Err(NoMisereParts::WinsAtOnce) => false,
    };
    let found = position.compute(py, allowed, ask, is_cut)?.map(|(theory, _)| theory);
    found.map_err(|no| match no {
        NoMisereParts::Stopped(stop) => stopped(py, stop, None),
        other @ NoMisereParts::WinsAtOnce => PyValueError::new_err(other.to_string()),
    })
}

/// A JSON object, a certificate, the table of products.
type Theory = (String, Option<String>, Vec<Vec<u16>>);

/// The theory, and whether the time has cut it short.
fn of_position(position: &Position, reach: &Reach, run: &Run) -> Result<(Theory, bool), NoMisereParts> {
    let parts = position.misere_parts(MOST_PARTS, run)?;
    let forms = parts.forms(MOST_FORMS, &run.half_of_the_rest()).ok();
    let whole = forms.as_ref().and_then(|(forms, ids)| Some(nature(forms, parts.form_of_all(ids)?)));
    let found = parts.quotient(reach, run);
    let monoid = found.monoid();
    let texts: Vec<String> = (0..found.values().len()).map(|part| parts.text(part)).collect();
    let mut object = json!({
        "position": position.to_string(),
        "nature": whole,
        "parts": texts,
        "solved": found.is_whole(),
        "order": monoid.order(),
        "p": monoid.p_count(),
        "tame": monoid.is_tame(),
        "phi": found.values(),
        "p_portion": monoid.p_portion().collect::<Vec<_>>(),
        "value": value(position, &parts, &found),
        "seconds": run.elapsed().as_secs_f64(),
        "stopped": end(found.end()),
    });
    presented(&mut object, monoid.order(), &found.presentation());
    let certificate = parts.certificate(&found).map(|certificate| certificate.to_string());
    let is_cut = matches!(found.end(), QuotientEnd::Stopped(stop) if stop.reason == StopReason::Time);
    Ok(((object.to_string(), certificate, table(monoid)), is_cut))
}

/// The element that the whole position is worth, where all its parts are known.
fn value(position: &Position, parts: &grundy::MisereParts, found: &PartQuotient) -> Option<u16> {
    let all = (0..position.terms().len()).flat_map(|term| parts.terms()[term].iter());
    let (monoid, values) = (found.monoid(), found.values());
    all.into_iter().try_fold(0, |value, &part| Some(monoid.times(value, *values.get(part)?)))
}

fn nature(forms: &Forms, id: u32) -> Value {
    json!({"genus": forms.genus(id).to_string(), "misere_value": forms.genus(id).misere_value(),
           "temper": forms.temper(id).name(), "form": forms.text(id, LONGEST_FORM)})
}
