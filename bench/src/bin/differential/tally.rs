//! What was compared, and what differed.

use crate::roads::Road;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The depths that positions have: the longest play, in moves.
pub const DEPTHS: std::ops::RangeInclusive<u32> = 3..=14;

/// A position that two roads judge differently.
#[derive(Clone)]
pub struct Difference {
    /// The position.
    pub position: String,
    /// What differs.
    pub what: String,
    /// The command that shows it.
    pub command: String,
}

/// The figures of one game.
#[derive(Clone, Default)]
pub struct Tally {
    /// Positions compared.
    pub positions: u64,
    /// How many of them were sums of two games.
    pub sums: u64,
    /// How many had each depth.
    pub depths: [u64; 15],
    /// How many went each road.
    pub roads: [u64; Road::ALL.len()],
    /// How many of those of the road `best` were told by theorems alone.
    pub theorems: u64,
    /// How many have a move that wins the whole game at once.
    pub sunny: u64,
    /// Moves that were held to the rules written anew.
    pub moves_checked: u64,
    /// Positions searched before there was a store, and with it.
    pub nodes: [u64; 2],
    /// Hashes of the positions.
    pub seen: HashSet<u64>,
    /// Codes and parameters that were refused.
    pub refused: HashSet<String>,
    /// What differed.
    pub differences: Vec<Difference>,
}

impl Tally {
    /// Notes a position.
    pub fn note(&mut self, text: &str, depth: u32, is_sum: bool, is_sunny: bool) {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        self.seen.insert(hasher.finish());
        self.positions += 1;
        self.sums += u64::from(is_sum);
        self.sunny += u64::from(is_sunny);
        self.depths[depth as usize] += 1;
    }

    /// Adds the figures of another part of the run.
    pub fn add(&mut self, other: Tally) {
        let add = |to: &mut [u64], from: &[u64]| to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        self.positions += other.positions;
        self.sums += other.sums;
        self.theorems += other.theorems;
        self.sunny += other.sunny;
        self.moves_checked += other.moves_checked;
        add(&mut self.depths, &other.depths);
        add(&mut self.roads, &other.roads);
        add(&mut self.nodes, &other.nodes);
        self.seen.extend(other.seen);
        self.refused.extend(other.refused);
        self.differences.extend(other.differences);
    }

    /// The heading of the table.
    pub fn heading() -> String {
        let depths: String = DEPTHS.map(|depth| format!(" {depth:>6}")).collect();
        let roads: String = Road::ALL.map(|road| format!(" {:>10}", road.name())).concat();
        let (game, words) = ("game", "positions distinct     sums    sunny");
        format!("{game:<15} {words} | depth{depths} |{roads}   theorem differences")
    }

    /// The figures as a line of the table.
    pub fn line(&self, game: &str) -> String {
        let depths: String = DEPTHS.map(|depth| format!(" {:>6}", self.depths[depth as usize])).collect();
        let roads: String = self.roads.iter().map(|count| format!(" {count:>10}")).collect();
        let Tally { positions, sums, sunny, theorems, .. } = self;
        let (distinct, differences) = (self.seen.len(), self.differences.len());
        format!(
            "{game:<15} {positions:>9} {distinct:>8} {sums:>8} {sunny:>8} |      {depths} |{roads} {theorems:>9} {differences:>11}"
        )
    }
}
