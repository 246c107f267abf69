//! The position of a claim, and what its moves leave.

use super::NotProved;
use grundy_check::proof::{ProofGames, ProofPart};
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
        let mut stopped = None;
        let mut read = || -> Result<Claimed, String> {
            let at = games.position(position)?;
            let is_normal = convention == Convention::Normal;
            let of_claim = |(label, after): (String, Vec<_>)| {
                if let Err(limit) = run.check() {
                    stopped = Some(limit);
                    return Err(limit.to_string());
                }
                let left = match (games.is_over(&after)?, games.is_sunny(&after)?) {
                    (true, _) => Left::Decided(is_normal),
                    (_, true) => Left::Decided(false),
                    (false, false) => Left::Parts(games.parts(&after)?),
                };
                Ok(MoveOfClaim { label, left, stones: games.stones(&after) })
            };
            let moves = games.moves(&at)?.into_iter().map(of_claim).collect::<Result<_, String>>()?;
            let is_open = !games.is_over(&at)? && !games.is_sunny(&at)?;
            let parts = if is_open { games.parts(&at)? } else { Vec::new() };
            Ok(Claimed { is_open, parts, stones: games.stones(&at), moves })
        };
        let claimed = read();
        match stopped {
            Some(limit) => Err(limit.into()),
            None => claimed.map_err(NotProved::OutOfReach),
        }
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
