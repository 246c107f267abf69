//! `grundy mex` and `grundy nim-sum`: the two operations of the theory by themselves.

use crate::arguments::NumbersArguments;
use crate::diagnostics::{Gravity, render, tell};
use crate::{Ending, report};
use grundy::{Numbers, Step};
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
