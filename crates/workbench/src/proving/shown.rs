//! What a proof shows of values that a store may hold.

use super::NotProved;
use crate::board::Board;
use crate::part_values::PartValues;
use crate::position::Position;
use crate::question::Approach;
use grundy_check::proof::{ProofBody, ProofFile, ProofGame, ProofGames, ProofPart};
use grundy_store::Value;
use std::collections::HashMap;
use std::sync::Arc;

impl Position {
    /// What a proof shows of values that a [`Store`](grundy_store::Store) may hold, as it holds them: the nimbers of
    /// couples, and sums of one game that are P-positions. The proof is of games of this position, and has to be
    /// verified by who asks.
    ///
    /// ```
    /// use grundy::{Position, ProofRequest, store::Value};
    /// let position: Position = "cram 2x3".parse()?;
    /// let proof = position.prove(&ProofRequest::default())?.file;
    /// assert!(position.shown_by(&proof)?.contains(&("cram 2x3".to_owned(), Value::Nimber(1))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the checker has no rules of one of the games, or a part cannot be read.
    pub fn shown_by(&self, proof: &ProofFile) -> Result<Vec<(String, Value)>, NotProved> {
        let mut kept = Kept::new(proof.rules()?, self, proof);
        let mut shown = Vec::new();
        match &proof.body {
            ProofBody::Couples(couples) => {
                for (part, nimber) in couples {
                    let Some(place) = kept.place(part)? else { continue };
                    if let [text] = &kept.values[&part.game].kept_as(place)[..] {
                        shown.push((text.clone(), Value::Nimber(*nimber)));
                    }
                }
            }
            ProofBody::Sums { parts, sums } => {
                let mut places = vec![None];
                for part in parts {
                    places.push(kept.place(part)?.map(|place| (part.game, place)));
                }
                for sum in sums {
                    // A single move stands for parts of many looks.
                    let sum: Option<Vec<(u16, usize)>> =
                        sum.iter().map(|&number| places[number as usize]).collect();
                    let Some(sum) = sum else { continue };
                    let game = sum[0].0;
                    if sum.iter().all(|(other, _)| *other == game) {
                        let places: Vec<usize> = sum.into_iter().map(|(_, place)| place).collect();
                        let text = kept.values[&game].sum_kept_as(&places);
                        shown.push((text, Value::Misere { next_wins: false }));
                    }
                }
            }
        }
        Ok(shown)
    }
}

/// Parts of a proof as a store has them.
struct Kept<'p> {
    games: ProofGames,
    /// A position of each game of the proof, where there is one.
    boards: Vec<Option<&'p Arc<dyn Board>>>,
    values: HashMap<u16, Box<dyn PartValues + 'p>>,
    counts: HashMap<u16, usize>,
}

impl<'p> Kept<'p> {
    fn new(games: ProofGames, position: &'p Position, proof: &ProofFile) -> Kept<'p> {
        let (_, listed) = position.headings();
        let board =
            |game: &ProofGame| listed.iter().find(|(listed, _)| listed == game).map(|(_, board)| *board);
        let boards = proof.games.iter().map(board).collect();
        Kept { games, boards, values: HashMap::new(), counts: HashMap::new() }
    }

    /// The place of a part among those of its game.
    fn place(&mut self, part: &ProofPart) -> Result<Option<usize>, NotProved> {
        let Some(board) = self.boards[usize::from(part.game)] else { return Ok(None) };
        let values = self.values.entry(part.game).or_insert_with(|| board.values(Approach::Search));
        let text = self.games.notation(part);
        values.add(&text).map_err(|error| NotProved::Fault(format!("`{text}` is not read: {error}")))?;
        let count = self.counts.entry(part.game).or_default();
        *count += 1;
        Ok(Some(*count - 1))
    }
}
