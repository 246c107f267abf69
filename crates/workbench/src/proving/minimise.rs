//! Proofs without what is superfluous.

use super::couples::Couples;
use super::sources::{OtherCouples, OtherSums};
use super::sums::Sums;
use super::{Claimed, MOST_PASSES, NotProved, single_move};
use grundy_check::proof::{ProofBody, ProofClaim, ProofFile, ProofGames, ProofPart, SINGLE_PAIRS};
use grundy_core::{Outcome, Run};
use std::collections::HashMap;

/// The same claims with fewer couples or sums, where some are superfluous: extracted anew, with nothing known but what
/// the proof has. The proof is not checked.
///
/// # Errors
/// When the proof does not prove its claims.
pub fn minimise(file: &ProofFile, run: &Run) -> Result<ProofFile, NotProved> {
    let games = file.rules()?;
    let mut file = file.clone();
    for _ in 0..MOST_PASSES {
        let body = match &file.body {
            ProofBody::Couples(known) => minimised_couples(&file, known, &games, run)?,
            ProofBody::Sums { parts, sums } => minimised_sums(&file, parts, sums, &games, run)?,
        };
        if body.len() >= file.body.len() {
            return Ok(file);
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
    let demand = Couples::new(games, &mut source, &file.lemmas, run).demand_for(known)?;
    let mut couples = Couples::new(games, &mut source, &file.lemmas, run).with_demand(demand);
    for claim in &file.claims {
        let claimed = Claimed::read(games, &claim.position, file.convention)?;
        need_couples(&mut couples, claim, &claimed)?;
    }
    couples.close()?;
    Ok(ProofBody::Couples(couples.needed()))
}

/// Takes up what shows a claim.
fn need_couples(couples: &mut Couples<'_>, claim: &ProofClaim, claimed: &Claimed) -> Result<(), NotProved> {
    if claimed.is_open && (claim.nimber.is_some() || claim.outcome == Outcome::P) {
        couples.need_all(&claimed.parts)?;
    }
    let Some(winning) = &claim.winning else {
        return need_a_winning_move(couples, claim, claimed);
    };
    // First what shows that moves win: it may refute others.
    for (_, after) in claimed.moves_to_parts().filter(|(label, _)| winning.contains(label)) {
        couples.need_all(after)?;
    }
    for (_, after) in claimed.moves_to_parts().filter(|(label, _)| !winning.contains(label)) {
        couples.refute(after, 0)?;
    }
    Ok(())
}

/// Takes up what shows that some move wins, where only that is claimed.
fn need_a_winning_move(
    couples: &mut Couples<'_>,
    claim: &ProofClaim,
    claimed: &Claimed,
) -> Result<(), NotProved> {
    if claim.nimber.is_some() || claim.outcome == Outcome::P || claimed.is_won_at_once() {
        return Ok(());
    }
    let mut won = None;
    for after in claimed.left() {
        won = if couples.known_sum(after)? == Some(0) { Some(after) } else { won };
    }
    couples.need_all(won.ok_or_else(|| NotProved::Fault("no move wins".to_owned()))?)?;
    Ok(())
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
    let singles = positions.map(|position| single_move(games, position)).collect::<Result<Vec<_>, _>>()?;
    let single = singles.into_iter().flatten().next();
    let sums = known.iter().map(|sum| &**sum).collect();
    let mut source = OtherSums { numbers, sums, has_single: single.is_some(), told: Vec::new() };
    let mut sums = Sums::new(games, &mut source, single.as_ref(), run)?;
    for claim in &file.claims {
        let claimed = Claimed::read(games, &claim.position, file.convention)?;
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
    sums.close()?;
    Ok(sums.finish())
}
