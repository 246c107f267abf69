//! Proofs without what is superfluous.

use super::claimed::Claimed;
use super::couples::Couples;
use super::fewer::{Effort, fewer};
use super::sources::{OtherCouples, OtherSums};
use super::sums::Sums;
use super::{MOST_PASSES, NotProved, jobs_of_claim, single_move};
use grundy_check::proof::{ProofBody, ProofFile, ProofGames, ProofPart, SINGLE_PAIRS, check_proof};
use grundy_core::{Outcome, Run};
use std::collections::{BTreeSet, HashMap};

/// The same claims with fewer couples or sums, where some are superfluous: nothing is known but what the proof has. The
/// proof is checked first.
///
/// # Errors
/// When the proof does not prove its claims, or the run stops.
pub fn minimise(file: &ProofFile, run: &Run) -> Result<ProofFile, NotProved> {
    check_proof(file, run)?;
    without_superfluous(file, run)
}

/// [`minimise`] for a proof that is known to prove its claims: it is not checked.
pub(super) fn without_superfluous(file: &ProofFile, run: &Run) -> Result<ProofFile, NotProved> {
    let games = file.rules()?;
    let mut file = file.clone();
    if let ProofBody::Couples(known) = &file.body {
        file.body = minimised_couples(&file, known, &games, run)?;
        return Ok(file);
    }
    for _ in 0..MOST_PASSES {
        let ProofBody::Sums { parts, sums } = &file.body else { break };
        let body = minimised_sums(&file, parts, sums, &games, run)?;
        if body.len() >= file.body.len() {
            break;
        }
        file.body = body;
    }
    Ok(file)
}

fn minimised_couples(
    file: &ProofFile,
    known: &[(ProofPart, u64)],
    games: &ProofGames,
    run: &Run,
) -> Result<ProofBody, NotProved> {
    let mut source = OtherCouples(known.iter().map(|(part, nimber)| (part, *nimber)).collect());
    let mut couples = Couples::new(games, &mut source, &file.lemmas, run);
    let parts = couples.numbers_of(known)?;
    let mut jobs = Vec::new();
    for claim in &file.claims {
        let claimed = Claimed::read(games, &claim.position, file.convention, run)?;
        jobs.extend(jobs_of_claim(&mut couples, claim, &claimed)?);
    }
    let effort = Effort { gathered: 0, questions: 0 };
    let least = fewer(&mut couples, &jobs, parts, &BTreeSet::new(), &effort, run)?;
    run.check()?;
    Ok(ProofBody::Couples(couples.listed(&least)))
}

fn minimised_sums(
    file: &ProofFile,
    parts: &[ProofPart],
    known: &[Box<[u32]>],
    games: &ProofGames,
    run: &Run,
) -> Result<ProofBody, NotProved> {
    let pairs_cancel = file.lemmas.iter().any(|lemma| lemma == SINGLE_PAIRS);
    let numbers: HashMap<&ProofPart, u32> = parts.iter().zip(1..).collect();
    let positions = file.claims.iter().map(|claim| claim.position.as_str()).filter(|_| pairs_cancel);
    let singles =
        positions.map(|position| single_move(games, position, run)).collect::<Result<Vec<_>, _>>()?;
    let single = singles.into_iter().flatten().next();
    let sums = known.iter().map(|sum| &**sum).collect();
    let mut source = OtherSums { numbers, sums, has_single: single.is_some(), told: Vec::new() };
    let mut sums = Sums::new(games, &mut source, single.as_ref(), run)?;
    // A sum that is a reply to many options may spare others.
    sums.count_replies();
    show_claims(&mut sums, file, games, run)?;
    sums.begin_again();
    show_claims(&mut sums, file, games, run)?;
    Ok(sums.finish())
}

/// Needs what shows the claims of a proof, and shows all that is needed.
fn show_claims(
    sums: &mut Sums<'_>,
    file: &ProofFile,
    games: &ProofGames,
    run: &Run,
) -> Result<(), NotProved> {
    for claim in &file.claims {
        let claimed = Claimed::read(games, &claim.position, file.convention, run)?;
        let sum = sums.sum(&claimed.parts)?;
        match claim.outcome {
            Outcome::P => sums.need(&sum),
            Outcome::N if claim.winning.is_none() => sums.refute(&sum)?,
            Outcome::N => {}
        }
        let Some(winning) = &claim.winning else { continue };
        for (label, after) in claimed.moves_to_parts() {
            let sum = sums.sum(after)?;
            if winning.contains(label) { sums.need(&sum) } else { sums.refute(&sum)? }
        }
    }
    sums.close()
}
