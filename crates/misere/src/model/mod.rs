//! Conjectures: which monoid it would be if some components were free.
//!
//! The model is the product of the monoid that the values of all other components generate and of one cyclic
//! monoid for each free component, of a given index and of period 2. Its elements have least words, and so
//! weights; the outcome of each is that of its word by the definition, from options that are lighter.
//! Elements that no product tells apart are then one (Moore's refinement), which gives the conjecture.

mod base;
mod free;

pub(crate) use free::{Caps, Free, NoGuess};

use crate::bits::Set;
use crate::candidate::Candidate;
use crate::clock::Clock;
use crate::components::Components;
use crate::model::base::{Base, NOWHERE};
use crate::monoid::{BipartiteMonoid, Element};
use foldhash::{HashMap, HashMapExt};
use grundy_core::Stopped;
use std::ops::ControlFlow;

/// The period of powers in a model.
const PERIOD: u32 = 2;

/// An option of a component as an element of the model: a place of the base, and an exponent for each free
/// one.
struct ModelOption {
    base: u32,
    exponents: Vec<u32>,
}

/// A product of the base and of free cyclic monoids.
struct Model<'a> {
    candidate: &'a Candidate,
    free: &'a [Free],
    base: Base,
    /// How far elements lie apart that differ by one power of a free component.
    strides: Vec<usize>,
    /// How many elements of the model have the same base.
    block: usize,
    size: usize,
    /// For each free component and each place in a block: the exponent, and the place with one more.
    powers: Vec<Vec<(u32, u32)>>,
}

/// What the quotient of the components would be if these were free.
pub(crate) fn conjecture(
    components: &dyn Components,
    candidate: &Candidate,
    free: &[Free],
    caps: Caps,
    clock: &mut Clock<'_>,
) -> Result<Candidate, NoGuess> {
    let base = Base::new(components, candidate, free, clock)?;
    let model = Model::new(candidate, free, base, caps)?;
    clock.has_room(model.size * 40)?;
    let order = model.by_weight(components);
    let is_p = model.outcomes(components, &order, clock)?;
    let classes = model.classes(&is_p, caps, clock)?;
    model.merged(components, &order, &classes, &is_p, caps, clock)
}

impl<'a> Model<'a> {
    fn new(candidate: &'a Candidate, free: &'a [Free], base: Base, caps: Caps) -> Result<Model<'a>, NoGuess> {
        let mut strides = Vec::new();
        let mut block = 1_usize;
        for free in free {
            strides.push(block);
            block = block.saturating_mul((free.index + PERIOD) as usize);
        }
        let size = block.saturating_mul(base.elements.len());
        if size > caps.model {
            return Err(NoGuess::TooLarge(size));
        }
        let mut model = Model { candidate, free, base, strides, block, size, powers: Vec::new() };
        model.powers = (0..free.len()).map(|place| model.powers_of(place)).collect();
        Ok(model)
    }

    fn powers_of(&self, place: usize) -> Vec<(u32, u32)> {
        let stride = self.strides[place];
        let power = |rest: usize| {
            let exponent = (rest / stride) as u32 % self.radix(place);
            let next = rest + self.wrap(place, exponent + 1) as usize * stride - exponent as usize * stride;
            (exponent, next as u32)
        };
        (0..self.block).map(power).collect()
    }

    fn radix(&self, place: usize) -> u32 {
        self.free[place].index + PERIOD
    }

    /// The exponent of a free component in an element.
    fn exponent(&self, element: usize, place: usize) -> u32 {
        self.powers[place][element % self.block].0
    }

    /// The exponent that the product of two powers has.
    #[inline]
    fn wrap(&self, place: usize, exponent: u32) -> u32 {
        let index = self.free[place].index;
        if exponent < index + PERIOD { exponent } else { index + (exponent - index) % PERIOD }
    }

    /// All elements, those with lighter words first.
    fn by_weight(&self, components: &dyn Components) -> Vec<u32> {
        let of_free: Vec<u64> = self.free.iter().map(|free| components.weight(free.component)).collect();
        let of_block: Vec<u64> = (0..self.block)
            .map(|rest| {
                let power = |(place, &weight): (usize, &u64)| u64::from(self.powers[place][rest].0) * weight;
                of_free.iter().enumerate().map(power).fold(0, u64::saturating_add)
            })
            .collect();
        let mut keys: Vec<(u64, u32)> = Vec::with_capacity(self.size);
        for (base, &weight) in self.base.weights.iter().enumerate() {
            let first = (base * self.block) as u32;
            keys.extend(
                (first..).zip(&of_block).map(|(element, own)| (weight.saturating_add(*own), element)),
            );
        }
        keys.sort_unstable();
        keys.into_iter().map(|(_, element)| element).collect()
    }

    /// The options of a component as elements of the model, each once.
    fn options(
        &self,
        components: &dyn Components,
        component: usize,
        clock: &mut Clock<'_>,
    ) -> Result<Vec<ModelOption>, Stopped> {
        let mut seen = std::collections::BTreeSet::new();
        let mut stopped = Ok(());
        let _ = components.options(component, &mut |word| {
            let mut base = 0;
            let mut exponents = vec![0; self.free.len()];
            for &part in word {
                match self.free.iter().position(|free| free.component == part) {
                    Some(place) => exponents[place] = self.wrap(place, exponents[place] + 1),
                    None => {
                        let value = self.candidate.values[part];
                        base = self.base.times(base, self.base.place[usize::from(value)]);
                    }
                }
            }
            seen.insert((base, exponents));
            stopped = clock.worked(8);
            if stopped.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        stopped?;
        Ok(seen.into_iter().map(|(base, exponents)| ModelOption { base, exponents }).collect())
    }

    /// The product of an element, given by its base and the exponents, and an option.
    #[inline]
    fn after(&self, base: u32, exponents: &[u32], option: &ModelOption) -> usize {
        let mut element = self.base.times(base, option.base) as usize * self.block;
        for (place, (&one, &other)) in exponents.iter().zip(&option.exponents).enumerate() {
            element += self.wrap(place, one + other) as usize * self.strides[place];
        }
        element
    }

    /// The outcome of every element by the options of its least word.
    fn outcomes(
        &self,
        components: &dyn Components,
        order: &[u32],
        clock: &mut Clock<'_>,
    ) -> Result<Vec<bool>, Stopped> {
        let mut of_base = Vec::new();
        for &component in &self.base.generators {
            of_base.push(self.options(components, component, clock)?);
        }
        let mut of_free = Vec::new();
        for free in self.free {
            of_free.push(self.options(components, free.component, clock)?);
        }
        let mut is_p = vec![false; self.size];
        let mut exponents = vec![0; self.free.len()];
        for &element in &order[1..] {
            let element = element as usize;
            let base = (element / self.block) as u32;
            for (place, exponent) in exponents.iter_mut().enumerate() {
                *exponent = self.exponent(element, place);
            }
            let mut wins = false;
            for &(generator, rest) in &self.base.rests[base as usize] {
                let options = &mut of_base[generator as usize];
                wins = wins || self.has_p_option(rest, &exponents, options, &is_p, clock)?;
            }
            for (place, options) in of_free.iter_mut().enumerate() {
                if !wins && exponents[place] > 0 {
                    exponents[place] -= 1;
                    wins = self.has_p_option(base, &exponents, options, &is_p, clock)?;
                    exponents[place] += 1;
                }
            }
            is_p[element] = !wins;
        }
        Ok(is_p)
    }

    /// Whether the rest of a word with some option of the component that was taken out is for the second
    /// player.
    fn has_p_option(
        &self,
        rest: u32,
        exponents: &[u32],
        options: &mut [ModelOption],
        is_p: &[bool],
        clock: &mut Clock<'_>,
    ) -> Result<bool, Stopped> {
        let found = options.iter().position(|option| is_p[self.after(rest, exponents, option)]);
        clock.worked(found.unwrap_or(options.len()) + 1)?;
        if let Some(found) = found.filter(|&found| found > 0) {
            // What won once mostly wins again.
            options.swap(found, found / 2);
        }
        Ok(found.is_some())
    }

    /// The element that a generator makes of another.
    #[inline]
    fn act(&self, generator: usize, base: u32, rest: usize) -> (u32, usize) {
        let bases = self.base.generators.len();
        if generator < bases {
            let value = self.candidate.values[self.base.generators[generator]];
            return (self.base.times(base, self.base.place[usize::from(value)]), rest);
        }
        (base, self.powers[generator - bases][rest].1 as usize)
    }

    fn generators(&self) -> usize {
        self.base.generators.len() + self.free.len()
    }

    /// The classes of elements that no product tells apart.
    fn classes(&self, is_p: &[bool], caps: Caps, clock: &mut Clock<'_>) -> Result<Vec<u32>, NoGuess> {
        let mut classes: Vec<u32> = is_p.iter().map(|&p| p.into()).collect();
        let mut keys = vec![0_u64; self.size];
        let mut count = if is_p.contains(&true) { 2 } else { 1 };
        loop {
            self.keys(&classes, &mut keys, clock)?;
            let mut number = HashMap::with_capacity(2 * count);
            for (class, &key) in classes.iter_mut().zip(&keys) {
                let next = number.len() as u32;
                *class = *number.entry(key).or_insert(next);
            }
            clock.worked(8 * self.size)?;
            let finer = number.len();
            if finer > caps.order {
                return Err(NoGuess::TooLarge(finer));
            }
            if finer == count && self.are_closed(&classes, count) {
                return Ok(classes);
            }
            count = finer;
        }
    }

    /// Whether products with generators lead from one class to one class: so no hash stands for an element.
    fn are_closed(&self, classes: &[u32], count: usize) -> bool {
        (0..self.generators()).all(|generator| {
            let mut image = vec![NOWHERE; count];
            classes.iter().enumerate().all(|(element, &class)| {
                let (base, rest) = self.act(generator, (element / self.block) as u32, element % self.block);
                let to = classes[base as usize * self.block + rest];
                let before = std::mem::replace(&mut image[class as usize], to);
                before == to || before == NOWHERE
            })
        })
    }

    /// For each element a hash of its class and of those of its products with the generators.
    fn keys(&self, classes: &[u32], keys: &mut [u64], clock: &mut Clock<'_>) -> Result<(), Stopped> {
        for (key, &class) in keys.iter_mut().zip(classes) {
            *key = u64::from(class);
        }
        let block = self.block;
        for generator in 0..self.generators() {
            for base in 0..self.base.elements.len() {
                let keys = &mut keys[base * block..][..block];
                let (to, _) = self.act(generator, base as u32, 0);
                let classes = &classes[to as usize * block..][..block];
                if generator < self.base.generators.len() {
                    keys.iter_mut().zip(classes).for_each(|(key, &class)| *key = mixed(*key, class));
                } else {
                    let powers = &self.powers[generator - self.base.generators.len()];
                    for (key, &(_, next)) in keys.iter_mut().zip(powers) {
                        *key = mixed(*key, classes[next as usize]);
                    }
                }
                clock.worked(block)?;
            }
        }
        Ok(())
    }

    /// The monoid of the classes.
    fn merged(
        &self,
        components: &dyn Components,
        order: &[u32],
        classes: &[u32],
        is_p: &[bool],
        caps: Caps,
        clock: &mut Clock<'_>,
    ) -> Result<Candidate, NoGuess> {
        let (numbers, heads) = self.numbered(order, classes);
        let count = heads.len();
        if count > caps.order {
            return Err(NoGuess::TooLarge(count));
        }
        clock.has_room(4 * count * count)?;
        let number = |element: usize| numbers[classes[element] as usize];
        let mut p = Set::new(count);
        let (mut steps, mut weights) = (vec![(0, 0)], vec![0]);
        let mut table: Vec<Element> = Vec::with_capacity(count * count);
        table.extend((0..count).map(|element| element as Element));
        let mut acts = Vec::new();
        for generator in 0..self.generators() {
            let act = |&head: &u32| {
                let (base, rest) = self.act(generator, head / self.block as u32, head as usize % self.block);
                number(base as usize * self.block + rest)
            };
            acts.push(heads.iter().map(act).collect::<Vec<Element>>());
        }
        for (place, &head) in heads.iter().enumerate() {
            if is_p[head as usize] {
                p.insert(place);
            }
            if place == 0 {
                continue;
            }
            let (generator, component, before) = self.step(head as usize);
            let before = number(before);
            steps.push((before, component));
            weights.push(weights[usize::from(before)] + components.weight(component));
            let row = usize::from(before) * count;
            for other in 0..count {
                table.push(acts[generator][usize::from(table[row + other])]);
            }
            clock.worked(count)?;
        }
        let monoid = BipartiteMonoid::new(count, table, p);
        let mut values: Vec<Element> = Vec::with_capacity(self.candidate.values.len());
        for (component, &value) in self.candidate.values.iter().enumerate() {
            let free = self.free.iter().position(|free| free.component == component);
            values.push(match free {
                Some(place) => number(self.strides[place]),
                None => number(self.base.place[usize::from(value)] as usize * self.block),
            });
        }
        Ok(Candidate { monoid, values, steps, weights })
    }

    /// The classes numbered by their lightest elements, and these.
    fn numbered(&self, order: &[u32], classes: &[u32]) -> (Vec<Element>, Vec<u32>) {
        let count = classes.iter().max().map_or(0, |&most| most as usize + 1);
        let mut numbers = vec![Element::MAX; count];
        let mut heads = Vec::with_capacity(count);
        for &element in order {
            let slot = &mut numbers[classes[element as usize] as usize];
            if *slot == Element::MAX {
                *slot = heads.len() as Element;
                heads.push(element);
            }
        }
        (numbers, heads)
    }

    /// The last generator of the word of an element, its component, and the element before.
    fn step(&self, element: usize) -> (usize, usize, usize) {
        let bases = self.base.generators.len();
        for place in 0..self.free.len() {
            if self.exponent(element, place) > 0 {
                return (bases + place, self.free[place].component, element - self.strides[place]);
            }
        }
        let (before, generator) = self.base.steps[element / self.block];
        let generator = generator as usize;
        (generator, self.base.generators[generator], before as usize * self.block)
    }
}

/// A hash of a hash and a class.
#[inline]
fn mixed(key: u64, class: u32) -> u64 {
    let product =
        u128::from(key ^ 0x9e37_79b9_7f4a_7c15) * u128::from(u64::from(class) ^ 0xd6e8_feb8_6659_fd93);
    (product as u64) ^ ((product >> 64) as u64).rotate_left(17)
}
