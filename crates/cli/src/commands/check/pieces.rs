//! A check of many hours in pieces, each kept in a checkpoint.

use crate::arguments::CheckArguments;
use crate::diagnostics::tell;
use crate::error::CliError;
use crate::files::{Sort, replace};
use grundy::check::period::{self, CheckState, Cut, PeriodCheck, Refused};
use grundy::heaps::{PeriodCertificate, Theorem};
use grundy::{EngineGuesses, Run, StopReason};
use std::path::Path;
use std::time::Duration;

/// What was gone through is kept this often.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(30);

/// Where an earlier check came to, if it left a checkpoint.
pub fn open(
    certificate: &PeriodCertificate,
    path: &Path,
    arguments: &CheckArguments,
) -> anyhow::Result<Option<CheckState>> {
    if !matches!(certificate.period.theorem, Theorem::SparseWindow(_)) {
        anyhow::bail!(
            "--checkpoint is for the long certificates of a sparse window, and this one is not\nhelp: it is checked \
             whole without one"
        );
    }
    // What is no regular file is written to and never read.
    if !path.is_file() {
        return Ok(None);
    }
    let sort = Sort::limited("a checkpoint that --memory has room for", arguments.memory);
    let bytes = sort.read(path)?;
    let state = period::resume(certificate, &bytes).map_err(|error| {
        let message = format!("{} is {error}", path.display());
        CliError::new(message, "it was left as it is; name another --checkpoint file, or remove it")
    })?;
    Ok(Some(state))
}

/// Checks until the end, a limit or the stop button, and keeps on the way what was gone through.
pub fn check(
    certificate: &PeriodCertificate,
    path: &Path,
    mut state: Option<CheckState>,
    terms: u64,
    run: &Run,
) -> anyhow::Result<Result<PeriodCheck, Refused>> {
    loop {
        let checked = period::verify_from(
            certificate,
            state,
            terms,
            Some(&EngineGuesses),
            &run.for_at_most(CHECKPOINT_EVERY),
        );
        let (checked, reached) = match checked {
            Ok(checked) => checked,
            Err(refused) => return Ok(Err(refused)),
        };
        let is_due =
            matches!(&checked, PeriodCheck::Part(part) if is_out_of_time(part.cut)) && run.check().is_ok();
        if let Some(reached) = &reached
            && let Err(error) = replace(path, |file| file.write_all(&reached.to_bytes()))
        {
            if !is_due {
                return Err(error);
            }
            // The disk may have room again later.
            tell(format_args!("warning: {error:#}; the work goes on"));
        }
        if !is_due {
            return Ok(Ok(checked));
        }
        state = reached;
    }
}

fn is_out_of_time(cut: Cut) -> bool {
    matches!(cut, Cut::Stopped(stopped) if stopped.reason == StopReason::Time)
}
