//! `grundy pack`: disks into a cavity, with an exact proof.

use crate::Ending;
use crate::arguments::{Pack, Preset};
use crate::diagnostics::tell;
use crate::input::cannot_read;
use crate::interrupt::Interrupt;
use anyhow::{Context, bail};
use grundy::packing::{Certificate, Decimal, Effort, Goal, Packing, PlacedDisk, Problem, Slack, pack};
use indicatif::ProgressBar;
use serde_json::{Value, json};
use std::io::{BufWriter, IsTerminal, Write};

/// The cavity whose shape is meant where only the smallest one is asked for.
const ANY_ROUND: &str = "1";

pub fn run(arguments: &Pack) -> anyhow::Result<Ending> {
    let problem = problem(arguments)?;
    let goal = if arguments.minimise { Goal::Minimise } else { Goal::Fit };
    let effort = Effort {
        seed: arguments.seed,
        threads: arguments.threads,
        time: Some(arguments.time),
        ..Effort::default()
    };
    let interrupt = Interrupt::listen()?;
    let bar = std::io::stderr().is_terminal().then(ProgressBar::new_spinner);
    let packed = interrupt.during(|pressed| {
        pack(&problem, goal, &effort, &pressed, &|best| {
            if let Some(bar) = &bar {
                bar.set_message(format!("the smallest cavity so far: {:.9} (Ctrl-C stops)", best.cavity));
                bar.tick();
            }
        })
    });
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    let packing = match packed {
        Ok(packing) => packing,
        Err(reason) => {
            tell(format_args!("error: {reason}"));
            return Ok(Ending::Mistaken);
        }
    };
    // What is claimed: the cavity that was asked for, or the smallest that was found.
    let claim = match goal {
        Goal::Minimise => Some(&packing.smallest),
        Goal::Fit => packing.certificate.as_ref(),
    };
    if let Some(path) = &arguments.svg {
        let shown = &claim.unwrap_or(&packing.smallest).0;
        super::draw::write(path, &grundy::draw_packing(shown).map_err(anyhow::Error::msg)?)?;
    }
    let mut out = BufWriter::new(std::io::stdout().lock());
    if arguments.json {
        writeln!(out, "{}", as_json(&packing, claim, &problem, arguments))?;
    } else {
        write_text(&mut out, &packing, claim, &problem)?;
    }
    out.flush()?;
    Ok(match (claim, interrupt.is_pressed()) {
        (Some(_), false) => Ending::Answered,
        _ => Ending::Stopped,
    })
}

fn problem(arguments: &Pack) -> anyhow::Result<Problem> {
    if let Some(Preset::FormidableFourteen) = arguments.preset {
        let fourteen = Problem::formidable_fourteen();
        let Some(cavity) = &arguments.cavity else { return Ok(fourteen) };
        let diameters: Vec<String> = fourteen.diameters().iter().map(Decimal::to_string).collect();
        return Problem::from_text(&diameters.join(" "), cavity).context("--cavity");
    }
    let diameters = match (&arguments.disks, &arguments.file) {
        (Some(disks), _) => disks.clone(),
        (None, Some(path)) => {
            let text = std::fs::read_to_string(path).map_err(|error| cannot_read(path, &error))?;
            let plain = |line: &str| line.split('#').next().unwrap_or("").to_owned();
            text.lines().map(plain).collect::<Vec<_>>().join(" ")
        }
        (None, None) => {
            bail!("no disks given\nhelp: write --disks 2.15,2.25 or name a file of diameters, or --preset")
        }
    };
    let cavity = match (&arguments.cavity, arguments.minimise) {
        (Some(cavity), _) => cavity.as_str(),
        (None, true) => ANY_ROUND,
        (None, false) => {
            bail!("no cavity given\nhelp: add --cavity 12, or --minimise for the smallest round one")
        }
    };
    // The message of the problem tells its cause already.
    Problem::from_text(&diameters, cavity).map_err(|error| {
        anyhow::anyhow!("{error}\nhelp: write diameters such as 2.15,2.25 and a cavity such as 12 or 10x12")
    })
}

/// A decimal as a JSON number where that says the same, else as its text.
fn number(decimal: &str) -> Value {
    let exact = decimal.parse::<Decimal>();
    let written = decimal.parse::<f64>().map(|number| json!(number));
    match written {
        Ok(number) if exact.is_ok() && number.to_string().parse() == exact => number,
        _ => json!(decimal),
    }
}

fn as_json(
    packing: &Packing,
    claim: Option<&(Certificate, Slack)>,
    problem: &Problem,
    arguments: &Pack,
) -> Value {
    // Without a claim, the disks are shown in the smallest cavity found.
    let shown = &claim.unwrap_or(&packing.smallest).0;
    let disk = |disk: &PlacedDisk| json!({"diameter": number(&disk.diameter), "x": disk.x, "y": disk.y});
    let cavity = claim.map_or(problem.cavity().to_string(), |(certificate, _)| certificate.cavity.clone());
    json!({
        "cavity": number(&cavity),
        "disks": shown.disks.iter().map(disk).collect::<Vec<_>>(),
        "smallest_cavity_found": packing.cavity,
        "fits": claim.is_some(),
        "certificate": claim.map(|_| "exact"),
        "least_slack": claim.map(|(_, slack)| slack.amount.to_string()),
        "seconds": packing.elapsed.as_secs_f64(),
        "seed": arguments.seed,
    })
}

fn write_text(
    out: &mut dyn Write,
    packing: &Packing,
    claim: Option<&(Certificate, Slack)>,
    problem: &Problem,
) -> std::io::Result<()> {
    let count = problem.diameters().len();
    match claim {
        Some((certificate, slack)) => {
            writeln!(
                out,
                "{count} disks fit a cavity of {}, proven in exact arithmetic.",
                certificate.cavity
            )?;
            writeln!(out, "The least slack is {}, at {}.", slack.amount, slack.at)?;
        }
        None => {
            writeln!(
                out,
                "No placement of the {count} disks in a cavity of {} was found in {:.1} s.",
                problem.cavity(),
                packing.elapsed.as_secs_f64()
            )?;
        }
    }
    writeln!(out, "The smallest cavity found: {:.12}.", packing.cavity)?;
    let shown = &claim.unwrap_or(&packing.smallest).0;
    writeln!(out, "\n  disk   diameter                     x                     y")?;
    for (index, disk) in shown.disks.iter().enumerate() {
        writeln!(out, "{:>6} {:>10} {:>21} {:>21}", index + 1, disk.diameter, disk.x, disk.y)?;
    }
    Ok(())
}

/// Reads what `grundy pack --json` writes; numbers may also stand as text.
///
/// # Errors
/// What is missing, by name.
pub fn read_certificate(text: &str) -> anyhow::Result<Certificate> {
    let object: Value = serde_json::from_str(text)?;
    let decimal = |value: &Value, key: &str| match &value[key] {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        _ => bail!("it has no number `{key}`"),
    };
    if object["fits"] == json!(false) {
        bail!("it says itself that the disks were not made to fit");
    }
    let disks = object["disks"].as_array().context("it has no list `disks`")?;
    let placed = |disk: &Value| {
        Ok(PlacedDisk {
            diameter: decimal(disk, "diameter")?,
            x: decimal(disk, "x")?,
            y: decimal(disk, "y")?,
        })
    };
    Ok(Certificate {
        cavity: decimal(&object, "cavity")?,
        disks: disks.iter().map(placed).collect::<anyhow::Result<_>>()?,
    })
}
