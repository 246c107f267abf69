//! `grundy sequence`: nimbers of heaps, and the proven period.

use super::check::{saltus, theorem_name};
use crate::Ending;
use crate::arguments::Sequence as Arguments;
use crate::diagnostics::{Gravity, render, tell};
use crate::input::cannot_read;
use crate::interrupt::Interrupt;
use crate::report::TEXT_WIDTH;
use anyhow::{Context, bail};
use grundy::heaps::{Certificate, Code, Memory, Period, Sequence, Stopped, Watch};
use grundy::{Findings, StopReason};
use indicatif::ProgressBar;
use std::fs::{self, File};
use std::io::{BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What is known is kept this often.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(10);
/// People are shown this many nimbers.
const SHOWN: u64 = 120;
/// What an engine takes for a nimber at most, in bytes, while it works: values and their index.
const BYTES_A_NIMBER: u64 = 4;

pub fn run(arguments: &Arguments) -> anyhow::Result<Ending> {
    let code = match grundy::read_code(&arguments.code) {
        Ok(code) => code,
        Err(error) => {
            tell(render(Gravity::Error, "code", 1, &arguments.code, &error));
            return Ok(Ending::Mistaken);
        }
    };
    let interrupt = Interrupt::listen()?;
    let mut work = Work {
        arguments,
        started: Instant::now(),
        found: Findings {
            sequence: open(&code, arguments)?,
            terms: arguments.terms,
            period: None,
            stopped: None,
            elapsed: Duration::ZERO,
        },
    };
    interrupt.during(|pressed| work.compute(&pressed))?;
    if let Some(path) = &arguments.csv {
        work.write_csv(path)?;
    }
    if let Some(path) = &arguments.plot {
        super::draw::write(path, &work.found.chart().picture())?;
    }
    if let Some(path) = &arguments.certificate {
        match &work.found.period {
            Some(period) => {
                let certificate = Certificate { code, period: period.clone() };
                replace(path, |file| write!(file, "{certificate}"))?;
            }
            None => tell(format_args!("warning: no period is proved yet, so no certificate was written")),
        }
    }
    work.report()?;
    Ok(if work.found.stopped.is_some() { Ending::Stopped } else { Ending::Answered })
}

/// A new sequence, or the one that a checkpoint holds.
fn open(code: &Code, arguments: &Arguments) -> anyhow::Result<Sequence> {
    let checkpoint = arguments.checkpoint.as_deref();
    let Some(path) = checkpoint.filter(|path| path.exists()) else {
        let memory = if arguments.claim.is_some() { Memory::Bounded } else { Memory::Full };
        return Ok(Sequence::with_memory(code, memory));
    };
    let origin = path.display();
    let bytes = fs::read(path).map_err(|error| cannot_read(path, &error))?;
    match Sequence::resume(code, &bytes) {
        Ok(sequence) => Ok(sequence),
        Err(error) => bail!(
            "{origin}: {error}\nhelp: it was left as it is; name another --checkpoint file, or remove it"
        ),
    }
}

/// Writes a file whole or not at all: under another name first.
fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> anyhow::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let part = PathBuf::from(name);
    let written = File::create(&part).and_then(|file| {
        let mut file = BufWriter::new(file);
        write(&mut file)?;
        file.flush()?;
        file.get_ref().sync_all()?;
        fs::rename(&part, path)
    });
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// A sequence on its way.
struct Work<'a> {
    arguments: &'a Arguments,
    started: Instant,
    found: Findings,
}

impl Work<'_> {
    /// Computes until the goal, a limit, or the stop button; keeps checkpoints on the way.
    fn compute(&mut self, pressed: &AtomicBool) -> anyhow::Result<()> {
        let bar = std::io::stderr().is_terminal().then(ProgressBar::new_spinner);
        let mut kept = Instant::now();
        loop {
            let pause = AtomicBool::new(false);
            let mut reason = None;
            let done = self.advance(&pause, pressed, kept, &mut reason, bar.as_ref());
            match done {
                Ok(()) => break,
                Err(Stopped::Cancelled) => {}
                Err(error) => bail!("{error}"),
            }
            if reason.is_some() {
                self.found.stopped = reason;
                break;
            }
            self.keep()?;
            kept = Instant::now();
        }
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
        self.found.elapsed = self.started.elapsed();
        self.keep()
    }

    /// Goes on until the goal or until `pause` is set, which happens when a checkpoint is due or,
    /// with a reason, when the work has to end.
    fn advance(
        &mut self,
        pause: &AtomicBool,
        pressed: &AtomicBool,
        kept: Instant,
        reason: &mut Option<StopReason>,
        bar: Option<&ProgressBar>,
    ) -> Result<(), Stopped> {
        let (arguments, started) = (self.arguments, self.started);
        let mut look = |known: u64| {
            let elapsed = started.elapsed();
            if pressed.load(Ordering::Relaxed) {
                *reason = Some(StopReason::Cancelled);
            } else if arguments.time.is_some_and(|most| elapsed >= most) {
                *reason = Some(StopReason::Time);
            } else if arguments.claim.is_none() && known.saturating_mul(BYTES_A_NIMBER) > arguments.memory {
                *reason = Some(StopReason::Memory);
            }
            let is_due = arguments.checkpoint.is_some() && kept.elapsed() >= CHECKPOINT_EVERY;
            if reason.is_some() || is_due {
                pause.store(true, Ordering::Relaxed);
            }
            if let Some(bar) = bar {
                let rate = known as f64 / elapsed.as_secs_f64().max(0.001);
                bar.set_message(format!("{known} nimbers, {rate:.0} a second (Ctrl-C stops)"));
                bar.tick();
            }
        };
        let mut watch = Watch::new(pause).with_progress(&mut look);
        if let Some((preperiod, period)) = arguments.claim {
            self.found.period = self.found.sequence.prove_claimed(preperiod, period, &mut watch)?;
        } else if arguments.every {
            self.found.sequence.extend_to(arguments.terms, &mut watch)?;
            self.found.period = self.found.sequence.proved();
        } else {
            let limit = if arguments.prove { u64::MAX } else { arguments.terms };
            self.found.period = self.found.sequence.prove(limit, &mut watch)?;
        }
        Ok(())
    }

    fn keep(&self) -> anyhow::Result<()> {
        match &self.arguments.checkpoint {
            Some(path) => replace(path, |file| file.write_all(&self.found.sequence.checkpoint())),
            None => Ok(()),
        }
    }

    fn write_csv(&self, path: &Path) -> anyhow::Result<()> {
        replace(path, |file| {
            let mut nimbers =
                (0..self.found.told()).filter_map(|heap| Some((heap, self.found.nimber(heap)?)));
            nimbers.try_for_each(|(heap, nimber)| writeln!(file, "{heap},{nimber}"))
        })
    }

    fn report(&self) -> anyhow::Result<()> {
        let mut out = BufWriter::new(std::io::stdout().lock());
        let period = self.found.period.as_ref();
        if self.arguments.json {
            serde_json::to_writer(&mut out, &self.found)?;
            writeln!(out)?;
            out.flush()?;
            return Ok(());
        }
        if self.arguments.terms == 0 {
            writeln!(out, "{}: no heaps asked for (--terms)", self.found.sequence.code())?;
            out.flush()?;
            return Ok(());
        }
        let shown: Vec<String> = (0..self.found.told().min(SHOWN))
            .filter_map(|heap| self.found.nimber(heap))
            .map(|nimber| nimber.to_string())
            .collect();
        let more = if self.found.told() > SHOWN { " ..." } else { "" };
        writeln!(out, "{}, heaps 0 to {}:", self.found.sequence.code(), self.found.told().saturating_sub(1))?;
        writeln!(out, "{}", textwrap::fill(&format!("{}{more}", shown.join(" ")), TEXT_WIDTH))?;
        writeln!(out, "The largest nimber is {}.", self.found.largest())?;
        match (period, self.found.stopped) {
            (Some(period), _) => {
                let Period { period: length, preperiod, proof_terms, .. } = period;
                writeln!(out, "Proved: period {length} from heap {preperiod} on{}.", saltus(period.saltus))?;
                writeln!(
                    out,
                    "The first {proof_terms} nimbers prove it: {}.",
                    theorem_name(&period.theorem)
                )?;
            }
            (None, Some(reason)) => {
                let (known, seconds) = (self.found.sequence.known(), self.started.elapsed().as_secs_f64());
                writeln!(
                    out,
                    "Stopped ({reason}) after {known} nimbers and {seconds:.1} s; no period is proved yet."
                )?;
            }
            (None, None) if self.arguments.claim.is_some() => writeln!(
                out,
                "That period is not proved: it is wrong, not the least, or out of this proof's reach."
            )?,
            (None, None) => {
                writeln!(out, "No period is proved by these terms; --prove goes on until one is.")?
            }
        }
        out.flush()?;
        Ok(())
    }
}
