//! What a check found, and how the winning moves of a claim are judged.

use super::file::ProofClaim;
use super::games::{ProofGames, ProofTerm};
use super::refusal::ProofRefusal;
use grundy_core::Outcome;

/// What was looked at to verify a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofVerified {
    /// How many couples or sums were shown.
    pub members: u64,
    /// How many options were looked at.
    pub looked_at: u64,
    /// The lemmas that it stands on.
    pub lemmas: Vec<String>,
}

/// A move that a proof shows to win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownMove {
    /// Its label.
    pub label: String,
    /// The members of the proof that it reaches, `cram ../.. = *0` or `2d-nim 111 + *1 = P`.
    pub reaches: Vec<String>,
}

/// What a proof shows of a position, where it shows who wins it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShownPosition {
    /// Whoever is to move loses: the members of the proof that it comes to.
    Lost(Vec<String>),
    /// A move wins.
    Won(ShownMove),
}

/// Judges the outcome and the winning moves of a claim. `known` is the outcome where it is shown without a look at the
/// moves; `wins` says of the position after a move whether the move wins, where either is shown.
pub(super) fn judge(
    games: &ProofGames,
    claim: &ProofClaim,
    at: &[ProofTerm],
    known: Option<Outcome>,
    mut wins: impl FnMut(&[ProofTerm]) -> Result<Option<bool>, ProofRefusal>,
) -> Result<(), ProofRefusal> {
    let of = |told: String| ProofRefusal::Unproved(format!("`{}`: {told}", claim.position));
    let mut outcome = known;
    if let Some(claimed) = &claim.winning {
        let mut winning: Vec<String> = Vec::new();
        let moves = games.moves(at)?;
        let has_moves = !moves.is_empty();
        for (label, after) in moves {
            match wins(&after)? {
                Some(true) => winning.push(label),
                Some(false) => {}
                None => return Err(of(format!("whether `{label}` wins is not shown"))),
            }
        }
        if winning != *claimed {
            return Err(of(differing(claimed, &winning)));
        }
        if has_moves {
            outcome = outcome.or(Some(if winning.is_empty() { Outcome::P } else { Outcome::N }));
        }
    }
    if outcome.is_none() && claim.outcome == Outcome::N {
        for (_, after) in games.moves(at)? {
            if wins(&after)? == Some(true) {
                outcome = Some(Outcome::N);
                break;
            }
        }
    }
    match outcome {
        Some(outcome) if outcome == claim.outcome => Ok(()),
        Some(outcome) => Err(of(format!("its outcome is {outcome}"))),
        None => Err(of("who wins is not shown".to_owned())),
    }
}

fn differing(claimed: &[String], winning: &[String]) -> String {
    if let Some(label) = winning.iter().find(|label| !claimed.contains(label)) {
        return format!("`{label}` wins, and is not among the winning moves");
    }
    match claimed.iter().find(|label| !winning.contains(label)) {
        Some(label) => format!("`{label}` is no move that wins"),
        None => "the winning moves are not in reading order".to_owned(),
    }
}
