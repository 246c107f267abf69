//! `grundy misere`: quotients, genera and canonical forms.

mod heaps;
mod parts;

use crate::Ending;
use crate::arguments::MisereArguments as Arguments;
use crate::diagnostics::{Gravity, render, tell};
use crate::files::replace;
use crate::interrupt::Interrupt;
use crate::spinner::Spinner;
use grundy::misere::{BipartiteMonoid, QuotientEnd};
use grundy::{Limits, Position, Reading, Run, Word};

pub fn run(arguments: &Arguments) -> anyhow::Result<Ending> {
    let text = arguments.of.join(" ");
    let code = grundy::read_code(&text);
    let interrupt = Interrupt::listen()?;
    interrupt.during(|pressed| {
        let limits = Limits { time: Some(arguments.time), memory: Some(arguments.memory), nodes: None };
        let run = Run::new(limits).with_cancel(pressed).with_resident(crate::resident);
        let unit = if code.is_ok() { "heaps" } else { "parts" };
        let spinner = Spinner::new();
        let run = spinner.follow(run, move |progress| format!("{} {unit} (Ctrl-C stops)", progress.done));
        if let Ok(code) = code {
            let found = heaps::find(&code, arguments, &run);
            drop(spinner);
            return heaps::tell(&found, arguments, &run);
        }
        match Position::parse(&text, Reading::default()) {
            Ok(position) => {
                let found = parts::find(&position, arguments, &run);
                drop(spinner);
                parts::tell(&position, found, arguments, &run)
            }
            Err(error) => {
                drop(spinner);
                tell(render(Gravity::Error, "position", 1, &text, &error));
                Ok(Ending::Mistaken)
            }
        }
    })
}

/// Writes a text to a file, whole or not at all.
fn write(path: &std::path::Path, text: &str) -> anyhow::Result<()> {
    replace(path, |file| file.write_all(text.as_bytes()))
}

/// The order, the elements for the second player, tame or wild.
fn summary(monoid: &BipartiteMonoid) -> String {
    let tame = if monoid.is_tame() { "tame" } else { "wild" };
    let p = Word::count(monoid.p_count() as u128, "element");
    format!("order {}, {p} for the second player, {tame}", monoid.order())
}

/// Why the work ended, as a word for JSON; none where it was whole.
fn stopped(end: &QuotientEnd) -> Option<String> {
    match end {
        QuotientEnd::Asked | QuotientEnd::Proved => None,
        QuotientEnd::Stopped(stopped) => Some(stopped.reason.to_string()),
        QuotientEnd::TooLarge(_) => Some("order".to_owned()),
        QuotientEnd::Stuck => Some("stuck".to_owned()),
        QuotientEnd::Family(_) => Some("family".to_owned()),
    }
}

/// What stands in the way of the next component, as a sentence. `next` names it.
fn why_not(end: &QuotientEnd, next: &str, arguments: &Arguments) -> Option<String> {
    Some(match end {
        QuotientEnd::Asked | QuotientEnd::Proved => return None,
        QuotientEnd::Stopped(stopped) => {
            format!("{next} was not finished: stopped by {} ({:?}).", stopped.reason, arguments.time)
        }
        QuotientEnd::TooLarge(order) => format!(
            "{next} was not finished: a quotient or a conjecture would have {order} elements or more (--order {}).",
            arguments.order
        ),
        QuotientEnd::Stuck => format!("{next} was not finished: no conjecture says what was refuted."),
        QuotientEnd::Family(step) => format!(
            "{next} seems infinite: the sums that refute conjectures go on in steps of {}, and each needs one more.",
            sum(step)
        ),
    })
}

/// A sum of components by their numbers: `2+4+14`.
fn sum(word: &[u64]) -> String {
    word.iter().map(u64::to_string).collect::<Vec<_>>().join("+")
}

/// The exit code of a quotient.
fn ending(end: &QuotientEnd) -> Ending {
    match end {
        QuotientEnd::Asked | QuotientEnd::Proved => Ending::Answered,
        _ => Ending::Stopped,
    }
}

/// The table of products as fields of colour.
fn picture(monoid: &BipartiteMonoid, title: &str) -> String {
    let order = monoid.order() as u16;
    let rows = (0..order).map(|one| monoid.row(one).iter().map(|&product| u64::from(product)).collect());
    let title = format!("{title}: the misère quotient of order {order}, its table of products");
    grundy::picture::HeatMap::new(title, "times", "element").counted_from(0).rows(rows).picture().svg()
}
