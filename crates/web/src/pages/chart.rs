//! The chart of nimbers, in which heaps can be pointed at.

use grundy::Findings;
use grundy::picture::Svg;
use maud::{Markup, PreEscaped, html};
use std::fmt::Display;

/// So many heaps can be pointed at: there are not many more places in a chart.
const MOST_POINTED: u64 = 2_000;

/// The chart of what is known of a code, and the line that tells of the heap that is pointed at. Where there are very
/// many heaps, one of every so many can be.
pub fn chart(found: &Findings, code: impl Display) -> Markup {
    let step = found.known_terms().div_ceil(MOST_POINTED).max(1);
    html! {
        @if found.known_terms() > 1 {
            figure.board.chart tabindex="0" role="group" aria-label="Chart" data-nimbers=(nimbers(found, step))
                data-step=(step) data-code=(code) {
                (PreEscaped(found.chart().picture().render(&Svg::in_page())))
            }
            p.lead #heap {
                "Point at the chart for a heap" @if step > 1 { " (one of every " (step) ")" }
                "; click to see why it is worth that."
            }
        }
    }
}

/// The nimber of one of every `step` heaps, from 0 on, with blanks between.
fn nimbers(found: &Findings, step: u64) -> String {
    let of_heap = |heap| found.nimber(heap).map_or_else(|| "?".to_owned(), |nimber| nimber.to_string());
    (0..found.known_terms()).step_by(step as usize).map(of_heap).collect::<Vec<_>>().join(" ")
}
