//! Checkpoints of searches.

use crate::run;
use grundy::{Convention, Goal, Position, Request, Run};
use twox_hash::XxHash3_64;

const POSITIONS: [&str; 3] = ["cram 4x5", "boxing-match 3x22", "cram 4x5 + boxing-match 4x4"];

/// The bytes before the games of a checkpoint, and those of an identity.
const BEFORE_GAMES: usize = 21;
const IDENTITY: usize = 16;
const BLOCK_HEADER: usize = 8;
const SUM: usize = 8;

/// A position by the first byte, and a checkpoint of its search. The checkpoint is tried as it is and with the sums of its
/// blocks put right.
pub fn search_checkpoint(data: &[u8]) {
    let [which, bytes @ ..] = data else { return };
    let text = POSITIONS[usize::from(*which) % POSITIONS.len()];
    visit(text, bytes);
    let mut summed = bytes.to_vec();
    let _ = sum(&mut summed);
    visit(text, &summed);
}

/// Puts the sums of all blocks right, as far as there are blocks.
fn sum(bytes: &mut [u8]) -> Option<()> {
    let mut at = BEFORE_GAMES;
    loop {
        at += 4 + number(bytes, at)? + IDENTITY;
        // Two tables for each game, and each ends with the second block of numbers.
        let mut blocks_of_numbers = 0;
        while blocks_of_numbers < 4 {
            let end = at + BLOCK_HEADER + number(bytes, at + 4)?;
            blocks_of_numbers += u32::from(number(bytes, at)? == 0);
            let sum = XxHash3_64::oneshot(bytes.get(at..end)?);
            bytes.get_mut(end..end + SUM)?.copy_from_slice(&sum.to_le_bytes());
            at = end + SUM;
        }
    }
}

fn number(bytes: &[u8], at: usize) -> Option<usize> {
    let four = bytes.get(at..)?.first_chunk()?;
    usize::try_from(u32::from_le_bytes(*four)).ok()
}

fn visit(text: &str, bytes: &[u8]) {
    let position: Position = text.parse().expect("a position");
    let request = Request {
        run: run(2_000),
        goal: Goal::Moves,
        convention: Some(Convention::Normal),
        ..Request::default()
    };
    let read = position.resume_search(&mut &*bytes, &request.run);
    // What was read is believed: the answer may be another, but there is one, or a limit.
    let _ = position.solve(&request);
    if read.is_ok() {
        let mut again = Vec::new();
        let entries = position.leave_search(&mut again).expect("memory");
        let other: Position = text.parse().expect("a position");
        assert_eq!(other.resume_search(&mut again.as_slice(), &Run::unlimited()).ok(), Some(entries));
    }
}
