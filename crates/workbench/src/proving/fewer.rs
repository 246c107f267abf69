//! Fewer couples than a first proof has: what else could show the claims is gathered, and searched for a small proof.

use super::NotProved;
use super::couples::{Couples, Job};
use super::local_search::Choices;
use grundy_core::Run;
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

/// How far the search looks beyond the couples of the first proof. The limits are counts and not times, so that the
/// proof is the same on every machine.
pub(super) struct Effort {
    /// The most couples that are gathered, as a multiple of the number that the proof has.
    pub(super) gathered: usize,
    /// The most questions that the solver is asked: whether a reply to an option shows that the option has another
    /// nimber.
    pub(super) questions: u64,
}

/// The most couples that are gathered, however many the proof has.
const MOST_GATHERED: usize = 60_000;
/// No further couple is looked at once the list of choices has this many bytes.
const MOST_BYTES: usize = 256 << 20;
/// What is counted for each byte of choices: a list may have room for twice its length, and there is a copy.
const COPIES: usize = 3;
const MEGABYTE: usize = 1 << 20;
/// How many attempts are made to leave a couple out, for each couple of the first proof.
const TRIES_EACH: usize = 25;
/// The most attempts in all. Every couple is tried once, even if there are more couples than this.
const TRIES: usize = 25_000;

/// Looks for a smaller set of couples that shows the claims. `proof` is a set that does; others are taken from the
/// couples that were `met` before, and from those that all of these can stand on. The result is no larger than `proof`.
/// When the run stops, the smallest set found so far is returned.
///
/// # Errors
/// When the proof does not show the claims.
pub(super) fn fewer(
    couples: &mut Couples<'_>,
    claims: &[Job],
    proof: Vec<u32>,
    met: &BTreeSet<u32>,
    effort: &Effort,
    run: &Run,
) -> Result<Vec<u32>, NotProved> {
    let mut held = 0;
    let found = searched(couples, claims, &proof, met, effort, run, &mut held);
    run.release(held);
    match found {
        Err(NotProved::Stopped(_)) => Ok(proof),
        found => found,
    }
}

fn searched(
    couples: &mut Couples<'_>,
    claims: &[Job],
    proof: &[u32],
    met: &BTreeSet<u32>,
    effort: &Effort,
    run: &Run,
    held: &mut usize,
) -> Result<Vec<u32>, NotProved> {
    // The couples of the proof come first: questions are asked about those before others.
    let mut gathered = proof.to_vec();
    let mut numbers: HashMap<u32, u32> = proof.iter().copied().zip(0..).collect();
    let most = (effort.gathered * proof.len()).min(MOST_GATHERED);
    let mut gather = |part: u32, gathered: &mut Vec<u32>| {
        if let Entry::Vacant(free) = numbers.entry(part) {
            free.insert(gathered.len() as u32);
            gathered.push(part);
        }
    };
    met.iter().for_each(|&part| gather(part, &mut gathered));
    let mut questions = effort.questions;
    let mut all = Choices::default();
    let mut add = |owner: Option<u32>, job: &Job| {
        all.add_job(owner);
        job.iter().for_each(|choice| all.add_choice(choice.iter().copied()));
        all.bytes()
    };
    for job in claims {
        add(None, job);
    }
    let (mut at, mut is_full) = (0, false);
    // What the proof has is looked at whole; others as far as there is memory.
    while at < proof.len() || (at < gathered.len() && !is_full) {
        run.check()?;
        couples.look_for_replies(gathered[at], &mut questions)?;
        for job in couples.jobs(gathered[at])? {
            let bytes = add(Some(gathered[at]), &job);
            if !is_full && COPIES * bytes > *held + MEGABYTE {
                let more = COPIES * bytes - *held;
                is_full = bytes > MOST_BYTES || run.hold(more).is_err();
                *held += if is_full { 0 } else { more };
            }
            for &part in job.iter().flatten() {
                if gathered.len() < most {
                    gather(part, &mut gathered);
                }
            }
        }
        at += 1;
    }
    gathered.truncate(at);
    let inside = all.renumbered(|part| numbers.get(&part).copied().filter(|&number| (number as usize) < at));
    drop(all);
    let all = inside.without_dead_ends(gathered.len());
    let is_there: Vec<bool> = (0..gathered.len()).map(|at| at < proof.len()).collect();
    if !all.are_enough(&is_there) {
        return Err(NotProved::Fault("the proof does not hold what it needs".to_owned()));
    }
    let is_there = all.fewer(&is_there, TRIES.min(TRIES_EACH * proof.len()), run);
    Ok(gathered.into_iter().zip(is_there).filter(|(_, is_there)| *is_there).map(|(part, _)| part).collect())
}
