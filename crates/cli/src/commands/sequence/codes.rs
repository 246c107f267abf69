//! `grundy sequence --codes` and `--pattern`: many codes at once, one row each.

use crate::Ending;
use crate::arguments::SequenceArguments as Arguments;
use crate::diagnostics::{Gravity, LineError, render, tell};
use crate::files::{Sort, replace};
use crate::interrupt::Interrupt;
use crate::spinner::Spinner;
use anyhow::bail;
use grundy::heaps::{Code, EngineError, Sequence, SequenceError};
use grundy::{Findings, Largest, Limits, Run, StopReason, TextTable};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Patterns of more codes are refused.
const MOST_CODES: usize = 1 << 21;
/// Letters of a pattern.
const MOST_LETTERS: usize = 7;

/// A file of some hundred thousand codes.
const CODES: Sort = Sort::new("a file of codes", 64 << 20);

/// What is asked: a code, or a line that is none.
struct Asked {
    /// The line of the file that it stands in, from 1.
    line: Option<usize>,
    code: Result<Code, Mistake>,
}

/// A line that is no code, as it is told.
struct Mistake {
    text: String,
    object: Value,
}

/// What is written of a code. The nimbers themselves are not kept.
struct Row {
    /// What stands in a table: code, preperiod, period, saltus, the nimbers that prove it, the largest nimber.
    fields: [String; 6],
    json: Option<String>,
    is_proved: bool,
    is_stopped: bool,
    /// Whether the engine could not go on.
    has_failed: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<Ending> {
    let interrupt = Interrupt::listen()?;
    let asked = asked(arguments)?;
    let mut out = BufWriter::new(std::io::stdout());
    let mut rows: Vec<Row> = Vec::new();
    let mut written = Ok(());
    let mut has_mistakes = false;
    let looked_at = interrupt.during(|pressed| {
        let limits = Limits { time: arguments.time, memory: Some(arguments.memory), nodes: None };
        let run = Run::new(limits).with_cancel(pressed).with_resident(crate::resident);
        each(&asked, arguments, &run, |found| match found {
            Ok(mut row) => {
                if let (Some(object), Ok(())) = (row.json.take(), &written) {
                    written = writeln!(out, "{object}").and_then(|()| out.flush());
                }
                rows.push(row);
            }
            Err(mistake) => {
                has_mistakes = true;
                match arguments.json {
                    true if written.is_ok() => written = writeln!(out, "{}", mistake.object),
                    true => {}
                    false => tell(&mistake.text),
                }
            }
        })
    });
    written?;
    if !arguments.json {
        write_text(&mut out, &rows, asked.len() - looked_at)?;
    }
    out.flush()?;
    if let Some(path) = &arguments.csv {
        write_csv(path, &rows)?;
    }
    let is_stopped = looked_at < asked.len() || rows.iter().any(|row| row.is_stopped);
    Ok(match is_stopped {
        _ if has_mistakes => Ending::Failed,
        true => Ending::Stopped,
        false if rows.iter().any(|row| row.has_failed) => Ending::Failed,
        false => Ending::Answered,
    })
}

/// Reads the codes of a file and of patterns.
fn asked(arguments: &Arguments) -> anyhow::Result<Vec<Asked>> {
    let mut asked = Vec::new();
    if let Some(path) = &arguments.codes {
        read_file(path, CODES.within(arguments.memory), &mut asked)?;
    }
    for pattern in &arguments.pattern {
        asked.extend(of_pattern(pattern)?.into_iter().map(|code| Asked { line: None, code: Ok(code) }));
    }
    Ok(asked)
}

/// Reads a file of codes, one on each line; a line that begins with `#` is a comment.
fn read_file(path: &Path, sort: Sort, asked: &mut Vec<Asked>) -> anyhow::Result<()> {
    let is_input = path.as_os_str() == "-";
    let origin = if is_input { "the standard input".to_owned() } else { path.display().to_string() };
    let text = match is_input {
        true => sort.read_text_from(std::io::stdin().lock(), &origin)?,
        false => sort.read_text(path)?,
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    for (number, line) in (1..).zip(text.lines()) {
        let code = line.split(" -- ").next().unwrap_or(line).trim_end();
        if code.trim().is_empty() || code.starts_with('#') {
            continue;
        }
        let code = grundy::read_code(code).map_err(|error| Mistake {
            text: render(Gravity::Error, &origin, number, line, &error),
            object: json!(LineError::new(number, line, &error)),
        });
        asked.push(Asked { line: Some(number), code });
    }
    Ok(())
}

/// All codes that a pattern stands for, in order: each of its small letters is an octal digit, the same
/// wherever it stands, and not all of them are 0.
fn of_pattern(pattern: &str) -> anyhow::Result<Vec<Code>> {
    let mut letters: Vec<char> = Vec::new();
    for letter in pattern.chars().filter(char::is_ascii_lowercase) {
        if !letters.contains(&letter) {
            letters.push(letter);
        }
    }
    let count = letters.len();
    if count == 0 || count > MOST_LETTERS {
        bail!(
            "the pattern `{pattern}` has {count} letters\nhelp: write 1 to {MOST_LETTERS} small letters for octal \
             digits: `0.abc`, `4.a0a`"
        );
    }
    let total = 1_usize << (3 * count);
    if total > MOST_CODES {
        bail!("the pattern `{pattern}` stands for {total} codes\nhelp: at most {MOST_CODES} are looked at");
    }
    let mut codes = Vec::with_capacity(total);
    for number in 1..total {
        let digit = |letter: char| {
            let place = letters.iter().rev().position(|&known| known == letter)?;
            char::from_digit((number >> (3 * place) & 7) as u32, 8)
        };
        let text: String = pattern.chars().map(|c| digit(c).unwrap_or(c)).collect();
        match text.parse::<Code>() {
            Ok(code) => codes.push(code),
            Err(error) => bail!("the pattern `{pattern}` stands for `{text}`: {}", error.message),
        }
    }
    Ok(codes)
}

/// Visits what is found of the codes, in their order, until the run ends; returns how many that were.
fn each(
    asked: &[Asked],
    arguments: &Arguments,
    run: &Run,
    mut visit: impl FnMut(Result<Row, &Mistake>) + Send,
) -> usize {
    let spinner = Spinner::new();
    let total = asked.len();
    let run = spinner.follow(run.clone(), move |progress| format!("{} of {total} codes", progress.done));
    let threads = arguments.threads().clamp(1, total.max(1));
    let memory = arguments.memory / threads as u64;
    let next = AtomicUsize::new(0);
    // How many were visited, and those that were found before one that stands before them.
    let found = Mutex::new((0, BTreeMap::new(), &mut visit));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while run.check().is_ok() {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(question) = asked.get(place) else { break };
                    let row =
                        question.code.as_ref().map(|code| one(code, question.line, arguments, memory, &run));
                    let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                    let (visited, waiting, visit) = &mut *found;
                    waiting.insert(place, row);
                    while let Some(row) = waiting.remove(visited) {
                        visit(row);
                        *visited += 1;
                    }
                    // A limit is noticed above.
                    let _ = run.reached(*visited as u64);
                }
            });
        }
    });
    // Every place up to the last that was taken has been found.
    found.into_inner().unwrap_or_else(PoisonError::into_inner).0
}

fn one(code: &Code, line: Option<usize>, arguments: &Arguments, memory: u64, run: &Run) -> Row {
    let started = Instant::now();
    let mut sequence = Sequence::new(code).with_limit(memory);
    let limit = if arguments.prove { u64::MAX } else { arguments.terms() };
    let (period, stopped, has_failed) = match sequence.prove(limit, run) {
        Ok(period) => (period, None, false),
        Err(SequenceError::Stopped(stopped)) => (None, Some(stopped.reason), false),
        Err(SequenceError::Engine(EngineError::Limit { .. })) => (None, Some(StopReason::Memory), false),
        Err(SequenceError::Engine(_)) => (None, None, true),
        Err(_) => (None, Some(StopReason::Cancelled), false),
    };
    let found = Findings { sequence, terms: arguments.terms(), period, stopped, elapsed: started.elapsed() };
    Row {
        fields: fields(&found),
        json: arguments.json.then(|| as_json(&found, line)),
        is_proved: found.period.is_some(),
        is_stopped: stopped.is_some(),
        has_failed,
    }
}

/// What is found as an object; for a line of a file, with its number.
fn as_json(found: &Findings, line: Option<usize>) -> String {
    #[derive(Serialize)]
    struct OfLine<'a> {
        #[serde(skip_serializing_if = "Option::is_none")]
        line: Option<usize>,
        #[serde(flatten)]
        found: &'a Findings,
    }
    serde_json::to_string(&OfLine { line, found }).expect("findings have no keys but texts")
}

/// The fields of a row.
fn fields(found: &Findings) -> [String; 6] {
    let period = found.period.as_ref();
    let told = |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
    [
        found.sequence.code().to_string(),
        told(period.map(|period| period.preperiod)),
        told(period.map(|period| period.period)),
        told(period.map(|period| period.saltus)),
        told(period.map(|period| period.proof_terms)),
        told(largest(found)),
    ]
}

/// The largest nimber, where there is one.
fn largest(found: &Findings) -> Option<u64> {
    match found.largest()? {
        Largest::OfAll(nimber) | Largest::OfFirst { nimber, .. } => Some(nimber),
        Largest::Unbounded { .. } => None,
    }
}

fn write_text(out: &mut dyn Write, rows: &[Row], left_out: usize) -> anyhow::Result<()> {
    let mut table = TextTable::new(["code", "preperiod", "period", "saltus", "proof", "largest"]);
    for row in rows {
        table.row(row.fields.clone().map(|field| if field.is_empty() { "-".to_owned() } else { field }));
    }
    crate::report::write_table(out, &table)?;
    let proved = rows.iter().filter(|row| row.is_proved).count();
    writeln!(out, "{proved} of {} proved periodic.", grundy::Word::count(rows.len() as u128, "code"))?;
    if left_out > 0 {
        writeln!(out, "{left_out} more were not looked at.")?;
    }
    Ok(())
}

fn write_csv(path: &Path, rows: &[Row]) -> anyhow::Result<()> {
    replace(path, |file| {
        writeln!(file, "code,preperiod,period,saltus,proof_terms,max")?;
        rows.iter().try_for_each(|row| {
            let [code, rest @ ..] = &row.fields;
            // Codes of sets have commas.
            let code = if code.contains(',') { format!("\"{code}\"") } else { code.clone() };
            writeln!(file, "{code},{}", rest.join(","))
        })
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // in a test, a panic is the report

    use super::of_pattern;

    #[test]
    fn letters_stand_for_digits_the_same_wherever_they_stand() {
        let codes =
            |pattern| of_pattern(pattern).unwrap().iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(codes("0.abc").len(), 511);
        assert_eq!(codes("4.abc").len(), 511);
        assert_eq!(codes("0.a"), ["0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7"]);
        assert_eq!(codes("0.a0a")[..2], ["0.101", "0.202"]);
        assert_eq!(codes("0.ba")[..3], ["0.01", "0.02", "0.03"], "the last letter counts first");
        for wrong in ["0.07", "0.abcdefgh", "x", "0.a8Zb"] {
            assert!(of_pattern(wrong).is_err(), "{wrong}");
        }
    }
}
