//! Verifying a candidate: theorem A, and a failing word where it does not hold.

use crate::bits::Set;
use crate::candidate::Candidate;
use crate::clock::Clock;
use crate::closure::{Generator, Pending, times};
use crate::components::{Components, OptionSets};
use crate::monoid::{BipartiteMonoid, Element};
use foldhash::{HashMap, HashMapExt};
use grundy_core::Stopped;
use std::collections::BTreeMap;

/// A pair of a value and a set of options that some component has, with the lightest component of that kind.
pub(crate) struct Kind {
    pub(crate) component: usize,
    pub(crate) weight: u64,
    pub(crate) generator: Generator,
}

/// What came of it.
pub(crate) enum Verdict {
    /// The predictions are right for every word.
    Right {
        kinds: Vec<Kind>,
        /// The machine that has gone over all components.
        sets: Box<dyn OptionSets>,
    },
    /// They are wrong for this one, if they are right for all that are lighter.
    Wrong(Vec<usize>),
}

/// The kinds of the components that have moves, and the machine that found their options.
fn kinds(
    components: &dyn Components,
    candidate: &Candidate,
    clock: &mut Clock<'_>,
) -> Result<(Vec<Kind>, Box<dyn OptionSets>), Stopped> {
    let mut sets = components.option_sets();
    sets.restart(candidate.monoid.order());
    let mut places: HashMap<Generator, usize> = HashMap::new();
    let mut kinds: Vec<Kind> = Vec::new();
    for (component, &value) in candidate.values.iter().enumerate() {
        let options = sets.next(&candidate.monoid, clock)?;
        sets.push(value);
        if options.is_empty() {
            continue;
        }
        let generator = Generator { value, options };
        let weight = components.weight(component);
        match places.get(&generator) {
            Some(&place) => {
                if weight < kinds[place].weight {
                    (kinds[place].component, kinds[place].weight) = (component, weight);
                }
            }
            None => {
                places.insert(generator.clone(), kinds.len());
                kinds.push(Kind { component, weight, generator });
            }
        }
    }
    Ok((kinds, sets))
}

/// Whether the candidate predicts the outcome of every word of its components.
pub(crate) fn verify(
    components: &dyn Components,
    candidate: &Candidate,
    clock: &mut Clock<'_>,
) -> Result<Verdict, Stopped> {
    let (kinds, sets) = kinds(components, candidate, clock)?;
    let p_fault = p_fault(candidate, &kinds, clock)?;
    let limit = p_fault.as_ref().map_or(u64::MAX, |(weight, _)| *weight);
    let n_fault = n_fault(&candidate.monoid, &kinds, limit, clock)?;
    Ok(match n_fault.or_else(|| p_fault.map(|(_, word)| word)) {
        Some(word) => Verdict::Wrong(word),
        None => Verdict::Right { kinds, sets },
    })
}

/// The lightest word that is predicted to be the second player's and has an option that is too: a component,
/// and a least word.
fn p_fault(
    candidate: &Candidate,
    kinds: &[Kind],
    clock: &mut Clock<'_>,
) -> Result<Option<(u64, Vec<usize>)>, Stopped> {
    let profiles = candidate.monoid.profiles();
    clock.worked(candidate.monoid.order() * candidate.monoid.order() / 8)?;
    let mut lightest: Option<(u64, usize, Element)> = None;
    for kind in kinds {
        let profile = &profiles[usize::from(kind.generator.value)];
        for option in kind.generator.options.iter() {
            clock.worked(profile.as_words().len())?;
            // Elements are in order of weight.
            let Some(rest) = profile.first_common(&profiles[option]) else { continue };
            let weight = kind.weight.saturating_add(candidate.weights[rest]);
            if lightest.is_none_or(|(least, ..)| weight < least) {
                lightest = Some((weight, kind.component, rest as Element));
            }
        }
    }
    Ok(lightest.map(|(weight, component, rest)| {
        let mut word = candidate.word(rest);
        word.push(component);
        (weight, word)
    }))
}

/// A pair of the closure with the word that has it.
struct Node {
    value: Element,
    set: Set,
    parent: usize,
    kind: usize,
}

/// The node before all others: the empty word.
const NONE: u32 = u32::MAX;

/// Pairs that wait, each the node and the kind that make it, by weight.
type Waiting = BTreeMap<u64, Vec<(u32, u32)>>;

/// The lightest word, lighter than a limit, that is predicted to be the next player's and has no option for
/// the second.
fn n_fault(
    monoid: &BipartiteMonoid,
    kinds: &[Kind],
    limit: u64,
    clock: &mut Clock<'_>,
) -> Result<Option<Vec<usize>>, Stopped> {
    let used = least_kinds(kinds);
    let mut nodes: Vec<Node> = Vec::new();
    let mut of_value: Vec<Vec<usize>> = vec![Vec::new(); monoid.order()];
    let mut queue = Waiting::new();
    for &kind in &used {
        queue.entry(kinds[kind].weight).or_default().push((NONE, kind as u32));
    }
    let empty = Set::new(monoid.order());
    while let Some((weight, next)) = queue.pop_first() {
        if weight >= limit {
            return Ok(None);
        }
        for (parent, kind) in next {
            let (parent, kind) = (parent as usize, kind as usize);
            let (before, set) = match nodes.get(parent) {
                Some(node) => (node.value, &node.set),
                None => (0, &empty),
            };
            let generator = &kinds[kind].generator;
            let own = (generator.value, generator.options.as_words());
            let Pending { value, set } = times(monoid, (before, set.as_words()), own);
            clock.worked(16 + 4 * set.as_words().len())?;
            let node = Node { value, set, parent, kind };
            if !monoid.is_p(value) && !node.set.meets(monoid.p()) {
                return Ok(Some(word(&nodes, node, kinds)));
            }
            let known = &of_value[usize::from(value)];
            clock.worked(known.len())?;
            if value == 0 || known.iter().any(|&known| nodes[known].set.is_within(&node.set)) {
                continue;
            }
            of_value[usize::from(value)].push(nodes.len());
            for &kind in &used {
                let heavier = weight.saturating_add(kinds[kind].weight);
                if heavier < limit {
                    queue.entry(heavier).or_default().push((nodes.len() as u32, kind as u32));
                }
            }
            nodes.push(node);
        }
    }
    Ok(None)
}

/// The kinds without those for which a kind of the same value, not heavier, has fewer options.
fn least_kinds(kinds: &[Kind]) -> Vec<usize> {
    let mut of_value: HashMap<Element, Vec<usize>> = HashMap::new();
    for (place, kind) in kinds.iter().enumerate() {
        of_value.entry(kind.generator.value).or_default().push(place);
    }
    let is_needless = |place: usize| {
        let kind = &kinds[place];
        of_value[&kind.generator.value].iter().any(|&other| {
            other != place
                && kinds[other].weight <= kind.weight
                && kinds[other].generator.options.is_within(&kind.generator.options)
        })
    };
    (0..kinds.len()).filter(|&place| !is_needless(place)).collect()
}

/// The word of a node.
fn word(nodes: &[Node], last: Node, kinds: &[Kind]) -> Vec<usize> {
    let mut word = vec![kinds[last.kind].component];
    let mut parent = last.parent;
    while let Some(node) = nodes.get(parent) {
        word.push(kinds[node.kind].component);
        parent = node.parent;
    }
    word
}
