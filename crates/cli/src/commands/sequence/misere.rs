//! `grundy sequence --misere`: genera and misère values of heaps.

use crate::Ending;
use crate::arguments::SequenceArguments as Arguments;
use crate::files::replace;
use crate::interrupt::Interrupt;
use crate::report::filled;
use crate::spinner::Spinner;
use grundy::heaps::Code;
use grundy::misere::{HeapForms, NoForm};
use grundy::{Limits, Run};
use serde_json::json;
use std::io::{BufWriter, Write};
use std::time::Instant;

/// The most options of canonical forms that are kept.
const MOST_FORMS: usize = 20_000_000;
/// The same where it was not said how many heaps are asked: about a second of work.
const USUAL_FORMS: usize = 300_000;
/// The number of heaps where none is said.
const USUAL_TERMS: u64 = 1000;

pub fn run(code: &Code, arguments: &Arguments) -> anyhow::Result<Ending> {
    let started = Instant::now();
    let is_usual = arguments.terms == USUAL_TERMS;
    let room = if is_usual { USUAL_FORMS } else { MOST_FORMS };
    let mut forms = HeapForms::new(code, room);
    let ended = Interrupt::listen()?.during(|pressed| {
        let limits = Limits { time: arguments.time, memory: Some(arguments.memory), nodes: None };
        let spinner = Spinner::new();
        let run = Run::new(limits).with_cancel(pressed).with_resident(crate::resident);
        let run = spinner.follow(run, |progress| format!("{} forms (Ctrl-C stops)", progress.nodes));
        (0..arguments.terms).try_for_each(|_| forms.next(&run).map(drop))
    });
    let mut out = BufWriter::new(std::io::stdout().lock());
    match arguments.json {
        true => writeln!(out, "{}", as_json(code, &forms, ended, started.elapsed().as_secs_f64()))?,
        false => as_text(&mut out, code, &forms, ended)?,
    }
    out.flush()?;
    if let Some(path) = &arguments.csv {
        replace(path, |file| {
            writeln!(file, "n,genus,misere")?;
            (0..forms.ids().len()).try_for_each(|heap| {
                writeln!(file, "{heap},\"{}\",{}", forms.genus_text(heap), value(&forms, heap))
            })
        })?;
    }
    Ok(match ended {
        Ok(()) => Ending::Answered,
        Err(NoForm::TooLarge) if is_usual => Ending::Answered,
        Err(_) => Ending::Stopped,
    })
}

fn value(forms: &HeapForms, heap: usize) -> u64 {
    forms.forms().genus(forms.ids()[heap]).misere_value()
}

fn genera(forms: &HeapForms) -> Vec<String> {
    (0..forms.ids().len()).map(|heap| forms.genus_text(heap)).collect()
}

fn values(forms: &HeapForms) -> Vec<u64> {
    (0..forms.ids().len()).map(|heap| value(forms, heap)).collect()
}

/// Why there are no more, as a word.
fn reason(ended: Result<(), NoForm>) -> Option<String> {
    match ended {
        Ok(()) => None,
        Err(NoForm::TooLarge) => Some("forms".to_owned()),
        Err(NoForm::Stopped(stopped)) => Some(stopped.reason.to_string()),
    }
}

fn as_json(code: &Code, forms: &HeapForms, ended: Result<(), NoForm>, seconds: f64) -> serde_json::Value {
    let full: Vec<String> = forms.ids().iter().map(|&form| forms.forms().genus(form).to_string()).collect();
    let tempers: Vec<&str> = forms.ids().iter().map(|&form| forms.forms().temper(form).name()).collect();
    let mut object = json!({
        "code": code.to_string(), "convention": "misere", "terms": forms.ids().len(), "genus": genera(forms),
        "genus_in_full": full, "misere": values(forms), "temper": tempers, "seconds": seconds,
    });
    if let Some(reason) = reason(ended) {
        object["stopped"] = json!(reason);
    }
    object
}

fn as_text(
    out: &mut dyn Write,
    code: &Code,
    forms: &HeapForms,
    ended: Result<(), NoForm>,
) -> anyhow::Result<()> {
    let known = forms.ids().len();
    if known == 0 {
        writeln!(out, "{code}: no heap is known yet")?;
    } else {
        writeln!(out, "{code}, misère play, genera of heaps 0 to {}:", known - 1)?;
        writeln!(out, "{}", filled(&genera(forms).join(" "), "", ""))?;
        writeln!(out, "Misère values:")?;
        let values: Vec<String> = values(forms).iter().map(u64::to_string).collect();
        writeln!(out, "{}", filled(&values.join(" "), "", ""))?;
    }
    match ended {
        Ok(()) => {}
        Err(NoForm::TooLarge) => {
            writeln!(
                out,
                "The canonical form of heap {known} is too large; --terms asks for more than is usual."
            )?;
        }
        Err(NoForm::Stopped(stopped)) => writeln!(out, "Stopped by {} before heap {known}.", stopped.reason)?,
    }
    Ok(())
}
