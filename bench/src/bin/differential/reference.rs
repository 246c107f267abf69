//! What is true of a position, by nothing but its moves: mex, and who can move to a P-position.
//!
//! Positions are told apart by their text, and reached by playing the labels of moves. No part is split
//! off, nothing is turned into a canonical form, no theorem is asked.

use crate::plain;
use grundy::{Board, Nimber, Outcome, Position};
use std::collections::HashMap;

/// What the definition says of a position.
#[derive(Clone, Copy, Debug)]
pub struct Worth {
    /// The longest play.
    pub depth: u32,
    /// None where the next move can win the whole game at once.
    pub nimber: Option<u32>,
    /// Who wins under normal play.
    pub normal: Outcome,
    /// Who wins under misère play.
    pub misere: Outcome,
    /// Whether the last move has ended the whole game.
    pub is_won: bool,
}

impl Worth {
    /// A position from which these are the options.
    fn of(options: &[Worth], is_won: bool) -> Worth {
        let options = if is_won { &[] } else { options };
        let outcome = |of: fn(&Worth) -> Outcome| {
            if options.iter().any(|option| of(option) == Outcome::P) { Outcome::N } else { Outcome::P }
        };
        let is_sunny = options.iter().any(|option| option.is_won);
        let taken =
            options.iter().filter_map(|option| option.nimber).fold(0_u128, |set, nimber| set | 1 << nimber);
        Worth {
            depth: options.iter().map(|option| option.depth + 1).max().unwrap_or(0),
            nimber: (!is_sunny).then_some(taken.trailing_ones()),
            normal: outcome(|option| option.normal),
            misere: if options.is_empty() { Outcome::N } else { outcome(|option| option.misere) },
            is_won,
        }
    }

    /// The nimber as answers tell it: none of a position that is over.
    pub fn told(&self) -> Option<Nimber> {
        let nimber = if self.is_won { None } else { self.nimber };
        nimber.map(|nimber| Nimber(nimber.into()))
    }
}

/// A position of one game and all that can be reached from it, by numbers: the options of a position come
/// before it.
#[derive(Default)]
pub struct Graph {
    numbers: HashMap<String, u32>,
    texts: Vec<String>,
    options: Vec<Box<[u32]>>,
    worths: Vec<Worth>,
    by_depth: Vec<Vec<u32>>,
    /// What was found wrong on the way: the position, and what.
    pub faults: Vec<(String, String)>,
    /// How many moves were held to the rules written anew.
    pub moves_checked: u64,
}

/// Why there is no graph.
pub enum NoGraph {
    /// The text was refused.
    Refused,
    /// There are more positions than were allowed.
    TooLarge,
}

impl Graph {
    /// All that can be reached from this text, unless it is more than `most` positions.
    pub fn of(text: &str, most: usize) -> Result<Graph, NoGraph> {
        let root: Position = text.parse().map_err(|_| NoGraph::Refused)?;
        let [root] = root.terms() else { return Err(NoGraph::Refused) };
        let mut graph = Graph::default();
        graph.reach(&**root, root.term(), most).ok_or(NoGraph::TooLarge)?;
        let deepest = graph.worths.iter().map(|worth| worth.depth as usize).max().unwrap_or(0);
        graph.by_depth = vec![Vec::new(); deepest + 1];
        for (number, worth) in graph.worths.iter().enumerate() {
            graph.by_depth[worth.depth as usize].push(number as u32);
        }
        Ok(graph)
    }

    fn reach(&mut self, board: &dyn Board, text: String, most: usize) -> Option<u32> {
        if let Some(&known) = self.numbers.get(&text) {
            return Some(known);
        }
        if self.texts.len() >= most {
            return None;
        }
        let labels = if board.is_won() { Vec::new() } else { board.moves(usize::MAX) };
        let mut options = Vec::with_capacity(labels.len());
        let mut left = Vec::with_capacity(labels.len());
        for label in &labels {
            match board.play(label) {
                Ok(option) => {
                    let text = option.term();
                    left.push(text.clone());
                    options.push(self.reach(&*option, text, most)?);
                }
                Err(error) => {
                    self.faults.push((text.clone(), format!("{label} is listed and refused: {error:?}")))
                }
            }
        }
        self.hold_to_the_rules(board, &text, &labels, &left);
        let worths: Vec<Worth> = options.iter().map(|&option| self.worths[option as usize]).collect();
        let number = self.texts.len() as u32;
        self.worths.push(Worth::of(&worths, board.is_won()));
        self.options.push(options.into());
        self.texts.push(text.clone());
        self.numbers.insert(text, number);
        Some(number)
    }

    /// Labels and what they leave, against the rules as `plain` has them; and the text is read back.
    fn hold_to_the_rules(&mut self, board: &dyn Board, text: &str, labels: &[String], left: &[String]) {
        match text.parse::<Position>().map(|again| again.to_string()) {
            Ok(again) if again == text => {}
            Ok(again) => self.faults.push((text.to_owned(), format!("it is read back as `{again}`"))),
            Err(error) => {
                self.faults.push((text.to_owned(), format!("it is not read back: {}", error.message)))
            }
        }
        if !board.is_won() && board.count_moves() != labels.len() as u128 {
            let counted = format!("{} moves are counted and {} listed", board.count_moves(), labels.len());
            self.faults.push((text.to_owned(), counted));
        }
        let Some(rules) = plain::moves(text) else { return };
        let keys = left.iter().map(|text| plain::key(text));
        let mut here: Vec<(String, String)> = labels.iter().cloned().zip(keys).collect();
        let mut there = rules;
        self.moves_checked += there.len() as u64;
        here.sort_unstable();
        there.sort_unstable();
        if here != there {
            let only = |one: &[(String, String)], other: &[(String, String)]| -> String {
                let only: Vec<String> = one
                    .iter()
                    .filter(|mv| !other.contains(mv))
                    .map(|(label, key)| format!("{label} to {key}"))
                    .collect();
                only.join("; ")
            };
            let what = format!(
                "the program's moves alone: [{}]; those of the rules written anew alone: [{}]",
                only(&here, &there),
                only(&there, &here)
            );
            self.faults.push((text.to_owned(), what));
        }
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// The text of a position.
    pub fn text(&self, number: u32) -> &str {
        &self.texts[number as usize]
    }

    /// What is true of a position.
    pub fn worth(&self, number: u32) -> Worth {
        self.worths[number as usize]
    }

    /// What is true of its options, in the order of the moves.
    pub fn options(&self, number: u32) -> Vec<Worth> {
        self.options[number as usize].iter().map(|&option| self.worth(option)).collect()
    }

    /// The positions by their depth.
    pub fn by_depth(&self) -> &[Vec<u32>] {
        &self.by_depth
    }

    /// How many positions can be reached from one of them.
    pub fn reach_of(&self, number: u32) -> usize {
        self.below(number).len()
    }

    /// The positions that can be reached from one of them, itself among them, in increasing order: options
    /// before what leads to them.
    fn below(&self, number: u32) -> Vec<u32> {
        let mut is_below = vec![false; number as usize + 1];
        is_below[number as usize] = true;
        for at in (0..=number as usize).rev() {
            if is_below[at] {
                self.options[at].iter().for_each(|&option| is_below[option as usize] = true);
            }
        }
        (0..=number).filter(|&at| is_below[at as usize]).collect()
    }
}

/// What is true of a sum of two positions, and of its options in the order of the moves; `None` where more
/// than `most` pairs of positions can be reached.
pub fn sum(one: (&Graph, u32), other: (&Graph, u32), most: usize) -> Option<(Worth, Vec<Worth>)> {
    let (rows, columns) = (one.0.below(one.1), other.0.below(other.1));
    if rows.len() * columns.len() > most {
        return None;
    }
    let places = |positions: &[u32]| -> HashMap<u32, usize> {
        positions.iter().enumerate().map(|(place, &number)| (number, place)).collect()
    };
    let (row_of, column_of) = (places(&rows), places(&columns));
    let below = |graph: &Graph, numbers: &[u32], place_of: &HashMap<u32, usize>| -> Vec<Vec<usize>> {
        let options =
            |&number: &u32| graph.options[number as usize].iter().map(|option| place_of[option]).collect();
        numbers.iter().map(options).collect()
    };
    let (down, across) = (below(one.0, &rows, &row_of), below(other.0, &columns, &column_of));
    let mut table: Vec<Worth> = Vec::with_capacity(rows.len() * columns.len());
    let mut options = Vec::new();
    for (row, &in_one) in rows.iter().enumerate() {
        for (column, &in_other) in columns.iter().enumerate() {
            options.clear();
            options.extend(down[row].iter().map(|&row| table[row * columns.len() + column]));
            options.extend(across[column].iter().map(|&column| table[row * columns.len() + column]));
            table.push(Worth::of(&options, one.0.worth(in_one).is_won || other.0.worth(in_other).is_won));
        }
    }
    table.pop().map(|worth| (worth, options))
}
