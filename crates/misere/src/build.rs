//! Component by component: the quotient of those that are known, and what the next one makes of it.

use crate::bits::Set;
use crate::candidate::Candidate;
use crate::clock::Clock;
use crate::closure::{Closure, Extension, Generator};
use crate::components::{Components, OptionSets};
use crate::growth::{Growth, Halt, grow};
use crate::model::Caps;
use crate::monoid::Element;
use crate::verify::Kind;
use grundy_core::{Run, Stopped};
use std::sync::Arc;

/// The run is looked at in any case after so many components.
const LOOK_AGAIN: usize = 64;

/// The quotient of the first components, with all that is needed to go on.
pub(crate) struct Build {
    components: Arc<dyn Components>,
    candidate: Candidate,
    sets: Box<dyn OptionSets>,
    closure: Closure,
    /// For each element the elements that no option of a component with that value may have.
    forbidden: Vec<Set>,
    /// For each element the sets of options that components with that value may have; what has more may too.
    accepted: Vec<Vec<Set>>,
    /// The order and the number of P-elements, from the component on that made it so.
    partial: Vec<(usize, usize, usize)>,
}

impl Build {
    pub(crate) fn new(components: Arc<dyn Components>) -> Build {
        let mut sets = components.option_sets();
        sets.restart(1);
        Build {
            components,
            candidate: Candidate::empty(),
            sets,
            closure: Closure::new(1),
            forbidden: vec![Set::new(1)],
            accepted: vec![Vec::new()],
            partial: Vec::new(),
        }
    }

    pub(crate) fn candidate(&self) -> &Candidate {
        &self.candidate
    }

    pub(crate) fn weight(&self, component: usize) -> u64 {
        self.components.weight(component)
    }

    pub(crate) fn partial(&self) -> &[(usize, usize, usize)] {
        &self.partial
    }

    /// Adds the next component.
    ///
    /// # Errors
    /// Where the quotient is not found within the caps and the limits; the state is then as before.
    pub(crate) fn add(&mut self, caps: Caps, run: &Run) -> Result<(), Halt> {
        let mut clock = Clock::new(run);
        let component = self.candidate.values.len();
        clock.reached(component);
        // A heap may be less work than there is between two looks.
        if component.is_multiple_of(LOOK_AGAIN) {
            run.reached(component as u64)?;
        }
        let options = self.sets.next(&self.candidate.monoid, &mut clock)?;
        if options.is_empty() {
            self.push(0);
            return Ok(());
        }
        if let Some(value) = self.value_of(options, &mut clock)? {
            self.push(value);
            return Ok(());
        }
        let growth = grow(&*self.components, &self.candidate, caps, &mut clock)?;
        self.adopt(growth, &mut clock)?;
        let monoid = &self.candidate.monoid;
        let now = (monoid.order(), monoid.p_count());
        if self.partial.last().is_none_or(|&(_, order, p)| (order, p) != now) {
            self.partial.push((component, now.0, now.1));
        }
        Ok(())
    }

    fn push(&mut self, value: Element) {
        self.sets.push(value);
        self.candidate.values.push(value);
    }

    /// The element that a component with these options has, where the quotient need not grow.
    fn value_of(&mut self, options: Set, clock: &mut Clock<'_>) -> Result<Option<Element>, Stopped> {
        let monoid = &self.candidate.monoid;
        let is_p = !options.meets(monoid.p());
        let possible =
            |value: &usize| monoid.is_p(*value as Element) == is_p && !options.meets(&self.forbidden[*value]);
        let possible: Vec<usize> = (0..monoid.order()).filter(possible).collect();
        clock.worked(4 * monoid.order())?;
        for &value in &possible {
            let accepted = &mut self.accepted[value];
            let witness = accepted.iter().position(|known| known.is_within(&options));
            clock.worked(witness.unwrap_or(accepted.len()))?;
            if let Some(witness) = witness {
                // What was a witness once mostly is one again.
                accepted.swap(witness, witness / 2);
                return Ok(Some(value as Element));
            }
        }
        for &value in &possible {
            let generator = Generator { value: value as Element, options: options.clone() };
            if let Extension::Done = self.closure.extend(monoid, generator, clock)? {
                self.accepted[value].push(options);
                return Ok(Some(value as Element));
            }
        }
        Ok(None)
    }

    /// Goes on with a larger quotient.
    fn adopt(&mut self, growth: Growth, clock: &mut Clock<'_>) -> Result<(), Stopped> {
        let Growth { candidate, kinds, sets } = growth;
        let monoid = &candidate.monoid;
        let profiles = monoid.profiles();
        clock.worked(monoid.order() * monoid.order())?;
        let forbidden = profiles.iter().map(|profile| {
            let mut set = Set::new(monoid.order());
            profiles
                .iter()
                .enumerate()
                .filter(|(_, other)| profile.meets(other))
                .for_each(|(other, _)| set.insert(other));
            set
        });
        let forbidden = forbidden.collect();
        let mut closure = Closure::new(monoid.order());
        let mut accepted = vec![Vec::new(); monoid.order()];
        let kinds = least(kinds);
        for Kind { generator, .. } in &kinds {
            accepted[usize::from(generator.value)].push(generator.options.clone());
        }
        closure.close(monoid, kinds.into_iter().map(|kind| kind.generator), clock)?;
        (self.candidate, self.sets, self.closure) = (candidate, sets, closure);
        (self.forbidden, self.accepted) = (forbidden, accepted);
        Ok(())
    }
}

/// The kinds without those that have more options than another of the same value.
fn least(mut kinds: Vec<Kind>) -> Vec<Kind> {
    kinds.sort_by_key(|kind| kind.generator.options.len());
    let mut kept: Vec<Kind> = Vec::new();
    for kind in kinds {
        let Generator { value, options } = &kind.generator;
        let is_less =
            |other: &Kind| other.generator.value == *value && other.generator.options.is_within(options);
        if !kept.iter().any(is_less) {
            kept.push(kind);
        }
    }
    kept
}
