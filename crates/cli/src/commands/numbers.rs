//! `grundy mex`, `grundy nim-sum` and `grundy nim`: the operations of the theory by themselves.

use crate::arguments::{NimArguments, NumbersArguments};
use crate::diagnostics::{Gravity, render, tell};
use crate::error::refuse;
use crate::{Ending, report};
use grundy::{NimFormula, Numbers, Step};
use serde_json::{Value, json};
use std::io::Write;

/// `grundy mex`.
pub fn mex(arguments: &NumbersArguments) -> anyhow::Result<Ending> {
    let as_json = |numbers: &Numbers| json!({"set": numbers.as_slice(), "mex": numbers.mex()});
    answer(arguments, Numbers::mex_step, as_json)
}

/// `grundy nim-sum`.
pub fn nim_sum(arguments: &NumbersArguments) -> anyhow::Result<Ending> {
    let as_json = |numbers: &Numbers| {
        json!({
            "numbers": numbers.as_slice(),
            "nim_sum": numbers.nim_sum(),
            "binary": format!("{:b}", numbers.nim_sum()),
        })
    };
    answer(arguments, Numbers::nim_sum_step, as_json)
}

fn answer(
    arguments: &NumbersArguments,
    step: fn(&Numbers) -> Step,
    as_json: impl Fn(&Numbers) -> Value,
) -> anyhow::Result<Ending> {
    let text = arguments.numbers.join(" ");
    let numbers: Numbers = match text.parse() {
        Ok(numbers) => numbers,
        Err(error) => {
            tell(render(Gravity::Error, "numbers", 1, &text, &error));
            return Ok(Ending::Mistaken);
        }
    };
    let mut out = std::io::stdout().lock();
    match arguments.json {
        true => writeln!(out, "{}", as_json(&numbers))?,
        false => report::working(&mut out, &step(&numbers))?,
    }
    Ok(Ending::Answered)
}

/// `grundy nim`.
pub fn nim(arguments: &NimArguments) -> anyhow::Result<Ending> {
    let text = arguments.formula.join(" ");
    let are_heaps =
        arguments.formula.len() > 1 && arguments.formula.iter().all(|word| word.parse::<u64>().is_ok());
    if are_heaps {
        refuse!(
            format!("`{text}` is no formula: `grundy nim` computes with nimbers, as in `grundy nim \"3*5\"`"),
            format!("the position of Nim is solved by `grundy solve nim {text}`")
        );
    }
    let formula: NimFormula = match text.parse() {
        Ok(formula) => formula,
        Err(error) => {
            tell(render(Gravity::Error, "formula", 1, &text, &error));
            return Ok(Ending::Mistaken);
        }
    };
    let mut out = std::io::stdout().lock();
    if arguments.json {
        writeln!(out, "{}", json!({"formula": formula.text, "value": formula.value.0}))?;
        return Ok(Ending::Answered);
    }
    writeln!(out, "{} = {}", formula.text, formula.value.0)?;
    for step in &formula.steps {
        writeln!(out)?;
        report::working(&mut out, step)?;
    }
    Ok(Ending::Answered)
}
