//! `grundy table list` and `grundy table count`: the states of a table that meet a condition.

use super::table::{open, with_help};
use crate::Ending;
use crate::arguments::{CountTable, ListTable, StatesArguments};
use crate::diagnostics::tell;
use crate::files::replace;
use crate::interrupt::Interrupt;
use crate::spinner::Spinner;
use grundy::tables::{Rules, StateTable};
use grundy::{Limits, Outcome, Run, Word};
use serde_json::json;
use std::io::{self, BufWriter, Write};

/// A state that was asked for.
struct Met {
    number: u64,
    state: u64,
    outcome: Outcome,
    /// How many states are of its shape, where one is listed for all of them.
    places: u64,
}

/// How many were met.
#[derive(Default)]
struct Tally {
    listed: u64,
    states: u64,
    is_stopped: bool,
}

impl StatesArguments {
    /// Visits the states that are meant.
    fn each(
        &self,
        table: &StateTable,
        visit: &mut dyn FnMut(Met) -> io::Result<()>,
    ) -> anyhow::Result<Tally> {
        let (rules, selection) = (table.shape().rules(), self.selection());
        let mut tally = Tally::default();
        let interrupt = Interrupt::listen()?;
        interrupt
            .during(|pressed| {
                let spinner = Spinner::new();
                let run = Run::new(Limits::default()).with_cancel(pressed);
                let run = spinner.follow(run, |progress| {
                    format!("{} looked at (Ctrl-C stops)", Word::count(progress.nodes.into(), "state"))
                });
                for state in selection.candidates(rules) {
                    if run.step().is_err() {
                        tally.is_stopped = true;
                        break;
                    }
                    let is_told = !self.up_to_symmetry || rules.shape_of(state) == state;
                    if !is_told || !selection.has(table, state).map_err(with_help)? {
                        continue;
                    }
                    let places = if self.up_to_symmetry { rules.places_of(state) } else { 1 };
                    tally.listed += 1;
                    tally.states += places;
                    let outcome = table.outcome(state).map_err(with_help)?;
                    visit(Met { number: rules.stones(state).number(), state, outcome, places })?;
                }
                Ok(())
            })
            .map(|()| tally)
    }

    /// `35 shapes, 435 states`, `9872 states`.
    fn summary(&self, tally: &Tally) -> String {
        let states = Word::count(tally.states.into(), "state");
        match self.up_to_symmetry {
            true => format!("{}, {states}", Word::count(tally.listed.into(), "shape")),
            false => states,
        }
    }

    fn ending(&self, tally: &Tally) -> Ending {
        if tally.is_stopped {
            tell("stopped: not all states were looked at");
        }
        if tally.is_stopped { Ending::Stopped } else { Ending::Answered }
    }
}

/// Lists states.
pub fn list(arguments: &ListTable) -> anyhow::Result<Ending> {
    let asked = &arguments.states;
    let table = open(&asked.dir).map_err(with_help)?;
    let rules = table.shape().rules();
    if let Some(path) = arguments.csv.as_ref().filter(|path| path.as_os_str() != "-") {
        let mut tally = Ok(Tally::default());
        replace(path, |file| {
            let mut file = BufWriter::new(file);
            tally = write_csv(asked, &table, &mut file);
            file.flush()
        })?;
        let tally = tally?;
        writeln!(io::stdout(), "{}: {}", path.display(), asked.summary(&tally))?;
        return Ok(asked.ending(&tally));
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let tally = match (&arguments.csv, arguments.json) {
        (Some(_), _) => write_csv(asked, &table, &mut out)?,
        (_, true) => asked.each(&table, &mut |met| writeln!(out, "{}", as_json(rules, asked, &met)))?,
        _ => write_table(asked, &table, &mut out)?,
    };
    out.flush()?;
    Ok(asked.ending(&tally))
}

fn as_json(rules: &Rules, asked: &StatesArguments, met: &Met) -> serde_json::Value {
    let mut object = json!({
        "number": met.number,
        "state": rules.write(met.state),
        "stones": met.state.count_ones(),
        "outcome": met.outcome.to_string(),
    });
    if asked.up_to_symmetry {
        object["places"] = met.places.into();
    }
    object
}

fn write_csv(asked: &StatesArguments, table: &StateTable, out: &mut dyn Write) -> anyhow::Result<Tally> {
    let rules = table.shape().rules();
    let places = if asked.up_to_symmetry { ",places" } else { "" };
    writeln!(out, "number,state,stones,outcome{places}")?;
    asked.each(table, &mut |met| {
        let Met { number, state, outcome, places } = met;
        write!(out, "{number},{},{},{outcome}", rules.write(state), state.count_ones())?;
        if asked.up_to_symmetry { writeln!(out, ",{places}") } else { writeln!(out) }
    })
}

fn write_table(asked: &StatesArguments, table: &StateTable, out: &mut dyn Write) -> anyhow::Result<Tally> {
    let rules = table.shape().rules();
    let width = rules.full_board().to_string().len().max("number".len());
    let state_width = rules.write(0).len();
    writeln!(out, "{rules}: {} of {} states", table.shape().content(), rules.states())?;
    let places = if asked.up_to_symmetry { "   places" } else { "" };
    writeln!(out, "\n  {:>width$}   {:<state_width$}   stones   outcome{places}", "number", "state")?;
    let tally = asked.each(table, &mut |met| {
        let Met { number, state, outcome, places } = met;
        let (text, stones) = (rules.write(state), state.count_ones());
        let places = if asked.up_to_symmetry { format!("   {places:>6}") } else { String::new() };
        writeln!(out, "  {number:>width$}   {text:<state_width$}   {stones:>6}   {outcome:<7}{places}")
    })?;
    writeln!(out, "\n{}.", asked.summary(&tally))?;
    Ok(tally)
}

/// Counts states.
pub fn count(arguments: &CountTable) -> anyhow::Result<Ending> {
    let asked = &arguments.states;
    let table = open(&asked.dir).map_err(with_help)?;
    let tally = asked.each(&table, &mut |_| Ok(()))?;
    let ending = asked.ending(&tally);
    if ending == Ending::Stopped {
        return Ok(ending);
    }
    let mut out = io::stdout().lock();
    if arguments.json {
        let mut object = json!({"states": tally.states});
        if asked.up_to_symmetry {
            object["shapes"] = tally.listed.into();
        }
        writeln!(out, "{object}")?;
    } else {
        writeln!(out, "{}", asked.summary(&tally))?;
    }
    Ok(ending)
}
