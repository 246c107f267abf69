//! `grundy prove`: a proof of who wins, by what nimber, and with which moves.

use crate::Ending;
use crate::arguments::{MethodArgument, ProveArguments};
use crate::commands::check::{claim_json, claim_of, members};
use crate::commands::solve::{read, round, with_request};
use crate::diagnostics::tell;
use crate::error::{CliError, refuse};
use crate::files::{check_outputs, replace};
use crate::input::{PositionResult, PositionText, Round};
use crate::interrupt::Interrupt;
use crate::report::shown;
use grundy::{Approach, NotProved, Position, ProofRequest, Proved, Request};
use serde_json::json;
use std::io::{BufWriter, Write};
use std::sync::OnceLock;

pub fn run(arguments: &ProveArguments) -> anyhow::Result<Ending> {
    let solving = &arguments.solving;
    if solving.method == MethodArgument::Definition {
        refuse!("a proof is made by a search", "leave --method definition out");
    }
    let interrupt = Interrupt::listen()?;
    let keeper = super::store::Keeper::new(super::store::of(solving)?);
    let oracle = super::oracle::of(solving.dir.as_deref())?;
    let mut out = BufWriter::new(std::io::stdout());
    // On one thread, so that the first line of a file is the first that is read.
    check_outputs([("--output", Some(&arguments.output))])?;
    let round = Round { threads: 1, ..round(solving, &interrupt, &keeper) };
    let first_line = OnceLock::new();
    let read = |question: PositionText<'_>| {
        // A line is read again where memory was short.
        if *first_line.get_or_init(|| question.line) != question.line {
            let told = "one position is proved at a time, and this is another one";
            let help = "write one position; `grundy proof merge` puts proofs together";
            return Err(grundy::Diagnostic::new(told, 0..question.text.len()).help(help).into());
        }
        read(solving, &interrupt, question)
    };
    let rounded = keeper.during(|| {
        round.answer_counting(&mut out, read, |position, request, question, page| {
            oracle.attach(&position);
            keeper.attach(&position, question.shared)?;
            let proved = with_request(request, page.is_only_one, &interrupt, |request, _| {
                position.prove(&proof_request(arguments, request))
            });
            if let Ok(proved) = &proved {
                keeper.note_proof(&position, &proved.file, &arguments.output)?;
            }
            told(&position, proved, arguments, page.out).map(PositionResult::Ended)
        })
    })?;
    out.flush()?;
    let has_ended_well = rounded.refused == 0 && matches!(rounded.ending, Ending::Answered);
    if first_line.get().is_none() && has_ended_well && !interrupt.is_pressed() {
        refuse!("there is no position to prove", "write one: `grundy prove \"cram 5x7\" -o FILE`");
    }
    Ok(rounded.ending)
}

/// What is asked: theorems tell nothing that a proof could stand on, but tables do.
fn proof_request(arguments: &ProveArguments, request: &Request) -> ProofRequest {
    let is_by_tables = arguments.solving.dir.is_some() && arguments.solving.method == MethodArgument::Best;
    ProofRequest {
        convention: request.convention,
        goal: request.goal,
        approach: if is_by_tables { Approach::Best } else { Approach::Search },
        may_use_lemmas: !arguments.no_lemmas,
        run: request.run.clone(),
    }
}

fn told(
    position: &Position,
    proved: Result<Proved, NotProved>,
    arguments: &ProveArguments,
    out: &mut dyn Write,
) -> anyhow::Result<Ending> {
    let Proved { file, asked } = match proved {
        Ok(proved) => proved,
        Err(reason) => {
            tell(format_args!("error: no proof of {}: {reason}", shown(position)));
            return Ok(match reason {
                NotProved::Stopped(reason) => {
                    if arguments.solving.json {
                        let object = json!({"position": position.to_string(), "stopped": reason.to_string()});
                        writeln!(out, "{object}")?;
                    }
                    Ending::Stopped
                }
                NotProved::OutOfReach(_) => Ending::Mistaken,
                NotProved::Fault(_) => Ending::Failed,
            });
        }
    };
    let bytes = file.bytes();
    replace(&arguments.output, |to| to.write_all(&bytes))
        .map_err(|error| CliError::new(format!("{error:#}"), "check the folder"))?;
    let claim = &file.claims[0];
    if arguments.solving.json {
        let mut object = claim_json(claim, file.convention);
        object["members"] = json!(file.body.len());
        object["bytes"] = json!(bytes.len());
        object["asked"] = json!(asked);
        writeln!(out, "{object}")?;
        return Ok(Ending::Answered);
    }
    writeln!(out, "{}", claim_of(claim, file.convention))?;
    let again = match asked {
        0 => "nothing was asked of the search again".to_owned(),
        asked => format!("{} asked of the search again", grundy::Word::count(asked.into(), "question")),
    };
    writeln!(out, "{}: {}, {} bytes; {again}.", arguments.output.display(), members(&file), bytes.len())?;
    Ok(Ending::Answered)
}
