//! Proofs of one convention put together.

use super::NotProved;
use grundy_check::proof::{ProofBody, ProofFile, ProofGame, ProofGames, ProofPart, ProofTerm, SINGLE};
use grundy_core::Convention;
use std::collections::{BTreeMap, BTreeSet};

/// One proof of all that some proofs of one convention claim: their couples or sums together. Nothing is checked but
/// that they do not contradict each other.
///
/// # Errors
/// When the conventions differ, the same name stands for different rules, one gives a part another nimber than another,
/// or misère proofs differ in their lemmas.
pub fn merge(proofs: &[ProofFile]) -> Result<ProofFile, NotProved> {
    let Some(first) = proofs.first() else {
        return Err(NotProved::OutOfReach("there is no proof to put together".to_owned()));
    };
    let is_alike = |proof: &ProofFile| proof.convention == first.convention;
    if !proofs.iter().all(is_alike) {
        return Err(NotProved::OutOfReach("the proofs are of different conventions".to_owned()));
    }
    let games = games_of(proofs)?;
    let mut claims = Vec::new();
    for claim in proofs.iter().flat_map(|proof| &proof.claims) {
        if !claims.contains(claim) {
            claims.push(claim.clone());
        }
    }
    let lemmas: BTreeSet<&String> = proofs.iter().flat_map(|proof| &proof.lemmas).collect();
    let lemmas: Vec<String> = lemmas.into_iter().cloned().collect();
    let body = match &first.body {
        ProofBody::Couples(_) => couples_of(proofs, &games, &lemmas)?,
        ProofBody::Sums { .. } if proofs.iter().any(|proof| proof.lemmas != first.lemmas) => {
            let told = "misère proofs with the lemma single-pairs cannot be joined to others without it";
            return Err(NotProved::OutOfReach(told.to_owned()));
        }
        ProofBody::Sums { .. } => sums_of(proofs, &games),
    };
    Ok(ProofFile { convention: first.convention, games, claims, lemmas, body })
}

fn games_of(proofs: &[ProofFile]) -> Result<Vec<ProofGame>, NotProved> {
    let mut games: BTreeMap<&str, &ProofGame> = BTreeMap::new();
    for game in proofs.iter().flat_map(|proof| &proof.games) {
        if games.insert(&game.heading, game).is_some_and(|other| other != game) {
            let told = format!("the proofs have different rules of `{}`", game.heading);
            return Err(NotProved::OutOfReach(told));
        }
    }
    Ok(games.into_values().cloned().collect())
}

/// A part with the number that its game has in another list.
fn moved(part: &ProofPart, from: &ProofFile, games: &[ProofGame]) -> ProofPart {
    let heading = &from.games[usize::from(part.game)].heading;
    let game = games.iter().position(|game| game.heading == *heading).expect("all games are in the list");
    ProofPart { game: game as u16, ..part.clone() }
}

/// The name of a part of Cram by these rules: where they have the lemma about twin leaves, proofs without it have others.
fn renamed(part: ProofPart, rules: &ProofGames) -> Result<ProofPart, NotProved> {
    let term = ProofTerm { game: part.game, pieces: vec![part] };
    let mut parts = rules.parts(&[term]).map_err(NotProved::OutOfReach)?;
    parts.pop().ok_or_else(|| NotProved::OutOfReach("a part of a proof has no moves".to_owned()))
}

fn couples_of(proofs: &[ProofFile], games: &[ProofGame], lemmas: &[String]) -> Result<ProofBody, NotProved> {
    let rules = ProofGames::new(games, &[], Convention::Normal, lemmas).map_err(NotProved::OutOfReach)?;
    let mut all: BTreeMap<ProofPart, u64> = BTreeMap::new();
    for proof in proofs {
        let ProofBody::Couples(couples) = &proof.body else { continue };
        for (part, nimber) in couples {
            let part = moved(part, proof, games);
            let part =
                if games[usize::from(part.game)].heading == "cram" { renamed(part, &rules)? } else { part };
            if all.insert(part, *nimber).is_some_and(|other| other != *nimber) {
                let told = "two of the proofs give one part different nimbers: one of them is wrong";
                return Err(NotProved::OutOfReach(told.to_owned()));
            }
        }
    }
    Ok(ProofBody::Couples(all.into_iter().collect()))
}

fn sums_of(proofs: &[ProofFile], games: &[ProofGame]) -> ProofBody {
    let bodies = || {
        proofs.iter().filter_map(|proof| match &proof.body {
            ProofBody::Sums { parts, sums } => {
                let parts: Vec<ProofPart> = parts.iter().map(|part| moved(part, proof, games)).collect();
                Some((parts, sums))
            }
            ProofBody::Couples(_) => None,
        })
    };
    let all: BTreeSet<ProofPart> = bodies().flat_map(|(parts, _)| parts).collect();
    let numbers: BTreeMap<&ProofPart, u32> = all.iter().zip(1..).collect();
    let mut sums: BTreeSet<Box<[u32]>> = BTreeSet::new();
    for (parts, of_proof) in bodies() {
        let number =
            |&number: &u32| if number == SINGLE { SINGLE } else { numbers[&parts[number as usize - 1]] };
        for sum in of_proof {
            let mut sum: Vec<u32> = sum.iter().map(number).collect();
            sum.sort_unstable();
            sums.insert(sum.into());
        }
    }
    ProofBody::Sums { sums: sums.into_iter().collect(), parts: all.into_iter().collect() }
}
