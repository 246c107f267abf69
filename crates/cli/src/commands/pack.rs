//! `grundy pack`: disks into a cavity, with an exact proof.

use crate::Ending;
use crate::arguments::{PackArguments, PackingPreset};
use crate::diagnostics::tell;
use crate::error::{CliError, refuse};
use crate::files::{DISKS, check_outputs};
use crate::interrupt::Interrupt;
use crate::spinner::Spinner;
use anyhow::Context;
use grundy::packing::{
    Cavity, Decimal, Packing, PackingCertificate, PackingGoal, PackingOptions, Problem, Slack, pack,
};
use grundy::picture::Picture;
use grundy::{Limits, Run};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// The cavity whose shape is meant where only the smallest one is asked for.
const ANY_ROUND: &str = "1";

pub fn run(arguments: &PackArguments) -> anyhow::Result<Ending> {
    let problem = problem(arguments)?;
    check_outputs([("--svg", arguments.svg.as_ref())])?;
    let goal = if arguments.minimise { PackingGoal::Minimise } else { PackingGoal::Fit };
    let options = PackingOptions { seed: arguments.seed, ..PackingOptions::default() };
    let limits = Limits { time: Some(arguments.time), ..Limits::default() };
    let interrupt = Interrupt::listen()?;
    let frames = arguments.frames.as_deref().map(Frames::new).transpose()?;
    let packed = interrupt.during(|pressed| {
        let spinner = Spinner::new();
        let run = Run::new(limits).with_threads(arguments.threads).with_cancel(pressed);
        pack(&problem, goal, &options, &run, &|best| {
            spinner.show(|| format!("the smallest cavity so far: {:.9} (Ctrl-C stops)", best.cavity));
            if let Some(frames) = &frames {
                frames.add(&grundy::draw_search(&problem, goal, best));
            }
        })
    });
    let packing = match packed {
        Ok(packing) => packing,
        Err(reason) => {
            tell(format_args!("error: {reason}"));
            return Ok(Ending::Mistaken);
        }
    };
    // Pictures that cannot be written are no reason to lose what was found.
    let framed = frames.map_or(Ok(()), Frames::finish);
    // What is claimed: the cavity that was asked for, or the smallest that was found.
    let claim = match goal {
        PackingGoal::Minimise => Some(&packing.smallest),
        PackingGoal::Fit => packing.certificate.as_ref(),
    };
    let shown = &claim.unwrap_or(&packing.smallest).0;
    let drawn = arguments.svg.as_ref().map_or(Ok(()), |path| {
        super::draw::write(path, &grundy::draw_packing(shown).map_err(anyhow::Error::msg)?)
    });
    let mut out = BufWriter::new(std::io::stdout().lock());
    if arguments.json {
        writeln!(out, "{}", grundy::packing_json(&packing, claim, &problem, arguments.seed))?;
    } else {
        write_text(&mut out, &packing, claim, &problem)?;
    }
    out.flush()?;
    framed.and(drawn)?;
    Ok(match (claim, interrupt.is_pressed()) {
        (Some(_), false) => Ending::Answered,
        _ => Ending::Stopped,
    })
}

/// A folder of pictures, numbered in the order in which they were found.
struct Frames<'a> {
    folder: &'a Path,
    /// How many there are, and why no more were written.
    written: Mutex<(usize, Option<anyhow::Error>)>,
}

impl Frames<'_> {
    fn new(folder: &Path) -> anyhow::Result<Frames<'_>> {
        std::fs::create_dir_all(folder).map_err(|error| {
            CliError::new(format!("cannot write in {}: {error}", folder.display()), "--frames takes a folder")
        })?;
        Ok(Frames { folder, written: Mutex::default() })
    }

    fn add(&self, picture: &Picture) {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        if written.1.is_none() {
            written.0 += 1;
            let path = self.folder.join(format!("{:04}.svg", written.0));
            written.1 = super::draw::write(&path, picture).err();
        }
    }

    fn finish(self) -> anyhow::Result<()> {
        let (_, error) = self.written.into_inner().unwrap_or_else(PoisonError::into_inner);
        error.map_or(Ok(()), Err)
    }
}

fn problem(arguments: &PackArguments) -> anyhow::Result<Problem> {
    if let Some(PackingPreset::FormidableFourteen) = arguments.preset {
        let fourteen = Problem::formidable_fourteen();
        let Some(cavity) = &arguments.cavity else { return Ok(fourteen) };
        let diameters: Vec<String> = fourteen.diameters().iter().map(Decimal::to_string).collect();
        return Problem::from_text(&diameters.join(" "), cavity).context("--cavity");
    }
    let diameters = match (&arguments.disks, &arguments.file) {
        (Some(disks), _) => disks.clone(),
        (None, Some(path)) => {
            let text = DISKS.read_text(path)?;
            let plain = |line: &str| line.split('#').next().unwrap_or("").to_owned();
            text.lines().map(plain).collect::<Vec<_>>().join(" ")
        }
        (None, None) => {
            refuse!("no disks given", "write --disks 2.15,2.25 or name a file of diameters, or --preset")
        }
    };
    let cavity = match (&arguments.cavity, arguments.minimise) {
        (Some(cavity), _) => cavity.as_str(),
        (None, true) => ANY_ROUND,
        (None, false) => {
            refuse!("no cavity given", "add --cavity 12, or --minimise for the smallest round one")
        }
    };
    // The message of the problem contains its cause already.
    Problem::from_text(&diameters, cavity).map_err(|error| {
        CliError::new(error, "write diameters such as 2.15,2.25 and a cavity such as 12 or 10x12").into()
    })
}

fn write_text(
    out: &mut dyn Write,
    packing: &Packing,
    claim: Option<&(PackingCertificate, Slack)>,
    problem: &Problem,
) -> std::io::Result<()> {
    let count = problem.diameters().len();
    match claim {
        Some((certificate, slack)) => {
            writeln!(
                out,
                "{} a cavity of {}, proven in exact arithmetic.",
                if count == 1 { "1 disk fits".to_owned() } else { format!("{count} disks fit") },
                certificate.cavity
            )?;
            writeln!(out, "The least slack is {}, at {}.", slack.amount, slack.at)?;
        }
        None => {
            writeln!(
                out,
                "No placement of {} in a cavity of {} was found in {:.1} s.",
                if count == 1 { "the disk".to_owned() } else { format!("the {count} disks") },
                problem.cavity(),
                packing.elapsed.as_secs_f64()
            )?;
        }
    }
    let measure = match problem.cavity() {
        Cavity::Round { .. } => "The",
        Cavity::Rectangle { .. } => "The longer side of the",
    };
    writeln!(out, "{measure} smallest cavity found: {:.12}.", packing.cavity)?;
    let shown = &claim.unwrap_or(&packing.smallest).0;
    writeln!(out, "\n  disk   diameter                     x                     y")?;
    for (index, disk) in shown.disks.iter().enumerate() {
        writeln!(out, "{:>6} {:>10} {:>21} {:>21}", index + 1, disk.diameter, disk.x, disk.y)?;
    }
    Ok(())
}
