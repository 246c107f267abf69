//! `grundy sequence --misere`: genera and misère values of heaps.

use super::genera;
use crate::Ending;
use crate::arguments::SequenceArguments as Arguments;
use crate::files::replace;
use crate::interrupt::Interrupt;
use crate::report::{filled, limit_of};
use crate::spinner::Spinner;
use grundy::heaps::Code;
use grundy::misere::{Genus, HeapForms, NoForm};
use grundy::{Limits, Run, StopReason, Stopped};
use serde_json::json;
use std::io::{BufWriter, Write};
use std::time::Instant;

/// The most options of canonical forms that are kept.
const MOST_FORMS: usize = 20_000_000;
/// The same where it was not said how many heaps are asked: about a second of work.
const USUAL_FORMS: usize = 300_000;

pub fn run(code: &Code, arguments: &Arguments) -> anyhow::Result<Ending> {
    let started = Instant::now();
    let is_usual = arguments.terms.is_none();
    let room = if is_usual { USUAL_FORMS } else { MOST_FORMS };
    let mut forms = HeapForms::new(code, room);
    let mut more = Vec::new();
    let ended = Interrupt::listen()?.during(|pressed| {
        let limits = Limits { time: arguments.time, memory: Some(arguments.memory), nodes: None };
        let spinner = Spinner::new();
        let run = Run::new(limits).with_cancel(pressed).with_resident(crate::resident);
        let run = spinner.follow(run, |progress| format!("{} forms (Ctrl-C stops)", progress.nodes));
        // Forms may grow beyond all bounds where a quotient goes on.
        let first = run.half_of_the_rest();
        let ended = (0..arguments.terms()).try_for_each(|_| forms.next(&first).map(drop));
        if let Err(NoForm::TooLarge | NoForm::Stopped(Stopped { reason: StopReason::Time, .. })) = ended {
            more = genera::by_quotient(code, forms.ids().len() as u64..arguments.terms(), &run);
        }
        if forms.ids().len() as u64 + more.len() as u64 == arguments.terms() { Ok(()) } else { ended }
    });
    let rows = Rows::of(&forms, more);
    let mut out = BufWriter::new(std::io::stdout().lock());
    match arguments.json {
        true => writeln!(out, "{}", as_json(code, &rows, ended, started.elapsed().as_secs_f64()))?,
        false => as_text(&mut out, code, &rows, ended, is_usual)?,
    }
    out.flush()?;
    if let Some(path) = &arguments.csv {
        replace(path, |file| {
            writeln!(file, "n,genus,misere")?;
            let mut rows = rows.genus.iter().zip(&rows.misere).enumerate();
            rows.try_for_each(|(heap, (genus, misere))| writeln!(file, "{heap},\"{genus}\",{misere}"))
        })?;
    }
    Ok(match ended {
        Ok(()) => Ending::Answered,
        Err(NoForm::TooLarge) if is_usual => Ending::Answered,
        Err(_) => Ending::Stopped,
    })
}

/// The columns of the table of heaps; entry n of each belongs to the heap of size n.
struct Rows {
    /// The genera as the field writes them, as far as canonical forms are known, and then in full.
    genus: Vec<String>,
    in_full: Vec<String>,
    misere: Vec<u64>,
    /// How heaps behave, as far as canonical forms are known.
    temper: Vec<&'static str>,
}

impl Rows {
    fn of(forms: &HeapForms, more: Vec<Genus>) -> Rows {
        let ids = forms.ids();
        let genera = || ids.iter().map(|&form| forms.forms().genus(form));
        let texts = || more.iter().map(Genus::to_string);
        Rows {
            genus: (0..ids.len()).map(|heap| forms.genus_text(heap)).chain(texts()).collect(),
            in_full: genera().map(Genus::to_string).chain(texts()).collect(),
            misere: genera().chain(&more).map(Genus::misere_value).collect(),
            temper: ids.iter().map(|&form| forms.forms().temper(form).name()).collect(),
        }
    }
}

/// Why there are no more, as a word.
fn reason(ended: Result<(), NoForm>) -> Option<String> {
    match ended {
        Ok(()) => None,
        Err(NoForm::TooLarge) => Some("forms".to_owned()),
        Err(NoForm::Stopped(stopped)) => Some(stopped.reason.to_string()),
    }
}

fn as_json(code: &Code, rows: &Rows, ended: Result<(), NoForm>, seconds: f64) -> serde_json::Value {
    let mut object = json!({
        "code": code.to_string(), "convention": "misere", "terms": rows.genus.len(), "genus": rows.genus,
        "genus_in_full": rows.in_full, "misere": rows.misere, "temper": rows.temper, "seconds": seconds,
    });
    if let Some(reason) = reason(ended) {
        object["stopped"] = json!(reason);
    }
    object
}

fn as_text(
    out: &mut dyn Write,
    code: &Code,
    rows: &Rows,
    ended: Result<(), NoForm>,
    is_usual: bool,
) -> anyhow::Result<()> {
    let known = rows.genus.len();
    if known == 0 {
        writeln!(out, "{code}: no heap is known yet")?;
    } else {
        writeln!(out, "{code}, misère play, genera of heaps 0 to {}:", known - 1)?;
        writeln!(out, "{}", filled(&rows.genus.join(" "), "", ""))?;
        writeln!(out, "Misère values:")?;
        let values: Vec<String> = rows.misere.iter().map(u64::to_string).collect();
        writeln!(out, "{}", filled(&values.join(" "), "", ""))?;
    }
    match ended {
        Ok(()) => {}
        Err(NoForm::TooLarge) => {
            writeln!(
                out,
                "The canonical form of heap {known} is too large, and no quotient with enough heaps of Nim tells its \
                 genus{}",
                if is_usual { "; --terms asks for more than is usual." } else { "." }
            )?;
        }
        Err(NoForm::Stopped(stopped)) => {
            writeln!(out, "Stopped by {} before heap {known}.", limit_of(stopped.reason))?
        }
    }
    Ok(())
}
