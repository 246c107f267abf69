//! The position of a claim, and what its moves leave.

use super::NotProved;
use grundy_check::proof::{ProofGames, ProofPart, ProofTerm};
use grundy_core::{Convention, Run, Stones};

/// What a move of a claim leaves.
pub(super) enum Left {
    /// The move wins the whole game, or loses it, and nothing has to be shown.
    Decided(bool),
    /// Parts.
    Parts(Vec<ProofPart>),
}

/// A move of a claim's position.
pub(super) struct MoveOfClaim {
    pub(super) label: String,
    pub(super) left: Left,
    /// What it leaves as [stones](ProofGames::stones).
    pub(super) stones: Option<Stones>,
}

/// A claim's position as its parts, and what each of its moves leaves.
pub(super) struct Claimed {
    /// Whether it is played on as it stands: no move decides the whole game, and none has done so.
    pub(super) is_open: bool,
    pub(super) parts: Vec<ProofPart>,
    /// The position as [stones](ProofGames::stones).
    pub(super) stones: Option<Stones>,
    pub(super) moves: Vec<MoveOfClaim>,
}

impl Claimed {
    /// # Errors
    /// When the run stops first, or the games have no such position.
    pub(super) fn read(
        games: &ProofGames,
        position: &str,
        convention: Convention,
        run: &Run,
    ) -> Result<Claimed, NotProved> {
        let out = NotProved::OutOfReach;
        let at = games.position(position).map_err(out)?;
        let mut moves = Vec::new();
        for (label, after) in games.moves(&at).map_err(out)? {
            run.check()?;
            let left = left_by(games, &after, convention).map_err(out)?;
            moves.push(MoveOfClaim { label, left, stones: games.stones(&after) });
        }
        let is_open = !games.is_over(&at).map_err(out)? && !games.is_sunny(&at).map_err(out)?;
        let parts = if is_open { games.parts(&at).map_err(out)? } else { Vec::new() };
        Ok(Claimed { is_open, parts, stones: games.stones(&at), moves })
    }

    /// The moves that decide nothing, by their labels, and the parts that they leave.
    pub(super) fn moves_to_parts(&self) -> impl Iterator<Item = (&String, &Vec<ProofPart>)> {
        self.moves.iter().filter_map(|of_claim| match &of_claim.left {
            Left::Parts(parts) => Some((&of_claim.label, parts)),
            Left::Decided(_) => None,
        })
    }

    /// The parts that moves leave where they decide nothing.
    pub(super) fn left(&self) -> impl Iterator<Item = &Vec<ProofPart>> {
        self.moves_to_parts().map(|(_, parts)| parts)
    }

    /// Whether some move wins the whole game at once.
    pub(super) fn is_won_at_once(&self) -> bool {
        self.moves.iter().any(|of_claim| matches!(of_claim.left, Left::Decided(true)))
    }
}

/// What a move leaves, by the position after it.
fn left_by(games: &ProofGames, after: &[ProofTerm], convention: Convention) -> Result<Left, String> {
    Ok(match (games.is_over(after)?, games.is_sunny(after)?) {
        (true, _) => Left::Decided(convention == Convention::Normal),
        (_, true) => Left::Decided(false),
        (false, false) => Left::Parts(games.parts(after)?),
    })
}
