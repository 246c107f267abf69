//! The definition: nimbers by the mex rule and nothing else.

use std::ops::ControlFlow;

use crate::Code;

/// The nimbers of heaps `0..terms` by the definition: the nimber of a heap is the least number that is not
/// the XOR of the nimbers of the heaps some move leaves (Sprague 1935, Grundy 1939).
///
/// This is the slow truth every engine is held to: of order `terms` squared steps for each digit that breaks
/// a heap in two, cubed for three. Use [`Sequence`](crate::Sequence) for anything long.
///
/// ```
/// let kayles = "0.77".parse()?;
/// assert_eq!(grundy_heaps::plain(&kayles, 10), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]);
/// # Ok::<(), grundy_core::Diagnostic>(())
/// ```
pub fn plain(code: &Code, terms: usize) -> Vec<u32> {
    let mut nimbers: Vec<u32> = Vec::with_capacity(terms);
    for heap in 0..terms {
        let mut reached = std::collections::HashSet::new();
        let _ = code.options(heap as u64, |split| {
            reached.insert(split.heaps().iter().fold(0, |sum, &part| sum ^ nimbers[part as usize]));
            ControlFlow::<()>::Continue(())
        });
        let mex = (0..).find(|value| !reached.contains(value)).expect("a finite set misses a number");
        nimbers.push(mex);
    }
    nimbers
}
