//! The files of `grundy sequence`: looked at before the work, written after it.

use super::Work;
use crate::Ending;
use crate::arguments::SequenceArguments as Arguments;
use crate::commands::draw;
use crate::diagnostics::tell;
use crate::files::{check_outputs, replace};
use grundy::{Findings, Word};
use std::sync::atomic::{AtomicBool, Ordering};

/// The clock and the stop button are asked once in this number of lines.
const LINES_A_LOOK: u64 = 1 << 16;

/// Says before hours of work what could not be written after them.
pub fn check(arguments: &Arguments) -> anyhow::Result<()> {
    check_outputs([
        ("--csv", arguments.csv.as_ref()),
        ("--plot", arguments.plot.as_ref()),
        ("--certificate", arguments.certificate.as_ref()),
        ("--checkpoint", arguments.checkpoint.as_ref()),
    ])
}

impl Work<'_> {
    /// Writes all that was asked for beside the proof. It goes on after a failure, and returns what failed.
    pub fn write_files(&mut self, pressed: &AtomicBool) -> Ending {
        let mut ending = Ending::Answered;
        let mut note = |written: anyhow::Result<Ending>| match written {
            Ok(Ending::Answered) => {}
            Ok(other) if ending == Ending::Answered => ending = other,
            Ok(_) => {}
            Err(error) => {
                tell(format_args!("error: {error:#}"));
                ending = Ending::Mistaken;
            }
        };
        note(self.keep().map(|()| Ending::Answered));
        note(self.write_plot().map(|()| Ending::Answered));
        note(self.write_csv(pressed)); // the last, since it may be the longest
        ending
    }

    fn write_plot(&self) -> anyhow::Result<()> {
        let Some(path) = &self.arguments.plot else { return Ok(()) };
        let stride = self.found.stride();
        if stride > 1 {
            tell(format_args!(
                "note: the chart shows one heap of every {stride}, {} at most",
                Findings::MOST_POINTS
            ));
        }
        draw::write(path, &self.found.chart().picture())
    }

    /// Writes what is remembered; what only follows from the period is written until the time is up. The
    /// stop button ends it in any case.
    fn write_csv(&self, pressed: &AtomicBool) -> anyhow::Result<Ending> {
        let Some(path) = &self.arguments.csv else { return Ok(Ending::Answered) };
        let was_pressed = pressed.load(Ordering::Relaxed);
        let is_late = || self.arguments.time.is_some_and(|most| self.started.elapsed() >= most);
        let (known, remembered) = (self.found.known_terms(), self.found.sequence.remembered());
        let mut lines = 0;
        replace(path, |file| {
            for heap in 0..known {
                if heap.is_multiple_of(LINES_A_LOOK) {
                    let is_pressed = pressed.load(Ordering::Relaxed);
                    if is_pressed && !was_pressed || heap >= remembered && (is_pressed || is_late()) {
                        break;
                    }
                }
                let Some(nimber) = self.found.nimber(heap) else { break };
                writeln!(file, "{heap},{nimber}")?;
                lines += 1;
            }
            Ok(())
        })?;
        if lines == known {
            return Ok(Ending::Answered);
        }
        tell(format_args!(
            "warning: stopped while {} was written: it ends after {}",
            path.display(),
            Word::count(lines.into(), "line")
        ));
        Ok(Ending::Stopped)
    }
}
