//! A line on the terminal that tells how far a computation is, where there is a terminal.

use grundy::{Progress, Run};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::Duration;

/// The line. It goes when the value is dropped.
pub struct Spinner(Option<ProgressBar>);

impl Spinner {
    /// A line, where standard error is a terminal.
    pub fn new() -> Spinner {
        Spinner::only_if(true)
    }

    /// A line where it is wanted and standard error is a terminal.
    pub fn only_if(is_wanted: bool) -> Spinner {
        Spinner((is_wanted && std::io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::new_spinner();
            bar.set_style(
                ProgressStyle::with_template("{spinner} {msg}").expect("the template is well formed"),
            );
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        }))
    }

    /// The run with this line as its listener: it shows what `text` says of the progress.
    pub fn follow(&self, run: Run, text: impl Fn(&Progress) -> String + Send + 'static) -> Run {
        let Some(bar) = self.0.clone() else { return run };
        run.with_sink(move |progress| bar.set_message(text(progress)))
    }

    /// Writes something else while the line is hidden.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Shows a text.
    #[cfg(feature = "packing")]
    pub fn show(&self, text: impl FnOnce() -> String) {
        if let Some(bar) = &self.0 {
            bar.set_message(text());
        }
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.0.iter().for_each(ProgressBar::finish_and_clear);
    }
}
