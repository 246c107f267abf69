//! Genera of heaps whose canonical forms are too large, by a quotient that is proved.

use grundy::Run;
use grundy::heaps::{Code, Sequence};
use grundy::misere::{Genus, JointQuotient, JointSources, Reach};
use std::ops::Range;
use std::time::Duration;

/// The heaps of Nim beside which the heaps are looked at, fewer ones first: the more, the larger the quotient.
const NIM: [u64; 4] = [3, 7, 15, 31];
/// One quotient is looked for so long.
const PATIENCE: Duration = Duration::from_secs(5);

/// The genera of the first of these heaps, as far as a quotient of heaps of the code and heaps of Nim tells them.
pub fn by_quotient(code: &Code, heaps: Range<u64>, run: &Run) -> Vec<Genus> {
    let mut nimbers = Sequence::new(code);
    let mut found = Vec::new();
    if nimbers.extend_to(heaps.end, run).is_err() {
        return found;
    }
    let wanted = heaps.end.saturating_sub(heaps.start);
    for nim in NIM {
        let sources = JointSources::default().with_heaps(code, heaps.end).with_nim(nim);
        let joint = JointQuotient::of(&sources, &Reach::default(), &run.for_at_most(PATIENCE));
        if !joint.is_whole() || found.len() as u64 == wanted {
            break;
        }
        let of = joint.heaps(0);
        let mut of_value = vec![None; joint.monoid().order()];
        let genus = |heap: u64| {
            let value = of.value(heap)?;
            let digits =
                of_value[usize::from(value)].get_or_insert_with(|| joint.genus_digits(value)).clone()?;
            Some(Genus::new(u64::from(nimbers.nimber(heap)?), digits))
        };
        let told: Vec<Genus> = heaps.clone().map_while(genus).collect();
        if told.len() > found.len() {
            found = told;
        }
    }
    found
}
