//! Normal play: the couples that a claim needs, from the largest down.
//!
//! A couple needs an option of every smaller nimber, and a refutation of every option (`grundy_check::proof`). What has
//! least choice is settled first: by couples that are there already, else by the smallest new ones.

mod questions;

use super::NotProved;
use super::sources::Source;
use grundy_check::proof::{ProofGames, ProofPart};
use grundy_core::Run;
use std::collections::{BinaryHeap, HashMap};
use std::rc::Rc;

/// The couples that are needed so far.
pub(super) struct Couples<'a> {
    games: &'a ProofGames,
    source: &'a mut dyn Source,
    /// The names of those that may be used.
    lemmas: &'a [String],
    is_finite: bool,
    numbers: HashMap<ProofPart, u32>,
    parts: Vec<Listed>,
    waiting: BinaryHeap<(u64, std::cmp::Reverse<u32>)>,
    /// The bytes of options that were kept since all were last dropped. The run holds them.
    kept: usize,
    /// How often something was asked that was not known.
    pub(super) asked: u64,
    run: &'a Run,
}

/// A part that was met.
struct Listed {
    part: ProofPart,
    size: u64,
    nimber: Option<u64>,
    /// What had been asked when its nimber was last looked up in vain.
    looked_at: u64,
    is_needed: bool,
    is_by_lemma: bool,
    options: Option<Options>,
    /// How many options it has for the checker, which counts those with equal pairs too.
    count: usize,
    /// What it costs to need it: its size, or little where much can stand on it.
    cost: u64,
}

/// Options as lists of parts, without equal pairs.
type Options = Rc<[Box<[u32]>]>;

/// The most bytes of options that are kept. Beyond it all are dropped, and worked out anew when they are asked for.
const MOST_KEPT: usize = 64 << 20;

/// What new couples a choice needs, and how large they are together: the least is taken.
pub(super) struct Choice {
    size: u64,
    parts: Vec<u32>,
}

/// What has to be shown, as choices of parts: the couples of all parts of one of them have to be there.
pub(super) type Job = Vec<Vec<u32>>;

/// A job with these choices, if anything is needed for it.
pub(super) fn job_of(choices: Vec<Choice>) -> Option<Job> {
    let is_done = choices.iter().any(|choice| choice.parts.is_empty());
    (!is_done).then(|| choices.into_iter().map(|choice| choice.parts).collect())
}

/// The parts but the one at this place.
fn all_but(parts: &[u32], place: usize) -> Vec<u32> {
    [&parts[..place], &parts[place + 1..]].concat()
}

impl<'a> Couples<'a> {
    pub(super) fn new(
        games: &'a ProofGames,
        source: &'a mut dyn Source,
        lemmas: &'a [String],
        run: &'a Run,
    ) -> Self {
        let is_finite = !games.may_be_endless();
        Couples {
            games,
            source,
            lemmas,
            is_finite,
            numbers: HashMap::new(),
            parts: Vec::new(),
            waiting: BinaryHeap::new(),
            kept: 0,
            asked: 0,
            run,
        }
    }

    /// For each part that was met, how much can stand on it: each job of these couples is shared out among its choices.
    fn demand_of(&mut self, couples: &[u32]) -> Result<Vec<f64>, NotProved> {
        let mut demand: Vec<f64> = Vec::new();
        for &part in couples {
            self.run.check()?;
            let jobs = self.choices_of_jobs(part)?;
            demand.resize(self.parts.len(), 0.0);
            for choices in jobs {
                let share = 1.0 / choices.len().max(1) as f64;
                let parts = choices.iter().flat_map(|choice| &choice.parts);
                parts.for_each(|&part| demand[part as usize] += share);
            }
        }
        demand.resize(self.parts.len(), 0.0);
        Ok(demand)
    }

    /// Needs nothing any more. The cost of each part is now the smaller, the more of the couples that were needed can
    /// stand on it.
    pub(super) fn begin_again(&mut self) -> Result<(), NotProved> {
        let needed = self.needed();
        // What is needed would stand in the place of all choices.
        self.need_nothing();
        let demand = self.demand_of(&needed)?;
        for (listed, demand) in self.parts.iter_mut().zip(demand) {
            listed.cost = cost_of(demand);
        }
        Ok(())
    }

    /// The parts whose couples are needed.
    pub(super) fn needed(&self) -> Vec<u32> {
        let is_couple = |(_, listed): &(u32, &Listed)| listed.is_needed && !listed.is_by_lemma;
        (0..).zip(&self.parts).filter(is_couple).map(|(part, _)| part).collect()
    }

    /// The parts of some couples that are no lemma's.
    pub(super) fn numbers_of(&mut self, couples: &[(ProofPart, u64)]) -> Result<Vec<u32>, NotProved> {
        let numbers: Vec<u32> =
            couples.iter().map(|(part, _)| self.number(part)).collect::<Result<_, _>>()?;
        Ok(numbers.into_iter().filter(|&part| !self.parts[part as usize].is_by_lemma).collect())
    }

    /// The couples of some parts, in the order of a proof.
    pub(super) fn listed(&self, parts: &[u32]) -> Vec<(ProofPart, u64)> {
        let listed = parts.iter().map(|&part| &self.parts[part as usize]);
        let couple = |listed: &Listed| (listed.part.clone(), listed.nimber.expect("what is needed is known"));
        let mut couples: Vec<(ProofPart, u64)> = listed.map(couple).collect();
        couples.sort_unstable();
        couples
    }

    /// Needs nothing any more.
    pub(super) fn need_nothing(&mut self) {
        self.parts.iter_mut().for_each(|listed| listed.is_needed = listed.is_by_lemma);
    }

    /// All couples of these parts, as the only choice.
    pub(super) fn all_of(&mut self, parts: &[ProofPart]) -> Result<Choice, NotProved> {
        let parts = self.sum(parts)?;
        Ok(self.choice(parts.iter()))
    }

    /// The choices of what shows that some parts do not come to this nimber.
    pub(super) fn ways_to_refute(
        &mut self,
        parts: &[ProofPart],
        nimber: u64,
    ) -> Result<Vec<Choice>, NotProved> {
        let parts = self.sum(parts)?;
        self.refutations(&parts, nimber)
    }

    /// The choices that are known for each job of a couple. Nothing may be needed yet.
    fn choices_of_jobs(&mut self, part: u32) -> Result<Vec<Vec<Choice>>, NotProved> {
        let nimber = self.find(part)?;
        let options = self.options(part)?;
        let mut jobs = Vec::new();
        for smaller in 0..nimber {
            jobs.push(self.witnesses(&options, smaller)?);
        }
        for option in options.iter() {
            jobs.push(self.refutations(option, nimber)?);
        }
        self.parts[part as usize].options = None;
        Ok(jobs)
    }

    /// The jobs of a couple, but those for which nothing is needed. Nothing may be needed yet.
    pub(super) fn jobs(&mut self, part: u32) -> Result<Vec<Job>, NotProved> {
        Ok(self.choices_of_jobs(part)?.into_iter().filter_map(job_of).collect())
    }

    /// Needs couples of all these parts, and says what they come to.
    pub(super) fn need_all(&mut self, parts: &[ProofPart]) -> Result<u64, NotProved> {
        let parts = self.sum(parts)?;
        let mut total = 0;
        for &part in &parts {
            total ^= self.find(part)?;
            self.need(part);
        }
        Ok(total)
    }

    /// The nim-sum of some parts, where it is known.
    pub(super) fn known_sum(&mut self, parts: &[ProofPart]) -> Result<Option<u64>, NotProved> {
        let parts = self.sum(parts)?;
        self.at_hand_all(&parts)
    }

    /// Whether some parts come to 0, asked where it is not known.
    pub(super) fn is_zero(&mut self, parts: &[ProofPart]) -> Result<bool, NotProved> {
        let parts = self.sum(parts)?;
        if let Some(nimber) = self.at_hand_all(&parts)? {
            return Ok(nimber == 0);
        }
        // A reply that is known spares the question.
        if !self.refutations(&parts, 0)?.is_empty() {
            return Ok(false);
        }
        let only: Options = Rc::from([parts]);
        self.ask_option(&only, 0)
    }

    /// Needs a refutation that some parts come to this.
    pub(super) fn refute(&mut self, parts: &[ProofPart], nimber: u64) -> Result<(), NotProved> {
        let parts = self.sum(parts)?;
        let mut choices = self.refutations(&parts, nimber)?;
        if choices.is_empty() {
            self.ask_refutation(&parts, nimber)?;
            choices = self.refutations(&parts, nimber)?;
        }
        self.take(choices, || "a refutation was found and is not there".to_owned())
    }

    /// Shows all couples that are needed.
    pub(super) fn close(&mut self) -> Result<(), NotProved> {
        while let Some((_, std::cmp::Reverse(part))) = self.waiting.pop() {
            self.run.check()?;
            self.show(part)?;
        }
        Ok(())
    }

    fn show(&mut self, part: u32) -> Result<(), NotProved> {
        let nimber = self.parts[part as usize].nimber.expect("what is needed is known");
        let options = self.options(part)?;
        let mut jobs: Vec<(usize, Task)> = Vec::new();
        for smaller in 0..nimber {
            jobs.push((self.witnesses(&options, smaller)?.len(), Task::Witness(smaller)));
        }
        for option in 0..options.len() {
            let choices = self.refutations(&options[option], nimber)?;
            if !choices.iter().any(|choice| choice.parts.is_empty()) {
                jobs.push((choices.len(), Task::Refutation(option)));
            }
        }
        jobs.sort_unstable();
        for (_, job) in jobs {
            match job {
                Task::Witness(smaller) => {
                    let mut choices = self.witnesses(&options, smaller)?;
                    if choices.is_empty() {
                        self.ask_option(&options, smaller)?;
                        choices = self.witnesses(&options, smaller)?;
                    }
                    self.take(choices, || format!("no option of *{smaller} was found"))?;
                }
                Task::Refutation(option) => {
                    let mut choices = self.refutations(&options[option], nimber)?;
                    if choices.is_empty() {
                        self.ask_refutation(&options[option], nimber)?;
                        choices = self.refutations(&options[option], nimber)?;
                    }
                    self.take(choices, || "a refutation was found and is not there".to_owned())?;
                }
            }
        }
        // Whoever comes later rarely asks for the options of a part that has been shown.
        self.parts[part as usize].options = None;
        Ok(())
    }

    /// Takes the choice that needs least.
    fn take(&mut self, choices: Vec<Choice>, told: impl FnOnce() -> String) -> Result<(), NotProved> {
        let least = choices.into_iter().min_by_key(|choice| (choice.size, choice.parts.len()));
        let least = least.ok_or_else(|| NotProved::Fault(told()))?;
        least.parts.into_iter().for_each(|part| self.need(part));
        Ok(())
    }

    /// The number of a part.
    fn number(&mut self, part: &ProofPart) -> Result<u32, NotProved> {
        if let Some(&number) = self.numbers.get(part) {
            return Ok(number);
        }
        let number = self.parts.len() as u32;
        let may_be_used = |lemma: &str| self.lemmas.iter().any(|named| named == lemma);
        let lemma = self.games.by_lemma(part).filter(|(_, lemma)| may_be_used(lemma));
        self.run.hold(2 * size_of::<(ProofPart, Listed)>())?;
        self.parts.push(Listed {
            part: part.clone(),
            size: self.games.size(part),
            nimber: lemma.map(|(nimber, _)| nimber),
            looked_at: u64::MAX,
            is_needed: lemma.is_some(),
            is_by_lemma: lemma.is_some(),
            options: None,
            count: 0,
            cost: self.games.size(part),
        });
        self.numbers.insert(part.clone(), number);
        Ok(number)
    }

    /// Parts as numbers, without equal pairs.
    fn sum(&mut self, parts: &[ProofPart]) -> Result<Box<[u32]>, NotProved> {
        let odd = parts.chunk_by(|one, other| one == other).filter(|equal| equal.len() % 2 == 1);
        odd.map(|equal| self.number(&equal[0])).collect()
    }

    fn options(&mut self, part: u32) -> Result<Options, NotProved> {
        if let Some(options) = &self.parts[part as usize].options {
            return Ok(Rc::clone(options));
        }
        let listed = self.games.options(&self.parts[part as usize].part).map_err(NotProved::Fault)?;
        self.parts[part as usize].count = listed.len();
        let mut options = listed.iter().map(|option| self.sum(option)).collect::<Result<Vec<_>, _>>()?;
        options.sort_unstable();
        options.dedup();
        let options: Options = options.into();
        self.keep(options.iter().map(|option| size_of_val(option) + size_of_val(&**option)).sum())?;
        self.parts[part as usize].options = Some(Rc::clone(&options));
        Ok(options)
    }

    /// Holds the memory of some options. Where it would be too much, all other options are dropped first.
    fn keep(&mut self, bytes: usize) -> Result<(), NotProved> {
        if self.kept + bytes > MOST_KEPT || self.run.hold(bytes).is_err() {
            self.parts.iter_mut().for_each(|listed| listed.options = None);
            self.run.release(self.kept);
            self.kept = 0;
            self.run.hold(bytes)?;
        }
        self.kept += bytes;
        Ok(())
    }

    fn at_hand(&mut self, part: u32) -> Result<Option<u64>, NotProved> {
        let listed = &mut self.parts[part as usize];
        if listed.nimber.is_none() && listed.looked_at != self.asked {
            listed.looked_at = self.asked;
            listed.nimber = self.source.at_hand(&listed.part)?;
        }
        Ok(listed.nimber)
    }

    fn at_hand_all(&mut self, parts: &[u32]) -> Result<Option<u64>, NotProved> {
        let mut total = 0;
        for &part in parts {
            match self.at_hand(part)? {
                Some(nimber) => total ^= nimber,
                None => return Ok(None),
            }
        }
        Ok(Some(total))
    }

    /// The nimber, asked where it is not known.
    fn find(&mut self, part: u32) -> Result<u64, NotProved> {
        if let Some(nimber) = self.at_hand(part)? {
            return Ok(nimber);
        }
        self.asked += 1;
        let nimber = self.source.nimber(&self.parts[part as usize].part)?;
        self.parts[part as usize].nimber = Some(nimber);
        Ok(nimber)
    }

    fn need(&mut self, part: u32) {
        let listed = &mut self.parts[part as usize];
        if !listed.is_needed {
            listed.is_needed = true;
            self.waiting.push((listed.size, std::cmp::Reverse(part)));
        }
    }

    /// What a choice of these parts needs besides what is there.
    fn choice<'p>(&self, parts: impl Iterator<Item = &'p u32>) -> Choice {
        let new = parts.copied().filter(|&part| !self.parts[part as usize].is_needed);
        let mut parts: Vec<u32> = new.collect();
        parts.sort_unstable();
        parts.dedup();
        let size = parts.iter().map(|&part| self.parts[part as usize].cost).fold(0, u64::saturating_add);
        Choice { size, parts }
    }

    /// The options of this nimber.
    fn witnesses(&mut self, options: &Options, nimber: u64) -> Result<Vec<Choice>, NotProved> {
        let mut found = Vec::new();
        for option in options.iter() {
            if self.at_hand_all(option)? == Some(nimber) {
                found.push(self.choice(option.iter()));
            }
        }
        Ok(found)
    }

    /// What could show that some parts do not come to this nimber.
    fn refutations(&mut self, parts: &[u32], nimber: u64) -> Result<Vec<Choice>, NotProved> {
        let mut found = Vec::new();
        let mut unknown: Option<u32> = None;
        for &part in parts {
            if self.at_hand(part)?.is_none() && unknown.replace(part).is_some() {
                return Ok(found);
            }
        }
        if unknown.is_none() {
            if self.at_hand_all(parts)? == Some(nimber) {
                return Err(NotProved::Fault("two answers of the search contradict each other".to_owned()));
            }
            let choice = self.choice(parts.iter());
            if choice.parts.is_empty() {
                return Ok(vec![choice]);
            }
            found.push(choice);
        }
        for (place, &part) in parts.iter().enumerate() {
            // A reply is looked for in a part that has no couple.
            if unknown.is_some_and(|unknown| unknown != part) || self.parts[part as usize].is_needed {
                continue;
            }
            let others = all_but(parts, place);
            let wanted = self.at_hand_all(&others)?.expect("the others are known") ^ nimber;
            let options = self.options(part)?;
            if self.is_finite && (self.parts[part as usize].count as u64) < wanted {
                found.push(self.choice(others.iter()));
            }
            for option in options.iter() {
                if self.at_hand_all(option)? == Some(wanted) {
                    let choice = self.choice(others.iter().chain(option));
                    if choice.parts.is_empty() {
                        return Ok(vec![choice]);
                    }
                    found.push(choice);
                }
            }
        }
        Ok(found)
    }
}

/// What has to be found for a couple.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Task {
    /// An option of this nimber.
    Witness(u64),
    /// A refutation of the option at this place.
    Refutation(usize),
}

/// What it costs to need a part on which so much can stand.
fn cost_of(demand: f64) -> u64 {
    (1e6 / demand.max(1e-3)) as u64
}
