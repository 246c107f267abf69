//! What rules are, as a hash.

use crate::{EMPTY, Notation, Reader};
use sha2::{Digest, Sha256};
use std::collections::{HashSet, VecDeque};
use std::fmt;
use std::ops::ControlFlow;

/// What rules are, as a hash of 128 bits: half of a SHA-256. It does not depend on a game's name, nor on a type
/// of the program, so values of the same rules are shared and values of changed rules are not. Part of the
/// format of stores.
///
/// ```
/// use grundy_core::Identity;
/// assert_eq!(Identity::of_text("octal 0.77"), Identity::of_text("octal 0.77"));
/// assert_ne!(Identity::of_text("octal 0.77"), Identity::of_text("octal 0.07"));
/// assert_eq!(Identity::of_text("octal 0.77").to_string().len(), 32);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity(u128);

/// At most this many positions are expanded, and this many moves are hashed.
const POSITIONS: usize = 64;
const MOVES: usize = 1000;

impl Identity {
    /// The identity of rules that are given by a text: a code, or a file of rules in its normal form.
    pub fn of_text(text: &str) -> Identity {
        Identity::of_digest(Sha256::new().chain_update(text))
    }

    /// The identity of rules that are known by what they do: their parameters, and the positions and moves
    /// that can be reached from an example, in breadth-first order, up to a limit. Where the example is no
    /// position under these parameters, the empty one takes its place.
    ///
    /// The cost is that of playing at most a thousand moves.
    pub fn of_rules<R: Notation>(rules: &R, example: &str) -> Identity {
        let mut hash = Sha256::new();
        let mut add = |text: &str| {
            hash.update(text);
            hash.update([0]);
        };
        add(&rules.parameters());
        let position = |text| rules.parse(&mut Reader::new(text)).ok();
        let mut open: VecDeque<R::Position> =
            position(example).or_else(|| position(EMPTY)).into_iter().collect();
        let (mut met, mut left): (HashSet<R::Position>, usize) = (open.iter().cloned().collect(), MOVES);
        for _ in 0..POSITIONS {
            let Some(at) = open.pop_front() else { break };
            add(&rules.format(&at));
            let _ = rules.moves(&at, |mv| {
                let option = rules.canon(rules.play(&at, &mv));
                add(&rules.label(&at, &mv));
                add(&rules.format(&option));
                if met.insert(option.clone()) {
                    open.push_back(option);
                }
                left = left.saturating_sub(1);
                if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if left == 0 {
                break;
            }
        }
        Identity::of_digest(hash)
    }

    fn of_digest(hash: Sha256) -> Identity {
        let mut half = [0; 16];
        half.copy_from_slice(&hash.finalize()[..16]);
        Identity(u128::from_be_bytes(half))
    }

    /// The first 64 bits, for formats that keep no more.
    pub fn short(self) -> u64 {
        (self.0 >> 64) as u64
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}
