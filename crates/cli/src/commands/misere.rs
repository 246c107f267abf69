//! `grundy misere`: quotients, genera and canonical forms.

mod codes;
mod heaps;
mod nim;
mod parts;

use crate::Ending;
use crate::arguments::MisereArguments as Arguments;
use crate::diagnostics::{Gravity, render, tell};
use crate::error::refuse;
use crate::files::{check_outputs, replace};
use crate::interrupt::Interrupt;
use crate::report::{limit_of, shown};
use crate::spinner::Spinner;
use grundy::heaps::Code;
use grundy::misere::{BipartiteMonoid, QuotientEnd};
use grundy::picture::Picture;
use grundy::{
    Diagnostic, Limits, NoMisereParts, NotRead, Position, Reading, Run, StopReason, TextTable, Word,
};
use std::io::Write;

pub fn run(arguments: &Arguments) -> anyhow::Result<Ending> {
    let text = arguments.of.join(" ");
    if text.trim().is_empty() {
        refuse!("no position and no code is given", "write one, such as kayles, 0.07 or \"cram 3x3\"");
    }
    let of = match Of::read(&text) {
        Ok(of) => of,
        Err(error) => {
            tell(render(Gravity::Error, "position", 1, &text, &error));
            return Ok(Ending::Mistaken);
        }
    };
    check_outputs([
        ("--csv", arguments.csv.as_ref()),
        ("--plot", arguments.plot.as_ref()),
        ("--certificate", arguments.certificate.as_ref()),
    ])?;
    if let (Some(_), Of::Position(position) | Of::Nim(position, _)) = (arguments.heaps, &of) {
        refuse!(
            format!("--heaps is of a code, and {} is a position", shown(position)),
            "leave --heaps out, or write a code, such as kayles or 0.07"
        );
    }
    let interrupt = Interrupt::listen()?;
    interrupt.during(|pressed| {
        let limits = Limits { time: Some(arguments.time), memory: Some(arguments.memory), nodes: None };
        let run = Run::new(limits).with_cancel(pressed).with_resident(crate::resident);
        let unit = if matches!(of, Of::Position(_)) { "parts" } else { "heaps" };
        let spinner = Spinner::new();
        let run = spinner.follow(run, move |progress| format!("{} {unit} (Ctrl-C stops)", progress.done));
        match of {
            Of::Code(code) => {
                let found = heaps::find(&code, &[], arguments, &run);
                drop(spinner);
                heaps::tell(&found, None, arguments, &run)
            }
            Of::Codes(codes) => {
                let found = codes::find(&codes, arguments, &run);
                drop(spinner);
                codes::tell(&codes, &found, arguments, &run)
            }
            Of::Heaps(position, code, sizes) => {
                let found = heaps::find(&code, &sizes, arguments, &run);
                drop(spinner);
                heaps::tell(&found, Some((&position, &sizes)), arguments, &run)
            }
            Of::Nim(position, sizes) => {
                drop(spinner);
                nim::tell(&position, &sizes, arguments)
            }
            Of::Position(position) => {
                let found = parts::find(&position, arguments, &run);
                drop(spinner);
                // It may be the rules of a file that break down, and no limit.
                if let Err(NoMisereParts::Stopped(_)) = &found
                    && !position.rules_texts().is_empty()
                    && let Err(NotRead::Mistake(error)) =
                        Position::parse_within(&text, Reading::default(), &run)
                {
                    tell(render(Gravity::Error, "position", 1, &text, &error));
                    return Ok(Ending::Mistaken);
                }
                parts::tell(&position, found, arguments, &run)
            }
        }
    })
}

/// What is asked about.
enum Of {
    /// All heaps of a code.
    Code(Code),
    /// All sums of heaps of several codes.
    Codes(Vec<Code>),
    /// Heaps of one code that are too large to be listed with all that they can fall into.
    Heaps(Position, Code, Vec<u64>),
    /// Large heaps of Nim.
    Nim(Position, Vec<u64>),
    Position(Position),
}

/// Larger heaps are not listed with all that they can fall into: the quotient of their code tells them.
const LARGE_HEAP: u64 = 300;

impl Of {
    fn read(text: &str) -> Result<Of, Diagnostic> {
        match grundy::read_misere_code(text) {
            Ok(code) => return Ok(Of::Code(code)),
            // A name without a position, of a game that has no theory.
            Err(no_code) if grundy::read_code(text).is_ok() => return Err(no_code),
            Err(_) => {}
        }
        if text.contains('+') {
            let codes: Result<Vec<Code>, Diagnostic> =
                text.split('+').map(grundy::read_misere_code).collect();
            if let Ok(codes) = codes {
                return Ok(Of::Codes(codes));
            }
        }
        let position = Position::parse(text, Reading::default())?;
        let is_large = |heaps: &[u64]| heaps.iter().any(|&heap| heap > LARGE_HEAP);
        if let Some((code, heaps)) = position.heaps().filter(|(_, heaps)| is_large(heaps)) {
            return Ok(Of::Heaps(position, code, heaps));
        }
        match position.heaps_of_nim().filter(|heaps| is_large(heaps)) {
            Some(heaps) => Ok(Of::Nim(position, heaps)),
            None => Ok(Of::Position(position)),
        }
    }
}

/// Writes a text to a file, whole or not at all.
fn write(path: &std::path::Path, text: &str) -> anyhow::Result<()> {
    replace(path, |file| file.write_all(text.as_bytes()))
}

/// The order, the elements for the second player, tame or wild.
fn summary(monoid: &BipartiteMonoid) -> String {
    let tame = if monoid.is_tame() { "tame" } else { "wild" };
    let p = Word::count(monoid.p_count() as u128, "element");
    format!("order {}, {p} for the second player, {tame}", monoid.order())
}

/// Why the work ended, as a word for JSON; none where it was whole.
fn stopped(end: &QuotientEnd) -> Option<String> {
    match end {
        QuotientEnd::Asked | QuotientEnd::Proved => None,
        QuotientEnd::Stopped(stopped) => Some(stopped.reason.to_string()),
        QuotientEnd::TooLarge(_) => Some("order".to_owned()),
        QuotientEnd::Stuck => Some("stuck".to_owned()),
        QuotientEnd::Family(_) => Some("family".to_owned()),
    }
}

/// What stands in the way of the next component, as a sentence. `next` names it.
fn why_not(end: &QuotientEnd, next: &str, arguments: &Arguments) -> Option<String> {
    Some(match end {
        QuotientEnd::Asked | QuotientEnd::Proved => return None,
        QuotientEnd::Stopped(stopped) => {
            let limit = match stopped.reason {
                StopReason::Time => {
                    format!("the limit of time (--time {})", humantime::format_duration(arguments.time))
                }
                StopReason::Memory => {
                    format!("the limit of memory (--memory {})", bytesize::ByteSize(arguments.memory))
                }
                StopReason::Nodes | StopReason::Cancelled => limit_of(stopped.reason).to_owned(),
            };
            format!("{next} was not finished: stopped by {limit}.")
        }
        QuotientEnd::TooLarge(order) => format!(
            "{next} was not finished: a quotient or a conjecture would have {order} elements or more (--order {}).",
            arguments.order
        ),
        QuotientEnd::Stuck => format!("{next} was not finished: no conjecture says what was refuted."),
        QuotientEnd::Family(family) => format!(
            "{next} seems infinite: the sums that refute conjectures go on in steps of {}, and each needs one more.",
            sum(&family.step)
        ),
    })
}

/// The outcomes of the sums around those that refuted conjectures one after the other, where there are such.
fn write_grid(out: &mut dyn Write, end: &QuotientEnd) -> std::io::Result<()> {
    let QuotientEnd::Family(family) = end else { return Ok(()) };
    let Some(grid) = &family.grid else { return Ok(()) };
    let base = if grid.base.is_empty() { "nothing".to_owned() } else { sum(&grid.base) };
    let rows = grid.down.map_or(String::new(), |down| format!("i times {down} and "));
    let about = format!(
        "Who wins {base} beside {rows}j times {}, as far as it is known (P: the second player):",
        grid.across
    );
    writeln!(out, "{}", crate::report::filled(&about, "", "  "))?;
    let columns = grid.rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut table =
        TextTable::new(["i \\ j".to_owned()].into_iter().chain((0..columns).map(|j| j.to_string())));
    for (i, row) in grid.rows.iter().enumerate() {
        let cell = |is_p: &Option<bool>| match is_p {
            Some(true) => "P".to_owned(),
            Some(false) => "N".to_owned(),
            None => String::new(),
        };
        table.row([i.to_string()].into_iter().chain(row.iter().map(cell)));
    }
    crate::report::write_table(out, &table)
}

/// A sum of components by their numbers: `2+4+14`.
fn sum(word: &[u64]) -> String {
    word.iter().map(u64::to_string).collect::<Vec<_>>().join("+")
}

/// The exit code of a quotient.
fn ending(end: &QuotientEnd) -> Ending {
    match end {
        QuotientEnd::Asked | QuotientEnd::Proved => Ending::Answered,
        _ => Ending::Stopped,
    }
}

/// The table of products as fields of colour.
fn picture(monoid: &BipartiteMonoid, title: &str) -> Picture {
    grundy::product_table(monoid, title).picture()
}
