//! Which moves count when games are compared.
//!
//! Under normal play a move after which the opponent wins the whole game at once is left out: nobody makes it. Under
//! misère play no move is left out, and a game that a move can end, whatever the other terms are, has no tree that
//! says how it adds up with others.

use crate::part::Part;
use grundy_core::Convention;
use std::ops::ControlFlow;

/// A part with more options, such as a heap of 10^12, is not walked through.
const MOST_OPTIONS: u128 = 10_000;

/// The independent parts of a part.
pub(super) fn parts_compared(part: &Part, convention: Convention) -> Vec<Part> {
    match convention {
        Convention::Normal => part.calm_parts(),
        Convention::Misere => part.split(),
    }
}

/// The options, each as its parts; none where there are too many, or where a move ends the whole game and may be
/// made.
pub(super) fn options_compared(part: &Part, convention: Convention) -> Option<Vec<Vec<Part>>> {
    let is_passed_over = |option: &Part| option.is_sunny() || option.is_won();
    let is_over = match convention {
        Convention::Normal => is_passed_over(part),
        Convention::Misere => part.is_won(),
    };
    if is_over || part.count_moves() > MOST_OPTIONS {
        return None;
    }
    let mut options = Vec::new();
    let mut ends_the_game = false;
    part.options(&mut |option| {
        match convention {
            Convention::Normal if is_passed_over(&option) => return ControlFlow::Continue(()),
            Convention::Misere if option.is_won() => {
                ends_the_game = true;
                return ControlFlow::Break(());
            }
            _ => options.push(parts_compared(&option, convention)),
        }
        ControlFlow::Continue(())
    });
    (!ends_the_game).then_some(options)
}
