//! The roads to an answer, and whether they lead to what the definition says.

use crate::plain;
use crate::reference::Worth;
use grundy::store::Store;
use grundy::tables::{Build, Content, Oracle, Rules, StateTable, TableError, TableGame, TableShape};
use grundy::{Answer, Approach, Convention, Diagnostic, Outcome, Position, Request, Run, Shelf, Stones};
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

/// A way to the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Road {
    /// `--method definition`.
    Definition,
    /// Theorems where there are any, search elsewhere.
    Best,
    /// `--method search`.
    Search,
    /// `--method search --threads 2`.
    Threads,
    /// `--method search`, with values in a file that an earlier search has written.
    Store,
    /// Tables of all states, asked by a search or alone.
    Table,
}

impl Road {
    /// All of them.
    pub const ALL: [Road; 6] =
        [Road::Definition, Road::Best, Road::Search, Road::Threads, Road::Store, Road::Table];

    /// The heading of its column.
    pub fn name(self) -> &'static str {
        ["definition", "best", "search", "2 threads", "store", "table"][self as usize]
    }

    /// The command that takes it.
    pub fn command(self, text: &str, convention: Convention) -> String {
        let solve = format!("grundy solve --{convention} --moves all");
        let solve = solve.replace("misère", "misere");
        match self {
            Road::Definition => format!("{solve} --method definition \"{text}\""),
            Road::Best => format!("{solve} \"{text}\""),
            Road::Search => format!("{solve} --method search \"{text}\""),
            Road::Threads => format!("{solve} --method search --threads 2 \"{text}\""),
            Road::Store => format!("{solve} --method search --store FILE \"{text}\"   (twice)"),
            Road::Table => format!("{solve} --dir TABLES \"{text}\""),
        }
    }
}

/// Both conventions.
pub const CONVENTIONS: [Convention; 2] = [Convention::Normal, Convention::Misere];

/// What the definition says of a position, ready to be compared with an answer.
pub struct Expected {
    /// Of the position.
    pub worth: Worth,
    /// Labels of all moves and what they leave.
    moves: Vec<(String, Worth)>,
}

impl Expected {
    /// Joins the labels of a position with what they are known to leave.
    pub fn new(position: &Position, worth: Worth, options: &[Worth]) -> Option<Expected> {
        let labels = position.moves(usize::MAX);
        let is_whole = labels.len() == options.len();
        is_whole.then(|| Expected { worth, moves: labels.into_iter().zip(options.iter().copied()).collect() })
    }

    fn outcome(of: &Worth, convention: Convention) -> Outcome {
        match convention {
            Convention::Normal => of.normal,
            Convention::Misere => of.misere,
        }
    }

    fn winning(&self, convention: Convention) -> Vec<&str> {
        let wins = |(_, left): &&(String, Worth)| Expected::outcome(left, convention) == Outcome::P;
        self.moves.iter().filter(wins).map(|(label, _)| label.as_str()).collect()
    }

    /// What an answer says otherwise than the definition. A table of outcomes alone tells no nimber.
    pub fn differs(&self, answer: &Answer, has_nimber: bool) -> Option<String> {
        let convention = answer.convention;
        let outcome = Some(Expected::outcome(&self.worth, convention));
        if answer.outcome != outcome {
            return Some(format!("outcome {:?}, truly {outcome:?}", answer.outcome));
        }
        let nimber = self.worth.told().filter(|_| convention == Convention::Normal);
        if has_nimber && answer.nimber != nimber {
            return Some(format!("nimber {:?}, truly {nimber:?}", answer.nimber));
        }
        let winning = self.winning(convention);
        if answer.winning != winning {
            return Some(format!("winning moves {:?}, truly {winning:?}", answer.winning));
        }
        if answer.winning_count != Some(winning.len() as u128) || answer.moves != self.moves.len() as u128 {
            let counted = format!("{:?} of {} moves", answer.winning_count, answer.moves);
            return Some(format!("{counted} win, truly {} of {}", winning.len(), self.moves.len()));
        }
        answer.stopped.map(|reason| format!("stopped by {reason}"))
    }
}

/// Solves a position by a road, under one convention.
pub fn solve(position: &Position, road: Road, convention: Convention) -> Answer {
    let approach = match road {
        Road::Definition => Approach::Definition,
        Road::Best | Road::Table => Approach::Best,
        Road::Search | Road::Threads | Road::Store => Approach::Search,
    };
    let threads = if road == Road::Threads { 2 } else { 1 };
    position.solve(&Request {
        convention: Some(convention),
        approach,
        named_moves: usize::MAX,
        run: Run::unlimited().with_threads(threads),
        ..Request::default()
    })
}

/// The position read anew, so that nothing is known of it.
pub fn anew(text: &str) -> Result<Position, Diagnostic> {
    text.parse()
}

/// The same, with a store to read and write.
pub fn with_store(text: &str, store: &Arc<Store>) -> Option<Position> {
    let position: Position = text.parse().ok()?;
    position.attach(store).ok()?;
    Some(position)
}

/// Tables of small boards, built for this run.
pub struct Tables {
    /// Nimbers, and misère outcomes.
    nimbers: Arc<Oracle>,
    /// Outcomes alone.
    outcomes: Arc<Oracle>,
}

/// Rows and columns of the boards that have tables.
const BOARD: (u32, u32) = (4, 4);

impl Tables {
    /// Builds them in a folder.
    pub fn build(folder: &Path) -> Result<Tables, TableError> {
        let of_nim = |max| TableGame::two_d_nim(max);
        let games =
            [of_nim(Some(1)), of_nim(Some(2)), of_nim(Some(3)), of_nim(None), TableGame::BOXING_MATCH];
        let folders = [folder.join("nimbers"), folder.join("outcomes")];
        for (number, game) in games.into_iter().enumerate() {
            for (folder, convention, content) in [
                (&folders[0], Convention::Normal, Content::Nimbers),
                (&folders[0], Convention::Misere, Content::Outcomes),
                (&folders[1], Convention::Normal, Content::Outcomes),
                (&folders[1], Convention::Misere, Content::Outcomes),
            ] {
                let rules = Rules::new(&game, BOARD.0, BOARD.1, convention).expect("the board is small");
                let folder = folder.join(format!("{number}-{}", u8::from(convention == Convention::Misere)));
                Build::new(TableShape::new(rules, content)?).in_folder(&folder, &Run::unlimited())?;
            }
        }
        let open = |folder: &Path| Oracle::open(folder).map(Arc::new);
        Ok(Tables { nimbers: open(&folders[0])?, outcomes: open(&folders[1])? })
    }

    /// How many states all tables have told searches.
    pub fn told(&self) -> u64 {
        self.nimbers.states_found().iter().chain(&self.outcomes.states_found()).sum()
    }

    /// Whether a term of the position is of a game that has tables.
    pub fn may_tell(position: &Position) -> bool {
        position.terms().iter().any(|term| ["2d-nim", "boxing-match"].contains(&&*term.card().id))
    }

    /// The position read anew, with one of the two sets of tables, and the folder of that.
    pub fn attach(&self, text: &str, takes_nimbers: bool) -> Option<Position> {
        let position: Position = text.parse().ok()?;
        position.attach_tables(if takes_nimbers { &self.nimbers } else { &self.outcomes });
        Some(position)
    }

    /// The answers of the tables that have this position of one term as a state.
    pub fn answers(&self, term: &str) -> Vec<Answer> {
        let Some(board) = plain::stones(term) else { return Vec::new() };
        let (rows, columns) = (board.len(), board.first().map_or(0, Vec::len));
        if rows > BOARD.0 as usize || columns > BOARD.1 as usize {
            return Vec::new();
        }
        let stones = board.iter().enumerate().flat_map(|(row, cells)| {
            cells.iter().enumerate().filter(|(_, is_stone)| **is_stone).map(move |(column, _)| (row, column))
        });
        let state = stones.fold(0, |state, (row, column)| state | 1_u64 << (row * BOARD.1 as usize + column));
        let name =
            term.split_whitespace().take_while(|word| !word.contains(['/', 'x']) || word.contains("max"));
        let parameters: Vec<&str> = name.filter(|word| word.contains('=')).collect();
        let id = term.split_whitespace().next().unwrap_or_default();
        let Ok(game) = Shelf::usual().table_game(&format!("{id} {}", parameters.join(" "))) else {
            return Vec::new();
        };
        let shapes = game.shapes(BOARD.0, BOARD.1).map(HashSet::<Stones>::from_iter);
        let is_apt = |table: &&StateTable| {
            let held = table.shape().rules().shapes().iter().copied().collect();
            shapes.as_ref() == Ok(&held)
        };
        let tables = self.nimbers.tables().iter().chain(self.outcomes.tables()).filter(is_apt);
        tables.filter_map(|table| Answer::of_table(table, state, usize::MAX).ok()).collect()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // in a test, a panic is the report

    use super::*;
    use crate::reference::Graph;
    use grundy::Nimber;

    /// What the definition says of `nim 1 2`, and what the program answers.
    fn judged() -> (Expected, Answer) {
        let position: Position = "nim 1 2".parse().unwrap();
        let graph = Graph::of("nim 1 2", 100).ok().unwrap();
        let number = graph.len() as u32 - 1;
        let expected = Expected::new(&position, graph.worth(number), &graph.options(number)).unwrap();
        (expected, solve(&position, Road::Search, Convention::Normal))
    }

    #[test]
    fn a_wrong_outcome_nimber_list_or_count_is_a_difference() {
        let (expected, right) = judged();
        assert_eq!(expected.differs(&right, true), None);
        let spoilt: [fn(&mut Answer); 5] = [
            |answer| answer.outcome = Some(Outcome::P),
            |answer| answer.nimber = Some(Nimber(2)),
            |answer| answer.winning.push("1:1>0".to_owned()),
            |answer| answer.winning_count = Some(2),
            |answer| answer.moves += 1,
        ];
        for (number, spoil) in spoilt.iter().enumerate() {
            let mut wrong = right.clone();
            spoil(&mut wrong);
            assert!(expected.differs(&wrong, true).is_some(), "{number}");
        }
    }
}
