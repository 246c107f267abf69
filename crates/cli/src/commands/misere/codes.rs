//! The quotient of all sums of heaps of several codes.

use super::{Arguments, ending, stopped, summary, why_not};
use crate::Ending;
use crate::commands::draw;
use crate::diagnostics::tell as notice;
use crate::report::filled;
use grundy::Run;
use grundy::heaps::Code;
use grundy::misere::{JointGenerator, JointQuotient, JointSources, Presentation, no_period_theorem};
use serde_json::json;
use std::io::{BufWriter, Write};

/// People are shown the presentation of quotients up to this order.
const PRESENTED: usize = 300;

pub fn find(codes: &[Code], arguments: &Arguments, run: &Run) -> JointQuotient {
    for code in codes {
        if let (Some(why), None) = (no_period_theorem(code), arguments.heaps) {
            notice(format_args!(
                "note: no theorem proves a period for all heaps of {code}: {why}; heap by heap, --heaps N ends"
            ));
        }
    }
    let largest = arguments.heaps.unwrap_or(u64::MAX);
    let sources =
        codes.iter().fold(JointSources::default(), |sources, code| sources.with_heaps(code, largest));
    JointQuotient::of(&sources, &arguments.reach(), run)
}

pub fn tell(
    codes: &[Code],
    found: &JointQuotient,
    arguments: &Arguments,
    run: &Run,
) -> anyhow::Result<Ending> {
    if arguments.certificate.is_some() || arguments.csv.is_some() {
        notice(format_args!("note: no file was written: certificates and tables are of one code"));
    }
    let names = codes.iter().map(Code::to_string).collect::<Vec<_>>().join(" + ");
    if let Some(path) = &arguments.plot {
        draw::write(path, &super::picture(found.monoid(), &names))?;
    }
    let presentation = found.presentation();
    let mut out = BufWriter::new(std::io::stdout().lock());
    if arguments.json {
        writeln!(out, "{}", as_json(codes, found, &presentation, run))?;
    } else {
        as_text(&mut out, &names, found, &presentation, arguments)?;
    }
    out.flush()?;
    Ok(ending(found.end()))
}

/// A generator in words.
fn generator(found: &JointQuotient, component: usize) -> String {
    match found.generator(component) {
        JointGenerator::Heap(code, heap) => format!("heap {heap} of {code}"),
        JointGenerator::Nim(heap) => format!("*{heap}"),
        JointGenerator::Part(part) => format!("part {part}"),
    }
}

fn as_json(
    codes: &[Code],
    found: &JointQuotient,
    presentation: &Presentation,
    run: &Run,
) -> serde_json::Value {
    let monoid = found.monoid();
    let heaps = (0..found.codes().count()).map(|place| {
        let heaps = found.heaps(place);
        let period = heaps.period();
        json!({
            "code": heaps.code().to_string(),
            "preperiod": period.map(|period| period.preperiod),
            "period": period.map(|period| period.period),
            "proved_from": period.map(|period| period.proved_from),
        })
    });
    let generators = presentation.generators().iter().map(|&component| generator(found, component));
    let mut object = json!({
        "codes": codes.iter().map(Code::to_string).collect::<Vec<_>>(),
        "solved": found.is_whole() && (0..found.codes().count()).all(|place| found.heaps(place).period().is_some()),
        "order": monoid.order(),
        "p": monoid.p_count(),
        "tame": monoid.is_tame(),
        "heaps": heaps.collect::<Vec<_>>(),
        "generators": generators.collect::<Vec<_>>(),
        "seconds": run.elapsed().as_secs_f64(),
    });
    if let Some(reason) = stopped(found.end()) {
        object["stopped"] = json!(reason);
    }
    object
}

fn as_text(
    out: &mut dyn Write,
    names: &str,
    found: &JointQuotient,
    presentation: &Presentation,
    arguments: &Arguments,
) -> anyhow::Result<()> {
    let monoid = found.monoid();
    let solved = if found.is_whole() { "as asked" } else { "not solved" };
    let proved = (0..found.codes().count()).all(|place| found.heaps(place).period().is_some());
    let solved = if found.is_whole() && proved { "solved" } else { solved };
    writeln!(out, "{names}, all sums, misère play: {solved}.")?;
    writeln!(out, "The quotient of what is known has {}.", summary(monoid))?;
    for place in 0..found.codes().count() {
        let heaps = found.heaps(place);
        if let Some(period) = heaps.period().filter(|_| found.is_whole()) {
            writeln!(
                out,
                "The values of heaps of {} have period {} from heap {} on, proved from heaps 0 to {}.",
                heaps.code(),
                period.period,
                period.preperiod,
                period.proved_from
            )?;
        }
    }
    if let Some(why) = why_not(found.end(), "The next heap", arguments) {
        writeln!(out, "{}", filled(&why, "", "  "))?;
    }
    if monoid.order() > PRESENTED || monoid.order() == 1 {
        return Ok(());
    }
    let generators = presentation.generators().iter().enumerate();
    let generators: Vec<String> = generators
        .map(|(place, &component)| {
            format!("{} = {}", Presentation::letter(place), generator(found, component))
        })
        .collect();
    writeln!(out, "{}", filled(&format!("Generators: {}.", generators.join(", ")), "", "  "))?;
    let relations: Vec<String> = presentation.relations().collect();
    writeln!(out, "{}", filled(&format!("Relations: {}.", relations.join(", ")), "", "  "))?;
    let p: Vec<String> = monoid.p_portion().map(|element| presentation.word(element)).collect();
    Ok(writeln!(out, "{}", filled(&format!("For the second player: {}.", p.join(", ")), "", "  "))?)
}
