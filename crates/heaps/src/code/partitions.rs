//! All ways to part a number of beans in heaps.

use std::ops::ControlFlow;

use crate::code::digit::Sizes;

/// Visits every way to part `total` beans in so many heaps of these sizes, one heap at least, in order of the
/// heaps, the smallest first.
pub(crate) fn each<B>(
    total: u64,
    heaps: u64,
    sizes: Sizes,
    mut visit: impl FnMut(&[u64]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if heaps == 0 || heaps > total {
        return ControlFlow::Continue(());
    }
    if sizes == Sizes::AllEqual {
        return match total.is_multiple_of(heaps) {
            true => visit(&vec![total / heaps; heaps as usize]),
            false => ControlFlow::Continue(()),
        };
    }
    let step = u64::from(sizes == Sizes::AllDiffer);
    if least(1, heaps, step) > u128::from(total) {
        return ControlFlow::Continue(());
    }
    let mut parts = vec![0; heaps as usize];
    fill(&mut parts, 1, step, total);
    loop {
        if sizes.allow(&parts) {
            visit(&parts)?;
        }
        // The last heap but the largest that can be one larger, with all behind it as small as they can be.
        let mut rest = parts[parts.len() - 1];
        let grown = (0..parts.len() - 1).rev().find(|&place| {
            rest += parts[place];
            least(parts[place] + 1, heaps - place as u64, step) <= u128::from(rest)
        });
        let Some(place) = grown else { return ControlFlow::Continue(()) };
        let first = parts[place] + 1;
        fill(&mut parts[place..], first, step, rest);
    }
}

/// The fewest beans of so many heaps from `first` on that grow by a step.
fn least(first: u64, heaps: u64, step: u64) -> u128 {
    let (first, heaps, step) = (u128::from(first), u128::from(heaps), u128::from(step));
    heaps * first + step * heaps * (heaps - 1) / 2
}

/// The smallest heaps from `first` on; the last takes what is over.
fn fill(parts: &mut [u64], first: u64, step: u64, total: u64) {
    let mut over = total;
    let mut next = first;
    let (last, smaller) = parts.split_last_mut().expect("one heap at least");
    for part in smaller {
        *part = next;
        over -= next;
        next += step;
    }
    *last = over;
}
