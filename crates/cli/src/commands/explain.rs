//! `grundy explain`: the answer with its working.

use super::solve::{read, reply, round, with_request};
use crate::arguments::ExplainArguments;
use crate::input::{AnswerOutput, PositionResult, PositionText};
use crate::interrupt::Interrupt;
use crate::{Ending, report};
use std::io::{BufWriter, Write};

pub fn run(arguments: &ExplainArguments) -> anyhow::Result<Ending> {
    let solving = &arguments.solving;
    let interrupt = Interrupt::listen()?;
    let store = super::store::of(solving)?;
    let oracle = super::oracle::of(solving.dir.as_deref())?;
    let quotients =
        match super::quotients::Quotients::read(&arguments.answering.certificate, solving, &interrupt)? {
            Ok(quotients) => quotients,
            Err(ending) => return Ok(ending),
        };
    let mut out = BufWriter::new(std::io::stdout());
    let keeper = super::store::Keeper::new(store);
    let focus = arguments.focus.as_deref();
    let round = round(solving, &interrupt, &keeper);
    let read = |question: PositionText<'_>| {
        let (position, mut request) = read(solving, &interrupt, question)?;
        request.named_moves = arguments.answering.moves;
        request.in_full = arguments.all;
        Ok((position, request))
    };
    let ending = keeper.during(|| {
        round.answer(&mut out, read, |position, request, question, page| {
            oracle.attach(&position);
            quotients.attach(&position);
            keeper.attach(&position, question.shared)?;
            let AnswerOutput { out, is_only_one } = page;
            let explained =
                with_request(request, is_only_one, &interrupt, |request, _| match arguments.proof {
                    true => position.explain_proof(request),
                    false => position.explain(request, focus),
                });
            let explanation = match explained {
                Ok(explanation) => explanation,
                Err(error) if arguments.proof => {
                    return Ok(PositionResult::Refused("--proof", position.to_string(), error));
                }
                Err(error) => {
                    return Ok(PositionResult::Refused(
                        "--move",
                        focus.unwrap_or_default().to_owned(),
                        error,
                    ));
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
            Ok(reply(&explanation.answer))
        })
    })?;
    out.flush()?;
    Ok(ending)
}
