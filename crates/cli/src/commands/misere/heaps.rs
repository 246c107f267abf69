//! The quotient of all heaps of a code.

use super::{Arguments, ending, stopped, sum, summary, why_not, write};
use crate::Ending;
use crate::report::filled;
use grundy::heaps::Code;
use grundy::misere::{HeapQuotient, Presentation};
use grundy::{Run, TextTable};
use serde_json::json;
use std::io::{BufWriter, Write};

/// People are shown the values of so many heaps.
const SHOWN: usize = 240;
/// People are shown the presentation of quotients up to this order.
const PRESENTED: usize = 300;

pub fn find(code: &Code, arguments: &Arguments, run: &Run) -> HeapQuotient {
    HeapQuotient::new(code).carried(&arguments.reach(), run)
}

pub fn tell(found: &HeapQuotient, arguments: &Arguments, run: &Run) -> anyhow::Result<Ending> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let presentation = found.presentation();
    if arguments.json {
        writeln!(out, "{}", as_json(found, &presentation, run))?;
    } else {
        as_text(&mut out, found, &presentation, arguments)?;
    }
    out.flush()?;
    if let Some(path) = &arguments.csv {
        write(path, &as_csv(found, &presentation))?;
    }
    if let Some(path) = &arguments.plot {
        write(path, &super::picture(found.monoid(), &found.code().to_string()))?;
    }
    if let Some(path) = &arguments.certificate {
        match found.certificate() {
            Some(certificate) => write(path, &certificate.to_string())?,
            None => crate::diagnostics::tell(format_args!(
                "note: {} was not written: nothing is proved for all heaps",
                path.display()
            )),
        }
    }
    Ok(ending(found.end()))
}

fn as_json(found: &HeapQuotient, presentation: &Presentation, run: &Run) -> serde_json::Value {
    let (monoid, period) = (found.monoid(), found.period());
    let told = period.map_or(found.known(), |period| period.preperiod + period.period);
    let mut object = json!({
        "code": found.code().to_string(),
        "solved": period.is_some(),
        "order": monoid.order(),
        "p": monoid.p_count(),
        "tame": monoid.is_tame(),
        "preperiod": period.map(|period| period.preperiod),
        "period": period.map(|period| period.period),
        "proved_from": period.map(|period| period.proved_from),
        "partial": found.partial().collect::<Vec<_>>(),
        "phi": found.values()[..told as usize],
        "p_portion": monoid.p_portion().collect::<Vec<_>>(),
        "seconds": run.elapsed().as_secs_f64(),
    });
    if monoid.order() <= PRESENTED {
        object["generators"] = json!(presentation.generators());
        object["words"] = json!(words(found, presentation));
        object["relations"] = json!(presentation.relations().collect::<Vec<_>>());
    }
    if let Some(reason) = stopped(found.end()) {
        object["stopped"] = json!(reason);
        object["heaps"] = json!(found.known());
        if let Some((word, order)) = found.failures().last() {
            object["refuted"] = json!({"order": order, "sum": word});
        }
    }
    object
}

fn words(found: &HeapQuotient, presentation: &Presentation) -> Vec<String> {
    (0..found.monoid().order()).map(|element| presentation.word(element as u16)).collect()
}

fn as_text(
    out: &mut dyn Write,
    found: &HeapQuotient,
    presentation: &Presentation,
    arguments: &Arguments,
) -> anyhow::Result<()> {
    let monoid = found.monoid();
    let solved = if found.period().is_some() { "solved" } else { "not solved" };
    let last = found.known().saturating_sub(1);
    let of = if found.period().is_some() { "all heaps".to_owned() } else { format!("heaps 0 to {last}") };
    writeln!(out, "{}, misère play: {solved}.", found.code())?;
    writeln!(out, "The quotient of {of} has {}.", summary(monoid))?;
    if let Some(period) = found.period() {
        writeln!(
            out,
            "The values of heaps have period {} from heap {} on, proved from heaps 0 to {}.",
            period.period, period.preperiod, period.proved_from
        )?;
    }
    let orders: Vec<String> =
        found.partial().map(|(heap, order, p)| format!("{order}/{p} at heap {heap}")).collect();
    if !orders.is_empty() {
        writeln!(out, "{}", filled(&format!("Orders on the way: {}.", orders.join(", ")), "", "  "))?;
    }
    if let Some(why) = why_not(found.end(), &format!("Heap {}", found.known()), arguments) {
        writeln!(out, "{}", filled(&why, "", "  "))?;
        refutations(out, found)?;
    }
    if monoid.order() <= PRESENTED && monoid.order() > 1 {
        present(out, found, presentation)?;
    }
    Ok(())
}

/// The last sums that refuted conjectures.
fn refutations(out: &mut dyn Write, found: &HeapQuotient) -> anyhow::Result<()> {
    let all = found.failures();
    if all.is_empty() {
        return Ok(());
    }
    let mut table = TextTable::new(["refuted, of order", "by the sum"]);
    for (word, order) in &all[all.len().saturating_sub(6)..] {
        table.row([order.to_string(), sum(word)]);
    }
    Ok(crate::report::write_table(out, &table)?)
}

/// Generators, relations, the P-portion, and the values of heaps.
fn present(out: &mut dyn Write, found: &HeapQuotient, presentation: &Presentation) -> anyhow::Result<()> {
    let generators = presentation.generators().iter().enumerate();
    let generators: Vec<String> =
        generators.map(|(place, heap)| format!("{} = heap {heap}", Presentation::letter(place))).collect();
    writeln!(out, "{}", filled(&format!("Generators: {}.", generators.join(", ")), "", "  "))?;
    let relations: Vec<String> = presentation.relations().collect();
    writeln!(out, "{}", filled(&format!("Relations: {}.", relations.join(", ")), "", "  "))?;
    let p: Vec<String> = found.monoid().p_portion().map(|element| presentation.word(element)).collect();
    writeln!(out, "{}", filled(&format!("For the second player: {}.", p.join(", ")), "", "  "))?;
    let told = found.period().map_or(found.known(), |period| period.preperiod + period.period) as usize;
    let values = found.values()[..told.min(SHOWN)].iter().map(|&value| presentation.word(value));
    let more = if told > SHOWN { " ... (--csv or --json tell all)" } else { "" };
    let values: Vec<String> = values.collect();
    writeln!(out, "Heaps 0 to {}:", told.min(SHOWN).saturating_sub(1))?;
    Ok(writeln!(out, "{}{more}", filled(&values.join(" "), "  ", "  "))?)
}

fn as_csv(found: &HeapQuotient, presentation: &Presentation) -> String {
    let mut text = String::from("heap,value,word\n");
    for (heap, &value) in found.values().iter().enumerate() {
        text.push_str(&format!("{heap},{value},{}\n", presentation.word(value)));
    }
    text
}
