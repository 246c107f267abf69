//! The parts that a position can fall into: any position of any game as a finite list of components.

use crate::components::Listed;
use foldhash::{HashMap, HashMapExt};
use grundy_core::{Ruleset, Run, StopReason, Stopped};
use std::ops::ControlFlow;

/// All parts that can be reached from a position, each with its options as sums of parts before it.
///
/// ```
/// use grundy_core::{Ruleset, Run};
/// use grundy_misere::PositionParts;
/// use std::ops::ControlFlow;
///
/// /// Heaps of beans; a move takes any number from one.
/// struct Nim;
/// impl Ruleset for Nim {
///     type Position = Vec<u64>;
///     type Move = (usize, u64);
///     fn moves<B>(&self, at: &Vec<u64>, visit: impl FnMut((usize, u64)) -> ControlFlow<B>) -> ControlFlow<B> {
///         let all = at.iter().enumerate().flat_map(|(heap, &beans)| (0..beans).map(move |left| (heap, left)));
///         all.into_iter().try_for_each(visit)
///     }
///     fn play(&self, at: &Vec<u64>, &(heap, left): &(usize, u64)) -> Vec<u64> {
///         let mut heaps = at.clone();
///         heaps[heap] = left;
///         heaps
///     }
///     fn moves_left(&self, at: &Vec<u64>) -> u128 { at.iter().map(|&beans| u128::from(beans)).sum() }
///     fn split(&self, at: Vec<u64>) -> Vec<Vec<u64>> { at.into_iter().map(|beans| vec![beans]).collect() }
/// }
/// let parts = PositionParts::of(&Nim, vec![3, 5, 5], 1_000, &Run::unlimited())?;
/// assert_eq!((parts.parts().len(), parts.start()), (5, &[2, 4, 4][..]));
/// # Ok::<(), grundy_core::Stopped>(())
/// ```
pub struct PositionParts<P> {
    parts: Vec<P>,
    pub(crate) listed: Listed,
    options: Vec<Vec<Vec<usize>>>,
    start: Vec<usize>,
    places: HashMap<P, usize>,
}

/// A part whose options are being listed.
struct Open<P> {
    part: P,
    /// The options, each as its parts.
    options: Vec<Vec<P>>,
    /// How many of all the parts of the options are known.
    option: usize,
    place: usize,
}

impl<P> PositionParts<P> {
    pub(crate) fn options_count(&self) -> usize {
        self.options.len()
    }
}

impl<P: Clone + Eq + std::hash::Hash> PositionParts<P> {
    /// The parts of a position. Parts without moves are left out.
    ///
    /// # Errors
    /// When the run stops, or with the reason of memory when there are more than `most`.
    pub fn of<R: Ruleset<Position = P>>(
        rules: &R,
        position: P,
        most: usize,
        run: &Run,
    ) -> Result<PositionParts<P>, Stopped> {
        let mut found = PositionParts {
            parts: Vec::new(),
            listed: Listed::default(),
            options: Vec::new(),
            start: Vec::new(),
            places: HashMap::new(),
        };
        let mut places: HashMap<P, usize> = HashMap::new();
        let start = split(rules, position);
        for part in &start {
            found.explore(rules, part.clone(), &mut places, most, run)?;
        }
        found.start = start.iter().map(|part| places[part]).collect();
        found.start.sort_unstable();
        found.places = places;
        Ok(found)
    }

    /// Depth first with a stack of its own; a part gets its place when all that it leads to have theirs.
    fn explore<R: Ruleset<Position = P>>(
        &mut self,
        rules: &R,
        part: P,
        places: &mut HashMap<P, usize>,
        most: usize,
        run: &Run,
    ) -> Result<(), Stopped> {
        if places.contains_key(&part) {
            return Ok(());
        }
        let mut stack = vec![open(rules, part, run)?];
        while let Some(top) = stack.last_mut() {
            let next = top.options.get(top.option).and_then(|option| option.get(top.place));
            match next {
                Some(part) if places.contains_key(part) => top.place += 1,
                Some(part) => {
                    let part = part.clone();
                    if self.parts.len() + stack.len() >= most {
                        return Err(Stopped { reason: StopReason::Memory, nodes: run.nodes() });
                    }
                    let opened = open(rules, part, run)?;
                    stack.push(opened);
                }
                None if top.option < top.options.len() => (top.option, top.place) = (top.option + 1, 0),
                None => {
                    let done = stack.pop().expect("it is there");
                    let options: Vec<Vec<usize>> = done
                        .options
                        .iter()
                        .map(|option| option.iter().map(|part| places[part]).collect())
                        .collect();
                    places.insert(done.part.clone(), self.parts.len());
                    self.parts.push(done.part);
                    self.listed.push(options.clone());
                    self.options.push(options);
                }
            }
        }
        Ok(())
    }

    /// The parts, each after all that it leads to.
    pub fn parts(&self) -> &[P] {
        &self.parts
    }

    /// The options of each part, as lists of parts.
    pub fn options(&self) -> &[Vec<Vec<usize>>] {
        &self.options
    }

    /// The position, as a list of parts.
    pub fn start(&self) -> &[usize] {
        &self.start
    }

    /// Where a part stands in the list.
    pub fn place(&self, part: &P) -> Option<usize> {
        self.places.get(part).copied()
    }
}

/// The parts of a position that have moves, each in canonical form.
pub(crate) fn split<R: Ruleset>(rules: &R, position: R::Position) -> Vec<R::Position> {
    let parts = rules.split(position).into_iter().map(|part| rules.canon(part));
    parts.filter(|part| rules.has_moves(part)).collect()
}

fn open<R: Ruleset>(rules: &R, part: R::Position, run: &Run) -> Result<Open<R::Position>, Stopped> {
    let mut options = Vec::new();
    let mut done = run.step();
    let _ = rules.moves(&part, |mv| {
        options.push(split(rules, rules.play(&part, &mv)));
        done = done.and_then(|()| run.check());
        if done.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    done?;
    Ok(Open { part, options, option: 0, place: 0 })
}
