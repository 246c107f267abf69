//! How a quotient grows: conjectures, each verified; a failing word says which component to free next.

use crate::candidate::Candidate;
use crate::clock::Clock;
use crate::components::{Components, OptionSets};
use crate::family::SumFamily;
use crate::model::{Caps, Free, NoGuess, conjecture};
use crate::verify::{Kind, Verdict, verify};
use grundy_core::Stopped;

/// A quotient that was verified, and what the verification knows.
pub(crate) struct Growth {
    pub(crate) candidate: Candidate,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) sets: Box<dyn OptionSets>,
}

/// Why a quotient was not found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Halt {
    pub(crate) why: Why,
    /// The words that refuted conjectures, each with the order of the conjecture, the last one last.
    pub(crate) failures: Vec<(Vec<usize>, usize)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    Stopped(Stopped),
    /// The next conjecture would be larger than allowed.
    TooLarge(usize),
    /// No conjecture changes what was wrong.
    Stuck,
    /// Words that refute conjectures go on in one step.
    Family(Box<SumFamily>),
}

impl From<Stopped> for Halt {
    fn from(stopped: Stopped) -> Halt {
        Halt { why: Why::Stopped(stopped), failures: Vec::new() }
    }
}

/// By how much more than needed the index of a free component is tried.
const MORE: [u32; 4] = [0, 1, 3, 7];

/// Finds the quotient with one component more than the known one has.
pub(crate) fn grow(
    components: &dyn Components,
    known: &Candidate,
    caps: Caps,
    clock: &mut Clock<'_>,
) -> Result<Growth, Halt> {
    let mut failures = Vec::new();
    search(components, known, caps, clock, &mut failures).map_err(|why| Halt { why, failures })
}

fn search(
    components: &dyn Components,
    known: &Candidate,
    caps: Caps,
    clock: &mut Clock<'_>,
    failures: &mut Vec<(Vec<usize>, usize)>,
) -> Result<Growth, Why> {
    let mut candidate = known.clone();
    let free = [Free { component: candidate.values.len(), index: 2 }];
    candidate.values.push(0);
    candidate = conjecture(components, &candidate, &free, caps, clock).map_err(why)?;
    loop {
        let mut word = match verify(components, &candidate, clock).map_err(Why::Stopped)? {
            Verdict::Right { kinds, sets } => return Ok(Growth { candidate, kinds, sets }),
            Verdict::Wrong(word) => word,
        };
        word.sort_unstable();
        failures.push((word.clone(), candidate.monoid.order()));
        if let Some(step) = crate::family::step(failures) {
            let family = SumFamily::of(step, &word, &candidate, components);
            return Err(Why::Family(Box::new(family)));
        }
        candidate = refuted(components, &candidate, &word, caps, clock)?;
    }
}

fn why(no: NoGuess) -> Why {
    match no {
        NoGuess::TooLarge(order) => Why::TooLarge(order),
        NoGuess::Stopped(stopped) => Why::Stopped(stopped),
    }
}

/// The first conjecture that says otherwise of a word.
fn refuted(
    components: &dyn Components,
    candidate: &Candidate,
    word: &[usize],
    caps: Caps,
    clock: &mut Clock<'_>,
) -> Result<Candidate, Why> {
    let was_p = candidate.monoid.is_p(candidate.value_of(word));
    let mut parts: Vec<usize> = word.to_vec();
    parts.dedup();
    parts.reverse();
    let times = |part: usize| word.iter().filter(|&&other| other == part).count() as u32;
    let least: Vec<Free> = parts
        .iter()
        .map(|&component| {
            let (index, _) = candidate.monoid.index_and_period(candidate.values[component]);
            Free { component, index: (index as u32).max(times(component)).max(2) }
        })
        .collect();
    let mut too_large = None;
    for size in 1..=least.len() {
        let mut chosen: Vec<usize> = (0..size).collect();
        loop {
            for more in MORE {
                let free: Vec<Free> = chosen
                    .iter()
                    .map(|&place| Free { index: least[place].index + more, ..least[place] })
                    .collect();
                match conjecture(components, candidate, &free, caps, clock) {
                    Ok(next) if next.monoid.is_p(next.value_of(word)) != was_p => return Ok(next),
                    Ok(_) => {}
                    Err(NoGuess::TooLarge(order)) => {
                        too_large.get_or_insert(order);
                        break;
                    }
                    Err(NoGuess::Stopped(stopped)) => return Err(Why::Stopped(stopped)),
                }
            }
            if !advance(&mut chosen, least.len()) {
                break;
            }
        }
    }
    Err(too_large.map_or(Why::Stuck, Why::TooLarge))
}

/// The next choice of so many places in lexicographic order.
fn advance(chosen: &mut [usize], places: usize) -> bool {
    let size = chosen.len();
    let Some(place) = (0..size).rev().find(|&place| chosen[place] < places - size + place) else {
        return false;
    };
    chosen[place] += 1;
    for next in place + 1..size {
        chosen[next] = chosen[next - 1] + 1;
    }
    true
}
