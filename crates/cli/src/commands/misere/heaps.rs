//! The quotient of all heaps of a code.

use super::{Arguments, ending, stopped, sum, summary, why_not, write, write_grid};
use crate::Ending;
use crate::commands::draw;
use crate::diagnostics::tell as notice;
use crate::report::filled;
use grundy::heaps::Code;
use grundy::misere::{HeapQuotient, HeapSum, Presentation, QuotientEnd, Reach, SumFamily, no_period_theorem};
use grundy::{Position, Run, TextTable};
use serde_json::json;
use std::io::{BufWriter, Write};

/// At most this number of values is printed.
const SHOWN: usize = 240;
/// People are shown the presentation of quotients up to this order.
const PRESENTED: usize = 300;

/// A position of heaps of the code, with its heaps: the answer names their elements of the quotient.
type Asked<'a> = Option<(&'a Position, &'a [u64])>;

/// The quotient of a code; of one without a proof for all heaps, as far as the largest of some heaps.
pub fn find(code: &Code, heaps: &[u64], arguments: &Arguments, run: &Run) -> HeapQuotient {
    let largest = heaps.iter().copied().max();
    match no_period_theorem(code) {
        Some(why) if arguments.heaps.or(largest).is_none() => notice(format_args!(
            "note: no theorem proves a period for all heaps of {code}: {why}; heap by heap, --heaps N ends"
        )),
        _ => {}
    }
    let reach = arguments.reach();
    HeapQuotient::new(code).carried(&Reach { heaps: reach.heaps.or(largest), ..reach }, run)
}

pub fn tell(
    found: &HeapQuotient,
    asked: Asked<'_>,
    arguments: &Arguments,
    run: &Run,
) -> anyhow::Result<Ending> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let presentation = found.presentation();
    if arguments.json {
        writeln!(out, "{}", as_json(found, asked, &presentation, run))?;
    } else {
        as_text(&mut out, found, asked, &presentation, arguments)?;
    }
    out.flush()?;
    if let Some(path) = &arguments.csv {
        write(path, &as_csv(found, &presentation))?;
    }
    if let Some(path) = &arguments.plot {
        draw::write(path, &super::picture(found.monoid(), &found.code().to_string()))?;
    }
    if let Some(path) = &arguments.certificate {
        match found.certificate() {
            Some(certificate) => write(path, &certificate.to_string())?,
            None => notice(format_args!(
                "note: {} was not written: nothing is proved for all heaps",
                path.display()
            )),
        }
    }
    Ok(ending(found.end()))
}

fn as_json(
    found: &HeapQuotient,
    asked: Asked<'_>,
    presentation: &Presentation,
    run: &Run,
) -> serde_json::Value {
    let (monoid, period) = (found.monoid(), found.period());
    let known = period.map_or(found.known(), |period| period.preperiod + period.period);
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
        "heaps": found.known(),
        "phi": found.values()[..known as usize],
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
        object["next_heap"] = json!(found.known());
        if let Some((word, order)) = found.failures().last() {
            object["refuted"] = json!({"order": order, "sum": word});
        }
        if let QuotientEnd::Family(family) = found.end() {
            object["family"] = family_json(family);
        }
    }
    if let Some((position, heaps)) = asked {
        object["position"] = json!(position.to_string());
        let elements = heaps.iter().map(|&heap| {
            let of = found.heap_values();
            json!({"heap": heap, "like": of.representative(heap),
                   "element": of.value(heap).map(|value| presentation.word(value))})
        });
        object["elements"] = json!(elements.collect::<Vec<_>>());
        let sum = HeapSum::new(found, heaps);
        object["product"] = json!(sum.as_ref().map(|sum| presentation.word(sum.value())));
        object["outcome"] = json!(sum.as_ref().map(|sum| if sum.is_p() { "P" } else { "N" }));
    }
    object
}

fn words(found: &HeapQuotient, presentation: &Presentation) -> Vec<String> {
    (0..found.monoid().order()).map(|element| presentation.word(element as u16)).collect()
}

fn as_text(
    out: &mut dyn Write,
    found: &HeapQuotient,
    asked: Asked<'_>,
    presentation: &Presentation,
    arguments: &Arguments,
) -> anyhow::Result<()> {
    let monoid = found.monoid();
    let solved = match (found.period(), found.end()) {
        (Some(_), _) => "solved".to_owned(),
        (None, QuotientEnd::Asked) => format!("as far as heap {}, as asked", found.known().saturating_sub(1)),
        _ => "not solved".to_owned(),
    };
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
        write_grid(out, found.end())?;
    }
    if monoid.order() <= PRESENTED && monoid.order() > 1 {
        present(out, found, presentation, asked.is_none())?;
    }
    match asked {
        Some((position, heaps)) => tell_heaps(out, found, position, heaps, presentation),
        None => Ok(()),
    }
}

/// The elements of the heaps of a position, and who wins it.
fn tell_heaps(
    out: &mut dyn Write,
    found: &HeapQuotient,
    position: &Position,
    heaps: &[u64],
    presentation: &Presentation,
) -> anyhow::Result<()> {
    let of = found.heap_values();
    let mut table = TextTable::new(["heap", "like heap", "element"]);
    for &heap in heaps.iter().take(SHOWN) {
        let element = of.value(heap).map_or_else(|| "not known".to_owned(), |value| presentation.word(value));
        table.row([heap.to_string(), of.representative(heap).to_string(), element]);
    }
    writeln!(out)?;
    crate::report::write_table(out, &table)?;
    if let Some(sum) = HeapSum::new(found, heaps) {
        let won = if sum.is_p() { "P, the previous player wins" } else { "N, the next player wins" };
        writeln!(out, "The value of {position} is {}: {won}.", presentation.word(sum.value()))?;
    }
    Ok(())
}

/// The sums that refute conjectures one after the other. Of a grid each row is a text: P, N, and `?` where it is not
/// known.
fn family_json(family: &SumFamily) -> serde_json::Value {
    let letter = |is_p: &Option<bool>| is_p.map_or('?', |is_p| if is_p { 'P' } else { 'N' });
    let row = |row: &Vec<Option<bool>>| row.iter().map(letter).collect::<String>();
    let grid = family.grid.as_ref().map(|grid| {
        json!({"base": grid.base, "down": grid.down, "across": grid.across,
               "rows": grid.rows.iter().map(row).collect::<Vec<_>>()})
    });
    json!({"step": family.step, "grid": grid})
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
fn present(
    out: &mut dyn Write,
    found: &HeapQuotient,
    presentation: &Presentation,
    with_values: bool,
) -> anyhow::Result<()> {
    let generators = presentation.generators().iter().enumerate();
    let generators: Vec<String> =
        generators.map(|(place, heap)| format!("{} = heap {heap}", Presentation::letter(place))).collect();
    writeln!(out, "{}", filled(&format!("Generators: {}.", generators.join(", ")), "", "  "))?;
    let relations: Vec<String> = presentation.relations().collect();
    writeln!(out, "{}", filled(&format!("Relations: {}.", relations.join(", ")), "", "  "))?;
    let p: Vec<String> = found.monoid().p_portion().map(|element| presentation.word(element)).collect();
    writeln!(out, "{}", filled(&format!("For the second player: {}.", p.join(", ")), "", "  "))?;
    if !with_values {
        return Ok(());
    }
    let known = found.period().map_or(found.known(), |period| period.preperiod + period.period) as usize;
    let values = found.values()[..known.min(SHOWN)].iter().map(|&value| presentation.word(value));
    let more = if known > SHOWN { " ... (--csv or --json tell all)" } else { "" };
    let values: Vec<String> = values.collect();
    writeln!(out, "Heaps 0 to {}:", known.min(SHOWN).saturating_sub(1))?;
    Ok(writeln!(out, "{}{more}", filled(&values.join(" "), "  ", "  "))?)
}

fn as_csv(found: &HeapQuotient, presentation: &Presentation) -> String {
    let mut text = String::from("heap,value,word\n");
    for (heap, &value) in found.values().iter().enumerate() {
        text.push_str(&format!("{heap},{value},{}\n", presentation.word(value)));
    }
    text
}
