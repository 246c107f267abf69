//! Which turns of the square and renamings of symbols change nothing in the rules.

use super::expand::Expanded;
use super::image::{Image, Stand};
use super::order::renamings;
use super::turn::Turn;
use crate::limits::MOST_SYMMETRIES;
use crate::spec::Kind;
use std::collections::HashSet;

/// Where rules have more symmetries than [`MOST_SYMMETRIES`], only those are used that rename no symbol but the first
/// five of those that can be renamed.
const MOST_RENAMED: usize = 5;

/// A symmetry of rules: the board is turned, and the symbols are renamed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Symmetry {
    pub(crate) turn: Turn,
    /// The new code of each code, the edge included.
    pub(crate) codes: Vec<u8>,
}

impl Symmetry {
    /// Whether symbols keep their names.
    pub(crate) fn keeps_symbols(&self) -> bool {
        self.codes.iter().enumerate().all(|(code, &to)| code == usize::from(to))
    }

    /// Whether doing it twice changes nothing, and doing it once does.
    pub(crate) fn is_involution(&self) -> bool {
        let twice = |(code, &to): (usize, &u8)| usize::from(self.codes[usize::from(to)]) == code;
        let is_none = self.turn == Turn::NONE && self.keeps_symbols();
        self.turn.is_involution() && self.codes.iter().enumerate().all(twice) && !is_none
    }
}

/// The symmetries of rules with this number of symbols, the identity first. Of more than [`MOST_SYMMETRIES`] some are
/// left out ([`MOST_RENAMED`]).
pub(crate) fn symmetries(rules: &Expanded, kind: Kind, symbols: usize) -> Vec<Symmetry> {
    let turns: &[Turn] = if kind == Kind::Grid { &Turn::ALL } else { &Turn::ALL[..2] };
    let sets = Sets::of(rules);
    let mut found = Vec::new();
    for renaming in renamings(rules, symbols) {
        for &turn in turns {
            if sets.are_kept(rules, turn, &renaming) {
                let mut codes = renaming.clone();
                codes.push(symbols as u8);
                found.push(Symmetry { turn, codes });
            }
        }
    }
    if found.len() > MOST_SYMMETRIES {
        let is_moved =
            |code: &usize| found.iter().any(|symmetry| usize::from(symmetry.codes[*code]) != *code);
        let others: Vec<usize> = (0..symbols).filter(is_moved).skip(MOST_RENAMED).collect();
        found.retain(|symmetry| others.iter().all(|&code| usize::from(symmetry.codes[code]) == code));
    }
    found.sort_by_key(|symmetry| !(symmetry.turn == Turn::NONE && symmetry.keeps_symbols()));
    found
}

/// What must be kept.
struct Sets<'r> {
    images: HashSet<&'r Image>,
    stands: [HashSet<&'r Stand>; 3],
}

impl<'r> Sets<'r> {
    fn of(rules: &'r Expanded) -> Self {
        let stands = [&rules.wins, &rules.ends, &rules.nevers];
        Sets { images: rules.images.iter().collect(), stands: stands.map(|stands| stands.iter().collect()) }
    }

    fn are_kept(&self, rules: &Expanded, turn: Turn, codes: &[u8]) -> bool {
        let stands = [&rules.wins, &rules.ends, &rules.nevers];
        let is_known =
            |set: &HashSet<&Stand>, stand: &Stand| set.contains(&stand.turned(turn).renamed(codes));
        stands.iter().zip(&self.stands).all(|(stands, set)| stands.iter().all(|stand| is_known(set, stand)))
            && rules.images.iter().all(|image| self.images.contains(&image.turned(turn).renamed(codes)))
    }
}
