//! The laws that every ruleset obeys, as checks for its tests.
//!
//! A game's tests draw positions at random and hand each to [`check`]. A law looks one ply deep,
//! so that it also holds for positions far too large for the definition; by induction over the
//! game, obeying it everywhere means that theorems, parts and representatives are right.
//!
//! ```
//! # use grundy_core::*;
//! # use std::ops::ControlFlow;
//! /// One heap; a move takes one or two.
//! struct OneOrTwo;
//! impl Ruleset for OneOrTwo {
//!     type Position = u64;
//!     type Move = u64;
//!     fn moves<B>(&self, at: &u64, visit: impl FnMut(u64) -> ControlFlow<B>) -> ControlFlow<B> {
//!         (1..=2.min(*at)).try_for_each(visit)
//!     }
//!     fn play(&self, at: &u64, taken: &u64) -> u64 { at - taken }
//!     fn moves_left(&self, at: &u64) -> u128 { u128::from(*at) }
//!     fn knowledge(&self) -> &dyn Knowledge<Self> { self }
//! }
//! impl Knowledge<OneOrTwo> for OneOrTwo {
//!     fn theorem(&self, at: &u64) -> Option<Nimber> { Some(Nimber(at % 3)) }
//! }
//! for heap in 0..30 {
//!     laws::check_rules(&OneOrTwo, &heap).unwrap();
//! }
//! ```

mod broken;
mod listing;
mod notation;
mod parts;
mod taking;
mod values;
mod words;

pub use broken::Broken;
pub use notation::check_notation;
pub use taking::{check_board_marks, check_taking};

use crate::{Notation, Ruleset, Run};
use broken::at_position;
use listing::{moves, options};
use parts::{check_calm_parts, check_parts};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use values::{check_tame, check_theorem};
use words::check_packed;

/// Holds a position to all laws, those of rules and those of notation.
///
/// # Errors
/// The first law that does not hold.
pub fn check<R: Notation>(rules: &R, at: &R::Position) -> Result<(), Broken> {
    check_rules(rules, at)?;
    check_notation(rules, at)
}

/// Holds a position to the laws of rules. The cost is that of playing every move of the position
/// and of every canonical form, a few times over.
///
/// # Errors
/// The first law that does not hold.
pub fn check_rules<R: Ruleset>(rules: &R, at: &R::Position) -> Result<(), Broken> {
    let moves = moves(rules, at);
    let played: Vec<R::Position> = moves.iter().map(|mv| rules.play(at, mv)).collect();
    check_wins_at_once(rules, at, &moves, &played)?;
    check_length(rules, at, &moves, &played)?;
    check_representative(rules, at, &played)?;
    check_parts(rules, at, &played)?;
    rules.split(at.clone()).into_iter().try_for_each(|part| check_packed(rules, &rules.canon(part)))?;
    check_calm_parts(rules, at, &played)?;
    check_theorem(rules, at, &moves, &played)?;
    check_tame(rules, at, &moves, &played)
}

/// Wins of the whole game against the moves.
fn check_wins_at_once<R: Ruleset>(
    rules: &R,
    at: &R::Position,
    moves: &[R::Move],
    played: &[R::Position],
) -> Result<(), Broken> {
    let expect = at_position(at);
    let prepared = rules.knowledge().prepare(at, &Run::unlimited());
    expect(prepared.is_ok(), "without limits everything can be prepared", &prepared)?;
    expect(!rules.wins_at_once().is_won(at) || moves.is_empty(), "a game that is won is over", &moves)?;
    let mut win_at_once = Vec::new();
    let _ = rules.wins_at_once().moves_that_win(at, &mut |mv| {
        win_at_once.push(mv);
        ControlFlow::Continue(())
    });
    let winning = moves.iter().zip(played).filter(|(_, option)| rules.wins_at_once().is_won(option));
    expect(
        winning.map(|(mv, _)| mv).eq(&win_at_once),
        "moves_that_win lists the moves after which the game is won, in order",
        &win_at_once,
    )?;
    expect(
        rules.wins_at_once().is_sunny(at) != win_at_once.is_empty(),
        "a position is sunny when a move wins the whole game",
        &win_at_once,
    )
}

/// The bound on the length of play, and the count of moves.
fn check_length<R: Ruleset>(
    rules: &R,
    at: &R::Position,
    moves: &[R::Move],
    played: &[R::Position],
) -> Result<(), Broken> {
    let expect = at_position(at);
    expect(
        played.iter().all(|option| rules.moves_left(option) < rules.moves_left(at)),
        "every option has fewer moves left: games end",
        &rules.moves_left(at),
    )?;
    let has_moves = rules.has_moves(at);
    expect(has_moves != moves.is_empty(), "has_moves says whether there is a move", &has_moves)?;
    expect(
        rules.count_moves(at) == moves.len() as u128,
        "count_moves counts the moves",
        &(rules.count_moves(at), moves.len()),
    )
}

/// Options, the representative of a position, and its word.
fn check_representative<R: Ruleset>(
    rules: &R,
    at: &R::Position,
    played: &[R::Position],
) -> Result<(), Broken> {
    let expect = at_position(at);
    let canonical = |position: &R::Position| rules.canon(position.clone());
    let of_moves: HashSet<R::Position> = played.iter().map(canonical).collect();
    let of_options: HashSet<R::Position> = options(rules, at).iter().map(canonical).collect();
    expect(of_moves == of_options, "options are the moves played", &of_options)?;

    let representative = canonical(at);
    expect(canonical(&representative) == representative, "canon is settled after once", &representative)?;
    let of_representative: HashSet<R::Position> =
        options(rules, &representative).iter().map(canonical).collect();
    expect(
        of_moves == of_representative,
        "canon keeps the tree of options: the canonical options are the same",
        &(&representative, &of_moves, &of_representative),
    )?;

    let mut words: HashMap<u64, &R::Position> = HashMap::new();
    for position in of_moves.iter().chain([&representative]) {
        let Some(word) = rules.tuning().word(position) else { continue };
        let first = *words.entry(word).or_insert(position);
        expect(first == position, "no two positions have the same word", &(word, first, position))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Knowledge, Nimber};

    /// A heap of which one, two or three may be taken, with faults to order.
    struct Faulty {
        theorem: fn(u64) -> Option<u64>,
        canon: fn(u64) -> u64,
        split: fn(u64) -> Vec<u64>,
    }

    impl Ruleset for Faulty {
        type Position = u64;
        type Move = u64;

        fn moves<B>(&self, at: &u64, visit: impl FnMut(u64) -> ControlFlow<B>) -> ControlFlow<B> {
            (1..=3.min(*at)).try_for_each(visit)
        }

        fn play(&self, at: &u64, taken: &u64) -> u64 {
            at - taken
        }

        fn moves_left(&self, at: &u64) -> u128 {
            u128::from(*at)
        }

        fn canon(&self, at: u64) -> u64 {
            (self.canon)(at)
        }

        fn split(&self, at: u64) -> Vec<u64> {
            (self.split)(at)
        }

        fn knowledge(&self) -> &dyn Knowledge<Self> {
            self
        }
    }

    impl Knowledge<Faulty> for Faulty {
        fn theorem(&self, at: &u64) -> Option<Nimber> {
            (self.theorem)(*at).map(Nimber)
        }
    }

    #[test]
    fn a_theorem_that_knows_some_options_is_held_to_them() {
        // Knows P-positions only, and one that is none.
        let partial = Faulty { theorem: |n| (n % 4 == 0 || n == 7).then_some(0), ..RIGHT };
        let broken = check_rules(&partial, &7).expect_err("4 is an option of 7");
        assert_eq!(broken.law, "no option has the nimber of the theorem");
        assert!(
            check_rules(&partial, &8)
                .is_err_and(|broken| broken.law == "no option has the nimber of the theorem")
        );
        assert!(check_rules(&partial, &4).is_ok());
    }

    const RIGHT: Faulty = Faulty { theorem: |n| Some(n % 4), canon: |n| n, split: |n| vec![n] };

    fn broken(rules: &Faulty) -> Option<&'static str> {
        (0..20).find_map(|heap| check_rules(rules, &heap).err()).map(|broken| broken.law)
    }

    #[test]
    fn right_rules_pass_and_each_fault_is_found() {
        assert_eq!(broken(&RIGHT), None);
        assert_eq!(
            broken(&Faulty { theorem: |n| Some(n % 3), ..RIGHT }),
            Some("no option has the nimber of the theorem")
        );
        assert_eq!(
            broken(&Faulty { theorem: |n| Some(if n == 5 { 9 } else { n % 4 }), ..RIGHT }),
            Some("the theorem is the mex of the options")
        );
        assert_eq!(
            broken(&Faulty { canon: |n| n % 4, ..RIGHT }),
            Some("canon keeps the tree of options: the canonical options are the same")
        );
        assert_eq!(
            broken(&Faulty { split: |n| vec![n / 2, n - n / 2], ..RIGHT }),
            Some("a move in the whole is a move in exactly one part of split")
        );
    }
}
