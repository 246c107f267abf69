//! `grundy explain`: the answer with its working.

use super::solve::{end, read, with_request};
use crate::arguments::Explain;
use crate::input::{Reply, for_each_position};
use crate::interrupt::Interrupt;
use crate::{Ending, report};
use std::io::{BufWriter, Write};

pub fn run(arguments: &Explain) -> anyhow::Result<Ending> {
    let solving = &arguments.solving;
    let interrupt = Interrupt::listen()?;
    let store = super::store::of(solving)?;
    let oracle = super::oracle::of(solving.dir.as_deref())?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    let focus = arguments.focus.as_deref();
    let read = |text: &str| read(solving, &interrupt, text);
    let ending =
        for_each_position(&solving.source, solving.json, &mut out, read, |position, request, out| {
            oracle.attach(&position);
            let explained = super::store::keep(store.as_ref(), &position, || {
                with_request(request, &interrupt, |request| position.explain(request, focus))
            })?;
            let explanation = match explained {
                Ok(explanation) => explanation,
                Err(error) => {
                    return Ok(Reply::Refused("--move", focus.unwrap_or_default().to_owned(), error));
                }
            };
            if solving.json {
                serde_json::to_writer(&mut *out, &explanation)?;
                writeln!(out)?;
            } else {
                report::explanation(out, &explanation)?;
            }
            out.flush()?;
            oracle.tell_of(&explanation.answer);
            end(&explanation.answer, &interrupt, out).map(Reply::Ended)
        })?;
    out.flush()?;
    Ok(ending)
}
