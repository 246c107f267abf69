//! Misère quotients from files, for `solve` and `explain`.

use crate::Ending;
use crate::arguments::Solving;
use crate::diagnostics::tell;
use crate::files::CERTIFICATE;
use crate::interrupt::Interrupt;
use crate::spinner::Spinner;
use grundy::check::quotient::QuotientRefusal;
use grundy::heaps::QuotientCertificate;
use grundy::{KnownQuotient, Position, Run};
use std::path::{Path, PathBuf};

/// The quotients that were named, each verified.
pub struct Quotients(Vec<KnownQuotient>);

impl Quotients {
    /// Reads and verifies the files, each within the limits of the search. When a certificate is refused, the reason is
    /// printed, and the inner error is the exit status of the program.
    ///
    /// # Errors
    /// When a file cannot be read, or is no certificate of a quotient.
    pub fn read(
        paths: &[PathBuf],
        solving: &Solving,
        interrupt: &Interrupt,
    ) -> anyhow::Result<Result<Quotients, Ending>> {
        let mut known = Vec::new();
        for path in paths {
            let certificate = certificate(path)?;
            let verified = interrupt.during(|pressed| {
                let run =
                    Run::new(solving.limits.limits()).with_cancel(pressed).with_resident(crate::resident);
                let spinner = Spinner::new();
                let run = spinner.follow(run, |progress| format!("{} heaps (Ctrl-C stops)", progress.done));
                KnownQuotient::verified(&certificate, &run)
            });
            match verified {
                Ok(quotient) => known.push(quotient),
                Err(refusal) => {
                    tell(format_args!("error: {}: {refusal}", path.display()));
                    return Ok(Err(match refusal {
                        QuotientRefusal::Wrong(_) => Ending::Failed,
                        QuotientRefusal::Stopped(_) => Ending::Stopped,
                    }));
                }
            }
        }
        Ok(Ok(Quotients(known)))
    }

    /// Lets a position be answered by them.
    pub fn attach(&self, position: &Position) {
        self.0.iter().for_each(|known| position.attach_quotient(known));
    }
}

/// The certificate in a file.
fn certificate(path: &Path) -> anyhow::Result<QuotientCertificate> {
    CERTIFICATE.read_text(path)?.parse().map_err(|error| {
        anyhow::anyhow!(
            "{} is no certificate of a misère quotient: {error}\nhelp: `grundy misere CODE --certificate FILE` writes \
             one",
            path.display()
        )
    })
}
