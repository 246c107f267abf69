//! Small solutions of and-or graphs by local search.
//!
//! A couple needs something for each of its options and for each smaller nimber, its jobs, and for most jobs there are
//! several choices: sets of couples, one of which must be there whole. So a proof is a set of couples with such a
//! choice for each job of the claims and of its couples. To find a smallest one is hard, for covering by sets is a
//! special case. Here one couple after the other is left out, in random order; what it showed is shown by others; what
//! has become superfluous is dropped; and the result is kept unless it is larger.

use grundy_core::Run;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::ops::Range;

/// Stands for the claims where a couple is named whose job something is.
const CLAIMS: u32 = u32::MAX;
/// An attempt to leave a couple out ends when it has added more couples than this, before superfluous ones are dropped.
const MOST_ADDED: usize = 24;

/// The jobs of some couples, which have numbers from 0, with their choices: an and-or graph.
#[derive(Default)]
pub(super) struct Choices {
    /// For each job whose it is. The jobs of a couple follow each other.
    owners: Vec<u32>,
    /// For each job where its choices begin.
    jobs: Vec<u32>,
    /// For each choice where its couples begin.
    choices: Vec<u32>,
    couples: Vec<u32>,
}

impl Choices {
    /// Adds a job of a couple, or of the claims.
    pub(super) fn add_job(&mut self, owner: Option<u32>) {
        self.owners.push(owner.unwrap_or(CLAIMS));
        self.jobs.push(self.choices.len() as u32);
    }

    /// Adds a choice of the last job.
    pub(super) fn add_choice(&mut self, couples: impl IntoIterator<Item = u32>) {
        self.choices.push(self.couples.len() as u32);
        self.couples.extend(couples);
    }

    /// Bytes that the graph takes, with what a search in it needs.
    pub(super) fn bytes(&self) -> usize {
        4 * (3 * self.owners.len() + 3 * self.choices.len() + 2 * self.couples.len())
    }

    /// The same with other numbers for the couples. The jobs of a couple that has none are left out, and the choices that
    /// it is in.
    pub(super) fn renumbered(&self, number: impl Fn(u32) -> Option<u32>) -> Choices {
        let mut all = Choices::default();
        for (job, &owner) in (0..).zip(&self.owners) {
            let owner = if owner == CLAIMS { None } else { Some(number(owner)) };
            if owner == Some(None) {
                continue;
            }
            all.add_job(owner.flatten());
            for choice in self.choices_of(job) {
                let couples: Option<Vec<u32>> =
                    self.couples_of(choice).iter().map(|&couple| number(couple)).collect();
                couples.into_iter().for_each(|couples| all.add_choice(couples));
            }
        }
        all
    }

    /// Without the couples that no set of couples can show. `couples` is the number of all couples.
    pub(super) fn without_dead_ends(self, couples: usize) -> Choices {
        let mut is_possible = vec![true; couples];
        loop {
            let mut is_changed = false;
            for (job, &owner) in (0..).zip(&self.owners) {
                if owner == CLAIMS || !is_possible[owner as usize] {
                    continue;
                }
                let is_whole =
                    |choice| self.couples_of(choice).iter().all(|&couple| is_possible[couple as usize]);
                if !self.choices_of(job).any(is_whole) {
                    is_possible[owner as usize] = false;
                    is_changed = true;
                }
            }
            if !is_changed {
                break;
            }
        }
        self.renumbered(|couple| is_possible[couple as usize].then_some(couple))
    }

    fn choices_of(&self, job: u32) -> Range<u32> {
        let end = self.jobs.get(job as usize + 1).map_or(self.choices.len() as u32, |&next| next);
        self.jobs[job as usize]..end
    }

    fn couples_of(&self, choice: u32) -> &[u32] {
        let begin = self.choices[choice as usize] as usize;
        let end = self.choices.get(choice as usize + 1).map_or(self.couples.len(), |&next| next as usize);
        &self.couples[begin..end]
    }

    /// Whether each job of the claims and of these couples has a choice among them.
    pub(super) fn are_enough(&self, couples: &[bool]) -> bool {
        let is_there = |&couple: &u32| couples[couple as usize];
        (0..)
            .zip(&self.owners)
            .filter(|(_, owner)| **owner == CLAIMS || is_there(owner))
            .all(|(job, _)| self.choices_of(job).any(|choice| self.couples_of(choice).iter().all(is_there)))
    }

    /// No more couples than these, and enough, as they must be. It takes up to `tries` attempts to leave one out; where
    /// the run stops, what has been found until then is given.
    pub(super) fn fewer(&self, couples: &[bool], tries: usize, run: &Run) -> Vec<bool> {
        let mut search = LocalSearch::new(self, couples);
        search.drop_superfluous((0..couples.len() as u32).collect());
        let mut tried = 0;
        while tried < tries {
            let there = |&couple: &u32| search.is_there[couple as usize];
            let mut order: Vec<u32> = (0..couples.len() as u32).filter(there).collect();
            if order.is_empty() {
                break;
            }
            order.shuffle(&mut search.random);
            for couple in order {
                if run.check().is_err() {
                    return search.is_there;
                }
                search.leave_out(couple);
                tried += 1;
            }
        }
        search.is_there
    }
}

/// A set of couples that is enough, but while one is left out.
struct LocalSearch<'c> {
    all: &'c Choices,
    is_there: Vec<bool>,
    size: usize,
    /// For each choice its job.
    job_of: Vec<u32>,
    /// For each choice how many of its couples are not there.
    missing: Vec<u32>,
    /// For each job how many of its choices are there whole.
    whole: Vec<u32>,
    /// For each couple its jobs.
    own_jobs: Vec<Range<u32>>,
    /// For each couple where the choices that have it begin in `occurs`; they are in order.
    first: Vec<u32>,
    occurs: Vec<u32>,
    /// The couples that were added or taken away since the last attempt began.
    changes: Vec<u32>,
    random: ChaCha8Rng,
}

impl<'c> LocalSearch<'c> {
    fn new(all: &'c Choices, couples: &[bool]) -> Self {
        let mut job_of = vec![0; all.choices.len()];
        let mut own_jobs = vec![0..0; couples.len()];
        for (job, &owner) in (0..).zip(&all.owners) {
            all.choices_of(job).for_each(|choice| job_of[choice as usize] = job);
            if let Some(own) = own_jobs.get_mut(owner as usize) {
                *own = if own.start == own.end { job..job + 1 } else { own.start..job + 1 };
            }
        }
        let mut first = vec![0_u32; couples.len() + 1];
        all.couples.iter().for_each(|&couple| first[couple as usize + 1] += 1);
        (0..couples.len()).for_each(|couple| first[couple + 1] += first[couple]);
        let mut next = first.clone();
        let mut occurs = vec![0; all.couples.len()];
        let mut missing = Vec::with_capacity(all.choices.len());
        for choice in 0..all.choices.len() as u32 {
            missing.push(all.couples_of(choice).len() as u32);
            for &couple in all.couples_of(choice) {
                let next = &mut next[couple as usize];
                occurs[*next as usize] = choice;
                *next += 1;
            }
        }
        let mut search = LocalSearch {
            all,
            is_there: vec![false; couples.len()],
            size: 0,
            job_of,
            missing,
            whole: vec![0; all.owners.len()],
            own_jobs,
            first,
            occurs,
            changes: Vec::new(),
            random: ChaCha8Rng::seed_from_u64(0),
        };
        (0..).zip(couples).filter(|(_, is_there)| **is_there).for_each(|(couple, _)| search.change(couple));
        search
    }

    /// Where the choices that have a couple stand in `occurs`.
    fn places(&self, couple: u32) -> Range<usize> {
        self.first[couple as usize] as usize..self.first[couple as usize + 1] as usize
    }

    /// Adds a couple that is not there, or takes it away.
    fn change(&mut self, couple: u32) {
        self.changes.push(couple);
        let is_there = !self.is_there[couple as usize];
        self.is_there[couple as usize] = is_there;
        self.size = if is_there { self.size + 1 } else { self.size - 1 };
        for place in self.places(couple) {
            let choice = self.occurs[place] as usize;
            let whole = &mut self.whole[self.job_of[choice] as usize];
            if is_there {
                self.missing[choice] -= 1;
                *whole += u32::from(self.missing[choice] == 0);
            } else {
                *whole -= u32::from(self.missing[choice] == 0);
                self.missing[choice] += 1;
            }
        }
    }

    /// Whether a job is one of the claims or of a couple that is there.
    fn is_asked(&self, job: u32) -> bool {
        let owner = self.all.owners[job as usize];
        owner == CLAIMS || self.is_there[owner as usize]
    }

    fn is_open(&self, job: u32) -> bool {
        self.whole[job as usize] == 0 && self.is_asked(job)
    }

    /// Whether all jobs that are asked have a choice without this couple too.
    fn is_superfluous(&self, couple: u32) -> bool {
        // The choices of a job follow each other.
        let (mut last, mut with_couple) = (CLAIMS, 0);
        for place in self.places(couple) {
            let choice = self.occurs[place];
            if self.missing[choice as usize] > 0 {
                continue;
            }
            let job = self.job_of[choice as usize];
            with_couple = if job == last { with_couple + 1 } else { 1 };
            last = job;
            if with_couple == self.whole[job as usize] && self.is_asked(job) {
                return false;
            }
        }
        true
    }

    /// Takes away what is superfluous among these, then what only that had needed, and so on.
    fn drop_superfluous(&mut self, mut candidates: Vec<u32>) {
        candidates.shuffle(&mut self.random);
        while let Some(couple) = candidates.pop() {
            if self.is_there[couple as usize] && self.is_superfluous(couple) {
                self.change(couple);
                let begin = candidates.len();
                self.jobs_shown_by(couple, &mut candidates);
                candidates[begin..].shuffle(&mut self.random);
            }
        }
    }

    /// Adds the couples that show the jobs of a couple.
    fn jobs_shown_by(&self, couple: u32, into: &mut Vec<u32>) {
        self.own_jobs[couple as usize].clone().for_each(|job| self.shown_by(job, into));
    }

    /// Adds the couples that show a job.
    fn shown_by(&self, job: u32, into: &mut Vec<u32>) {
        let whole = self.all.choices_of(job).filter(|&choice| self.missing[choice as usize] == 0);
        whole.for_each(|choice| into.extend(self.all.couples_of(choice)));
    }

    /// Does without a couple, if that takes no more others.
    fn leave_out(&mut self, couple: u32) {
        if !self.is_there[couple as usize] {
            return;
        }
        self.changes.clear();
        let before = self.size;
        self.change(couple);
        if !self.stand_in(couple) {
            return self.take_back();
        }
        let mut candidates = Vec::new();
        self.jobs_shown_by(couple, &mut candidates);
        for &added in self.changes.iter().filter(|&&changed| self.is_there[changed as usize]) {
            for place in self.places(added) {
                let choice = self.occurs[place];
                let job = self.job_of[choice as usize];
                if self.missing[choice as usize] == 0 && self.is_asked(job) {
                    self.shown_by(job, &mut candidates);
                }
            }
        }
        candidates.sort_unstable();
        candidates.dedup();
        self.drop_superfluous(candidates);
        if self.size > before {
            self.take_back();
        }
    }

    /// Adds couples that show all that this one had shown, and their own jobs; whether that is possible with few.
    fn stand_in(&mut self, without: u32) -> bool {
        let jobs = self.places(without).map(|place| self.job_of[self.occurs[place] as usize]);
        let mut open: Vec<u32> = jobs.filter(|&job| self.is_open(job)).collect();
        open.dedup();
        let before = self.size;
        while let Some(job) = open.pop() {
            if self.whole[job as usize] > 0 {
                continue;
            }
            let Some(choice) = self.cheapest(job, without) else { return false };
            for &couple in self.all.couples_of(choice) {
                if !self.is_there[couple as usize] {
                    self.change(couple);
                    open.extend(
                        self.own_jobs[couple as usize].clone().filter(|&job| self.whole[job as usize] == 0),
                    );
                }
            }
            if self.size > before + MOST_ADDED {
                return false;
            }
        }
        true
    }

    /// The choice of a job that adds fewest couples and fewest open jobs, without a certain couple; of several one at
    /// random.
    fn cheapest(&mut self, job: u32, without: u32) -> Option<u32> {
        let mut best: Option<(usize, u32, u32)> = None;
        for choice in self.all.choices_of(job) {
            let couples = self.all.couples_of(choice);
            if couples.contains(&without) {
                continue;
            }
            let new = couples.iter().filter(|&&couple| !self.is_there[couple as usize]);
            let open = |&couple: &u32| {
                let jobs = self.own_jobs[couple as usize].clone();
                jobs.filter(|&job| self.whole[job as usize] == 0).count()
            };
            let cost = new.map(|couple| 1 + open(couple)).sum();
            let key = (cost, self.random.random(), choice);
            best = Some(best.map_or(key, |best| best.min(key)));
        }
        best.map(|(_, _, choice)| choice)
    }

    /// Undoes all changes of an attempt.
    fn take_back(&mut self) {
        for couple in std::mem::take(&mut self.changes).into_iter().rev() {
            self.change(couple);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Graphs in which each couple stands on smaller ones.
    fn graph(random: &mut ChaCha8Rng, couples: u32) -> Choices {
        let mut all = Choices::default();
        for _ in 0..4 {
            all.add_job(None);
            for _ in 0..3 {
                all.add_choice([random.random_range(couples / 2..couples)]);
            }
        }
        for couple in 1..couples {
            for _ in 0..random.random_range(1..5) {
                all.add_job(Some(couple));
                for _ in 0..random.random_range(1..4) {
                    let size = random.random_range(1..4);
                    let mut choice: Vec<u32> = (0..size).map(|_| random.random_range(0..couple)).collect();
                    choice.sort_unstable();
                    choice.dedup();
                    all.add_choice(choice);
                }
            }
        }
        all
    }

    #[test]
    fn where_nothing_is_asked_nothing_is_left() {
        let mut all = Choices::default();
        all.add_job(Some(1));
        all.add_choice([0]);
        assert_eq!(all.fewer(&[true, true], 100, &Run::unlimited()), [false, false]);
    }

    #[test]
    fn small_graphs_are_solved_nearly_always() {
        let mut random = ChaCha8Rng::seed_from_u64(4);
        let couples = 14;
        let (mut larger, mut all_sizes) = (0, 0);
        for _ in 0..60 {
            let all = graph(&mut random, couples);
            let there = |set: u32| (0..couples).map(|couple| set >> couple & 1 == 1).collect::<Vec<_>>();
            assert!(all.are_enough(&there(u32::MAX)));
            let least =
                (0..1 << couples).filter(|&set| all.are_enough(&there(set))).map(u32::count_ones).min();
            let found = all.fewer(&there(u32::MAX), 200, &Run::unlimited());
            assert!(all.are_enough(&found));
            let size = found.iter().filter(|is_there| **is_there).count();
            assert!(size >= least.unwrap() as usize);
            larger += size - least.unwrap() as usize;
            all_sizes += size;
        }
        assert!(all_sizes > 240 && larger * 20 < all_sizes, "{larger} too many of {all_sizes}");
    }
}
