//! Misère outcomes by the definition, for tests: every option of every sum.

use grundy_heaps::Code;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Outcomes of sums of heaps, by the definition and nothing else.
///
/// The slow truth for all the rest: a sum of `b` beans may take as many steps as there are ways to part `b`
/// beans, so it is good for some thirty beans.
///
/// ```
/// use grundy_misere::PlainOutcomes;
/// let mut nim = PlainOutcomes::new(&"0.[3]".parse()?);
/// assert!(nim.is_p(&[1]) && !nim.is_p(&[1, 1]) && nim.is_p(&[2, 2]) && !nim.is_p(&[]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PlainOutcomes {
    code: Code,
    options: HashMap<u64, Vec<Vec<u64>>>,
    known: HashMap<Vec<u64>, bool>,
}

impl PlainOutcomes {
    /// Nothing is known yet of the sums of a code.
    pub fn new(code: &Code) -> PlainOutcomes {
        PlainOutcomes { code: code.clone(), options: HashMap::new(), known: HashMap::new() }
    }

    /// Whether the player who has just moved wins.
    pub fn is_p(&mut self, heaps: &[u64]) -> bool {
        let mut sorted: Vec<u64> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
        sorted.sort_unstable();
        self.outcome(sorted)
    }

    fn options_of(&mut self, heap: u64) -> &Vec<Vec<u64>> {
        self.options.entry(heap).or_insert_with(|| {
            let mut options = Vec::new();
            let _ = self.code.options(heap, |split| {
                options.push(split.heaps().to_vec());
                ControlFlow::<()>::Continue(())
            });
            options
        })
    }

    fn outcome(&mut self, heaps: Vec<u64>) -> bool {
        if let Some(&known) = self.known.get(&heaps) {
            return known;
        }
        let mut has_move = false;
        let mut wins = false;
        for (place, &heap) in heaps.iter().enumerate() {
            if wins || (place > 0 && heaps[place - 1] == heap) {
                continue;
            }
            for option in self.options_of(heap).clone() {
                has_move = true;
                let mut next = heaps.clone();
                next.remove(place);
                next.extend(option);
                next.sort_unstable();
                if self.outcome(next) {
                    wins = true;
                    break;
                }
            }
        }
        let is_p = has_move && !wins;
        self.known.insert(heaps, is_p);
        is_p
    }
}
